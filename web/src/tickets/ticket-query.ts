import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AgencyDashboard, CompanyDashboard } from '#api/dashboards.ts';
import type { Ticket } from '#api/tickets.ts';
import { call } from '../api/call.ts';
import { useShownError } from '../api/use-shown-error.ts';
import { queryKeys } from '../api/queries.ts';
import type { TicketPage } from './lists/use-ticket-list.ts';

/** One ticket with all that its page shows. */
export function ticketQuery(ticketNumber: string) {
  return queryOptions({
    queryKey: queryKeys.ticket(ticketNumber),
    queryFn: ({ signal }) =>
      call('read_ticket', { params: { ticket_number: ticketNumber }, signal }),
  });
}

/** A ticket by its number; `known` is its row on a screen that was shown before, until all of it has come. */
export function useTicket(ticketNumber: string) {
  const queryClient = useQueryClient();
  const query = useQuery(ticketQuery(ticketNumber));
  const known = query.data?.ticket ?? knownTicket(queryClient, ticketNumber);
  const error = useShownError(query);
  return { ...query, error, known };
}

function knownTicket(queryClient: QueryClient, ticketNumber: string): Ticket | undefined {
  const company = queryClient.getQueryData<CompanyDashboard>(queryKeys.companyDashboard);
  const agency = queryClient.getQueryData<AgencyDashboard>(queryKeys.agencyDashboard);
  const further = queryClient.getQueriesData<{ pages: TicketPage[] }>({ queryKey: ['tickets'] });
  const pages = [
    company?.waiting_tickets,
    company?.current_tickets,
    company?.old_tickets,
    agency?.waiting_tickets,
    agency?.approved_tickets,
    agency?.ticket_history,
    ...further.flatMap(([, list]) => list?.pages ?? []),
  ];
  return pages
    .flatMap((page) => page?.items ?? [])
    .find(({ ticket_number }) => ticket_number === ticketNumber);
}
