import { daysBetween, type IsoDate } from '../calendar.ts';
import { halalasFromDecimal, type Halalas } from '../money.ts';
import { referenceKey, type BankStatementLine } from './bank-statement-line.ts';
import { nameLikeness, sameScript, UNLIKE } from './name-likeness.ts';

/** What two tellings of a movement have in common. */
type Said = Pick<
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
>;

/** A line that an earlier statement of the same account has brought, and the days of that statement. */
export interface ToldLine extends Said {
  id: string;
  from_date: IsoDate;
  to_date: IsoDate;
}

interface Comparison {
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
 * that day, the line is kept and asked about. So is one booking for several transfers that the other file tells one by one.
 * @param dayCounts How many lines earlier statements told of each value date.
 */
export function compareWithTold(
  lines: readonly Said[],
  told: readonly ToldLine[],
  dayCounts: Readonly<Record<IsoDate, number>>,
): Comparison[] {
  const compared = lines.map((): Comparison => ({
    known_id: null,
    told_line_id: null,
    occurrence: 1,
  }));
  const places = lines.map((line, place) => ({ line, place }));
  countOccurrences(places, compared);
  const taken = new Set<ToldLine>();
  const take = (place: number, one: ToldLine) => {
    taken.add(one);
    compared[place]!.known_id = one.id;
  };
  const ask = (place: number, one: ToldLine) => {
    compared[place]!.told_line_id = one.id;
  };
  const named = places.filter(({ line }) => referenceKey(line.bank_reference) !== null);
  const toldByName = Map.groupBy(told, movementKey);
  for (const [key, all] of Map.groupBy(named, ({ line }) => movementKey(line))) {
    const candidates = toldByName.get(key) ?? [];
    if (candidates.length > 0) compareNamed(all, candidates, taken, take, ask);
  }
  const unnamed = places.filter(({ line }) => referenceKey(line.bank_reference) === null);
  compareUnnamed({ lines, unnamed, told, compared, taken, dayCounts, take, ask });
  compareWholes(places, told, compared, ask);
  // The same words of the same day with a reference and without one: nobody can be sure.
  const toldBySaid = Map.groupBy(
    told.filter((one) => !taken.has(one)),
    saidKey,
  );
  for (const { line, place } of places) {
    const { known_id, told_line_id } = compared[place]!;
    if (known_id !== null || told_line_id !== null) continue;
    const alike = toldBySaid.get(saidKey(line))?.find((one) => isNamed(one) !== isNamed(line));
    if (alike) ask(place, alike);
  }
  return compared;
}

interface Placed {
  line: Said;
  place: number;
}
type Act = (place: number, one: ToldLine) => void;

const isNamed = (line: Said) => referenceKey(line.bank_reference) !== null;
/** What is not booked yet comes again when it is. */
const isPending = ({ refusal }: Said) => refusal === 'not_booked';

const movementKey = (line: Said) => {
  const { direction, amount, currency, bank_reference } = line;
  const reference = referenceKey(bank_reference);
  return reference === null
    ? saidKey(line)
    : JSON.stringify([direction, amount, currency, isPending(line), reference]);
};

const saidKey = (line: Said) => {
  const { direction, amount, currency, value_date } = line;
  return JSON.stringify([direction, amount, currency, isPending(line), value_date, wordsOf(line)]);
};

const wordsOf = ({ payer_name, payer_iban, remittance }: Said) =>
  JSON.stringify([payer_name, payer_iban, remittance]);

function countOccurrences(places: readonly Placed[], compared: Comparison[]): void {
  const seen = new Map<string, number>();
  for (const { line, place } of places) {
    const key = `${movementKey(line)} ${line.value_date} ${wordsOf(line)}`;
    const occurrence = (seen.get(key) ?? 0) + 1;
    seen.set(key, occurrence);
    compared[place]!.occurrence = occurrence;
  }
}

/** Lines of one reference and amount, day by day. */
function compareNamed(
  all: readonly Placed[],
  candidates: readonly ToldLine[],
  taken: Set<ToldLine>,
  take: Act,
  ask: Act,
): void {
  for (const [day, here] of Map.groupBy(all, ({ line }) => line.value_date)) {
    const there = candidates.filter(({ value_date }) => value_date === day);
    const isOne = here.length === 1 && there.length === 1;
    if (isOne && !areOthers(here[0]!.line, there[0]!)) {
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
      const sameDay = there.find((other) => !taken.has(other));
      const otherDay = candidates
        .filter(({ value_date }) => value_date !== day)
        .toSorted((a, b) => distance(a, line) - distance(b, line))[0];
      const alike = sameDay ?? otherDay;
      if (alike) ask(place, alike);
    }
  }
}

const distance = (one: Said, other: Said) =>
  Math.abs(daysBetween(one.value_date, other.value_date));

/** How far the days of a whole and of its parts may be from each other in two files. */
const PARTS_DAYS = 5;

/** What the bank calls the booking that a line is or is a part of. */
const entryKey = ({ entry_reference, bank_reference }: Said) =>
  referenceKey(entry_reference) ?? referenceKey(bank_reference);

/** A booking for several transfers against those transfers: either may have been told as the other. */
function compareWholes(
  places: readonly Placed[],
  told: readonly ToldLine[],
  compared: readonly Comparison[],
  ask: Act,
): void {
  const isOpen = ({ place }: Placed) =>
    compared[place]!.known_id === null && compared[place]!.told_line_id === null;
  const isNear = (one: Said, other: Said) => distance(one, other) <= PARTS_DAYS;
  const toldParts = Map.groupBy(
    partsOf(told, (one) => one),
    ({ name }) => name,
  );
  for (const { line, place } of places.filter(isOpen)) {
    const parts = toldParts.get(wholeName(line))?.find(({ of }) => isNear(of[0]!, line));
    if (parts) ask(place, parts.of[0]!);
  }
  const toldWholes = Map.groupBy(told, wholeName);
  for (const { name, of } of partsOf(places, ({ line }) => line)) {
    const whole = toldWholes.get(name)?.find((one) => isNear(one, of[0]!.line));
    if (whole) for (const { place } of of.filter(isOpen)) ask(place, whole);
  }
}

/** What one booking of an amount is called, in riyals and booked; '' of any other line. */
const bookingName = (line: Said, key: string | null, amount: Halalas) =>
  key === null ? '' : JSON.stringify([key, line.direction, amount]);

const isOurMoney = (line: Said) => line.currency === 'SAR' && !isPending(line);

const wholeName = (line: Said) =>
  isOurMoney(line) && line.entry_reference === null
    ? bookingName(line, referenceKey(line.bank_reference), halalasFromDecimal(line.amount))
    : '';

/** The lines of one booking of one day, where they are several, under the name of their whole. */
function partsOf<Part>(
  all: readonly Part[],
  lineOf: (part: Part) => Said,
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

/** Two payers, by their accounts or by names that have nothing in common. */
function areOthers(one: Said, other: Said): boolean {
  if (one.payer_iban !== null && other.payer_iban !== null)
    return one.payer_iban !== other.payer_iban;
  const [name, otherName] = [one.payer_name, other.payer_name];
  return (
    name !== null &&
    otherName !== null &&
    sameScript(name, otherName) &&
    nameLikeness(name, otherName) < UNLIKE
  );
}

/** Lines without a reference: the n-th of a file is the n-th that was told, where the files overlap on that day. */
function compareUnnamed({
  lines,
  unnamed,
  told,
  compared,
  taken,
  dayCounts,
  take,
  ask,
}: {
  lines: readonly Said[];
  unnamed: readonly Placed[];
  told: readonly ToldLine[];
  compared: readonly Comparison[];
  taken: Set<ToldLine>;
  dayCounts: Readonly<Record<IsoDate, number>>;
  take: Act;
  ask: Act;
}): void {
  const free = Map.groupBy(
    told.filter((one) => !isNamed(one) && !taken.has(one)),
    saidKey,
  );
  const pairs: { place: number; day: IsoDate; one: ToldLine }[] = [];
  for (const { line, place } of unnamed) {
    const one = free.get(saidKey(line))?.shift();
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
