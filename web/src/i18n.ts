import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { messages as en } from '../locales/en.po';

/** Languages of the product; a further one needs its catalogue in web/locales and a row here. */
export const languages = [{ code: 'en', name: 'English', direction: 'ltr' }] as const;
export type Language = (typeof languages)[number]['code'];

const catalogues: Record<Language, Messages> = { en };
const instances = new Map<Language, I18n>();

/** The language of a path; English until a second language has its own paths. */
export function languageOf(_pathname: string): (typeof languages)[number] {
  return languages[0];
}

/** One instance per language, so that pages of several languages can be rendered side by side. */
export function i18nFor(language: Language): I18n {
  const known = instances.get(language);
  if (known) return known;
  const created = setupI18n({ locale: language, messages: { [language]: catalogues[language] } });
  instances.set(language, created);
  return created;
}
