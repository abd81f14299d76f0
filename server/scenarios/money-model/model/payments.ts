import { daysBetween, type IsoDate } from '#domain/calendar.ts';
import { allocate } from '#domain/reference/allocation.ts';
import { statusAfterReversal } from '#domain/reference/installment-status.ts';
import { decimalFromHalalas, halalasFromDecimal, sumHalalas } from '#domain/money.ts';
import { postings, reversal, type InstallmentPart } from '#domain/reference/postings.ts';
import { restsBelowFloor, SMALL_RESTS_OF_COMPANY } from '#domain/reference/small-rests.ts';
import { changeLoss, lossOf, unrecoveredLoss, writeOffParts } from './losses.ts';
import { referenceKey } from '#domain/servicing/bank-statement-line.ts';
import {
  leftOf,
  type Books,
  type ModelCompany,
  type ModelLine,
  type ModelPayment,
  type ModelPaymentRequest,
  type ModelTicket,
  type Verdict,
} from './books.ts';
import { noteLateness } from './lateness.ts';
import { owedOf } from './small-rests.ts';

export const allocatedOf = ({ parts, recoveries, losses, refundLosses }: ModelPayment): number =>
  [...parts, ...recoveries, ...losses, ...refundLosses].reduce(
    (sum, { amount }) => sum + amount,
    0,
  );

export const creditOf = (payment: ModelPayment): number =>
  payment.company === null || payment.isReversed
    ? 0
    : payment.amount - payment.refunded - allocatedOf(payment);

const standing = ({ payments }: Books, company: ModelCompany) =>
  payments.filter((one) => one.company === company && !one.isReversed);

/** What of a company's credit stays credit if what nothing has proven yet never came. */
export const provenCredit = (books: Books, company: ModelCompany): number =>
  standing(books, company).reduce(
    (sum, one) => sum + (one.isProven ? creditOf(one) : -allocatedOf(one)),
    0,
  );

/** What of its losses has come back by payments that nothing has proven yet. */
const unprovenRecoveries = (books: Books, company: ModelCompany): number =>
  standing(books, company)
    .filter(({ isProven }) => !isProven)
    .flatMap(({ losses, refundLosses }) => [...losses, ...refundLosses])
    .reduce((sum, { amount }) => sum + amount, 0);

/** The loss that comes off a company's budget: not recovered, or only by payments that nothing has proven yet. */
export const budgetLoss = (books: Books, company: ModelCompany): number =>
  unrecoveredLoss(books, company) + unprovenRecoveries(books, company);

/** What has come back of what was refunded of a payment that was reversed afterwards. */
export const recoveredOf = ({ payments }: Books, payment: ModelPayment): number =>
  payments
    .flatMap(({ recoveries }) => recoveries)
    .reduce((sum, { of, amount }) => (of === payment ? sum + amount : sum), 0);

/** What was refunded of a payment that was reversed afterwards, and is owed back. */
export const toRecover = (books: Books, payment: ModelPayment): number =>
  payment.isReversed ? payment.refunded - recoveredOf(books, payment) - payment.loss.writtenOff : 0;

/** Since when something is owed that a payment may be for, null where nothing is. */
export const owedSince = (
  books: Books,
  company: ModelCompany | null,
  ticket: ModelTicket | null,
): IsoDate | null => ticket?.financed_on ?? (company ?? books).owed_since;

/** Whether money came before anything was owed that it may be for. */
export function isBeforeDebt(
  books: Books,
  { value_date }: Pick<ModelPayment, 'value_date'>,
  company: ModelCompany | null,
  ticket: ModelTicket | null,
): boolean {
  const since = owedSince(books, company, ticket);
  return since === null ? company !== null : value_date < since;
}

