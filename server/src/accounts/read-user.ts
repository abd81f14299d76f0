import type { Caller } from '../platform/http/operations.ts';
import type { Accounts } from './account-context.ts';
import { AccountRefusal } from './account-refusal.ts';
import type { OpenedSession } from './account-store.ts';
import { currentSender } from './sender.ts';

/**
 * The user and session of a bearer token. Checks signature and expiry only.
 * @throws AccountRefusal no_authorization, bad_jwt.
 */
export async function callerOf(
  accounts: Accounts,
  authorization: string | undefined,
): Promise<Caller> {
  const bearer = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (!bearer) throw new AccountRefusal('no_authorization');
  const caller = await accounts.verifyToken(bearer);
  if (!caller) throw new AccountRefusal('bad_jwt');
  currentSender()?.prove(caller.session_id);
  return caller;
}

/**
 * Reads the signed-in user from the database.
 * @throws AccountRefusal (403) user_not_found, session_not_found, user_banned.
 */
export function readUser(accounts: Accounts, caller: Caller): Promise<OpenedSession> {
  return withBearerStatus(
    accounts.store.readUser(
      caller.user_id,
      caller.session_id,
      accounts.confirmation,
      accounts.clock.now(),
    ),
  );
}

/** Changes the status of refusals that are 400 for a refresh token to 403 for a bearer token. */
export async function withBearerStatus<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (
      error instanceof AccountRefusal &&
      (error.code === 'session_not_found' || error.code === 'user_banned')
    ) {
      throw new AccountRefusal(error.code, { status: 403 });
    }
    throw error;
  }
}
