import { addDays } from '#domain/calendar.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { restOf, type ModelCompany, type ModelPayment, type ModelTicket } from '../model/books.ts';
import { lossOf } from '../model/losses.ts';
import * as model from '../model/payments.ts';
import { possible, type Life, type Step } from './life.ts';

export function paymentSteps(life: Life): Step[] {
  const { payments, tickets, today } = life.books;
  const isUnknown = ({ company, isReversed }: ModelPayment) => company === null && !isReversed;
  const isUnproven = ({ isProven, isReversed }: ModelPayment) => !isProven && !isReversed;
  const hasPaid = ({ isReversed, parts }: ModelPayment) => !isReversed && parts.length > 0;
  const hasRefunded = ({ isReversed, refunded }: ModelPayment) => !isReversed && refunded > 0;
  const hasCompleted = (payment: ModelPayment) =>
    hasPaid(payment) && payment.parts.some(({ ticket }) => ticket.status === 'Completed');
  const hasPaidLate = (payment: ModelPayment) =>
    hasPaid(payment) &&
    payment.parts.some(({ ticket, seq }) => ticket.installments[seq - 1]!.due_date < today);
  const isLost = (ticket: ModelTicket) => lossOf(ticket) > 0;
  const hasRecovered = ({ losses }: ModelPayment) => losses.length > 0;
  const hasPaidLost = (payment: ModelPayment) =>
    hasPaid(payment) && payment.parts.some(({ ticket }) => ticket.loss.writtenOff > 0);
  const canComplete = (one: ModelTicket) =>
    one.status === 'Active' && one.payout === 'Confirmed' && restOf(one) > 0;
  const overdue =
    life.pick(tickets.filter((one) => canComplete(one) && isOverdue(one))) ??
    life.pick(tickets.filter(isOverdue));
  const completes = life.wants('ticket complete from Active', 11);
  const paysLate = life.wants('installment pay from Overdue', 60);
  const reopens = life.wants('installment reopen_overdue from Paid', 12);
  const uncompletes = life.wants('ticket reopen from Completed', 80);
  return [
    possible(completes, life.among(tickets, canComplete), (one) => record(life, one)),
    possible(paysLate, overdue, (one) => record(life, one)),
    possible(6, life.pick(tickets.filter(isLost)), (one) => record(life, one)),
    possible(6, life.pick(payments.filter(hasRecovered)), (one) => reverse(life, one)),
    possible(6, life.pick(payments.filter(hasPaidLost)), (one) => reverse(life, one)),
    possible(2, life.among(payments, isUnknown), (one) => identify(life, one)),
    possible(6, life.among(payments, isUnproven), (one) => confirm(life, one)),
    possible(1, life.among(payments, hasPaid), (one) => reverse(life, one)),
    possible(1.5, life.among(payments, hasPaid), (one) => move(life, one)),
    possible(8, life.pick(payments.filter(hasRefunded)), (one) => reverse(life, one)),
    possible(reopens, life.pick(payments.filter(hasPaidLate)), (one) => reverse(life, one)),
    possible(uncompletes, life.pick(payments.filter(hasCompleted)), (one) => reverse(life, one)),
  ].flat();
}

export const isOverdue = ({ installments }: ModelTicket): boolean =>
  installments.some(({ status }) => status === 'Overdue');

/** All that is left of a ticket, its first installment, or anything. */
export function amountFor(life: Life, ticket: ModelTicket): number {
  const rest =
    lossOf(ticket) || ticket.installments.reduce((sum, one) => sum + one.amount - one.paid, 0);
  const first = ticket.installments.find(({ status }) => status !== 'Paid');
  const next = first ? first.amount - first.paid : 1;
  return Math.max(1, life.pick([rest, rest, rest, next, life.below(rest + 500)])!);
}

async function record(life: Life, ticket: ModelTicket): Promise<void> {
  const amount = amountFor(life, ticket);
  const company = life.chance(0.15) ? null : ticket.company;
  const named = company !== null && life.chance(0.5) ? ticket : null;
  await recordMoney(life, { amount, company, named });
}

/** Written down by hand, as of one of the last days. */
export async function recordMoney(
  life: Life,
  money: { amount: number; company: ModelCompany | null; named: ModelTicket | null },
): Promise<void> {
  const { books } = life;
  const { amount, company, named } = money;
  const value_date = addDays(books.today, -life.below(4));
  const known = life.pick(books.statements.flatMap(({ lines }) => lines))?.said.bank_reference;
  const bank_reference = life.pick([null, life.name('R'), known]) ?? null;
  const who = life.below(2);
  const isAnother = life.chance(0.8);
  const reason = life.chance(0.8) ? 'Told twice' : null;
  const real = life.staff('record_payment', who, {
    today: books.today,
    amount_sar: decimalFromHalalas(amount),
    value_date,
    bank_reference,
    company_id: company?.id,
    ticket_number: named?.number,
    is_another: isAnother,
    reason,
  });
  const said = { amount, value_date, bank_reference, company, ticket: named };
  const reply = await life.same(
    'record',
    model.record(books, said, isAnother, reason !== null, who),
    real,
  );
  if (reply !== null) books.payments.at(-1)!.id = (JSON.parse(reply) as { id: string }).id;
}

async function identify(life: Life, payment: ModelPayment): Promise<void> {
  const { books } = life;
  const ticket = life.chance(0.5) ? (life.pick(books.tickets) ?? null) : null;
  const company = ticket?.company ?? life.pick(books.companies)!;
  const hasReason = life.chance(0.5);
  const args = {
    payment_id: payment.id,
    company_id: company.id,
    ticket_number: ticket?.number,
    reason: hasReason ? 'Paid ahead' : null,
  };
  const real = life.staff('identify_payment', 0, args);
  await life.same('identify', model.identify(books, payment, company, ticket, hasReason), real);
}

async function move(life: Life, payment: ModelPayment): Promise<void> {
  const { books } = life;
  const ticket = life.chance(0.5) ? (life.pick(books.tickets) ?? null) : null;
  const company = ticket?.company ?? life.pick(books.companies)!;
  const args = {
    today: books.today,
    payment_id: payment.id,
    company_id: company.id,
    ticket_number: ticket?.number,
    reason: 'Of another company',
  };
  const who = life.below(2);
  const real = life.staff('move_payment', who, args);
  const reply = await life.same('move', model.move(books, payment, company, ticket, who), real);
  if (reply !== null) books.payments.at(-1)!.id = (JSON.parse(reply) as { id: string }).id;
}

/** Mostly by another person than the one who recorded it. */
export async function confirm(
  life: Life,
  payment: ModelPayment,
  who = life.chance(0.1) ? payment.recordedBy : 1 - payment.recordedBy,
): Promise<void> {
  const real = life.staff('confirm_payment', who, { payment_id: payment.id });
  await life.same('confirm payment', model.confirm(life.books, payment, who), real);
}

export async function reverse(life: Life, payment: ModelPayment): Promise<void> {
  const { books } = life;
  const real = life.staff('reverse_payment', 0, {
    today: books.today,
    payment_id: payment.id,
    reason: 'Recalled',
  });
  await life.same('reverse', model.reverse(books, payment), real);
}
