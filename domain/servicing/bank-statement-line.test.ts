import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { riyadhDate } from '../calendar.ts';
import { bankReference, lineDate, payerAccount, wholeAccount } from './bank-statement-line.ts';

test.each([
  ['2026-11-22', '2026-11-22'],
  [' 2026-11-22 ', '2026-11-22'],
  ['2026-11-22T22:30:00', '2026-11-22'],
  ['2026-11-22 22:30', '2026-11-22'],
  ['2026-11-22Z', '2026-11-22'],
  ['2026-11-22+03:00', '2026-11-22'],
  ['2026-11-22T22:30Z', '2026-11-23'],
  ['2026-11-22T20:59:59.999Z', '2026-11-22'],
  ['2026-11-22T22:30:00.000+0000', '2026-11-23'],
  ['2026-11-22 22:30:00 UTC', '2026-11-23'],
  ['2026-11-22T23:30:00+0300', '2026-11-22'],
  ['2026-11-22T21:00:00Z', '2026-11-23'],
  ['2026-11-22T23:30:00+03:00', '2026-11-22'],
  ['2026-11-23T02:30:00+06:00', '2026-11-22'],
  ['2026-12-31T23:00:00-01:00', '2027-01-01'],
] as const)('%j of a bank’s file is %s in Riyadh', (text, date) => {
  expect(lineDate(text)).toBe(date);
});

test.each([
  '',
  '2026-02-30',
  '2026-02-30T10:00:00Z',
  '22-11-2026',
  '0000-01-01',
  '0206-11-22',
  '1900-01-01',
])('%j is no day of a statement', (text) => {
  expect(lineDate(text)).toBeNull();
});

test('a moment is the day that it is in Riyadh, whatever its offset', () => {
  const moments = fc.date({
    min: new Date('2001-01-01T00:00:00Z'),
    max: new Date('2099-12-30T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, fc.integer({ min: -12 * 60, max: 14 * 60 }), (moment, offset) => {
      const there = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, -1);
      const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
      const sign = offset < 0 ? '-' : '+';
      const padded = (number: number) => String(number).padStart(2, '0');
      expect(lineDate(`${there}${sign}${padded(hours)}:${padded(minutes)}`)).toBe(
        riyadhDate(moment),
      );
    }),
  );
});

test.each([
  'SA03 XX 7519',
  'xx7519',
  'X7519',
  'Ending 7519',
  'SA03 ---- 7519',
  'SA0380000000',
  'SA03 0000 0000 0000 0000 7519',
  'SA03 80XX 0000 60XX 1016 7519',
  'Self',
])('the account %s is shown and tells nobody', (said) => {
  expect(payerAccount(said)).not.toBeNull();
  expect(wholeAccount(payerAccount(said))).toBeNull();
});

test.each(['SA03 8000 0000 6080 1016 7519', '608010167519', 'GB82 WEST 1234 5698 7654 32'])(
  'the account %s tells who paid',
  (said) => {
    expect(wholeAccount(payerAccount(said))).toBe(said.replaceAll(' ', ''));
  },
);

test('a reference is the same in Arabic digits', () => {
  expect(bankReference('FT٢٦١١٢٢')).toBe('FT261122');
});
