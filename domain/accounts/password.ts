import { isRole } from './roles.ts';

/** SPEC section 5: at least 6 characters. */
export const PASSWORD_MIN_LENGTH = 6;

/**
 * Ours: least estimated guesses of a new password (docs/decisions/0088-password-strength.md). An account without a role
 * may become one of the platform's staff.
 */
export const passwordMinGuesses = (role: unknown): number => (isRole(role) ? 100_000 : 1_000_000);

/** Ours: long enough for any passphrase, short enough that hashing one stays cheap. */
export const PASSWORD_MAX_LENGTH = 200;

/** Whether a password's length is allowed, counted in Unicode characters: an Arabic letter or an emoji is one. */
export function passwordLengthIsAllowed(password: string): boolean {
  const length = Array.from(password).length;
  return length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH;
}
