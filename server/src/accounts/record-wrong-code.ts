import type { Caller } from '../platform/http/operations.ts';
import type { Accounts } from './account-context.ts';
import { AccountRefusal } from './account-refusal.ts';

/** Runs the check of a second factor and records a wrong code or a back-off as a security event. */
export async function recordWrongCode<T>(
  accounts: Accounts,
  caller: Caller,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    const now = accounts.clock.now();
    if (error.code === 'mfa_verification_failed') await accounts.store.recordWrongCode(caller, now);
    if (error.code === 'over_request_rate_limit')
      await accounts.store.recordRefusal('factor_backed_off', caller.user_id, now);
    throw error;
  }
}
