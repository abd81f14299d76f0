import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  companiesOfReferences,
  groupedReference,
  paymentReference,
  requestsOfReferences,
  ticketOfReference,
} from './payment-reference.ts';

const ticketNumber = fc.integer({ min: 100_001, max: 999_999_999 }).map((n) => `HM-${n}`);

test('a reference is RF, two check digits and the ticket number (ISO 11649)', () => {
  // HM100001RF00 reads 17 22 100001 27 15 00; modulo 97 that leaves 90, and 98 − 90 = 8.
  expect(paymentReference('HM-100001')).toBe('RF08HM100001');
  expect(groupedReference('RF08HM100001')).toBe('RF08 HM10 0001');
});

test.each(['', '100001', 'HM-', 'HM-12', 'XX-100001'])('%j has no reference', (text) => {
  expect(() => paymentReference(text)).toThrow(RangeError);
});

test.each([
  ['Payment RF08 HM10 0001 thanks', 'HM-100001'],
  ['rf08hm100001', 'HM-100001'],
  ['سداد RF٠٨HM١٠٠٠٠١', 'HM-100001'],
  ['/RF08-HM-100001/', 'HM-100001'],
  ['RF08HM100001 RF08HM100001', 'HM-100001'],
  ['TRF/RF08HM100001/20261122/OUR', 'HM-100001'],
  ['RF08HM100001 22112026 10:15', 'HM-100001'],
  ['RF08 HM10 0001 22/11/2026', 'HM-100001'],
  ['2026-11-22 10:15:03 RF08HM100001', 'HM-100001'],
  ['RF08HM100001 20269999', 'HM-100001'],
  ['RF08HM100001 1', 'HM-100001'],
  ['RF08‑HM10–0001', 'HM-100001'],
  ['RF08\u00ad HM100001', 'HM-100001'],
  ['ＲＦ０８ＨＭ１００００１', 'HM-100001'],
  ['RF08 HM10 0001 5000.00 SAR', 'HM-100001'],
  ['RF08HM100001 22NOV2026', 'HM-100001'],
  ['RF08HM100001/14480612', 'HM-100001'],
  ['RF08HM10000120269999', null],
  ['RF09HM100001', null],
  ['HM-100001', null],
  ['', null],
])("a bank's text %j names %j", (text, ticket) => {
  expect(ticketOfReference(text)).toBe(ticket);
});

test('a text that names two tickets names none', () => {
  const [a, b] = ['HM-100001', 'HM-100002'].map(paymentReference);
  expect(ticketOfReference(`${a}, ${b}`)).toBeNull();
});

test('the references of a ticket, a payment request and a company of one number are three', () => {
  const text = ['HM-100001', 'HP-100001', 'HC-100001'].map(paymentReference).join(' 22/11/2026 ');
  expect(ticketOfReference(text)).toBe('HM-100001');
  expect(requestsOfReferences(text)).toEqual(['HP-100001']);
  expect(companiesOfReferences(text)).toEqual(['HC-100001']);
});

test('every reference is found again in its text, however it is broken up', () => {
  const gap = fc.constantFrom('', ' ', '-', '\u200f', '  ');
  fc.assert(
    fc.property(ticketNumber, fc.array(gap, { minLength: 20, maxLength: 20 }), (number, gaps) => {
      const noisy = Array.from(paymentReference(number), (c, i) => c + (gaps[i] ?? '')).join('');
      expect(ticketOfReference(`TRF ${noisy.toLowerCase()}`)).toBe(number);
    }),
  );
});

test('one wrong digit, or two neighbours swapped, is always noticed', () => {
  fc.assert(
    fc.property(ticketNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
      const reference = paymentReference(number);
      const places = Array.from(reference, (c, i) => (/\d/.test(c) ? [i] : [])).flat();
      const place = places[at % places.length]!;
      const wrong = (Number(reference[place]) + by) % 10;
      const mistyped = reference.slice(0, place) + wrong + reference.slice(place + 1);
      expect(ticketOfReference(mistyped)).not.toBe(number);
      const next = places[(at % places.length) + 1];
      if (next !== place + 1 || reference[place] === reference[next]) return;
      const swapped =
        reference.slice(0, place) + reference[next] + reference[place] + reference.slice(next + 1);
      expect(ticketOfReference(swapped)).toBeNull();
    }),
  );
});
