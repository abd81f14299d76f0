import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  passwordLengthIsAllowed,
} from '#domain/accounts/password.ts';
import { openSlots } from '../platform/slots.ts';
import { AccountRefusal, type WeakPasswordReason, type Words } from './account-refusal.ts';

/** Argon2id (the library's default kind) as OWASP asks: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** More at once only fight for the cores. */
const inSlot = openSlots({
  atOnce: 2,
  waiting: 200,
  refusal: () => new AccountRefusal('unavailable', { retryAfterSeconds: 2 }),
});

/** One spelling for what keyboards type in several ways. */
const normal = (password: string) => password.normalize('NFKC');

/** @throws AccountRefusal unavailable, while too many passwords wait. */
export const hashPassword = (password: string): Promise<string> =>
  inSlot(() => hash(normal(password), cost));

/** Made at once, so that the first unknown account takes no longer than the next. */
const nobody = hashPassword(randomBytes(32).toString('base64'));

/**
 * Compares with the account's hash; without one, with a hash nobody knows, so that both take the same time.
 * @throws AccountRefusal unavailable, while too many passwords wait.
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const compared = passwordHash ?? (await nobody);
  const matches = await inSlot(() => verify(compared, normal(password)));
  return matches && passwordHash !== null;
}

let common: Promise<Set<string>> | undefined;

/** The passwords most often found in breaches, lower case; read on first use. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common/dist/passwords.json.mjs').then(
    (list) => new Set(list.default),
  );
  return common;
}

/**
 * SPEC section 5: at least 6 characters; the provider refuses weak passwords with their reasons.
 * @throws AccountRefusal weak_password (length, pwned) or validation_failed when too long.
 */
export async function checkPasswordStrength(password: string): Promise<void> {
  if (!passwordLengthIsAllowed(password)) {
    if (password.length >= PASSWORD_MAX_LENGTH) {
      throw new AccountRefusal('validation_failed', {
        words: {
          en: `Password cannot be longer than ${PASSWORD_MAX_LENGTH} characters.`,
          ar: `الحد الأقصى لعدد أحرف كلمة المرور: ${PASSWORD_MAX_LENGTH}.`,
        },
      });
    }
    throw weak('length', {
      en: `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`,
      ar: `الحد الأدنى لعدد أحرف كلمة المرور: ${PASSWORD_MIN_LENGTH}.`,
    });
  }
  if ((await commonPasswords()).has(normal(password).toLowerCase())) {
    throw weak('pwned', {
      en: 'Password is known to be weak and easy to guess, please choose a different one.',
      ar: 'كلمة المرور هذه شائعة ويسهل تخمينها. اختر كلمة أخرى.',
    });
  }
}

const weak = (reason: WeakPasswordReason, words: Words) =>
  new AccountRefusal('weak_password', { words, weakPassword: [reason] });
