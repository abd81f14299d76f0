import { latinDigits } from '#domain/digits.ts';

/** How the characters of a password can be read; for estimating it, never for comparing it (password-strength.ts). */

/** Letters of other scripts that look like Latin ones, and the Persian forms of Arabic ones. */
const alike = new Map(
  [
    ['абвеёһіјкмнорԛѕтухԝьԁɡӏ', 'abbeehijkmhopqstyxwbdgl'],
    ['αβεηικμνορτυχωϲ', 'abenikmvoptuxwc'],
    ['ıȷɑ', 'ija'],
    ['کیۀے', 'كيهي'],
  ].flatMap(([from = '', to = '']) =>
    Array.from(from, (letter, index) => [letter, to[index]!] as const),
  ),
);

/**
 * One spelling: compatibility forms, lower case, Arabic-Indic digits as Latin ones, letters that look alike as one of them, and
 * nothing that is not seen or only stands on a letter.
 */
export const normalPassword = (text: string): string =>
  latinDigits(
    text
      .normalize('NFKD')
      .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Script=Inherited}\u0640]/gu, '')
      .normalize('NFC'),
  )
    .toLowerCase()
    .replaceAll(/\p{L}/gu, (letter) => alike.get(letter) ?? letter);

/** A text as somebody may read it. */
export interface Reading {
  text: string;
  /** Where each of its characters stands in what was typed. */
  origins: number[];
}

export function readAs(typed: string, read: (character: string) => string): Reading {
  const reading: Reading = { text: '', origins: [] };
  let index = 0;
  for (const character of typed) {
    const as = read(character);
    reading.text += as;
    for (let unit = 0; unit < as.length; unit += 1)
      reading.origins.push(index + Math.min(unit, character.length - 1));
    index += character.length;
  }
  return reading;
}

/** Where a part of a reading stands in what was typed. */
export const rangeIn = ({ origins }: Reading, start: number, end: number) => ({
  start: origins[start]!,
  end: origins[end - 1]! + 1,
});

export const isSeparator = (character: string): boolean => !/[\p{L}\p{N}]/u.test(character);

export const withoutSeparators = (character: string): string =>
  isSeparator(character) ? '' : character;

/** Digits that stand for letters where Arabic is written in Latin ones; hamza and ain are written as a vowel, or not at all. */
export const arabicLettersOfDigits: readonly Partial<Record<string, string>>[] = [
  { 2: 'a', 3: 'a', 4: 'th', 5: 'kh', 6: 't', 7: 'h', 8: 'q', 9: 's' },
  { 2: '', 3: '', 4: 'sh', 5: 'kh', 6: 't', 7: 'h', 8: 'gh', 9: 'q' },
];

/** Marks and digits that stand for the letter they look like. */
export const exchanged: Partial<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  $: 's',
  '@': 'a',
  '!': 'i',
};

/** Stands in a reading for a mark that may hide a vowel. */
export const masks = '\u0000';

/** Where a word begins in a text that may hold `masks`: at most one for four letters. */
export function placesOf(word: string, text: string): number[] {
  const places: number[] = [];
  for (let place = 0; place + word.length <= text.length; place += 1) {
    let masked = 0;
    let length = 0;
    for (; length < word.length; length += 1) {
      const read = text[place + length];
      if (read === word[length]) continue;
      if (read !== masks || !'aeiou'.includes(word[length]!)) break;
      masked += 1;
    }
    if (length === word.length && masked * 4 <= length) places.push(place);
  }
  return places;
}
