import { Trans, useLingui } from '@lingui/react/macro';
import type { RevenueStatement } from '#api/budget-requests.ts';
import { Badge } from '../ui/badge.tsx';
import { CheckIcon, ClockIcon } from '../ui/icons.tsx';
import { Money } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { useMonthName } from '../ui/use-month-name.ts';
import { UserText } from '../ui/user-text.tsx';

/** What a bank's file says came in, month by month, beside what the company has typed. */
export function RevenueComparison({ statement }: { statement: RevenueStatement }) {
  const { t } = useLingui();
  const { name, months, proven_at } = statement;
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="font-semibold">
          <UserText text={name} />
        </span>
        {proven_at ? (
          <Badge tone="good" icon={CheckIcon}>
            <Trans>Compared with the PDF: it is proof</Trans>
          </Badge>
        ) : (
          <Badge tone="now" icon={ClockIcon}>
            <Trans>Not compared with the PDF yet</Trans>
          </Badge>
        )}
      </p>
      <Table
        label={t`Revenue by month`}
        rows={months}
        rowKey={({ month }) => month}
        columns={columns}
      />
    </div>
  );
}

type Month = RevenueStatement['months'][number];

const columns: Column<Month>[] = [
  { id: 'month', header: <Trans>Month</Trans>, cell: ({ month }) => <MonthName month={month} /> },
  {
    id: 'typed',
    header: <Trans>In the profile</Trans>,
    figures: true,
    cell: ({ typed_sar }) => (typed_sar === null ? '—' : <Money amount={typed_sar} />),
  },
  {
    id: 'incoming',
    header: <Trans>Came in at the bank</Trans>,
    figures: true,
    cell: ({ incoming_sar }) => <Money amount={incoming_sar} />,
  },
];

function MonthName({ month }: { month: string }) {
  const nameOf = useMonthName();
  return nameOf(`${month}-01`, true);
}
