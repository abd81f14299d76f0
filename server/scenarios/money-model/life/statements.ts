import assert from 'node:assert/strict';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import { addDays } from '#domain/calendar.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import type { BankStatementLine } from '#domain/servicing/bank-statement-line.ts';
import {
  importBankStatement,
  matchBankStatement,
} from '#server/servicing/import-bank-statement.ts';
import { parseBankStatement } from '#server/servicing/parse-bank-statement.ts';
import { camtFile } from '#server/servicing/sample-bank-statement.testing.ts';
import { restOf, type ModelCompany, type ModelLine, type ModelStatement } from '../model/books.ts';
import * as model from '../model/statements.ts';
import { possible, type Life, type Step } from './life.ts';
import { amountFor, isOverdue } from './payments.ts';
import { ibanOf } from './parties.ts';

const account_iban = ibanOf(9);

export function statementSteps(life: Life): Step[] {
  const { statements } = life.books;
  const lines = statements.flatMap((one) => one.lines);
  const isOpen = ({ status }: ModelLine) => status === 'Open';
  const reversals = lines.filter(({ said }) => said.is_reversal);
  const others = lines.filter(({ said }) => !said.is_reversal);
  const takesBack = life.wants('taken back: a line’s payment', 4);
  const corrects = life.wants('value date corrected', 16);
  const isOfOtherDay = ({ status, proposal, said }: ModelLine) =>
    status === 'Open' &&
    life.books.payments.some(
      ({ id, value_date }) => id === proposal?.payment_id && value_date !== said.value_date,
    );
  const isAside = ({ status }: ModelLine) => status === 'SetAside';
  const hasCertain = (one: ModelStatement) => model.certainLines(one).length > 0;
  const hasOpen = (one: ModelStatement) => one.lines.some(isOpen);
  return [
    possible(1.8, life, bringStatement),
    possible(0.8, life.among(statements, hasOpen), (one) => matchAgain(life, one)),
    possible(8, life.among(statements, hasCertain), (one) => confirmCertain(life, one)),
    possible(3, life.among(others, isOpen), (one) => confirmLine(life, one)),
    possible(corrects, life.pick(others.filter(isOfOtherDay)), (one) => confirmLine(life, one)),
    possible(takesBack, life.among(reversals, isOpen), (one) => takeBack(life, one)),
    possible(0.8, life.among(lines, isOpen), (one) => setAside(life, one)),
    possible(1.5, life.among(lines, isAside), (one) => reopen(life, one)),
  ].flat();
}

/** A few bookings: for tickets, of transfers recorded or reported before, of strangers, and some of them twice. */
function sayLines(life: Life): BankStatementLine[] {
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
  for (let count = 1 + life.below(3); count > 0; count -= 1) {
    const line = life.pick(kinds)!(life);
    said.push(line);
    if (life.chance(0.1)) said.push(line);
    if (life.chance(0.1)) said.push(undone(line));
  }
  if (life.chance(0.2)) said.push(bookingOf(life, 100, { direction: 'debit' }));
  return said.map((one, index) => ({ ...one, line_no: index + 1, booked_on: one.value_date }));
}

function bookingOf(
  life: Life,
  amount: number,
  more: Partial<BankStatementLine> = {},
): BankStatementLine {
  const day = addDays(life.books.today, -life.below(3));
  return {
    line_no: 0,
    direction: 'credit',
    amount: decimalFromHalalas(amount),
    currency: 'SAR',
    booked_on: day,
    value_date: day,
    bank_reference: life.name('FT'),
    entry_reference: null,
    payer_name: null,
    payer_iban: null,
    remittance: null,
    is_reversal: false,
    refusal: null,
    ...more,
  };
}

/** Who has paid, as the bank says it: the company, or its other name or nobody. */
function payerOf(life: Life, company: ModelCompany): Partial<BankStatementLine> {
  const own = life.books.companies.indexOf(company);
  const index = life.chance(0.9) ? own : 1 - own;
  return {
    payer_name: life.chance(0.8) ? life.books.companies[index]!.name : null,
    payer_iban: life.chance(0.5) ? ibanOf(1000 + life.seed * 2 + index) : null,
  };
}

