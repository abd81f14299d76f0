import { Pool, type ClientConfig } from 'pg';
import { openAccessTokens } from '#server/accounts/tokens.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { loginOf, secrets } from './database.ts';

/** Access tokens of sessions, in their order, that a server on this database takes which serves at `siteUrl`. */
export async function tokensOf(
  owner: ClientConfig,
  siteUrl: string,
  people: readonly Caller[],
): Promise<string[]> {
  const pool = new Pool(loginOf('hamla_accounts', owner));
  try {
    const options = { pool, secrets, clock: systemClock, siteUrl: () => siteUrl };
    const tokens = await openAccessTokens(options);
    return await Promise.all(
      people.map(({ user_id, session_id }) => {
        const user = { id: user_id, email: '', role: 'authenticated' };
        const session = { id: session_id, aal: 'aal2', amr: [] };
        return tokens.sign({ user, session } as never, new Date());
      }),
    );
  } finally {
    await pool.end();
  }
}
