import { compactIban } from '#domain/iban.ts';
import { oneLineText } from '#domain/plain-text.ts';
import { nonEmptyValues } from '#domain/profiles/profile.ts';
import type { profileTextReaders } from '#domain/profiles/profile-texts.ts';
import type { Agency, Company } from '#api/profiles.ts';

/** The text fields of a profile's form: those whose longest text domain/profiles states. */
export const fieldsOf = <Field extends string>(maxLengths: Readonly<Record<Field, number>>) =>
  Object.keys(maxLengths) as Field[];

/** The texts of a form as they are shown on return: the stored values, blank where there are none. */
export function storedTexts<Field extends string>(
  fields: readonly Field[],
  profile: { [One in Field]?: string | null } | null,
): Record<Field, string> {
  const texts = fields.map((field) => [field, profile?.[field] ?? '']);
  return Object.fromEntries(texts) as Record<Field, string>;
}

/**
 * What is saved of the typed texts: those that were changed and are not blank (SPEC section 5), so that two windows do not undo
 * each other's work.
 */
export function changedTexts<Field extends string>(
  fields: readonly Field[],
  typed: Record<Field, string>,
  stored: Record<Field, string>,
): Partial<Record<Field, string>> {
  const changed = fields.filter((field) => typed[field] !== stored[field]);
  const texts = changed.map((field) => [field, typed[field]]);
  return nonEmptyValues(Object.fromEntries(texts) as Partial<Record<Field, string>>);
}

/**
 * Whether a stored profile holds each field that was sent. Uploads are added to an agency's other documents; a new IBAN waits for
 * its approval, shown in part.
 * @param readers of the texts that are more than words, as the server reads them.
 */
export function holdsSent(
  profile: Company | Agency,
  sent: object,
  readers: typeof profileTextReaders,
): boolean {
  const stored: Record<string, unknown> = { ...profile };
  return Object.entries(sent).every(([field, value]: [string, unknown]) => {
    if (field === 'other_docs_files')
      return (value as string[]).every((path) => (stored[field] as string[]).includes(path));
    if (field === 'iban' && 'payment_account' in profile) {
      const ends = (iban = '') => compactIban(iban).replace(/^(.{4}).*(.{4})$/u, '$1$2');
      const waiting = profile.payment_account.pending?.iban;
      return [profile.iban ?? '', waiting].some((iban) => ends(iban) === ends(value as string));
    }
    if (typeof value !== 'string') return String(stored[field]) === String(value);
    const text = oneLineText(value).trim();
    return stored[field] === (readers[field]?.(text) ?? text);
  });
}
