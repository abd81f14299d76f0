import { daysBetween, type IsoDate } from '../calendar.ts';
import { halalasFromDecimal } from '../money.ts';
import { NAMES_ALIKE_FROM, nameLikeness, sameScript, NAMES_DIFFER_BELOW } from './name-likeness.ts';
import { referenceKey, wholeAccount, type BankStatementLine } from './bank-statement-line.ts';
import type { Certainty, MatchReason } from './bank-statement-matching.ts';
import { ticketNumbersIn, ticketsOfReferences } from './payment-reference.ts';

/** What has come in and the bank can take back: a payment that was recorded, or a credit that nobody has decided. */
export interface Received {
  /** One of the two, or `line_no` where the credit stands on the same file as what takes it back. */
  payment_id: string | null;
  line_id: string | null;
  line_no: number | null;
  company_id: string | null;
  amount: string;
  value_date: IsoDate;
  bank_reference: string | null;
  /** The payer's name at the bank, or the company's. */
  payer_name: string | null;
  payer_iban: string | null;
  /** The tickets that it names or pays. */
  ticket_numbers: readonly string[];
  /** A payment that was reversed by hand and that no line of a statement has taken back. */
  is_reversed: boolean;
  /** A payment that a line of a statement shows: only of such a one a part is taken back. */
  is_on_statement: boolean;
}

export interface ReversalProposal {
  certainty: Certainty;
  reason: MatchReason;
  company_id: string | null;
  payment_id: string | null;
  line_id: string | null;
  /** Of the credit on the same file. */
  credit_line_no: number | null;
}

type Line = Pick<
  BankStatementLine,
  | 'amount'
  | 'booked_on'
  | 'value_date'
  | 'bank_reference'
  | 'payer_name'
  | 'payer_iban'
  | 'remittance'
  | 'is_reversal'
>;

/** A bank takes a transfer back within so many days, ours; older ones are for people to find. */
export const REVERSAL_DAYS = 180;

/** By the amount alone within so many. */
const AMOUNT_ALONE_DAYS = 60;

/** A plain debit, by the party and the amount, within so many. */
const PLAIN_DEBIT_DAYS = 90;

const unmatched: ReversalProposal = {
  certainty: 'none',
  reason: 'takes_back_unknown',
  company_id: null,
  payment_id: null,
  line_id: null,
  credit_line_no: null,
};

/**
 * Proposes what each line that takes money back takes back, in their order: what one takes back the next cannot. By the
 * bank's reference, the ticket, the payer, or the amount alone; the amount is equal, or less than that of a payment with
 * the same reference or IBAN. A plain debit (`is_reversal` is false) takes back only money that has its reference or came
 * lately from its party. Never certain: confirming one opens what was paid, so somebody looks at each.
 */
export function matchReversals(
  lines: readonly Line[],
  received: readonly Received[],
): ReversalProposal[] {
  const byAmount = Map.groupBy(received, ({ amount }) => amount);
  const byReference = Map.groupBy(received, (one) => referenceKey(one.bank_reference));
  const byIban = Map.groupBy(received, ({ payer_iban }) => payer_iban);
  const taken = new Set<Received>();
  return lines.map((line) => {
    const wholes = new Set([
      ...(byReference.get(referenceKey(line.bank_reference)) ?? []),
      ...(byIban.get(line.payer_iban) ?? []),
    ]);
    const ranked = [
      ...(byAmount.get(line.amount) ?? []),
      ...[...wholes].filter((one) => mayBePartOf(line, one)),
    ]
      .filter((one) => !taken.has(one) && isInTime(line, one))
      .map((one) => ({ one, rank: rankOf(line, one) }))
      .filter(({ rank }) => rank > 0)
      .toSorted(
        (a, b) =>
          b.rank - a.rank ||
          Number(a.one.is_reversed) - Number(b.one.is_reversed) ||
          compareText(b.one.value_date, a.one.value_date) ||
          compareText(nameOf(b.one), nameOf(a.one)),
      );
    const [best] = ranked;
    if (!best) return unmatched;
    const equals = ranked.filter(({ rank }) => rank === best.rank);
    const isAlone = equals.length === 1;
    if (best.rank < 2 && !isAlone) return unmatched;
    if (best.rank === 1 && !isWithin(line, best.one, AMOUNT_ALONE_DAYS)) return unmatched;
    taken.add(best.one);
    const { payment_id, line_id, line_no, company_id } = best.one;
    return {
      certainty: best.rank >= 3 && isAlone ? 'likely' : 'possible',
      reason: reasons[best.rank]!,
      company_id,
      payment_id,
      line_id,
      credit_line_no: line_no,
    };
  });
}

const nameOf = ({ payment_id, line_id, line_no }: Received) =>
  payment_id ?? line_id ?? `line ${line_no}`;

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const reasons: Record<number, MatchReason> = {
  4: 'takes_back_reference',
  3: 'takes_back_ticket',
  2.5: 'takes_back_part',
  2: 'takes_back_payer',
  1.5: 'takes_back_part',
  1: 'takes_back_amount',
};

/** The bank says that it reverses something, and the payment of that reference or IBAN is of more. */
const mayBePartOf = (line: Line, one: Received) =>
  line.is_reversal &&
  (isOfReference(line, one) || isOfIban(line, one)) &&
  one.is_on_statement &&
  !one.is_reversed &&
  halalasFromDecimal(one.amount) > halalasFromDecimal(line.amount);

const isOfIban = (line: Line, one: Received) =>
  wholeAccount(line.payer_iban) !== null && line.payer_iban === one.payer_iban;

const isOfReference = (line: Line, one: Received) => {
  const key = referenceKey(line.bank_reference);
  return key !== null && key === referenceKey(one.bank_reference);
};

/** It came in before the bank took it back. */
const isInTime = (line: Line, one: Received) =>
  (one.value_date <= line.booked_on || one.value_date <= line.value_date) &&
  isWithin(line, one, REVERSAL_DAYS);

const isWithin = ({ booked_on }: Line, { value_date }: Received, days: number) =>
  daysBetween(value_date, booked_on) <= days;

/** How much says that a line takes this back, from 4; 0 where something says that it does not. */
function rankOf(line: Line, one: Received): number {
  if (line.amount !== one.amount) return isOfReference(line, one) ? 2.5 : 1.5;
  if (isOfReference(line, one)) return 4;
  const likeness = nameLikeness(line.payer_name ?? '', one.payer_name ?? '');
  const isOfParty = isOfIban(line, one) || likeness >= NAMES_ALIKE_FROM;
  if (!line.is_reversal && !(isOfParty && isWithin(line, one, PLAIN_DEBIT_DAYS))) return 0;
  const named = referencedTickets([line.remittance, line.bank_reference]);
  const isShared = named.some((number) => one.ticket_numbers.includes(number));
  if (isShared) return 3;
  if (named.length > 0 && one.ticket_numbers.length > 0) return 0;
  if (isOfParty) return 2;
  const isAnother =
    line.payer_name !== null &&
    one.payer_name !== null &&
    likeness < NAMES_DIFFER_BELOW &&
    sameScript(line.payer_name, one.payer_name);
  return isAnother ? 0 : 1;
}

/** The ticket numbers that texts of the bank name: by a right reference, or else by the number alone. */
export function referencedTickets(texts: readonly (string | null)[]): string[] {
  const text = texts.filter((one) => one !== null).join(' | ');
  const right = ticketsOfReferences(text);
  return right.length > 0 ? right : ticketNumbersIn(text);
}
