import { addDays } from '#domain/calendar.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import type { RepaymentHistory } from '#domain/credit/inputs.ts';
import { postings, type InstallmentPart } from '#domain/reference/postings.ts';
import { companyGroupOf } from '#domain/tickets/ticket.ts';
import {
  partsOf,
  type Books,
  type ModelCompany,
  type ModelInstallment,
  type ModelPayment,
  type ModelTicket,
} from './books.ts';

/** The part of a write-off (of a ticket or of a refund) that was not recovered. */
export const lossOf = ({ loss }: Pick<ModelTicket, 'loss'>): number =>
  loss.writtenOff - loss.recovered;

export const unrecoveredLoss = ({ tickets, payments }: Books, company: ModelCompany): number =>
  [...tickets, ...payments].reduce(
    (sum, one) => (one.company === company ? sum + lossOf(one) : sum),
    0,
  );

/** Changes a loss. A loss that grows suspends the company's budget. */
export function changeLoss(
  books: Books,
  of: ModelTicket | ModelPayment,
  writtenOff: number,
  recovered: number,
): void {
  const { loss, company } = of;
  loss.writtenOff += writtenOff;
  loss.recovered += recovered;
  if (loss.writtenOff > 0) loss.on ??= books.today;
  else loss.on = null;
  if (company === null || writtenOff <= recovered || company.suspendedFor !== null) return;
  company.budget_status = 'Suspended';
  company.suspendedFor = of;
  company.decided_at = books.now;
}

/** Posts the write-off of everything that is unpaid of a ticket. */
export function postWriteOff(books: Books, ticket: ModelTicket): void {
  writeOffParts(
    books,
    ticket,
    partsOf(ticket, ({ amount, paid }) => amount - paid),
  );
}

/** Posts a write-off of parts of a ticket; it uses the allowance first. */
export function writeOffParts(
  books: Books,
  ticket: ModelTicket,
  parts: readonly InstallmentPart[],
): void {
  const lines = postings.written_off(parts, books.allowance);
  books.post(lines);
  if (lines.some(({ account }) => account === 'loss_allowance')) books.count('allowance used');
  ticket.writeOffs.push(lines);
  changeLoss(
    books,
    ticket,
    parts.reduce((sum, { amount_halalas }) => sum + amount_halalas, 0),
    0,
  );
}

/**
 * How a company has repaid, as a credit analysis counts it today: an installment with an unrecovered loss is overdue, with a
 * recovered one late. A refund that was written off counts as one installment.
 */
export function repaymentsOf(
  { tickets, payments, today }: Books,
  company: ModelCompany,
): Omit<RepaymentHistory, 'is_promise_broken'> {
  const history = { paid_on_time: 0, paid_late: 0, overdue_now: 0, is_long_overdue: false };
  const longOverdue = addDays(today, -newestPolicy.long_overdue.after_days);
  for (const ticket of tickets.filter((one) => one.company === company))
    for (const { status, paid_on, due_date } of ticket.installments) {
      if (status === 'Paid') history[paid_on! <= due_date ? 'paid_on_time' : 'paid_late'] += 1;
      else if (lossOf(ticket) > 0) {
        history.overdue_now += 1;
        history.is_long_overdue = true;
      } else if (ticket.loss.writtenOff > 0) history.paid_late += 1;
      else if (ticket.status === 'Active' && due_date < today) {
        history.overdue_now += 1;
        history.is_long_overdue ||= due_date < longOverdue;
      }
    }
  for (const one of payments)
    if (one.company === company && one.loss.writtenOff > 0) {
      history[lossOf(one) > 0 ? 'overdue_now' : 'paid_late'] += 1;
      history.is_long_overdue ||= lossOf(one) > 0;
    }
  return history;
}

/** What a credit analysis would count, and the committed amount, if everything had been paid on its due date. */
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
