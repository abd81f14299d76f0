import { useQuery } from '@tanstack/react-query';
import type { AgencyOption } from '#api/profiles.ts';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { requestableOf } from '../budget/budget-state.ts';
import NewTicketDialog from '../tickets/new-ticket/new-ticket-dialog.tsx';

/** The New Ticket dialog, with what the company's budget leaves for it. */
export default function NewTicket({
  agency,
  onClose,
}: {
  agency: AgencyOption | null;
  onClose: () => void;
}) {
  const { data } = useQuery({
    queryKey: queryKeys.companyDashboard,
    queryFn: ({ signal }) => call('company_dashboard', { signal }),
  });
  if (!data) return null;
  return (
    <NewTicketDialog
      today={data.today}
      available={requestableOf(data)}
      dashboard={data}
      agency={agency}
      onClose={onClose}
    />
  );
}
