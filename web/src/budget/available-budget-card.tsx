import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Budget, CompanyDashboard } from '#api/dashboards.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { Card } from '../ui/card.tsx';
import { Link } from '../ui/link.tsx';
import { Money } from '../ui/money.tsx';
import { budgetState } from './budget-state.ts';

/**
 * The one large number of the dashboard, its arithmetic open, and why it is what it is (SPEC section 5).
 * `why` says it in two sentences beside the arithmetic, `factors` in full below; both only where a budget is set.
 */
export function AvailableBudgetCard({
  dashboard,
  why,
  factors,
}: {
  dashboard: CompanyDashboard;
  why?: ReactNode;
  factors?: ReactNode;
}) {
  const state = budgetState(dashboard);
  return (
    <Card title={<Trans>Available Budget</Trans>}>
      {state === 'set' ? (
        <>
          <BudgetFigures budget={dashboard.budget}>{why}</BudgetFigures>
          {factors}
        </>
      ) : (
        <NoBudget state={state} />
      )}
    </Card>
  );
}

function NoBudget({ state }: { state: 'not_set' | 'on_its_way' }) {
  return (
    <>
      <p aria-hidden="true" className="text-display text-line-strong">
        —
      </p>
      {state === 'not_set' ? (
        <p className="mt-3">
          <Link to="/profile/company" className="text-link text-lg">
            <Trans>Add last 6 months revenue to calculate your budget</Trans>
          </Link>
        </p>
      ) : (
        <output className="mt-3 block font-medium">
          <Trans>
            Your revenue is saved and its analysis is on its way. The budget appears here by itself.
          </Trans>
        </output>
      )}
    </>
  );
}

function BudgetFigures({ budget, children }: { budget: Budget; children: ReactNode }) {
  const { total_approval_budget, held_funds, committed_funds, available_budget } = budget;
  if (total_approval_budget === null || available_budget === null) return null;
  return (
    <div>
      <p className="text-display">
        <Money amount={available_budget} />
      </p>
      <BudgetBar budget={budget} />
      <div className="mt-7 grid gap-x-12 gap-y-6 md:grid-cols-2">
        <dl className="text-sm">
          <Row term={<Trans>Total approval budget</Trans>} amount={total_approval_budget} />
          <Row
            sign="−"
            part="held"
            term={<Trans>Held by pending tickets</Trans>}
            amount={held_funds}
          />
          <Row
            sign="−"
            part="committed"
            term={<Trans>Committed to approved and active tickets</Trans>}
            amount={committed_funds}
          />
          <Row sign="=" term={<Trans>Available</Trans>} amount={available_budget} isResult />
        </dl>
        {children}
      </div>
    </div>
  );
}

/** The colours of the bar's parts; the same stand beside their words. */
const partLook = { committed: 'bg-palm', held: 'bg-saffron' };

function Row({
  sign,
  part,
  term,
  amount,
  isResult = false,
}: {
  sign?: '−' | '=';
  /** The part of the bar that this is. */
  part?: keyof typeof partLook;
  term: ReactNode;
  amount: string;
  isResult?: boolean;
}) {
  return (
    <div
      className={`grid grid-cols-[0.75rem_1fr_auto] gap-x-3 border-t py-2 ${isResult ? 'border-ink font-semibold' : 'border-line'}`}
    >
      <span aria-hidden="true" className="text-ink-faint">
        {sign}
      </span>
      <dt className={isResult ? '' : 'text-ink-soft'}>
        {part ? (
          <span
            aria-hidden="true"
            className={`me-2 inline-block size-2.5 rounded-[1px] forced-color-adjust-none ${partLook[part]}`}
          />
        ) : null}
        {term}
      </dt>
      <dd className="text-end">
        <Money amount={amount} />
      </dd>
    </div>
  );
}

/** The same arithmetic as lengths: committed, held, free. The words beside it carry the facts. */
function BudgetBar({ budget }: { budget: Budget }) {
  const total = halalasFromDecimal(budget.total_approval_budget ?? '0.00');
  const used = [
    { part: 'committed', amount: budget.committed_funds },
    { part: 'held', amount: budget.held_funds },
  ] as const;
  if (total === 0) return null;
  return (
    <div aria-hidden="true" className="mt-4 flex h-3 gap-px overflow-hidden bg-line">
      {used.map(({ part, amount }) => (
        <span
          key={part}
          className={`block transition-[width] duration-250 ${partLook[part]}`}
          style={{ inlineSize: `${Math.min(100, (halalasFromDecimal(amount) / total) * 100)}%` }}
        />
      ))}
    </div>
  );
}
