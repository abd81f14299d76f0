import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { StaffBudgetRequest } from '#api/budget-requests.ts';
import { BudgetRequestHistory } from '../../budget/budget-request-history.tsx';
import { RequestStatusBadge } from '../../budget/request-words.tsx';
import { RevenueComparison } from '../../budget/revenue-comparison.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmMutationDialog } from '../kit/confirm-mutation-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Documents } from './uploaded-documents.tsx';

const DecideBudgetRequest = lazyPart(() => import('./decide-budget-request.tsx'));

/** The latest request of a company for a higher budget, its documents, and the decision that waits. */
export function BudgetRequest({ request }: { request: StaffBudgetRequest }) {
  const [isDeciding, setDeciding] = useState(false);
  const [isProving, setProving] = useState(false);
  const { t } = useLingui();
  const { status, amount_sar, total_then_sar, may_decide, deciders, documents, statement } =
    request;
  const isOpen = status === 'Asked' || status === 'Appealed';
  return (
    <div id="budget-request" className="scroll-mt-8">
      <Card
        title={
          <Trans>
            Request for a budget of <Money amount={amount_sar} />
          </Trans>
        }
        aside={<RequestStatusBadge status={status} />}
      >
        <div className="grid gap-6">
          <p>
            <Trans>
              The budget was <Money amount={total_then_sar} /> when it was asked for.
            </Trans>
          </p>
          <BudgetRequestHistory request={request} deciders={deciders} />
          <Documents documents={documents} />
          {statement ? <RevenueComparison statement={statement} /> : null}
          {statement && isOpen && !statement.proven_at ? (
            <Button
              tone="secondary"
              className="justify-self-start"
              onPress={() => setProving(true)}
            >
              <Trans>It says what the PDF says</Trans>
            </Button>
          ) : null}
          {may_decide ? (
            <Button className="justify-self-start" onPress={() => setDeciding(true)}>
              {status === 'Appealed' ? <Trans>Answer the appeal</Trans> : <Trans>Decide</Trans>}
            </Button>
          ) : status === 'Appealed' ? (
            <Notice tone="info">
              <p>
                <Trans>
                  You have decided about this request: another person answers the appeal.
                </Trans>
              </p>
            </Notice>
          ) : null}
        </div>
        {isProving && statement ? (
          <ConfirmMutationDialog
            title={<Trans>Does the bank’s file say what the PDF says?</Trans>}
            lead={
              <Trans>
                Compare account, months and sums with the PDF of the bank statement. What came in is
                proof of the revenue from then on, and a new analysis counts it.
              </Trans>
            }
            facts={[]}
            confirm={<Trans>It says what the PDF says</Trans>}
            operation="prove_revenue"
            input={{ params: { id: request.id }, body: { added_at: statement.added_at } }}
            done={t`The revenue is proven. A new analysis is being made`}
            onClose={() => setProving(false)}
          />
        ) : null}
        {isDeciding ? (
          <DecideBudgetRequest request={request} onClose={() => setDeciding(false)} />
        ) : null}
      </Card>
    </div>
  );
}
