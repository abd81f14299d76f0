import { isIsoDate, type IsoDate } from '../calendar.ts';
import { MAX_AMOUNT_HALALAS } from '../money.ts';

/** Why a line is kept apart although it is money that came in. */
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
  payer_name: string | null;
  payer_iban: string | null;
  /** What the payer wrote. */
  remittance: string | null;
  refusal: LineRefusal | null;
}

/** A statement read from a file. */
export interface BankStatementFile {
  format: 'camt.053' | 'csv';
  account_iban: string | null;
  lines: BankStatementLine[];
}

type Source = Pick<BankStatementFile, 'format' | 'account_iban'>;

/** A file cannot hold more lines than this; ours. */
export const MAX_BANK_STATEMENT_LINES = 50_000;

/** 40 MB a file: 50,000 lines of XML with room; ours. */
export const MAX_BANK_STATEMENT_BYTES = 40 * 1024 * 1024;

/** What is wrong with a file, in English; the lists of api/ hold no other words for it. */
export class BankStatementProblem extends Error {
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

/**
 * The amount of a line as it is kept: no sign, of riyals exactly two places. Gives null on anything else, on nought, and
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

/** The bank's name of an entry as it is kept; what banks write where they have none names nothing, and gives null. */
export function bankReference(said: string | null): string | null {
  const plain = lineText(said, 140);
  return plain === null || /^(NONREF|NOTPROVIDED|NOT PROVIDED|N\/A|0+|-+)$/i.test(plain)
    ? null
    : plain;
}

/** A day of the file, with or without a time after it; null where it is none. */
export function lineDate(text: string): IsoDate | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ]|Z|[+-]\d{2}:\d{2}$)/.exec(text.trim())?.[1];
  return day !== undefined && isIsoDate(day) ? day : null;
}

/**
 * What makes a line this transfer and no other, as one text. A bank names an entry once: where camt.053 does, its words
 * may change between two statements and it is still the same entry. Where it does not, all that is said of it counts;
 * in CSV, whose reference may be of a batch or of a branch, who paid and what was written count beside it.
 */
export function lineIdentity({ format, account_iban }: Source, line: BankStatementLine): string {
  const { direction, amount, currency, booked_on, value_date, bank_reference, refusal } = line;
  const said = [line.payer_name, line.payer_iban, line.remittance];
  const which =
    bank_reference === null
      ? ['said', booked_on, ...said]
      : ['named', bank_reference, ...(format === 'csv' ? said : [])];
  // What is not booked yet comes again when it is.
  const isPending = refusal === 'not_booked';
  return JSON.stringify([
    account_iban,
    direction,
    amount,
    currency,
    value_date,
    isPending,
    ...which,
  ]);
}

/**
 * Each line with its identity and its number, from 1, among the lines of its file that have the same: two identical
 * transfers on one statement are two, and the same two on another statement are the same two.
 */
export function withOccurrences(
  source: Source,
  lines: readonly BankStatementLine[],
): (BankStatementLine & { identity: string; occurrence: number })[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const identity = lineIdentity(source, line);
    const occurrence = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, occurrence);
    return { ...line, identity, occurrence };
  });
}
