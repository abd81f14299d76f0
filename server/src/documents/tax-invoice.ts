import type { Language } from '#domain/languages.ts';
import type { PlatformIdentity } from '../platform/settings.ts';
import type { TaxInvoice } from './document-kinds.ts';
import { renderDocument } from './render-document.ts';

/** What the database says of a tax invoice or a credit note: as it was issued. */
export interface FoundTaxInvoice extends Omit<TaxInvoice, 'platform' | 'buyer'> {
  seller: Omit<PlatformIdentity, 'iban'>;
  buyer_name: string | null;
  buyer_address: string | null;
}

/** Why a credit note takes an invoice back where the payout was stopped on its way to the bank; a code of payout-runs.sql. */
const stopped: Record<Language, string> = {
  en: 'The payment was stopped before it was handed to the bank.',
  ar: 'أوقفت الدفعة قبل تسليمها إلى البنك.',
};

/** The invoice as PDF: the same bytes whenever it is asked for. */
export function taxInvoicePdf(found: FoundTaxInvoice, language: Language): Promise<Uint8Array> {
  const { seller, buyer_name, buyer_address, issued_at, ...invoice } = found;
  return renderDocument({
    kind: 'tax_invoice',
    language,
    data: {
      ...invoice,
      reason: invoice.reason === 'payout_stopped' ? stopped[language] : invoice.reason,
      issued_at: new Date(issued_at).toISOString(),
      platform: { ...seller, iban: null },
      buyer: {
        name: buyer_name,
        address: buyer_address,
        contact_name: null,
        contact_title: null,
        email: null,
        phone: null,
      },
    },
  });
}
