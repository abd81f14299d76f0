import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/returned-payouts.test.ts';
const sql = 'server/src/servicing/doubtful-payouts.sql';

/** Payouts that are in no file, or go to an IBAN that has changed, and are said to be paid. */
export const doubtfulPayouts: Fault[] = [
  {
    id: 'unfiled-not-doubtful',
    file: 'server/src/servicing/payout-files.sql',
    search: '(payout_line_file_no(l) is null or a.paid_iban',
    replace: '(a.paid_iban',
    test: scenario,
    breaks: 'One person says that a payout arrived which no file has handed to the bank.',
  },
  {
    id: 'changed-iban-not-doubtful',
    file: 'server/src/servicing/payout-files.sql',
    search: ' or a.paid_iban is distinct from l.iban)',
    replace: ')',
    test: scenario,
    breaks: 'One person says that a payout arrived at an IBAN that its agency has given up.',
  },
  {
    id: 'doubtful-present-iban-unseen',
    file: sql,
    search:
      ", 'file_no', payout_line_file_no(l),\n                                    'present_iban', a.paid_iban)",
    replace:
      ", 'file_no', payout_line_file_no(l),\n                                    'present_iban', null)",
    test: scenario,
    breaks:
      'A payout is confirmed although its agency has changed its IBAN again since it was asked.',
  },
  {
    id: 'doubtful-statement-refused',
    file: sql,
    search: "b.direction = 'debit'",
    replace: "b.direction = 'credit'",
    test: scenario,
    breaks: 'A debit that names a payout does not confirm it because the IBAN has changed.',
  },
  {
    id: 'doubtful-approval-of-any-run',
    file: sql,
    search: 'if l.outcome is not null or not is_line_doubtful(l) then',
    replace: 'if l.outcome is not null then',
    test: scenario,
    breaks: 'What was asked for while a payout was in no file is approved once it is in one.',
  },
  {
    id: 'doubtful-approval-of-another-run',
    file: sql,
    search:
      "\n                        and a.details ->> 'run_id' = new.run_id::text)\n     and not",
    replace: ')\n     and not',
    test: scenario,
    breaks: 'What two people said of one attempt confirms every later one.',
  },
  {
    id: 'doubtful-debit-of-any-amount',
    file: sql,
    search: '\n                        and b.amount = new.amount_sar) then',
    replace: ') then',
    test: scenario,
    breaks: 'A debit of another amount confirms a payout whose IBAN has changed.',
  },
  {
    id: 'doubtful-declined-confirms',
    file: sql,
    search: " and a.outcome = 'Approved'",
    replace: '',
    test: scenario,
    breaks: 'The database takes a request that was declined for an approval.',
  },
  {
    id: 'doubtful-before-release',
    file: 'server/src/servicing/payout-files.sql',
    search: "select r.status = 'Released' and (payout",
    replace: 'select (payout',
    test: scenario,
    breaks: 'Each line of a run that is not released reads as in doubt.',
  },
  {
    id: 'doubtful-line-unguarded',
    file: sql,
    search: 'for each row when (new.outcome = ',
    replace: 'for each row when (false and new.outcome = ',
    test: scenario,
    breaks: 'Only the operation keeps one person from confirming it, and not the database.',
  },
  {
    id: 'doubtful-request-of-old-run-waits',
    file: 'server/src/servicing/approvals.sql',
    search: '    do nothing returning * into r;\n  if not found',
    replace:
      "    do nothing returning * into r;\n  if exists (select from approval_requests x where x.subject_id = p_subject_id and x.kind = p_kind\n    and x.outcome is null and x.id <> r.id) then perform refuse('approval_requested'); end if;\n  if not found",
    test: scenario,
    breaks: 'A question about a run that has ended stops that about the next for seven days.',
  },
];
