import { giveRefundIbans } from './ibans.ts';
import type { Actor, Product } from './product.ts';

type Staff = Pick<Actor, 'call'>;

/** A part of a payment's credit is refunded to its company's IBAN: asked for by one of staff, approved by another. */
export async function refund(
  product: Pick<Product, 'rows' | 'clock'>,
  [one, other]: readonly [Staff, Staff],
  payment: { id: string },
  amount_sar: string,
): Promise<void> {
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
