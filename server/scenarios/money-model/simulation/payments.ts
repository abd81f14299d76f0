import { addDays } from '#domain/calendar.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { restsBelowFloor } from '#domain/reference/small-rests.ts';
import {
  restOf,
  type ModelCompany,
  type ModelPayment,
  type ModelPaymentRequest,
  type ModelTicket,
} from '../model/books.ts';
import { lossOf } from '../model/losses.ts';
import * as model from '../model/payments.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

export function paymentSteps(simulation: Simulation): Step[] {
  const { payments, tickets, today } = simulation.books;
  const isUnknown = ({ company, isReversed }: ModelPayment) => company === null && !isReversed;
  const isUnproven = ({ isProven, isReversed }: ModelPayment) => !isProven && !isReversed;
  const hasPaid = ({ isReversed, parts }: ModelPayment) => !isReversed && parts.length > 0;
  const hasRefunded = ({ isReversed, refunded }: ModelPayment) => !isReversed && refunded > 0;
  const hasCompleted = (payment: ModelPayment) =>
    hasPaid(payment) && payment.parts.some(({ ticket }) => ticket.status === 'Completed');
  const awaitsCompletion = (payment: ModelPayment) =>
    isUnproven(payment) &&
    payment.parts.some(
      ({ ticket }) =>
        ticket.status === 'Active' && ticket.payout === 'Confirmed' && restOf(ticket) === 0,
    );
  const hasReturned = (payment: ModelPayment) =>
    hasPaid(payment) &&
    payment.parts.some(
      ({ ticket }) =>
        ticket.status === 'Completed' && ticket.isReturned && ticket.payout === 'Pending',
    );
  const hasPaidLate = (payment: ModelPayment) =>
    hasPaid(payment) &&
    payment.parts.some(({ ticket, seq }) => ticket.installments[seq - 1]!.due_date < today);
  const isLost = (ticket: ModelTicket) => lossOf(ticket) > 0;
  const owesMuch = (ticket: ModelTicket) =>
    ticket.status === 'Active' && installmentsLeft(ticket).length > 0;
  const hasRest = (ticket: ModelTicket) => smallRestOf(ticket) > 0;
  const isCharged = (ticket: ModelTicket) => ticket.charges.length > 0;
  const hasRecovered = ({ losses }: ModelPayment) => losses.length > 0;
  const hasPaidLost = (payment: ModelPayment) =>
    hasPaid(payment) && payment.parts.some(({ ticket }) => ticket.loss.writtenOff > 0);
  const canComplete = (one: ModelTicket) =>
    one.status === 'Active' && one.payout === 'Confirmed' && restOf(one) > 0;
  const overdue =
    simulation.pick(tickets.filter((one) => canComplete(one) && isOverdue(one))) ??
    simulation.pick(tickets.filter(isOverdue));
  const completes = simulation.weightOf('ticket complete from Active', 30);
  const paysLate = simulation.weightOf('installment pay from Overdue', 60);
  const reopens = simulation.weightOf('installment reopen_overdue from Paid', 12);
  const reopensReturned = simulation.weightOf('returned payout reopened', 8);
  const uncompletes = simulation.weightOf('ticket reopen from Completed', 80);
  return [
    possible(completes, simulation.among(tickets, canComplete), (one) => record(simulation, one)),
    possible(paysLate, overdue, (one) => record(simulation, one)),
    possible(6, simulation.pick(tickets.filter(isLost)), (one) => record(simulation, one)),
    possible(2.5, simulation.pick(tickets.filter(owesMuch)), (one) => payNearly(simulation, one)),
    possible(30, simulation.pick(tickets.filter(hasRest)), (one) => settleRest(simulation, one)),
    possible(30, simulation.pick(tickets.filter(isCharged)), (one) =>
      recordMoney(simulation, {
        amount: chargesOf(one) + openOf(simulation, one.company),
        company: one.company,
        named: one,
      }),
    ),
    possible(6, simulation.pick(payments.filter(hasRecovered)), (one) => reverse(simulation, one)),
    possible(6, simulation.pick(payments.filter(hasPaidLost)), (one) => reverse(simulation, one)),
    possible(2, simulation.among(payments, isUnknown), (one) => identify(simulation, one)),
    possible(6, simulation.among(payments, isUnproven), (one) => confirm(simulation, one)),
    possible(completes, simulation.pick(payments.filter(awaitsCompletion)), (one) =>
      confirm(simulation, one),
    ),
    possible(1, simulation.among(payments, hasPaid), (one) => reverse(simulation, one)),
    possible(1.5, simulation.among(payments, hasPaid), (one) => move(simulation, one)),
    possible(8, simulation.pick(payments.filter(hasRefunded)), (one) => reverse(simulation, one)),
    possible(reopens, simulation.pick(payments.filter(hasPaidLate)), (one) =>
      reverse(simulation, one),
    ),
    possible(reopensReturned, simulation.pick(payments.filter(hasReturned)), (one) =>
      reverse(simulation, one),
    ),
    possible(uncompletes, simulation.pick(payments.filter(hasCompleted)), (one) =>
      reverse(simulation, one),
    ),
  ].flat();
}

