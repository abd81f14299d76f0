import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { FinancedTicket } from '#api/operations-tickets.ts';
import { Button } from '../../ui/button.tsx';
import { IsoDate } from '../../ui/iso-date.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { amountFact } from '../kit/amount-fact.tsx';
import { HoldFigures } from '../kit/hold-figures.tsx';
import { useObstacleWord } from '../kit/labels.ts';

/** Who answers for the ticket. */
export function ReviewState({ details }: { details: FinancedTicket }) {
  const { reviewed_at, reviewed_by, review_approved_by, reviewers_needed, budget_status } = details;
  if (reviewed_at === null) {
    return budget_status === 'Confirmed' && reviewers_needed === null ? (
      <Trans>Not needed</Trans>
    ) : (
      <Trans>Not reviewed</Trans>
    );
  }
  return review_approved_by === null ? (
    <Trans>
      Reviewed by <UserText text={reviewed_by ?? '—'} />
    </Trans>
  ) : (
    <Trans>
      Reviewed by <UserText text={reviewed_by ?? '—'} /> and <UserText text={review_approved_by} />
    </Trans>
  );
}

/** What holds the agency's payment, with its figures. */
export function HoldNotices({ details: { holds, reviewers_needed } }: { details: FinancedTicket }) {
  const obstacleWord = useObstacleWord();
  return (
    <>
      {holds.map(({ code, since, figures }) =>
        code === 'payment_in_review' ? null : (
          <Notice
            key={code}
            tone={code === 'budget_suspended' ? 'danger' : 'warn'}
            title={
              <Trans>
                The payment is held since <IsoDate date={since} />
              </Trans>
            }
          >
            {obstacleWord(code)} <HoldFigures figures={figures} />
          </Notice>
        ),
      )}
      {holds.length === 0 && reviewers_needed !== null ? (
        <Notice tone="warn">
          <Trans>
            No confirmed budget covers this ticket: its agency is paid once it is reviewed.
          </Trans>
        </Notice>
      ) : null}
    </>
  );
}

/** Says that somebody has looked at the ticket and answers for it. */
export function ReviewTicket({ details }: { details: FinancedTicket }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const { ticket, document_sets } = details;
  const params = { id: ticket.id };
  const accepted_version = document_sets.find(({ accepted_at }) => accepted_at !== null)?.version;
  return (
    <>
      <Button onPress={() => setAsking(true)}>
        <Trans>Mark as reviewed</Trans>
      </Button>
      {isAsking ? (
        <ConfirmMutationDialog
          title={<Trans>Mark this ticket as reviewed?</Trans>}
          lead={
            <Trans>
              You have read its invoice and the documents that the company has accepted, and know
              the company: its agency can be paid although no confirmed budget covers it.
            </Trans>
          }
          facts={[
            {
              id: 'ticket',
              label: <Trans>Ticket</Trans>,
              value: <bdi translate="no">{ticket.ticket_number}</bdi>,
            },
            {
              id: 'company',
              label: <Trans>Company</Trans>,
              value: <UserText text={ticket.company_name ?? '—'} />,
            },
            amountFact(ticket.amount_sar),
          ]}
          confirm={<Trans>Mark as reviewed</Trans>}
          operation="review_ticket"
          input={{ params, body: { accepted_version } }}
          done={t`The ticket is reviewed`}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
