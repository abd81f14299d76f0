import type { RepaymentHistory } from '#domain/credit/inputs.ts';
import { postings } from '#domain/reference/postings.ts';
import { companyGroupOf } from '#domain/tickets/ticket.ts';
import {
  partsOf,
  type Books,
  type ModelCompany,
  type ModelInstallment,
  type ModelPayment,
  type ModelTicket,
} from './books.ts';

/** What was written off of a ticket, or of a refund that was owed back, and has not come back. */
export const lossOf = ({ loss }: Pick<ModelTicket, 'loss'>): number =>
  loss.writtenOff - loss.recovered;

export const unrecoveredLoss = ({ tickets, payments }: Books, company: ModelCompany): number =>
  [...tickets, ...payments].reduce(
    (sum, one) => (one.company === company ? sum + lossOf(one) : sum),
    0,
  );

/** Where a loss grows its company's budget is suspended. */
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
  company.isDecided = true;
}

/** All that is open of a ticket that has just been written off. */
export function postWriteOff(books: Books, ticket: ModelTicket): void {
  const open = partsOf(ticket, ({ amount, paid }) => amount - paid);
  books.post(postings.written_off(open));
  changeLoss(
    books,
    ticket,
    open.reduce((sum, { amount_halalas }) => sum + amount_halalas, 0),
    0,
  );
}

/** How a company has repaid, as an analysis counts it today: a loss as what is overdue, and what has come back of one as late; a refund that was written off as one. */
export function repaymentsOf(
  { tickets, payments, today }: Books,
  company: ModelCompany,
): RepaymentHistory {
  const history = { paid_on_time: 0, paid_late: 0, overdue_now: 0 };
  for (const ticket of tickets.filter((one) => one.company === company))
    for (const { status, paid_on, due_date } of ticket.installments) {
      if (status === 'Paid') history[paid_on! <= due_date ? 'paid_on_time' : 'paid_late'] += 1;
      else if (lossOf(ticket) > 0) history.overdue_now += 1;
      else if (ticket.loss.writtenOff > 0) history.paid_late += 1;
      else if (ticket.status === 'Active' && due_date < today) history.overdue_now += 1;
    }
  for (const one of payments)
    if (one.company === company && one.loss.writtenOff > 0)
      history[lossOf(one) > 0 ? 'overdue_now' : 'paid_late'] += 1;
  return history;
}

/** The same life with everything paid on its day: what an analysis counts then, and what is still committed. */
export function paidOnItsDay({ tickets, today }: Books, company: ModelCompany) {
  const history = { paid_on_time: 0, paid_late: 0, overdue_now: 0 };
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
