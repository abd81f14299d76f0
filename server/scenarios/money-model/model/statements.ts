import { daysBetween } from '#domain/calendar.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { allocate } from '#domain/reference/allocation.ts';
import {
  matchReversals,
  referencedTickets,
  type Received,
  type ReversalProposal,
} from '#domain/servicing/bank-reversal-matching.ts';
import {
  lineKind,
  referenceKey,
  type BankStatementLine,
} from '#domain/servicing/bank-statement-line.ts';
import {
  companiesOfLine,
  matchLines,
  ticketsOfLine,
  takenBack,
  type MatchFacts,
} from '#domain/servicing/bank-statement-matching.ts';
import {
  compareWithEarlierLines,
  withoutSharedReference,
} from '#domain/servicing/earlier-statement-lines.ts';
import {
  leftOf,
  restOf,
  type Books,
  type ModelCompany,
  type ModelLine,
  type ModelPayment,
  type ModelProposal,
  type ModelStatement,
  type ModelTicket,
  type Verdict,
} from './books.ts';
import { noteLateness } from './lateness.ts';
import {
  alike,
  askAgain,
  askAgainOfLine,
  applyCredit,
  enter,
  give,
  isBeforeDebt,
  isNamedAlike,
  openItems,
  owedSince,
  prove,
  replacePayment,
  refusedAsKnown,
  setValueDate,
  undo,
} from './payments.ts';
import { answerReportOf, isChecking } from './transfers.ts';

/** The bank's statements and what staff decide about their lines. */

const allLines = (books: Books) => books.statements.flatMap(({ lines }) => lines);

/** A statement with those lines that no earlier one has brought, each with what it may be. */
export function importLines(
  books: Books,
  file: readonly BankStatementLine[],
  importedBy: number,
): ModelStatement {
  const said = withoutSharedReference(file);
  const days = said.map(({ booked_on }) => booked_on).toSorted();
  const [from_date, to_date] = [days[0]!, days.at(-1)!];
  const standing = books.statements.filter(({ isRejected }) => !isRejected);
  const told = standing.flatMap((one) =>
    one.lines.map((line) => ({
      ...line.said,
      credited_iban: null,
      virtual_iban: null,
      id: line.id,
      format: 'csv' as const,
      from_date: one.from_date,
      to_date: one.to_date,
      balances: null,
    })),
  );
  const dayCounts = Object.groupBy(told, ({ value_date }) => value_date);
  const compared = compareWithEarlierLines(
    said.map((line) => ({ ...line, credited_iban: null })),
    told,
    Object.fromEntries(Object.entries(dayCounts).map(([day, ones]) => [day, ones!.length])),
    { virtualIban: null, from: from_date, to: to_date, balances: null, format: 'csv' },
  );
  const lines = said.flatMap((line, index) => {
    const { known_id, told_line_id, occurrence } = compared[index]!;
    return known_id === null ? [{ ...line, occurrence, told_line_id }] : [];
  });
  const credits = lines.filter((one) => lineKind(one) === 'receipt');
  const reversals = lines.filter((one) => lineKind(one) === 'reversal');
  const isTakenBy = new Set(reversals.map(({ amount }) => amount));
  const takenBy = credits.filter(({ amount }) => isTakenBy.has(amount));
  const recorded = matchLines(takenBy, factsFor(books, takenBy, null));
  const unrecorded = takenBy.filter(({ told_line_id, value_date, amount }, index) => {
    const teller = allLines(books).find(({ id }) => id === told_line_id);
    // Of another day it may be another transfer.
    const isSame = teller?.said.value_date === value_date || teller?.said.amount !== amount;
    return recorded[index]!.payment_id === null && !(teller?.payment && isSame);
  });
  const undone = matchReversals(reversals, [
    ...receivedBy(books).map(({ said: one }) => one),
    ...unrecorded.map((one) => receivedOf(one, { line_no: one.line_no })),
  ]);
  const takenBackHere = new Set(
    undone.map((one) => (one.certainty === 'likely' ? one.credit_line_no : null)),
  );
  const credited = credits.map((one) => ({
    ...one,
    is_taken_back: takenBackHere.has(one.line_no),
  }));
  const proposals = matchLines(credited, factsFor(books, credits, null));
  const statement: ModelStatement = {
    id: '',
    from_date,
    to_date,
    lines: [],
    knownLines: allLines(books).filter(({ id }) => compared.some((one) => one.known_id === id)),
    importedBy,
    isCompared: false,
    compared_at: null,
    isRejected: false,
  };
  for (const one of lines) {
    const kind = lineKind(one);
    statement.lines.push({
      id: '',
      said: one,
      isProven: false,
      status: kind === 'debit' ? 'Debit' : 'Open',
      proposal:
        kind === 'receipt'
          ? proposals[credits.indexOf(one)]!
          : kind === 'reversal'
            ? reversalProposal(books, undone[reversals.indexOf(one)]!)
            : null,
      payment: null,
      takenBack: 0,
      confirmedAs: [],
      told: allLines(books).find(({ id }) => id === one.told_line_id) ?? null,
      reversed: null,
      counter: null,
    });
  }
  for (const [index, { credit_line_no }] of undone.entries()) {
    const place = (no: number | null) =>
      statement.lines.find(({ said: { line_no } }) => line_no === no);
    const line = place(reversals[index]!.line_no);
    if (line && credit_line_no !== null) line.proposal!.line = place(credit_line_no) ?? null;
  }
  doubtTakenBack(statement);
  return statement;
}

