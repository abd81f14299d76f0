import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#api/contract.ts';
import { errorMessages } from '#api/error-messages.ts';
import { RequireRole } from '../accounts/require-role.tsx';
import { call } from '../api/call.ts';
import { queryKeys } from '../api/queries.ts';
import { QueryResult } from '../api/query-result.tsx';
import { useShownError } from '../api/use-shown-error.ts';
import { documentLanguage } from '../i18n.ts';
import { Card } from '../ui/card.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { BackLink } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AskForBudget } from './ask-for-budget.tsx';
import { OwnBudgetRequest } from './own-budget-request.tsx';

/** A company asks for a higher budget here, and reads what became of its requests. */
export default function BudgetPlace() {
  const { t } = useLingui();
  return (
    <>
      <DocumentTitle name={t`Higher budget`} />
      <RequireRole only="company">
        <Place />
      </RequireRole>
    </>
  );
}

function Place() {
  const query = useQuery({
    queryKey: queryKeys.budgetRequests,
    queryFn: ({ signal }) => call('read_budget_requests', { signal }),
  });
  return (
    <>
      <PageHeader
        title={<Trans>Higher budget</Trans>}
        lead={
          <Trans>
            Tell us what you need and why. Our team reads your documents and answers with reasons.
          </Trans>
        }
        back={
          <BackLink to="/dashboard/company">
            <Trans>Back to Dashboard</Trans>
          </BackLink>
        }
      />
      <QueryResult query={{ ...query, error: useShownError(query) }}>
        {(data) => <Content {...data} />}
      </QueryResult>
    </>
  );
}

function Content({ budget, obstacle, waits_for, requests }: ReplyOf<'read_budget_requests'>) {
  return (
    <div className="grid max-w-3xl gap-8">
      {budget.total_approval_budget === null ? null : (
        <p className="text-lg">
          <Trans>
            Your budget is <Money amount={budget.total_approval_budget} />.
          </Trans>
        </p>
      )}
      {obstacle === 'budget_suspended' || obstacle === 'no_budget_to_raise' ? (
        <Notice tone="warn">
          <p>{errorMessages[documentLanguage()][obstacle]}</p>
        </Notice>
      ) : null}
      {requests.map((request, index) => (
        <OwnBudgetRequest
          key={request.id}
          request={request}
          isLatest={index === 0}
          isOverdue={waits_for === 'company_overdue'}
        />
      ))}
      {obstacle === null ? (
        <Card title={<Trans>New request</Trans>}>
          <AskForBudget total={budget.total_approval_budget ?? '0.00'} />
        </Card>
      ) : null}
    </div>
  );
}
