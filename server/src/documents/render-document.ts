import { amountInWords } from '#domain/documents/amount-in-words.ts';
import { taxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import type { Language } from '#domain/languages.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { inBothCalendars } from './calendars.ts';
import type { DocumentData, DocumentKind, TaxInvoice } from './document-kinds.ts';
import { typeset } from './typeset.ts';

export interface DocumentRequest<Kind extends DocumentKind> {
  kind: Kind;
  language: Language;
  data: DocumentData[Kind];
}

/**
 * Renders a document as PDF: A4, tagged, with embedded fonts. Equal requests give equal bytes on any machine.
 * @param after a PDF to append the document to; its bytes come first and unchanged.
 * @throws Error when the data do not fit the template, or rendering takes longer than a minute.
 */
export async function renderDocument<Kind extends DocumentKind>(
  request: DocumentRequest<Kind>,
  after?: Uint8Array,
): Promise<Uint8Array> {
  const { kind, language } = request;
  const data = cleaned(request.data);
  const inputs = {
    language,
    data,
    dates: inBothCalendars(data, language),
    ...(await derived(kind, language, data)),
  };
  return typeset(kind, JSON.stringify(inputs), after);
}

/** Values that the template shows but cannot compute. */
async function derived(kind: DocumentKind, language: Language, data: object): Promise<object> {
  if (kind === 'promissory_note') {
    const { amount_sar } = data as DocumentData['promissory_note'];
    const words = amountInWords(halalasFromDecimal(amount_sar), language);
    return { amount_in_words: words.replace(vowelMarks, '') };
  }
  if (kind === 'tax_invoice') return { qr: await taxInvoiceCode(data as TaxInvoice, language) };
  return {};
}

/** The QR code of a tax invoice as SVG; null when the seller has no VAT number. */
async function taxInvoiceCode(invoice: TaxInvoice, language: Language): Promise<string | null> {
  const { platform, issued_at, total_amount, vat_amount } = invoice;
  if (platform.vat_number === null) return null;
  const text = taxInvoiceQr({
    // The seller's name as the document has it.
    seller: (language === 'ar' ? platform.name_ar : null) ?? platform.name,
    vat_number: platform.vat_number,
    issued_at: new Date(issued_at),
    total_amount,
    vat_amount,
  });
  // Imported on use, so that it takes no memory on an idle server.
  const { toString: drawQr } = await import('qrcode');
  return drawQr(text, { type: 'svg', margin: 0, errorCorrectionLevel: 'M' });
}

/** Removed from the templates' own Arabic texts, because a mark above a letter garbles words copied from the PDF. */
const vowelMarks = /[\u064b-\u0652]/g;

/** Control characters, and marks that would change the direction of the surrounding text. */
const invisible = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/gu;

/** Removes characters from user texts that would affect the text around them. */
function cleaned<T>(data: T): T {
  if (typeof data === 'string') return data.replace(invisible, ' ').trim() as T;
  if (Array.isArray(data)) return data.map(cleaned) as T;
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, cleaned(value)]),
  ) as T;
}
