import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { isLanguage, type Language } from '#domain/languages.ts';

/** How each language is named, in itself, and read. */
export const languageFacts = {
  en: { name: 'English', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
} as const satisfies Record<Language, { name: string; direction: 'ltr' | 'rtl' }>;

/** The key under which a device remembers its language; first-paint.ts and site/page-script.ts use the same. */
export const languageKey = 'hamla.language';

/** The texts of a part, by language; one object, so that they are added once. */
export type Catalogue = Record<Language, () => Promise<{ messages: Messages }>>;

const catalogues: Catalogue = {
  en: () => import('virtual:texts/en-first'),
  ar: () => import('virtual:texts/ar-first'),
};

/** Texts that no first view shows: they come with their screens. */
const further = new Set<Catalogue>();

/** The browser's: one person, one language at a time. */
const browser = setupI18n();

/** Pages of content are drawn in every language, side by side, with their own texts too. */
const drawn = new Map<Language, I18n>();
if (import.meta.env.SSR) {
  // Not eager: what is imported at once would reach the browser with this module, though it never runs there.
  const site = import.meta.glob<Messages>('../locales/*/site.po', { import: 'messages' });
  const others: Catalogue = {
    en: () => import('virtual:texts/en-further'),
    ar: () => import('virtual:texts/ar-further'),
  };
  for (const [language, load] of Object.entries(catalogues) as [Language, typeof catalogues.en][]) {
    const all = {
      ...(await load()).messages,
      ...(await others[language]()).messages,
      ...(await site[`../locales/${language}/site.po`]?.()),
    };
    drawn.set(language, setupI18n({ locale: language, messages: { [language]: all } }));
  }
}

/** The texts of a language where pages are drawn; in the browser always those of the person's language. */
export function i18nFor(language: Language): I18n {
  return drawn.get(language) ?? browser;
}

/** Loads the texts of a language, and gives the document its language and direction. */
export async function activateLanguage(language: Language): Promise<void> {
  const all = await Promise.all([catalogues, ...further].map((one) => one[language]()));
  const messages: Messages = Object.assign({}, ...all.map((one) => one.messages));
  browser.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
  document.documentElement.dir = languageFacts[language].direction;
}

/** Loads the texts of screens that bring their own, in the present language; they follow its changes from then on. */
export async function addTexts(catalogue: Catalogue): Promise<void> {
  if (further.has(catalogue)) return;
  await catalogue[documentLanguage()]();
  further.add(catalogue);
  await activateLanguage(documentLanguage());
}

let keep: (language: Language) => Promise<void> = async () => {};

/** Says who keeps a switched language beside the device; entry.client.tsx plugs the account in. */
export function keepLanguageBy(next: typeof keep): void {
  keep = next;
}

/**
 * Changes the language of this device without leaving the screen, and remembers it. Rejects when the device speaks it
 * but the account of who is signed in could not take it.
 */
export async function switchLanguage(language: Language): Promise<void> {
  await activateLanguage(language);
  localStorage.setItem(languageKey, language);
  await keep(language);
}

/** The language the document stands in: set before first paint. */
export function documentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}
