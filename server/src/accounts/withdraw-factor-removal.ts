import type { Accounts, Sender } from './account-context.ts';
import { AccountRefusal } from './account-refusal.ts';

/**
 * Withdraws the removal of a second factor by the link in its mails, without a sign-in. A repeated call succeeds too.
 * @throws AccountRefusal otp_expired for an invalid token, and after the removal has taken effect.
 */
export async function withdrawFactorRemoval(
  accounts: Accounts,
  { token, sender }: { token: string; sender: Sender },
): Promise<void> {
  await accounts.limits.count('verify', sender.address);
  const now = accounts.clock.now();
  const read = accounts.derived.readFactorRemovalToken(token, now);
  if (!read) throw new AccountRefusal('otp_expired');
  await accounts.store.withdrawFactorRemoval(read.removal_id, now);
}
