import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTaxInvoiceQr, taxInvoiceQr } from './tax-invoice-qr.ts';

/** Tag, length, value: what a reader of the code makes of it. */
function decoded(code: string): Record<number, string> {
  const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0));
  const values: Record<number, string> = {};
  for (let at = 0; at < bytes.length; at += 2 + bytes[at + 1]!) {
    values[bytes[at]!] = new TextDecoder('utf-8', { fatal: true }).decode(
      bytes.slice(at + 2, at + 2 + bytes[at + 1]!),
    );
  }
  return values;
}

test("the code of the tax authority's example is its own", () => {
  const code = taxInvoiceQr({
    seller: 'Bobs Records',
    vat_number: '310122393500003',
    issued_at: new Date('2022-04-25T15:30:00Z'),
    total_amount: '1000.00',
    vat_amount: '150.00',
  });
  expect(code).toBe(
    'AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==',
  );
});

test('whatever the seller is called, the code reads back as what was put in, lengths counted in bytes', () => {
  const seller = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constant('شركة حملة للتمويل'),
  );
  fc.assert(
    fc.property(seller, (name) => {
      const read = decoded(
        taxInvoiceQr({
          seller: name,
          vat_number: '399999999900003',
          issued_at: new Date('2026-11-20T07:30:05.678Z'),
          total_amount: '500.00',
          vat_amount: '65.22',
        }),
      );
      const { 1: first, ...others } = read;
      expect(name.toWellFormed().startsWith(first!)).toBe(true);
      expect(others).toEqual({
        2: '399999999900003',
        3: '2026-11-20T07:30:05Z',
        4: '500.00',
        5: '65.22',
      });
    }),
  );
});

test('a name that is too long for its one byte of length is cut between letters', () => {
  const code = taxInvoiceQr({
    seller: 'ك'.repeat(200),
    vat_number: '399999999900003',
    issued_at: new Date('2026-11-20T07:30:05Z'),
    total_amount: '500.00',
    vat_amount: '65.22',
  });
  expect(decoded(code)[1]).toBe('ك'.repeat(127));
});

test("the tax authority's example is read", () => {
  const code =
    'AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==';
  expect(readTaxInvoiceQr(code)).toEqual({
    seller: 'Bobs Records',
    vat_number: '310122393500003',
    issued_at: '2022-04-25T15:30:00Z',
    total_halalas: 100_000,
    vat_halalas: 15_000,
  });
});

/** A code with these texts, by tag from 1 on. */
const codeOf = (...values: (string | Uint8Array)[]) =>
  btoa(
    String.fromCharCode(
      ...values.flatMap((value, index) => {
        const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
        return [index + 1, bytes.length, ...bytes];
      }),
    ),
  );
const sound = ['Sada', '310122393500003', '2026-04-25T15:30:00', '1,150', '150.5'] as const;

test('a code is read with a time without a zone, grouped figures, and the bytes of a signature after the five values', () => {
  expect(readTaxInvoiceQr(codeOf(...sound, new Uint8Array([0xff, 0xfe])))).toMatchObject({
    issued_at: '2026-04-25T15:30:00',
    total_halalas: 115_000,
    vat_halalas: 15_050,
  });
});

test.each([
  ['a link', 'https://example.sa/pay'],
  ['nothing', ''],
  ['base64 of something else', btoa('hello')],
  ['a value that ends before its length', codeOf(...sound).slice(0, -8)],
  ['no seller', codeOf(' ', ...sound.slice(1))],
  ['a VAT number of 14 digits', codeOf('Sada', '31012239350000', ...sound.slice(2))],
  ['a day for a time', codeOf('Sada', sound[1], '2026-04-25', sound[3], sound[4])],
  ['a total below zero', codeOf(sound[0], sound[1], sound[2], '-1150', sound[4])],
  ['a total with three decimals', codeOf(sound[0], sound[1], sound[2], '1150.001', sound[4])],
  ['more VAT than total', codeOf(sound[0], sound[1], sound[2], '100', '150')],
  ['text that is not UTF-8', codeOf(new Uint8Array([0xff]), ...sound.slice(1))],
])('a code of %s is not read', (_, code) => {
  expect(readTaxInvoiceQr(code)).toBeNull();
});

test('whatever a code says, reading it gives nothing or sound figures, and never fails', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.uint8Array({ maxLength: 80 }).map((bytes) => btoa(String.fromCharCode(...bytes))),
      ),
      (code) => {
        const read = readTaxInvoiceQr(code);
        expect(read === null || read.total_halalas >= read.vat_halalas).toBe(true);
      },
    ),
  );
});
