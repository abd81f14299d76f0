import type { BodyOf, ReplyOf } from '#api/contract.ts';
import type { TwoStaff } from '#server/product-client/financing.ts';
import { giveRefundIbans } from './ibans.ts';
import type { Product } from './product.ts';

/** Nothing has proven a payment yet: whoever did not record it confirms that it came. */
export async function prove(staff: TwoStaff, { id }: { id: string }): Promise<void> {
  const params = { id };
  const { payment } = await staff[0].call('read_payment', { params });
  if (payment.proven_at === null)
    await staff[payment.is_recorded_by_caller ? 1 : 0].call('confirm_payment', { params });
}

/** One of staff records a payment, the other confirms that it came. */
export async function recordProven(
  [records, confirms]: TwoStaff,
  body: BodyOf<'record_payment'>,
): Promise<ReplyOf<'confirm_payment'>> {
  const { id } = await records.call('record_payment', { body });
  return confirms.call('confirm_payment', { params: { id } });
}

/** Money of a company, for no ticket, that the second person has seen: where the company owes nothing, it is credit. */
export const depositProven = (
  staff: TwoStaff,
  company_id: string,
  amount_sar: string,
  value_date: string,
) =>
  recordProven(staff, {
    amount_sar,
    value_date,
    company_id,
    is_another: true,
    reason: 'A deposit',
  });

/** A part of a payment's credit is refunded to its company's IBAN: asked for by one of staff, approved by another; the payment is proven first. */
export async function refund(
  product: Pick<Product, 'rows' | 'clock'>,
  [one, other]: TwoStaff,
  payment: { id: string },
  amount_sar: string,
): Promise<void> {
  await prove([one, other], payment);
  await giveRefundIbans(product, product.clock.now());
  const { id } = await one.call('refund_credit', {
    params: { id: payment.id },
    body: { amount_sar, to: 'company', reason: 'The company asked for it' },
  });
  await other.call('approve_request', { params: { id } });
}

/** What is left of a ticket is written off: asked for by one of staff, approved by another. */
export async function writeOff(
  [one, other]: TwoStaff,
  ticket: { id: string },
  reason: string,
): Promise<void> {
  const { id } = await one.call('write_off_ticket', {
    params: { id: ticket.id },
    body: { reason },
  });
  await other.call('approve_request', { params: { id } });
}
