import type pg from 'pg';
import { riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { firstBankDayFrom } from '#domain/payouts/bank-day.ts';
import { latinName } from '#domain/payouts/latin-name.ts';
import { endToEndId, pain001, type Pain001Version } from '#domain/payouts/pain-001.ts';
import { payoutCsv } from '#domain/payouts/payout-file.ts';
import { bankCodeOf, bankOf } from '#domain/payouts/saudi-banks.ts';
import type { PayoutFileContent, PayoutRunDetails } from '#api/payout-runs.ts';
import { callAs, callOnceAs } from '../platform/call-as.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/settings.ts';

/** What a file says besides its payments: our own account as it is now, and what Saudi banks ask for. */
export interface PayoutFileSettings {
  debtor: Payee | undefined;
  purpose: string;
  /** Days besides weekends and the holidays of each year on which banks do not work. */
  bankHolidays: readonly IsoDate[];
  /** BICs by the code of the bank, beside those that the product knows. */
  bankCodes: Readonly<Record<string, string>>;
}

/**
 * A file for the bank of what no file of a released run carries yet. What it says of banks, days and names in Latin letters is
 * decided here and kept with it: a copy is the same bytes when the lists have changed.
 */
export async function makePayoutFile(
  pool: pg.Pool,
  call: CallContext,
  { debtor, purpose, bankHolidays, bankCodes }: PayoutFileSettings,
  run_id: string,
) {
  // The IBANs and names of a run that can have a file are fixed.
  const { lines } = JSON.parse(await callAs(pool, 'read_payout_run', call, run_id)) as Pick<
    PayoutRunDetails,
    'lines'
  >;
  const bicOf = (iban: string) => bankCodes[bankCodeOf(iban)] ?? bankOf(iban)?.bic ?? null;
  const details = {
    execution_date: firstBankDayFrom(riyadhDate(call.now), bankHolidays),
    purpose,
    ...(debtor && {
      debtor_latin_name: latinName(debtor.name) || '-',
      debtor_bic: bicOf(debtor.iban),
    }),
    lines: lines.map(({ payout_id, beneficiary, iban }) => ({
      payout_id,
      latin_name: latinName(beneficiary) || '-',
      bic: bicOf(iban),
    })),
  };
  return callOnceAs(
    pool,
    'make_payout_file',
    call,
    riyadhDate(call.now),
    run_id,
    debtor?.name ?? null,
    debtor?.iban ?? null,
    JSON.stringify(details),
  );
}

/** As `download_payout_file` answers: what was recorded when the file was made, and nothing of today. */
type Recorded = {
  message_id: string;
  made_at: string;
  /** Both null in a file that was made before it said what Saudi banks ask for. */
  execution_date: IsoDate | null;
  purpose: string | null;
  debtor: (Payee & { latin_name: string | null; bic: string | null }) | null;
  lines: (Pick<
    PayoutRunDetails['lines'][number],
    'payout_id' | 'attempt' | 'beneficiary' | 'iban' | 'amount_sar' | 'ticket_number'
  > & { latin_name: string | null; bic: string | null })[];
};

const bankDetails = ({ latin_name, bic }: { latin_name: string | null; bic: string | null }) =>
  latin_name === null ? null : { latin_name, bic };

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
  const { debtor, message_id, purpose } = recorded;
  const created_at = new Date(recorded.made_at);
  const day = riyadhDate(created_at);
  const lines = recorded.lines.map((line) => ({
    id: endToEndId(line.payout_id, line.attempt),
    beneficiary: line.beneficiary,
    iban: line.iban,
    amount_halalas: halalasFromDecimal(line.amount_sar),
    reference: line.ticket_number,
    bank: bankDetails(line),
  }));
  const name = `payouts-${day}-${run_id.slice(-6)}-${file_no}`;
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
          content: pain001(format, {
            message_id,
            created_at,
            execution_date: recorded.execution_date ?? day,
            purpose,
            debtor: { ...debtor, bank: bankDetails(debtor) },
            lines,
          }),
        };
  return JSON.stringify(file);
}
