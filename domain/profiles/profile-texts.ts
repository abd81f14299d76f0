import { isEmail, plainEmail } from '../email-address.ts';
import { compactIban, isSaudiIban } from '../iban.ts';
import { isLatinName } from '../payouts/latin-name.ts';
import { oneLineText } from '../plain-text.ts';
import { normalCrNumber } from './cr-number.ts';
import { normalVatNumber } from './vat-number.ts';

/** An email address in plain form, or null. */
function normalEmail(text: string): string | null {
  const plain = plainEmail(text);
  return isEmail(plain) ? plain : null;
}

/** A Saudi IBAN without spaces, or null: one that can be paid. */
function normalIban(text: string): string | null {
  const compact = compactIban(text);
  return isSaudiIban(compact) ? compact : null;
}

/** An http(s) address; "example.sa" gets https://. Null where it is none. */
function normalWebsite(text: string): string | null {
  const candidate = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  const url = URL.parse(candidate);
  const isDomain = /^[^.]+(\.[^.]+)+\.?$/.test(url?.hostname ?? '');
  return url && /^https?:$/.test(url.protocol) && isDomain && !url.username ? candidate : null;
}

/** A name that goes into a payment file, or null. */
const normalLatinName = (text: string): string | null => (isLatinName(text) ? text : null);

/** How the texts that are more than words are read; telephone numbers by a library (api/phone.ts). */
export const profileTextReaders: Readonly<Record<string, (text: string) => string | null>> = {
  email: normalEmail,
  website: normalWebsite,
  iban: normalIban,
  latin_name: normalLatinName,
  cr_number: normalCrNumber,
  vat_number: normalVatNumber,
};

/**
 * Why a typed text of a profile cannot be saved, null when it can; a blank one keeps what is stored. `read` gives null for what
 * is none of its kind.
 */
export function profileTextProblem(
  typed: string,
  maxLength: number,
  read: (text: string) => string | null = (text) => text,
): 'too_long' | 'unreadable' | null {
  const text = oneLineText(typed).trim();
  if (text.length > maxLength) return 'too_long';
  // PostgreSQL's text holds no NUL.
  if (text.includes('\0')) return 'unreadable';
  return text === '' || read(text) !== null ? null : 'unreadable';
}
