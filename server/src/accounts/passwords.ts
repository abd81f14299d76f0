import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { findWeakness, type PasswordOwner } from '#api/weak-password.ts';
import { PASSWORD_MAX_LENGTH } from '#domain/accounts/password.ts';
import { createLimiter } from '../platform/concurrency/limiter.ts';
import { AccountRefusal } from './account-refusal.ts';

/** Argon2id (the library's default variant) with OWASP's parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Hashing is bound by the processor, so more at once would only slow each other down. */
const runLimited = createLimiter({
  maxConcurrent: 2,
  maxWaiting: 200,
  refusal: () => new AccountRefusal('unavailable', { retryAfterSeconds: 2 }),
});

/** One form of a password that keyboards encode in several ways. */
const normal = (password: string) => password.normalize('NFKC');

/** @throws AccountRefusal unavailable while too many passwords wait. */
export const hashPassword = (password: string): Promise<string> =>
  runLimited(() => hash(normal(password), cost));

/** Hashed when the module loads, so that the first unknown account takes no longer than the next. */
const nobody = hashPassword(randomBytes(32).toString('base64'));

/**
 * Compares with the account's hash; without one, with a hash of a random password, so that both take the same time.
 * @throws AccountRefusal unavailable while too many passwords wait.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const compared = passwordHash ?? (await nobody);
  const matches = await runLimited(() => verify(compared, normal(password)));
  return matches && passwordHash !== null;
}

/**
 * SPEC section 5: at least 6 characters; weak passwords are refused with reasons.
 * @throws AccountRefusal weak_password (length, pwned, personal, predictable), or validation_failed when it is too
 * long.
 */
export async function checkPasswordStrength(password: string, owner: PasswordOwner): Promise<void> {
  if (Array.from(password).length > PASSWORD_MAX_LENGTH) {
    throw new AccountRefusal('validation_failed', {
      messages: {
        en: `Password cannot be longer than ${PASSWORD_MAX_LENGTH} characters.`,
        ar: `الحد الأقصى لعدد أحرف كلمة المرور: ${PASSWORD_MAX_LENGTH}.`,
      },
    });
  }
  const found = await findWeakness(password, owner);
  if (!found) return;
  throw new AccountRefusal('weak_password', {
    messages: found.messages,
    weakPassword: found.reasons,
  });
}
