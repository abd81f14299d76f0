import type { Fault } from '../fault.ts';

const ibans = 'server/src/profiles/iban-changes.sql';
const refundsSql = 'server/src/servicing/refunds.sql';
const scenario = 'server/scenarios/refunds.test.ts';
const ibanScenario = 'server/scenarios/iban-changes.test.ts';

/** Where refunds go, and what becomes of them. */
export const refunds: Fault[] = [
  {
    id: 'refund-iban-rejected-is-used',
    file: ibans,
    search: 'where x.id = c.company_id and p_reason is null',
    replace: 'where x.id = c.company_id',
    test: ibanScenario,
    breaks: 'Refunds go to an IBAN that staff have rejected.',
  },
  {
    id: 'refund-iban-of-stranger-stays',
    file: ibans,
    search: 'where (x.agency_id = a.id or x.company_id = c.id) and',
    replace: 'where x.agency_id = a.id and',
    test: ibanScenario,
    breaks: 'An IBAN for refunds that a stranger asked for outlives the takeover.',
  },
  {
    id: 'refund-iban-not-checked',
    file: ibans,
    search: 'if p_iban is not null and not is_saudi_iban(compact_iban(p_iban)) then',
    replace: 'if false then',
    test: ibanScenario,
    breaks: 'A company gives an IBAN to which no Saudi bank pays.',
  },
  {
    id: 'refund-to-foreign-iban',
    file: refundsSql,
    search:
      "  if not is_saudi_iban(v_payer.iban) then perform refuse('payer_iban_unusable'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'A refund goes to an IBAN to which no Saudi bank pays.',
  },
  {
    id: 'refund-of-reversed-payment-sent',
    file: refundsSql,
    search: "case when p.reversed_at is not null then 'payment_reversed'\n              when",
    replace: 'case when',
    test: scenario,
    breaks: 'Money is sent for a payment that the bank has taken back.',
  },
  {
    id: 'refund-to-old-iban',
    file: refundsSql,
    search:
      "when r.goes_to = 'company' and c.refund_iban is distinct from r.iban then 'iban_changed'",
    replace: "when false then 'iban_changed'",
    test: scenario,
    breaks: 'A refund goes to an IBAN that its company has replaced.',
  },
  {
    id: 'refund-confirmed-without-file',
    file: refundsSql,
    search: "if r.status = 'Sent' and (p_move = 'confirm') = (refund_file_no(r) is null) then",
    replace: "if r.status = 'Sent' and p_move = 'fail' and refund_file_no(r) is not null then",
    test: scenario,
    breaks: 'A refund counts as arrived that no bank was told of.',
  },
  {
    id: 'refund-back-is-no-credit',
    file: refundsSql,
    search: '  perform apply_credit(r.company_id, p_now);\n',
    replace: '',
    test: scenario,
    breaks: 'What came back lies as credit beside what the company owes.',
  },
  {
    id: 'recoveries-kept-of-refund-that-came-back',
    file: refundsSql,
    search: '      perform release_recoveries(r.payment_id, p_now);\n',
    replace: '      null;\n',
    test: scenario,
    breaks: 'A company has paid back a refund that came back by itself.',
  },
  {
    id: 'refund-in-two-files',
    file: refundsSql,
    search:
      'and not exists (select from refund_file_lines l where l.refund_id = r.id offset 0)\n   order by',
    replace: '\n   order by',
    test: scenario,
    breaks: 'The bank is told twice to pay the same refund.',
  },
  {
    id: 'refund-line-not-known',
    file: 'server/src/servicing/bank-statements.sql',
    search:
      'join payment_refunds r on r.id = n.refund_id join refund_file_lines m on m.refund_id = r.id',
    replace: 'join payment_refunds r on r.id = n.refund_id',
    test: scenario,
    breaks: 'A line answers a refund that no bank was told of.',
  },
  {
    id: 'refund-line-of-another-amount',
    file: 'server/src/servicing/bank-statements.sql',
    search:
      "  if r.amount_sar <> v_line.amount then perform refuse('payout_amount_differs'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'A line of another amount answers a refund.',
  },
  {
    id: 'refund-line-credit-always-fails',
    file: 'server/src/servicing/bank-statements.sql',
    search: "when r.status in ('Confirmed', 'Returned') then 'Returned' else 'Failed' end;",
    replace: "else 'Failed' end;",
    test: scenario,
    breaks: 'A refund that had arrived and came back is no move.',
  },
  {
    id: 'refund-taken-back-unproven',
    file: refundsSql,
    search:
      'create or replace trigger unproven_return before update of status on payment_refunds\n  for each row when (',
    replace:
      'create or replace trigger unproven_return before update of status on payment_refunds\n  for each row when (false and ',
    test: scenario,
    breaks:
      'Only the operation keeps one person from taking back what the bank was handed, and not the database.',
  },
  {
    id: 'refund-approval-of-another-refund',
    file: refundsSql,
    search: "\n                        and a.details ->> 'refund_id' = new.id::text)\n     and not",
    replace: ')\n     and not',
    test: scenario,
    breaks: 'What two people said of one refund of a payment takes back every other.',
  },
  {
    id: 'refund-taken-back-on-a-question',
    file: refundsSql,
    search: "a.kind = 'return_refund' and a.outcome = 'Approved'",
    replace: "a.kind = 'return_refund'",
    test: scenario,
    breaks: 'What one person asks for lets the database take back what the bank was handed.',
  },
  {
    id: 'refund-taken-back-on-its-debit',
    file: refundsSql,
    search: "b.refund_id = new.id and b.direction = 'credit' and",
    replace: 'b.refund_id = new.id and',
    test: scenario,
    breaks: 'The line that says a refund left lets the database take it back.',
  },
  {
    id: 'refund-taken-back-on-any-amount',
    file: refundsSql,
    search: "b.direction = 'credit' and b.amount = new.amount_sar)",
    replace: "b.direction = 'credit')",
    test: scenario,
    breaks: 'A credit of another amount lets the database take a refund back.',
  },
  {
    id: 'refund-asked-of-another-state',
    file: refundsSql,
    search:
      "'status', v_refund.status, 'iban', v_refund.iban,\n    'file_no', refund_file_no(v_refund)",
    replace: "'status', 'Sent', 'iban', v_refund.iban,\n    'file_no', refund_file_no(v_refund)",
    test: scenario,
    breaks: 'A refund that arrived since it was asked about is taken back on the old question.',
  },
  {
    id: 'refund-waits-for-its-sibling',
    file: 'server/src/servicing/approvals.sql',
    search: '    do nothing returning * into r;\n  if not found',
    replace:
      "    do nothing returning * into r;\n  if exists (select from approval_requests x where x.subject_id = p_subject_id and x.kind = p_kind\n    and x.outcome is null and x.id <> r.id) then perform refuse('approval_requested'); end if;\n  if not found",
    test: scenario,
    breaks: 'A question about one refund of a payment stops that about the next.',
  },
  {
    id: 'refund-files-read-by-strangers',
    file: refundsSql,
    search:
      'using (refund_id in (select r.id from payment_refunds r where r.company_id = (select caller_company_id())));',
    replace: 'using (true);',
    test: 'server/scenarios/row-level-security.test.ts',
    breaks: 'A company sees which refunds of others a file carries.',
  },
  {
    id: 'refund-back-and-payment',
    file: 'server/src/servicing/bank-statements.sql',
    search:
      "  if v_line.direction = 'credit' and is_movement_of_payment(v_line) then perform refuse('payout_line_recorded'); end if;\n",
    replace: '',
    test: scenario,
    name: 'a line recorded as a payment is not also a returned refund',
    breaks: 'One credit is a payment of the company and a refund that came back.',
  },
];
