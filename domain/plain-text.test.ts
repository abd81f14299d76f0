import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineText } from './servicing/bank-statement-line.ts';
import { multiLineText, oneLineText, oneLineTexts, withoutHiddenCharacters } from './plain-text.ts';

/** Text with the characters that matter here among others. */
const typed = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from(
          '\u0007\t\n\r\v\f\u0085\u2028\u2029\u061C\u200B\u200C\u200D\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\u206A\uFEFF\u00AD\u001B\u009F',
        ),
        '\u{E0041}',
        '\u{E0100}',
        '\u0301',
        '\u0301\u200D\u0651\u064E',
        '\uFE0F',
        '\u2800',
        '\u3164',
        '\r\n',
        ' ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

/** What no text may hold once it is plain, apart from NUL, which is refused elsewhere. */
const hidden =
  // oxlint-disable-next-line no-control-regex
  /[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u200B\u2028-\u202E\u2060-\u206F\u2800\uFEFF\u{E0000}-\u{E0FFF}]|(?![\u061C\u200C-\u200F]|\uFE0F)\p{Default_Ignorable_Code_Point}|\p{M}{5}/u;

describe('a text that people type', () => {
  test('holds no control character, no override, embedding or isolate, and nothing that is drawn as nothing', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(multiLineText(text)).not.toMatch(hidden);
        expect(oneLineText(text)).not.toMatch(hidden);
        expect(oneLineText(text)).not.toContain('\n');
        expect(lineText(text, 200) ?? '').not.toMatch(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/u);
      }),
    );
  });

  test('is cleaned once and for all', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(multiLineText(multiLineText(text))).toBe(multiLineText(text));
        expect(oneLineText(oneLineText(text))).toBe(oneLineText(text));
      }),
    );
  });

  test('never grows, so that what fitted still fits', () => {
    fc.assert(
      fc.property(typed, (text) => {
        expect(multiLineText(text).length).toBeLessThanOrEqual(text.length);
        expect(oneLineText(text).length).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  test('stays as it is where nothing hiddenCharacters it', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            ...Array.from('شركة نجد 12٣ Abc-é漢/.,:\'"\u200F\u200E\u061C\u200C\u200D'),
            '👩‍💻',
            '❤️',
            'مُحَمَّدٌ',
            'ế',
          ),
        ),
        (characters) => {
          const text = `a${characters.join('')}`;
          expect(multiLineText(`${text}\n${text}`)).toBe(`${text}\n${text}`);
          expect(oneLineText(text)).toBe(text);
        },
      ),
    );
  });

  test.each([
    ['Najd\u202Egpj.exe', 'Najdgpj.exe'],
    ['\u2067Sada\u2069 Creative', 'Sada Creative'],
    ['Sada\r\n\r\nCreative', 'Sada Creative'],
    ['Sada\tCreative', 'Sada Creative'],
    ['Sa\u200Bda\u0007', 'Sada'],
    ['\u{E0001}Sada\u{E0020}\u{E007F}', 'Sada'],
    ['شركة\u200F نجد\u200E', 'شركة\u200F نجد\u200E'],
    ['Sa\u2065\u034F\u180E\u{E0100}\u{1D173}da', 'Sada'],
    [`Sa${'\u0301'.repeat(60)}da`, `Sa${'\u0301'.repeat(4)}da`],
    [`Sa${'\u0301\u200D'.repeat(60)}da`, `Sa${'\u0301\u200D'.repeat(3)}\u0301\u200Dda`],
    ['Sa\u0301\u0301\u0301\u0301\u0007\u0301da', 'Sa\u0301\u0301\u0301\u0301da'],
  ])('%j is kept as the one line %j', (text, kept) => {
    expect(oneLineText(text)).toBe(kept);
  });

  test.each(
    Array.from(
      '\u3164\u2800\uFFA0\u115F\u1160\u17B4\u17B5\u200C\u200D\u200E\u200F\u061C\uFE0F\u0301\u00A0\u3000',
    ),
  )('is empty where it holds only %j, which nobody sees', (character) => {
    expect(oneLineText(character)).toBe('');
    expect(multiLineText(` ${character}\n${character} `)).toBe('');
    expect(oneLineText(`${character}a`)).toContain('a');
  });

  test('keeps its lines where it may have several', () => {
    expect(multiLineText('one\r\ntwo\rthree\u2028four\n\n\tfive')).toBe(
      'one\ntwo\nthree\nfour\n\n five',
    );
  });

  test('is cleaned wherever it stands in what was parsed from JSON', () => {
    expect(
      oneLineTexts({ 'na\u202Eme': ['a\nb', { deep: '\u2066x' }], n: 1, is: true, none: null }),
    ).toEqual({ name: ['a b', { deep: 'x' }], n: 1, is: true, none: null });
  });

  test('leaves NUL and control characters where only hiddenCharacters are taken out, so that they are refused by name', () => {
    expect(withoutHiddenCharacters('a\u0000\u0007\u202E')).toBe('a\u0000\u0007');
    expect(multiLineText('a\u0000')).toBe('a\u0000');
  });
});
