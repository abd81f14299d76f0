import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { paymentReference } from './payment-reference.ts';
import {
  compareWithEarlierLines,
  withoutSharedReference,
  type EarlierLine,
} from './earlier-statement-lines.ts';

type Line = Parameters<typeof compareWithEarlierLines>[0][number];

const line = (given: Partial<Line> = {}): Line => ({
  direction: 'credit',
  amount: '300.00',
  currency: 'SAR',
  value_date: '2026-03-02',
  bank_reference: 'FT1',
  entry_reference: null,
  payer_name: null,
  payer_iban: null,
  remittance: null,
  credited_iban: null,
  refusal: null,
  ...given,
});

const told = (id: string, given: Partial<EarlierLine> = {}): EarlierLine => ({
  ...line(given),
  id,
  format: 'csv',
  virtual_iban: null,
  from_date: given.value_date ?? '2026-03-02',
  to_date: given.value_date ?? '2026-03-02',
  balances: null,
  ...given,
});

/** 'known', 'asked' or 'new' of each. */
const compare = (lines: Line[], before: EarlierLine[]) => {
  const counts: Record<string, number> = {};
  for (const { value_date } of before) counts[value_date] = (counts[value_date] ?? 0) + 1;
  return compareWithEarlierLines(lines, before, counts).map(({ known_id, told_line_id }) =>
    known_id === null ? (told_line_id === null ? 'new' : 'asked') : 'known',
  );
};

test('the bank’s reference with amount and direction is one movement, whatever else is said', () => {
  const before = [told('a', { remittance: 'RF08 HM10 0001', payer_name: 'Najd Coffee' })];
  expect(compare([line({ bank_reference: 'ft 1', remittance: 'by camt' })], before)).toEqual([
    'known',
  ]);
  expect(compare([line({ direction: 'debit' })], before)).toEqual(['new']);
  expect(compare([line({ amount: '300.01' })], before)).toEqual(['new']);
  expect(compare([line({ bank_reference: 'FT2' })], before)).toEqual(['new']);
});

test('two files of one line that give another text under one reference are asked about', () => {
  const file = { virtualIban: null, from: '2026-03-02', to: '2026-03-02', balances: null };
  const of = (format: 'csv' | 'camt.053', remittance: string) =>
    compareWithEarlierLines(
      [line({ remittance })],
      [told('a', { remittance: 'Invoice 1' })],
      {},
      { ...file, format },
    )[0];
  expect(of('csv', 'Invoice 2')).toMatchObject({ known_id: null, told_line_id: 'a' });
  expect(of('csv', 'Invoice 1')).toMatchObject({ known_id: 'a' });
  expect(of('camt.053', 'Invoice 2')).toMatchObject({ known_id: 'a' });
});

test('on another day, and of another payer, it is asked about and never dropped', () => {
  const before = [told('a', { payer_name: 'Najd Coffee' })];
  expect(compare([line({ value_date: '2026-04-02' })], before)).toEqual(['asked']);
  expect(compare([line({ payer_name: 'Gulf Motors' })], before)).toEqual(['asked']);
});

test('of another ticket, payment request or company it is another movement, wherever the reference stands', () => {
  const paying = (number: string) => line({ remittance: `Payment ${paymentReference(number)}` });
  const before = [told('a', paying('HM-100001'))];
  for (const value_date of ['2026-03-02', '2026-03-03']) {
    expect(compare([{ ...paying('HM-100002'), value_date }], before)).toEqual(['new']);
    expect(compare([{ ...paying('HP-100001'), value_date }], before)).toEqual(['new']);
    expect(compare([{ ...paying('HC-100001'), value_date }], before)).toEqual(['new']);
  }
  expect(compare([paying('HM-100001')], before)).toEqual(['known']);
  expect(compare([line()], before)).toEqual(['known']);
  const column = (number: string) => line({ bank_reference: paymentReference(number) });
  expect(compare([column('HM-100002')], [told('a', column('HM-100001'))])).toEqual(['new']);
});

test('in a statement that begins with what the account held after another, no movement of that one stands', () => {
  const balances = (opening: number, closing: number) => ({ opening, closing });
  const before = told('a', { balances: balances(100, 400) });
  const days = { from: '2026-03-02', to: '2026-03-02', virtualIban: null };
  const of = (
    one: { opening: number; closing: number } | null,
    more: Partial<typeof days> = {},
  ) => {
    const [{ known_id, told_line_id } = {}] = compareWithEarlierLines(
      [line()],
      [before],
      {},
      {
        ...days,
        ...more,
        balances: one,
      },
    );
    return known_id ?? told_line_id ?? 'new';
  };
  expect([of(balances(400, 700)), of(balances(-200, 100))]).toEqual(['new', 'new']);
  expect([of(balances(100, 400)), of(balances(400, 400)), of(null)]).toEqual(['a', 'a', 'a']);
  // A file of days before does not follow, whatever it begins with.
  expect(of(balances(400, 700), { from: '2026-03-01' })).toBe('a');
});