function forTicket(life: Life): BankStatementLine {
  const { tickets } = life.books;
  const ticket =
    life.pick(tickets.filter(isOverdue)) ?? life.among(tickets, (one) => restOf(one) > 0);
  if (!ticket) return stranger(life);
  const reference = paymentReference(ticket.number);
  const remittance = life.pick([reference, reference, reference, ticket.number, null])!;
  return bookingOf(life, amountFor(life, ticket), { ...payerOf(life, ticket.company), remittance });
}

function recordedBefore(life: Life): BankStatementLine {
  const payment = life.pick(life.books.payments.filter(({ isReversed }) => !isReversed));
  if (!payment) return forTicket(life);
  const { amount, value_date, bank_reference, company } = payment;
  return bookingOf(life, amount, {
    ...(company && payerOf(life, company)),
    ...(bank_reference !== null && { bank_reference }),
    // Staff often type another day than the bank's.
    value_date: addDays(value_date, -life.below(3)),
  });
}

function reportedBefore(life: Life): BankStatementLine {
  const report = life.pick(life.books.reports);
  if (!report) return forTicket(life);
  return bookingOf(life, report.amount, payerOf(life, report.ticket.company));
}

/** What the bank says of a booking that it takes back. */
const undone = (line: BankStatementLine): BankStatementLine => ({
  ...line,
  direction: 'debit',
  is_reversal: true,
});

/** Something that came in is taken back, under its reference or another. */
function tookBack(life: Life): BankStatementLine {
  const lines = life.books.statements.flatMap((one) => one.lines);
  const credit = life.pick(lines.filter(({ said }) => said.direction === 'credit'));
  if (life.chance(0.6) && credit) return undone(credit.said);
  const payment = life.pick(life.books.payments);
  if (!payment) return stranger(life);
  const { amount, bank_reference, company, ticket } = payment;
  return undone(
    bookingOf(life, amount, {
      ...(bank_reference !== null && life.chance(0.5) && { bank_reference }),
      payer_name: company?.name ?? null,
      remittance: ticket && life.chance(0.5) ? paymentReference(ticket.number) : null,
    }),
  );
}

const stranger = (life: Life): BankStatementLine =>
  bookingOf(life, 100 + life.below(1000), {
    payer_name: 'Wadi Plastics',
    payer_iban: life.chance(0.8) ? ibanOf(9_000_000 + life.seed) : null,
  });

function asBefore(life: Life): BankStatementLine {
  const known = life.pick(life.books.statements.flatMap(({ lines }) => lines));
  return known ? known.said : forTicket(life);
}

const fileOf = (said: readonly BankStatementLine[]) =>
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
  );

const readHere = async (bytes: Buffer) => parseBankStatement(bytes);

async function bringStatement(life: Life): Promise<void> {
  const { books, world } = life;
  const by = life.by(world.staff[0]);
  const said = sayLines(life);
  const file = { name: 'statement.xml', bytes: Buffer.from(fileOf(said)) };
  const { staff } = world.database.pools;
  const real = importBankStatement(staff, by, undefined, file, readHere);
  const found = JSON.parse((await life.same('import', 'accepted', real))!) as ImportedBankStatement;
  const statement = model.importLines(books, said);
  statement.id = found.statement.id;
  const isKnown = books.statements.some(({ id }) => id === statement.id);
  assert.deepEqual([found.is_known, isKnown && statement.lines.length > 0], [isKnown, false]);
  if (isKnown) return;
  books.statements.push(statement);
  const rows = await life.rows<{ id: string; line_no: number }>(
    'select id, line_no from bank_statement_lines where statement_id = $1 order by line_no',
    statement.id,
  );
  assert.deepEqual(
    rows.map(({ line_no }) => line_no),
    statement.lines.map((one) => one.said.line_no),
  );
  for (const [index, { id }] of rows.entries()) statement.lines[index]!.id = id;
}

async function matchAgain(life: Life, statement: ModelStatement): Promise<void> {
  const by = life.by(life.world.staff[0]);
  const real = matchBankStatement(life.world.database.pools.staff, by, statement.id);
  await life.same('match again', model.matchAgain(life.books, statement), real);
}

