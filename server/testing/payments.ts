import type { IdempotentArgs } from '#server/platform/database/call-function.ts';

type Payment = NonNullable<IdempotentArgs<'record_payment'>[0]>;
type Identification = NonNullable<IdempotentArgs<'identify_payment'>[0]>;

/** What `record_payment` is called with: a payment of today that names nobody, unless `given` does. */
export const depositOf = (
  amount_sar: string,
  today: string,
  given: Partial<Payment> = {},
): Payment => ({
  today,
  amount_sar,
  value_date: today,
  bank_reference: null,
  company_id: null,
  ticket_number: null,
  request_number: null,
  is_another: false,
  reason: 'A deposit',
  ...given,
});

/** What `identify_payment` is called with: the payment is the company's, for no ticket. */
export const identifiedAs = (payment_id: string, company_id: string): Identification => ({
  payment_id,
  company_id,
  ticket_number: null,
  request_number: null,
  reason: 'A deposit',
});
