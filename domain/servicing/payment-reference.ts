import { mod97 } from '../iban.ts';
import { latinDigits } from '../digits.ts';

/** A ticket, a payment request, and a company itself, whose transfers pay what has been due longest. */
type Series = 'HM' | 'HP' | 'HC';

/**
 * What a company writes on its transfer, so that the payment finds its ticket, its payment request or the company: an RF
 * creditor reference (ISO 11649), whose check digits catch a mistyped or swapped character. HM-100001 → "RF08HM100001".
 * Throws RangeError on another text than the number of a ticket (HM-), of a payment request (HP-) or of a company (HC-).
 */
export function paymentReference(number: string): string {
  const [, series, digits] = /^(H[MPC])-(\d{6,12})$/.exec(number) ?? [];
  if (series === undefined || digits === undefined) {
    throw new RangeError(`no number of a ticket, a payment request or a company: ${number}`);
  }
  const check = 98 - mod97(`${series}${digits}RF00`);
  return `RF${String(check).padStart(2, '0')}${series}${digits}`;
}

/** For people to read and type: "RF08 HM10 0001", in groups of four. */
export function groupedReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ');
}

/**
 * The ticket number that a text from a bank names by its payment reference, or null. Spaces, dashes and marks of
 * direction within it, small letters and Arabic-Indic digits do no harm; wrong check digits do, and so do references to
 * two tickets.
 */
export function ticketOfReference(text: string): string | null {
  const found = ticketsOfReferences(text);
  return found.length === 1 ? found[0]! : null;
}

/** The ticket numbers whose references stand in a text with right check digits, each once. */
export const ticketsOfReferences = (text: string): string[] => numbersOfReferences(text, 'HM');

/** The numbers of payment requests whose references stand in a text with right check digits, each once. */
export const requestsOfReferences = (text: string): string[] => numbersOfReferences(text, 'HP');

/** The same of companies. */
export const companiesOfReferences = (text: string): string[] => numbersOfReferences(text, 'HC');

/** Everything that a text names by a right reference. */
export const namedByReferences = (text: string): string[] =>
  // Most texts of a statement name nothing.
  withPlainDigits(text).search(REFERENCE) < 0
    ? []
    : (['HM', 'HP', 'HC'] as const).flatMap((series) => numbersOfReferences(text, series));

/** A day or a time, as banks write it behind a reference: 20261122, 22/11/2026, 10:15. */
const DAY_OR_TIME =
  /(?<![\dHMPC])(?<!H[MPC][\s-]*)(?:20\d{2}(?:0[1-9]|1[0-2])[0-3]\d|[0-3]\d(?:0[1-9]|1[0-2])20\d{2}|\d{1,4}([-/.])\d{1,2}\1\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?)(?!\d)/giu;

function numbersOfReferences(text: string, series: Series): string[] {
  const without = numbersOfJoined(latinDigits(text).replace(DAY_OR_TIME, ' | '), series);
  // What looks like a day may be a part of the reference itself.
  return without.length > 0 ? without : numbersOfJoined(text, series);
}

const GAP = '[\\s\\p{Pd}./_\\u00AD\\u061C\\u200B-\\u200F\\u202A-\\u202E\\u2066-\\u2069]*';
const REFERENCE = new RegExp(
  ['R', 'F', '(\\d', '\\d)', 'H', `([MPC])((?:${GAP}\\d)+)`].join(GAP),
  'giu',
);

function numbersOfJoined(text: string, series: Series): string[] {
  const found = new Set<string>();
  // Digits that stick to a reference make it another one, which the check almost always notices: better none than a
  // wrong one. Those behind a gap belong to it, or to an amount.
  for (const [, check = '', of = '', said = ''] of withPlainDigits(text).matchAll(REFERENCE)) {
    if (`H${of.toUpperCase()}` !== series) continue;
    const groups = said.match(/\d+/g) ?? [];
    const number = groups
      .map((_, n) => groups.slice(0, groups.length - n).join(''))
      .find((one) => isNumber(one) && mod97(`${series}${one}RF${plainText(check)}`) === 1);
    if (number !== undefined) found.add(`${series}-${number}`);
  }
  return [...found];
}

const withPlainDigits = (text: string) => latinDigits(text.normalize('NFKC'));

const isNumber = (digits: string) => /^\d{6,12}$/.test(digits);

/**
 * The ticket numbers that a text may mean though no right reference says so, each once: "HM-100001" alone, a reference
 * with wrong check digits, digits that stick to another number.
 */
export function ticketNumbersIn(text: string): string[] {
  const found = new Set<string>();
  for (const [, number = ''] of plainText(text).matchAll(/HM(\d{6,20})/g)) {
    // What follows may belong to the number or not: a ticket's has six digits and, one day, more.
    for (let length = Math.min(number.length, 12); length >= 6; length -= 1) {
      found.add(`HM-${number.slice(0, length)}`);
    }
  }
  return [...found];
}

const plainText = (text: string) =>
  withPlainDigits(text)
    .replace(/[\s\p{Pd}./_\u00AD\u061C\u200B-\u200F\u202A-\u202E\u2066-\u2069]/gu, '')
    .toUpperCase();
