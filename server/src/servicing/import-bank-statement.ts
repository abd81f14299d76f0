import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { BankStatementDetails } from '#api/bank-statements.ts';
import type { KnownOfDays } from '#domain/servicing/bank-statement-csv.ts';
import {
  isAccount,
  lineText,
  lineKind,
  referenceKey,
  UnclearDays,
  wholeAccount,
  type BankStatementFile,
  type BankStatementLine,
  type DayOrder,
} from '#domain/servicing/bank-statement-line.ts';
import { addDays, riyadhDate, type IsoDate } from '#domain/calendar.ts';
import { messageIdsIn, payoutAttemptsIn } from '#domain/payouts/pain-001.ts';
import {
  matchReversals,
  REVERSAL_DAYS,
  referencedTickets,
  type Received,
  type ReversalProposal,
} from '#domain/servicing/bank-reversal-matching.ts';
import {
  companiesOfLine,
  matchLines,
  requestsOfLine,
  ticketsOfLine,
  type MatchFacts,
  type Proposal,
} from '#domain/servicing/bank-statement-matching.ts';
import { figureOf } from '#domain/servicing/statement-balances.ts';
import { refundIdsIn } from '#domain/servicing/refund.ts';
import { unprovenUntil } from '#domain/servicing/unproven-payment.ts';
import {
  compareWithEarlierLines,
  withoutSharedReference,
  type ComparedStatement,
  type Comparison,
  type EarlierLine,
} from '#domain/servicing/earlier-statement-lines.ts';
import type { ReceivedFile } from '../files/receive-file.ts';
import { AppError } from '../platform/app-error.ts';
import { callFunctionAs, callParsedAs } from '../platform/database/call-function.ts';
import type { CallContext } from '../platform/http/operations.ts';
import type { Payee } from '../platform/config/settings.ts';
import { parseBankStatementInWorker } from './parse-bank-statement-in-worker.ts';

type By = Pick<CallContext, 'caller' | 'now'>;

interface ImportSettings {
  payee: Payee | undefined;
  bankHolidays: readonly IsoDate[];
}
type ReadStatement = (bytes: Buffer, known: KnownOfDays) => Promise<BankStatementFile>;

/**
 * Imports a statement: reads it, proposes what its lines are, and keeps those that no earlier one has brought. The same
 * file again gives what it was the first time.
 * @returns ImportedBankStatement as JSON text.
 * @throws AppError `bank_statement_unreadable`, `bank_statement_other_account`, or `bank_statement_days_unclear` with both
 *   readings of its days; nothing is kept then.
 */
