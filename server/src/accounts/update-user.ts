import type { Caller } from '../platform/http/operations.ts';
import { type Accounts, type LinkOptions, linkSettings } from './account-context.ts';
import { accountPolicy, metadataLimit, provenSince } from './account-policy.ts';
import { AccountRefusal } from './account-refusal.ts';
import type { AccountUser } from './account-store.ts';
import { checkPasswordStrength, hashPassword, verifyPassword } from './passwords.ts';
import { withBearerStatus, readUser } from './read-user.ts';
import { checkGuess } from './sign-in.ts';
import { checkLanguage, checkRole } from './user-metadata.ts';

interface UserChange {
  /** Normalised. The account's own address requests a link that proves the mailbox, while it is unproven. */
  email: string | undefined;
  password: string | undefined;
  /** Renews the session's proof of identity. Sent alone, it changes nothing else. */
  currentPassword: string | undefined;
  /** Merged into the metadata; null removes a key. `role` goes through `assign_role`. */
  metadata: Record<string, unknown> | undefined;
  link: LinkOptions;
}

/**
 * PUT /user: changes password, email or metadata in one transaction. A new password ends the other sessions and is
 * reported by mail; a new email takes effect when its link is opened (at once with confirmation off).
 * @throws AccountRefusal same_password, weak_password, email_exists, current_password_required / _invalid,
 * reauthentication_needed, insufficient_aal, over_email_send_rate_limit, validation_failed, role_change_refused,
 * metadata_too_large, unavailable, and those of readUser.
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
    // A null removes the key.
    if (change.metadata.language !== null) checkLanguage(change.metadata);
  }
  const newEmail = change.email === opened.user.email ? undefined : change.email;
  const proof =
    change.currentPassword === undefined
      ? null
      : await checkCurrentPassword(accounts, caller.user_id, change.currentPassword, now);
  if (!proof && (change.password !== undefined || newEmail !== undefined)) {
    // The transaction checks this again; here it avoids hashing a password for nothing.
    await withBearerStatus(
      accounts.store.checkProof(caller, newEmail === undefined, provenSince(now), now),
    );
  }
  const password = await newPassword(accounts, opened.user, change.password);
  const { user } = await withBearerStatus(
    accounts.store.updateUser(
      caller,
      {
        proven_password_hash: proof,
        known_password_hash: password?.known ?? null,
        password_hash: password?.hash ?? null,
        new_email: change.email ?? null,
        metadata: change.metadata ?? null,
        metadata_limit: metadataLimit,
      },
      linkSettings(accounts, 'email_change', change.link, now),
      accounts.confirmation,
      provenSince(now),
      now,
    ),
  );
  return user;
}

/**
 * Checks the current password. Wrong ones are counted for all sessions of the account together, separately from
 * sign-ins.
 * @returns the hash that it matched.
 * @throws AccountRefusal current_password_invalid, over_request_rate_limit, unavailable.
 */
async function checkCurrentPassword(
  accounts: Accounts,
  userId: string,
  currentPassword: string,
  now: Date,
): Promise<string> {
  const { freeFailures, longestBackOff } = accountPolicy;
  const guess = await accounts.store.beginPasswordProof(userId, freeFailures, longestBackOff, now);
  const right = await checkGuess(accounts, guess, currentPassword, now);
  if (!right) throw new AccountRefusal('current_password_invalid');
  return right.password_hash;
}

async function newPassword(accounts: Accounts, user: AccountUser, password: string | undefined) {
  if (password === undefined) return null;
  const { password_hash: known, personal_words: words } = await accounts.store.readPasswordHash(
    user.id,
  );
  const personal = [user.email, ...words];
  await checkPasswordStrength(password, { personal, role: user.user_metadata.role });
  if (await verifyPassword(known, password)) throw new AccountRefusal('same_password');
  return { known, hash: await hashPassword(password) };
}