async function confirmCertain(life: Life, statement: ModelStatement): Promise<void> {
  const { books } = life;
  const count = model.certainLines(statement).length + (life.chance(0.9) ? 0 : 1);
  const args = { today: books.today, statement_id: statement.id, count, most: 500 };
  const real = life.staff('confirm_certain_lines', 0, args);
  const { verdict, confirmed } = model.confirmCertain(books, statement, count);
  const reply = await life.same('confirm certain', verdict, real);
  if (reply === null) return;
  const found = JSON.parse(reply) as { confirmed: { count: number } };
  assert.equal(found.confirmed.count, confirmed.length);
  await namePayments(life, confirmed);
}

/** What lines have entered has its names in the database. */
async function namePayments(life: Life, lines: readonly ModelLine[]): Promise<void> {
  const rows = await life.rows<{ id: string; payment_id: string }>(
    'select id, payment_id from bank_statement_lines where id = any ($1::uuid[])',
    lines.map(({ id }) => id),
  );
  for (const { id, payment_id } of rows)
    lines.find((one) => one.id === id)!.payment!.id = payment_id;
}

async function confirmLine(life: Life, one: ModelLine): Promise<void> {
  const { books } = life;
  const proposed = one.proposal;
  const isAsProposed = life.chance(0.7);
  const ticket = isAsProposed
    ? books.tickets.find(({ id }) => id === proposed?.ticket_id)
    : life.pick(books.tickets);
  const payment = isAsProposed
    ? books.payments.find(({ id }) => id === proposed?.payment_id)
    : life.pick([undefined, life.pick(books.payments)]);
  const company = life.chance(0.3) ? (ticket?.company ?? life.pick(books.companies)!) : null;
  const is: model.LineIs = {
    payment: payment ?? null,
    company,
    ticket: ticket ?? null,
    isAnother: life.chance(0.3),
    hasReason: life.chance(0.6),
  };
  const real = life.staff('confirm_bank_statement_line', 0, {
    today: books.today,
    line_id: one.id,
    company_id: company?.id,
    ticket_number: is.ticket?.number,
    payment_id: is.payment?.id,
    is_another: is.isAnother,
    credit_line_id: null,
    reason: is.hasReason ? 'Told twice' : null,
  });
  const reply = await life.same('confirm line', model.confirmLine(books, one, is), real);
  if (reply === null) return;
  const found = JSON.parse(reply) as { payment: { id: string } };
  one.payment!.id = found.payment.id;
}

/** As it is proposed, mostly; or anything that came in. */
async function takeBack(life: Life, one: ModelLine): Promise<void> {
  const { books } = life;
  const { payment_id, line } = one.proposal!;
  const proposed = books.payments.find(({ id }) => id === payment_id);
  const credits = books.statements
    .flatMap(({ lines }) => lines)
    .filter(({ said }) => said.direction === 'credit' && said.refusal === null);
  const isAsProposed = life.chance(0.8) && (proposed ?? line);
  const credit = isAsProposed ? line : life.pick(credits);
  const payment = isAsProposed ? proposed : life.pick(books.payments);
  const of = payment ? { payment } : credit ? { line: credit } : null;
  if (!of) return;
  const real = life.staff('confirm_bank_statement_line', 0, {
    today: books.today,
    line_id: one.id,
    company_id: null,
    ticket_number: null,
    payment_id: payment?.id,
    is_another: false,
    credit_line_id: payment ? null : credit!.id,
    reason: life.chance(0.5) ? 'Recalled by the payer' : null,
  });
  await life.same('take back', model.settleReversal(books, one, of), real);
}

async function setAside(life: Life, one: ModelLine): Promise<void> {
  const real = life.staff('set_aside_bank_statement_line', 0, {
    line_id: one.id,
    reason: 'Not ours',
  });
  await life.same('set aside', model.setAside(life.books, one), real);
}

async function reopen(life: Life, one: ModelLine): Promise<void> {
  const real = life.staff('reopen_bank_statement_line', 0, { line_id: one.id });
  await life.same('reopen', model.reopenLine(life.books, one), real);
}
