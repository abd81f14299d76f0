import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cuts } from './fonts.ts';

const isIn = (name: string) => (character: string) => {
  const point = character.codePointAt(0)!;
  return cuts.some(
    (cut) => cut.name === name && cut.ranges.some(([from, to]) => point >= from && point <= to),
  );
};

/** Every character of the products' own texts, of one language. */
function charactersOf(language: string): string[] {
  const folder = join(import.meta.dirname, '../locales', language);
  const texts = globSync('*.po', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => /^(msgid|msgstr|")/.test(line))
      .join(''),
  );
  return [...new Set(texts.join(''))].filter((character) => !/[\u2066-\u2069]/.test(character));
}

test('the Latin file draws every character of the English texts', () => {
  const characters = charactersOf('en');
  expect(characters.length).toBeGreaterThan(50);
  expect(characters.filter((character) => !isIn('latin')(character))).toEqual([]);
});

test('no Arabic text of ours needs the file of rare letters', () => {
  const rare = charactersOf('ar').filter(isIn('arabic-rest'));
  expect(rare).toEqual([]);
});

test('each character of the Arabic block is drawn by exactly one font file', () => {
  const block = Array.from({ length: 0x100 }, (_, step) => String.fromCodePoint(0x600 + step));
  const odd = block.filter(
    (character) => isIn('arabic')(character) === isIn('arabic-rest')(character),
  );
  expect(odd).toEqual([]);
});
