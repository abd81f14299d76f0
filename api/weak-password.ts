import { PASSWORD_MIN_LENGTH, passwordMinGuesses } from '#domain/accounts/password.ts';
import type { Language } from '#domain/languages.ts';
import { estimatePassword } from './password-strength.ts';

/** `length` and `pwned` are auth-js's own reasons; the others are added by this product, and auth-js passes them on. */
export type WeakPasswordReason = 'length' | 'pwned' | 'personal' | 'predictable';

interface WeakPassword {
  reasons: WeakPasswordReason[];
  /** They name the parts that add no strength, and an addition that would do. No log may have them. */
  messages: Record<Language, string>;
}

export interface PasswordOwner {
  /** Names and addresses, which add no strength. */
  personal: readonly string[];
  role: unknown;
}

/** SPEC section 5: weak passwords are refused with reasons. Screens show the same words while the person types. */
export async function findWeakness(
  password: string,
  { personal, role }: PasswordOwner,
): Promise<WeakPassword | null> {
  if (Array.from(password).length < PASSWORD_MIN_LENGTH) {
    return {
      reasons: ['length'],
      messages: {
        en: `Use at least ${PASSWORD_MIN_LENGTH} characters.`,
        ar: `استخدم ${PASSWORD_MIN_LENGTH} أحرف على الأقل.`,
      },
    };
  }
  const floor = passwordMinGuesses(role);
  const { guesses, weakParts, isCommon, missing } = await estimatePassword(
    password,
    personal,
    floor,
  );
  if (guesses >= floor && !isCommon) return null;
  const add = addition(missing);
  const partsOf = (reason: WeakPasswordReason) => [
    ...new Set(weakParts.flatMap((part) => (part.weakness === reason ? part.text : []))),
  ];
  const named = (['personal', 'predictable'] as const).filter((one) => partsOf(one).length > 0);
  const reasons = isCommon ? (['pwned'] as const) : named;
  const inLanguage = (language: Language) =>
    [...reasons.map((reason) => sentence[language][reason](partsOf(reason))), add[language]].join(
      ' ',
    );
  return {
    reasons: reasons.length > 0 ? [...reasons] : ['predictable'],
    messages: { en: inLanguage('en'), ar: inLanguage('ar') },
  };
}

/** What is typed keeps its own direction. */
const quoted = (parts: readonly string[], [opening, closing]: readonly [string, string]) =>
  parts.map((part) => `${opening}\u2068${part}\u2069${closing}`);
const english = (parts: readonly string[]) => quoted(parts, ['“', '”']).join(', ');
const arabic = (parts: readonly string[]) => quoted(parts, ['«', '»']).join('، ');

type Sentence = (parts: readonly string[]) => string;
const sentence: Record<Language, Record<Exclude<WeakPasswordReason, 'length'>, Sentence>> = {
  en: {
    pwned: () => 'This whole password is known from leaks or easy to guess.',
    personal: (parts) =>
      `Your own name, company and contact details and the name Hamla add no strength to a password: ${english(parts)}.`,
    predictable: (parts) =>
      `Common words, repeats and sequences add no strength to a password: ${english(parts)}.`,
  },
  ar: {
    pwned: () => 'كلمة المرور هذه كلها معروفة من تسريبات سابقة أو يسهل تخمينها.',
    personal: (parts) =>
      `لا يُحتسب في كلمة المرور اسمك ولا اسم شركتك ولا بيانات التواصل معك ولا اسم حملة: ${arabic(parts)}.`,
    predictable: (parts) =>
      `لا تُحتسب في كلمة المرور الكلمات الشائعة ولا التكرار ولا التسلسل: ${arabic(parts)}.`,
  },
};

function addition(count: number): Record<Language, string> {
  const arabicForms: Record<number, string> = {
    1: 'أضف حرفًا أو رقمًا آخر لا يتبع نمطًا.',
    2: 'أضف حرفين أو رقمين آخرين لا يتبعان نمطًا.',
  };
  return {
    en: `Add ${count === 1 ? '1 more letter or digit' : `${count} more letters or digits`} that nobody can guess.`,
    ar: arabicForms[count] ?? `أضف ${count} أحرف أو أرقام أخرى لا تتبع نمطًا.`,
  };
}
