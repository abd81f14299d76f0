import { globSync, readFileSync } from 'node:fs';

import { formatter } from '@lingui/format-po';

import type { Language } from '#domain/languages.ts';

/** Finds the name of something on the screen by its English text: as it reads in the language of the page. */
export type Words = (english: string) => RegExp;

/**
 * From the catalogues in web/locales; what fills a placeholder may be anything. A text that is not translated yet is
 * shown in English.
 */
export async function wordsIn(language: Language): Promise<Words> {
  const texts = new Map<string, Set<string>>();
  const format = formatter({ lineNumbers: false });
  for (const filename of globSync(`web/locales/{en,${language}}/*.po`)) {
    const context = { locale: language, sourceLocale: 'en', filename };
    const catalogue = await format.parse(readFileSync(filename, 'utf8'), context);
    for (const { message, translation } of Object.values(catalogue)) {
      if (!message || !translation) continue;
      texts.set(message, (texts.get(message) ?? new Set()).add(patternOf(translation)));
    }
  }
  return (english) => {
    const patterns = texts.get(english);
    if (!patterns) throw new Error(`no catalogue has the text "${english}"`);
    return new RegExp(`^(${[...patterns].join('|')})$`);
  };
}

/** An element without content may be an amount as well as an icon. */
function patternOf(text: string): string {
  const parts = text.replaceAll(/<\/?\d+>/g, '').split(/(\{\w+\}|<\d+\/>)/);
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return RegExp.escape(part);
      return part.startsWith('{') ? '.+' : '.*';
    })
    .join('');
}
