import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CompanyAssessment } from '#api/operations-companies.ts';
import type { BudgetDecision } from '#domain/budget/budget-decision.ts';
import { BudgetBadge } from './budget-badge.tsx';
import { listLimits } from '#api/list-limits.ts';
import { CutShortHistory } from '../kit/cut-short.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { MoneyOrNone } from './companies.tsx';
import { ConsoleTicketLink } from '../tickets/ticket-link.tsx';

type Decision = CompanyAssessment['decisions'][number];

const words: Record<BudgetDecision, MessageDescriptor> = {
  confirm: msg({ message: 'Confirmed', context: 'a decision' }),
  adjust: msg({ message: 'Adjusted', context: 'a decision' }),
  suspend: msg({ message: 'Suspended', context: 'a decision' }),
  lift: msg({ message: 'Suspension lifted', context: 'a decision' }),
};

/** What staff decided about the budget, newest first: who, when, from what to what, and why. */
export function Decisions({
  companyId,
  decisions,
}: {
  companyId: string;
  decisions: readonly Decision[];
}) {
  const { t } = useLingui();
  return (
    <Card look="plain" title={<Trans>Decisions</Trans>}>
      <Table
        label={t`Decisions`}
        rows={decisions}
        rowKey={({ decided_at }) => decided_at}
        empty={
          <EmptyState title={<Trans>No decision has been made about this budget yet.</Trans>} />
        }
        columns={columns}
      />
      <CutShortHistory
        subjectId={companyId}
        shown={decisions.length}
        atMost={listLimits.decisions}
      />
    </Card>
  );
}

function Word({ decision }: { decision: BudgetDecision }) {
  const { i18n } = useLingui();
  return i18n._(words[decision]);
}

const columns: Column<Decision>[] = [
  {
    id: 'when',
    header: <Trans>When</Trans>,
    cell: ({ decided_at }) => <DateTime at={decided_at} />,
  },
  {
    id: 'decision',
    header: <Trans>Decision</Trans>,
    cell: ({ decision }) => <Word decision={decision} />,
  },
  {
    id: 'by',
    header: <Trans>By</Trans>,
    cell: ({ decided_by }) => <UserText text={decided_by ?? '—'} />,
  },
  {
    id: 'status',
    header: <Trans>Budget</Trans>,
    cell: ({ after }) => <BudgetBadge status={after.budget_status} />,
  },
  {
    id: 'reason',
    header: <Trans>Reason</Trans>,
    prose: true,
    cell: ({ reason, ticket_number, is_refund_loss }) =>
      ticket_number ? (
        <Trans>
          By the write-off of <ConsoleTicketLink number={ticket_number} />
        </Trans>
      ) : is_refund_loss ? (
        <Trans>By the write-off of a refund that was owed back.</Trans>
      ) : (
        <UserText isProse text={reason ?? '—'} />
      ),
  },
  {
    id: 'before',
    header: <Trans>Before</Trans>,
    figures: true,
    cell: ({ before }) => <MoneyOrNone amount={before.total_approval_budget} />,
  },
  {
    id: 'after',
    header: <Trans>After</Trans>,
    figures: true,
    cell: ({ after }) => <MoneyOrNone amount={after.total_approval_budget} />,
  },
];
