import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taxInvoiceQr } from './tax-invoice-qr.ts';

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