test('one reference for several receipts in all rows of a statement is no line’s, but a transfer and its reversal have one', () => {
  const rows = (...given: Partial<Line>[]) =>
    withoutSharedReference(given.map(line)).map(({ bank_reference }) => bank_reference);
  expect(rows({ amount: '1.00' }, { amount: '2.00' })).toEqual([null, null]);
  expect(rows({ remittance: 'a' }, { remittance: 'b' })).toEqual([null, null]);
  const fee: Partial<Line> = { direction: 'debit', bank_reference: null };
  expect(rows({ amount: '1.00' }, { amount: '2.00' }, fee)).toEqual([null, null, null]);
  expect(rows({}, { direction: 'debit' })).toEqual(['FT1', 'FT1']);
  expect(rows({}, {})).toEqual(['FT1', 'FT1']);
  expect(rows({ direction: 'debit' }, { direction: 'debit', amount: '2.00' })[0]).toBe('FT1');
  expect(rows({ amount: '1.00' }, { amount: '2.00' }, { bank_reference: 'FT2' })).toHaveLength(3);
  expect(rows({ amount: '1.00' }, { amount: '2.00' }, { bank_reference: 'FT2' })[0]).toBe('FT1');
});

test('a reference of one row stays where the others have none', () => {
  const none: Partial<Line> = { bank_reference: 'NONREF', amount: '2.00' };
  expect(withoutSharedReference([line(), line(none)])[0]!.bank_reference).toBe('FT1');
});

test('noughts at the beginning, which a spreadsheet drops, make no other reference', () => {
  const before = [told('a', { bank_reference: '00026112200017', remittance: 'one' })];
  expect(compare([line({ bank_reference: '26112200017', remittance: 'other' })], before)).toEqual([
    'known',
  ]);
});

test('under one word that a bank writes beside all transfers the text counts too', () => {
  const saying = (remittance: string) => line({ bank_reference: 'Transfer', remittance });
  const before = [told('a', saying('invoice 55'))];
  expect(compare([saying('invoice 77')], before)).toEqual(['asked']);
  expect(compare([saying('invoice 55')], before)).toEqual(['known']);
});

test('what names nothing identifies nothing, nor does the payment reference of a ticket', () => {
  const nothing = ['NONREF', 'RF08HM100001', paymentReference('HC-100001')];
  nothing.push(
    'FT26112200...',
    'FT2611…',
    '****0017',
    'XXXX0017',
    '1',
    '000101',
    '20261122',
    '22112026',
  );
  for (const bank_reference of nothing) {
    const before = [told('a', { bank_reference, remittance: 'one' })];
    expect(compare([line({ bank_reference, remittance: 'other' })], before)).toEqual(['new']);
  }
});

test('of several lines under one reference payer and text count too', () => {
  const of = (payer_name: string) => line({ bank_reference: 'BATCH', payer_name });
  const before = [told('a', of('Najd Coffee')), told('b', of('Gulf Motors'))];
  expect(compare([of('Najd Coffee'), of('Sahara Foods')], before)).toEqual(['known', 'asked']);
  expect(compare([of('Gulf Motors'), of('Najd Coffee')], before)).toEqual(['known', 'known']);
  expect(compare([of('Najd Coffee'), of('Najd Coffee')], before)).toEqual(['known', 'asked']);
});

test('without a reference the n-th of a file is the n-th told, where other lines of the day repeat', () => {
  const rent = line({ bank_reference: null, remittance: 'rent' });
  const other = line({ bank_reference: null, remittance: 'other' });
  expect(compare([rent, other], [told('a', rent), told('b', other)])).toEqual(['known', 'known']);
  expect(compare([rent, rent, rent], [told('a', rent), told('b', rent)])).toEqual([
    'known',
    'known',
    'new',
  ]);
  // Two files of one day that do not overlap: the second may be another transfer.
  expect(compare([rent], [told('a', rent)])).toEqual(['asked']);
  expect(compare([rent, line({ bank_reference: 'FT9' })], [told('a', rent)])).toEqual([
    'asked',
    'new',
  ]);
  // A longer file that holds the whole day again.
  const days = [rent, line({ bank_reference: 'FT9', value_date: '2026-03-03' })];
  expect(compare(days, [told('a', rent)])).toEqual(['known', 'new']);
});

test('the same words with a reference and without one are asked about', () => {
  const before = [told('a', { bank_reference: null, remittance: 'rent' })];
  expect(compare([line({ remittance: 'rent' })], before)).toEqual(['asked']);
});

