import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FinancedTicket } from '#api/operations-tickets.ts';
import { budgetObstacle } from '#domain/budget/budget-decision.ts';
import { allows } from '#domain/tickets/ticket.ts';
import { Button } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';

/** Before its agency is paid: a ticket that waits for it, or that it has approved. */
const isUnpaid = ({ ticket }: FinancedTicket) =>
  allows('approve', ticket) || allows('release', ticket);

const obstacleOf = ({ budget_status, reviewed_at, is_within_budget }: FinancedTicket) =>
  budgetObstacle(budget_status, {
    isReviewed: reviewed_at !== null,
    isWithinBudget: is_within_budget,
  });

/** Whether only a review, or a confirmed budget, lets its agency be paid. */
export const needsReview = (details: FinancedTicket) =>
  isUnpaid(details) && obstacleOf(details) === 'budget_not_confirmed';

/** Who answers for the ticket. */
export function ReviewState({ details }: { details: FinancedTicket }) {
  const { reviewed_at, reviewed_by, budget_status } = details;
  if (reviewed_at !== null) {
    return (
      <Trans>
        Reviewed by <UserText text={reviewed_by ?? '—'} />
      </Trans>
    );
  }
  return budget_status === 'Confirmed' && !needsReview(details) ? (
    <Trans>Not needed</Trans>
  ) : (
    <Trans>Not reviewed</Trans>
  );
}

/** What keeps the agency from being paid, where it is the budget. */
export function ReviewNotice({ details }: { details: FinancedTicket }) {
  const obstacle = isUnpaid(details) ? obstacleOf(details) : null;
  if (obstacle === 'budget_suspended') {
    return (
      <Notice tone="danger">
        <Trans>The company's budget is suspended: its agency is not paid.</Trans>
      </Notice>
    );
  }
  if (obstacle === 'budget_not_confirmed') {
    return (
      <Notice tone="warn">
        <Trans>
          No confirmed budget covers this ticket: its agency is paid once it is reviewed.
        </Trans>
      </Notice>
    );
  }
  return null;
}

/** Says that somebody has looked at the ticket and answers for it. */
export function ReviewTicket({ ticket }: Pick<FinancedTicket, 'ticket'>) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const params = { id: ticket.id };
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        <Trans>Mark as reviewed</Trans>
      </Button>
      {isAsking ? (
        <ConfirmMutationDialog
          title={<Trans>Answer for this ticket?</Trans>}
          lead={
            <Trans>
              You have read its invoice and know the company: its agency can be paid although no
              confirmed budget covers it.
            </Trans>
          }
          facts={[
            {
              id: 'ticket',
              label: <Trans>Ticket</Trans>,
              value: <bdi>{ticket.ticket_number}</bdi>,
            },
            {
              id: 'company',
              label: <Trans>Company</Trans>,
              value: <UserText text={ticket.company_name ?? '—'} />,
            },
            {
              id: 'amount',
              label: <Trans>Amount</Trans>,
              value: <Money amount={ticket.amount_sar} />,
            },
          ]}
          confirm={<Trans>Mark as reviewed</Trans>}
          operation="review_ticket"
          input={{ params }}
          done={t`The ticket is reviewed.`}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
