import type pg from 'pg';
import { halalasFromDecimal } from '#domain/money.ts';
import type { Pain001Version } from '#domain/payouts/pain-001.ts';
import { refundEndToEndId } from '#domain/servicing/refund.ts';
import { callIdempotent, callParsedAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import { bankFile, toldToBank, type BankFileSettings, type RecordedFile } from './bank-file.ts';

/** A file for the bank of the refunds that no file carries yet. What must not be sent any more fails in the same act. */
export async function makeRefundFile(pool: pg.Pool, call: CallContext, settings: BankFileSettings) {
  const waiting: {
    id: string;
    beneficiary: string;
    iban: string;
  }[] = await callParsedAs(pool, 'refunds_to_send', call);
  return callIdempotent(pool, 'make_refund_file', call, {
    debtor_name: settings.debtor?.name,
    debtor_iban: settings.debtor?.iban,
    details: toldToBank(settings, settings.refundPurpose, call.now, waiting),
  });
}

/** As `download_refund_file` answers. */
type Recorded = RecordedFile & {
  lines: {
    id: string;
    beneficiary: string;
    latin_name: string;
    bic: string | null;
    iban: string;
    amount_sar: string;
  }[];
};

/**
 * A file of refunds, the same bytes whenever it is asked for. ISO 20022 needs our own account: a file that was made without
 * one is refused with `platform_account_missing`.
 */
export async function refundFileContent(
  pool: pg.Pool,
  call: CallContext,
  file_no: number,
  format: 'csv' | Pain001Version = 'csv',
): Promise<string> {
  const recorded: Recorded = await callParsedAs(pool, 'download_refund_file', call, {
    file_no,
    format,
  });
  const lines = recorded.lines.map(({ id, amount_sar, ...line }) => ({
    ...line,
    id: refundEndToEndId(id),
    amount_halalas: halalasFromDecimal(amount_sar),
    // What the company sees on its statement.
    reference: 'Hamla refund',
  }));
  const about = { kind: 'refunds', number: String(file_no), category: 'OTHR' } as const;
  return JSON.stringify(bankFile(recorded, lines, format, about));
}
