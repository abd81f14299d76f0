import assert from 'node:assert/strict';
import type { ApprovalRequest } from '#api/approvals.ts';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import { addDays, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import type { BankStatementLine } from '#domain/servicing/bank-statement-line.ts';
import {
  importBankStatement,
  matchBankStatement,
} from '#server/servicing/import-bank-statement.ts';
import { parseBankStatement } from '#server/servicing/parse-bank-statement.ts';
import { camtFile } from '#server/servicing/sample-bank-statement.testing.ts';
import {
  leftOf,
  restOf,
  type ModelCompany,
  type ModelLine,
  type ModelStatement,
} from '../model/books.ts';
import * as model from '../model/statements.ts';
import { possible, type Simulation, type Step } from './simulation.ts';
import { amountFor, isOverdue } from './payments.ts';
import { ibanOf } from './parties.ts';

const account_iban = ibanOf(9);

export function statementSteps(simulation: Simulation): Step[] {
  const { companies, statements } = simulation.books;
  const owes = (one: ModelCompany) => model.inTheirOrder(simulation.books, one).length > 0;
  const paysAll = simulation.weightOf('reference of a company confirmed', 1);
  const lines = statements.flatMap((one) => one.lines);
  const isOpen = ({ status }: ModelLine) => status === 'Open';
  const reversals = lines.filter(({ said }) => said.is_reversal);
  const others = lines.filter(({ said }) => !said.is_reversal);
  const takesBack = simulation.weightOf('taken back: a line’s payment', 4);
  const corrects = simulation.weightOf('value date corrected', 16);
  const isOfOtherDay = ({ status, proposal, said }: ModelLine) =>
    status === 'Open' &&
    simulation.books.payments.some(
      ({ id, value_date }) => id === proposal?.payment_id && value_date !== said.value_date,
    );
  const isAside = ({ status }: ModelLine) => status === 'SetAside';
  const hasCertain = (one: ModelStatement) => model.certainLines(one).length > 0;
  const isRejectable = (one: ModelStatement) =>
    one.isCompared && daysToDoubt(simulation, one).length > 0;
  const rejects = simulation.weightOf('statement rejected', 1);
  const isNotCompared = ({ isCompared }: ModelStatement) => !isCompared;
  const hasOpen = (one: ModelStatement) => one.lines.some(isOpen);
  return [
    possible(1.8, simulation, (of) => bringStatement(of, sayLines(of))),
    possible(paysAll, simulation.pick(companies.filter(owes)), (one) => payAll(simulation, one)),
    possible(0.8, simulation.among(statements, hasOpen), (one) => matchAgain(simulation, one)),
    possible(4, simulation.among(statements, isNotCompared), (one) => compare(simulation, one)),
    possible(rejects, simulation.pick(statements.filter(isRejectable)), (one) =>
      reject(simulation, one),
    ),
    possible(8, simulation.among(statements, hasCertain), (one) => confirmCertain(simulation, one)),
    possible(3, simulation.among(others, isOpen), (one) => confirmLine(simulation, one)),
    possible(corrects, simulation.pick(others.filter(isOfOtherDay)), (one) =>
      confirmLine(simulation, one),
    ),
    possible(takesBack, simulation.among(reversals, isOpen), (one) => takeBack(simulation, one)),
    possible(0.8, simulation.among(lines, isOpen), (one) => setAside(simulation, one)),
    possible(1.5, simulation.among(lines, isAside), (one) => reopen(simulation, one)),
  ].flat();
}

/** A few bookings: for tickets, of transfers recorded or reported before, of strangers, and some of them twice. */
function sayLines(simulation: Simulation): BankStatementLine[] {
  const said: BankStatementLine[] = [];
  const kinds = [
    forTicket,
    forTicket,
    recordedBefore,
    reportedBefore,
    stranger,
    asBefore,
    tookBack,
  ];
  for (let count = 1 + simulation.randomBelow(3); count > 0; count -= 1) {
    const line = simulation.pick(kinds)!(simulation);
    said.push(line);
    if (simulation.chance(0.1)) said.push(line);
    if (simulation.chance(0.1)) said.push(undone(line));
  }
  if (simulation.chance(0.2)) said.push(bookingOf(simulation, 100, { direction: 'debit' }));
  // A debit of as much as a refund that waits for the bank would be that refund.
  const isRefund = ({ direction, ...line }: BankStatementLine) =>
    direction === 'debit' &&
    simulation.books.refunds.some(
      ({ amount, status }) => status === 'Sent' && decimalFromHalalas(amount) === line.amount,
    );
  const others = said.filter((line) => !isRefund(line));
  return (others.length > 0 ? others : [stranger(simulation)]).map((one, index) => ({
    ...one,
    line_no: index + 1,
    booked_on: one.value_date,
  }));
}

function bookingOf(
  simulation: Simulation,
  amount: number,
  more: Partial<BankStatementLine> = {},
): BankStatementLine {
  const day = addDays(simulation.books.today, -simulation.randomBelow(3));
  return {
    line_no: 0,
    direction: 'credit',
    amount: decimalFromHalalas(amount),
    currency: 'SAR',
    booked_on: day,
    value_date: day,
    bank_reference: simulation.name('FT'),
    entry_reference: null,
    payer_name: null,
    payer_iban: null,
    credited_account: null,
    remittance: null,
    is_reversal: false,
    refusal: null,
    ...more,
  };
}

/** Who has paid, as the bank says it: the company, or its other name or nobody. */
function payerOf(simulation: Simulation, company: ModelCompany): Partial<BankStatementLine> {
  const own = simulation.books.companies.indexOf(company);
  const index = simulation.chance(0.9) ? own : 1 - own;
  return {
    payer_name: simulation.chance(0.8) ? simulation.books.companies[index]!.name : null,
    payer_iban: simulation.chance(0.5) ? ibanOf(1000 + simulation.seed * 2 + index) : null,
  };
}

function forTicket(simulation: Simulation): BankStatementLine {
  const { tickets } = simulation.books;
  const ticket =
    simulation.pick(tickets.filter(isOverdue)) ??
    simulation.among(tickets, (one) => restOf(one) > 0);
  if (!ticket) return stranger(simulation);
  const reference = paymentReference(ticket.number);
  const remittance = simulation.pick([reference, reference, reference, ticket.number, null])!;
  return bookingOf(simulation, amountFor(simulation, ticket), {
    ...payerOf(simulation, ticket.company),
    remittance,
  });
}

/** A transfer under the company's own reference: what has been due longest, or more than it owes. */
async function payAll(simulation: Simulation, company: ModelCompany): Promise<void> {
  const open = model.inTheirOrder(simulation.books, company);
  const few = sumHalalas(open.slice(0, 1 + simulation.randomBelow(open.length)));
  const line = bookingOf(simulation, few + (simulation.chance(0.1) ? 1 : 0), {
    ...payerOf(simulation, company),
    line_no: 1,
    remittance: paymentReference(company.payer_number),
  });
  await bringStatement(simulation, [line]);
  const statement = simulation.books.statements.at(-1)!;
  if (model.certainLines(statement).length > 0) await confirmCertain(simulation, statement);
}

function recordedBefore(simulation: Simulation): BankStatementLine {
  const payment = simulation.pick(
    simulation.books.payments.filter(({ isReversed }) => !isReversed),
  );
  if (!payment) return forTicket(simulation);
  const { amount, value_date, bank_reference, company } = payment;
  return bookingOf(simulation, amount, {
    ...(company && payerOf(simulation, company)),
    ...(bank_reference !== null && { bank_reference }),
    // Staff often type another day than the bank's.
    value_date: addDays(value_date, -simulation.randomBelow(3)),
  });
}

function reportedBefore(simulation: Simulation): BankStatementLine {
  const report = simulation.pick(simulation.books.reports);
  if (!report) return forTicket(simulation);
  return bookingOf(simulation, report.amount, payerOf(simulation, report.ticket.company));
}

/** What the bank says of a booking that it takes back. */
const undone = (line: BankStatementLine): BankStatementLine => ({
  ...line,
  direction: 'debit',
  is_reversal: true,
});

/** Something that came in is taken back, under its reference or another. */
function tookBack(simulation: Simulation): BankStatementLine {
  const lines = simulation.books.statements.flatMap((one) => one.lines);
  const credit = simulation.pick(lines.filter(({ said }) => said.direction === 'credit'));
  const paid = simulation.pick(lines.filter((one) => one.payment !== null && leftOf(one) > 1));
  const isMade = simulation.books.made.has('taken back: a part');
  if (simulation.chance(isMade ? 0.1 : 0.7) && paid)
    return undone({
      ...paid.said,
      amount: decimalFromHalalas(1 + simulation.randomBelow(leftOf(paid) - 1)),
    });
  if (simulation.chance(0.6) && credit) return undone(credit.said);
  const payment = simulation.pick(simulation.books.payments);
  if (!payment) return stranger(simulation);
  const { amount, bank_reference, company, ticket } = payment;
  return undone(
    bookingOf(simulation, amount, {
      ...(bank_reference !== null && simulation.chance(0.5) && { bank_reference }),
      payer_name: company?.name ?? null,
      remittance: ticket && simulation.chance(0.5) ? paymentReference(ticket.number) : null,
    }),
  );
}

const stranger = (simulation: Simulation): BankStatementLine =>
  bookingOf(simulation, 100 + simulation.randomBelow(1000), {
    payer_name: 'Wadi Plastics',
    payer_iban: simulation.chance(0.8) ? ibanOf(9_000_000 + simulation.seed) : null,
  });

function asBefore(simulation: Simulation): BankStatementLine {
  const known = simulation.pick(simulation.books.statements.flatMap(({ lines }) => lines));
  return known ? known.said : forTicket(simulation);
}

const fileOf = (said: readonly BankStatementLine[], opening?: string) =>
  camtFile(
    'camt.053.001.08',
    said.map(({ amount, value_date, direction, ...one }) => ({
      amount,
      day: value_date,
      direction: direction === 'credit' ? 'CRDT' : 'DBIT',
      reversal: one.is_reversal,
      reference: one.bank_reference ?? undefined,
      payer: one.payer_name ?? undefined,
      iban: one.payer_iban ?? undefined,
      text: one.remittance ?? undefined,
    })),
    account_iban,
    opening,
  );

const read = async (bytes: Buffer) => parseBankStatement(bytes);

async function bringStatement(
  simulation: Simulation,
  said: readonly BankStatementLine[],
): Promise<void> {
  const { books, environment } = simulation;
  const who = simulation.randomBelow(2);
  const by = simulation.by(environment.staff[who]!);
  const file = { name: 'statement.xml', bytes: Buffer.from(fileOf(said)) };
  const { staff } = environment.database.pools;
  const real = importBankStatement(staff, by, { payee: undefined, bankHolidays: [] }, file, {
    read,
  });
  const found = JSON.parse(
    (await simulation.expectSame('import', 'accepted', real))!,
  ) as ImportedBankStatement;
  const statement = model.importLines(books, said, who);
  statement.id = found.statement.id;
  const isKnown = books.statements.some(({ id }) => id === statement.id);
  assert.deepEqual([found.is_known, isKnown && statement.lines.length > 0], [isKnown, false]);
  if (isKnown) return;
  books.statements.push(statement);
  const rows = await simulation.rows<{ id: string; line_no: number }>(
    'select id, line_no from bank_statement_lines where statement_id = $1 order by line_no',
    statement.id,
  );
  assert.deepEqual(
    rows.map(({ line_no }) => line_no),
    statement.lines.map((one) => one.said.line_no),
  );
  for (const [index, { id }] of rows.entries()) statement.lines[index]!.id = id;
}

async function matchAgain(simulation: Simulation, statement: ModelStatement): Promise<void> {
  const by = simulation.by(simulation.environment.staff[0]);
  const real = matchBankStatement(simulation.environment.database.pools.staff, by, statement.id);
  await simulation.expectSame('match again', model.matchAgain(simulation.books, statement), real);
}

async function compare(
  simulation: Simulation,
  statement: ModelStatement,
  who = simulation.chance(0.8) ? 1 - statement.importedBy : statement.importedBy,
): Promise<void> {
  const real = simulation.staff('compare_bank_statement', who, { statement_id: statement.id });
  await simulation.expectSame('compare', model.compare(simulation.books, statement, who), real);
}

/** Past days of which a statement tells something. */
const daysToDoubt = ({ books }: Simulation, { lines }: ModelStatement) =>
  lines.flatMap(({ said, status }) =>
    said.booked_on < books.today && status !== 'SetAside' ? [said.booked_on] : [],
  );

/**
 * A file with balances lacks what a compared one tells: two people reject that one. Another compared statement contradicts the
 * file in turn, so that it can be rejected as well.
 */
async function reject(simulation: Simulation, statement: ModelStatement): Promise<void> {
  const { books, environment } = simulation;
  const day = simulation.pick(daysToDoubt(simulation, statement))!;
  const feeOf = (value_date: IsoDate): BankStatementLine => ({
    ...bookingOf(simulation, 3, { direction: 'debit' }),
    line_no: 1,
    value_date,
    booked_on: value_date,
  });
  await bringStatement(simulation, [feeOf(day)]);
  const other = books.statements.at(-1)!;
  await compare(simulation, other, 1 - other.importedBy);
  const bytes = Buffer.from(fileOf([feeOf(addDays(day, -1)), feeOf(day)], '1.06'));
  const { statement: file } = JSON.parse(
    await importBankStatement(
      environment.database.pools.staff,
      simulation.by(environment.staff[0]),
      { payee: undefined, bankHolidays: [] },
      { name: 'other.xml', bytes },
      { read },
    ),
  ) as ImportedBankStatement;
  const rejected = async (subject_id: string) => {
    const asked = {
      kind: 'reject_bank_statement',
      subject_id,
      details: {},
      reason: 'Not ours',
      despite_report: false,
    } as const;
    const { id } = JSON.parse(
      await simulation.staff('request_approval', 0, asked),
    ) as ApprovalRequest;
    return simulation.staff('approve_request', 1, { today: books.today, request_id: id });
  };
  await rejected(statement.id);
  model.reject(books, statement);
  await simulation.expectSame('reject', 'accepted', rejected(file.id));
}

async function confirmCertain(simulation: Simulation, statement: ModelStatement): Promise<void> {
  const { books } = simulation;
  const count = model.certainLines(statement).length + (simulation.chance(0.9) ? 0 : 1);
  const args = { today: books.today, statement_id: statement.id, count, most: 500 };
  const real = simulation.staff('confirm_certain_lines', 0, args);
  const { verdict, confirmed } = model.confirmCertain(books, statement, count);
  const reply = await simulation.expectSame('confirm certain', verdict, real);
  if (reply === null) return;
  const found = JSON.parse(reply) as { confirmed: { count: number } };
  assert.equal(found.confirmed.count, confirmed.length);
  await namePayments(simulation, confirmed);
}

/** What lines have entered has its names in the database. */
async function namePayments(simulation: Simulation, lines: readonly ModelLine[]): Promise<void> {
  const rows = await simulation.rows<{ id: string; payment_id: string }>(
    'select id, payment_id from bank_statement_lines where id = any ($1::uuid[])',
    lines.map(({ id }) => id),
  );
  for (const { id, payment_id } of rows)
    lines.find((one) => one.id === id)!.payment!.id = payment_id;
}

async function confirmLine(simulation: Simulation, one: ModelLine): Promise<void> {
  const { books } = simulation;
  const proposed = one.proposal;
  const isAsProposed = simulation.chance(0.7);
  const ticket = isAsProposed
    ? books.tickets.find(({ id }) => id === proposed?.ticket_id)
    : simulation.pick(books.tickets);
  const payment = isAsProposed
    ? books.payments.find(({ id }) => id === proposed?.payment_id)
    : simulation.pick([undefined, simulation.pick(books.payments)]);
  const company = simulation.chance(0.3)
    ? (ticket?.company ?? simulation.pick(books.companies)!)
    : null;
  const is: model.LineIs = {
    payment: payment ?? null,
    company,
    ticket: ticket ?? null,
    isAnother: simulation.chance(0.3),
    hasReason: simulation.chance(0.6),
  };
  const real = simulation.staff('confirm_bank_statement_line', 0, {
    today: books.today,
    line_id: one.id,
    company_id: company?.id,
    ticket_number: is.ticket?.number,
    request_number: null,
    payment_id: is.payment?.id,
    is_another: is.isAnother,
    credit_line_id: null,
    reason: is.hasReason ? 'Told twice' : null,
    bank_charges: null,
  });
  const reply = await simulation.expectSame(
    'confirm line',
    model.confirmLine(books, one, is),
    real,
  );
  if (reply === null) return;
  const found = JSON.parse(reply) as { payment: { id: string } };
  one.payment!.id = found.payment.id;
}

/** As it is proposed, mostly; or anything that came in. */
async function takeBack(simulation: Simulation, one: ModelLine): Promise<void> {
  const { books } = simulation;
  const { payment_id, line } = one.proposal!;
  const proposed = books.payments.find(({ id }) => id === payment_id);
  const credits = books.statements
    .flatMap(({ lines }) => lines)
    .filter(({ said }) => said.direction === 'credit' && said.refusal === null);
  const isAsProposed = simulation.chance(0.8) && (proposed ?? line);
  const credit = isAsProposed ? line : simulation.pick(credits);
  const payment = isAsProposed ? proposed : simulation.pick(books.payments);
  const of = payment ? { payment } : credit ? { line: credit } : null;
  if (!of) return;
  const is = { isAnother: simulation.chance(0.3), hasReason: simulation.chance(0.5) };
  const real = simulation.staff('confirm_bank_statement_line', 0, {
    today: books.today,
    line_id: one.id,
    company_id: null,
    ticket_number: null,
    request_number: null,
    payment_id: payment?.id,
    is_another: is.isAnother,
    credit_line_id: payment ? null : credit!.id,
    reason: is.hasReason ? 'Recalled by the payer' : null,
    bank_charges: null,
  });
  const verdict = model.settleReversal(books, one, of, is);
  await simulation.expectSame('take back', verdict, real);
}

async function setAside(simulation: Simulation, one: ModelLine): Promise<void> {
  const real = simulation.staff('set_aside_bank_statement_line', 0, {
    line_id: one.id,
    reason: 'Not ours',
  });
  await simulation.expectSame('set aside', model.setAside(simulation.books, one), real);
}

async function reopen(simulation: Simulation, one: ModelLine): Promise<void> {
  const real = simulation.staff('reopen_bank_statement_line', 0, { line_id: one.id });
  await simulation.expectSame('reopen', model.reopenLine(simulation.books, one), real);
}
