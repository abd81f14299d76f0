import { bankOfIban, compactIban, isSaudiIban } from '../iban.ts';
import { plainDigits, plainWords, rowsOf, separatorsOf, type Row } from './bank-statement-csv.ts';
import { BankFileProblem } from './bank-statement-line.ts';

/** The most virtual IBANs of one list; ours. */
export const MAX_VIRTUAL_IBANS = 20_000;

/** Room for as many rows with names and dates beside the IBAN; ours. */
export const MAX_VIRTUAL_IBAN_LIST_BYTES = 4 * 1024 * 1024;

/** A virtual IBAN, and where it stands in the file, from 1. */
export interface ListedIban {
  line: number;
  iban: string;
}

const columnNames = new Set(
  [
    'iban',
    'virtual iban',
    'virtual iban number',
    'virtual account',
    'virtual account iban',
    'virtual account number',
    'الآيبان',
    'رقم الآيبان',
    'الآيبان الافتراضي',
    'الحساب الافتراضي',
    'رقم الحساب الافتراضي',
  ].map(plainWords),
);

/**
 * The virtual IBANs of a list that our bank gave as CSV: of a column that is called so, or of the only column.
 * @param own_iban our account, whose bank must be theirs.
 * @throws BankFileProblem with the line of the file, from 1, and what is wrong.
 */
export function virtualIbanList(file: string, own_iban: string): ListedIban[] {
  const { column, rows } = ibanRows(file.replace(/^\uFEFF/u, ''));
  if (rows.length === 0) throw new BankFileProblem(null, 'iban', 'must stand in the file');
  if (rows.length > MAX_VIRTUAL_IBANS) {
    throw new BankFileProblem(null, 'rows', `must not pass ${MAX_VIRTUAL_IBANS}`);
  }
  const lines = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    const iban = compactIban(plainDigits(cells[column] ?? ''));
    const must = problemOf(iban, own_iban, lines.get(iban));
    if (must !== null) throw new BankFileProblem(line, 'iban', must);
    lines.set(iban, line);
    return { line, iban };
  });
}

function problemOf(iban: string, own_iban: string, earlier: number | undefined): string | null {
  if (!isSaudiIban(iban)) return 'must be a Saudi IBAN whose check digits fit: SA and 22 digits';
  if (iban === own_iban) return 'must not be our own account: take it out';
  if (bankOfIban(iban) !== bankOfIban(own_iban)) {
    return `must be of our bank (${bankOfIban(own_iban)}), not of bank ${bankOfIban(iban)}`;
  }
  return earlier === undefined ? null : `must stand once: take it out here or in line ${earlier}`;
}

/** The rows of a file, and which of their columns holds the IBAN. */
function ibanRows(file: string): { column: number; rows: Row[] } {
  const [separator = ','] = separatorsOf(file);
  const [head, ...others] = rowsOf(file, separator);
  if (head === undefined) return { column: 0, rows: [] };
  const column = head.cells.findIndex((cell) => columnNames.has(plainWords(cell)));
  if (column >= 0) return { column, rows: others };
  if (head.cells.length > 1) {
    throw new BankFileProblem(head.line, 'columns', 'must be named: one of them IBAN');
  }
  return { column: 0, rows: [head, ...others] };
}
