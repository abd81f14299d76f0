import type { Halalas } from '../money.ts';

/** Compares a ticket's amount with its invoice's total: an invoice may be financed in parts, up to its total. */
type InvoiceAmount = 'same' | 'part' | 'above';

/** Why a ticket is too much for an invoice that other tickets of the company finance already. Amounts are decimal strings. */
export interface FinancedInvoice {
  /** Those other tickets, earliest first. */
  ticket_numbers: string[];
  /** What they come to. */
  financed_sar: string;
  /** null: no code says it. */
  total_sar: string | null;
}

export function invoiceAmount(amount: Halalas, invoice_total: Halalas): InvoiceAmount {
  if (amount === invoice_total) return 'same';
  return amount < invoice_total ? 'part' : 'above';
}
