import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { PolicyBackTest } from '#api/credit-policies.ts';
import { Card } from '../../ui/card.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { PartyLink } from '../kit/party-link.tsx';
import { MoneyOrNone } from '../customers/companies.tsx';

type Side = PolicyBackTest['before'];
type Group = PolicyBackTest['gain'];

interface Row {
  id: string;
  name: ReactNode;
  of: (side: Side) => ReactNode;
}

const grades = ['A', 'B', 'C', 'D', 'E'] as const;

const rows: Row[] = [
  {
    id: 'budgets',
    name: <Trans>Sum of the budgets</Trans>,
    of: ({ budgets_sar }) => <Money amount={budgets_sar} />,
  },
  {
    id: 'exposure',
    name: <Trans>The most that companies could owe</Trans>,
    of: ({ possible_exposure_sar }) => <Money amount={possible_exposure_sar} />,
  },
  ...grades.map((grade) => ({
    id: grade,
    name: <GradeName grade={grade} />,
    of: ({ companies_by_grade }: Side) => companies_by_grade[grade],
  })),
  {
    id: 'requests',
    name: <Trans>Companies overdue beyond the grace of requests</Trans>,
    of: ({ late_for_requests }) => late_for_requests,
  },
  {
    id: 'payouts',
    name: <Trans>Companies overdue beyond the grace of payouts</Trans>,
    of: ({ late_for_payouts }) => late_for_payouts,
  },
  {
    id: 'unset',
    name: <Trans>Companies without a budget above the limit for one person</Trans>,
    of: ({ above_unset_budget_limit }) => above_unset_budget_limit,
  },
  {
    id: 'company',
    name: <Trans>Companies that owe more than one may</Trans>,
    of: ({ above_company_limit }) => above_company_limit,
  },
  {
    id: 'agency',
    name: <Trans>Agencies whose tickets owe more than they may</Trans>,
    of: ({ above_agency_limit }) => above_agency_limit,
  },
];

function GradeName({ grade }: { grade: string }) {
  return (
    <Trans>
      Companies of grade <bdi translate="no">{grade}</bdi>
    </Trans>
  );
}

/** What a policy would do to every company as it stands, beside the one that counts. */
export function BackTest({ result }: { result: PolicyBackTest }) {
  const { t } = useLingui();
  const { companies } = result;
  return (
    <div className="grid gap-8">
      <p className="text-ink-soft">
        <Trans>
          <Plural value={companies} one="# company" other="# companies" /> as they stand; what they
          owe now: <Money amount={result.exposure_sar} />.
        </Trans>
      </p>
      <Table
        label={t`Before and after`}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { id: 'name', header: <Trans>Figure</Trans>, cell: ({ name }) => name },
          {
            id: 'before',
            header: <Trans>By the policy that counts</Trans>,
            figures: true,
            cell: ({ of }) => of(result.before),
          },
          {
            id: 'after',
            header: <Trans>By this policy</Trans>,
            figures: true,
            cell: ({ of }) => of(result.after),
          },
        ]}
      />
      <Changed title={<Trans>Who would gain</Trans>} group={result.gain} name={t`Who would gain`} />
      <Changed title={<Trans>Who would lose</Trans>} group={result.lose} name={t`Who would lose`} />
    </div>
  );
}

function Changed({ title, group, name }: { title: ReactNode; group: Group; name: string }) {
  const { count, confirmed_count } = group;
  return (
    <Card look="plain" small title={title}>
      {count === 0 ? (
        <p>
          <Trans>Nobody: every analysis finds the same budget.</Trans>
        </p>
      ) : (
        <>
          <p className="mb-4">
            <Trans>
              <Plural value={count} one="# company" other="# companies" />, by{' '}
              <Money amount={group.difference_sar} /> in sum.
            </Trans>{' '}
            {confirmed_count > 0 ? (
              <Plural
                value={confirmed_count}
                one="The budget of # of them was confirmed: it stays, and the difference is proposed."
                other="The budgets of # of them were confirmed: they stay, and the difference is proposed."
              />
            ) : null}
          </p>
          <Table
            label={name}
            rows={group.top}
            rowKey={({ company_id }) => company_id}
            columns={columns}
          />
        </>
      )}
    </Card>
  );
}

const columns: Column<Group['top'][number]>[] = [
  {
    id: 'company',
    header: <Trans>Company</Trans>,
    cell: ({ company_id, company_name }) => (
      <PartyLink kind="companies" id={company_id} name={company_name} />
    ),
  },
  {
    id: 'grade',
    header: <Trans>Grade</Trans>,
    cell: ({ grade_before, grade_after }) => (
      <bdi translate="no" dir="ltr">
        {grade_before} → {grade_after}
      </bdi>
    ),
  },
  {
    id: 'before',
    header: <Trans>Found now</Trans>,
    figures: true,
    cell: ({ budget_before_sar }) => <MoneyOrNone amount={budget_before_sar} />,
  },
  {
    id: 'after',
    header: <Trans>Found then</Trans>,
    figures: true,
    cell: ({ budget_after_sar, is_confirmed }) => (
      <>
        <MoneyOrNone amount={budget_after_sar} />
        {is_confirmed ? (
          <span className="block text-sm text-ink-soft">
            <Trans>A proposal</Trans>
          </span>
        ) : null}
      </>
    ),
  },
];
