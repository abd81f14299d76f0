import { z } from 'zod';
import { accounts, type Account } from '#domain/ledger/accounts.ts';
import { localDate, signedAmountSar, totalSar } from './wire.ts';

/** How many there are: of more than a thousand, a thousand and that there are more. */
const counted = z.object({ count: z.number().int().nonnegative(), has_more: z.boolean() });

/** What can wait for staff. A name here is counted by `operations_waits` and has its place in the web's work-queue.tsx. */
const waitNames = [
  /** Asked for by one of staff, not decided by another one. */
  'approval_requests',
  'runs_to_release',
  /** Payouts of approved tickets in no open run. */
  'payouts_due',
  /** Of companies that are overdue for too long: paid all the same by two people, or their tickets ended. */
  'payouts_stopped',
  /** Of released runs, in no file for the bank yet. */
  'payouts_to_instruct',
  /** Sent, and the bank has not answered. */
  'payouts_sent',
  /** Refunds that two people have approved and no file carries. */
  'refunds_to_send',
  /** Refunds that a file has carried for five days, and nobody has answered. */
  'refunds_unanswered',
  /** Asked for by agencies and companies, neither approved nor rejected. */
  'iban_changes',
  'payments_unidentified',
  /** For five working days on no statement, and confirmed by nobody else. */
  'payments_unproven',
  'payments_with_credit',
  /** Transfers that companies reported and nobody has checked. */
  'transfers_to_check',
  /** Lines of statements that nobody has decided. */
  'bank_statement_lines_open',
  /** Lines of statements that take money back, and nobody has decided. */
  'bank_reversals_open',
  /** Budgets that nobody has confirmed, and proposals of newer analyses. */
  'budgets_to_decide',
  /** Approved tickets that wait for a review. */
  'tickets_to_review',
] as const;

export type WaitName = (typeof waitNames)[number];

/** How many wait, and how much where it is money and all are counted. */
const waiting = counted.extend({ amount_sar: totalSar.nullable() });
/** How much is overdue in all. */
const overdue = counted.extend({ amount_sar: totalSar });

/** Unpaid installments of Active tickets by the days since their due date. */
const overdueByAge = z
  .object({
    days_1_7: overdue,
    days_8_30: overdue,
    days_31_60: overdue,
    days_60_plus: overdue,
  })
  .meta({ id: 'OverdueByAge' });

/** What waits for staff today, and where the money stands. */
export const operationsOverview = {
  reply: z
    .object({
      today: localDate,
      waits: z.record(z.enum(waitNames), waiting),
      overdue: overdueByAge,
      /** Of every account of the ledger, on the side on which it grows. */
      balances: z.record(z.enum(Object.keys(accounts) as [Account, ...Account[]]), signedAmountSar),
    })
    .meta({ id: 'OperationsOverview' }),
};
