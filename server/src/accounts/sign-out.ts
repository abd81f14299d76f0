import type { Caller } from '../platform/http/operations.ts';
import type { Accounts } from './account-context.ts';
import { withBearerStatus } from './read-user.ts';

export const signOutScopes = ['global', 'local', 'others'] as const;
type SignOutScope = (typeof signOutScopes)[number];

/**
 * SPEC section 7, sign out: all sessions, this one, or all others. Live updates of an ended session stop.
 * @throws AccountRefusal session_not_found; reauthentication_needed when a session that has not shown its second factor
 * ends more than itself.
 */
export async function signOut(
  accounts: Accounts,
  caller: Caller,
  scope: SignOutScope,
): Promise<void> {
  const { user_id, session_id } = caller;
  await withBearerStatus(accounts.store.signOut(user_id, session_id, scope, accounts.clock.now()));
}
