import { addDays, type IsoDate } from '../calendar.ts';
import { decimalFromHalalas, halalasFromDecimal, type Halalas } from '../money.ts';
import {
  BankFileProblem,
  type BankStatementLine,
  type StatementBalances,
} from './bank-statement-line.ts';

type Movement = Pick<BankStatementLine, 'direction' | 'amount' | 'refusal'>;

/** A line's effect on the balance: 0 while it is pending. */
export const movementOf = ({ direction, amount, refusal }: Movement): Halalas =>
  refusal === 'not_booked' ? 0 : halalasFromDecimal(amount) * (direction === 'credit' ? 1 : -1);

/**
 * What lines move together.
 * @throws BankFileProblem past what a number holds exactly.
 */
export function netMovement(lines: Iterable<Movement>): Halalas {
  let moved = 0;
  for (const line of lines) moved += movementOf(line);
  if (!Number.isSafeInteger(moved))
    throw new BankFileProblem(null, 'balance', 'must be a figure, such as 1,500.00');
  return moved;
}

/**
 * Opening balance and booked movements must come to the closing balance.
 * @throws BankFileProblem with the figures.
 */
export function assertAddsUp(
  { opening, closing }: StatementBalances,
  moved: Halalas,
  line: number | null = null,
): void {
  if (opening + moved === closing) return;
  const [from, by, to, found] = [opening, moved, opening + moved, closing].map(figureOf);
  throw new BankFileProblem(
    line,
    'balance',
    `must add up: ${from} and ${by} booked make ${to}, and it says ${found}`,
  );
}

/** With a sign below zero, as a screen and a bank write it. */
export const figureOf = (halalas: Halalas): string =>
  (halalas < 0 ? '-' : '') + decimalFromHalalas(Math.abs(halalas));

/** A row of CSV: what it moves, and the balance that stands beside it. */
interface BalancedRow {
  /** Of the file, from 1. */
  line: number;
  day: IsoDate;
  /** Null of money in another currency: only the balance beside it says what it moved. */
  moved: Halalas | null;
  balance: Halalas | null;
}

/**
 * Before the first row and after the last one; null where money in another currency lies between that and the next balance.
 */
type RunningBalances = { opening: Halalas | null; closing: Halalas | null };

/**
 * The balances of rows that each say what the account holds after them: the oldest day first or the newest, as the days say,
 * and within a day in its order or the other way round. Null where none says it.
 * @throws BankFileProblem with the first row that does not follow, and the figures.
 */
export function runningBalances(rows: readonly BalancedRow[]): RunningBalances | null {
  const byDay = [...Map.groupBy(rows, ({ day }) => day).values()];
  const goesOn = rows.every(({ day }, n) => n === 0 || rows[n - 1]!.day <= day);
  const goesBack = rows.every(({ day }, n) => n === 0 || rows[n - 1]!.day >= day);
  const oldestFirst = [rows, byDay.flatMap((one) => one.toReversed())];
  const newestFirst = [rows.toReversed(), byDay.toReversed().flat()];
  // Days that say which row came first are not read the other way round until the figures fit.
  const orders = [
    ...(goesBack && !goesOn ? [] : oldestFirst),
    ...(goesOn && !goesBack ? [] : newestFirst),
  ];
  const found = orders.map(follow);
  const fits = found.find((one) => !(one instanceof BankFileProblem));
  if (fits === undefined) throw found[0] as BankFileProblem;
  return fits as RunningBalances | null;
}

/** In their order, each from the one before. What moved by money in another currency is taken from the next balance. */
function follow(rows: readonly BalancedRow[]): RunningBalances | BankFileProblem | null {
  let opening: Halalas | null = null;
  let stands: Halalas | null = null;
  let moved: Halalas | null = 0;
  for (const { line, moved: by, balance } of rows) {
    moved = by === null || moved === null ? null : moved + by;
    if (balance === null) continue;
    if (stands === null) opening = moved === null ? null : balance - moved;
    else if (moved !== null) {
      try {
        assertAddsUp({ opening: stands, closing: balance }, moved, line);
      } catch (error) {
        return error as BankFileProblem;
      }
    }
    [stands, moved] = [balance, 0];
  }
  return stands === null ? null : { opening, closing: moved === null ? null : stands + moved };
}

/** How a statement follows the previous statement with balances. */
const continuities = ['first', 'follows', 'overlap', 'gap', 'break'] as const;
type Continuity = (typeof continuities)[number];

/**
 * Whether a statement goes on where the one before it ends. `overlap`: both tell of a day, so that their balances say
 * nothing of each other; `gap`: days lie between them in which the balance moved; `break`: none do, and it is another.
 */
export function continuityOf(
  { from_date, opening }: { from_date: IsoDate; opening: Halalas },
  before: { to_date: IsoDate; closing: Halalas } | null,
): Continuity {
  if (before === null) return 'first';
  if (before.to_date > from_date) return 'overlap';
  if (before.closing === opening) return 'follows';
  if (before.to_date === from_date) return 'overlap';
  return addDays(before.to_date, 1) < from_date ? 'gap' : 'break';
}
