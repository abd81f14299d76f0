import { nonEmptyValues } from '#domain/profiles/profile.ts';

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
