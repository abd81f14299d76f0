import { halalasFromDecimal } from '#domain/money.ts';
import { withOccurrences, type BankStatementLine } from '#domain/servicing/bank-statement-line.ts';
import {
  matchLines,
  namedTickets,
  type MatchFacts,
} from '#domain/servicing/bank-statement-matching.ts';
import {
  restOf,
  type Books,
  type ModelCompany,
  type ModelLine,
  type ModelPayment,
  type ModelStatement,
  type ModelTicket,
  type Verdict,
} from './books.ts';
import { noteLateness } from './lateness.ts';
import { alike, enter, give } from './payments.ts';
import { answerReportOf, isChecking } from './transfers.ts';

/** The bank's statements and what staff decide about their lines. */

const allLines = (books: Books) => books.statements.flatMap(({ lines }) => lines);

/** A statement with those lines that no earlier one has brought, each with what it may be. */
export function importLines(
  books: Books,
  said: readonly BankStatementLine[],
  source: Source,
): ModelStatement {
  const lines = withOccurrences(source, said);
  const credits = lines.filter(({ direction }) => direction === 'credit');
  const proposals = matchLines(credits, factsFor(books, credits, null));
  const statement: ModelStatement = { id: '', lines: [] };
  const known = allLines(books).map((one) => one.said);
  for (const one of lines) {
    const isSame = (other: ModelLine['said']) =>
      other.identity === one.identity && other.occurrence === one.occurrence;
    if (known.some(isSame)) continue;
    const isCredit = one.direction === 'credit';
    statement.lines.push({
      id: '',
      said: one,
      status: isCredit ? 'Open' : 'Debit',
      proposal: isCredit ? proposals[credits.indexOf(one)]! : null,
      payment: null,
    });
  }
  return statement;
}

type Source = Parameters<typeof withOccurrences>[0];

/** Looks again at what is open. */
export function matchAgain(books: Books, statement: ModelStatement): Verdict {
  const open = statement.lines.filter(
    ({ status, proposal }) => status === 'Open' && proposal?.reason !== 'payment_reversed',
  );
  const credits = open.map(({ said }) => said);
  const proposals = matchLines(credits, factsFor(books, credits, statement));
  for (const [index, line] of open.entries()) line.proposal = proposals[index]!;
  return 'accepted';
}

/** All that the product may know: it looks only for what these lines are about, which must come to the same. */
function factsFor(
  books: Books,
  credits: readonly ModelLine['said'][],
  own: ModelStatement | null,
): MatchFacts {
  const named = new Set(credits.flatMap(namedTickets));
  const openOf = (ticket: ModelTicket) => {
    if (ticket.status !== 'Active') return restOf(ticket) > 0 ? [restOf(ticket)] : [];
    return ticket.installments.flatMap(({ amount, paid }) =>
      paid < amount ? [amount - paid] : [],
    );
  };
  const meant = books.tickets.filter(
    (ticket) => named.has(ticket.number) || openOf(ticket).length > 0,
  );
  const lineOf = (payment: ModelPayment) =>
    allLines(books).find((line) => line.payment === payment);
  const confirmed = allLines(books).filter(({ payment }) => payment?.company);
  const payersOf = Map.groupBy(confirmed, ({ said }) => said.payer_iban);
  return {
    tickets: meant.map((ticket) => ({
      id: ticket.id,
      ticket_number: ticket.number,
      company_id: ticket.company.id,
      open_halalas: openOf(ticket),
    })),
    company_names: Object.fromEntries(meant.map(({ company }) => [company.id, company.name])),
    reports: books.reports.filter(isChecking).map(({ id, ticket, amount }) => ({
      id,
      ticket_id: ticket.id,
      company_id: ticket.company.id,
      amount_halalas: amount,
    })),
    payments: books.payments
      .filter((payment) => !payment.isReversed && !own?.lines.includes(lineOf(payment)!))
      .map((payment) => ({
        id: payment.id,
        company_id: payment.company?.id ?? null,
        amount_halalas: payment.amount,
        value_date: payment.value_date,
        bank_reference: payment.bank_reference,
        is_on_statement: lineOf(payment) !== undefined,
      })),
    known_ibans: Object.fromEntries(
      [...payersOf].flatMap(([iban, lines]) => {
        const payers = new Set(lines.map(({ payment }) => payment!.company!.id));
        return iban !== null && payers.size === 1 ? [[iban, [...payers][0]!]] : [];
      }),
    ),
  };
}

