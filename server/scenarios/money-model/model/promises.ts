import { addDays, type IsoDate } from '#domain/calendar.ts';
import { PROMISE_DAYS } from '#domain/installments/payment-promise.ts';
import { sumHalalas } from '#domain/money.ts';
import { promiseStatus } from '#domain/reference/promise-status.ts';
import type { Books, ModelCompany, ModelPromise, Verdict } from './books.ts';
import { isRepaidBy, owedOf } from './small-rests.ts';

/** What late companies promise to pay, and whether they do. */

const overdueOf = ({ tickets, today }: Books, company: ModelCompany) =>
  tickets
    .filter((ticket) => ticket.company === company && ticket.status === 'Active')
    .flatMap((ticket) =>
      ticket.installments
        .filter(({ paid, amount, due_date }) => paid < amount && due_date < today)
        .map((installment) => ({ ticket, installment })),
    );

/** All that is overdue of a company. */
export const overdueAmount = (books: Books, company: ModelCompany): number =>
  sumHalalas(overdueOf(books, company).map(({ installment: { amount, paid } }) => amount - paid));

export function promise(
  books: Books,
  company: ModelCompany,
  said: { amount: number; promised_for: IsoDate },
): Verdict {
  const installments = overdueOf(books, company);
  if (installments.length === 0) return 'nothing_overdue';
  if (company.promises.some(({ isCurrent }) => isCurrent)) return 'promise_made_before';
  const last = addDays(books.today, PROMISE_DAYS);
  if (said.promised_for < books.today || said.promised_for > last) return 'validation_failed';
  if (said.amount !== overdueAmount(books, company)) return 'promise_amount_changed';
  books.count('promise made');
  company.promises.push({
    ...said,
    installments,
    made_on: books.today,
    status: 'Open',
    isCurrent: true,
  });
  return 'accepted';
}

/** The outcome of a company's newest promise, once something has changed. */
export function notePromise(books: Books, company: ModelCompany): void {
  const newest = company.promises.at(-1);
  if (!newest) return;
  const status = promiseStatus({ ...newest, ...paidOf(books, company, newest) }, books.today);
  if (status !== newest.status) books.count(`promise ${newest.status} → ${status}`);
  newest.status = status;
  newest.isCurrent = status === 'Open' || (newest.isCurrent && isOverdue(books, company));
}

function paidOf(books: Books, company: ModelCompany, { installments, ...said }: ModelPromise) {
  const promised = installments.filter(({ installment: { due_date } }) => due_date < said.made_on);
  const counted = new Set(owedOf(books, company).counted.map(({ installment }) => installment));
  const unpaid = promised.filter(({ installment: { status } }) => status !== 'Paid');
  return {
    rest_halalas: sumHalalas(
      unpaid
        .filter(({ installment }) => counted.has(installment))
        .map(({ installment: { amount, paid } }) => amount - paid),
    ),
    is_missed:
      unpaid.some(({ ticket }) => ticket.loss.writtenOff > 0) ||
      promised.some(
        ({ ticket, installment }) =>
          installment.status === 'Paid' &&
          !isRepaidBy(books, ticket, installment, said.promised_for),
      ),
    reported_halalas: sumHalalas(
      books.reports
        .filter(({ ticket, status }) => ticket.company === company && status === 'Checking')
        .map(({ amount }) => amount),
    ),
  };
}

/** Whether something is overdue that the company has promised and not paid. */
export function isPromiseBroken(books: Books, company: ModelCompany): boolean {
  const newest = company.promises.at(-1);
  const isBroken = newest !== undefined && newest.isCurrent && newest.status === 'Broken';
  return isBroken && isOverdue(books, company);
}

const isOverdue = (books: Books, company: ModelCompany): boolean =>
  owedOf(books, company).counted.some(({ installment }) => installment.due_date < books.today);
