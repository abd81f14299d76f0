import { addDays } from '#domain/calendar.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import type { RepaymentHistory } from '#domain/credit/inputs.ts';
import { companyGroupOf } from '#domain/tickets/ticket.ts';
import type { Books, ModelCompany, ModelInstallment, ModelPayment, ModelTicket } from './books.ts';
import { longLateSince } from './lateness.ts';
import { lossOf } from './losses.ts';
import { isRepaidBy, owedOf } from './small-rests.ts';

/**
 * How a company has repaid, as a credit analysis counts it today: an installment with an unrecovered loss is overdue, with a
 * recovered one late. A refund that was written off counts as one installment. By an unproven payment nothing is paid in
 * time, and what was overdue stays so.
 */
export function repaymentsOf(
  books: Books,
  company: ModelCompany,
): Omit<RepaymentHistory, 'is_promise_broken'> {
  const history = { paid_on_time: 0, paid_late: 0, overdue_now: 0, is_long_overdue: false };
  const { tickets, payments, today } = books;
  const { after_days } = newestPolicy.long_overdue;
  const since = longLateSince(books, company, after_days);
  history.is_long_overdue = since !== null && since < addDays(today, -after_days);
  const unproven = payments.filter((one) => !one.isProven && !one.isReversed);
  const parts = unproven.flatMap((one) => one.parts);
  const small = new Set(owedOf(books, company).small.map(({ installment }) => installment));
  const isLost = (one: ModelTicket | ModelPayment) =>
    lossOf(one) > 0 ||
    unproven.some(
      ({ losses, refundLosses }) =>
        losses.some(({ ticket }) => ticket === one) || refundLosses.some(({ of }) => of === one),
    );
  for (const ticket of tickets.filter((one) => one.company === company))
    for (const installment of ticket.installments) {
      const { status, due_date, seq } = installment;
      const unprovenParts = parts.filter((part) => part.ticket === ticket && part.seq === seq);
      if (status === 'Paid' || small.has(installment)) {
        if (unprovenParts.length === 0 && status === 'Paid')
          history[
            isRepaidBy(books, ticket, installment, due_date) ? 'paid_on_time' : 'paid_late'
          ] += 1;
        // By the day on which it was written down.
        else if (unprovenParts.some((part) => part.paid_on > due_date)) history.overdue_now += 1;
      } else if (isLost(ticket)) {
        history.overdue_now += 1;
        history.is_long_overdue = true;
      } else if (ticket.loss.writtenOff > 0) history.paid_late += 1;
      else if (ticket.status === 'Active' && due_date < today) history.overdue_now += 1;
    }
  for (const one of payments)
    if (one.company === company && one.loss.writtenOff > 0) {
      history[isLost(one) ? 'overdue_now' : 'paid_late'] += 1;
      history.is_long_overdue ||= isLost(one);
    }
  return history;
}

/** The counts of a credit analysis, and the committed amount, if everything had been paid on its due date. */
export function paidOnItsDay({ tickets, today }: Books, company: ModelCompany) {
  const history = {
    paid_on_time: 0,
    paid_late: 0,
    overdue_now: 0,
    is_long_overdue: false,
    is_promise_broken: false,
  };
  let committed = 0;
  for (const ticket of tickets.filter((one) => one.company === company)) {
    const isFinanced =
      ['Active', 'Completed'].includes(ticket.status) || ticket.loss.writtenOff > 0;
    const isPaid = ({ status, due_date }: ModelInstallment) =>
      isFinanced && (status === 'Paid' || due_date <= today);
    history.paid_on_time += ticket.installments.filter(isPaid).length;
    if (companyGroupOf(ticket.status) === 'current' && !ticket.installments.every(isPaid))
      committed += ticket.amount;
  }
  return { history, committed };
}
