import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BankStatementDetails } from '#api/bank-statements.ts';
import {
  isAccount,
  lineText,
  lineKind,
  referenceKey,
  type BankStatementFile,
  type BankStatementLine,
} from '#domain/servicing/bank-statement-line.ts';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { attemptsNamed } from '#domain/payouts/pain-001.ts';
import {
  matchReversals,
  REVERSAL_DAYS,
  ticketsSaid,
  type Received,
  type ReversalProposal,
} from '#domain/servicing/bank-reversal-matching.ts';
import {
  matchLines,
  namedTickets,
  type MatchFacts,
  type Proposal,
} from '#domain/servicing/bank-statement-matching.ts';
import { figureOf } from '#domain/servicing/statement-balances.ts';
import { refundsNamed } from '#domain/servicing/refund.ts';
import { compareWithTold, type ToldLine } from '#domain/servicing/told-lines.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { AppError } from '../platform/app-error.ts';
import { callFunctionAs, callParsedAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/config/settings.ts';
import { parseBankStatementInWorker } from './parse-bank-statement-in-worker.ts';

type By = Pick<CallContext, 'caller' | 'now'>;

/** @throws AppError unless somebody of staff asks: before a file is taken in. */
export const assertMayImport = (pool: pg.Pool, call: By) =>
  callFunctionAs(pool, 'known_bank_statement', call, { sha256: null });

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
  read: (bytes: Buffer) => Promise<BankStatementFile> = parseBankStatementInWorker,
): Promise<string> {
  const sha256 = createHash('sha256').update(file.bytes).digest();
  const known: BankStatementDetails | null = await callParsedAs(
    pool,
    'known_bank_statement',
    call,
    { sha256 },
  );
  if (known) return JSON.stringify({ is_known: true, ...known });
  const statement = withoutOurselves(await read(file.bytes), payee?.iban);
  const { account, balances, period } = statement;
  if (payee && account !== null && !isAccount(account, payee.iban)) {
    throw new AppError('bank_statement_other_account');
  }
  // The bank may name our account by its number within the IBAN.
  const account_iban = account === null ? null : (payee?.iban ?? ibanIn(account));
  const name = lineText(file.name, 255) ?? statement.format;
  const accounts = [
    ...new Set([account_iban, payee?.iban].filter((one) => typeof one === 'string')),
  ];
  const booked = statement.lines.filter(({ refusal }) => refusal !== 'not_booked');
  const days = (booked.length > 0 ? booked : statement.lines)
    .map(({ booked_on }) => booked_on)
    .concat(period === null ? [] : [period.from, period.to])
    .toSorted();
  // Of another statement that comes meanwhile the lines are compared as well.
  for (let tries = 0; tries < MOST_COMPARISONS; tries += 1) {
    const told = await toldBefore(pool, call, accounts, statement.lines);
    const ours = new Map<number, Ours>([
      ...(await payoutLines(pool, call, statement.lines)),
      ...(await refundLines(pool, call, statement.lines)),
    ]);
    const lines = await proposedLines(pool, call, told.lines, ours);
    const named = told.known.flatMap(({ line_no, line_id }) => {
      const own = ours.get(line_no);
      return own ? [{ line_id, ...own }] : [];
    });
    const imported = await callFunctionAs(pool, 'import_bank_statement', call, {
      file_name: name,
      sha256,
      format: statement.format,
      account_iban,
      last_statement_id: told.last_statement_id,
      from: days[0],
      to: days.at(-1),
      opening: balances && figureOf(balances.opening),
      closing: balances && figureOf(balances.closing),
      known_count: told.known.length,
      lines,
      named,
    });
    if (imported !== NOTHING) return imported;
  }
  throw new AppError('unavailable');
}

/** Some banks write our own account beside each line: that says of nobody that they paid. */
function withoutOurselves(statement: BankStatementFile, iban?: string): BankStatementFile {
  const ours = [iban, statement.account].filter((one) => typeof one === 'string');
  const isOurs = (said: string | null) =>
    said !== null && ours.some((one) => isAccount(said, one) || isAccount(one, said));
  const lines = statement.lines.map((line) =>
    isOurs(line.payer_iban) ? { ...line, payer_iban: null } : line,
  );
  return { ...statement, lines };
}

