import { latinDigits } from '../digits.ts';

/** Ways to read the characters of a password. Used to estimate it, never to compare it (api/password-strength.ts). */

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
 * Normal form: compatibility forms, lower case, Latin digits, one letter for those that look alike, without invisible
 * and combining characters.
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

/** A text in one way of reading it. */
export interface Reading {
  text: string;
  /** The position in the typed text of each character. */
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

/** Digits used for Arabic letters in Latin spelling, in two conventions; hamza and ain become a vowel or nothing. */
export const arabicLettersOfDigits: readonly Partial<Record<string, string>>[] = [
  { 2: 'a', 3: 'a', 4: 'th', 5: 'kh', 6: 't', 7: 'h', 8: 'q', 9: 's' },
  { 2: '', 3: '', 4: 'sh', 5: 'kh', 6: 't', 7: 'h', 8: 'gh', 9: 'q' },
];

/** Marks and digits used for the letter they look like. */
export const lettersOfLookalikes: Partial<Record<string, string>> = {
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

/** Replaces a mark that may hide a vowel. */
export const VOWEL_MASK = '\u0000';

/** The positions of a word in a text with `VOWEL_MASK`s, at most one for four letters. */
export function positionsOf(word: string, text: string): number[] {
  const places: number[] = [];
  for (let place = 0; place + word.length <= text.length; place += 1) {
    let masked = 0;
    let length = 0;
    for (; length < word.length; length += 1) {
      const read = text[place + length];
      if (read === word[length]) continue;
      if (read !== VOWEL_MASK || !'aeiou'.includes(word[length]!)) break;
      masked += 1;
    }
    if (length === word.length && masked * 4 <= length) places.push(place);
  }
  return places;
}
