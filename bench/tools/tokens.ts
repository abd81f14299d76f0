import type { ClientConfig } from 'pg';
import { pino } from 'pino';
import { openAccessTokens } from '#server/accounts/tokens.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { openPools } from '#server/platform/database/pools.ts';
import { secrets } from './secrets.ts';

/** Access tokens of sessions, in their order, that a server on this database takes which serves at `siteUrl`. */
export async function tokensOf(
  owner: ClientConfig,
  siteUrl: string,
  people: readonly Caller[],
): Promise<string[]> {
  await using opened = new AsyncDisposableStack();
  const pools = openPools({ owner, secrets, log: pino({ level: 'error' }) });
  opened.defer(() => pools.close());
  const clock = { now: () => new Date() };
  const pool = pools.accounts;
  const tokens = await openAccessTokens({ pool, secrets, clock, siteUrl: () => siteUrl });
  return await Promise.all(
    people.map(({ user_id, session_id }) =>
      tokens.sign(
        {
          user: { id: user_id, email: '', role: 'authenticated' },
          session: { id: session_id, aal: 'aal2', amr: [] },
        } as never,
        clock.now(),
      ),
    ),
  );
}
