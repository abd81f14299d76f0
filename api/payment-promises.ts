import { z } from 'zod';
import { promiseStatuses } from '#domain/installments/payment-promise.ts';
import { positiveAmount } from './payments.ts';
import { amountSar, localDate } from './wire.ts';

/** What a late company has promised to pay: all that was overdue on `made_on`, by the value date `promised_for`. */
export const paymentPromise = z
  .object({
    amount_sar: amountSar,
    made_on: localDate,
    promised_for: localDate,
    status: z.enum(promiseStatuses),
  })
  .meta({ id: 'PaymentPromise' });

export const promisePayment = {
  body: z.strictObject({
    /** What the company has seen: all that is overdue. */
    amount_sar: positiveAmount,
    /** Today, or one of the seven days after it. */
    promised_for: localDate,
  }),
  reply: paymentPromise,
};

export type PaymentPromise = z.infer<typeof paymentPromise>;
