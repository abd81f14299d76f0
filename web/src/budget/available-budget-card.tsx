import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, type ReactNode } from 'react';
import type { Budget } from '#api/budget.ts';
import type { CompanyDashboard } from '#api/dashboards.ts';
import type { CodeOf } from '#domain/credit/reason-codes.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Link } from '../ui/link.tsx';
import { CampaignMotif } from '../ui/motif.tsx';
import { Money } from '../ui/money.tsx';
import { budgetStateOf } from './budget-state.ts';

/**
 * The one large number of the dashboard (SPEC section 5); its arithmetic opens on demand, and behind it `why` it is what
 * it is. `revenuePath`: where the revenue is filled in.
 */
export function AvailableBudgetCard({
  dashboard,
  revenuePath,
  why,
}: {
  dashboard: CompanyDashboard;
  revenuePath: string;
  why?: ReactNode;
}) {
  const id = useId();
  const state = budgetStateOf(dashboard);
  const { budget } = dashboard;
  const figures = state === 'set' ? budget : null;
  return (
    <section
      aria-labelledby={id}
      className="@container flex min-w-0 flex-col overflow-hidden rounded-md"
    >
      <div className="flex grow flex-col justify-between gap-y-4 bg-forest px-5 py-5 text-on-forest sm:px-7 sm:py-6">
        <div className="flex items-start justify-between gap-6">
          <h2 id={id} className="text-heading">
            <Trans>Available Budget</Trans>
          </h2>
          <CampaignMotif tone="forest" className="w-28 max-lg:hidden" />
        </div>
        {figures?.available_budget ? (
          <div>
            <p className="text-capacity">
              <Money amount={figures.available_budget} />
            </p>
            <BudgetBar budget={figures} />
            <Standing budget={figures} />
          </div>
        ) : (
          <NoBudget isOnItsWay={state === 'on_its_way'} revenuePath={revenuePath} />
        )}
      </div>
      {figures ? (
        <div className="flex flex-wrap items-start justify-between gap-x-6 border border-t-0 border-line bg-raised px-5 py-1 sm:px-7">
          <Disclosure summary={<Trans>How it adds up</Trans>} className="open:basis-full">
            <Arithmetic budget={figures} />
            <Reductions budget={figures} />
            {why ? <div className="mt-6">{why}</div> : null}
          </Disclosure>
          <Link to="/budget" className="text-link inline-flex min-h-11 items-center">
            <Trans>Ask for a higher budget</Trans>
          </Link>
        </div>
      ) : null}
    </section>
  );
}

function NoBudget({ isOnItsWay, revenuePath }: { isOnItsWay: boolean; revenuePath: string }) {
  return (
    <div>
      <p aria-hidden="true" className="text-capacity opacity-60">
        —
      </p>
      {isOnItsWay ? (
        <output className="mt-2 block text-lg">
          <Trans>
            Your revenue is saved and its analysis is under way. The budget will appear here
            automatically.
          </Trans>
        </output>
      ) : (
        <p className="mt-2">
          <Link
            to={revenuePath}
            className="text-lg font-semibold underline decoration-saffron decoration-2 underline-offset-6 outline-on-forest hover:decoration-4"
          >
            <Trans>Add last 6 months revenue to calculate your budget</Trans>
          </Link>
        </p>
      )}
      <p className="mt-2 text-sm">
        <Trans>
          Until your budget is set, our team reviews each ticket with its documents before the
          agency is paid.
        </Trans>
      </p>
    </div>
  );
}