/** The one way a payment begins; without a reason only where something was owed. */
export function enter(
  books: Books,
  said: Pick<ModelPayment, 'amount' | 'value_date' | 'bank_reference' | 'company' | 'ticket'> & {
    request?: ModelPaymentRequest;
  },
  recordedBy = 0,
): ModelPayment {
  const payment: ModelPayment = {
    ...said,
    request: said.request ?? null,
    id: '',
    refunded: 0,
    isReversed: false,
    reversed_on: null,
    movedTo: null,
    recordedBy,
    isProven: false,
    proven_at: null,
    isConfirmed: false,
    parts: [],
    recoveries: [],
    losses: [],
    loss: { writtenOff: 0, recovered: 0, on: null },
    refundLosses: [],
  };
  books.payments.push(payment);
  books.post(postings.payment_received(said.amount, heldIn(payment)));
  if (said.company !== null) pay(books, payment, said.request ?? said.ticket);
  return payment;
}

const heldIn = ({ company }: ModelPayment) =>
  company === null ? 'unidentified_receipts' : 'company_credit';

/** Whose a payment is that waited to be identified. */
export function give(
  books: Books,
  payment: ModelPayment,
  company: ModelCompany,
  ticket: ModelTicket | null,
): void {
  payment.company = company;
  payment.ticket = ticket;
  books.post(postings.payment_identified(payment.amount));
  pay(books, payment, ticket);
}

export function identify(
  books: Books,
  payment: ModelPayment,
  company: ModelCompany,
  ticket: ModelTicket | null,
  hasReason: boolean,
): Verdict {
  if (payment.isReversed) return 'payment_already_reversed';
  if (payment.company !== null) return 'payment_already_identified';
  if (payment.refunded > 0) return 'payment_sent_back';
  if (!hasReason && isBeforeDebt(books, payment, company, ticket)) return 'payment_before_debt';
  give(books, payment, company, ticket);
  noteLateness(books, company);
  return 'accepted';
}

/** The reports of a company's transfers that are being checked. */
export const reportsOf = ({ reports }: Books, company: ModelCompany): string[] =>
  reports
    .filter(({ ticket, status }) => ticket.company === company && status === 'Checking')
    .map(({ id }) => id);

/** The same of all companies that may tell of a payment whose payer is not known. */
export const reportsAlike = ({ reports }: Books, payment: ModelPayment): string[] =>
  reports
    .filter(
      ({ amount, bank_reference, status }) =>
        status === 'Checking' &&
        (amount === payment.amount || isNamedAlike(bank_reference, payment.bank_reference)),
    )
    .map(({ id }) => id);

/** Nothing doubts any more that it came: what it has paid is completed. */
export function prove(books: Books, payment: ModelPayment): void {
  if (payment.isProven) return;
  payment.isProven = true;
  payment.proven_at = books.now;
  for (const { ticket } of payment.parts) settle(books, ticket);
}

/** Another person has seen at the bank that it came. */
export function confirm(books: Books, payment: ModelPayment, by: number): Verdict {
  if (payment.isReversed) return 'payment_already_reversed';
  if (payment.isProven) return 'payment_proven';
  if (payment.recordedBy === by) return 'own_payment_refused';
  prove(books, payment);
  payment.isConfirmed = true;
  books.count('payment confirmed');
  noteLateness(books, payment.company);
  return 'accepted';
}

export function reverse(books: Books, payment: ModelPayment): Verdict {
  if (payment.isReversed) return 'payment_already_reversed';
  undo(books, payment);
  askAgain(books, payment);
  if (payment.company !== null) applyCredit(books, payment.company);
  noteLateness(books, payment.company);
  return 'accepted';
}

/** From which IBAN a payment came, as its line says. */
export const payerIbanOf = ({ statements }: Books, payment: ModelPayment): string | null =>
  statements.flatMap(({ lines }) => lines).find((line) => line.payment === payment)?.said
    .payer_iban ?? null;

