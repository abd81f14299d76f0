import type { Language } from '#domain/languages.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import { partyNamed, type TaxInvoice } from './document-kinds.ts';
import { renderDocument } from './render-document.ts';

/** A tax invoice or credit note from SQL, with the details of its time of issue. */
export interface FoundTaxInvoice extends Omit<TaxInvoice, 'platform' | 'buyer'> {
  seller: Omit<PlatformIdentity, 'iban'>;
  buyer_name: string | null;
  buyer_address: string | null;
}

/** The invoice as PDF. Its bytes are always the same. */
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
