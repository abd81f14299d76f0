import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('cells are parted by commas, and quoted where their text needs it', () => {
  expect(csvLine(['HM-100001', 'Najd, "the" roastery', ''])).toBe(
    'HM-100001,"Najd, ""the"" roastery",\r\n',
  );
});

test('a text that a spreadsheet would take for a formula is a text, and a number stays a number', () => {
  for (const typed of ['=1+1', '+9665', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1+1']) {
    expect(csvLine([typed]).replaceAll('"', '')).toBe(`'${typed}\r\n`);
  }
  expect(csvLine(['-12.50', '1500.00', '-'])).toBe("-12.50,1500.00,'-\r\n");
});

test('what is read back is what was written, but for the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (cells) => {
      const read = readLine(csvLine(cells));
      expect(read.map((cell, n) => cell === cells[n] || cell === `'${cells[n]}`)).toEqual(
        cells.map(() => true),
      );
    }),
  );
});

/** The cells of one line, by RFC 4180. */
function readLine(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/gs)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}
