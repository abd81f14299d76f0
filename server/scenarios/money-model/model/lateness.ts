import { coversOverdue, lateSince, pauseKept } from '#domain/reference/company-lateness.ts';
import { defaultLimits, newestPolicy } from '#domain/credit/policy.ts';
import { requestState, stopsFrom, isBeyondGrace } from '#domain/installments/lateness.ts';
import { addDays, type IsoDate } from '#domain/calendar.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { unprovenUntil } from '#domain/servicing/unproven-payment.ts';
import type { Books, ModelCompany, ModelPayment, ModelTicket } from './books.ts';
import { lossOf } from './losses.ts';
import { notePromise } from './promises.ts';
import { owedOf } from './small-rests.ts';

/** What lateness stops: new requests of a company, and payouts of its tickets. */

const { request_grace_days, payout_grace_days } = defaultLimits(newestPolicy);

const unpaidOf = ({ status, installments }: ModelTicket) =>
  status === 'Active' ? installments.filter(({ amount, paid }) => paid < amount) : [];

/** The earliest due date of what a company owes and has not paid before today; null: nothing but small rests is overdue. */
function overdueSince(books: Books, company: ModelCompany): IsoDate | null {
  const [since = null] = owedOf(books, company)
    .counted.flatMap(({ installment: { due_date } }) => (due_date < books.today ? [due_date] : []))
    .toSorted();
  return since;
}

/** What payments that nothing has proven yet have paid of a company's installments; `isReported`: a report told of it. */
function unprovenParts(books: Books, company: ModelCompany) {
  const { payments, reports } = books;
  return payments
    .filter((one) => one.company === company && !one.isProven && !one.isReversed)
    .flatMap((payment) => {
      const isReported = reports.some((one) => one.payment === payment);
      return payment.parts.map(({ ticket, seq, amount, paid_on }) => ({
        ticket,
        amount,
        paid_on,
        due_date: ticket.installments[seq - 1]!.due_date,
        isAbsent: isMissing(books, payment, ticket.installments[seq - 1]!.due_date),
        isReported,
      }));
    })
    .filter(({ ticket: { status } }) => status === 'Active' || status === 'Completed');
}

