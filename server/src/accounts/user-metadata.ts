import { isRole } from '#domain/accounts/roles.ts';
import { AccountRefusal } from './account-refusal.ts';

/**
 * SPEC section 6: the role in the metadata is company or agency or absent. It routes screens; `user_roles` authorises.
 * @throws AccountRefusal validation_failed (422).
 */
export function checkRole(metadata: Record<string, unknown>): void {
  if (!Object.hasOwn(metadata, 'role')) return;
  if (isRole(metadata.role)) return;
  throw new AccountRefusal('validation_failed', {
    status: 422,
    words: 'role: choose company or agency.',
  });
}
