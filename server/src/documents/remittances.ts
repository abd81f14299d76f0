import type { Remittance, Remittances } from '#api/documents.ts';
import type { Language } from '#domain/languages.ts';
import { endToEndId } from '#domain/payouts/pain-001.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import { rowsFile } from '../platform/http/csv.ts';
import type { Party } from './document-kinds.ts';
import { renderDocument } from './render-document.ts';
import { rowsForPdf } from './rows-for-pdf.ts';

/** A page of a period from SQL. */
export interface FoundRemittances {
  party: Party & { holder: 'agency' };
  remittances: Omit<Remittances, 'items'> & {
    items: readonly (Omit<Remittance, 'id' | 'bank_reference'> & {
      payout_id: string;
      /** Null until a payment file has it. */
      attempt: number | null;
    })[];
  };
}

/** A page of a period for the reader. */
export function remittancesOf({ remittances }: FoundRemittances): Remittances {
  return {
    ...remittances,
    items: remittances.items.map(({ payout_id, attempt, ...item }) => ({
      ...item,
      id: payout_id,
      bank_reference: attempt === null ? null : endToEndId(payout_id, attempt),
    })),
  };
}

/** A period's remittances as a file. */
export const remittancesFile = rowsFile<Remittance>('remittances', [
  { name: { en: 'Sent on', ar: 'تاريخ الإرسال' }, cell: (r) => r.sent_on },
  { name: { en: 'Date of the transfer', ar: 'يوم التحويل' }, cell: (r) => r.execution_date },
  { name: { en: 'Ticket', ar: 'طلب التمويل' }, cell: (r) => r.ticket_number },
  { name: { en: 'Company', ar: 'الشركة' }, cell: (r) => r.company_name },
  { name: { en: 'Tax invoice', ar: 'الفاتورة الضريبية' }, cell: (r) => r.invoice_number },
  { name: { en: 'Bank reference', ar: 'مرجع البنك' }, cell: (r) => r.bank_reference },
  { name: { en: 'IBAN', ar: 'الآيبان' }, cell: (r) => r.iban },
  { name: { en: 'Gross (SAR)', ar: 'الإجمالي (ريال)' }, cell: (r) => r.gross_amount },
  { name: { en: 'Fee (SAR)', ar: 'الرسوم (ريال)' }, cell: (r) => r.fee_amount },
  {
    name: { en: 'Of which VAT (SAR)', ar: 'منها ضريبة القيمة المضافة (ريال)' },
    cell: (r) => r.fee_vat_amount,
  },
  { name: { en: 'Net (SAR)', ar: 'الصافي (ريال)' }, cell: (r) => r.net_amount },
]);

/**
 * Makes the PDF of a whole period.
 * @param read returns the page after a cursor.
 * @throws AppError account_statement_too_long above 5,000 payouts.
 */
export async function remittancesPdf(
  read: (cursor: string | null) => Promise<FoundRemittances>,
  platform: PlatformIdentity,
  now: Date,
  language: Language,
): Promise<Uint8Array> {
  const first = await read(null);
  const { from, to, totals } = first.remittances;
  const items = await rowsForPdf(remittancesOf(first), totals.count, async (after) =>
    remittancesOf(await read(after)),
  );
  const { holder: _holder, ...party } = first.party;
  return renderDocument({
    kind: 'remittances',
    language,
    data: { issued_at: now.toISOString(), platform, party, from, to, totals, items },
  });
}