/** True where compared statements that reach beyond the due date show that a payment has not come. */
function isMissing({ statements }: Books, payment: ModelPayment, due_date: IsoDate): boolean {
  const compared = statements.filter((one) => one.isCompared);
  const isWeekend = (day: IsoDate) => [5, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  const isCovered = (day: IsoDate) =>
    isWeekend(day) || compared.some((one) => one.from_date <= day && day <= one.to_date);
  const mayBeIt = statements.some(({ lines }) =>
    lines.some(
      ({ status, said }) =>
        status === 'Open' &&
        said.direction === 'credit' &&
        said.amount === decimalFromHalalas(payment.amount) &&
        said.value_date >= addDays(payment.value_date, -5),
    ),
  );
  return (
    !mayBeIt &&
    compared.some(
      ({ from_date, to_date }) =>
        unprovenUntil(to_date, []) >= payment.value_date &&
        to_date > due_date &&
        daysFrom(payment.value_date, from_date).every(isCovered),
    )
  );
}

/** The days from one to another, which is not among them. */
function daysFrom(day: IsoDate, end: IsoDate): IsoDate[] {
  return day < end ? [day, ...daysFrom(addDays(day, 1), end)] : [];
}

const requestsFrom = (due_date: IsoDate) => stopsFrom(due_date, request_grace_days);

/** Since when something counts as unpaid for a stop that begins after so many days. */
const lateSinceAfter = (books: Books, company: ModelCompany, days: number) =>
  lateSince(overdueSince(books, company), unprovenParts(books, company), (due_date) =>
    stopsFrom(due_date, days),
  );

/** The same for a credit analysis, for which nothing is late because statements lack it. */
export const longLateSince = (books: Books, company: ModelCompany, days: number) =>
  lateSince(
    overdueSince(books, company),
    unprovenParts(books, company).map(({ due_date, paid_on }) => ({ due_date, paid_on })),
    (due_date) => stopsFrom(due_date, days),
  );

const restOf = (of: ReturnType<typeof unpaidOf>) =>
  sumHalalas(of.map(({ amount, paid }) => amount - paid));

function latenessOf(books: Books, company: ModelCompany) {
  const reported = (ticket: ModelTicket) =>
    sumHalalas(
      books.reports
        .filter((one) => one.ticket === ticket && one.status === 'Checking')
        .map(({ amount }) => amount),
    );
  // What a report told of is being checked still.
  const paidLate = unprovenParts(books, company).filter(
    ({ due_date, paid_on, isReported, isAbsent }) =>
      !isReported && (isAbsent || requestsFrom(due_date) <= paid_on),
  );
  const { small } = owedOf(books, company);
  const smallOverdueOf = (ticket: ModelTicket) =>
    sumHalalas(
      small
        .filter((one) => one.ticket === ticket && one.installment.due_date < books.today)
        .map(({ rest_halalas }) => rest_halalas),
    );
  const tickets = books.tickets
    .filter((ticket) => ticket.company === company)
    .map((ticket) => {
      const unproven = sumHalalas(
        paidLate.filter((part) => part.ticket === ticket).map(({ amount }) => amount),
      );
      return {
        rest_halalas: restOf(unpaidOf(ticket)) + unproven + lossOf(ticket),
        overdue_halalas: overdueOf(books, ticket) - smallOverdueOf(ticket) + unproven,
        reported_halalas: reported(ticket),
      };
    });
  return {
    overdue_since: lateSinceAfter(books, company, request_grace_days),
    are_reports_enough: coversOverdue(tickets),
    paused_from: company.paused_from,
  };
}

/** What is overdue of a ticket. */
export const overdueOf = ({ today }: Books, ticket: ModelTicket): number =>
  restOf(unpaidOf(ticket).filter(({ due_date }) => due_date < today));

/** Whether the company's new requests are open, paused or stopped today. */
export const requestsOf = (books: Books, company: ModelCompany) =>
  requestState(latenessOf(books, company), books.today, request_grace_days).state;

/** Why the company's new requests are stopped today: it owes, or what it paid too late is not proven. Null: they are not. */
export function stopOfRequests(
  books: Books,
  company: ModelCompany,
): 'installments_overdue' | 'payment_being_verified' | null {
  const state = requestsOf(books, company);
  if (state !== 'open') books.count(`requests ${state}`);
  if (state !== 'stopped') return null;
  const since = overdueSince(books, company);
  if (since !== null && requestsFrom(since) <= books.today) return 'installments_overdue';
  books.count('requests stopped until proof');
  return 'payment_being_verified';
}

export const isTooLate = (books: Books, company: ModelCompany): boolean =>
  isBeyondGrace(lateSinceAfter(books, company, payout_grace_days), books.today, payout_grace_days);

/** Whether its company's lateness stops the payout of a ticket. */
export const isOverdueObstacle = (
  books: Books,
  { company, isStopLifted, isReturned }: ModelTicket,
): boolean => !isReturned && !isStopLifted && isTooLate(books, company);

/** What two people decide about: paid anyway, or ended. */
export const isStopped = ({ status, payout, stopped_on }: ModelTicket): boolean =>
  status === 'Approved' && payout === 'Pending' && stopped_on !== null;

/** A payout that waits, of a company that has begun to be late. */
export const isSoonStopped = (books: Books, { status, payout, company }: ModelTicket): boolean =>
  status === 'Approved' &&
  payout === 'Pending' &&
  overdueSince(books, company) !== null &&
  !isTooLate(books, company);

/** What is kept of a company's lateness once something has changed. */
export function noteLateness(
  books: Books,
  company: ModelCompany | null,
  mayPause: boolean = true,
): void {
  if (company === null) return;
  if (mayPause) notePromise(books, company);
  const lateness = latenessOf(books, company);
  if (lateness.overdue_since === null || mayPause)
    company.paused_from = pauseKept(lateness, books.today, request_grace_days);
  const stops = isTooLate(books, company);
  for (const ticket of books.tickets) {
    const isWaiting =
      ticket.status === 'Approved' && ticket.payout === 'Pending' && !ticket.isStopLifted;
    if (ticket.company !== company || !isWaiting || (ticket.stopped_on !== null) === stops)
      continue;
    ticket.stopped_on = stops ? books.today : null;
    books.count(stops ? 'payout stopped' : 'payout resumed');
  }
}