/** Another person than its importer says that it is the bank's. */
export function compare(books: Books, statement: ModelStatement, by: number): Verdict {
  if (statement.isRejected) return 'bank_statement_rejected';
  if (statement.isCompared) return 'bank_statement_compared';
  if (statement.importedBy === by) return 'own_bank_statement_refused';
  statement.isCompared = true;
  statement.compared_at = books.now;
  books.count('statement compared');
  const lines = [...statement.lines, ...statement.knownLines];
  for (const line of lines) {
    line.isProven = true;
    if (line.payment) prove(books, line.payment);
  }
  for (const { payment } of lines) if (payment) noteLateness(books, payment.company);
  return 'accepted';
}

/** Two people say that a compared statement is not the bank's: what it alone has told is undone. */
export function reject(books: Books, statement: ModelStatement): void {
  const others = books.statements.filter((one) => one !== statement && !one.isRejected);
  const tellerOf = (line: ModelLine) => {
    const tellers = others.filter(({ knownLines }) => knownLines.includes(line));
    return tellers.find(({ isCompared }) => isCompared) ?? tellers[0] ?? null;
  };
  const told = [...statement.lines, ...statement.knownLines];
  const companies = new Set(
    told.flatMap(({ payment, reversed }) => [payment, reversed]).map((one) => one?.company),
  );
  const undoPayment = (payment: ModelPayment) => {
    undo(books, payment);
    askAgain(books, payment);
  };
  const alone = statement.lines.filter(
    (line) => line.payment && !line.payment.isConfirmed && !tellerOf(line)?.isCompared,
  );
  for (const line of alone.toSorted((a, b) => (a.payment!.id < b.payment!.id ? -1 : 1))) {
    const payment = line.payment!;
    if (tellerOf(line) === null)
      for (const other of others.flatMap(({ lines }) => lines))
        if (other.reversed && movedTo(other.reversed).has(payment)) askAgainOfLine(books, other);
    undoPayment(payment);
  }
  // Another statement tells it too: it is a line of that one from now on.
  for (const line of statement.lines.filter((one) => tellerOf(one) !== null)) {
    const teller = tellerOf(line)!;
    line.isProven = teller.isCompared;
    teller.lines.push(line);
    teller.knownLines = teller.knownLines.filter((one) => one !== line);
    statement.lines = statement.lines.filter((one) => one !== line);
  }
  const decided = statement.lines.filter(
    ({ status }) => status !== 'SetAside' && status !== 'Debit',
  );
  // Lines that take back come first: their payment may stand on another line of the statement.
  for (const line of decided.toSorted(
    (a, b) => Number(b.said.is_reversal) - Number(a.said.is_reversal),
  )) {
    if (line.reversed && line.status === 'Settled') giveBack(books, line, line.reversed);
    for (const other of others.flatMap(({ lines }) => lines))
      if (other.counter === line) askAgainOfLine(books, other);
    books.moveLine(line, 'SetAside', null);
    line.reversed = null;
    line.counter = null;
    for (const other of otherTellings(books, line))
      if (other.status === 'SetAside' && !statementOf(books, other).isRejected)
        books.moveLine(other, 'Open', null);
  }
  for (const line of statement.lines) line.takenBack = 0;
  statement.isRejected = true;
  statement.isCompared = false;
  for (const line of [...statement.lines, ...statement.knownLines]) {
    const { payment } = line;
    const isTold = others.some(
      ({ isCompared, lines, knownLines }) => isCompared && [...lines, ...knownLines].includes(line),
    );
    const compared = books.statements.flatMap(({ compared_at, lines, knownLines }) =>
      compared_at && [...lines, ...knownLines].includes(line) ? [compared_at] : [],
    );
    const isOlder = payment?.proven_at && compared.every((at) => payment.proven_at! < at);
    if (!line.isProven || isTold || isOlder) continue;
    line.isProven = false;
    if (payment && !payment.isConfirmed && payment.refunded === 0) payment.isProven = false;
  }
  books.count('statement rejected');
  for (const company of companies) {
    if (!company) continue;
    applyCredit(books, company);
    noteLateness(books, company);
  }
}

