import type { Caller } from '../platform/http/operations.ts';
import { type Accounts, type LinkWish, linkOrder } from './account-context.ts';
import { accountPolicy, metadataLimit } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import type { AccountUser, Opened } from './account-store.ts';
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts';
import { forBearer, readUser } from './read-user.ts';
import { attemptPassword } from './sign-in.ts';
import { checkLanguage, checkRole } from './user-metadata.ts';

export interface UserChange {
  /** Normalised. */
  email: string | undefined;
  password: string | undefined;
  /** Proves the person again where the sign-in is not fresh. */
  currentPassword: string | undefined;
  /** Merged into the metadata; null takes a key away. `role` goes through `assign_role`. */
  metadata: Record<string, unknown> | undefined;
  link: LinkWish;
}

/**
 * PUT /user: any of password, e-mail, metadata, in one transaction. A new password ends the other sessions and is
 * announced by mail; a new e-mail counts once its link is opened (at once where confirmation is off).
 * @throws AccountRefusal same_password, weak_password, email_exists, current_password_required / _invalid,
 *   reauthentication_needed, over_email_send_rate_limit, validation_failed, role_change_refused, metadata_too_large, unavailable, and
 *   those of readUser.
 */
export async function updateUser(
  accounts: Accounts,
  caller: Caller,
  change: UserChange,
): Promise<AccountUser> {
  const opened = await readUser(accounts, caller);
  const now = accounts.clock.now();
  if (change.metadata) {
    checkRole(change.metadata);
    // A null takes the key away.
    if (change.metadata.language !== null) checkLanguage(change.metadata);
  }
  const newEmail = change.email === opened.user.email ? undefined : change.email;
  if (change.password !== undefined || newEmail !== undefined) {
    await proveAgain(accounts, opened, change.currentPassword, now);
  }
  const password = await newPassword(accounts, caller.user_id, change.password);
  const { user } = await forBearer(
    accounts.store.updateUser(
      caller,
      {
        known_password_hash: password?.known ?? null,
        password_hash: password?.hash ?? null,
        new_email: newEmail ?? null,
        metadata: change.metadata ?? null,
        metadata_limit: metadataLimit,
      },
      linkOrder(accounts, 'email_change', change.link, now),
      accounts.confirmation,
      now,
    ),
  );
  return user;
}

/** What guards the account is changed by its owner: the current password, or a sign-in of the last minutes. */
async function proveAgain(
  accounts: Accounts,
  { user, session }: Opened,
  currentPassword: string | undefined,
  now: Date,
): Promise<void> {
  if (currentPassword !== undefined) {
    const right = await attemptPassword(accounts, user.email, currentPassword, now);
    if (!right) throw new AccountRefusal('current_password_invalid');
    await accounts.store.forgetFailures(user.email);
    return;
  }
  const [latest] = session.amr;
  if (latest && now.getTime() / 1000 - latest.timestamp <= accountPolicy.freshSignIn) return;
  throw new AccountRefusal(
    latest?.method === 'recovery' ? 'reauthentication_needed' : 'current_password_required',
  );
}

async function newPassword(accounts: Accounts, userId: string, password: string | undefined) {
  if (password === undefined) return null;
  await checkPasswordStrength(password);
  const { password_hash: known } = await accounts.store.readPasswordHash(userId);
  if (await verifyPassword(known, password)) throw new AccountRefusal('same_password');
  return { known, hash: await hashPassword(password) };
}
