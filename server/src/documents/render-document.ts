import { taxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import type { Language } from '#domain/languages.ts';
import { inBothCalendars } from './calendars.ts';
import type { DocumentData, DocumentKind, TaxInvoice } from './document-kinds.ts';
import { agreementText, noteText } from './financing-text.ts';
import { typeset } from './typeset.ts';
import { withoutInvisible } from './without-invisible.ts';

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
  const data = withoutInvisible(request.data);
  const inputs = {
    language,
    data,
    dates: inBothCalendars(data, language),
    ...(await derived(kind, language, data)),
  };
  return typeset(`documents/${templateOf(kind)}`, JSON.stringify(inputs), after);
}

/** What the page shows too is one template's; every other kind has its own. */
const templateOf = (kind: DocumentKind) =>
  kind === 'financing_agreement' || kind === 'promissory_note' ? 'financing_document' : kind;

/** Values that the template shows but cannot compute. */
async function derived(kind: DocumentKind, language: Language, data: object): Promise<object> {
  if (kind === 'financing_agreement')
    return { text: agreementText(data as DocumentData['financing_agreement'], language) };
  if (kind === 'promissory_note')
    return { text: noteText(data as DocumentData['promissory_note'], language) };
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
