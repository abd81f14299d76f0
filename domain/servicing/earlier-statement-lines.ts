import { latinDigits } from '../digits.ts';
import { daysBetween, type IsoDate } from '../calendar.ts';
import { halalasFromDecimal, type Halalas } from '../money.ts';
import {
  referenceKey,
  SHORTEST_REFERENCE,
  wholeAccount,
  type BankStatementFile,
  type BankStatementLine,
  type StatementBalances,
} from './bank-statement-line.ts';
import { nameLikeness, sameScript, NAMES_DIFFER_BELOW } from './name-likeness.ts';
import { namedByReferences } from './payment-reference.ts';

/** The fields by which lines of two statements are compared. */
type ComparedLine = Pick<
  BankStatementLine,
  | 'direction'
  | 'amount'
  | 'currency'
  | 'value_date'
  | 'bank_reference'
  | 'entry_reference'
  | 'payer_name'
  | 'payer_iban'
  | 'remittance'
  | 'refusal'
> & {
  /** The virtual IBAN that the money went to, where the statement says it. */
  credited_iban: string | null;
};

/**
 * A line of an earlier statement of our account or of a virtual IBAN, with the days of that statement.
 */
export interface EarlierLine extends ComparedLine {
  id: string;
  format: BankStatementFile['format'];
  /** The virtual IBAN whose statement had it; null: a statement of our account. */
  virtual_iban: string | null;
  from_date: IsoDate;
  to_date: IsoDate;
  /** The account's balances before and after that statement, where it says them. */
  balances: StatementBalances | null;
}

/** A statement that is compared with earlier ones, beside its lines. */
export interface ComparedStatement {
  from: IsoDate;
  to: IsoDate;
  format?: BankStatementFile['format'];
  balances: StatementBalances | null;
  /** The virtual IBAN whose statement it is; null: our account's. */
  virtualIban: string | null;
}

export interface Comparison {
  /** The line of an earlier statement that this line is: it is not kept again. */
  known_id: string | null;
  /** The line of an earlier statement that this one may be: somebody is asked. */
  told_line_id: string | null;
  /** Its number, from 1, among the lines of its file that say the same. */
  occurrence: number;
}

/**
 * Compares the lines of a file with what earlier statements of the account told, whatever their format.
 *
 * The bank's reference with direction and amount identifies a movement; where several lines share them, payer and text
 * count too; without a reference, the day, the payer and the text. On the same day such a line is known. On another day
 * (a standing order repeats its reference), where the payers differ, or where nothing shows that the two files overlap on
 * that day, the line is kept and asked about. Two lines with payment references of two tickets are two movements, and so are
 * lines of two statements of which one begins with what the account held after the other. One booking for several transfers
 * that the other file tells one by one is asked about.
 * Money that went to a virtual IBAN is told by the statement of our account and by that of the virtual IBAN, perhaps under
 * two references: then somebody is asked. What went to two virtual IBANs is never one movement.
 * @param dayCounts How many lines earlier statements told of each value date.
 */
export function compareWithEarlierLines(
  lines: readonly ComparedLine[],
  told: readonly EarlierLine[],
  dayCounts: Readonly<Record<IsoDate, number>>,
  statement: ComparedStatement = { virtualIban: null, from: '', to: '', balances: null },
): Comparison[] {
  const { virtualIban } = statement;
  const earlier = told.filter((one) => !areNeighbours(one, statement));
  const compared = lines.map((): Comparison => ({
    known_id: null,
    told_line_id: null,
    occurrence: 1,
  }));
  const places = lines.map((line, place) => ({ line, place }));
  countOccurrences(places, compared);
  const taken = new Set<EarlierLine>();
  const take = (place: number, one: EarlierLine) => {
    taken.add(one);
    compared[place]!.known_id = one.id;
  };
  const ask = (place: number, one: EarlierLine) => {
    compared[place]!.told_line_id = one.id;
  };
  const named = places.filter(({ line }) => identityOf(line.bank_reference) !== null);
  const earlierByReference = Map.groupBy(earlier, movementKey);
  for (const all of Map.groupBy(named, ({ line }) => movementAndAccount(line)).values()) {
    const { line } = all[0]!;
    const candidates = (earlierByReference.get(movementKey(line)) ?? []).filter((one) =>
      mayBeOfOneAccount(one, line),
    );
    if (candidates.length > 0)
      compareNamed(all, candidates, {
        taken,
        take,
        ask,
        alone: lines.length === 1 ? statement.format : undefined,
      });
  }
  const unnamed = places.filter(({ line }) => identityOf(line.bank_reference) === null);
  compareUnnamed({ lines, unnamed, earlier, compared, taken, dayCounts, take, ask });
  compareWholes(places, earlier, compared, ask);
  // The same words of the same day with a reference and without one: nobody can be sure.
  const earlierByContent = Map.groupBy(
    earlier.filter((one) => !taken.has(one)),
    contentKey,
  );
  for (const { line, place } of places) {
    const { known_id, told_line_id } = compared[place]!;
    if (known_id !== null || told_line_id !== null) continue;
    const alike = earlierByContent
      .get(contentKey(line))
      ?.find((one) => isNamed(one) !== isNamed(line) && mayBeOne(one, line));
    if (alike) ask(place, alike);
  }
  compareAcrossAccounts({ places, earlier, taken, compared, virtualIban, ask });
  return compared;
}

