import type { Caller } from '../platform/http/operations.ts';
import type { Accounts } from './account-context.ts';
import { forBearer } from './read-user.ts';

export const signOutScopes = ['global', 'local', 'others'] as const;
type SignOutScope = (typeof signOutScopes)[number];

/**
 * SPEC section 7, sign out: all sessions, this one, or all others. Live streams of an ended session close.
 * @throws AccountRefusal session_not_found; reauthentication_needed for more than itself while the session waits for its
 *   second factor.
 */
export async function signOut(
  accounts: Accounts,
  caller: Caller,
  scope: SignOutScope,
): Promise<void> {
  const { user_id, session_id } = caller;
  await forBearer(accounts.store.signOut(user_id, session_id, scope, accounts.clock.now()));
}
