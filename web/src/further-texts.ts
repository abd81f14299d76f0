import { addTexts } from './i18n.ts';

let loaded: Promise<void> | undefined;

/** Loads the texts that no dashboard's first view shows. The same promise each time, for `use`. */
export function furtherTexts(): Promise<void> {
  return (loaded ??= addTexts({
    en: () => import('virtual:texts/en-further'),
    ar: () => import('virtual:texts/ar-further'),
  }));
}

/** Code that a first view loads later, with the texts that it may show. */
export async function withTexts<Code>(code: Promise<Code>): Promise<Code> {
  const [loadedCode] = await Promise.all([code, furtherTexts()]);
  return loadedCode;
}