/** A part that a rejected line had taken back is of the payment again. */
function giveBack(books: Books, line: ModelLine, reversed: ModelPayment): void {
  const last = [...movedTo(reversed)].at(-1)!;
  const credit =
    allLines(books).find(({ payment }) => payment === last) ?? lineBeforeReversal(books, last);
  if (!credit || credit.takenBack < leftOf(line) || credit.counter === line) return;
  credit.takenBack -= leftOf(line);
  if (credit.payment) replacePayment(books, credit.payment, credit.payment.amount + leftOf(line));
  books.count('part given back');
}

/** A payment, and those that stand in its place. */
function movedTo(payment: ModelPayment): Set<ModelPayment> {
  const all = new Set<ModelPayment>();
  for (let one: ModelPayment | null = payment; one; one = one.movedTo) all.add(one);
  return all;
}

/** Credits that the bank can reverse, as the product finds them. */
function receivedBy(books: Books) {
  const lines = allLines(books);
  const open = lines.filter(({ status, said }) => status === 'Open' && said.direction === 'credit');
  const unpaid = open.filter((line) => mayBeReversed(books, line));
  const payments = books.payments.filter(
    (one) =>
      !one.isReversed ||
      !(
        one.movedTo !== null ||
        lines.some(({ reversed }) => reversed === one) ||
        open.some(
          (line) =>
            leftOf(line) === one.amount &&
            line.said.value_date === one.value_date &&
            line.said.bank_reference === one.bank_reference,
        )
      ),
  );
  return [
    ...unpaid.map((line) => ({
      line,
      payment: null,
      said: receivedOf(
        { ...line.said, amount: decimalFromHalalas(leftOf(line)) },
        {
          line_id: line.id,
          company_id: line.proposal?.company_id ?? null,
          payer_name: line.said.payer_name ?? nameOf(books, line.proposal?.company_id),
        },
      ),
    })),
    ...payments.map((payment) => {
      const line = lines.find((one) => one.payment === payment);
      const paid = [
        payment.ticket,
        ...[...payment.parts, ...payment.losses].map(({ ticket }) => ticket),
      ];
      return {
        line: null,
        payment,
        said: receivedOf(
          {
            amount: decimalFromHalalas(payment.amount),
            value_date: payment.value_date,
            bank_reference: line?.said.bank_reference ?? payment.bank_reference,
            payer_name: line?.said.payer_name ?? payment.company?.name ?? null,
            payer_iban: line?.said.payer_iban ?? null,
            remittance: line?.said.remittance ?? null,
          },
          {
            payment_id: payment.id,
            company_id: payment.company?.id ?? null,
            is_reversed: payment.isReversed,
            is_on_statement: line !== undefined,
          },
          paid.flatMap((ticket) => ticket?.number ?? []),
        ),
      };
    }),
  ];
}

