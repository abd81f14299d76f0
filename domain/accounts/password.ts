/** SPEC section 5: at least 6 characters. */
export const PASSWORD_MIN_LENGTH = 6;

/** Ours: long enough for any passphrase, short enough that hashing one stays cheap. */
export const PASSWORD_MAX_LENGTH = 200;

/** Whether a password's length is allowed, counted in Unicode characters: an Arabic letter or an emoji is one. */
export function passwordLengthIsAllowed(password: string): boolean {
  const length = Array.from(password).length;
  return length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH;
}
