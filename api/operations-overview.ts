import { z } from 'zod';
import { accounts, type Account } from '#domain/ledger/accounts.ts';
import { localDate, signedAmountSar, totalSar } from './wire.ts';

/** A count that ends at 1,000; `has_more`: there are more. */
const counted = z.object({ count: z.number().int().nonnegative(), has_more: z.boolean() });

/** Work that waits for staff. `work_queue_json` counts each name; the web's work-queue.tsx shows it. */
const workQueueNames = [
  /** Preliminary budgets that nobody has decided for more than 24 hours; among `budgets_to_decide` too. */
  'budgets_preliminary_long',
  /** Statements that contradict each other, of which one was compared with the bank: two people decide. */
  'bank_statements_contradicted',
  /** Requested by one member of staff, not yet decided by another. */
  'approval_requests',
  'runs_to_release',
  /** Payouts of approved tickets in no open run. */
  'payouts_due',
  /** Stopped payouts of overdue companies: two people pay them or end their tickets. */
  'payouts_stopped',
  /** Payouts of released runs in no file for the bank. */
  'payouts_to_instruct',
  /** Payouts sent to the bank, without its confirmation. */
  'payouts_sent',
  /** Payouts that the bank has paid twice, not paid back yet. */
  'agency_claims_open',
  /** Refunds that two people have approved and no file carries. */
  'refunds_to_send',
  /** Refunds that a file has carried for five days, and nobody has answered. */
  'refunds_unanswered',
  /** IBANs of agencies and companies, neither approved nor rejected. */
  'iban_changes',
  /** Agencies whose names look like a verified agency's: nobody chooses them until staff have looked. */
  'agency_names',
  /** Companies that have no virtual IBAN, because none is free: the bank's next list is loaded. */
  'virtual_ibans_missing',
  'payments_unidentified',
  /** Payments on no statement for five working days that no second person has confirmed. */
  'payments_unproven',
  'payments_with_credit',
  /** Transfers that companies reported and nobody has checked. */
  'transfers_to_check',
  /** Lines of statements that nobody has decided. */
  'bank_statement_lines_open',
  /** Statements whose lines prove nothing until another person than the importer has compared them with the bank. */
  'bank_statements_to_compare',
  /** Lines of statements that take money back, and nobody has decided. */
  'bank_reversals_open',
  /** Tickets of which only small rests are left. */
  'small_rests',
  /** Budgets that nobody has confirmed, and proposals of newer analyses. */
  'budgets_to_decide',
  /** Requests for a higher budget, and appeals. */
  'budget_requests',
  /** Approved tickets that wait for a review. */
  'tickets_to_review',
  /** Messages of companies and agencies without an answer. */
  'help_messages',
] as const;

export type WorkQueueName = (typeof workQueueNames)[number];

/** The count; `amount_sar` is null when not all rows were counted, or when they have no amount. */
const waiting = counted.extend({ amount_sar: totalSar.nullable() });
/** The count of overdue installments with their sum. */
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

/** The work that waits for staff today, and the ledger's balances. */
export const operationsOverview = {
  reply: z
    .object({
      today: localDate,
      waits: z.record(z.enum(workQueueNames), waiting),
      /** The day of the oldest release that should be in a file for the bank by now; null: none. */
      payouts_to_instruct_since: localDate.nullable(),
      overdue: overdueByAge,
      /** The balance of every account of the ledger, on the side on which it grows. */
      balances: z.record(z.enum(Object.keys(accounts) as [Account, ...Account[]]), signedAmountSar),
    })
    .meta({ id: 'OperationsOverview' }),
};
