import type { Fault } from '../fault.ts';

const scenario = 'server/scenarios/returned-payouts.test.ts';
const runs = 'server/src/servicing/payout-runs.sql';
const statements = 'server/src/servicing/bank-statements.sql';
const payouts = 'server/src/payouts/payouts.sql';

/** Payouts that had arrived and that the bank sends back. */
export const payoutReturns: Fault[] = [
  {
    id: 'payout-left-twice',
    file: statements,
    search:
      "  if exists (select from other_lines_of_attempt(v_line, v_line.direction) o where o.status = 'Settled') then\n",
    replace: '  if false then\n',
    test: scenario,
    breaks: 'A payout that the bank made twice and sent back once is paid a third time.',
  },
  {
    id: 'payout-back-and-payment',
    file: statements,
    search:
      "    if is_movement_of_payment(v_line) then perform refuse('payout_line_recorded'); end if;\n",
    replace: '',
    test: scenario,
    breaks: 'One credit is a payment of the company and a payout that came back.',
  },
  {
    id: 'payout-back-before-it-left',
    file: statements,
    search: '     where v_paid.outcome is null and o.status',
    replace: '     where false and o.status',
    test: scenario,
    breaks: 'Which of two lines is confirmed first decides whether the company owes anything.',
  },
  {
    id: 'payout-known-line-unnamed',
    file: 'server/src/servicing/import-bank-statement.ts',
    search: '      named,\n    });',
    replace: '      named: [],\n    });',
    test: scenario,
    breaks:
      'A payout that came back stays proposed as a payment where an earlier file did not name it.',
  },
  {
    id: 'payout-charge-as-payout',
    file: statements,
    search: "             where n.direction = 'credit' or n.amount = l.amount_sar\n",
    replace: '',
    test: scenario,
    breaks: 'Each charge of the bank is a line to decide about.',
  },
  {
    id: 'return-of-anything',
    file: runs,
    search: "and l.payout_id = p_payout_id and l.outcome = 'Confirmed';",
    replace: 'and l.payout_id = p_payout_id;',
    test: scenario,
    breaks: 'A payout that is under way or failed before is recorded as having come back.',
  },
  {
    id: 'return-opens-completed',
    file: runs,
    search: "case when p_ticket_status = 'Active' then 'financing'",
    replace: "case when p_ticket_status in ('Active', 'Completed') then 'financing'",
    test: scenario,
    breaks: 'A completed ticket whose payout comes back loses what its company has paid.',
  },
  {
    id: 'return-without-debt',
    file: runs,
    search: "perform undo_entries(v_ticket.id, array['payout_sent'], v_event, p_now, p_reason);",
    replace: 'null;',
    test: scenario,
    breaks: 'The ledger does not say that we owe the agency what came back.',
  },
  {
    id: 'returned-financed-twice',
    file: runs,
    search: '  if p.returned_at is not null then\n    perform move_payout(p.id,',
    replace: '  if false then\n    perform move_payout(p.id,',
    test: scenario,
    breaks: 'Sending a returned payout again finances its ticket again.',
  },
  {
    id: 'returned-not-due',
    file: runs,
    search:
      "\n   where p.status = 'Pending' and (t.status = 'Approved' or p.returned_at is not null)\n     and",
    replace: "\n   where p.status = 'Pending' and t.status = 'Approved'\n     and",
    test: scenario,
    breaks: 'No run takes up a payout that came back after its ticket was done.',
  },
  {
    id: 'returned-asks-budget',
    file: payouts,
    search: '    when p.returned_at is not null then null\n',
    replace: '',
    test: scenario,
    breaks: 'A suspended budget keeps from the agency what we owe it.',
  },
  {
    id: 'returned-asks-acceptance',
    file: payouts,
    search: '                  case when p.returned_at is null then ticket_acceptance_obstacle',
    replace: '                  case when true then ticket_acceptance_obstacle',
    test: scenario,
    breaks: 'The company of a completed ticket is asked to accept its documents again.',
  },
  {
    id: 'reopened-without-payout',
    file: 'server/src/servicing/servicing.sql',
    search: "if v_returned.status = 'Pending' then",
    replace: 'if false then',
    test: scenario,
    breaks: 'A company owes for a ticket whose agency has not got its money.',
  },
  {
    id: 'attempt-in-capitals',
    file: 'domain/payouts/pain-001.ts',
    search: '(?![0-9a-z])/giu',
    replace: '(?![0-9a-z])/gu',
    test: 'domain/payouts/pain-001.test.ts',
    breaks: 'A bank that writes in capitals names no payout.',
  },
  {
    id: 'one-person-ends-what-came-back',
    file: 'server/src/servicing/payments.sql',
    search:
      "  if is_return_unproven(p_ticket_id) then perform refuse('close_takes_two'); end if;\n",
    replace: '',
    test: 'server/scenarios/returned-payouts.test.ts',
    breaks: 'One person says that a payout came back and closes its ticket: the debt is gone.',
  },
  {
    id: 'statement-proves-no-return',
    file: 'server/src/servicing/returned-payouts.sql',
    search: "b.payout_run_id = l.run_id and b.direction = 'credit'",
    replace: "b.payout_run_id = l.run_id and b.direction = 'debit'",
    test: 'server/scenarios/returned-payouts.test.ts',
    breaks: 'A ticket whose payout came back by a statement takes two people to close.',
  },
  {
    id: 'stopped-counts-as-said',
    file: 'server/src/servicing/returned-payouts.sql',
    search: "l.outcome in ('Failed', 'Returned') and l.stop is null",
    replace: "l.outcome in ('Failed', 'Returned')",
    test: 'server/scenarios/returned-payouts.test.ts',
    breaks: 'A ticket whose payout never left takes two people to close.',
  },
  {
    id: 'notes-stand-after-the-end',
    file: 'server/src/documents/financing-documents.sql',
    search: "e.operation in ('close_ticket', 'end_ticket')",
    replace: "e.operation = 'close_ticket'",
    test: 'server/scenarios/returned-payouts.test.ts',
    breaks: 'Notes of a ticket that two people ended after its payout came back bind the company.',
  },
  {
    id: 'vat-number-for-a-payout-sent-again',
    file: 'server/src/servicing/payout-runs.sql',
    search: 'where l.run_id = p_run_id and p.returned_at is null and vat_of_fee',
    replace: 'where l.run_id = p_run_id and vat_of_fee',
    test: 'server/scenarios/returned-payouts.test.ts',
    breaks: 'A payout that is sent again without an invoice waits for a VAT number.',
  },
];
