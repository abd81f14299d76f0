import { isIPv6 } from 'node:net';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { translateDatabaseError } from '../platform/database/query.ts';
import { accountPolicy } from './account-policy.ts';
import type { Clock } from '../platform/clock.ts';
import { AccountRefusal } from './account-refusal.ts';
import { accountStore } from './account-store.ts';

/**
 * Requests limited by network address. Refresh and sign-out are not limited, because a refused refresh would end a
 * valid session.
 */
const limited = [
  'sign_in',
  'sign_up',
  'recover',
  'resend',
  'otp',
  'verify',
  'exchange',
  'factors',
] as const;
export type LimitedRequest = (typeof limited)[number];

export interface RateLimits {
  /** @throws AccountRefusal over_request_rate_limit with the seconds to wait. */
  count(request: LimitedRequest, address: string): Promise<void>;
}

/**
 * Limits by network address, stored in PostgreSQL: shared by servers, kept over restarts, in real time.
 * (auth.begin_sign_in limits by account.)
 */
export function rateLimits(pool: pg.Pool, clock: Clock): RateLimits {
  const store = accountStore(pool);
  const limiters = new Map(
    limited.map((request) => [
      request,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        schemaName: 'auth',
        tableName: 'request_counts',
        tableCreated: true,
        keyPrefix: request,
        points: accountPolicy.perAddress.requests,
        duration: accountPolicy.perAddress.seconds,
      }),
    ]),
  );
  return {
    async count(request, address) {
      try {
        await limiters.get(request)?.consume(networkOf(address));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw translateDatabaseError(refused);
        // Records only the first refusal of a series.
        if (refused.consumedPoints === accountPolicy.perAddress.requests + 1)
          await store.recordRefusal('limit_reached', null, clock.now());
        throw new AccountRefusal('over_request_rate_limit', {
          retryAfterSeconds: secondsToWait(refused),
        });
      }
    },
  };
}

/** After how many seconds a refused request is counted again. */
export const secondsToWait = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1000));

/** IPv6 addresses count by their /64 network, which one user may hold entirely. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`;
}