/** How often a file is compared anew because another statement came first. */
const MOST_COMPARISONS = 5;

/** What a function answers that answers with null. */
const NOTHING = 'null';

type ComparedLine = BankStatementLine & { occurrence: number; told_line_id: string | null };

/** An account that a file names without its IBAN is compared with no other statement's. */
const ibanIn = (account: string) => (/^[A-Z]{2}\d{2}/.test(account) ? account : null);

/** The lines that no earlier statement of the account has told of, and the others with what told of them. */
async function toldBefore(
  pool: pg.Pool,
  call: By,
  accounts: readonly string[],
  lines: readonly BankStatementLine[],
): Promise<{
  last_statement_id: string | null;
  known: { line_no: number; line_id: string }[];
  lines: ComparedLine[];
}> {
  const said = lines.map(({ bank_reference, entry_reference, amount, value_date }) => ({
    bank_reference,
    entry_reference,
    amount,
    value_date,
  }));
  const told: {
    last_statement_id: string | null;
    lines: ToldLine[];
    day_counts: Record<string, number>;
  } = await callParsedAs(pool, 'lines_told_before', call, { accounts, lines: said });
  const compared = compareWithTold(lines, told.lines, told.day_counts);
  const fresh = lines.flatMap((line, index) => {
    const { known_id, told_line_id, occurrence } = compared[index]!;
    return known_id === null ? [{ ...line, told_line_id, occurrence }] : [];
  });
  const known = lines.flatMap(({ line_no }, index) => {
    const { known_id } = compared[index]!;
    return known_id === null ? [] : [{ line_no, line_id: known_id }];
  });
  return { last_statement_id: told.last_statement_id, known, lines: fresh };
}

/** Of a credit in riyals what it may be, of what takes one back what it takes back, and which lines are about payouts and refunds. */
async function proposedLines(
  pool: pg.Pool,
  call: By,
  all: readonly ComparedLine[],
  ours: ReadonlyMap<number, Ours>,
) {
  const lines = all.filter(({ line_no }) => !ours.has(line_no));
  const credits = lines.filter((line) => lineKind(line) === 'receipt');
  const said = lines.filter((line) => lineKind(line) === 'reversal');
  // A bank may take money back under the reference that it came by, without a word.
  const unsaid = lines.filter(
    (line) =>
      lineKind(line) === 'debit' &&
      line.currency === 'SAR' &&
      referenceKey(line.bank_reference) !== null,
  );
  const looked = await reversalsFor(pool, call, [...said, ...unsaid], credits);
  const isMeant = (index: number) =>
    index < said.length || looked[index]!.reason === 'takes_back_reference';
  const reversals = [...said, ...unsaid].filter((_, index) => isMeant(index));
  const undone = looked.filter((_, index) => isMeant(index));
  const isUndone = new Set(reversals.map(({ line_no }) => line_no));
  const takenBack = new Set(
    undone.flatMap((one) => (one.certainty === 'likely' ? (one.credit_line_no ?? []) : [])),
  );
  const told = credits.map((one) => ({ ...one, is_taken_back: takenBack.has(one.line_no) }));
  const proposals = await proposalsFor(pool, call, null, told);
  const ofLine = new Map<number, Proposal | ReversalProposal | undefined>([
    ...credits.map(({ line_no }, index) => [line_no, proposals[index]] as const),
    ...reversals.map(({ line_no }, index) => [line_no, undone[index]] as const),
  ]);
  return all.map((line) => ({
    ...line,
    is_reversal: line.is_reversal || isUndone.has(line.line_no),
    ...ofLine.get(line.line_no),
    ...aboutOurs(ours.get(line.line_no)),
  }));
}

/** What of ours a line names. */
type Ours = { payout_id: string; payout_run_id: string } | { refund_id: string };

const aboutOurs = (own: Ours | undefined) =>
  own && {
    ...own,
    certainty: 'none',
    reason: 'refund_id' in own ? 'own_refund' : 'own_payout',
    is_reversal: false,
    refusal: null,
  };

