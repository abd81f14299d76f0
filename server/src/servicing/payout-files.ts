import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { endToEndId, pain001, type Pain001Version } from '#domain/payouts/pain-001.ts';
import { payoutCsv } from '#domain/payouts/payout-file.ts';
import type { PayoutFileContent, PayoutRunDetails } from '#api/payout-runs.ts';
import { callAs, callOnceAs } from '../platform/call-as.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/settings.ts';

/** A file for the bank of what no file of a released run carries yet; `debtor`: our own account, as it is now. */
export const makePayoutFile = (
  pool: pg.Pool,
  call: CallContext,
  debtor: Payee | undefined,
  run_id: string,
) => callOnceAs(pool, 'make_payout_file', call, run_id, debtor?.name ?? null, debtor?.iban ?? null);

/** As `download_payout_file` answers: what was recorded when the file was made, and nothing of today. */
type Recorded = {
  message_id: string;
  made_at: string;
  debtor: Payee | null;
  lines: Pick<
    PayoutRunDetails['lines'][number],
    'payout_id' | 'attempt' | 'beneficiary' | 'iban' | 'amount_sar' | 'ticket_number'
  >[];
};

/**
 * A file of a payout run, the same bytes whenever it is asked for. ISO 20022 needs our own account: a file that was made
 * without one is refused with `platform_account_missing`.
 */
export async function payoutFileContent(
  pool: pg.Pool,
  call: CallContext,
  run_id: string,
  file_no: number,
  format: 'csv' | Pain001Version = 'csv',
): Promise<string> {
  const recorded = JSON.parse(
    await callAs(pool, 'download_payout_file', call, run_id, file_no, format),
  ) as Recorded;
  const { debtor, message_id } = recorded;
  const created_at = new Date(recorded.made_at);
  const execution_date = riyadhDate(created_at);
  const lines = recorded.lines.map((line) => ({
    id: endToEndId(line.payout_id, line.attempt),
    beneficiary: line.beneficiary,
    iban: line.iban,
    amount_halalas: halalasFromDecimal(line.amount_sar),
    reference: line.ticket_number,
  }));
  const name = `payouts-${execution_date}-${run_id.slice(-6)}-${file_no}`;
  const file: PayoutFileContent =
    format === 'csv' || !debtor
      ? {
          name: `${name}.csv`,
          content_type: 'text/csv; charset=utf-8',
          content: payoutCsv(lines),
        }
      : {
          name: `${name}.xml`,
          content_type: 'application/xml',
          content: pain001(format, { message_id, created_at, execution_date, debtor, lines }),
        };
  return JSON.stringify(file);
}
