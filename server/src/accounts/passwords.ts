import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  passwordLengthIsAllowed,
} from '#domain/accounts/password.ts';
import { createLimiter } from '../platform/concurrency/limiter.ts';
import { AccountRefusal, type WeakPasswordReason, type Messages } from './account-refusal.ts';
import { PASSWORD_MIN_GUESSES, estimatePassword } from './password-strength.ts';

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
 * @param personal names and addresses of the owner, which add no strength.
 * @throws AccountRefusal weak_password (length, pwned, personal, predictable), or validation_failed when it is too
 * long.
 */
export async function checkPasswordStrength(
  password: string,
  personal: readonly string[],
): Promise<void> {
  if (!passwordLengthIsAllowed(password)) {
    if (password.length >= PASSWORD_MAX_LENGTH) {
      throw new AccountRefusal('validation_failed', {
        messages: {
          en: `Password cannot be longer than ${PASSWORD_MAX_LENGTH} characters.`,
          ar: `الحد الأقصى لعدد أحرف كلمة المرور: ${PASSWORD_MAX_LENGTH}.`,
        },
      });
    }
    throw weak(['length']);
  }
  const { guesses, weaknesses, isCommon } = await estimatePassword(password, personal);
  if (isCommon) throw weak(['pwned']);
  if (guesses < PASSWORD_MIN_GUESSES)
    throw weak(weaknesses.length > 0 ? weaknesses : ['predictable']);
}

const weaknessMessages: Record<WeakPasswordReason, Messages> = {
  length: {
    en: `Password should be at least ${PASSWORD_MIN_LENGTH} characters.`,
    ar: `الحد الأدنى لعدد أحرف كلمة المرور: ${PASSWORD_MIN_LENGTH}.`,
  },
  pwned: {
    en: 'Password is known to be weak and easy to guess, please choose a different one.',
    ar: 'كلمة المرور هذه شائعة ويسهل تخمينها. اختر كلمة أخرى.',
  },
  personal: {
    en: 'Your own name, company and email address and the name Hamla add no strength to a password. Add characters that nobody can guess.',
    ar: 'لا يُحتسب في كلمة المرور اسمك ولا اسم شركتك ولا بريدك الإلكتروني ولا اسم حملة. أضف أحرفًا لا يعرفها أحد.',
  },
  predictable: {
    en: 'Common words, repeats and sequences such as 1234 add no strength to a password. Add characters that do not follow a pattern.',
    ar: 'لا تُحتسب في كلمة المرور الكلمات الشائعة ولا التكرار ولا التسلسل مثل 1234. أضف أحرفًا لا تتبع نمطًا.',
  },
};

function weak(reasons: WeakPasswordReason[]): AccountRefusal {
  const joined = (language: keyof Messages) =>
    reasons.map((reason) => weaknessMessages[reason][language]).join(' ');
  return new AccountRefusal('weak_password', {
    messages: { en: joined('en'), ar: joined('ar') },
    weakPassword: reasons,
  });
}
