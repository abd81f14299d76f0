import type pg from 'pg';
import { AppError } from '../platform/app-error.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import type { CallContext } from '../platform/http/operations.ts';
import { accountPolicy } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import { accountStore } from './account-store.ts';
import { stepOfCode } from './factors.ts';
import { verifyPassword } from './passwords.ts';

type By = Pick<CallContext, 'caller' | 'now'>;

/**
 * Looks at what a signed-in person shows outside the account service to prove who they are. Each try is counted before it
 * is looked at, together with those of the account service. What was found is decided by the transaction that needs it.
 */
export interface PersonProofs {
  /**
   * The hash of the account's password where it matches; null where it does not.
   * @throws AppError too_many_requests during the back-off, unavailable while too many passwords wait.
   */
  byPassword(by: By, password: string): Promise<string | null>;
  /**
   * The second factor whose code it is, with the code's time step; null where it is none's.
   * @throws AppError too_many_requests during the back-off.
   */
  byFactor(by: By, code: string): Promise<{ factor_id: string; step: number } | null>;
}

export function personProofs({ pool, secrets }: { pool: pg.Pool; secrets: Secrets }): PersonProofs {
  const store = accountStore(pool);
  const { freeFailures, longestBackOff } = accountPolicy;
  return {
    byPassword: ({ caller, now }, password) =>
      asAppError(async () => {
        const { user_id } = caller;
        const guess = await store.beginPasswordProof(user_id, freeFailures, longestBackOff, now);
        if (guess.blocked_seconds !== undefined) {
          throw new AppError('too_many_requests', { retryAfterSeconds: guess.blocked_seconds });
        }
        if (await verifyPassword(guess.password_hash, password)) return guess.password_hash;
        await store.recordWrongGuess('wrong_password', user_id, now);
        return null;
      }),
    byFactor: ({ caller, now }, code) =>
      asAppError(async () => {
        const { factors } = await store.beginFactorProof(caller, freeFailures, longestBackOff, now);
        if (/^\d{6}$/.test(code)) {
          const keys = secrets.accepted('second factors');
          for (const factor of factors) {
            const step = await stepOfCode(keys, factor, code, now);
            if (step !== null) return { factor_id: factor.id, step };
          }
        }
        await store.recordWrongCode(caller, now);
        return null;
      }),
  };
}

/** The refusals of the account service in the product's codes. */
async function asAppError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AccountRefusal)) throw error;
    const { retryAfterSeconds } = error;
    if (error.code === 'over_request_rate_limit')
      throw new AppError('too_many_requests', { retryAfterSeconds, cause: error });
    if (error.code === 'session_not_found')
      throw new AppError('session_not_found', { cause: error });
    if (error.code === 'unavailable')
      throw new AppError('unavailable', { retryAfterSeconds, cause: error });
    throw error;
  }
}
