import type { Fault } from '../fault.ts';

const rules = 'domain/servicing/statement-balances.test.ts';
const camt = 'domain/servicing/camt-053.ts';
const csv = 'domain/servicing/bank-statement-csv.ts';

/** What a statement says that the account held, and whose account it is. */
export const statementBalances: Fault[] = [
  {
    id: 'title-days-as-account',
    file: csv,
    search: "    .map((text) => text.replace(/\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}/gu, ' '))\n",
    replace: '',
    test: rules,
    breaks: 'The days in the title of a statement are taken for another account.',
  },
  {
    id: 'total-with-day-dropped',
    file: csv,
    search: "return kind === 'total' && cellOf(row, columns, 'booked_on') !== '' ? null : kind;",
    replace: 'return kind;',
    test: rules,
    breaks: 'The last transfer of a file vanishes because its payer is called Total.',
  },
  {
    id: 'one-balance-verifies',
    file: csv,
    search: '  if (figures < 2) return null;\n',
    replace: '',
    test: rules,
    breaks: 'A file counts as verified though nothing was compared.',
  },
  {
    id: 'days-in-one-order-alone',
    file: 'domain/servicing/statement-balances.ts',
    search: 'byDay.toReversed().flat()',
    replace: 'rows',
    test: rules,
    breaks: 'A file with the newest day first is refused though it adds up.',
  },
  {
    id: 'balances-never-compared',
    file: 'domain/servicing/statement-balances.ts',
    search: '  if (opening + moved === closing) return;',
    replace: '  if (opening + moved === closing || moved !== 0) return;',
    test: rules,
    breaks: 'A statement with a line missing is accepted.',
  },
  {
    id: 'pending-in-the-sum',
    file: 'domain/servicing/statement-balances.ts',
    search: "  refusal === 'not_booked' ? 0 : ",
    replace: '  refusal === null && false ? 0 : ',
    test: rules,
    breaks: 'A right statement with a pending line is refused.',
  },
  {
    id: 'balance-owed-read-as-held',
    file: camt,
    search: "halalasFromDecimal(amount) * (direction === 'debit' ? -1 : 1)",
    replace: 'halalasFromDecimal(amount)',
    test: rules,
    breaks: 'An overdrawn account is read as one that holds money.',
  },
  {
    id: 'details-direction-ignored',
    file: camt,
    search: '    const direction = directionOf(detail) ?? whole.direction;',
    replace: '    const { direction } = whole;',
    test: rules,
    breaks: 'A credit whose details are all debits becomes credits.',
  },
  {
    id: 'single-detail-direction-ignored',
    file: camt,
    search:
      '    if ((directionOf(detail) ?? whole.direction) !== whole.direction) throw doNotAddUp();\n',
    replace: '',
    test: rules,
    breaks: 'A credit whose only detail is a debit becomes a credit.',
  },
  {
    id: 'opening-balance-is-a-credit',
    file: csv,
    search: "    const balance = kind === 'total' ? null : balanceIn(row, columns);\n",
    replace:
      "    const balance = kind === 'total' ? null : balanceIn(row, columns);\n    if (movedIn(row, columns) !== '') return true;\n",
    test: rules,
    breaks: 'A row that says the opening balance is read as money in.',
  },
  {
    id: 'thousand-read-as-one',
    file: csv,
    search:
      "  if (currency === 'SAR' && fraction?.length === 3 && /^[1-9]\\d{0,2}$/.test(whole)) return null;\n",
    replace: '',
    test: rules,
    breaks: 'A thousand riyals with a point between the groups is read as one riyal.',
  },
  {
    id: 'account-in-title-ignored',
    file: csv,
    search: 'const titled = accountAbove(above);',
    replace: 'const titled = null as string | null;',
    test: 'server/scenarios/bank-statements.test.ts',
    breaks: 'A statement of another account is imported.',
  },
  {
    id: 'account-number-is-any',
    file: 'domain/servicing/bank-statement-line.ts',
    search: '[iban.slice(4), iban.slice(6)].map(withoutZeros).includes(number);',
    replace: 'iban.endsWith(number);',
    test: rules,
    breaks: 'A statement of another account of the bank is imported.',
  },
  {
    id: 'statements-in-a-file-not-chained',
    file: camt,
    search: 'one.opening === ordered[n - 1]!.closing',
    replace: 'one.opening >= ordered[n - 1]!.closing',
    test: rules,
    breaks: 'A file that leaves out a day between two statements is accepted.',
  },
  {
    id: 'gap-not-told',
    file: 'domain/servicing/statement-balances.ts',
    search: "  return addDays(before.to_date, 1) < from_date ? 'gap' : 'break';",
    replace: "  return 'break';",
    test: rules,
    breaks: 'Nobody is told that a statement is missing.',
  },
  {
    id: 'statement-before-is-any',
    file: 'server/src/servicing/bank-statements.sql',
    search: '     and (b.from_date, b.id) < (s.from_date, s.id)\n',
    replace: '',
    test: 'server/scenarios/bank-statements.test.ts',
    breaks: 'A statement is compared with itself.',
  },
];
