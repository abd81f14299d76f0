import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { isUnchecked } from '../scripts/extract-texts.ts';

/** The Arabic of every screen: nothing is missing, nothing is half English, and numbers agree with their nouns. */

const root = join(import.meta.dirname, '..');
const folder = join(root, 'web/locales/ar');
const catalogues = globSync('*.po', { cwd: folder })
  .sort()
  .map((name) => basename(name, '.po'));

interface Text {
  id: string;
  english: string;
  arabic: string;
  /** Whether its English was reworded after the Arabic was written. */
  isUnchecked: boolean;
}

async function textsOf(catalogue: string): Promise<Text[]> {
  const filename = join(folder, `${catalogue}.po`);
  const context = { locale: 'ar', sourceLocale: 'en', filename };
  const texts = await formatter().parse(readFileSync(filename, 'utf8'), context);
  return Object.entries(texts ?? {})
    .filter(([, { obsolete }]) => !obsolete)
    .map(([id, { message, translation, extra }]) => ({
      id,
      english: message ?? '',
      arabic: translation ?? '',
      isUnchecked: isUnchecked(extra),
    }));
}

const all = await Promise.all(catalogues.map(async (name) => [name, await textsOf(name)] as const));
const texts = all.flatMap(([, found]) => found);

/** Names and abbreviations that Arabic writing in Saudi Arabia keeps in Latin letters. */
const latinNames = /\b(Hamla|PDF|JPG|JPEG|PNG|SAR|IBAN|SA|CSV|QR|Excel|camt\.\d{3}|MT940)\b/g;

/** The choices of a plural or a select, by their keys. */
function choicesOf(options: unknown): [form: string, words: CompiledMessage][] {
  const choices: [string, CompiledMessage | undefined][] = Object.entries(options ?? {});
  return choices.flatMap(([form, words]) =>
    form === 'offset' || words === undefined ? [] : [[form, words]],
  );
}

/** The words of a compiled message, without names of values and tags. */
function wordsOf(message: CompiledMessage): string[] {
  if (typeof message === 'string') return [message];
  return message.flatMap((part) =>
    typeof part === 'string' ? [part] : choicesOf(part[2]).flatMap(([, words]) => wordsOf(words)),
  );
}

/** Values, tags and plurals that a message takes, sorted. */
function slotsOf(text: string): string[] {
  const inside = (message: CompiledMessage): string[] => {
    if (typeof message === 'string') return tagsOf(message);
    return message.flatMap((part) => {
      if (typeof part === 'string') return tagsOf(part);
      const [name, , options] = part;
      const nested = choicesOf(options).flatMap(([, words]) => inside(words));
      return name === '#' ? [] : [name, ...nested];
    });
  };
  return [...new Set(inside(compileMessage(text)))].sort();
}

const tagsOf = (words: string) => [...words.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag);

interface PluralForms {
  text: Text;
  forms: string[];
}

const plurals: PluralForms[] = texts.flatMap((text) => {
  const find = (message: CompiledMessage): string[][] =>
    typeof message === 'string'
      ? []
      : message.flatMap((part) => {
          if (typeof part === 'string') return [];
          const [, kind, options] = part;
          const nested = choicesOf(options).flatMap(([, words]) => find(words));
          return kind === 'plural' ? [choicesOf(options).map(([form]) => form), ...nested] : nested;
        });
  return find(compileMessage(text.arabic)).map((forms) => ({ text, forms }));
});

describe.each(all)('the Arabic of %s', (_name, found) => {
  test('no text is missing', () => {
    expect(
      found.filter(({ arabic }) => arabic.trim() === '').map(({ english }) => english),
    ).toEqual([]);
  });

  test('no text waits to be checked: compare each with its English, then remove the line "#, fuzzy"', () => {
    const unchecked = found.filter((text) => text.isUnchecked);
    expect(unchecked.map(({ english, arabic }) => ({ english, arabic }))).toEqual([]);
  });

  test('a text is in Arabic letters but for names that have none', () => {
    const foreign = found.filter(({ arabic }) =>
      wordsOf(compileMessage(arabic)).some((words) =>
        /[A-Za-z]/.test(
          words
            .replace(/<\/?\d+\/?>/g, '')
            .replace(latinNames, '')
            .replace(/\S+@\S+/g, ''),
        ),
      ),
    );
    expect(foreign.map(({ arabic }) => arabic)).toEqual([]);
  });

  test('a text takes the values and marks of its English', () => {
    const different = found.filter(
      ({ english, arabic }) =>
        arabic !== '' && slotsOf(english).join(' ') !== slotsOf(arabic).join(' '),
    );
    expect(different.map(({ english, arabic }) => ({ english, arabic }))).toEqual([]);
  });
});

test('one English text has one Arabic text, wherever it stands', () => {
  const seen = new Map<string, string>();
  const twice = texts.filter(({ id, arabic }) => {
    const known = seen.get(id);
    seen.set(id, arabic);
    return known !== undefined && known !== arabic;
  });
  expect(twice.map(({ english }) => english)).toEqual([]);
});

describe('the six forms of an Arabic number', () => {
  /** A number for each form of the Unicode rules: none, one, two, few, many, and the hundreds. */
  const numbers = { zero: 0, one: 1, two: 2, few: 3, many: 11, other: 100 };

  test('sample numbers match their plural forms', () => {
    const rules = new Intl.PluralRules('ar');
    for (const [form, number] of Object.entries(numbers)) expect(rules.select(number)).toBe(form);
  });

  test('every counted text defines all six plural forms', () => {
    const short = plurals.filter(({ forms }) =>
      Object.keys(numbers).some((form) => !forms.includes(form)),
    );
    expect(short.map(({ text }) => text.arabic)).toEqual([]);
  });

  test('an English text that counts is counted in Arabic too', () => {
    const counts = (text: string) => /, plural,/.test(text);
    const uncounted = texts.filter(({ english, arabic }) => counts(english) && !counts(arabic));
    expect(uncounted.map(({ english }) => english)).toEqual([]);
  });

  test.each(Object.entries(numbers))('the form %s is shown for %d', (form, number) => {
    const i18n = setupI18n({
      locale: 'ar',
      messages: {
        ar: Object.fromEntries(texts.map(({ id, arabic }) => [id, compileMessage(arabic)])),
      },
    });
    for (const { text } of plurals) {
      const values = Object.fromEntries(slotsOf(text.arabic).map((slot) => [slot, number]));
      const shown = i18n._(text.id, values);
      expect(shown, `${form} of ${text.english}`).toMatch(/[\u0600-\u06ff]/);
      expect(shown).not.toMatch(/[{}#]/);
    }
  });
});

test('Arabic that stands in the code itself is in Arabic letters too', () => {
  const files = globSync(['api/**/*.ts', 'server/src/**/*.{ts,tsx}', 'web/src/api/*.ts'], {
    cwd: root,
    // A statement's lines stand there as a bank writes them: its words beside references in Latin letters.
    exclude: ['**/*.test.ts', 'server/src/demo/bank-statements.ts'],
  });
  const sentences = files
    .flatMap((path) => readFileSync(join(root, path), 'utf8').match(/'[^'\n]*'|`[^`\n]*`/g) ?? [])
    .filter((literal) => /[\u0600-\u06ff]{2}/.test(literal));
  expect(sentences.length).toBeGreaterThan(100);
  const foreign = sentences.filter((literal) =>
    /[A-Za-z]/.test(literal.replace(/\$\{[^}]*\}/g, '').replaceAll(latinNames, '')),
  );
  expect(foreign).toEqual([]);
});
