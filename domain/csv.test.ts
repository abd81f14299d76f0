import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, withoutApostrophe } from './csv.ts';

test('cells are separated by commas, and quoted where their text needs it', () => {
  expect(csvLine(['HM-100001', 'Najd, "the" roastery', ''])).toBe(
    'HM-100001,"Najd, ""the"" roastery",\r\n',
  );
});

test('a text that a spreadsheet would take for a formula is a text, and a number stays a number', () => {
  for (const typed of ['=1+1', '+9665', '-2+3', '@SUM(A1)', '\t=1', ' =1', '＝1+1']) {
    expect(csvLine([typed]).replaceAll('"', '')).toBe(`'${typed}\r\n`);
  }
  // A spreadsheet may leave the tab out, and take what is behind it for the cell.
  expect(csvLine(['\tNajd'])).toBe("'\tNajd\r\n");
  expect(csvLine(['-12.50', '1500.00', '-'])).toBe("-12.50,1500.00,'-\r\n");
});

test.each(['0501234567', '202611220000123456', '12E45', '=1+1', '+9665'])(
  'a spreadsheet does not change %s, and an import reads it as it was',
  (text) => {
    const [cell = ''] = csvLine([text]).split('\r');
    expect(cell).toBe(`'${text}`);
    expect(withoutApostrophe(cell)).toBe(text);
  },
);

test('a short number stays one, and an apostrophe that was typed stays', () => {
  expect(csvLine(['0', '0.50', '12345678901', '123456789012.00'])).toBe(
    '0,0.50,12345678901,123456789012.00\r\n',
  );
  expect(withoutApostrophe("'Abd")).toBe("'Abd");
});

test('a text that holds a semicolon or a line break hides no formula from a spreadsheet that parts cells there', () => {
  expect(csvLine(['Najd;=1+1'])).toBe(`"Najd;'=1+1"\r\n`);
  expect(csvLine([';=1+1'])).toBe(`";'=1+1"\r\n`);
  expect(csvLine([';"=1+1"'])).toBe(`";'""=1+1"""\r\n`);
  expect(csvLine(['a\n=1+1'])).toBe(`"a\n'=1+1"\r\n`);
  expect(csvLine(['Najd; Roastery'])).toBe('"Najd; Roastery"\r\n');
});

/** Characters of which formulas and cells are made. */
const tricky = fc.array(
  fc.string({
    unit: fc.constantFrom('=', '+', '-', '@', ';', ',', '"', "'", '\n', '\t', ' ', '1', 'a'),
  }),
  { minLength: 1, maxLength: 4 },
);

test.each([',', ';'])(
  'no cell is a formula to a spreadsheet that parts cells at "%s", whatever was typed',
  (separator) => {
    fc.assert(
      fc.property(tricky, (cells) => {
        // A number below zero stays one, also where the comma behind it does not end its cell.
        const formulas = cellsOfSpreadsheet(csvLine(cells), separator).filter(
          (cell) => /^[\s]*[=+\-@]/.test(cell) && !/^-?\d+(?:,|$)/.test(cell),
        );
        expect(formulas).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  },
);

test('reading a written file returns the same cells, except for added apostrophes', () => {
  const plain = (text: string) => text.replaceAll("'", '');
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (cells) => {
      expect(cellsOfSpreadsheet(csvLine(cells), ',').map(plain)).toEqual(cells.map(plain));
    }),
  );
});

/** As spreadsheets read: quotes count where a cell begins with one; a line break outside of them ends a row. */
function cellsOfSpreadsheet(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let atStart = true;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"' && atStart) quoted = true;
    else if (letter === separator || letter === '\n') {
      cells.push(cell.replace(/\r$/, ''));
      cell = '';
      atStart = true;
      continue;
    } else cell += letter;
    atStart = false;
  }
  return cells;
}
