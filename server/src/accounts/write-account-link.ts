import type pg from 'pg';
import { z } from 'zod';
import { accountStore } from './account-store.ts';

/** Ids and what the link is to be like (`LinkOrder`): whoever reads the queue learns no address. */
const payloadSchema = z.object({
  /** Null where nobody has the address that was given. */
  user_id: z.uuid().nullable(),
  kind: z.enum(['signup', 'recovery', 'email_change']),
  link: z.record(z.string(), z.unknown()),
  asked_at: z.coerce.date(),
});

/** Writes a link that somebody asked for without being signed in, and has it mailed. */
export function writeAccountLink(pool: pg.Pool): (payload: unknown) => Promise<void> {
  const store = accountStore(pool);
  return async (raw) => {
    const { user_id, kind, link, asked_at } = payloadSchema.parse(raw);
    await store.writeLink(user_id, kind, link, asked_at);
  };
}
