import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Budget } from '#api/budget.ts';
import { Notice } from '../ui/notice.tsx';
import { UserText } from '../ui/user-text.tsx';

/** Why nothing can be requested while the budget is suspended: in staff's words, or because something is in default. */
export function SuspendedBudget({
  budget,
  ticketLink,
}: {
  budget: Budget;
  /** How the number of a ticket is drawn as a link to its page. */
  ticketLink: (ticketNumber: string) => ReactNode;
}) {
  if (budget.budget_status !== 'Suspended') return null;
  const { suspension_reason, suspended_for_ticket, is_suspended_for_refund } = budget;
  return (
    <Notice tone="danger" title={<Trans>Your budget is suspended.</Trans>}>
      {suspension_reason ? (
        <p>
          <UserText isProse text={suspension_reason} />
        </p>
      ) : null}
      {suspended_for_ticket ? (
        <p>
          <Trans>
            Ticket {ticketLink(suspended_for_ticket)} was not paid. Our team decides when the
            suspension ends.
          </Trans>
        </p>
      ) : null}
      {is_suspended_for_refund ? (
        <p>
          <Trans>
            A refund that you owe back was not paid. Our team decides when the suspension ends.
          </Trans>
        </p>
      ) : null}
      <p className="mt-1">
        <Trans>New requests are not possible until it is lifted. What you owe stays due.</Trans>
      </p>
    </Notice>
  );
}
