import { isIsoDate, riyadhDate, type IsoDate } from '../calendar.ts';
import { MAX_AMOUNT_HALALAS, type Halalas } from '../money.ts';
import { latinDigits } from '../digits.ts';
import { compactIban } from '../iban.ts';
import { namedByReferences } from './payment-reference.ts';

/** Why a line is kept apart although it is a credit, or takes one back. */
export const lineRefusals = ['currency', 'reversal', 'not_booked'] as const;
export type LineRefusal = (typeof lineRefusals)[number];

/** One booking on our account, as a bank's statement says it. */
export interface BankStatementLine {
  /** Its place in the file, from 1. */
  line_no: number;
  direction: 'credit' | 'debit';
  /** A decimal without a sign: of riyals with two places, of another currency as the file says it. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  booked_on: IsoDate;
  value_date: IsoDate;
  /** The bank's own name of the entry. */
  bank_reference: string | null;
  /** For one of several transfers in one booking: the bank's reference of the booking. */
  entry_reference: string | null;
  payer_name: string | null;
  payer_iban: string | null;
  /** Of a credit the account of ours that it went to, where the line names one, as accountName writes it. */
  credited_account: string | null;
  /** What the payer wrote. */
  remittance: string | null;
  /** It undoes what was booked before: a debit takes back money that had come in, a credit returns money that had left. */
  is_reversal: boolean;
  refusal: LineRefusal | null;
}

/**
 * What a line is to us: money in, which may be a company's payment; what the bank takes back of money that came in; any
 * other debit; or a line that is kept apart.
 */
type LineKind = 'receipt' | 'reversal' | 'debit' | 'refused';

/** The kind of a line; the check of `bank_statement_lines` holds its status against it. */
export function lineKind({
  direction,
  is_reversal,
  refusal,
}: Pick<BankStatementLine, 'direction' | 'is_reversal' | 'refusal'>): LineKind {
  if (refusal !== null) return 'refused';
  if (direction === 'credit') return 'receipt';
  return is_reversal ? 'reversal' : 'debit';
}

const REVERSAL_WORDS =
  /\b(?:reversal|reversed|reversing|reverse|rvsl|rtn|storno|charge\s?back|recalled|recall|returned|return of|transfer return|cancell?ation of|(?:refund(?:ed)?|return|back) to (?:sender|payer|remitter|originator))\b|(?:^|[^\p{L}])(?:عكس|عكس[يى]|عكسي[ةه]|معكوس[ةه]|استرجاع|مرتجع[ةه]?|[إا]رجاع|[إا]لغاء|مرتد[ةه]?|[إا]عاد[ةه] (?:ال)?(?:حوال[ةه]|تحويل)|رد (?:ال)?(?:حوال[ةه]|تحويل)|استرداد (?:ال)?(?:حوال[ةه]|تحويل))(?![\p{L}])/iu;

/** Whether a text of the bank says that something is reversed, in English or Arabic. */
export const saysReversal = (text: string | null): boolean =>
  text !== null && REVERSAL_WORDS.test(text);

/**
 * Whether a debit takes back money that had come in although no sign says so: its words call it a reversal, or it
 * carries a payment reference, which nothing that we pay out carries.
 */
export const isReversalByText = (text: string | null): boolean =>
  text !== null && (saysReversal(text) || namedByReferences(text).length > 0);

/** What a file says that the account held before its first booking and after its last; below zero with a sign. */
export interface StatementBalances {
  opening: Halalas;
  closing: Halalas;
}

