import {
  type Accounts,
  type Sender,
  type SessionReply,
  sessionReply,
  sessionTerms,
} from './account-context.ts';
import { accountPolicy } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import { verifyPassword } from './passwords.ts';

/**
 * SPEC section 7, sign in with password. Known and unknown accounts cost the same work and back off alike; a ban or a
 * missing confirmation is told only to who knows the password.
 * @throws AccountRefusal invalid_credentials, email_not_confirmed, user_banned, over_request_rate_limit, unavailable.
 */
export async function signIn(
  accounts: Accounts,
  wish: { email: string; password: string; sender: Sender },
): Promise<SessionReply> {
  await accounts.limits.count('sign_in', wish.sender.address);
  const now = accounts.clock.now();
  const known = await attemptPassword(accounts, wish.email, wish.password, now);
  if (!known) throw new AccountRefusal('invalid_credentials');
  const opened = await accounts.store.finishSignIn(
    known.user_id,
    known.password_hash,
    sessionTerms(accounts, wish.sender, now),
  );
  return sessionReply(accounts, opened, now);
}

/**
 * One guess at an account's password, counted before it is looked at; the caller forgets the count after a right one.
 * @returns null for a wrong password or no such account.
 * @throws AccountRefusal over_request_rate_limit while the account backs off, unavailable while too many passwords wait.
 */
export async function attemptPassword(
  accounts: Accounts,
  email: string,
  password: string,
  now: Date,
): Promise<{ user_id: string; password_hash: string } | null> {
  const { freeFailures, longestBackOff } = accountPolicy;
  const attempt = await accounts.store.beginSignIn(email, freeFailures, longestBackOff, now);
  if (attempt.blocked_seconds !== undefined) {
    throw new AccountRefusal('over_request_rate_limit', {
      retryAfterSeconds: attempt.blocked_seconds,
    });
  }
  const matches = await verifyPassword(attempt.password_hash, password);
  if (!matches || !attempt.user_id || !attempt.password_hash) {
    await accounts.store.recordWrongPassword(attempt.user_id, now);
    return null;
  }
  return { user_id: attempt.user_id, password_hash: attempt.password_hash };
}
