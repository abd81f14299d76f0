import type { Fault } from '../fault.ts';

const reports = 'server/scenarios/transfer-reports.test.ts';

/** What has arrived of a reported transfer, and what is asked while one is being checked. */
export const transferReportsChecked: Fault[] = [
  {
    id: 'request-despite-report',
    file: 'server/src/servicing/approvals.sql',
    search:
      "  if r.figures ? 'reports' and not p_despite_report then perform refuse('report_being_checked'); end if;\n",
    replace: '',
    test: reports,
    breaks:
      'A write-off or a refund is asked for while a reported transfer is being checked, and nobody is told.',
  },
  {
    id: 'closed-despite-report',
    file: 'server/src/servicing/payments.sql',
    search: '  if not p_despite_report and reports_being_checked_json',
    replace: '  if false and reports_being_checked_json',
    test: reports,
    breaks:
      'A ticket is closed while a reported transfer of its company is being checked, and nobody is told.',
  },
  {
    id: 'sent-back-despite-report',
    file: 'server/src/servicing/refunds.sql',
    search: '\n    || reports_of_similar_transfers_json(v_payment)',
    replace: '',
    test: 'server/scenarios/sent-back-payments.test.ts',
    breaks:
      'Money of an unknown payer is sent back while its company has reported it, and nobody is told.',
  },
  {
    id: 'reports-by-their-sum',
    file: 'server/src/servicing/transfer-reports.sql',
    search: 'jsonb_agg(r.id order by r.id)',
    replace: 'count(*)',
    test: reports,
    breaks:
      'A write-off is approved although another report of the same amount has come in since it was asked for.',
  },
  {
    id: 'arrived-as-reported',
    file: 'server/src/tickets/tickets.sql',
    search: '(select p.amount_sar::text from payments p where p.id = r.payment_id)',
    replace: 'case when r.payment_id is not null then r.amount_sar::text end',
    test: reports,
    breaks: 'A company reads that all has arrived that it reported, where 1.00 has.',
  },
  {
    id: 'matched-amount-as-reported',
    file: 'server/src/servicing/transfer-reports.sql',
    search:
      "r.reason,\n    'arrived_amount', (select p.amount_sar::text from payments p where p.id = r.payment_id))",
    replace:
      "r.reason,\n    'arrived_amount', case when r.payment_id is not null then r.amount_sar::text end)",
    test: 'server/scenarios/money-model/odd-seeds.test.ts',
    breaks: 'Staff read that all has arrived that was reported, whatever the payment was.',
  },
];
