import type { Actor, Product } from './product.ts';

/** The pause of every IBAN that waits is over: the clock stays, so that nothing else grows older. */
export async function endIbanPauses(product: Pick<Product, 'rows'>): Promise<void> {
  await product.rows(
    `update iban_changes set requested_at = requested_at - interval '24 hours' where status = 'Pending'`,
  );
}

/** To which refunds go in tests. */
export const REFUND_IBAN = 'SA4420000001234567891234';

/**
 * Companies without an IBAN for refunds have one, as after a day and the approval of a member of staff. `before`: a moment
 * before which it was approved.
 */
export async function giveRefundIbans(
  on: { rows(sql: string, values: unknown[]): Promise<unknown> },
  before: Date,
): Promise<void> {
  await on.rows(
    `with given as (
       insert into iban_changes (company_id, iban, requested_at, told_emails, told_language, status, ended_at, decided_by)
       select c.id, $1, $2::timestamptz - interval '2 days', '{}', 'en', 'Approved', $2::timestamptz - interval '1 day', s.user_id
         from companies c, (select user_id from staff order by user_id limit 1) s where c.refund_iban is null
       returning company_id)
     update companies c set refund_iban = $1 from given g where c.id = g.company_id`,
    [REFUND_IBAN, before],
  );
}

/** Agencies are paid to the IBANs that they have asked for, as after a day and the approval of a member of staff. */
export async function approveIbans(product: Product, staff: Actor): Promise<void> {
  await endIbanPauses(product);
  const { items } = await staff.call('list_iban_changes', { query: { list: 'pending' } });
  for (const { id } of items) await staff.call('approve_iban_change', { params: { id } });
}
