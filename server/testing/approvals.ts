import { giveRefundIbans } from './ibans.ts';
import type { Actor, Product } from './product.ts';

type Staff = Pick<Actor, 'call'>;

/** Nothing has proven a payment yet: whoever did not record it confirms that it came. */
export async function prove(staff: readonly [Staff, Staff], { id }: { id: string }): Promise<void> {
  const params = { id };
  const { payment } = await staff[0].call('read_payment', { params });
  if (payment.proven_at === null)
    await staff[payment.is_recorded_by_caller ? 1 : 0].call('confirm_payment', { params });
}

/** A part of a payment's credit is refunded to its company's IBAN: asked for by one of staff, approved by another; the payment is proven first. */
export async function refund(
  product: Pick<Product, 'rows' | 'clock'>,
  [one, other]: readonly [Staff, Staff],
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
  [one, other]: readonly [Staff, Staff],
  ticket: { id: string },
  reason: string,
): Promise<void> {
  const { id } = await one.call('write_off_ticket', {
    params: { id: ticket.id },
    body: { reason },
  });
  await other.call('approve_request', { params: { id } });
}