export async function importBankStatement(
  pool: pg.Pool,
  call: By,
  { payee, bankHolidays }: ImportSettings,
  file: ReceivedFile,
  {
    read = parseBankStatementInWorker,
    day_order,
    replaces = null,
  }: {
    /** Where a statement is small and known to be, a thread of its own costs more than all the rest. */
    read?: ReadStatement;
    /** As somebody has chosen it. */
    day_order?: DayOrder | undefined;
    /** The statement of the same file that is read again, and is gone with that. */
    replaces?: string | null;
  } = {},
): Promise<string> {
  const sha256 = createHash('sha256').update(file.bytes).digest();
  const known: BankStatementDetails | null = await callParsedAs(
    pool,
    'known_bank_statement',
    call,
    { sha256 },
  );
  if (known && replaces === null) return JSON.stringify({ is_known: true, ...known });
  const parsed = await readDays(pool, call, payee?.iban, day_order, (days) =>
    read(file.bytes, days),
  );
  const virtual = await virtualIbansOf(pool, call, parsed, payee?.iban);
  assertOurAccounts(parsed.accounts, virtual, payee?.iban);
  const { balances, period, account, lines: all } = withoutOurselves(parsed, virtual, payee?.iban);
  const lines = withoutSharedReference(all);
  const virtual_iban = account === null ? null : (virtual.get(account)?.iban ?? null);
  const account_iban = ibanOfAccount(account, virtual, payee?.iban);
  const name = lineText(file.name, 255) ?? parsed.format;
  const accounts = [
    ...new Set([account_iban, payee?.iban].filter((one) => typeof one === 'string')),
  ];
  const booked = lines.filter(({ refusal }) => refusal !== 'not_booked');
  const days = (booked.length > 0 ? booked : lines)
    .map(({ booked_on }) => booked_on)
    .concat(period === null ? [] : [period.from, period.to])
    .toSorted();
  const [from, to] = [days[0]!, days.at(-1)!];
  // Of another statement that comes meanwhile the lines are compared as well.
  for (let tries = 0; tries < MOST_COMPARISONS; tries += 1) {
    const told = await toldBefore(pool, call, {
      accounts,
      statement: { virtualIban: virtual_iban, from, to, balances, format: parsed.format },
      virtual_ibans: [...virtual.values()],
      lines,
      replaces,
    });
    const sure = lines.filter(({ direction }) => parsed.saysDirections || direction === 'debit');
    const ours = new Map<number, Ours>([
      ...(await payoutFileLines(pool, call, sure, replaces)),
      ...(await unansweredLines(pool, call, sure)),
      ...(await payoutLines(pool, call, sure)),
      ...(await refundLines(pool, call, sure)),
    ]);
    const proposed = await proposedLines(pool, call, told.lines, ours, {
      virtual_ibans: [...virtual.values()],
      replaces,
    });
    const named = told.known.map(({ line_id, line: { line_no, credited_iban } }) => ({
      line_id,
      line_no,
      credited_iban,
      ...ours.get(line_no),
    }));
    const imported = await callFunctionAs(pool, 'import_bank_statement', call, {
      file_name: name,
      sha256,
      format: parsed.format,
      account_iban,
      last_statement_id: told.last_statement_id,
      from,
      to,
      complete_until: unprovenUntil(to, bankHolidays),
      opening: balances && figureOf(balances.opening),
      closing: balances && figureOf(balances.closing),
      known_count: told.known.length,
      zero_amount_count: parsed.zero_amount_count,
      lines: proposed,
      named,
      day_order: parsed.day_order?.order,
      day_order_by: parsed.day_order?.by,
      content: (parsed.day_order?.by ?? 'days') === 'days' ? null : file.bytes,
      replaces,
    });
    if (imported !== NOTHING) return imported;
  }
  throw new AppError('unavailable');
}

/**
 * Reads the days of a file in the order that it shows, that somebody has chosen, or that earlier files of its account had.
 * @throws AppError `bank_statement_days_unclear` where nothing of that decides.
 */
async function readDays(
  pool: pg.Pool,
  call: By,
  own_iban: string | undefined,
  chosen: DayOrder | undefined,
  read: (known: KnownOfDays) => Promise<BankStatementFile>,
): Promise<BankStatementFile> {
  const today = riyadhDate(call.now);
  try {
    return await read({ today, ...(chosen && { order: { order: chosen, by: 'choice' } }) });
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof UnclearDays)) throw error;
    const [account = null, other] = cause.accounts;
    const virtual = await virtualIbansNamed(pool, call, cause.accounts);
    const order: DayOrder | null =
      other === undefined
        ? await callParsedAs(pool, 'day_order_of_account', call, {
            account_iban: ibanOfAccount(account, virtual, own_iban),
            own_iban,
          })
        : null;
    if (order) return read({ today, order: { order, by: 'earlier_files' } });
    const { readings } = cause;
    throw new AppError('bank_statement_days_unclear', { readings: [...readings], cause });
  }
}

/** The bank may name our account by its number within the IBAN. */
const ibanOfAccount = (account: string | null, virtual: VirtualIbans, own_iban?: string) =>
  account === null ? null : (virtual.get(account)?.iban ?? own_iban ?? ibanIn(account));

/**
 * Reads the days of a statement's file in the other order, where nothing of it has been decided; the statement that this gives
 * takes its place.
 * @returns BankStatementDetails as JSON text; again the same where it was read so before.
 * @throws AppError `bank_statement_reading_fixed`, or as importBankStatement; nothing changes then.
 */
