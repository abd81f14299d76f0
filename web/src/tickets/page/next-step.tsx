import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { TicketDetails } from '#api/tickets.ts';
import type { ReasonCode } from '#domain/credit/reason-codes.ts';
import { restOf } from '#domain/installments/owed.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { nextStep, type NextStep } from '#domain/tickets/next-step.ts';
import { StepActions } from './actions.tsx';
import { wordsOf } from './copy.tsx';
import { PaymentHolds } from './payment-holds.tsx';

/** The next step of a ticket as the domain sees it, from what the page holds; it reckons with what is left to pay. */
export function stepOf(details: TicketDetails): NextStep {
  const installments = (details.installments ?? []).map((one) => ({
    ...one,
    amount_halalas: restOf({
      amount_halalas: halalasFromDecimal(one.amount_sar),
      paid_halalas: halalasFromDecimal(one.paid_amount),
    }),
  }));
  const { ticket, documents_accepted_on, document_sets } = details;
  const { acceptance_stopped_days, payout_stopped_on, loss } = details;
  const unrecovered_halalas = loss ? halalasFromDecimal(loss.unrecovered_amount) : 0;
  const documents = document_sets?.[0];
  const of = {
    ...ticket,
    documents_accepted_on,
    acceptance_stopped_days,
    settlement_awaits_proof: details.settlement_awaits_proof,
    small_rest_halalas: halalasFromDecimal(details.small_rest_sar ?? '0.00'),
    documents,
    awaits_details: details.awaits_cr_number || details.awaits_company_name,
    payout_stopped_on,
    unrecovered_halalas,
    being_checked_halalas: halalasFromDecimal(details.being_checked_sar ?? '0.00'),
  };
  return nextStep(of, details.role, details.today, installments);
}

/** What happens next, whom it waits for and, where that is the reader, the way to do it. */
export function TicketNextStep({ details }: { details: TicketDetails }) {
  const id = useId();
  const step = stepOf(details);
  const { title, body } = wordsOf(step, details);
  return (
    <section
      aria-labelledby={id}
      className={`grid gap-x-10 gap-y-5 border-s-4 px-5 py-5 sm:px-7 sm:py-6 md:grid-cols-[minmax(0,1fr)_auto] md:items-center print:hidden ${toneOf(step, details)}`}
    >
      <div className="min-w-0">
        <p className="eyebrow text-ink-soft!">
          <Trans>Next step</Trans>
        </p>
        {/* A move takes away the button that made it: the focus goes to the new step. */}
        <h2
          id={id}
          tabIndex={-1}
          data-takes-focus
          className="text-heading outline-none sm:text-2xl"
        >
          {title}
        </h2>
        <div className="mt-1.5 max-w-prose space-y-1.5 text-ink-soft">
          {body}
          <PaymentHolds {...details} said={saidByStep[step.kind] ?? []} />
        </div>
      </div>
      <StepActions step={step} details={details} />
    </section>
  );
}

/** The holds that a step says in its own words. */
const saidByStep: Partial<Record<NextStep['kind'], readonly ReasonCode[]>> = {
  documents: ['documents_not_accepted', 'acceptance_expired', 'payment_in_review'],
  payout_stopped: ['company_overdue'],
};

/** Saffron is "now": what waits for the reader. */
function toneOf(step: NextStep, { role }: TicketDetails): string {
  const isStoppedByReader = step.kind === 'payout_stopped' && role === 'company';
  if (step.kind === 'overdue' || step.kind === 'in_default' || isStoppedByReader)
    return 'border-overdue bg-overdue-wash';
  if (step.waits_on === role) return 'border-saffron bg-saffron-wash';
  if (step.waits_on === 'nobody') return 'border-line-strong bg-sunk';
  return 'border-palm bg-palm-wash';
}
