import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { payoutCsv } from './payout-file.ts';

const line = {
  beneficiary: 'وكالة صدى',
  iban: 'SA0380000000608010167519',
  amount_halalas: 950_000,
  reference: 'HM-100001',
  id: 'a1',
};

test('a payout run is one line a payment, with its IBAN, amount, reference and name', () => {
  expect(payoutCsv([line])).toBe(
    'beneficiary,iban,amount,currency,reference,payment_id\r\n' +
      'وكالة صدى,SA0380000000608010167519,9500.00,SAR,HM-100001,a1\r\n',
  );
});

test.each([
  ['Sada, Creative "Co"', '"Sada, Creative ""Co"""'],
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+966', "'+966"],
  ['Two\nlines', '"Two\nlines"'],
])('the name %j is written %j', (beneficiary, cell) => {
  expect(
    payoutCsv([{ ...line, beneficiary }])
      .split('\r\n')[1]
      ?.startsWith(`${cell},SA`),
  ).toBe(true);
});

test('no name adds a payment or a column', () => {
  fc.assert(
    fc.property(fc.string(), (beneficiary) => {
      const text = payoutCsv([{ ...line, beneficiary }]);
      const outside = text.replaceAll(/"(?:[^"]|"")*"/g, '');
      expect(outside.split('\r\n')).toHaveLength(3);
      expect(outside.split('\r\n')[1]?.split(',')).toHaveLength(6);
    }),
  );
});