/** How a file writes days in figures with the year last. */
export const dayOrders = ['day_first', 'month_first'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** What decided the order, in the order in which it is looked at: a choice by staff goes before all but days above 12. */
export const dayOrderBases = [
  'days',
  'choice',
  'period',
  'print_date',
  'title',
  'not_after_today',
  'balances',
  'earlier_files',
] as const;
export interface DecidedOrder {
  order: DayOrder;
  by: (typeof dayOrderBases)[number];
}

/** A statement read from a file. */
export interface BankStatementFile {
  format: 'camt.053' | 'csv';
  /** The account that it names, where it is one: an IBAN, or another name of it. */
  account: string | null;
  /** Every account that it says its lines are of. */
  accounts: readonly string[];
  /** What the account held before and after, where the file says both; it adds up. */
  balances: StatementBalances | null;
  lines: BankStatementLine[];
  /** Entries that moved nothing and are no lines: of an amount of nought, and the sums of a day. */
  zero_amount_count: number;
  /** Whether anything but a bare amount says which way money moved: only then does a credit answer a payout of ours. */
  saysDirections: boolean;
  /** How its days were read; null where they can be read in one way only. */
  day_order: DecidedOrder | null;
  /** Of a file without lines the Riyadh days that it is about, where it says them: nothing was booked on them. */
  period: { from: IsoDate; to: IsoDate } | null;
}

/** An account as files name it, without spaces and dashes, in capitals. */
export const accountName = (said: string): string => said.replace(/[\s-]/gu, '').toUpperCase();

/**
 * Whether a name that a file gives its account is that of our IBAN: itself, or the number of the account within it, with or
 * without the bank's code.
 */
export function isAccount(name: string, iban: string): boolean {
  if (name === iban) return true;
  const number = withoutZeros(name);
  return number !== '' && [iban.slice(4), iban.slice(6)].map(withoutZeros).includes(number);
}

const withoutZeros = (digits: string) => digits.replace(/^0+/, '');

/** A file cannot hold more lines than this; ours. */
export const MAX_BANK_STATEMENT_LINES = 50_000;

/** 40 MB a file: 50,000 lines of XML with room; ours. */
export const MAX_BANK_STATEMENT_BYTES = 40 * 1024 * 1024;

/** What is wrong with a file, in English; the lists of api/ hold no other words for it. */
export class BankFileProblem extends Error {
  /** From 1; null where the whole file is meant. */
  readonly line: number | null;
  readonly field: string;
  /** What the field must be, such as "must be a date". */
  readonly must: string;

  constructor(line: number | null, field: string, must: string) {
    super(`${line === null ? '' : `line ${line}, `}${field} ${must}`);
    this.line = line;
    this.field = field;
    this.must = must;
  }
}

/** The first and the last day of a file, read in one of two orders. */
export interface DayReading {
  day_order: DayOrder;
  from: IsoDate;
  to: IsoDate;
}

/** Nothing in a file decides whether its days or its months come first: somebody must say it. */
export class UnclearDays extends BankFileProblem {
  readonly accounts: readonly string[];
  readonly readings: readonly DayReading[];

  constructor(
    { line, field, must }: Pick<BankFileProblem, 'line' | 'field' | 'must'>,
    accounts: readonly string[],
    readings: readonly DayReading[],
  ) {
    super(line, field, must);
    this.accounts = accounts;
    this.readings = readings;
  }
}

/**
 * The amount of a line as it is kept: no sign, of riyals exactly two places. Gives null on anything else, on zero, and
 * past what a column holds.
 */
export function lineAmount(text: string, currency: string): string | null {
  const match = /^0*(\d{1,12})(?:\.(\d{1,5}))?$/.exec(text);
  if (!match) return null;
  const [, whole = '', fraction = ''] = match;
  const places = fraction.replace(/0+$/, '');
  if (currency === 'SAR' && places.length > 2) return null;
  if (Number(whole) === 0 && places === '') return null;
  if (Number(whole) > MAX_AMOUNT_HALALAS / 100) return null;
  return `${whole}.${currency === 'SAR' ? places.padEnd(2, '0') : places.padEnd(2, '0')}`;
}

/** A text of the file as it is kept: one line, no marks of direction, at most `most` characters; null where none is left. */
export function lineText(text: string | null | undefined, most: number): string | null {
  const plain = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, '')
    .trim();
  // Cut between characters, not within one.
  return plain === ''
    ? null
    : plain
        .slice(0, most)
        .toWellFormed()
        .replace(/\uFFFD$/u, '');
}