export async function readBankStatementAgain(
  pool: pg.Pool,
  call: By,
  settings: ImportSettings,
  statement_id: string,
): Promise<string> {
  const found:
    | { is_read: true; details: BankStatementDetails }
    | { is_read: false; file_name: string; order: DayOrder; content: string } = await callParsedAs(
    pool,
    'bank_statement_to_read_again',
    call,
    { statement_id },
  );
  if (found.is_read) return JSON.stringify(found.details);
  const file = { name: found.file_name, bytes: Buffer.from(found.content, 'base64') };
  const how = { day_order: found.order, replaces: statement_id };
  return importBankStatement(pool, call, settings, file, how);
}

type VirtualIban = MatchFacts['virtual_ibans'][number];
/** By the names that a file gives to accounts. */
type VirtualIbans = ReadonlyMap<string, VirtualIban>;
/** A line with the virtual IBAN that it says was credited. */
type OurLine = BankStatementLine & { credited_iban: string | null };

/** The virtual IBANs of ours that a file names: as its account, or as the one that a credit went to. */
async function virtualIbansOf(
  pool: pg.Pool,
  call: By,
  { accounts, lines }: BankStatementFile,
  own_iban: string | undefined,
): Promise<VirtualIbans> {
  const said = [...accounts, ...lines.map(({ credited_account }) => credited_account)];
  const isOther = (name: string) => own_iban === undefined || !isAccount(name, own_iban);
  return virtualIbansNamed(pool, call, said, isOther);
}

async function virtualIbansNamed(
  pool: pg.Pool,
  call: By,
  said: readonly (string | null)[],
  isAsked: (name: string) => boolean = () => true,
): Promise<VirtualIbans> {
  const named = said.filter((name) => name !== null);
  const names = [...new Set(named)].filter(isAsked);
  if (names.length === 0) return new Map();
  const found: (VirtualIban & { name: string })[] = await callParsedAs(
    pool,
    'virtual_ibans_named',
    call,
    { names },
  );
  return new Map(found.map(({ name, ...one }) => [name, one]));
}

/** @throws AppError `bank_statement_other_account` where a file is of an account that is not ours. */
function assertOurAccounts(accounts: readonly string[], virtual: VirtualIbans, own_iban?: string) {
  // Where our account is not known, a file of one account is believed.
  if (own_iban === undefined && accounts.length <= 1) return;
  const isOurs = (name: string) =>
    virtual.has(name) || (own_iban !== undefined && isAccount(name, own_iban));
  if (!accounts.every(isOurs)) throw new AppError('bank_statement_other_account');
}

/**
 * With the virtual IBAN that each credit went to; of a virtual IBAN's own statement, all. Some banks write our own account
 * beside each line: that says of nobody that they paid.
 */
function withoutOurselves(
  statement: BankStatementFile,
  virtual: VirtualIbans,
  iban?: string,
): Omit<BankStatementFile, 'lines'> & { lines: OurLine[] } {
  const ours = [iban, ...statement.accounts].filter((one) => typeof one === 'string');
  const isOurs = (said: string | null) =>
    said !== null && ours.some((one) => isAccount(said, one) || isAccount(one, said));
  const lines = statement.lines.map((line): OurLine => {
    const credited = line.credited_account ?? statement.account;
    const isCredit = line.direction === 'credit' && credited !== null;
    return {
      ...line,
      payer_iban: isOurs(line.payer_iban) ? null : line.payer_iban,
      credited_iban: isCredit ? creditedOf(credited, statement.account, virtual) : null,
    };
  });
  return { ...statement, lines };
}

/** A line may name our account as credited in the statement of a virtual IBAN, through which the money came. */
const creditedOf = (credited: string, account: string | null, virtual: VirtualIbans) =>
  (virtual.get(credited) ?? virtual.get(account ?? ''))?.iban ?? null;

/** How often a file is compared again because another statement came first. */
const MOST_COMPARISONS = 5;

/** What a function answers that answers with null. */
const NOTHING = 'null';

type ComparedLine = OurLine & {
  occurrence: number;
  told_line_id: string | null;
  /** That line was confirmed as a payment, and tells the same movement: of another day it may be another transfer. */
  is_told_paid: boolean;
};

