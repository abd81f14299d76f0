import type { Halalas } from '../money.ts';

/** What the code on a tax invoice says: by ZATCA's first phase, in its order. */
interface TaxInvoiceFacts {
  seller: string;
  /** 15 digits. */
  vat_number: string;
  issued_at: Date;
  /** In SAR, "500.00": with VAT, and the VAT of it. */
  total_amount: string;
  vat_amount: string;
}

/** A value's length is one byte. */
const LONGEST_BYTES = 255;

/**
 * The text of the QR code of a Saudi tax invoice: base64 of tag, length and value, the lengths in UTF-8 bytes (ZATCA,
 * electronic invoicing, simplified and standard invoices of phase one).
 */
export function taxInvoiceQr(facts: TaxInvoiceFacts): string {
  const values = [
    facts.seller,
    facts.vat_number,
    facts.issued_at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    facts.total_amount,
    facts.vat_amount,
  ];
  const bytes = values.flatMap((value, index) => {
    const encoded = withinBytes(value, LONGEST_BYTES);
    return [index + 1, encoded.length, ...encoded];
  });
  return btoa(String.fromCharCode(...bytes));
}

/** UTF-8 of as many whole characters as fit. */
function withinBytes(text: string, longest: number): Uint8Array {
  const characters = Array.from(text);
  for (;;) {
    const bytes = new TextEncoder().encode(characters.join(''));
    if (bytes.length <= longest) return bytes;
    characters.pop();
  }
}

/** What the code of somebody's invoice says. */
interface InvoiceQr {
  seller: string;
  /** 15 digits. */
  vat_number: string;
  /** As the code gives it: a date and a time, with or without a zone. */
  issued_at: string;
  /** With VAT, and the VAT of it. */
  total_halalas: Halalas;
  vat_halalas: Halalas;
}

/**
 * Reads the text of an invoice's QR code, of either phase: later tags are the second phase's signature, which nobody here
 * checks, so that what is read is never called verified. Null: the code is not an invoice's, or gives no sound figures.
 */
export function readTaxInvoiceQr(text: string): InvoiceQr | null {
  const values = valuesByTag(text);
  const [seller, vat_number, issued_at, total, vat] = [1, 2, 3, 4, 5].map(
    (tag) => values?.get(tag)?.trim() ?? '',
  );
  const [total_halalas, vat_halalas] = [halalasOf(total!), halalasOf(vat!)];
  if (!seller || !/^3\d{13}3$/.test(vat_number!) || !INSTANT.test(issued_at!)) return null;
  if (total_halalas === null || vat_halalas === null || vat_halalas > total_halalas) return null;
  return { seller, vat_number: vat_number!, issued_at: issued_at!, total_halalas, vat_halalas };
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})?$/;

/** "1150", "1150.5" and "1,150.50" as halalas; null for anything else. */
function halalasOf(figure: string): Halalas | null {
  const plain = figure.replaceAll(',', '');
  if (!/^\d{1,12}(?:\.\d{1,2})?$/.test(plain)) return null;
  const [whole, fraction = ''] = plain.split('.');
  return Number(whole! + fraction.padEnd(2, '0'));
}

/** Each tag's value; null where the bytes are no sequence of tag, length and UTF-8 value. */
function valuesByTag(text: string): Map<number, string> | null {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const values = new Map<number, string>();
    for (let at = 0; at < bytes.length;) {
      const [tag, length] = [bytes[at]!, bytes[at + 1]];
      const value = bytes.subarray(at + 2, at + 2 + (length ?? 0));
      if (length === undefined || value.length < length) return null;
      // Only the first five are texts.
      if (tag <= 5) values.set(tag, new TextDecoder('utf-8', { fatal: true }).decode(value));
      at += 2 + length;
    }
    return values;
  } catch {
    return null;
  }
}