/** Marks that mean nothing by themselves, vowel signs and controls of direction. The function reference_key has this list and the next two. */
const MARKS =
  /[\u064B-\u0652\s\-‐-―−_.…*#?!/\\()[\]<>'`~=+@$،؟•●∗٭\u0640\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** The words, without marks, that banks and people write where there is nothing to say. */
const NOTHING =
  /^(?:NON?REF(?:ERENCE)?|NOREF(?:ERENCE)?|(?:NOTPROVIDED)+|(?:NOT|NONE)(?:PROVIDED|AVAIL(?:ABLE)?|APPLICABLE|SPECIFIED|KNOWN|GIVEN|STATED)|UN(?:KNOWN|SPECIFIED|DEFINED)(?:PAYER|SENDER)?|NAN?|NO(?:NAME|DATA|INFO|DETAILS)|NONE|NULL|NIL|EMPTY|BLANK|REF|[0٠X]*|(?:لا[يت]وجد|بدون|بلا)(?:مرجع|اسم|بيانات)?|لا(?:شيء|ينطبق)|غير(?:متوفر|متاح|محدد|معروف|موجود|معرف|مذكور)[ةه]?|مجهول|فارغ)$/i;
/** What a spreadsheet leaves of a long number: a power of ten, or fifteen digits and noughts; or of a formula. */
const CUT =
  /^[-+']*(?:[\d٠-٩](?:[.,٫][\d٠-٩]+)?E\+[\d٠-٩]+|[\d٠-٩][.,٫][\d٠-٩]+E-?[\d٠-٩]+|\d{15}00+(?:[.,]0+)?|#[A-Z/0]+[!?])$/i;

/** Whether a text says nothing, or is what a spreadsheet leaves of something. */
export const saysNothing = (text: string): boolean =>
  NOTHING.test(text.replace(MARKS, '')) || CUT.test(text.replace(/\s/gu, ''));

/** A name or an IBAN of a payer as it is kept; null where the file says nothing. */
export function payerText(said: string | null | undefined, most: number): string | null {
  const plain = lineText(said, most);
  return plain === null || saysNothing(plain) ? null : plain;
}

/** A payer's account as it is kept, one with masked characters too. */
export const payerAccount = (said: string | null): string | null =>
  payerText(compactIban(said ?? '').replace(/^IBAN:?|'/gu, ''), 40);

/** The account that tells who paid; null where characters of it are masked or left out. */
export const wholeAccount = (said: string | null): string | null =>
  said !== null &&
  /^(?!.*XX|(?:X|[A-Z]{3,})?\d{1,5}$)(?:SA\d\d(?!00)\d\d[\dA-Z]{18}|(?!SA\d\d)(?=.*\d)[\dA-Z]+)$/u.test(
    said,
  )
    ? said
    : null;

/** Characters of the shortest reference that names a movement. A shorter number, such as 1 or 000001, counts within one statement. */
export const SHORTEST_REFERENCE = 6;

/** The bank's name of an entry as it is kept; what banks write where they have none names nothing, and gives null. */
export function bankReference(said: string | null): string | null {
  const plain = lineText(latinDigits(said ?? ''), 140);
  return plain === null || saysNothing(plain) ? null : plain;
}

/**
 * What of a bank's reference identifies a movement, whoever wrote it: without spaces, in capitals. Null where it
 * identifies nothing, as one of which something is left out or masked, and as a payment reference, which each transfer of its ticket or company
 * carries.
 */
export function referenceKey(said: string | null): string | null {
  const plain = (said ?? '').replace(/\s/gu, '').toUpperCase();
  return saysNothing(plain) || /^RF\d{2}H[MPC]\d{6,12}$|(?:\.\.|…)$|\*\*|XXX/u.test(plain)
    ? null
    : plain;
}

/**
 * A day of the file, with or without a time after it; a time that says its offset is that of Riyadh first. Null where it is none,
 * or lies before 2000.
 */
export function lineDate(text: string): IsoDate | null {
  const said = text.trim();
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ]|Z|[+-]\d{2}:\d{2}$)/.exec(said)?.[1];
  const date = dayOfMoment(said) ?? day;
  return date !== undefined && isIsoDate(date) && date >= '2000' ? date : null;
}

/** The day in Riyadh of a time with its offset, such as 2026-11-22T22:30Z; null where the text is none. */
export function dayOfMoment(text: string): IsoDate | null {
  const parts =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(?:Z| ?UTC| ?GMT|([+-]\d{2}):?(\d{2}))$/.exec(
      text,
    );
  const [, day = '', time, hours, minutes] = parts ?? [];
  const offset = hours === undefined ? 'Z' : `${hours}:${minutes}`;
  const moment = new Date(isIsoDate(day) ? `${day}T${time}${offset}` : Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : riyadhDate(moment);
}
