import { Trans } from '@lingui/react/macro';
import type { Ticket } from '#api/tickets.ts';
import { Badge } from '../ui/badge.tsx';
import { ClockIcon } from '../ui/icons.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';

/** A ticket's status, and that it is completed once a payment is proven. */
export function TicketBadge({
  ticket: { status, is_being_verified },
}: {
  ticket: Pick<Ticket, 'status' | 'is_being_verified'>;
}) {
  return (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
      <StatusBadge status={status} />
      {is_being_verified ? (
        <Badge tone="now" icon={ClockIcon}>
          <Trans>Paid, being verified</Trans>
        </Badge>
      ) : null}
    </span>
  );
}