export const isOverdue = ({ installments }: ModelTicket): boolean =>
  installments.some(({ status }) => status === 'Overdue');

/** All that is left of a ticket, its first installment, or anything. */
export function amountFor(simulation: Simulation, ticket: ModelTicket): number {
  const rest =
    lossOf(ticket) || ticket.installments.reduce((sum, one) => sum + one.amount - one.paid, 0);
  const first = ticket.installments.find(({ status }) => status !== 'Paid');
  const next = first ? first.amount - first.paid : 1;
  return Math.max(
    1,
    simulation.pick([rest, rest, rest, next, simulation.randomBelow(rest + 500)])!,
  );
}

async function record(simulation: Simulation, ticket: ModelTicket): Promise<void> {
  const amount = amountFor(simulation, ticket);
  const company = simulation.chance(0.15) ? null : ticket.company;
  const named = company !== null && simulation.chance(0.5) ? ticket : null;
  await recordMoney(simulation, { amount, company, named });
}

/** Written down by hand, as of one of the last days. */
export async function recordMoney(
  simulation: Simulation,
  money: {
    amount: number;
    company: ModelCompany | null;
    named: ModelTicket | null;
    request?: ModelPaymentRequest;
  },
): Promise<void> {
  const { books } = simulation;
  const { amount, company, named, request } = money;
  const value_date = addDays(books.today, -simulation.randomBelow(4));
  const known = simulation.pick(books.statements.flatMap(({ lines }) => lines))?.said
    .bank_reference;
  const bank_reference = simulation.pick([null, simulation.name('R'), known]) ?? null;
  const who = simulation.randomBelow(2);
  const isAnother = simulation.chance(0.8);
  const reason = simulation.chance(0.8) ? 'Told twice' : null;
  const real = simulation.staff('record_payment', who, {
    today: books.today,
    amount_sar: decimalFromHalalas(amount),
    value_date,
    bank_reference,
    company_id: company?.id,
    ticket_number: named?.number,
    request_number: request?.number,
    is_another: isAnother,
    reason,
  });
  const said = {
    amount,
    value_date,
    bank_reference,
    company,
    ticket: named,
    ...(request && { request }),
  };
  const reply = await simulation.expectSame(
    'record',
    model.record(books, said, { isAnother, hasReason: reason !== null }, who),
    real,
  );
  if (reply !== null) books.payments.at(-1)!.id = (JSON.parse(reply) as { id: string }).id;
}

const restsOf = ({ status, installments }: ModelTicket) =>
  restsBelowFloor(
    status === 'Active'
      ? installments.map(({ amount, paid }) => ({
          amount_halalas: amount,
          rest_halalas: amount - paid,
        }))
      : [],
  );