const nameOf = ({ companies }: Books, company_id: string | null | undefined) =>
  companies.find(({ id }) => id === company_id)?.name ?? null;

type Told = Pick<
  BankStatementLine,
  'amount' | 'value_date' | 'bank_reference' | 'payer_name' | 'payer_iban' | 'remittance'
>;

const receivedOf = (
  { remittance, amount, value_date, bank_reference, payer_name, payer_iban }: Told,
  more: Partial<Received>,
  tickets: readonly string[] = [],
): Received => ({
  payment_id: null,
  line_id: null,
  line_no: null,
  company_id: null,
  amount,
  value_date,
  bank_reference,
  payer_name,
  payer_iban,
  is_reversed: false,
  is_on_statement: false,
  ...more,
  ticket_numbers: [...tickets, ...referencedTickets([remittance, bank_reference])],
});

const reversalProposal = (books: Books, found: ReversalProposal): ModelProposal => ({
  ...found,
  ticket_id: null,
  request_id: null,
  report_id: null,
  line: allLines(books).find(({ id }) => id === found.line_id) ?? null,
});

/** Whether `later` has the reference and the amount of a credit, and not a day before it. */
function isAboutMovementOf(credit: ModelLine, later: ModelLine): boolean {
  const key = referenceKey(credit.said.bank_reference);
  return (
    later.said.is_reversal &&
    key !== null &&
    referenceKey(later.said.bank_reference) === key &&
    leftOf(later) === leftOf(credit) &&
    later.said.value_date >= credit.said.value_date
  );
}

const isTakenBack = (books: Books, credit: ModelLine) =>
  takingBack(allLines(books), credit) ||
  // The credit was imported after its reversal, which has found no match yet.
  allLines(books).some(
    (one) =>
      one.status === 'Open' &&
      isAboutMovementOf(credit, one) &&
      !one.proposal?.line &&
      !one.proposal?.payment_id,
  );

/** Whether a line that was settled without a credit's line has taken back the movement of this one. */
function wasTakenBack(books: Books, credit: ModelLine): boolean {
  const key = referenceKey(credit.said.bank_reference);
  return allLines(books).some(
    (one) =>
      one.counter === null &&
      ((one.status === 'Settled' && isAboutMovementOf(credit, one)) ||
        (one.reversed !== null &&
          one.reversed.isReversed &&
          one.reversed.amount === leftOf(credit) &&
          key !== null &&
          referenceKey(one.reversed.bank_reference) === key &&
          one.said.value_date >= credit.said.value_date)),
  );
}

const takingBack = (lines: readonly ModelLine[], credit: ModelLine) =>
  lines.some(
    ({ status, said, proposal }) =>
      status === 'Open' &&
      said.is_reversal &&
      proposal?.line === credit &&
      proposal.certainty === 'likely',
  );

/** A credit that an open line of this statement reverses is no longer certain. */
function doubtTakenBack({ lines }: ModelStatement): void {
  for (const { proposal } of lines) {
    const credit = proposal?.line;
    if (credit?.status !== 'Open' || !takingBack(lines, credit)) continue;
    if (credit.proposal!.reason !== 'payment_reversed')
      credit.proposal = takenBack(credit.proposal!);
  }
}

/** Matches the open lines again. */
export function matchAgain(books: Books, statement: ModelStatement): Verdict {
  const open = statement.lines.filter(
    ({ status, proposal }) => status === 'Open' && proposal?.reason !== 'payment_reversed',
  );
  const receipts = open.filter(({ said }) => !said.is_reversal);
  const reversals = open.filter(({ said }) => said.is_reversal);
  const credits = receipts.map((line) => ({
    ...line.said,
    is_taken_back: isTakenBack(books, line),
    told_line_id: line.told?.id ?? null,
  }));
  const proposals = matchLines(credits, factsFor(books, credits, statement));
  const undone = matchReversals(
    reversals.map(({ said }) => said),
    receivedBy(books).map(({ said }) => said),
  );
  for (const [index, line] of receipts.entries()) line.proposal = proposals[index]!;
  for (const [index, line] of reversals.entries())
    line.proposal = reversalProposal(books, undone[index]!);
  doubtTakenBack(statement);
  return 'accepted';
}