interface Placed {
  line: ComparedLine;
  place: number;
}
type Act = (place: number, one: EarlierLine) => void;

/**
 * What of a bank's reference identifies a movement in two files: a short number counts rows or branches, a day is that of
 * many, and a spreadsheet drops noughts at the beginning.
 */
function identityOf(said: string | null): string | null {
  const key = referenceKey(latinDigits(said ?? ''));
  if (key === null || !/^\d+$/.test(key)) return key;
  const number = key.replace(/^0+/, '');
  const isDay = /^20\d\d(?:0\d|1[0-2])[0-3]\d$|^[0-3]?\d(?:0\d|1[0-2])20\d\d$/.test(number);
  return isDay || number.length < SHORTEST_REFERENCE ? null : number;
}

const isNamed = (line: ComparedLine) => identityOf(line.bank_reference) !== null;
/** What is not booked yet comes again when it is. */
const isPending = ({ refusal }: ComparedLine) => refusal === 'not_booked';

const movementKey = (line: ComparedLine) => {
  const { direction, amount, currency, bank_reference } = line;
  const reference = identityOf(bank_reference);
  return reference === null
    ? contentKey(line)
    : JSON.stringify([direction, amount, currency, isPending(line), reference]);
};

const movementAndAccount = (line: ComparedLine) => `${movementKey(line)} ${line.credited_iban}`;

/** Unless both say where the money went, and to two virtual IBANs. */
const mayBeOfOneAccount = (one: ComparedLine, other: ComparedLine) =>
  one.credited_iban === null ||
  other.credited_iban === null ||
  one.credited_iban === other.credited_iban;

/** Unless payment references or accounts say that they are two. */
const mayBeOne = (one: ComparedLine, other: ComparedLine) =>
  mayBeOfOneAccount(one, other) && !payOthers(one, other);

/** One begins with what the account held after the other, and money moved in both: no movement is in the two of them. */
function areNeighbours(one: EarlierLine, file: ComparedStatement): boolean {
  const [before, after] = [one.balances, file.balances];
  if (before === null || after === null || one.virtual_iban !== file.virtualIban) return false;
  const hasMoved = [before, after].every(({ opening, closing }) => opening !== closing);
  const follows = before.closing === after.opening && one.to_date <= file.from;
  const precedes = after.closing === before.opening && file.to <= one.from_date;
  return hasMoved && (follows || precedes);
}

/** A credit that two statements tell, our account's and a virtual IBAN's, each under a reference of its own. */
function compareAcrossAccounts({
  places,
  earlier,
  taken,
  compared,
  virtualIban,
  ask,
}: {
  places: readonly Placed[];
  earlier: readonly EarlierLine[];
  taken: Set<EarlierLine>;
  compared: readonly Comparison[];
  virtualIban: string | null;
  ask: Act;
}): void {
  const keyOf = ({ direction, amount, currency, value_date }: ComparedLine) =>
    JSON.stringify([direction, amount, currency, value_date]);
  const others = Map.groupBy(
    earlier.filter((one) => one.virtual_iban !== virtualIban && !taken.has(one)),
    keyOf,
  );
  for (const { line, place } of places) {
    const { known_id, told_line_id } = compared[place]!;
    if (known_id !== null || told_line_id !== null) continue;
    const here = others.get(keyOf(line)) ?? [];
    const index = here.findIndex((one) => mayBeOne(one, line));
    if (index >= 0) ask(place, here.splice(index, 1)[0]!);
  }
}

const contentKey = (line: ComparedLine) => {
  const { direction, amount, currency, value_date } = line;
  return JSON.stringify([direction, amount, currency, isPending(line), value_date, wordsOf(line)]);
};

type Words = Pick<ComparedLine, 'payer_name' | 'payer_iban' | 'remittance'>;
const wordsOf = ({ payer_name, payer_iban, remittance }: Words) =>
  JSON.stringify([payer_name, payer_iban, remittance]);

