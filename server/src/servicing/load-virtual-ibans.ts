import { createHash } from 'node:crypto';
import type pg from 'pg';
import { BankFileProblem, lineText } from '#domain/servicing/bank-statement-line.ts';
import { virtualIbanList, type ListedIban } from '#domain/servicing/virtual-iban-list.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { AppError } from '../platform/app-error.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/config/settings.ts';
import { decodedText, fieldOf } from './parse-bank-statement.ts';

type By = Pick<CallContext, 'caller' | 'now'>;

/**
 * Loads the bank's list of virtual IBANs, all or nothing, and asks another person to approve it.
 * @returns LoadedVirtualIbans as JSON text.
 * @throws AppError `virtual_ibans_refused` with the line and what to do; `platform_account_missing`.
 */
export async function loadVirtualIbans(
  pool: pg.Pool,
  call: By,
  payee: Payee | undefined,
  file: ReceivedFile,
): Promise<string> {
  if (!payee) throw new AppError('platform_account_missing');
  const listed = readList(file.bytes, payee.iban);
  try {
    return await callFunctionAs(pool, 'load_virtual_ibans', call, {
      file_name: lineText(file.name, 255) ?? 'CSV',
      sha256: createHash('sha256').update(file.bytes).digest(),
      ibans: listed.map(({ iban }) => iban),
    });
  } catch (error) {
    throw atItsLine(error, listed);
  }
}

function readList(bytes: Buffer, own_iban: string): ListedIban[] {
  try {
    return virtualIbanList(decodedText(bytes), own_iban);
  } catch (error) {
    if (!(error instanceof BankFileProblem)) throw error;
    throw new AppError('virtual_ibans_refused', { fields: [fieldOf(error)] });
  }
}

/** What the database refuses names the IBAN; the reader is told its line. */
function atItsLine(error: unknown, listed: readonly ListedIban[]): unknown {
  if (!(error instanceof AppError) || error.code !== 'virtual_ibans_refused') return error;
  const fields = error.fields.map(({ field, message }) => {
    const line = listed.find(({ iban }) => iban === field)?.line;
    return { field: line === undefined ? field : `line ${line} · iban`, message };
  });
  return new AppError('virtual_ibans_refused', { fields });
}