/** An account that a file names without its IBAN is compared with no other statement's. */
const ibanIn = (account: string) => (/^[A-Z]{2}\d{2}/.test(account) ? account : null);

const asked = (one: Comparison): Comparison => ({
  ...one,
  known_id: null,
  told_line_id: one.known_id,
});

/** The lines that no earlier statement of the account has told of, and the others with what told of them. */
async function toldBefore(
  pool: pg.Pool,
  call: By,
  {
    accounts,
    statement,
    virtual_ibans,
    lines,
    replaces,
  }: {
    accounts: readonly string[];
    statement: ComparedStatement;
    virtual_ibans: readonly VirtualIban[];
    lines: readonly OurLine[];
    replaces: string | null;
  },
): Promise<{
  last_statement_id: string | null;
  known: { line: OurLine; line_id: string }[];
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
    lines: (EarlierLine & { is_paid: boolean; paid_company_id: string | null })[];
    day_counts: Record<string, number>;
  } = await callParsedAs(pool, 'lines_of_earlier_statements', call, {
    accounts,
    lines: said,
    replaces,
  });
  const toldById = new Map(told.lines.map((one) => [one.id, one]));
  const holders = new Map(virtual_ibans.map(({ iban, company_id }) => [iban, company_id]));
  /** The line was confirmed for another company before a statement told to whose virtual IBAN it went. */
  const isPaidToAnother = ({ credited_iban }: OurLine, known_id: string | null) => {
    const one = toldById.get(known_id ?? '');
    const holder = holders.get(credited_iban ?? '') ?? null;
    if (!one || one.credited_iban !== null || one.paid_company_id === null) return false;
    return holder !== null && holder !== one.paid_company_id;
  };
  const compared = compareWithEarlierLines(lines, told.lines, told.day_counts, statement).map(
    (one, index) => (isPaidToAnother(lines[index]!, one.known_id) ? asked(one) : one),
  );
  const fresh = lines.flatMap((line, index) => {
    const { known_id, told_line_id, occurrence } = compared[index]!;
    const one = toldById.get(told_line_id ?? '');
    const isSameMovement = one?.value_date === line.value_date || one?.amount !== line.amount;
    const is_told_paid = one !== undefined && one.is_paid && isSameMovement;
    return known_id === null ? [{ ...line, told_line_id, is_told_paid, occurrence }] : [];
  });
  const known = lines.flatMap((line, index) => {
    const { known_id } = compared[index]!;
    return known_id === null ? [] : [{ line, line_id: known_id }];
  });
  return { last_statement_id: told.last_statement_id, known, lines: fresh };
}

