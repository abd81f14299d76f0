import { latinDigits } from './digits.ts';

/** Marks on letters, the stroke that lengthens a word, the hamza that stands alone, and marks of direction and joining. */
const unread =
  // oxlint-disable-next-line no-misleading-character-class
  /[\u00AD\u0300-\u036F\u0483-\u0489\u0610-\u061A\u061C\u0621\u0640\u064B-\u065F\u0670\u0674\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08D3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]/gu;

/** Letters, each with the one that is written in its place or looks like it: Arabic, Latin, Cyrillic and Greek ones. */
const letters = new Map(
  (
    [
      ['ٱٲٳىیېۍےؠةەہھۃکڪگپچژڤ', 'اااييييييهههههكككبجزف'],
      ['ıаеорсухіјѕһԛԝӏвкмнт', 'iaeopcyxijshqwlbkmht'],
      ['αβεζηικμνορςστυχω', 'abezhikmnopsstyxw'],
    ] as const
  ).flatMap(([from, to]) => Array.from(from, (letter, at) => [letter, to[at]!] as const)),
);

/**
 * A text as searches compare it: without capitals and marks, Arabic letters in one spelling, digits as 0–9, one space at a time.
 * SQL does the same in `folded`, which is in indexes: both change together, and the indexes are made anew.
 */
export const foldedText = (text: string): string =>
  latinDigits(text.normalize('NFKD').toLowerCase())
    .replace(unread, '')
    .replace(/\P{ASCII}/gu, (letter) => letters.get(letter) ?? letter)
    .replace(/[ \t-\r]+/gu, ' ');
