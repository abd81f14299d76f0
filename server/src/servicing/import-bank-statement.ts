import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BankStatementDetails } from '#api/bank-statements.ts';
import {
  lineText,
  withOccurrences,
  type BankStatementFile,
} from '#domain/servicing/bank-statement-line.ts';
import {
  matchLines,
  namedTickets,
  type MatchFacts,
  type Proposal,
} from '#domain/servicing/bank-statement-matching.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { AppError } from '../platform/app-error.ts';
import { callAs } from '../platform/call-as.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/settings.ts';
import { readBankStatementApart } from './read-bank-statement-apart.ts';

type By = Pick<CallContext, 'caller' | 'now'>;

/** @throws AppError unless somebody of staff asks: before a file is taken in. */
export const assertMayImport = (pool: pg.Pool, call: By) =>
  callAs(pool, 'known_bank_statement', call, null);

/**
 * Imports a statement: reads it, proposes what its lines are, and keeps those that no earlier one has brought. The same
 * file again gives what it was the first time.
 * @returns ImportedBankStatement as JSON text.
 * @throws AppError `bank_statement_unreadable`, `bank_statement_other_account`; nothing is kept then.
 */
export async function importBankStatement(
  pool: pg.Pool,
  call: By,
  payee: Payee | undefined,
  file: ReceivedFile,
  /** Where a statement is small and known to be, a thread of its own costs more than all the rest. */
  read: (bytes: Buffer) => Promise<BankStatementFile> = readBankStatementApart,
): Promise<string> {
  const sha256 = createHash('sha256').update(file.bytes).digest();
  const known = JSON.parse(
    await callAs(pool, 'known_bank_statement', call, sha256),
  ) as BankStatementDetails | null;
  if (known) return JSON.stringify({ is_known: true, ...known });
  const statement = await read(file.bytes);
  const { account_iban } = statement;
  if (payee && account_iban !== null && account_iban !== payee.iban) {
    throw new AppError('bank_statement_other_account');
  }
  const name = lineText(file.name, 255) ?? statement.format;
  const lines = await proposedLines(pool, call, statement);
  return callAs(
    pool,
    'import_bank_statement',
    call,
    name,
    sha256,
    statement.format,
    account_iban,
    JSON.stringify(lines),
  );
}

/** Every line with what makes it this one, and of a credit in riyals what it may be. */
async function proposedLines(pool: pg.Pool, call: By, statement: BankStatementFile) {
  const lines = withOccurrences(statement, statement.lines);
  const credits = lines.filter(({ direction, refusal }) => direction === 'credit' && !refusal);
  const proposals = await proposalsFor(pool, call, null, credits);
  const ofLine = new Map(credits.map(({ line_no }, index) => [line_no, proposals[index]]));
  return lines.map((line) => ({
    ...line,
    ...ofLine.get(line.line_no),
    identity: createHash('sha256').update(line.identity).digest('hex'),
  }));
}

type Credit = Parameters<typeof matchLines>[0][number];

/** What credits may be, by what the database knows now. `statement_id`: theirs, null while it is imported. */
async function proposalsFor(
  pool: pg.Pool,
  call: By,
  statement_id: string | null,
  credits: readonly Credit[],
): Promise<Proposal[]> {
  if (credits.length === 0) return [];
  const days = credits.map(({ value_date }) => value_date).toSorted();
  const distinct = (values: readonly (string | null)[]) => [
    ...new Set(values.filter((one) => one !== null)),
  ];
  const facts = JSON.parse(
    await callAs(
      pool,
      'bank_statement_facts',
      call,
      statement_id,
      distinct(credits.flatMap(namedTickets)),
      distinct(credits.map(({ amount }) => amount)),
      distinct(credits.map(({ payer_iban }) => payer_iban)),
      days[0],
      days.at(-1),
    ),
  ) as MatchFacts;
  return matchLines(credits, facts);
}

/** Looks again at what the open lines of a statement may be; BankStatementDetails as JSON text. */
export async function matchBankStatement(
  pool: pg.Pool,
  call: By,
  statement_id: string,
): Promise<string> {
  const lines = JSON.parse(
    await callAs(pool, 'open_bank_statement_lines', call, statement_id),
  ) as (Credit & {
    id: string;
  })[];
  const proposals = await proposalsFor(pool, call, statement_id, lines);
  const kept = lines.map(({ id }, index) => ({ id, ...proposals[index] }));
  return callAs(pool, 'keep_proposals', call, statement_id, JSON.stringify(kept));
}
