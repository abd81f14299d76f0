import type { Language } from '#domain/languages.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import { partyNamed, type TaxInvoice } from './document-kinds.ts';
import { renderDocument } from './render-document.ts';

/** What the database says of a tax invoice or a credit note: as it was issued. */
export interface FoundTaxInvoice extends Omit<TaxInvoice, 'platform' | 'buyer'> {
  seller: Omit<PlatformIdentity, 'iban'>;
  buyer_name: string | null;
  buyer_address: string | null;
}

/** The invoice as PDF: the same bytes whenever it is asked for. */
export function taxInvoicePdf(found: FoundTaxInvoice, language: Language): Promise<Uint8Array> {
  const { seller, buyer_name, buyer_address, issued_at, ...invoice } = found;
  return renderDocument({
    kind: 'tax_invoice',
    language,
    data: {
      ...invoice,
      issued_at: new Date(issued_at).toISOString(),
      platform: { ...seller, iban: null },
      buyer: partyNamed(buyer_name, buyer_address),
    },
  });
}