/** Of a credit in riyals what it may be, of what takes one back what it takes back, and which lines are about payouts and refunds. */
async function proposedLines(
  pool: pg.Pool,
  call: By,
  all: readonly ComparedLine[],
  ours: ReadonlyMap<number, Ours>,
  { virtual_ibans, replaces }: { virtual_ibans: readonly VirtualIban[]; replaces: string | null },
) {
  const lines = all.filter(({ line_no }) => !ours.has(line_no));
  const credits = lines.filter((line) => lineKind(line) === 'receipt');
  const stated = lines.filter((line) => lineKind(line) === 'reversal');
  // A bank may take money back under the reference that it came by, or to its payer, without a word.
  const plain = lines.filter((line) => lineKind(line) === 'debit' && line.currency === 'SAR');
  const debits = [...stated, ...plain];
  const isTakenBy = new Set(debits.map(({ amount }) => amount));
  const alike = credits.filter(({ amount }) => isTakenBy.has(amount));
  const unpaid = await unrecorded(pool, call, alike, virtual_ibans);
  const looked = await reversalsFor(pool, call, debits, unpaid, replaces);
  const isMeant = (index: number) =>
    debits[index]!.is_reversal || looked[index]!.reason !== 'takes_back_unknown';
  const reversals = debits.filter((_, index) => isMeant(index));
  const undone = looked.filter((_, index) => isMeant(index));
  const isUndone = new Set(reversals.map(({ line_no }) => line_no));
  const takenBack = new Set(
    undone.flatMap((one) => (one.certainty === 'likely' ? (one.credit_line_no ?? []) : [])),
  );
  const told = credits.map((one) => ({ ...one, is_taken_back: takenBack.has(one.line_no) }));
  const proposals = await proposalsFor(pool, call, { statement_id: null, virtual_ibans }, told);
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

/** The credits that are no payment yet: neither confirmed from an earlier telling nor typed by hand. */
async function unrecorded(
  pool: pg.Pool,
  call: By,
  credits: readonly ComparedLine[],
  virtual_ibans: readonly VirtualIban[],
): Promise<ComparedLine[]> {
  const proposals = await proposalsFor(pool, call, { statement_id: null, virtual_ibans }, credits);
  return credits.filter(
    ({ is_told_paid }, index) => !is_told_paid && proposals[index]!.payment_id === null,
  );
}

/** What of ours a line names. */
type Ours = { payout_id: string; payout_run_id: string } | { refund_id: string } | OfPayoutFile;
/** `is_whole`: it is the debit of the file in one sum, about which nobody decides. */
type OfPayoutFile = { payout_message_id: string; is_whole: boolean };

const aboutOurs = (own: Ours | undefined) =>
  own && {
    ...own,
    ...('is_whole' in own && own.is_whole ? {} : { certainty: 'none', reason: reasonOfOurs(own) }),
    is_reversal: false,
    refusal: null,
  };

const reasonOfOurs = (own: Ours) =>
  'is_whole' in own ? 'payout_file_differs' : 'refund_id' in own ? 'own_refund' : 'own_payout';

/** The payout files that debits name by their message. */
async function payoutFileLines(
  pool: pg.Pool,
  call: By,
  lines: readonly BankStatementLine[],
  replaces: string | null,
): Promise<Map<number, OfPayoutFile>> {
  const named = lines
    .filter(({ direction, currency, refusal }) => {
      const isOut = direction === 'debit' && currency === 'SAR';
      return isOut && refusal !== 'not_booked';
    })
    .flatMap(({ line_no, amount, remittance, bank_reference }) =>
      messageIdsIn([remittance, bank_reference].join(' ')).map((message_id) => ({
        line_no,
        amount,
        message_id,
      })),
    );
  if (named.length === 0) return new Map();
  const known: (OfPayoutFile & { line_no: number })[] = await callParsedAs(
    pool,
    'find_named_payout_files',
    call,
    { named, replaces },
  );
  return new Map(known.map(({ line_no, ...file }) => [line_no, file]));
}

/** The same of a line that names a refund. */
async function refundLines(
  pool: pg.Pool,
  call: By,
  lines: readonly BankStatementLine[],
): Promise<Map<number, { refund_id: string }>> {
  const named = lines
    .filter(({ currency, refusal }) => currency === 'SAR' && refusal !== 'not_booked')
    .flatMap(({ line_no, direction, amount, remittance, bank_reference }) =>
      refundIdsIn([remittance, bank_reference].join(' ')).map((refund_id) => ({
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
  }[] = await callParsedAs(pool, 'find_named_refunds', call, { named });
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
      payoutAttemptsIn([remittance, bank_reference].join(' ')).map((one) => ({
        ...one,
        line_no,
        direction,
        amount,
      })),
    );
  if (named.length === 0) return new Map();
  const known: { line_no: number; payout_id: string; payout_run_id: string }[] = await callParsedAs(
    pool,
    'find_named_payouts',
    call,
    { named },
  );
  return new Map(known.map(({ line_no, ...payout }) => [line_no, payout]));
}

/** Debits that name no payout or refund of ours, but have the IBAN and the amount of the only one that waits for an answer. */
async function unansweredLines(
  pool: pg.Pool,
  call: By,
  lines: readonly BankStatementLine[],
): Promise<Map<number, Ours>> {
  const debits = lines
    .filter(({ direction, currency, payer_iban, refusal }) => {
      const isOut = direction === 'debit' && currency === 'SAR' && refusal !== 'not_booked';
      return isOut && payer_iban !== null;
    })
    .map(({ line_no, amount, payer_iban }) => ({ line_no, amount, iban: payer_iban }));
  if (debits.length === 0) return new Map();
  const found: { line_no: number; ours: Ours }[] = await callParsedAs(
    pool,
    'find_unanswered_by_iban',
    call,
    { debits },
  );
  return new Map(found.map(({ line_no, ours }) => [line_no, ours]));
}

type Credit = Parameters<typeof matchLines>[0][number];

/** What credits may be, by what the database knows now. `statement_id`: theirs, null while it is imported. */
async function proposalsFor(
  pool: pg.Pool,
  call: By,
  {
    statement_id,
    virtual_ibans,
  }: { statement_id: string | null; virtual_ibans: readonly VirtualIban[] },
  credits: readonly Credit[],
): Promise<Proposal[]> {
  if (credits.length === 0) return [];
  const days = credits.map(({ value_date }) => value_date).toSorted();
  const distinct = (values: readonly (string | null)[]) => [
    ...new Set(values.filter((one) => one !== null)),
  ];
  const facts: Omit<MatchFacts, 'today' | 'virtual_ibans'> = await callParsedAs(
    pool,
    'bank_statement_facts',
    call,
    {
      statement_id,
      ticket_numbers: distinct(credits.flatMap(ticketsOfLine)),
      request_numbers: distinct(credits.flatMap(requestsOfLine)),
      payer_numbers: distinct(credits.flatMap(companiesOfLine)),
      amounts: distinct(credits.map(({ amount }) => amount)),
      ibans: distinct(credits.map(({ payer_iban }) => payer_iban)),
      references: distinct(credits.map(({ bank_reference }) => referenceKey(bank_reference))),
      from: days[0],
      to: days.at(-1),
    },
  );
  return matchLines(credits, { ...facts, virtual_ibans, today: riyadhDate(call.now) });
}

type Reversal = Parameters<typeof matchReversals>[0][number];

/** What lines that take money back may take back: of what has come in before, and of `credits` on the same file. */
async function reversalsFor(
  pool: pg.Pool,
  call: By,
  reversals: readonly Reversal[],
  credits: readonly BankStatementLine[],
  replaces: string | null = null,
): Promise<ReversalProposal[]> {
  if (reversals.length === 0) return [];
  const amounts = new Set(reversals.map(({ amount }) => amount));
  const stated = reversals.filter(({ is_reversal }) => is_reversal);
  const [first = ''] = reversals.map(({ booked_on }) => booked_on).toSorted();
  const known: (Received & { remittance: string | null })[] = await callParsedAs(
    pool,
    'credits_that_may_reverse',
    call,
    {
      amounts: [...amounts],
      from: addDays(first, -REVERSAL_DAYS),
      replaces,
      references: stated.flatMap((one) => referenceKey(one.bank_reference) ?? []),
      ibans: stated.flatMap(({ payer_iban }) => wholeAccount(payer_iban) ?? []),
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
    is_on_statement: 'is_on_statement' in one && one.is_on_statement,
    ticket_numbers: [
      ...one.ticket_numbers,
      ...referencedTickets([one.remittance, one.bank_reference]),
    ],
  }));
  return matchReversals(reversals, received);
}

/** Looks again at what the open lines of a statement may be; BankStatementDetails as JSON text. */
export async function matchBankStatement(
  pool: pg.Pool,
  call: By,
  statement_id: string,
): Promise<string> {
  const lines: (Credit & Reversal & { id: string })[] = await callParsedAs(
    pool,
    'open_bank_statement_lines',
    call,
    { statement_id },
  );
  const credits = lines.filter(({ is_reversal }) => !is_reversal);
  const reversals = lines.filter(({ is_reversal }) => is_reversal);
  const credited = credits.map(({ credited_iban = null }) => credited_iban);
  const virtual_ibans = [...(await virtualIbansNamed(pool, call, credited)).values()];
  const proposals = await proposalsFor(pool, call, { statement_id, virtual_ibans }, credits);
  const undone = await reversalsFor(pool, call, reversals, []);
  const kept = [
    ...credits.map(({ id }, index) => ({ id, ...proposals[index] })),
    ...reversals.map(({ id }, index) => ({ id, ...undone[index] })),
  ];
  return callFunctionAs(pool, 'store_proposals', call, { statement_id, proposals: kept });
}
