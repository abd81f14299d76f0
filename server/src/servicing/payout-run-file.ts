import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { payoutCsv } from '#domain/payouts/payout-file.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { callAs } from '../platform/call-as.ts';
import type { CallContext } from '../platform/http/operations.ts';

/** The lines of a payout run for the bank, with the IBANs and names of the day it was prepared. */
export async function payoutRunFile(
  pool: pg.Pool,
  call: CallContext,
  run_id: string,
): Promise<string> {
  const details = await callAs(pool, 'read_payout_run', call, run_id);
  const { run, lines } = JSON.parse(details) as PayoutRunDetails;
  const day = riyadhDate(new Date(run.prepared_at));
  return JSON.stringify({
    name: `payouts-${day}-${run.id.slice(-6)}.csv`,
    content_type: 'text/csv; charset=utf-8',
    content: payoutCsv(
      lines.map(({ beneficiary, iban, amount_sar, ticket_number }) => ({
        beneficiary,
        iban,
        amount_halalas: halalasFromDecimal(amount_sar),
        reference: ticket_number,
      })),
    ),
  });
}