test('one booking for several transfers is asked about where it was told one by one, and the other way', () => {
  const part = (n: number, amount: string, given: Partial<Line> = {}) =>
    line({ bank_reference: `E1/${n}`, entry_reference: 'E1', amount, ...given });
  const whole = line({ bank_reference: 'E1', amount: '1000.00' });
  const parts = [part(1, '600.00'), part(2, '400.00')];
  expect(
    compare(
      [whole],
      parts.map((one, index) => told(`${index}`, one)),
    ),
  ).toEqual(['asked']);
  expect(compare(parts, [told('a', whole)])).toEqual(['asked', 'asked']);
  // So do lines that carry the reference of the whole, or a name of their own.
  const rows = parts.map((one) => ({ ...one, bank_reference: 'E1', entry_reference: null }));
  const own = parts.map((one, index) => ({ ...one, bank_reference: `T${index}` }));
  for (const told_as of [rows, own]) {
    expect(
      compare(
        [whole],
        told_as.map((one, index) => told(`${index}`, one)),
      ),
    ).toEqual(['asked']);
    expect(compare(told_as, [told('a', whole)])).toEqual(['asked', 'asked']);
  }
  // Of another sum, of another week, in the other direction, or not booked it is another.
  for (const other of [
    [part(1, '600.00'), part(2, '400.01')],
    parts.map((one) => ({ ...one, value_date: '2026-03-10' })),
    parts.map((one) => ({ ...one, direction: 'debit' as const })),
    parts.map((one) => ({ ...one, refusal: 'not_booked' as const })),
  ]) {
    expect(compare(other, [told('a', whole)])).toEqual(['new', 'new']);
  }
});

test('what was pending is not known when it is booked', () => {
  const before = [told('a', { refusal: 'not_booked' })];
  expect(compare([line()], before)).toEqual(['new']);
  expect(compare([line({ refusal: 'not_booked' })], before)).toEqual(['known']);
});

test('the same file again is known line by line, and nothing is known twice', () => {
  const some = fc.record({
    amount: fc.constantFrom('1.00', '2.00'),
    value_date: fc.constantFrom('2026-03-01', '2026-03-02'),
    bank_reference: fc.constantFrom(null, 'A', 'B'),
    remittance: fc.constantFrom(null, 'x', 'y'),
  });
  fc.assert(
    fc.property(
      fc.array(some, { minLength: 1, maxLength: 12 }),
      fc.array(some, { maxLength: 6 }),
      (given, more) => {
        const lines = given.map((one) => line(one));
        const days = given.map(({ value_date }) => value_date).toSorted();
        const before = lines.map((one, index) => ({
          ...told(`${index}`, one),
          from_date: days[0]!,
          to_date: days.at(-1)!,
        }));
        const counts: Record<string, number> = {};
        for (const day of days) counts[day] = (counts[day] ?? 0) + 1;
        const again = compareWithEarlierLines(
          [...lines, ...more.map((one) => line(one))],
          before,
          counts,
        );
        const known = again.flatMap(({ known_id }) => known_id ?? []);
        expect(new Set(known).size).toBe(known.length);
        const isWhole = more.length === 0 && days[0] === days.at(-1);
        const isSure = lines.length > 1 || lines[0]!.bank_reference !== null;
        expect(isWhole && isSure ? known.length : lines.length).toBe(lines.length);
      },
    ),
  );
});

const ofVirtual = (virtualIban: string) => ({ virtualIban, from: '', to: '', balances: null });

test('a credit that the statement of our account and that of a virtual IBAN tell under two references is asked about', () => {
  const credited_iban = 'SA9480000000000000000001';
  const ofMain = told('a', { bank_reference: 'FT1' });
  const compareVirtual = (given: Partial<Line>, before: EarlierLine) =>
    compareWithEarlierLines(
      [line({ credited_iban, ...given })],
      [before],
      {},
      ofVirtual(credited_iban),
    )[0];
  expect(compareVirtual({ bank_reference: 'VA9' }, ofMain)).toMatchObject({ told_line_id: 'a' });
  expect(compareVirtual({ bank_reference: null }, ofMain)).toMatchObject({ told_line_id: 'a' });
  // Under one reference it is the same.
  expect(compareVirtual({}, ofMain)).toMatchObject({ known_id: 'a', told_line_id: null });
  // Another day, another amount.
  const fresh = { known_id: null, told_line_id: null };
  expect(compareVirtual({ bank_reference: 'VA9', value_date: '2026-03-03' }, ofMain)).toMatchObject(
    fresh,
  );
  expect(compareVirtual({ bank_reference: 'VA9', amount: '1.00' }, ofMain)).toMatchObject(fresh);
  // Two of one statement are two.
  const again = told('b', { bank_reference: 'VA8', virtual_iban: credited_iban, credited_iban });
  expect(compareVirtual({ bank_reference: 'VA9' }, again)).toMatchObject(fresh);
});

test('credits to two virtual IBANs are never one movement, even under one reference and with the same words', () => {
  const [one, other] = ['SA9480000000000000000001', 'SA6780000000000000000002'];
  const ofOther = told('a', { credited_iban: other, virtual_iban: other });
  for (const bank_reference of ['FT1', null]) {
    const before = { ...ofOther, bank_reference };
    const [compared] = compareWithEarlierLines(
      [line({ bank_reference, credited_iban: one })],
      [before],
      { '2026-03-02': 1 },
      ofVirtual(one),
    );
    expect(compared).toEqual({ known_id: null, told_line_id: null, occurrence: 1 });
  }
  // In one file too: neither is the second of the other.
  const both = [line({ credited_iban: one }), line({ credited_iban: other })];
  expect(compareWithEarlierLines(both, [], {}).map(({ occurrence }) => occurrence)).toEqual([1, 1]);
});
