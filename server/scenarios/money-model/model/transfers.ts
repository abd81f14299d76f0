import { daysBetween, type IsoDate } from '#domain/calendar.ts';
import {
  restOf,
  type Books,
  type ModelLine,
  type ModelPayment,
  type ModelReport,
  type ModelTicket,
  type Verdict,
} from './books.ts';
import { noteLateness } from './lateness.ts';
import { alike, enter, give, isBeforeDebt, isMovementKnown, refusedAsKnown } from './payments.ts';

/** Transfers that companies report, and the decisions of staff about them. */

export function report(
  books: Books,
  ticket: ModelTicket,
  said: Pick<ModelReport, 'amount' | 'transferred_on' | 'bank_reference'>,
): Verdict {
  if (ticket.status !== 'Active' && restOf(ticket) === 0) return 'ticket_not_payable';
  const checking = books.reports.filter((one) => one.ticket === ticket && isChecking(one));
  if (checking.length >= 3) return 'too_many_transfer_reports';
  books.reports.push({ ...said, id: '', ticket, status: 'Checking', payment: null });
  noteLateness(books, ticket.company);
  return 'accepted';
}

export const isChecking = ({ status }: ModelReport): boolean => status === 'Checking';

/** Ends a report without a payment: the company withdraws it, or staff turn it down. */
export function endReport(
  books: Books,
  one: ModelReport,
  status: 'Withdrawn' | 'TurnedDown',
): Verdict {
  if (!isChecking(one)) return 'transfer_report_decided';
  books.moveReport(one, status, null);
  return 'accepted';
}

export function matchReport(
  books: Books,
  one: ModelReport,
  payment: ModelPayment,
  hasReason: boolean,
): Verdict {
  const { company } = one.ticket;
  if (!isChecking(one)) return 'transfer_report_decided';
  if (payment.company !== null && payment.company !== company) return 'not_found';
  if (payment.isReversed) return 'payment_already_reversed';
  if (answersReport(books, payment)) return 'payment_answers_report';
  if (payment.company === null) {
    if (payment.refunded > 0) return 'payment_sent_back';
    if (!hasReason && isBeforeDebt(books, payment, company, one.ticket))
      return 'payment_before_debt';
    give(books, payment, company, one.ticket);
  }
  books.moveReport(one, 'Matched', payment);
  noteLateness(books, company);
  return 'accepted';
}

/** Staff record a payment with the reported amount and reference. */
export function recordReported(
  books: Books,
  one: ModelReport,
  is: { value_date: IsoDate; isAnother: boolean; hasReason: boolean },
): Verdict {
  if (!isChecking(one)) return 'transfer_report_decided';
  const { ticket, amount, bank_reference } = one;
  const { company } = ticket;
  const said = { amount, value_date: is.value_date, bank_reference, company, ticket };
  const isKnown = isMovementKnown(books, said);
  const isAlike = alike(books, said).some((payment) => !answersReport(books, payment));
  const refused = refusedAsKnown(isKnown || isAlike, isKnown, bank_reference, is);
  if (refused) return refused;
  if (!is.hasReason && isBeforeDebt(books, said, company, ticket)) return 'payment_before_debt';
  books.moveReport(one, 'Matched', enter(books, said));
  noteLateness(books, company);
  return 'accepted';
}

/** A line of a bank statement became a payment: matches the report of the same transfer too. */
export function answerReportOf(books: Books, line: ModelLine, payment: ModelPayment): void {
  // The reports of these simulations are of tickets: what a payment request was paid by is not theirs.
  if (payment.request !== null || answersReport(books, payment)) return;
  const isProposed = ({ id }: ModelReport) => id === line.proposal?.report_id;
  const days = ({ transferred_on }: ModelReport) =>
    Math.abs(daysBetween(payment.value_date, transferred_on));
  const [nearest] = books.reports
    .filter(
      (one) =>
        isChecking(one) &&
        one.ticket.company === payment.company &&
        one.amount === payment.amount &&
        (payment.ticket === null || one.ticket === payment.ticket) &&
        (isProposed(one) || days(one) <= 7),
    )
    .toSorted((a, b) => Number(isProposed(b)) - Number(isProposed(a)) || days(a) - days(b));
  if (!nearest) return;
  books.moveReport(nearest, 'Matched', payment);
  noteLateness(books, payment.company);
}

const answersReport = (books: Books, payment: ModelPayment) =>
  books.reports.some((one) => one.payment === payment);
