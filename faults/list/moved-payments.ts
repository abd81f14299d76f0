import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/moved-payments.test.ts';
const payments = 'server/src/servicing/payments.sql';

/** Payments of the wrong company. */
export const movedPayments: Fault[] = [
  {
    id: 'moved-and-kept',
    file: payments,
    search:
      '  perform undo_payment(v_payment, p_reason, p_now, p_today);\n  -- The reason is staff',
    replace: '  -- The reason is staff',
    test: scenario,
    breaks: 'One transfer pays two companies.',
  },
  {
    id: 'moved-without-line',
    file: payments,
    search:
      '  update bank_statement_lines l set payment_id = v_moved_id where l.payment_id = p_payment_id;\n',
    replace: '',
    test: scenario,
    breaks: 'The line of the statement shows a payment that was reversed.',
  },
  {
    id: 'moved-report-matched',
    file: payments,
    search: '  perform turn_down_report_of_payment(p_payment_id, c_not_yours, p_now);\n',
    replace: '',
    test: scenario,
    breaks: 'A company reads that its transfer arrived, which was another one’s.',
  },
  {
    id: 'moved-credit-idle',
    file: payments,
    search:
      '  perform apply_credit(v_payment.company_id, p_now);\n  perform update_lateness_stops(v_payment.company_id, p_now, true);\n  perform update_lateness_stops(v_company_id, p_now, true);',
    replace:
      '  perform update_lateness_stops(v_payment.company_id, p_now, true);\n  perform update_lateness_stops(v_company_id, p_now, true);',
    test: scenario,
    breaks: 'A company holds credit while it owes something.',
  },
  {
    id: 'moved-today',
    file: payments,
    search:
      'v_moved_id := enter_payment(p_now, p_today, v_payment.amount_sar, v_payment.value_date,',
    replace: 'v_moved_id := enter_payment(p_now, p_today, v_payment.amount_sar, p_today,',
    test: scenario,
    breaks: 'A payment that came on time counts as late for the company that paid it.',
  },
  {
    id: 'moved-to-itself',
    file: payments,
    search: '  if v_payment.company_id = v_company_id then\n',
    replace: '  if false then\n',
    test: scenario,
    breaks: 'A payment is reversed and recorded again for the same company.',
  },
];
