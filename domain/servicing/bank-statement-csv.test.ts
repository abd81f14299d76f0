import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { bankStatementCsv } from './bank-statement-csv.ts';
import { lineIdentity, withOccurrences } from './bank-statement-line.ts';

const csv = { format: 'csv', account_iban: null } as const;

/** The lines of a file whose first line names the columns. */
const read = (...rows: string[]) => bankStatementCsv(rows.join('\r\n')).lines;
const problem = (...rows: string[]) => {
  try {
    read(...rows);
    return 'read';
  } catch (error) {
    return (error as Error).message;
  }
};

test('a statement with a credit and a debit column, in English', () => {
  expect(
    read(
      'Date,Value Date,Description,Credit,Debit,Bank Reference,Sender Name,Sender IBAN',
      '2026-03-01,2026-03-02,"Payment RF08HM100001, thanks","1,500.00",,FT1,Najd Coffee,SA03 8000 0000 6080 1016 7519',
      '2026-03-01,,Bank fee,,12.50,FT2,,',
    ),
  ).toEqual([
    {
      line_no: 1,
      direction: 'credit',
      amount: '1500.00',
      currency: 'SAR',
      booked_on: '2026-03-01',
      value_date: '2026-03-02',
      bank_reference: 'FT1',
      payer_name: 'Najd Coffee',
      payer_iban: 'SA0380000000608010167519',
      remittance: 'Payment RF08HM100001, thanks',
      refusal: null,
    },
    expect.objectContaining({
      line_no: 2,
      direction: 'debit',
      amount: '12.50',
      bank_reference: 'FT2',
    }),
  ]);
});

test('a statement in Arabic, with Arabic digits, semicolons, a mark at its start and a title above', () => {
  expect(
    read(
      '\uFEFFكشف حساب;;;',
      'التاريخ;المبلغ;اسم المُرسِل;البيان',
      '٢٠٢٦/٠٣/٠١;١٬٥٠٠٫٥٠ ر.س;شركة نجد;سداد',
      '٢٠٢٦/٠٣/٠٢;-٢٠٫٠٠;;رسوم',
    ),
  ).toMatchObject([
    { amount: '1500.50', direction: 'credit', booked_on: '2026-03-01', payer_name: 'شركة نجد' },
    { amount: '20.00', direction: 'debit', remittance: 'رسوم' },
  ]);
});

test('tabs, quotes with line ends within, and a direction beside the amount', () => {
  expect(
    read(
      'date\tamount\ttype\tdetails',
      '2026-03-01\t10\tCR\t"two\nlines ""here"""',
      '2026-03-01\t10.5\tدائن\tx',
    ),
  ).toMatchObject([
    { amount: '10.00', direction: 'credit', remittance: 'two lines "here"' },
    { amount: '10.50', direction: 'credit' },
  ]);
});

test.each([
  ['13/02/2026', '01/02/2026', '2026-02-01'],
  ['02/13/2026', '01/02/2026', '2026-01-02'],
  ['13-02-2026', '5.2.2026', '2026-02-05'],
])('beside %s the day %s is %s', (other, day, date) => {
  const lines = read('date,amount', `${other},1`, `${day},1`);
  expect(lines[1]!.booked_on).toBe(date);
});

test.each([
  [
    'which day it is cannot be told',
    ['date,amount', '01/02/2026,5'],
    'line 2, date must say which is the day',
  ],
  [
    'two orders in one file',
    ['date,amount', '13/02/2026,1', '02/13/2026,1'],
    'line 2, date must say which is the day',
  ],
  ['no day', ['date,amount', 'yesterday,5'], 'line 2, date must be a date'],
  ['a day that does not exist', ['date,amount', '2026-02-30,5'], 'line 2, date must be a day'],
  ['a day of the Hijri calendar', ['date,amount', '1447-09-12,5'], 'line 2, date must be a day'],
  ['no amount', ['date,amount', '2026-03-01,free'], 'line 2, amount must be an amount'],
  [
    'a comma for the decimal point',
    ['date;amount', '2026-03-01;1,5'],
    'line 2, amount must be an amount',
  ],
  ['nought', ['date,amount', '2026-03-01,0.00'], 'line 2, amount must be an amount'],
  [
    'three places of riyals',
    ['date,amount', '2026-03-01,1.005'],
    'line 2, amount must be an amount',
  ],
  [
    'a credit and a debit at once',
    ['date,credit,debit', '2026-03-01,1,2'],
    'line 2, amount must be either',
  ],
  [
    'a direction that is none',
    ['date,amount,type', '2026-03-01,1,transfer'],
    'line 2, type must be credit or debit',
  ],
  [
    'a currency that is none',
    ['date,amount,currency', '2026-03-01,1,riyals'],
    'line 2, currency must be a code',
  ],
  [
    'more cells than columns',
    ['date,amount', '2026-03-01,1', '2026-03-01,1,500.00'],
    'line 3, columns must be 2',
  ],
  ['a column twice', ['date,amount,Amount', '2026-03-01,1,1'], 'line 1, Amount must be the only'],
  ['no names of columns', ['2026-03-01,1'], 'columns must be named'],
  ['a row of any length', ['date,amount', 'x'.repeat(20_001)], 'line 2, row must not pass 20000'],
  ['a row of any number of cells', [','.repeat(20_001)], 'line 1, row must not pass 20000'],
  ['a cell of any length', ['date,amount', `"${'x'.repeat(20_000)}"`], 'line 2, row must not pass'],
  ['an open quote', ['date,amount', '2026-03-01,"1'], 'line 2, quotes must be closed'],
])('%s is refused by line and field', (_name, rows, words) => {
  expect(problem(...rows)).toContain(words);
});

