import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalFromHalalas } from '../money.ts';
import { bankStatementCsv } from './bank-statement-csv.ts';
import { lineKind } from './bank-statement-line.ts';

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
      entry_reference: null,
      is_reversal: false,
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

test('what is not booked is no money, and a status that says neither is a problem of the file', () => {
  const kinds = (...statuses: string[]) =>
    read('date,amount,status', ...statuses.map((one) => `2026-03-01,5,${one}`)).map(lineKind);
  expect(kinds('Posted', 'مكتملة', '', 'BOOKED')).toEqual(Array(4).fill('receipt'));
  expect(kinds('Pending', 'PDNG', 'معلّقة', 'Rejected', 'قيد التنفيذ')).toEqual(
    Array(5).fill('refused'),
  );
  expect(() => kinds('Posted', 'Reversed')).toThrow('line 3, status must be booked or pending');
});

describe('a sign is never dropped', () => {
  const kinds = (...rows: string[]) =>
    read(...rows).map((one) => [one.direction, one.is_reversal, one.amount, lineKind(one)]);
  const takenBack = ['debit', true, '1000.00', 'reversal'];

  test.each([
    ['a negative figure of a credit', 'date,amount,type', '2026-03-01,-1000.00,credit'],
    ['in brackets', 'date,amount,type', '2026-03-01,(1000.00),CR'],
    ['with the sign behind it', 'date,amount,type', '2026-03-01,1000.00-,دائن'],
    ['a negative figure in the column of credits', 'date,credit,debit', '2026-03-01,-1000.00,'],
    ['a type that says so', 'date,amount,type', '2026-03-01,1000.00,Storno'],
    ['a type that says so, signed', 'date,amount,type', '2026-03-01,-1000.00,قيد عكسي'],
    ['words that say so', 'date,amount,details', '2026-03-01,-1000.00,REVERSAL of a transfer'],
    ['words in Arabic', 'date,credit,debit,details', '2026-03-01,,1000.00,عكس حوالة'],
    ['a ticket’s reference', 'date,amount,details', '2026-03-01,-1000.00,RF08HM100001'],
  ])('%s takes money back', (_name, ...rows) => {
    expect(kinds(...rows)).toEqual([takenBack]);
  });

  test('other debits are debits, with or without a sign', () => {
    expect(
      kinds('date,credit,debit', '2026-03-01,,57.50', '2026-03-01,,-57.50').map(([, , , k]) => k),
    ).toEqual(['debit', 'debit']);
    expect(kinds('date,amount,type', '2026-03-01,-57.50,DR', '2026-03-01,57.50,DR')).toEqual([
      ['debit', false, '57.50', 'debit'],
      ['debit', false, '57.50', 'debit'],
    ]);
  });

  test('money of ours that came back is no company’s payment', () => {
    const [fee, type] = read(
      'date,credit,debit,details',
      '2026-03-01,,-57.50,Reversal of a fee',
    ).concat(read('date,amount,type', '2026-03-01,57.50,RD'));
    expect([fee, type]).toMatchObject([
      { direction: 'credit', is_reversal: true, refusal: 'reversal' },
      { direction: 'credit', is_reversal: true, refusal: 'reversal' },
    ]);
  });

  test('no figure with a sign against its type is money in', () => {
    const figures = fc.integer({ min: 1, max: 99_999_999 }).map(decimalFromHalalas);
    const signed = fc.constantFrom(
      (of: string) => `-${of}`,
      (of: string) => `(${of})`,
      (of: string) => `${of}-`,
      (of: string) => `\u2212${of}`,
    );
    const types = fc.constantFrom('credit', 'CR', 'c', 'deposit', 'وارد');
    fc.assert(
      fc.property(figures, signed, types, (of, sign, type) => {
        const [line] = read('date,amount,type', `2026-03-01,${sign(of)},${type}`);
        expect(line).toMatchObject({ amount: of, direction: 'debit', is_reversal: true });
      }),
    );
  });
});

test('money in another currency is kept apart', () => {
  expect(read('date,amount,currency', '2026-03-01,100.125,kwd')).toMatchObject([
    { currency: 'KWD', amount: '100.125', refusal: 'currency' },
  ]);
});

test('what names nothing is no reference', () => {
  const nameless = ['NONREF', 'n/a', '000', '-', 'NONE', 'xxx'].map(
    (said) => `2026-03-01,5,${said}`,
  );
  expect(
    read('date,amount,reference', ...nameless).map(({ bank_reference }) => bank_reference),
  ).toEqual(nameless.map(() => null));
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

test.each([
  'RETURNED INWARD TRANSFER',
  'Inward transfer return',
  'RVSL SARIE',
  'Cancellation of inward transfer',
  'مرتجع حوالة واردة',
  'إرجاع حوالة واردة',
  'ارجاع حوالة',
  'استرداد حوالة واردة',
  'إلغاء حوالة واردة',
  'قيد عكسى',
])('a debit that says %s takes back what came in', (words) => {
  expect(read('Date,Amount,Details', `2026-03-01,-5.00,${words}`)).toMatchObject([
    { direction: 'debit', is_reversal: true },
  ]);
});

test.each(['Returnable deposit', 'Government fee', 'رسوم حوالة', 'Return ticket Riyadh Jeddah'])(
  'a debit that says %s takes nothing back',
  (words) => {
    expect(read('Date,Amount,Details', `2026-03-01,-5.00,${words}`)).toMatchObject([
      { direction: 'debit', is_reversal: false },
    ]);
  },
);

test('a time that says its offset is the day that it is in Riyadh', () => {
  expect(
    read('Date,Value Date,Amount', '2026-11-22T22:30:00Z,2026-11-22 22:30:00+0000,5.00'),
  ).toMatchObject([{ booked_on: '2026-11-23', value_date: '2026-11-23' }]);
});