/** All facts of the model. The product reads only those that concern these lines, with the same result. */
function factsFor(
  books: Books,
  credits: readonly ModelLine['said'][],
  own: ModelStatement | null,
): MatchFacts {
  const named = new Set(credits.flatMap(ticketsOfLine));
  const payers = new Set(credits.flatMap(companiesOfLine));
  const companies = books.companies.filter(({ payer_number }) => payers.has(payer_number));
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
    today: books.today,
    tickets: meant.map((ticket) => ({
      id: ticket.id,
      ticket_number: ticket.number,
      company_id: ticket.company.id,
      owed_since: owedSince(books, ticket.company, ticket),
      open_halalas: openOf(ticket),
    })),
    company_names: Object.fromEntries(
      [...meant.map(({ company }) => company), ...companies].map(({ id, name }) => [id, name]),
    ),
    requests: [],
    companies: companies.map((company) => ({
      payer_number: company.payer_number,
      company_id: company.id,
      owed_since: owedSince(books, company, null),
      open_halalas: inTheirOrder(books, company),
    })),
    virtual_ibans: [],
    reports: books.reports.filter(isChecking).map(({ id, ticket, amount }) => ({
      id,
      ticket_id: ticket.id,
      request_id: null,
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
        const paid = new Set(lines.map(({ payment }) => payment!.company!.id));
        return iban !== null && paid.size === 1 ? [[iban, [...paid][0]!]] : [];
      }),
    ),
  };
}

/** What a company owes, in the order in which a transfer that names nothing pays it today. */
export function inTheirOrder(books: Books, company: ModelCompany): number[] {
  const open = openItems(books, company);
  const total = sumHalalas(open.map(({ open_halalas }) => open_halalas));
  const terms = { named_ticket: null, value_date: books.today, today: books.today };
  return total === 0
    ? []
    : allocate(total, open, terms).parts.map(({ amount_halalas }) => amount_halalas);
}

const wholeOf = ({ said }: ModelLine): number => halalasFromDecimal(said.amount);

export const certainLines = ({ lines }: ModelStatement): ModelLine[] =>
  lines.filter(({ status, proposal }) => status === 'Open' && proposal?.certainty === 'certain');

/** Confirms all certain lines after matching them again; `count`: how many staff have seen. */
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
    const payer = payerOf(books, line);
    settleLine(books, line, enter(books, { ...moneyOf(line), ...payer }));
    if (payer.ticket === null) books.count('reference of a company confirmed');
    confirmed.push(line);
  }
  return { verdict: 'accepted', confirmed };
}

/** Whose a certain line is: a ticket's, or all that its company owes. */
function payerOf(books: Books, { proposal }: ModelLine) {
  const ticket = books.tickets.find(({ id }) => id === proposal!.ticket_id) ?? null;
  const company = books.companies.find(({ id }) => id === proposal!.company_id)!;
  return { ticket, company };
}

function doubtAbout(books: Books, statement: ModelStatement, line: ModelLine) {
  const { ticket, company } = payerOf(books, line);
  const rest = ticket ? restOf(ticket) : sumHalalas(inTheirOrder(books, company));
  if (isTakenBack(books, line) || wasTakenBack(books, line)) return 'taken_back';
  if (leftOf(line) > rest) return 'reference_above_rest';
  if (isBeforeDebt(books, moneyOf(line), company, ticket)) return 'before_debt';
  if (otherTellings(books, line).length > 0) return 'told_before';
  const lines = alike(books, { ...moneyOf(line), company }).map((payment) =>
    allLines(books).find((one) => one.payment === payment),
  );
  if (lines.includes(undefined)) return 'already_recorded';
  // A line of another company's payment was compared with this one.
  const isAlike = ({ payment }: ModelLine) =>
    payment!.company === null || payment!.company === company;
  return lines.some((one) => !statement.lines.includes(one!) && isAlike(one!))
    ? 'paid_alike'
    : null;
}

