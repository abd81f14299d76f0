import type { Actor } from './product.ts';

type Staff = Pick<Actor, 'call'>;

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
