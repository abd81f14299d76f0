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