function countOccurrences(places: readonly Placed[], compared: Comparison[]): void {
  const seen = new Map<string, number>();
  for (const { line, place } of places) {
    const key = `${movementAndAccount(line)} ${line.value_date} ${wordsOf(line)}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    compared[place]!.occurrence = occurrence;
  }
}

/**
 * The lines of a file, of which one reference in all rows is no line's: without it. It is where receipts that have it differ in
 * amount, payer or text: a transfer, its reversal and the charge for it have one.
 */
export function withoutSharedReference<
  Line extends Words & Pick<ComparedLine, 'direction' | 'amount' | 'bank_reference'>,
>(lines: readonly Line[]): Line[] {
  const named = lines.filter((line) => referenceKey(line.bank_reference) !== null);
  const keys = new Set(named.map((line) => referenceKey(line.bank_reference)));
  const credits = named.filter(({ direction }) => direction === 'credit');
  const receipts = new Set(credits.map((one) => `${one.amount} ${wordsOf(one)}`));
  const isShared = keys.size === 1 && receipts.size > 1;
  return lines.map((line) => (isShared ? { ...line, bank_reference: null } : line));
}

/** Two texts of the bank. */
const sayOthers = ({ remittance }: ComparedLine, other: ComparedLine) =>
  remittance !== null && other.remittance !== null && remittance !== other.remittance;

/**
 * Lines of one reference and amount, day by day. `alone`: the format of a file that has no other line; nobody knows whether it
 * gives its reference to all, so that in another file of that format the text counts too.
 */
function compareNamed(
  all: readonly Placed[],
  candidates: readonly EarlierLine[],
  {
    taken,
    take,
    ask,
    alone,
  }: { taken: Set<EarlierLine>; take: Act; ask: Act; alone: ComparedStatement['format'] },
): void {
  for (const [day, here] of Map.groupBy(all, ({ line }) => line.value_date)) {
    const there = candidates.filter(({ value_date }) => value_date === day);
    const isOne = here.length === 1 && there.length === 1;
    const isSame = isOne && !isOnlyWord(here[0]!.line) && !areOthers(here[0]!.line, there[0]!);
    if (isSame && (alone !== there[0]!.format || !sayOthers(here[0]!.line, there[0]!))) {
      take(here[0]!.place, there[0]!);
      continue;
    }
    const left: Placed[] = [];
    for (const one of here) {
      const same = there.find((other) => !taken.has(other) && wordsOf(other) === wordsOf(one.line));
      if (same) take(one.place, same);
      else left.push(one);
    }
    for (const { line, place } of left) {
      const sameDay = there.find((other) => !taken.has(other) && mayBeOne(other, line));
      const otherDay = candidates
        .filter((other) => other.value_date !== day && mayBeOne(other, line))
        .toSorted((a, b) => distance(a, line) - distance(b, line))[0];
      const alike = sameDay ?? otherDay;
      if (alike) ask(place, alike);
    }
  }
}

const distance = (one: ComparedLine, other: ComparedLine) =>
  Math.abs(daysBetween(one.value_date, other.value_date));

/** How far the days of a whole and of its parts may be from each other in two files. */
const PARTS_DAYS = 5;

/** What the bank calls the booking that a line is or is a part of. */
const entryKey = ({ entry_reference, bank_reference }: ComparedLine) =>
  identityOf(entry_reference) ?? identityOf(bank_reference);

/** Compares a booking of several transfers with single transfers: either statement may list one or the other. */
function compareWholes(
  places: readonly Placed[],
  earlier: readonly EarlierLine[],
  compared: readonly Comparison[],
  ask: Act,
): void {
  const isOpen = ({ place }: Placed) =>
    compared[place]!.known_id === null && compared[place]!.told_line_id === null;
  const isNear = (one: ComparedLine, other: ComparedLine) => distance(one, other) <= PARTS_DAYS;
  const earlierParts = Map.groupBy(
    partsOf(earlier, (one) => one),
    ({ name }) => name,
  );
  for (const { line, place } of places.filter(isOpen)) {
    const parts = earlierParts.get(wholeName(line))?.find(({ of }) => isNear(of[0]!, line));
    if (parts) ask(place, parts.of[0]!);
  }
  const earlierWholes = Map.groupBy(earlier, wholeName);
  for (const { name, of } of partsOf(places, ({ line }) => line)) {
    const whole = earlierWholes.get(name)?.find((one) => isNear(one, of[0]!.line));
    if (whole) for (const { place } of of.filter(isOpen)) ask(place, whole);
  }
}

/** What one booking of an amount is called, in riyals and booked; '' of any other line. */
const bookingName = (line: ComparedLine, key: string | null, amount: Halalas) =>
  key === null ? '' : JSON.stringify([key, line.direction, amount]);

const isOurMoney = (line: ComparedLine) => line.currency === 'SAR' && !isPending(line);

const wholeName = (line: ComparedLine) =>
  isOurMoney(line) && line.entry_reference === null
    ? bookingName(line, identityOf(line.bank_reference), halalasFromDecimal(line.amount))
    : '';

/** The lines of one booking of one day, where they are several, under the name of their whole. */
function partsOf<Part>(
  all: readonly Part[],
  lineOf: (part: Part) => ComparedLine,
): { name: string; of: Part[] }[] {
  const groups = Map.groupBy(
    all.filter((part) => isOurMoney(lineOf(part)) && entryKey(lineOf(part)) !== null),
    (part) => {
      const line = lineOf(part);
      return JSON.stringify([entryKey(line), line.direction, line.value_date]);
    },
  );
  return [...groups.values()].flatMap((of) => {
    if (of.length < 2) return [];
    const total = of.reduce((sum, part) => sum + halalasFromDecimal(lineOf(part).amount), 0);
    const line = lineOf(of[0]!);
    return [{ name: bookingName(line, entryKey(line), total), of }];
  });
}

/** Some banks write one word for all transfers where others write a reference: then the text counts too. */
const isOnlyWord = ({ bank_reference }: ComparedLine) => !/\p{Nd}/u.test(bank_reference ?? '');

/** They name tickets, payment requests or companies, and none in common. */
function payOthers(one: ComparedLine, other: ComparedLine): boolean {
  const [paid, otherPaid] = [numbersPaid(one), numbersPaid(other)];
  const isNaming = paid.length > 0 && otherPaid.length > 0;
  return isNaming && paid.every((number) => !otherPaid.includes(number));
}

/** Two payers, by their accounts or by names that have nothing in common; or two payment references. */
function areOthers(one: ComparedLine, other: ComparedLine): boolean {
  if (payOthers(one, other)) return true;
  const [account, otherAccount] = [one, other].map(({ payer_iban }) => wholeAccount(payer_iban));
  if (account && otherAccount) return account !== otherAccount;
  const [name, otherName] = [one.payer_name, other.payer_name];
  return (
    name !== null &&
    otherName !== null &&
    sameScript(name, otherName) &&
    nameLikeness(name, otherName) < NAMES_DIFFER_BELOW
  );
}

/** The tickets, payment requests and companies that a line names by a right reference. */
function numbersPaid({ remittance, bank_reference }: ComparedLine): string[] {
  const text = [remittance, bank_reference].filter((said) => said !== null).join(' | ');
  return namedByReferences(text);
}

/** Lines without a reference: the n-th equal line of a file is the n-th earlier one, if the files overlap on that day. */
function compareUnnamed({
  lines,
  unnamed,
  earlier,
  compared,
  taken,
  dayCounts,
  take,
  ask,
}: {
  lines: readonly ComparedLine[];
  unnamed: readonly Placed[];
  earlier: readonly EarlierLine[];
  compared: readonly Comparison[];
  taken: Set<EarlierLine>;
  dayCounts: Readonly<Record<IsoDate, number>>;
  take: Act;
  ask: Act;
}): void {
  const free = Map.groupBy(
    earlier.filter((one) => !isNamed(one) && !taken.has(one)),
    contentKey,
  );
  const pairs: { place: number; day: IsoDate; one: EarlierLine }[] = [];
  for (const { line, place } of unnamed) {
    const there = free.get(contentKey(line)) ?? [];
    const index = there.findIndex((one) => mayBeOne(one, line));
    const [one] = index < 0 ? [] : there.splice(index, 1);
    if (one) pairs.push({ place, day: line.value_date, one });
  }
  if (pairs.length === 0) return;
  const days = lines.map(({ value_date }) => value_date);
  const sorted = days.toSorted();
  const [from, to] = [sorted[0]!, sorted.at(-1)!];
  const countOf = (of: readonly IsoDate[]) => {
    const counts = new Map<IsoDate, number>();
    for (const day of of) counts.set(day, (counts.get(day) ?? 0) + 1);
    return counts;
  };
  const inFile = countOf(days);
  const repeated = countOf([
    ...pairs.map(({ day }) => day),
    ...lines.flatMap(({ value_date }, place) =>
      compared[place]!.known_id === null ? [] : [value_date],
    ),
  ]);
  for (const { place, day, one } of pairs) {
    const again = repeated.get(day) ?? 0;
    const isWithin = (from < day && day < to) || (one.from_date < day && day < one.to_date);
    const isLonger = from !== to || one.from_date !== one.to_date;
    const isWhole = again === inFile.get(day) || again === dayCounts[day];
    if (again > 1 || isWithin || (isLonger && isWhole)) take(place, one);
    else ask(place, one);
  }
}
