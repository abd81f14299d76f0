import { accountPolicy, after } from './account-policy.ts';
import { accountStore } from './account-store.ts';
import { type AccountJobDeps, sendAccountMail } from './send-account-mail.ts';
import { writeAccountLink } from './write-account-link.ts';

/** The jobs of the accounts by task name. Each can run twice without harm. */
export function accountJobs(
  deps: AccountJobDeps,
): Record<string, (payload: unknown) => Promise<void>> {
  return {
    write_account_link: writeAccountLink(deps.pool),
    send_account_mail: sendAccountMail(deps),
    sweep_accounts: () => sweepAccounts(deps),
    remove_lost_factors: () => removeLostFactors(deps),
  };
}

/** Deletes expired links, sessions, counts, security events and known devices; once a day. */
async function sweepAccounts({
  pool,
  clock,
}: Pick<AccountJobDeps, 'pool' | 'clock'>): Promise<void> {
  const store = accountStore(pool);
  const now = clock.now();
  await store.sweep(after(now, -accountPolicy.keep));
  await store.sweepSecurityEvents(now);
}

/** Removes the second factors whose removal was confirmed 24 hours ago and not withdrawn; every minute. */
async function removeLostFactors({
  pool,
  clock,
}: Pick<AccountJobDeps, 'pool' | 'clock'>): Promise<void> {
  await accountStore(pool).removeLostFactors(clock.now());
}
