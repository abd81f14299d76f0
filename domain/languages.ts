/** The languages of the product, as they stand on the wire, in account metadata and in addresses. English comes first where nothing is known. */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

/** Whether a value from outside names one of the product's languages. */
export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}