const moneyOf = (line: ModelLine) => ({
  amount: leftOf(line),
  value_date: line.said.value_date,
  bank_reference: line.said.bank_reference,
});

/** What staff say a line is: a payment that was recorded, or one of a ticket, of a company, or of nobody known. */
export interface LineIs {
  payment: ModelPayment | null;
  company: ModelCompany | null;
  ticket: ModelTicket | null;
  isAnother: boolean;
  hasReason: boolean;
}

const statementOf = (books: Books, line: ModelLine): ModelStatement =>
  books.statements.find(({ lines }) => lines.includes(line))!;

const keyOf = ({ said }: ModelLine) => referenceKey(said.bank_reference);

/** The lines of its statement that may be parts of the same booking, with the line itself. */
const bookingOf = (books: Books, line: ModelLine): ModelLine[] =>
  statementOf(books, line).lines.filter(
    (one) =>
      keyOf(one) === keyOf(line) &&
      one.said.value_date === line.said.value_date &&
      one.said.direction === line.said.direction,
  );

/** The lines of other statements that may tell the movement of a line, or parts of it. */
function otherTellings(books: Books, line: ModelLine): ModelLine[] {
  const own = statementOf(books, line);
  const { told } = line;
  const parts = told !== null && wholeOf(told) < wholeOf(line) ? bookingOf(books, told) : [];
  const otherParts = keyOf(line) === null ? [] : bookingOf(books, line);
  const isSame = (one: ModelLine) =>
    one !== line &&
    one.said.direction === line.said.direction &&
    (one === told ||
      one.told === line ||
      (one.told !== null && one.told === told && !own.lines.includes(one)));
  const isWhole = (one: ModelLine) =>
    one.told !== null &&
    one.told !== line &&
    otherParts.includes(one.told) &&
    wholeOf(one) > wholeOf(one.told);
  return [...allLines(books).filter((one) => isSame(one) || isWhole(one)), ...parts];
}

/** Whether its statement has another line of the same reference and amount. */
const isToldTwice = (books: Books, line: ModelLine) =>
  keyOf(line) !== null &&
  statementOf(books, line).lines.some(
    (one) =>
      one !== line &&
      one.said.direction === line.said.direction &&
      wholeOf(one) === wholeOf(line) &&
      keyOf(one) === keyOf(line),
  );

/** Payments of the line's amount that were typed by hand and that no line shows. */
const typedPayments = (books: Books, line: ModelLine) =>
  books.payments.filter(
    (payment) =>
      !payment.isReversed &&
      payment.amount === leftOf(line) &&
      !allLines(books).some((one) => one.payment === payment),
  );

const isNamedBy = (line: ModelLine, payment: ModelPayment) =>
  keyOf(line) !== null && referenceKey(payment.bank_reference) === keyOf(line);

/** Those of them whose money the line is. */
const toldTypedPayments = (books: Books, line: ModelLine) =>
  typedPayments(books, line).filter(
    (payment) =>
      payment.id === line.proposal?.payment_id ||
      (isNamedBy(line, payment) && !isToldTwice(books, line)),
  );

/** Whether the bank may take back an open credit: of another day than a payment it may be another transfer. */
const mayBeReversed = (books: Books, line: ModelLine) =>
  !otherTellings(books, line).some(
    (one) =>
      one.payment !== null &&
      (one.said.value_date === line.said.value_date || wholeOf(one) !== wholeOf(line)),
  ) && toldTypedPayments(books, line).length === 0;

/** Whether the movement of an open credit is recorded as a payment that the line does not show. */
const standsAsPayment = (books: Books, line: ModelLine) =>
  otherTellings(books, line).some(({ payment }) => payment !== null) ||
  toldTypedPayments(books, line).length > 0;