const smallRestOf = (ticket: ModelTicket): number =>
  sumHalalas(restsOf(ticket).map(({ rest_halalas }) => rest_halalas));
const openOf = ({ books }: Simulation, company: ModelCompany): number =>
  sumHalalas(model.openItems(books, company).map(({ open_halalas }) => open_halalas));
const chargesOf = ({ charges }: ModelTicket): number =>
  sumHalalas(charges.flatMap(({ parts }) => parts).map(({ amount }) => amount));

const installmentsLeft = ({ installments }: ModelTicket) =>
  installments.filter(({ amount, paid }) => amount - paid > Math.max(1, amount / 100));

/** An installment but for what a bank may have kept. */
async function payNearly(simulation: Simulation, ticket: ModelTicket): Promise<void> {
  const [{ amount, paid } = { amount: 0, paid: 0 }] = installmentsLeft(ticket);
  const kept = simulation.pick([1, Math.min(500, Math.floor(amount / 100))])!;
  await recordMoney(simulation, {
    amount: amount - paid - Math.max(1, kept),
    company: ticket.company,
    named: ticket,
  });
}

async function settleRest(simulation: Simulation, ticket: ModelTicket): Promise<void> {
  const amount = smallRestOf(ticket) + (simulation.chance(0.1) ? 1 : 0);
  const real = simulation.staff('settle_bank_charges', 0, {
    ticket_id: ticket.id,
    amount_sar: decimalFromHalalas(amount),
    reason: 'A bank kept it',
  });
  await simulation.expectSame(
    'settle bank charges',
    model.settleBankCharges(simulation.books, ticket, amount),
    real,
  );
}

async function identify(simulation: Simulation, payment: ModelPayment): Promise<void> {
  const { books } = simulation;
  const ticket = simulation.chance(0.5) ? (simulation.pick(books.tickets) ?? null) : null;
  const company = ticket?.company ?? simulation.pick(books.companies)!;
  const hasReason = simulation.chance(0.5);
  const args = {
    payment_id: payment.id,
    company_id: company.id,
    ticket_number: ticket?.number,
    request_number: null,
    reason: hasReason ? 'Paid ahead' : null,
  };
  const real = simulation.staff('identify_payment', 0, args);
  await simulation.expectSame(
    'identify',
    model.identify(books, payment, company, ticket, hasReason),
    real,
  );
}

async function move(simulation: Simulation, payment: ModelPayment): Promise<void> {
  const { books } = simulation;
  const ticket = simulation.chance(0.5) ? (simulation.pick(books.tickets) ?? null) : null;
  const company = ticket?.company ?? simulation.pick(books.companies)!;
  const isAnother = simulation.chance(0.8);
  const args = {
    today: books.today,
    payment_id: payment.id,
    company_id: company.id,
    ticket_number: ticket?.number,
    request_number: null,
    is_another: isAnother,
    reason: 'Of another company',
  };
  const who = simulation.randomBelow(2);
  const real = simulation.staff('move_payment', who, args);
  const verdict = model.move(books, payment, company, ticket, isAnother, who);
  await simulation.expectSame('move', verdict, real);
}

/** Mostly by another person than the one who recorded it. */
export async function confirm(
  simulation: Simulation,
  payment: ModelPayment,
  who = simulation.chance(0.1) ? payment.recordedBy : 1 - payment.recordedBy,
): Promise<void> {
  const real = simulation.staff('confirm_payment', who, { payment_id: payment.id });
  await simulation.expectSame(
    'confirm payment',
    model.confirm(simulation.books, payment, who),
    real,
  );
}

export async function reverse(simulation: Simulation, payment: ModelPayment): Promise<void> {
  const { books } = simulation;
  const real = simulation.staff('reverse_payment', 0, {
    today: books.today,
    payment_id: payment.id,
    reason: 'Recalled',
  });
  await simulation.expectSame('reverse', model.reverse(books, payment), real);
}
