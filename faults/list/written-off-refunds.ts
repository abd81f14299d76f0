import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/refunds.test.ts';
const stops = 'server/scenarios/financing-documents.test.ts';
const losses = 'server/src/servicing/losses.sql';
const payments = 'server/src/servicing/payments.sql';

/** A refund that never came back, and days of a stop. */
export const writtenOffRefunds: Fault[] = [
  {
    id: 'refund-written-off-while-sent',
    file: losses,
    search: "where x.payment_id = r.subject_id and x.status = 'Sent') then",
    replace: "where x.payment_id = r.subject_id and x.status = 'Gone') then",
    test: scenario,
    breaks: 'A refund that the bank is still paying is written off, and fails afterwards.',
  },
  {
    id: 'refund-write-off-is-no-loss',
    file: losses,
    search: '  perform change_refund_loss(r.subject_id, r.amount_sar, 0, p_now);\n',
    replace:
      '  update payments p set written_off_amount = p.written_off_amount + r.amount_sar, written_off_on = p_now::date where p.id = r.subject_id;\n',
    test: scenario,
    breaks: 'A company whose refund was written off keeps its budget and owes nothing.',
  },
  {
    id: 'refund-write-off-stays',
    file: 'server/src/servicing/refunds.sql',
    search: '    perform undo_refund_write_off(v_payment, p_now);\n',
    replace: '',
    test: scenario,
    breaks: 'A refund that came back after its write-off is a loss as well.',
  },
  {
    id: 'refund-loss-not-paid',
    file: 'server/src/installments/open-items.sql',
    search: 'from payments p where p.company_id = p_company_id and p.written_off_amount',
    replace: 'from payments p where false and p.company_id = p_company_id and p.written_off_amount',
    test: scenario,
    breaks: 'Money of a company lies beside a loss of its own.',
  },
  {
    id: 'refund-loss-recovered-as-refund',
    file: payments,
    search: 'from taken where not is_recovery group by 1) s',
    replace: 'from taken group by 1) s',
    test: scenario,
    breaks: 'A reversed payment takes back from what was owed what it had paid of a loss.',
  },
  {
    id: 'stop-of-the-agency-counts',
    file: 'server/src/profiles/agency-standing.sql',
    search: '  perform record_payout_stop(null, p_agency_id, null, p_suspends, p_now);\n',
    replace: '',
    test: stops,
    breaks: 'A company accepts its documents again because its agency was suspended.',
  },
  {
    id: 'stop-ends-never',
    file: 'server/src/budget/budget.sql',
    search:
      "  perform record_payout_stop(p_before.id, null, null, p_to_status = 'Suspended', p_now);\n",
    replace: '  perform record_payout_stop(p_before.id, null, null, true, p_now);\n',
    test: stops,
    breaks: 'Once suspended, a company never has to accept again.',
  },
];
