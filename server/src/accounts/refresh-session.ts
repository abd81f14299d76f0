import { type Accounts, type SessionReply, sessionReply } from './account-context.ts';
import { accountPolicy, after } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';

/**
 * Rotates a refresh token. The parent of the active token gets the active one again, because tabs race; an older one,
 * after the reuse interval, is theft and ends the session. Not limited, because a refused refresh would end a valid
 * session.
 * @throws AccountRefusal refresh_token_not_found, refresh_token_already_used, session_expired, session_not_found,
 * user_banned.
 */
export async function refreshSession(
  accounts: Accounts,
  refreshToken: string,
): Promise<SessionReply> {
  const now = accounts.clock.now();
  const token = accounts.derived.readRefreshToken(refreshToken, now);
  if (!token) throw new AccountRefusal('refresh_token_not_found');
  const opened = await accounts.store.refreshSession(token, {
    confirmation: accounts.confirmation,
    idle_since: after(now, -accountPolicy.sessionIdle),
    reuse_since: after(now, -accountPolicy.refreshReuse),
    now,
  });
  return sessionReply(accounts, opened, now);
}