/** Total − held − committed = available, written as on paper; what is in default comes off the total. */
function Arithmetic({ budget }: { budget: Budget }) {
  const { total_approval_budget, held_funds, committed_funds, available_budget } = budget;
  const { unrecovered_loss, unproven_recoveries } = budget;
  if (total_approval_budget === null || available_budget === null) return null;
  const left = [unrecovered_loss, unproven_recoveries, held_funds, committed_funds]
    .map(halalasFromDecimal)
    .reduce((rest, used) => rest - used, halalasFromDecimal(total_approval_budget));
  return (
    <dl className="grid grid-cols-[0.75rem_1fr_auto] gap-x-3">
      <Row term={<Trans>Total approval budget</Trans>} amount={total_approval_budget} />
      {unrecovered_loss === '0.00' ? null : (
        <Row sign="−" part="loss" term={<Trans>In default</Trans>} amount={unrecovered_loss} />
      )}
      {unproven_recoveries === '0.00' ? null : (
        <Row
          sign="−"
          part="loss"
          term={<Trans>Paid, and being verified</Trans>}
          amount={unproven_recoveries}
        />
      )}
      <Row sign="−" part="held" term={<Trans>Held by pending tickets</Trans>} amount={held_funds} />
      <Row
        sign="−"
        part="committed"
        term={<Trans>Committed to approved and active tickets</Trans>}
        amount={committed_funds}
      />
      {budget.budget_status === 'Suspended' && left > 0 ? (
        <Row sign="−" term={<Trans>Suspended</Trans>} amount={decimalFromHalalas(left)} />
      ) : null}
      <Row sign="=" term={<Trans>Available</Trans>} amount={available_budget} isResult />
    </dl>
  );
}

/** Why the total is less, by code. */
const reductionWords: Record<CodeOf<'reduction', 'company'>, MessageDescriptor> = {
  loss_not_recovered: msg`What is in default comes off your budget until you have paid it.`,
};

function Reductions({ budget: { reductions } }: { budget: Budget }) {
  const { i18n } = useLingui();
  return reductions.map(({ code }) => (
    <p key={code} className="mt-2 text-sm text-ink-soft">
      {i18n._(reductionWords[code])}
    </p>
  ));
}

/** The colours of the bar's parts; the same stand beside their words. */
const partLook = { loss: 'bg-overdue', committed: 'bg-leaf', held: 'bg-saffron' };

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
      className={`col-span-3 grid grid-cols-subgrid items-baseline py-2 ${isResult ? 'border-t-2 border-ink font-semibold' : 'border-t border-line first:border-0'}`}
    >
      <span aria-hidden="true" className="text-ink-faint">
        {sign}
      </span>
      <dt className={isResult ? '' : 'text-ink-soft'}>
        {part ? (
          <span
            aria-hidden="true"
            className={`me-2 inline-block size-2.5 forced-color-adjust-none ${partLook[part]}`}
          />
        ) : null}
        {term}
      </dt>
      {/* Figures end at their right in both languages: points stand under points. */}
      <dd className="text-right">
        <Money amount={amount} />
      </dd>
    </div>
  );
}

/** The same arithmetic as lengths: in default, committed, held, free. The words of the disclosure carry the facts. */
function BudgetBar({ budget }: { budget: Budget }) {
  const total = halalasFromDecimal(budget.total_approval_budget ?? '0.00');
  const used = [
    { part: 'loss', amounts: [budget.unrecovered_loss, budget.unproven_recoveries] },
    { part: 'committed', amounts: [budget.committed_funds] },
    { part: 'held', amounts: [budget.held_funds] },
  ] as const;
  if (total === 0) return null;
  return (
    <div aria-hidden="true" className="mt-5 flex h-3 gap-px overflow-hidden bg-on-forest/20">
      {used.map(({ part, amounts }) => (
        <span
          key={part}
          className={`block forced-color-adjust-none transition-[width] duration-250 ${partLook[part]}`}
          style={{
            inlineSize: `${Math.min(100, (sumHalalas(amounts.map(halalasFromDecimal)) / total) * 100)}%`,
          }}
        />
      ))}
    </div>
  );
}

/** Whether somebody answers for the figure yet. */
function Standing({ budget: { budget_status } }: { budget: Budget }) {
  return (
    <p className="mt-4 text-sm">
      {budget_status === 'Preliminary' ? (
        <Trans>Preliminary: our team has not confirmed it yet.</Trans>
      ) : budget_status === 'Confirmed' ? (
        <Trans>Confirmed by our team.</Trans>
      ) : (
        <Trans>Suspended: you cannot request financing now.</Trans>
      )}
    </p>
  );
}
