import { z } from 'zod';
import { accounts, type Account } from '#domain/ledger/accounts.ts';
import { amountSar, localDate } from './wire.ts';

const sum = z.object({ count: z.number().int().nonnegative(), amount_sar: amountSar });

/** What waits for staff today, and where the money stands. */
export const operationsOverview = {
  reply: z
    .object({
      today: localDate,
      /** Payouts of approved tickets in no open run. */
      payouts_due: sum,
      runs_to_release: z.number().int().nonnegative(),
      /** Sent, and the bank has not answered. */
      payouts_sent: sum,
      payments_unidentified: sum,
      payments_with_credit: sum,
      /** Unpaid installments of Active tickets by the days since their due date. */
      overdue: z.object({ days_1_7: sum, days_8_30: sum, days_31_60: sum, days_60_plus: sum }),
      /** Of every account of the ledger, on the side on which it grows. */
      balances: z.record(
        z.enum(Object.keys(accounts) as [Account, ...Account[]]),
        z.string().regex(/^-?\d+\.\d{2}$/),
      ),
    })
    .meta({ id: 'OperationsOverview' }),
};