export const amountOf = ({ said }: ModelLine): number => halalasFromDecimal(said.amount);

export const certainLines = ({ lines }: ModelStatement): ModelLine[] =>
  lines.filter(({ status, proposal }) => status === 'Open' && proposal?.certainty === 'certain');

/** Confirms all that are certain, `count` of them as staff have seen; each is looked at again. */
export function confirmCertain(
  books: Books,
  statement: ModelStatement,
  count: number,
): { verdict: Verdict; confirmed: ModelLine[] } {
  const certain = certainLines(statement);
  if (certain.length !== count) return { verdict: 'bank_statement_lines_changed', confirmed: [] };
  const confirmed: ModelLine[] = [];
  for (const line of certain) {
    const reason = doubtAbout(books, statement, line);
    if (reason) {
      line.proposal = { ...line.proposal!, certainty: 'likely', reason };
      continue;
    }
    const ticket = books.tickets.find(({ id }) => id === line.proposal!.ticket_id)!;
    settleLine(books, line, enter(books, { ...moneyOf(line), company: ticket.company, ticket }));
    confirmed.push(line);
  }
  return { verdict: 'accepted', confirmed };
}

function doubtAbout(books: Books, statement: ModelStatement, line: ModelLine) {
  const ticket = books.tickets.find(({ id }) => id === line.proposal!.ticket_id)!;
  if (amountOf(line) > restOf(ticket)) return 'reference_above_rest';
  const lines = alike(books, ticket.company, amountOf(line), line.said.value_date).map((payment) =>
    allLines(books).find((one) => one.payment === payment),
  );
  if (lines.includes(undefined)) return 'already_recorded';
  return lines.some((one) => !statement.lines.includes(one!)) ? 'paid_alike' : null;
}

const moneyOf = (line: ModelLine) => ({
  amount: amountOf(line),
  value_date: line.said.value_date,
  bank_reference: line.said.bank_reference,
});

/** What staff say a line is: a payment that was recorded, or one of a ticket, of a company, or of nobody known. */
export interface LineIs {
  payment: ModelPayment | null;
  company: ModelCompany | null;
  ticket: ModelTicket | null;
  isAnother: boolean;
}

export function confirmLine(books: Books, line: ModelLine, is: LineIs): Verdict {
  const { payment, ticket } = is;
  const company = is.company ?? ticket?.company ?? null;
  if (line.status !== 'Open') return 'bank_statement_line_decided';
  const onLine = (one: ModelPayment) => allLines(books).some((other) => other.payment === one);
  if (payment === null) {
    const same = alike(books, company, amountOf(line), line.said.value_date);
    if (!is.isAnother && same.some((one) => !onLine(one))) return 'payment_alike';
    settleLine(books, line, enter(books, { ...moneyOf(line), company, ticket }));
    return 'accepted';
  }
  if (payment.amount !== amountOf(line)) return 'not_found';
  if (payment.isReversed) return 'payment_already_reversed';
  if (onLine(payment)) return 'payment_on_statement';
  if (payment.company === null && company !== null) give(books, payment, company, ticket);
  else if (company !== null && company !== payment.company) return 'not_found';
  settleLine(books, line, payment);
  return 'accepted';
}

export function setAside(books: Books, line: ModelLine): Verdict {
  if (line.status !== 'Open') return 'bank_statement_line_decided';
  books.moveLine(line, 'SetAside', null);
  return 'accepted';
}

export function reopenLine(books: Books, line: ModelLine): Verdict {
  if (line.status !== 'SetAside') return 'bank_statement_line_decided';
  books.moveLine(line, 'Open', null);
  return 'accepted';
}

function settleLine(books: Books, line: ModelLine, payment: ModelPayment): void {
  books.moveLine(line, 'Confirmed', payment);
  answerReportOf(books, line, payment);
  noteLateness(books, payment.company);
}