test('money in another currency is kept apart', () => {
  expect(read('date,amount,currency', '2026-03-01,100.125,kwd')).toMatchObject([
    { currency: 'KWD', amount: '100.125', refusal: 'currency' },
  ]);
});

test('two identical transfers on one statement are two, and on another statement the same two', () => {
  const rows = [
    'date,amount,description',
    '2026-03-01,5,rent',
    '2026-03-01,5,rent',
    '2026-03-01,6,rent',
  ];
  const first = withOccurrences(csv, read(...rows));
  expect(first.map(({ occurrence }) => occurrence)).toEqual([1, 2, 1]);
  const overlapping = withOccurrences(csv, read(...rows.toSpliced(1, 0, '2026-02-28,1,new')));
  const keys = (lines: typeof first) => lines.map((one) => `${one.identity} ${one.occurrence}`);
  expect(keys(overlapping).slice(1)).toEqual(keys(first));
});

test('an entry that camt.053 names is the same whatever is said about it, and no other', () => {
  const [a, b, c] = read(
    'date,amount,reference,description',
    '2026-03-01,5,FT1,short',
    '2026-03-01,5,FT1,a longer text',
    '2026-03-01,5,FT2,short',
  );
  const camt = { format: 'camt.053', account_iban: 'SA03' } as const;
  expect(lineIdentity(camt, a!)).toBe(lineIdentity(camt, b!));
  expect(lineIdentity(camt, a!)).not.toBe(lineIdentity(camt, c!));
  expect(lineIdentity({ ...camt, account_iban: null }, a!)).not.toBe(lineIdentity(camt, a!));
});

test('two transfers of CSV under one reference are two, and one that names nothing is none', () => {
  const lines = read(
    'date,amount,reference,payer,payer iban,description',
    '2026-03-01,5,BATCH,Najd Coffee,SA03,rent',
    '2026-03-01,5,BATCH,Sahara,SA03,rent',
    '2026-03-01,5,BATCH,Najd Coffee,SA04,rent',
    '2026-03-01,5,BATCH,Najd Coffee,SA03,other rent',
  );
  expect(new Set(lines.map((line) => lineIdentity(csv, line))).size).toBe(4);
  const nameless = ['NONREF', 'n/a', '000', '-'].map((said) => `2026-03-01,5,${said}`);
  expect(
    read('date,amount,reference', ...nameless).map(({ bank_reference }) => bank_reference),
  ).toEqual([null, null, null, null]);
});

test('whatever is written in the cells is read as it was written', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('ab ,;"\t\n٣نé')), maxLength: 20 });
  const separator = fc.constantFrom(',', ';', '\t');
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1 }), separator, (cells, by) => {
      const rows = cells.map(([name, said]) =>
        ['2026-03-01', '5.00', name, said].map(quoted).join(by),
      );
      const lines = read(['date', 'amount', 'payer', 'details'].join(by), ...rows);
      const plain = (cell: string) => cell.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null;
      expect(lines.map((one) => [one.payer_name, one.remittance])).toEqual(
        cells.map((pair) => pair.map(plain)),
      );
    }),
  );
});

test('separators within the cells do not pass for those between them', () => {
  const file = `date\tamount\tpayer\tdetails\n"2026-03-01"\t"5.00"\t";;;"\t";;;"`;
  expect(read(file)).toMatchObject([{ payer_name: ';;;', remittance: ';;;' }]);
});

test('no file makes it do anything but read it or name what is wrong', () => {
  const unit = fc.constantFrom(...Array.from('dateamount,;\n\r"12-/.٣ '));
  fc.assert(
    fc.property(fc.string({ unit }), (file) => {
      expect(problem('date,amount', file)).toMatch(/^read$|must/);
    }),
  );
});