/** Whether its movement has been recorded: by a line that may be the same, or by hand under the bank's reference. */
const isRecordedBefore = (books: Books, line: ModelLine) =>
  otherTellings(books, line).some(({ status }) => ['Confirmed', 'Settled'].includes(status)) ||
  typedPayments(books, line).some((payment) => isNamedBy(line, payment)) ||
  wasTakenBack(books, line);

export function confirmLine(books: Books, line: ModelLine, is: LineIs): Verdict {
  const { payment, ticket } = is;
  const company = is.company ?? ticket?.company ?? null;
  if (line.status !== 'Open') return 'bank_statement_line_decided';
  if (isTakenBack(books, line)) return 'bank_statement_line_taken_back';
  const onLine = (one: ModelPayment) => allLines(books).some((other) => other.payment === one);
  if (payment === null) {
    const isRecorded = isRecordedBefore(books, line);
    const own = statementOf(books, line);
    const isAlike = alike(books, { ...moneyOf(line), company }).some((one) => {
      const other = allLines(books).find((each) => each.payment === one);
      if (!other) return true;
      const references = [other, line].map(({ said }) => referenceKey(said.bank_reference));
      return (
        !own.lines.includes(other) &&
        other.said.value_date === line.said.value_date &&
        references.includes(null)
      );
    });
    const reference = line.said.bank_reference;
    const refused = refusedAsKnown(isRecorded || isAlike, isRecorded, reference, is);
    if (refused) return refused;
    if (!is.hasReason && isBeforeDebt(books, moneyOf(line), company, ticket))
      return 'payment_before_debt';
    settleLine(books, line, enter(books, { ...moneyOf(line), company, ticket }));
    return 'accepted';
  }
  if (payment.amount !== leftOf(line)) return 'not_found';
  if (payment.isReversed) return 'payment_already_reversed';
  if (onLine(payment)) return 'payment_on_statement';
  const { value_date, bank_reference } = line.said;
  const isOfTheseDays = Math.abs(daysBetween(payment.value_date, value_date)) <= 5;
  if (!isOfTheseDays && !isNamedAlike(payment.bank_reference, bank_reference)) return 'not_found';
  if (company !== null && payment.company !== null && company !== payment.company)
    return 'not_found';
  if (
    value_date !== payment.value_date &&
    !is.hasReason &&
    isBeforeDebt(books, line.said, payment.company, payment.ticket)
  )
    return 'payment_before_debt';
  const isGiven = payment.company === null && company !== null;
  if (isGiven && !is.hasReason && isBeforeDebt(books, line.said, company, ticket))
    return 'payment_before_debt';
  setValueDate(books, payment, value_date);
  if (isGiven) give(books, payment, company, ticket);
  settleLine(books, line, payment);
  return 'accepted';
}

/** The line that had shown a payment, or one that it was moved from, before it was reversed by hand. */
function lineBeforeReversal(books: Books, payment: ModelPayment): ModelLine | null {
  if (!payment.isReversed || payment.movedTo) return null;
  const movedFrom = new Set([payment]);
  for (const one of books.payments.toReversed())
    if (one.movedTo && movedFrom.has(one.movedTo)) movedFrom.add(one);
  const shown = allLines(books).filter(
    (line) =>
      line.said.direction === 'credit' &&
      leftOf(line) === payment.amount &&
      line.said.value_date === payment.value_date &&
      !statementOf(books, line).isRejected &&
      line.confirmedAs.some((one) => movedFrom.has(one)),
  );
  return shown.toSorted((a, b) => (a.id < b.id ? -1 : 1)).at(-1) ?? null;
}

/** The open line that shows a payment typed by hand which `reversal` takes back. */
function lineOfTypedPayment(
  books: Books,
  payment: ModelPayment,
  reversal: ModelLine,
): ModelLine | null {
  const isProposed = ({ proposal }: ModelLine) => proposal?.payment_id === payment.id;
  const shows = allLines(books).filter(
    (line) =>
      line.status === 'Open' &&
      line.said.direction === 'credit' &&
      line.said.value_date <= reversal.said.value_date &&
      toldTypedPayments(books, line).includes(payment),
  );
  return (
    shows.toSorted(
      (a, b) => Number(isProposed(b)) - Number(isProposed(a)) || (a.id < b.id ? -1 : 1),
    )[0] ?? null
  );
}

