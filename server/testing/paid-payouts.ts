import type { Actor } from './product.ts';

/**
 * The bank has paid: what no file of the released run carries yet is handed to it, then one of staff says that these payouts
 * arrived.
 */
export async function confirmPaid(
  staff: Pick<Actor, 'call'>,
  id: string,
  payout_ids: string[],
): Promise<void> {
  const { next_file } = await staff.call('read_payout_run', { params: { id } });
  if (next_file.count > 0) await staff.call('make_payout_file', { params: { id } });
  for (const payout_id of payout_ids)
    await staff.call('confirm_payout_line', { params: { id, payout_id } });
}
