import { csvLine } from '../csv.ts';
import { decimalFromHalalas } from '../money.ts';
import type { Halalas } from '../money.ts';

export type PayoutFileLine = {
  beneficiary: string;
  iban: string;
  amount_halalas: Halalas;
  /** What the agency sees on its statement. */
  reference: string;
  /** The attempt's own name, as in the ISO 20022 file; the bank gives it back. */
  id: string;
};

/** A file of a payout run as CSV (RFC 4180), one payment a line, for a bank that takes no ISO 20022. */
export function payoutCsv(lines: readonly PayoutFileLine[]): string {
  const rows = lines.map(({ beneficiary, iban, amount_halalas, reference, id }) => [
    beneficiary,
    iban,
    decimalFromHalalas(amount_halalas),
    'SAR',
    reference,
    id,
  ]);
  const header = ['beneficiary', 'iban', 'amount', 'currency', 'reference', 'payment_id'];
  return [header, ...rows].map(csvLine).join('');
}
