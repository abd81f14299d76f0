import { z } from 'zod';
import type { PositionAmount } from '#domain/installments/position.ts';
import { ticketStatus } from './ticket-status.ts';
import { amountSar, id, localDate, totalSar } from './wire.ts';

/** SPEC section 3, Ticket installment. */
export const installment = z
  .object({
    id,
    ticket_id: id,
    seq: z.number().int().min(1).max(3),
    due_date: localDate,
    amount_sar: amountSar,
    /** The paid part of the amount; an installment paid in full is Paid. */
    paid_amount: amountSar,
    status: z.enum(['Due', 'Paid', 'Overdue']),
    ticket: z.object({ ticket_number: z.string(), company_id: id, status: ticketStatus }),
  })
  .meta({ id: 'Installment' });

/**
 * Installments by due date; `count` and `amount_sar` cover all of them, `items` the first. Of overdue ones the sum is
 * what is left to pay.
 */
export const installmentList = z
  .object({ items: z.array(installment), count: z.number().int(), amount_sar: totalSar })
  .meta({ id: 'InstallmentList' });

/**
 * Unpaid installments that are owed together: `due_date` is the day of all of them, or the earliest where several days
 * have passed; `ticket_numbers` names the first 3 tickets they belong to.
 */
export const installmentSum = z
  .object({
    due_date: localDate,
    amount_sar: totalSar,
    count: z.number().int().positive(),
    ticket_numbers: z.array(z.string()).max(3),
  })
  .meta({ id: 'InstallmentSum' });

/** What a company owes and is owed on a day; domain/installments/position.ts defines each amount. */
export const companyPosition = z
  .object({
    planned_sar: totalSar,
    owed_sar: totalSar,
    overdue_sar: totalSar,
    due_soon_sar: totalSar,
    later_sar: totalSar,
    paid_sar: totalSar,
    in_default_sar: totalSar,
    credit_sar: totalSar,
    refund_due_sar: totalSar,
    being_checked_sar: totalSar,
    to_pay_now_sar: totalSar,
    to_pay_soon_sar: totalSar,
  } satisfies Record<`${PositionAmount}_sar`, typeof totalSar>)
  .meta({ id: 'CompanyPosition' });

export type CompanyPosition = z.infer<typeof companyPosition>;
export type Installment = z.infer<typeof installment>;
export type InstallmentList = z.infer<typeof installmentList>;
export type InstallmentSum = z.infer<typeof installmentSum>;

/** A month, by its first day, with the amounts of its installments. `budget_back_sar`: what the budget regains. */
const paymentsOfMonth = z
  .object({
    from: localDate,
    paid_sar: totalSar,
    overdue_sar: totalSar,
    due_soon_sar: totalSar,
    later_sar: totalSar,
    planned_sar: totalSar,
    budget_back_sar: totalSar,
  })
  .meta({ id: 'PaymentsOfMonth' });

export const readPaymentsByMonth = {
  reply: z
    .object({ today: localDate, months: z.array(paymentsOfMonth) })
    .meta({ id: 'PaymentsByMonth' }),
};

export type PaymentsOfMonth = z.infer<typeof paymentsOfMonth>;