/** The same of a line that names a refund. */
async function refundLines(
  pool: pg.Pool,
  call: By,
  lines: readonly BankStatementLine[],
): Promise<Map<number, { refund_id: string }>> {
  const named = lines
    .filter(({ currency, refusal }) => currency === 'SAR' && refusal !== 'not_booked')
    .flatMap(({ line_no, direction, amount, remittance, bank_reference }) =>
      refundsNamed([remittance, bank_reference].join(' ')).map((refund_id) => ({
        line_no,
        direction,
        amount,
        refund_id,
      })),
    );
  if (named.length === 0) return new Map();
  const known: {
    line_no: number;
    refund_id: string;
  }[] = await callParsedAs(pool, 'refunds_named', call, { named });
  return new Map(known.map(({ line_no, refund_id }) => [line_no, { refund_id }]));
}

/** A line that names a payout of ours is that payout's, whatever the bank calls it: by its place in the file. */
async function payoutLines(
  pool: pg.Pool,
  call: By,
  lines: readonly BankStatementLine[],
): Promise<Map<number, { payout_id: string; payout_run_id: string }>> {
  const named = lines
    .filter(({ currency, refusal }) => currency === 'SAR' && refusal !== 'not_booked')
    .flatMap(({ line_no, direction, amount, remittance, bank_reference }) =>
      attemptsNamed([remittance, bank_reference].join(' ')).map((one) => ({
        ...one,
        line_no,
        direction,
        amount,
      })),
    );
  if (named.length === 0) return new Map();
  const known: { line_no: number; payout_id: string; payout_run_id: string }[] = await callParsedAs(
    pool,
    'payout_attempts_named',
    call,
    { named },
  );
  return new Map(known.map(({ line_no, ...payout }) => [line_no, payout]));
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
  const facts: Omit<MatchFacts, 'today'> = await callParsedAs(pool, 'bank_statement_facts', call, {
    statement_id,
    ticket_numbers: distinct(credits.flatMap(namedTickets)),
    amounts: distinct(credits.map(({ amount }) => amount)),
    ibans: distinct(credits.map(({ payer_iban }) => payer_iban)),
    references: distinct(credits.map(({ bank_reference }) => referenceKey(bank_reference))),
    from: days[0],
    to: days.at(-1),
  });
  return matchLines(credits, { ...facts, today: riyadhDate(call.now) });
}

type Reversal = Parameters<typeof matchReversals>[0][number];

/** What lines that take money back may take back: of what has come in before, and of `credits` on the same file. */
async function reversalsFor(
  pool: pg.Pool,
  call: By,
  reversals: readonly Reversal[],
  credits: readonly BankStatementLine[],
): Promise<ReversalProposal[]> {
  if (reversals.length === 0) return [];
  const amounts = new Set(reversals.map(({ amount }) => amount));
  const [first = ''] = reversals.map(({ booked_on }) => booked_on).toSorted();
  const known: (Received & { remittance: string | null })[] = await callParsedAs(
    pool,
    'received_amounts',
    call,
    {
      amounts: [...amounts],
      from: addDays(first, -REVERSAL_DAYS),
    },
  );
  const own = credits.flatMap((line) =>
    amounts.has(line.amount)
      ? [{ ...line, payment_id: null, line_id: null, company_id: null, ticket_numbers: [] }]
      : [],
  );
  const received = [...known, ...own].map((one) => ({
    ...one,
    is_reversed: 'is_reversed' in one && one.is_reversed,
    ticket_numbers: [...one.ticket_numbers, ...ticketsSaid([one.remittance, one.bank_reference])],
  }));
  return matchReversals(reversals, received);
}

/** Looks again at what the open lines of a statement may be; BankStatementDetails as JSON text. */
export async function matchBankStatement(
  pool: pg.Pool,
  call: By,
  statement_id: string,
): Promise<string> {
  const lines: (Credit & Reversal & { id: string; is_reversal: boolean })[] = await callParsedAs(
    pool,
    'open_bank_statement_lines',
    call,
    { statement_id },
  );
  const credits = lines.filter(({ is_reversal }) => !is_reversal);
  const reversals = lines.filter(({ is_reversal }) => is_reversal);
  const proposals = await proposalsFor(pool, call, statement_id, credits);
  const undone = await reversalsFor(pool, call, reversals, []);
  const kept = [
    ...credits.map(({ id }, index) => ({ id, ...proposals[index] })),
    ...reversals.map(({ id }, index) => ({ id, ...undone[index] })),
  ];
  return callFunctionAs(pool, 'keep_proposals', call, { statement_id, proposals: kept });
}
