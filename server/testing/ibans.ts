import type { Actor, Product } from './product.ts';

/** The pause of every IBAN that waits is over: the clock stays, so that nothing else grows older. */
export async function endIbanPauses(product: Pick<Product, 'rows'>): Promise<void> {
  await product.rows(
    `update iban_changes set requested_at = requested_at - interval '24 hours' where status = 'Pending'`,
  );
}

/** Agencies are paid to the IBANs that they have asked for, as after a day and the approval of a member of staff. */
export async function approveIbans(product: Product, staff: Actor): Promise<void> {
  await endIbanPauses(product);
  const { items } = await staff.call('list_iban_changes', { query: { list: 'pending' } });
  for (const { id } of items) await staff.call('approve_iban_change', { params: { id } });
}
