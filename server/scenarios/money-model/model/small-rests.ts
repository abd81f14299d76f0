import { LARGEST_SMALL_REST } from '#domain/installments/small-rest.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { sumHalalas } from '#domain/money.ts';
import { smallRests } from '#domain/reference/small-rests.ts';
import type { Books, ModelCompany, ModelInstallment, ModelTicket } from './books.ts';

/** Rests of installments that are too small to count as late. */

/** The owed installments of a company that count, and the others, each with its ticket. */
export function owedOf(books: Books, company: ModelCompany) {
  const owed = books.tickets
    .filter((ticket) => ticket.company === company && ticket.status === 'Active')
    .flatMap((ticket) =>
      ticket.installments
        .filter(({ amount, paid }) => paid < amount)
        .map((installment) => ({
          ticket,
          installment,
          amount_halalas: installment.amount,
          rest_halalas: installment.amount - installment.paid,
        })),
    );
  const small = smallRests(owed);
  if (small.length > 0) books.count('small rest');
  return { counted: owed.filter((one) => !small.includes(one)), small };
}

/** True where an installment is paid, and was by a day but for a small rest. */
export function isRepaidBy(
  { payments }: Books,
  ticket: ModelTicket,
  { status, paid_on, amount, seq }: ModelInstallment,
  day: IsoDate,
): boolean {
  if (status !== 'Paid') return false;
  if (paid_on! <= day) return true;
  if (ticket.financed_on! > day) return false;
  const paid = payments
    .filter(({ value_date, isReversed }) => !isReversed && value_date <= day)
    .flatMap(({ parts }) => parts)
    .filter((part) => part.ticket === ticket && part.seq === seq);
  return (
    sumHalalas(paid.map((part) => part.amount)) >=
    amount - Math.min(LARGEST_SMALL_REST, Math.floor(amount / 100))
  );
}
