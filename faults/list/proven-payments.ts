import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/proven-payments.test.ts';
const payments = 'server/src/servicing/payments.sql';
const lateness = 'server/src/installments/lateness.sql';

/** Payments that one person has typed and that no line of a statement shows. */
export const provenPayments: Fault[] = [
  {
    id: 'own-payment-confirmed',
    file: payments,
    search:
      "  if v_payment.recorded_by = p_user_id then perform refuse('own_payment_refused'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'Whoever typed a payment learns from an error of the database that it takes another.',
  },
  {
    id: 'unproven-letter',
    file: 'server/src/documents/settlement.sql',
    search: 'a.reversed_at is null and p.proven_at is null)',
    replace: 'a.reversed_at is null and false)',
    test: scenario,
    breaks: 'A payment that never came gives a settlement letter.',
  },
  {
    id: 'unproven-refund',
    file: 'server/src/servicing/refunds.sql',
    search: "  if v_payment.proven_at is null then perform refuse('payment_not_proven'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'Money is refunded of a payment that never came.',
  },
  {
    id: 'unproven-sets-credit-free',
    file: 'server/src/servicing/refunds.sql',
    search: 'case when p.proven_at is null then -p.allocated_amount else p.credit_amount end',
    replace: 'case when p.proven_at is null then 0 else p.credit_amount end',
    test: scenario,
    breaks: 'A payment that never came pays the debt, and what really came is refunded.',
  },
  {
    id: 'line-proves-nothing',
    file: payments,
    search: 'where p.id = new.payment_id and p.proven_at is null;',
    replace: 'where false and p.id = new.payment_id and p.proven_at is null;',
    test: scenario,
    breaks: 'A payment that a statement shows waits for a second person.',
  },
  {
    id: 'unproven-lifts-stops',
    file: lateness,
    search: 'p.company_id = p_company_id and p.proven_at is null',
    replace: 'p.company_id = p_company_id and false',
    test: scenario,
    breaks: 'A payment that never came opens requests and payouts.',
  },
  {
    id: 'unproven-stops-who-paid-in-time',
    file: lateness,
    search: ' > i.due_date + p_days\n',
    replace: ' > i.due_date + p_days - 99\n',
    test: scenario,
    breaks: 'A company that paid in time is stopped because nobody has looked at the bank.',
  },
  {
    id: 'unproven-report-pauses-no-more',
    file: lateness,
    search: ' u\n      where not u.is_reported',
    replace: ' u',
    test: scenario,
    breaks: 'Recording a reported transfer stops the requests that its report had kept open.',
  },
  {
    id: 'confirmed-and-still-stopped',
    file: payments,
    search:
      '  -- What it paid too late counts as paid now.\n  perform update_lateness_stops(v_payment.company_id, p_now, true);\n',
    replace: '',
    test: scenario,
    breaks: 'A payout stays stopped after the payment has been confirmed.',
  },
  {
    id: 'five-calendar-days',
    file: 'domain/payouts/bank-day.ts',
    search: 'if (isBankDay(one, holidays)) left -= 1;',
    replace: 'left -= 1;',
    test: scenario,
    breaks: 'A payment is a task after five days of which two were no working days.',
  },
];
