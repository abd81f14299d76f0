import type { Fault } from '../fault.ts';

const lives = 'server/scenarios/bank-statements.test.ts';
const csv = 'domain/servicing/bank-statement-csv.test.ts';
const told = 'domain/servicing/told-lines.test.ts';
const reversals = 'domain/servicing/bank-reversal-matching.test.ts';

/** What the bank takes back, and movements that are told twice. */
export const bankStatements: Fault[] = [
  {
    id: 'sign-dropped',
    file: 'domain/servicing/bank-statement-csv.ts',
    search:
      "  const { isNegative } = found;\n  return { direction: isNegative ? 'debit' : 'credit', amount, is_reversal: isNegative };",
    replace: "  return { direction: 'credit', amount, is_reversal: false };",
    test: csv,
    breaks: 'A negative credit is read as a second transfer.',
  },
  {
    id: 'sign-of-credit-column-dropped',
    file: 'domain/servicing/bank-statement-csv.ts',
    search:
      "  if (isCredit)\n    return { direction: isNegative ? 'debit' : 'credit', amount, is_reversal: isNegative };",
    replace: "  if (isCredit) return { direction: 'credit', amount, is_reversal: false };",
    test: csv,
    breaks: 'A negative figure in the column of credits is read as money in.',
  },
  {
    id: 'pending-is-money',
    file: 'domain/servicing/bank-statement-csv.ts',
    search: '  if (notBooked.has(status)) return false;',
    replace: '  if (notBooked.has(status)) return true;',
    test: csv,
    breaks: 'A transfer that the bank has not booked becomes a payment.',
  },
  {
    id: 'storno-is-debit',
    file: 'domain/servicing/camt-053.ts',
    search: 'isTakenBack(remittance) || (family',
    replace: '(family',
    test: 'server/src/servicing/parse-bank-statement.test.ts',
    breaks: 'What the bank takes back without its mark is kept apart, and nobody is asked.',
  },
  {
    id: 'reference-not-of-movement',
    file: 'domain/servicing/told-lines.ts',
    search: '    : JSON.stringify([direction, amount, currency, isPending(line), reference]);',
    replace:
      '    : JSON.stringify([direction, amount, currency, isPending(line), reference, wordsOf(line)]);',
    test: told,
    breaks: 'A transfer that two formats word differently is recorded twice.',
  },
  {
    id: 'standing-order-dropped',
    file: 'domain/servicing/told-lines.ts',
    search: '    const there = candidates.filter(({ value_date }) => value_date === day);',
    replace: '    const there = candidates;',
    test: told,
    breaks: 'The next transfer of a standing order is dropped as known.',
  },
  {
    id: 'equal-transfer-of-day-dropped',
    file: 'domain/servicing/told-lines.ts',
    search: 'if (again > 1 || isWithin || (isLonger && isWhole)) take(place, one);',
    replace: 'if (again > 0) take(place, one);',
    test: told,
    breaks: 'An equal transfer of the same day, on a file that does not overlap, is dropped.',
  },
  {
    id: 'pending-line-known',
    file: 'domain/servicing/told-lines.ts',
    search: "const isPending = ({ refusal }: Said) => refusal === 'not_booked';",
    replace: 'const isPending = (_line: Said) => false;',
    test: told,
    breaks: 'The booked line of a transfer that was pending is dropped as known.',
  },
  {
    id: 'parts-of-whole-new',
    file: 'domain/servicing/told-lines.ts',
    search: '  compareWholes(places, told, compared, ask);\n',
    replace: '',
    test: lives,
    name: 'a booking that one file tells as a whole',
    breaks: 'A booking for several transfers is recorded as a whole and in parts.',
  },
  {
    id: 'taken-back-twice',
    file: 'domain/servicing/bank-reversal-matching.ts',
    search: '    taken.add(best.one);\n',
    replace: '',
    test: reversals,
    breaks: 'Two lines take the same payment back.',
  },
  {
    id: 'taken-back-before-it-came',
    file: 'domain/servicing/bank-reversal-matching.ts',
    search: '.filter((one) => !taken.has(one) && isInTime(line, one))',
    replace: '.filter((one) => !taken.has(one))',
    test: reversals,
    breaks: 'A payment of next week is proposed as what the bank took back.',
  },
  {
    id: 'taken-back-stands',
    file: 'server/src/servicing/bank-statements.sql',
    search: '    perform undo_payment(v_payment, v_reason, p_now, p_today);\n',
    replace: '',
    test: lives,
    breaks: 'What the bank took back still pays.',
  },
  {
    id: 'report-stands-after-taking-back',
    file: 'server/src/servicing/bank-statements.sql',
    search: '    perform turn_down_report_of_payment(p_payment_id, v_reason, p_now);\n',
    replace: '',
    test: lives,
    breaks: 'A company reads that its transfer was matched after the bank took it back.',
  },
  {
    id: 'taken-back-credit-confirmed',
    file: 'server/src/servicing/bank-statements.sql',
    search:
      "  if is_taken_back(v_line) then perform refuse('bank_statement_line_taken_back'); end if;\n",
    replace: '',
    test: lives,
    breaks: 'A credit that the bank took back becomes a payment.',
  },
  {
    id: 'another-without-reason',
    file: 'server/src/servicing/bank-statements.sql',
    search: '    if v_is_recorded and p_reason is null then\n',
    replace: '    if false then\n',
    test: lives,
    breaks: 'The same movement is recorded a second time and nobody says why.',
  },
  {
    id: 'told-before-certain',
    file: 'server/src/servicing/bank-statements.sql',
    search:
      '  if l.told_line_id is not null or exists (select from bank_statement_lines o where o.told_line_id = l.id) then',
    replace: '  if false then',
    test: lives,
    name: 'a booking that one file tells as a whole',
    breaks: 'A line whose parts another file has told is confirmed with the certain ones.',
  },
  {
    id: 'reported-twice-without-reason',
    file: 'server/src/servicing/transfer-reports.sql',
    search: '  if v_is_known and p_reason is null then\n',
    replace: '  if false then\n',
    test: 'server/scenarios/transfer-reports.test.ts',
    breaks: 'A reported transfer that is recorded already is recorded again.',
  },
  {
    id: 'typed-twice-on-another-day',
    file: 'server/src/servicing/payments.sql',
    search: '      or is_movement_known(p_amount, p_reference)\n',
    replace: '',
    test: lives,
    name: 'a payment is not typed while a line with its reference is open',
    breaks: 'A line that is open under the same reference stops nobody from typing it in.',
  },
];
