import { addTexts } from '../i18n.ts';
import { loadableAgain } from './keep-loading.ts';

const catalogue = {
  en: loadableAgain(() => import('virtual:texts/en-further')),
  ar: loadableAgain(() => import('virtual:texts/ar-further')),
};
let loaded: Promise<void> | undefined;

/** Loads the texts that no dashboard's first view shows. The same promise each time, for `use`. */
export function furtherTexts(): Promise<void> {
  return (loaded ??= addTexts(catalogue));
}

/** The same for what a first view loads later: texts that did not come are asked for again. */
export function furtherTextsAgain(): Promise<void> {
  return furtherTexts().catch(() => (loaded = addTexts(catalogue)));
}
