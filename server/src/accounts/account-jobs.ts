import { accountPolicy, after } from './account-policy.ts';
import { accountStore } from './account-store.ts';
import { type AccountJobDeps, sendAccountMail } from './send-account-mail.ts';

/** The jobs of the accounts by task name, each safe to run again. */
export function accountJobs(
  deps: AccountJobDeps,
): Record<string, (payload: unknown) => Promise<void>> {
  return {
    send_account_mail: sendAccountMail(deps),
    sweep_accounts: () => sweepAccounts(deps),
  };
}

/** Takes away links, sessions and counts that no longer have a use; once a day. */
export async function sweepAccounts({
  pool,
  clock,
}: Pick<AccountJobDeps, 'pool' | 'clock'>): Promise<void> {
  await accountStore(pool).sweep(after(clock.now(), -accountPolicy.keep));
}