/** It is another company's: reversed at the first, recorded for the other with its line. */
export function move(
  books: Books,
  payment: ModelPayment,
  company: ModelCompany,
  ticket: ModelTicket | null,
  isAnother: boolean,
  by: number,
): Verdict {
  if (payment.company === null) return 'payment_not_identified';
  if (payment.company === company) return 'validation_failed';
  if (payment.isReversed) return 'payment_already_reversed';
  const lines = books.statements.flatMap((statement) => statement.lines);
  const isTyped = (one: ModelPayment) =>
    one.company === company &&
    !one.isReversed &&
    one.amount === payment.amount &&
    isNamedAlike(one.bank_reference, payment.bank_reference) &&
    !lines.some((line) => line.payment === one);
  if (books.payments.some(isTyped)) return 'validation_failed';
  const isAlike = isMoneyAlike(books, { ...payment, company }, payment);
  const said = { isAnother, hasReason: true };
  const refused = refusedAsKnown(isAlike, false, payment.bank_reference, said);
  if (refused) return refused;
  undo(books, payment);
  const report = books.reports.find((one) => one.payment === payment);
  if (report) books.moveReport(report, 'TurnedDown', null);
  const { amount, value_date, bank_reference } = payment;
  const moved = enter(books, { amount, value_date, bank_reference, company, ticket }, by);
  payment.movedTo = moved;
  for (const line of lines)
    if (line.payment === payment) {
      line.payment = moved;
      if (line.isProven) prove(books, moved);
    }
  books.count('payment moved');
  applyCredit(books, payment.company);
  noteLateness(books, payment.company);
  noteLateness(books, company);
  return 'accepted';
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
const oldestFirst: (a: ModelTicket, b: ModelTicket) => number = byId;

/** Takes a payment back, and opens what it paid. */
export function undo(books: Books, payment: ModelPayment): void {
  for (const { amount } of payment.recoveries) {
    books.post(reversal(postings.refund_recovered(amount)));
    books.count('refund owed again');
  }
  payment.recoveries = [];
  // The oldest ticket first: its loss is what the budget is suspended for.
  const lost = payment.losses.toSorted((a, b) => oldestFirst(a.ticket, b.ticket));
  for (const { ticket, amount } of lost) {
    books.post(reversal(postings.loss_recovered(amount)));
    changeLoss(books, ticket, 0, -amount);
    books.count('loss lost again');
  }
  payment.losses = [];
  for (const { of, amount } of payment.refundLosses.toSorted((a, b) => byId(a.of, b.of))) {
    books.post(reversal(postings.loss_recovered(amount)));
    changeLoss(books, of, 0, -amount);
    books.count('refund lost again');
  }
  payment.refundLosses = [];
  const unpaid = [...reverseAllocations(books, payment, () => true)];
  for (const [ticket, parts] of unpaid.toSorted(([a], [b]) => oldestFirst(a, b))) {
    if (ticket.status === 'Closed') raiseLoss(books, ticket, parts);
    else settle(books, ticket);
  }
  // Received and, where its payer was told later, identified: both are undone.
  books.post(reversal(postings.payment_received(payment.amount, heldIn(payment))));
  if (payment.refunded > 0) {
    books.post(postings.refund_recalled(payment.refunded, heldIn(payment)));
    books.count('refund recalled');
  }
  payment.isReversed = true;
  payment.reversed_on = books.today;
}

/** One of so much of the same money stands in a payment's place, and pays anew. */
export function replacePayment(books: Books, payment: ModelPayment, amount: number): void {
  const { value_date, bank_reference, company, ticket, request } = payment;
  undo(books, payment);
  const said = { amount, value_date, bank_reference, company, ticket };
  const other = enter(books, { ...said, ...(request && { request }) }, payment.recordedBy);
  payment.movedTo = other;
  const line = books.statements
    .flatMap(({ lines }) => lines)
    .find((one) => one.payment === payment);
  if (line) line.payment = other;
  if (payment.isProven || line?.isProven) prove(books, other);
  if (payment.isProven) other.proven_at = payment.proven_at;
  other.isConfirmed = payment.isConfirmed;
  const report = books.reports.find((one) => one.payment === payment);
  if (report) report.payment = other;
}

/** What a reversed payment had paid of a ticket before its write-off is lost too. */
function raiseLoss(books: Books, ticket: ModelTicket, parts: readonly InstallmentPart[]): void {
  writeOffParts(books, ticket, parts);
  books.count('loss raised');
}

/** What the payment was is looked for again: the report that told of it and the line that brought it are open. */
export function askAgain(books: Books, payment: ModelPayment): void {
  const report = books.reports.find((one) => one.payment === payment);
  if (report) books.moveReport(report, 'Checking', null);
  const lines = books.statements.flatMap((statement) => statement.lines);
  const line = lines.find((one) => one.payment === payment);
  if (line) askAgainOfLine(books, line);
}

/** A line is decided again, without a proposal. */
export function askAgainOfLine(books: Books, line: ModelLine): void {
  books.moveLine(line, 'Open', null);
  line.reversed = null;
  line.counter = null;
  line.proposal = {
    certainty: 'none',
    reason: 'payment_reversed',
    company_id: null,
    ticket_id: null,
    request_id: null,
    report_id: null,
    payment_id: null,
  };
}

/** What staff say of money that may be known already. */
interface SaidOfAnother {
  isAnother: boolean;
  hasReason: boolean;
}

/** Refuses money that may be known, unless it is said to be another transfer: with a reason where no reference tells. */
export function refusedAsKnown(
  isAlike: boolean,
  isKnown: boolean,
  reference: string | null,
  { isAnother, hasReason }: SaidOfAnother,
): Verdict | null {
  if (!isAlike) return null;
  if (!isAnother) return 'payment_alike';
  return hasReason || (!isKnown && referenceKey(reference) !== null) ? null : 'validation_failed';
}

/** Written down by hand. */
export function record(
  books: Books,
  said: Parameters<typeof enter>[1],
  is: SaidOfAnother,
  by: number,
): Verdict {
  const isKnown = isMovementKnown(books, said);
  const refused = refusedAsKnown(isMoneyAlike(books, said), isKnown, said.bank_reference, is);
  if (refused) return refused;
  if (!is.hasReason && isBeforeDebt(books, said, said.company, said.ticket))
    return 'payment_before_debt';
  enter(books, said, by);
  noteLateness(books, said.company);
  return 'accepted';
}

export const isNamedAlike = (one: string | null, other: string | null) =>
  referenceKey(one) !== null && referenceKey(one) === referenceKey(other);

/** Under the bank's reference, as a payment or as a line; `moved` is not another one. */
export function isMovementKnown(
  books: Books,
  { amount, bank_reference }: Pick<Money, 'amount' | 'bank_reference'>,
  moved?: ModelPayment,
): boolean {
  const lines = books.statements.flatMap((statement) => statement.lines);
  return (
    books.payments.some(
      (one) =>
        one !== moved &&
        !one.isReversed &&
        one.amount === amount &&
        isNamedAlike(one.bank_reference, bank_reference),
    ) ||
    lines.some((line) => {
      const { status, said, payment } = line;
      return (
        (moved === undefined || payment !== moved) &&
        ['Open', 'Confirmed', 'Settled'].includes(status) &&
        said.direction === 'credit' &&
        [said.amount, decimalFromHalalas(leftOf(line))].includes(decimalFromHalalas(amount)) &&
        isNamedAlike(said.bank_reference, bank_reference)
      );
    })
  );
}

/** As a payment, as a line that nobody has decided, or as a transfer that a company has reported. */
function isMoneyAlike(books: Books, money: Money, moved?: ModelPayment): boolean {
  const { company, amount, value_date } = money;
  const isNear = (day: IsoDate) => Math.abs(daysBetween(day, value_date)) <= 5;
  const lines = books.statements.flatMap((statement) => statement.lines);
  return (
    alike(books, money).some((one) => one !== moved) ||
    isMovementKnown(books, money, moved) ||
    lines.some((line) => {
      const { status, said, proposal } = line;
      const payer = proposal?.company_id ?? null;
      return (
        status === 'Open' &&
        said.direction === 'credit' &&
        leftOf(line) === amount &&
        isNear(said.value_date) &&
        (company === null || payer === null || payer === company.id)
      );
    }) ||
    books.reports.some(
      ({ status, ticket, transferred_on, ...one }) =>
        status === 'Checking' &&
        one.amount === amount &&
        isNear(transferred_on) &&
        (company === null || ticket.company === company),
    )
  );
}

type Money = Pick<ModelPayment, 'company' | 'amount' | 'value_date' | 'bank_reference'>;

/** Payments that may be the same money: of its reference, or of these days. */
export function alike(books: Books, money: Money): ModelPayment[] {
  const isAlike = (
    one: ModelPayment,
    { amount, value_date, bank_reference }: Omit<Money, 'company'> = one,
  ) =>
    !one.isReversed &&
    amount === money.amount &&
    (isNamedAlike(bank_reference, money.bank_reference) ||
      (Math.abs(daysBetween(value_date, money.value_date)) <= 5 &&
        (one.company === null || money.company === null || one.company === money.company)));
  // What is left of a credit is that credit's money.
  const partly = books.statements
    .flatMap(({ lines }) => lines)
    .flatMap(({ payment, takenBack, said }) =>
      payment !== null && takenBack > 0 ? [{ payment, said }] : [],
    );
  return books.payments.filter(
    (one) =>
      isAlike(one) ||
      partly.some(
        ({ payment, said }) =>
          payment === one && isAlike(one, { ...said, amount: halalasFromDecimal(said.amount) }),
      ),
  );
}

/** What a company has left pays what it owes, the payment that was recorded first before the others. */
export function applyCredit(books: Books, company: ModelCompany): void {
  for (const payment of books.payments)
    if (payment.company === company && creditOf(payment) > 0) {
      const before = creditOf(payment);
      pay(books, payment, null);
      if (creditOf(payment) < before) books.count('credit applied');
    }
}

/** What a company owes that a payment can pay, each under a key of its own. */
export function openItems(books: Books, company: ModelCompany) {
  const installments = books.tickets
    .filter((ticket) => ticket.company === company && ticket.status === 'Active')
    .flatMap((ticket) =>
      ticket.installments
        .filter(({ status }) => status !== 'Paid')
        .map((one) => ({
          key: `installment ${ticket.id} ${one.seq}`,
          pays: (payment: ModelPayment, amount: number) =>
            payInstallment(books, payment, {
              ticket,
              seq: one.seq,
              amount,
              paid_on: books.today,
            }),
          ticket,
          due_date: one.due_date,
          ticket_number: ticket.number,
          seq: one.seq,
          open_halalas: one.amount - one.paid,
        })),
    );
  const refunds = books.payments.flatMap((of, seq) =>
    of.company === company && toRecover(books, of) > 0
      ? [
          {
            key: `refund ${of.id}`,
            pays: (payment: ModelPayment, amount: number, entry: symbol) => {
              payment.recoveries.push({ of, amount, entry });
              books.post(postings.refund_recovered(amount));
              books.count('refund recovered');
            },
            ticket: null,
            due_date: of.reversed_on!,
            ticket_number: null,
            seq,
            open_halalas: toRecover(books, of),
          },
        ]
      : [],
  );
  const losses = books.tickets
    .filter((ticket) => ticket.company === company && lossOf(ticket) > 0)
    .map((ticket) => ({
      key: `loss ${ticket.id}`,
      pays: (payment: ModelPayment, amount: number) => {
        payment.losses.push({ ticket, amount });
        books.post(postings.loss_recovered(amount));
        changeLoss(books, ticket, 0, amount);
        books.count(lossOf(ticket) === 0 ? 'loss recovered in full' : 'loss recovered in part');
      },
      ticket: null,
      due_date: ticket.loss.on!,
      ticket_number: ticket.number,
      seq: 0,
      open_halalas: lossOf(ticket),
      is_loss: true,
    }));
  const refundLosses = books.payments.flatMap((of, seq) =>
    of.company === company && lossOf(of) > 0
      ? [
          {
            key: `refund_loss ${of.id}`,
            pays: (payment: ModelPayment, amount: number) => {
              payment.refundLosses.push({ of, amount });
              books.post(postings.loss_recovered(amount));
              changeLoss(books, of, 0, amount);
              books.count('loss of a refund recovered');
            },
            ticket: null,
            due_date: of.loss.on!,
            ticket_number: null,
            seq,
            open_halalas: lossOf(of),
            is_loss: true,
          },
        ]
      : [],
  );
  return [...installments, ...refunds, ...losses, ...refundLosses];
}

/** The last value date that counts for the choice of a request. */
const endOf = ({ expires_on, withdrawn_on }: ModelPaymentRequest): IsoDate =>
  withdrawn_on !== null && withdrawn_on < expires_on ? withdrawn_on : expires_on;

/** What of the choice of a request is still open and has not been paid with its reference. */
export function leftOfRequest(books: Books, request: ModelPaymentRequest): Map<string, number> {
  const paid = new Map<string, number>();
  const add = (key: string, amount: number) => paid.set(key, (paid.get(key) ?? 0) + amount);
  for (const payment of books.payments) {
    if (payment.request !== request || payment.isReversed) continue;
    for (const { ticket, seq, amount } of payment.parts)
      add(`installment ${ticket.id} ${seq}`, amount);
    for (const { ticket, amount } of payment.losses) add(`loss ${ticket.id}`, amount);
    for (const { of, amount } of payment.recoveries) add(`refund ${of.id}`, amount);
    for (const { of, amount } of payment.refundLosses) add(`refund_loss ${of.id}`, amount);
  }
  const left = new Map<string, number>();
  for (const { key, open_halalas } of openItems(books, request.company)) {
    const rest = Math.min(open_halalas, (request.chosen.get(key) ?? 0) - (paid.get(key) ?? 0));
    if (rest > 0) left.set(key, rest);
  }
  return left;
}

function pay(
  books: Books,
  payment: ModelPayment,
  named: ModelTicket | ModelPaymentRequest | null,
): void {
  const entry = Symbol();
  if (named !== null && 'installments' in named) giveWay(books, payment, named);
  const request = named !== null && 'chosen' in named ? named : null;
  const left =
    request !== null && payment.value_date <= endOf(request)
      ? leftOfRequest(books, request)
      : new Map<string, number>();
  if (request) books.count(left.size > 0 ? 'request paid' : 'request paid after its end');
  const { parts } = allocate(creditOf(payment), openItems(books, payment.company!), {
    named_ticket: named !== null && 'installments' in named ? named.number : null,
    requested: ({ key }) => left.get(key) ?? 0,
    value_date: payment.value_date,
    today: books.today,
  });
  for (const { item, amount_halalas } of parts) item.pays(payment, amount_halalas, entry);
  for (const ticket of new Set(parts.map(({ item }) => item.ticket)))
    if (ticket) settle(books, ticket);
  noteLateness(books, payment.company, false);
}

function payInstallment(books: Books, payment: ModelPayment, part: ModelPayment['parts'][number]) {
  const one = part.ticket.installments[part.seq - 1]!;
  one.paid += part.amount;
  if (one.paid === one.amount) {
    books.moveInstallment(one, 'Paid');
  }
  payment.parts.push(part);
  notePaidOn(books, part);
  books.post(postings.payment_allocated([{ installment_id: '', amount_halalas: part.amount }]));
}

/** The day of what paid an installment last, once it is paid in full, and not before it was owed. */
function notePaidOn(
  { payments }: Books,
  { ticket, seq }: Pick<ModelPayment['parts'][number], 'ticket' | 'seq'>,
): void {
  const one = ticket.installments[seq - 1]!;
  if (one.status !== 'Paid') return;
  const paidBy = payments.filter(({ parts }) =>
    parts.some((part) => part.ticket === ticket && part.seq === seq),
  );
  one.paid_on = [ticket.financed_on!, ...paidBy.map(({ value_date }) => value_date)]
    .toSorted()
    .at(-1)!;
}

/** A payment has the day of its line. */
export function setValueDate(books: Books, payment: ModelPayment, value_date: IsoDate): void {
  if (payment.value_date !== value_date) books.count('value date corrected');
  payment.value_date = value_date;
  for (const part of payment.parts) notePaidOn(books, part);
}

/** A part of an installment is open again. */
function takeBack(books: Books, ticket: ModelTicket, part: { seq: number; amount: number }): void {
  const one = ticket.installments[part.seq - 1]!;
  one.paid -= part.amount;
  one.paid_on = null;
  // A completed ticket is active again.
  const status = ticket.status === 'Completed' ? 'Active' : ticket.status;
  const { due_date, amount: amount_halalas, paid: paid_halalas } = one;
  const installment = { due_date, amount_halalas, paid_halalas };
  books.moveInstallment(one, statusAfterReversal(one.status, installment, books.today, status));
}

/** Takes parts of a payment back, with the bank charges beside them; which, by ticket. */
function reverseAllocations(
  books: Books,
  payment: ModelPayment,
  isTaken: (part: ModelPayment['parts'][number]) => boolean,
) {
  const taken = payment.parts.filter(isTaken);
  payment.parts = payment.parts.filter((part) => !taken.includes(part));
  const charged: Pick<ModelPayment['parts'][number], 'ticket' | 'seq' | 'amount'>[] = [];
  for (const { ticket, seq, amount } of taken) {
    takeBack(books, ticket, { seq, amount });
    const part = { installment_id: '', amount_halalas: amount };
    books.post(reversal(postings.payment_allocated([part])));
    charged.push(
      ...undoBankCharges(books, ticket, ({ parts }) => parts.some((one) => one.seq === seq)),
    );
  }
  const parts = [...taken, ...charged].map(({ ticket, seq, amount }) => ({
    ticket,
    installment_id: `${seq}`,
    amount_halalas: amount,
  }));
  return Map.groupBy(parts, ({ ticket }) => ticket);
}

/** Small rests of a ticket are settled as bank charges by one person, who has seen their sum. */
export function settleBankCharges(books: Books, ticket: ModelTicket, said: number): Verdict {
  const { company } = ticket;
  const { counted, small } = owedOf(books, company);
  const parts = restsBelowFloor([...counted, ...small])
    .filter((one) => one.ticket === ticket)
    .map(({ installment: { seq }, rest_halalas }) => ({ seq, amount: rest_halalas }));
  const sum = sumHalalas(parts.map(({ amount }) => amount));
  if (parts.length === 0 || sum !== said) return 'no_small_rest';
  const since = new Date(books.now);
  since.setUTCFullYear(since.getUTCFullYear() - 1);
  const ofYear = books.tickets
    .filter((one) => one.company === company)
    .flatMap(({ charges }) => charges.filter(({ at }) => at > since))
    .flatMap((charge) => charge.parts);
  if (sumHalalas(ofYear.map(({ amount }) => amount)) + sum > SMALL_RESTS_OF_COMPANY)
    return 'bank_charges_take_two';
  books.count('bank charges settled');
  ticket.charges.push({ at: books.now, parts });
  books.post(postings.bank_charges_settled(postingParts(parts)));
  for (const { seq, amount } of parts) {
    const one = ticket.installments[seq - 1]!;
    one.paid += amount;
    books.moveInstallment(one, 'Paid');
    notePaidOn(books, { ticket, seq });
  }
  settle(books, ticket);
  noteLateness(books, company);
  return 'accepted';
}

const postingParts = (parts: readonly { seq: number; amount: number }[]) =>
  parts.map(({ seq, amount }) => ({ installment_id: `${seq}`, amount_halalas: amount }));

/** Undoes the bank charges of a ticket that meet a condition; which parts. */
function undoBankCharges(
  books: Books,
  ticket: ModelTicket,
  isUndone: (charge: ModelTicket['charges'][number]) => boolean,
) {
  const undone = ticket.charges.filter(isUndone);
  ticket.charges = ticket.charges.filter((charge) => !undone.includes(charge));
  for (const { parts } of undone) {
    books.count('bank charges undone');
    books.post(reversal(postings.bank_charges_settled(postingParts(parts))));
    for (const part of parts) takeBack(books, ticket, part);
  }
  return undone.flatMap(({ parts }) => parts.map((part) => ({ ticket, ...part })));
}

/** Bank charges of a ticket give way to what a payment that names it pays beyond all that is open. */
function giveWay(books: Books, payment: ModelPayment, ticket: ModelTicket): void {
  for (const charge of ticket.charges) {
    const open = sumHalalas(
      openItems(books, payment.company!).map(({ open_halalas }) => open_halalas),
    );
    const sum = sumHalalas(charge.parts.map(({ amount }) => amount));
    const stands = ticket.status === 'Active' || ticket.status === 'Completed';
    if (!stands || creditOf(payment) - open < sum) continue;
    books.count('bank charges gave way');
    undoBankCharges(books, ticket, (one) => one === charge);
    settle(books, ticket);
  }
}

/** True where a payment that nothing has proven yet paid any part of a ticket. */
const awaitsProof = ({ payments }: Books, ticket: ModelTicket): boolean =>
  payments.some(({ isProven, parts }) => !isProven && parts.some((part) => part.ticket === ticket));

/**
 * Completed when everything is paid by proven payments and the payout has arrived; Active again when something is unpaid.
 * Where its payout came back meanwhile and is not sent again yet, nothing is owed for it.
 */
export function settle(books: Books, ticket: ModelTicket): void {
  const isDone =
    (ticket.payout === 'Confirmed' || ticket.isReturned) &&
    ticket.installments.every(({ status }) => status === 'Paid');
  if (ticket.status === 'Active' && isDone) {
    if (awaitsProof(books, ticket)) books.count('completion waits for proof');
    else books.moveTicket('complete', ticket);
  } else if (ticket.status === 'Completed' && !isDone) {
    books.moveTicket('reopen', ticket);
    if (ticket.isReturned && ticket.payout === 'Pending') {
      books.moveTicket('return', ticket);
      undoFinancing(books, ticket);
      books.count('returned payout reopened');
    }
    ticket.isReturned = false;
  }
}

/** Takes back everything that a ticket has moved, once it has moved to where nothing is owed. */
export function undoFinancing(books: Books, ticket: ModelTicket): void {
  for (const payment of books.payments) {
    const parts = payment.parts.filter((part) => part.ticket === ticket);
    const amount = sumHalalas(parts.map((part) => part.amount));
    if (amount > 0) ticket.freed.set(payment, { amount, financed_at: ticket.financed_at! });
    reverseAllocations(books, payment, (part) => part.ticket === ticket);
  }
  undoBankCharges(books, ticket, () => true);
  for (const one of ticket.installments) books.moveInstallment(one, 'Due');
  for (const entry of ticket.posted) books.post(reversal(entry));
  ticket.posted = [];
}
