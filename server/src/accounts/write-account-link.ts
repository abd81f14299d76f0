import type pg from 'pg';
import { z } from 'zod';
import { accountStore } from './account-store.ts';

/** Ids and the link's settings (`LinkSettings`), so that a reader of the queue learns no address. */
const payloadSchema = z.object({
  /** Null when no account has the given address. */
  user_id: z.uuid().nullable(),
  kind: z.enum(['signup', 'recovery', 'email_change', 'otp']),
  link: z.record(z.string(), z.unknown()),
  asked_at: z.coerce.date(),
});

/** Writes a link that was requested without a session, and queues its mail. */
export function writeAccountLink(pool: pg.Pool): (payload: unknown) => Promise<void> {
  const store = accountStore(pool);
  return async (raw) => {
    const { user_id, kind, link, asked_at } = payloadSchema.parse(raw);
    await store.writeLink(user_id, kind, link, asked_at);
  };
}
