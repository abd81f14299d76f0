import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { endToEndId, type Pain001Version } from '#domain/payouts/pain-001.ts';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { callIdempotent, callParsedAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import { bankFile, toldToBank, type BankFileSettings, type RecordedFile } from './bank-file.ts';

/**
 * A file for the bank of what no file of a released run carries yet. What it says of banks, days and names in Latin letters is
 * decided here and kept with it: a copy is the same bytes when the lists have changed.
 */
export async function makePayoutFile(
  pool: pg.Pool,
  call: CallContext,
  settings: BankFileSettings,
  run_id: string,
) {
  // The IBANs and names of a run that can have a file are fixed.
  const { lines }: Pick<PayoutRunDetails, 'lines'> = await callParsedAs(
    pool,
    'read_payout_run',
    call,
    { run_id },
  );
  const payments = lines.map(({ payout_id, beneficiary, iban }) => ({
    payout_id,
    beneficiary,
    iban,
  }));
  return callIdempotent(pool, 'make_payout_file', call, {
    today: riyadhDate(call.now),
    run_id,
    debtor_name: settings.debtor?.name,
    debtor_iban: settings.debtor?.iban,
    details: toldToBank(settings, settings.purpose, call.now, payments),
  });
}

/** As `download_payout_file` answers. */
type Recorded = RecordedFile & {
  lines: (Pick<
    PayoutRunDetails['lines'][number],
    'payout_id' | 'attempt' | 'beneficiary' | 'iban' | 'amount_sar' | 'ticket_number'
  > & { latin_name: string | null; bic: string | null })[];
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
  const recorded: Recorded = await callParsedAs(pool, 'download_payout_file', call, {
    run_id,
    file_no,
    format,
  });
  const lines = recorded.lines.map((line) => ({
    id: endToEndId(line.payout_id, line.attempt),
    beneficiary: line.beneficiary,
    iban: line.iban,
    amount_halalas: halalasFromDecimal(line.amount_sar),
    reference: line.ticket_number,
    latin_name: line.latin_name,
    bic: line.bic,
  }));
  const about = {
    kind: 'payouts',
    number: `${run_id.slice(-6)}-${file_no}`,
    category: 'SUPP',
  } as const;
  return JSON.stringify(bankFile(recorded, lines, format, about));
}
