import {
  type Accounts,
  type Sender,
  type SessionReply,
  sessionReply,
  sessionTerms,
} from './account-context.ts';
import { accountPolicy } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import type { PasswordGuess } from './account-store.ts';
import { verifyPassword } from './passwords.ts';

/**
 * SPEC section 7, sign in with password. Known and unknown accounts cost the same work and back off alike. A ban or a
 * missing confirmation is revealed only with the right password.
 * @throws AccountRefusal invalid_credentials, email_not_confirmed, user_banned, over_request_rate_limit, unavailable.
 */
export async function signIn(
  accounts: Accounts,
  input: { email: string; password: string; sender: Sender },
): Promise<SessionReply> {
  await accounts.limits.count('sign_in', input.sender.address);
  const now = accounts.clock.now();
  const { freeFailures, longestBackOff } = accountPolicy;
  const guess = await accounts.store.beginSignIn(input.email, freeFailures, longestBackOff, now);
  const known = await checkGuess(accounts, guess, input.password, now);
  if (!known) throw new AccountRefusal('invalid_credentials');
  const opened = await accounts.store.finishSignIn(
    known.user_id,
    known.password_hash,
    sessionTerms(accounts, input.sender, now),
  );
  return sessionReply(accounts, opened, now);
}

/**
 * Compares a password whose attempt was already counted; after a right one the caller resets the count.
 * @returns null for a wrong password or no such account.
 * @throws AccountRefusal over_request_rate_limit during the back-off, unavailable while too many passwords wait.
 */
export async function checkGuess(
  accounts: Accounts,
  { blocked_seconds, user_id, password_hash }: PasswordGuess,
  password: string,
  now: Date,
): Promise<{ user_id: string; password_hash: string } | null> {
  if (blocked_seconds !== undefined) {
    throw new AccountRefusal('over_request_rate_limit', { retryAfterSeconds: blocked_seconds });
  }
  const matches = await verifyPassword(password_hash, password);
  if (!matches || !user_id || !password_hash) {
    await accounts.store.recordWrongGuess('wrong_password', user_id, now);
    return null;
  }
  return { user_id, password_hash };
}
