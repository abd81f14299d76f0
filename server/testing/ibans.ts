import { mod97 } from '#domain/iban.ts';
import type { ApiCaller } from '#server/product-client/acceptance.ts';
import { approvePendingIbans } from '#server/product-client/financing.ts';
import type { Product } from './product.ts';

/** The pause of every IBAN that waits is over: the clock stays, so that nothing else grows older. */
export async function endIbanPauses(product: Pick<Product, 'rows'>): Promise<void> {
  await product.rows(
    `update iban_changes set requested_at = requested_at - interval '24 hours' where status = 'Pending'`,
  );
}

/** The n-th IBAN of a bank: 80 is that of the account that tests pay into. */
export function saudiIban(n: number, bank = '80'): string {
  const account = `${bank}${String(n).padStart(18, '0')}`;
  return `SA${String(98 - mod97(`${account}SA00`)).padStart(2, '0')}${account}`;
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
export async function approveIbans(
  product: Pick<Product, 'rows'>,
  staff: ApiCaller,
): Promise<void> {
  await endIbanPauses(product);
  await approvePendingIbans(staff);
}

/** The agency has a name and an IBAN that staff have approved. @returns its id. */
export async function giveAgencyIban(
  product: Pick<Product, 'rows'>,
  staff: ApiCaller,
  agency: ApiCaller,
  iban = 'SA0380000000608010167519',
): Promise<string> {
  const { id } = await agency.call('upsert_agency', { body: { name: 'Sada Creative', iban } });
  await approveIbans(product, staff);
  return id;
}
