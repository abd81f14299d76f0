import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { endToEndId, pain001, type Pain001Version } from '#domain/payouts/pain-001.ts';
import { payoutCsv } from '#domain/payouts/payout-file.ts';
import type { PayoutRunDetails, PayoutRunFile } from '#api/payout-runs.ts';
import { AppError } from '../platform/app-error.ts';
import { callAs } from '../platform/call-as.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/settings.ts';

/**
 * The lines of a payout run that the bank is still to pay, with the IBANs and names of the day it was prepared. ISO 20022
 * needs our own account too: without one it is refused with `platform_account_missing`. A run that is not released has no
 * file, and one that is answered none any more (`no_payouts_due`).
 */
export async function payoutRunFile(
  pool: pg.Pool,
  call: CallContext,
  debtor: Payee | undefined,
  run_id: string,
  format: 'csv' | Pain001Version = 'csv',
): Promise<string> {
  if (format !== 'csv' && !debtor) throw new AppError('platform_account_missing');
  // Before the second person has released it nobody may hold what moves the money.
  const exported = JSON.parse(
    await callAs(pool, 'export_payout_run', call, run_id, format),
  ) as Pick<PayoutRunDetails, 'run' | 'lines'> & Pick<PayoutRunFile, 'suspended_count'>;
  const { run, suspended_count } = exported;
  const lines = exported.lines.map(
    ({ payout_id, attempt, beneficiary, iban, amount_sar, ticket_number }) => ({
      id: endToEndId(payout_id, attempt),
      beneficiary,
      iban,
      amount_halalas: halalasFromDecimal(amount_sar),
      reference: ticket_number,
    }),
  );
  const name = `payouts-${riyadhDate(new Date(run.prepared_at))}-${run.id.slice(-6)}`;
  if (format === 'csv' || !debtor) {
    return answer({
      name: `${name}.csv`,
      content_type: 'text/csv; charset=utf-8',
      content: payoutCsv(lines),
      suspended_count,
    });
  }
  const content = pain001(format, {
    message_id: withoutDashes(run.id),
    created_at: call.now,
    execution_date: riyadhDate(call.now),
    debtor,
    lines,
  });
  const content_type = 'application/xml';
  return answer({ name: `${name}.xml`, content_type, content, suspended_count });
}

const answer = (file: PayoutRunFile) => JSON.stringify(file);

/** An id of 32 characters: ISO 20022 takes 35. */
const withoutDashes = (id: string) => id.replaceAll('-', '');