/** What is left of a credit is a payment of its own, which stands in the place of the first. */
function takePartBack(books: Books, payment: ModelPayment, shown: ModelLine, part: number): void {
  replacePayment(books, payment, payment.amount - part);
  shown.takenBack += part;
  books.count('taken back: a part');
}

/** The bank reversed a payment, or a credit without a payment. */
export function settleReversal(
  books: Books,
  line: ModelLine,
  of: { payment: ModelPayment } | { line: ModelLine },
  is: { isAnother: boolean; hasReason: boolean },
): Verdict {
  const shown =
    'line' in of ? of.line : (allLines(books).find((one) => one.payment === of.payment) ?? null);
  const payment = 'line' in of ? of.line.payment : of.payment;
  const leftOpen = shown === null && payment !== null ? lineBeforeReversal(books, payment) : null;
  const credit = shown ?? leftOpen ?? (payment && lineOfTypedPayment(books, payment, line));
  if (line.status !== 'Open') return 'bank_statement_line_decided';
  const isSame = (one: string | null, other: string | null) => one !== null && one === other;
  const isOfCredit =
    shown !== null &&
    (isSame(keyOf(shown), keyOf(line)) || isSame(shown.said.payer_iban, line.said.payer_iban));
  const isPart = isOfCredit && payment !== null && payment.amount > leftOf(line);
  if (payment !== null && payment.amount !== leftOf(line) && !isPart) return 'not_found';
  if (leftOpen && (leftOpen.payment || leftOpen.status === 'Settled'))
    return 'payment_already_reversed';
  if (credit?.status === 'Settled') return 'bank_statement_line_decided';
  if (credit && statementOf(books, credit).isRejected) return 'bank_statement_rejected';
  if (
    credit &&
    (credit.said.direction !== 'credit' || (leftOf(credit) !== leftOf(line) && !isPart))
  )
    return 'not_found';
  if (credit && payment === null && standsAsPayment(books, credit)) {
    if (!is.isAnother) return 'credit_line_recorded';
    if (!is.hasReason) return 'validation_failed';
  }
  if (isPart) {
    if (payment.company === null && payment.refunded > 0) return 'payment_sent_back';
    takePartBack(books, payment, shown, leftOf(line));
    books.moveLine(line, 'Settled', null);
    line.reversed = payment;
    if (payment.company) applyCredit(books, payment.company);
    noteLateness(books, payment.company);
    return 'accepted';
  }
  if (payment?.isReversed) {
    if (payment.movedTo || allLines(books).some(({ reversed }) => reversed === payment))
      return 'payment_already_reversed';
  } else if (payment !== null) {
    undo(books, payment);
    const report = books.reports.find((one) => one.payment === payment);
    if (report) books.moveReport(report, 'TurnedDown', null);
  }
  books.moveLine(line, 'Settled', null);
  line.reversed = payment;
  line.counter = credit;
  if (credit) {
    books.moveLine(credit, 'Settled', null);
    credit.counter = line;
  }
  books.count(`taken back: ${payment ? (credit ? 'a line’s payment' : 'a payment') : 'a line'}`);
  if (payment?.company) applyCredit(books, payment.company);
  if (payment) noteLateness(books, payment.company);
  return 'accepted';
}

export function setAside(books: Books, line: ModelLine): Verdict {
  if (line.status !== 'Open') return 'bank_statement_line_decided';
  books.moveLine(line, 'SetAside', null);
  return 'accepted';
}

export function reopenLine(books: Books, line: ModelLine): Verdict {
  if (line.status !== 'SetAside' || statementOf(books, line).isRejected)
    return 'bank_statement_line_decided';
  books.moveLine(line, 'Open', null);
  return 'accepted';
}

function settleLine(books: Books, line: ModelLine, payment: ModelPayment): void {
  books.moveLine(line, 'Confirmed', payment);
  if (line.isProven) prove(books, payment);
  line.confirmedAs.push(payment);
  answerReportOf(books, line, payment);
  noteLateness(books, payment.company);
}
