import { isRole } from '#domain/accounts/roles.ts';
import { isLanguage } from '#domain/languages.ts';
import { AccountRefusal, type Messages } from './account-refusal.ts';

/**
 * SPEC section 6: the role in the metadata is company, agency or absent. It chooses screens; `user_roles` authorises.
 * @throws AccountRefusal validation_failed (422).
 */
export function checkRole(metadata: Record<string, unknown>): void {
  if (!Object.hasOwn(metadata, 'role')) return;
  if (isRole(metadata.role)) return;
  throw refused({
    en: 'role: choose company or agency.',
    ar: 'نوع الحساب: اختر شركة أو وكالة.',
  });
}

/**
 * The language in the metadata is one of the product's or absent; mails are written in it.
 * @throws AccountRefusal validation_failed (422).
 */
export function checkLanguage(metadata: Record<string, unknown>): void {
  if (!Object.hasOwn(metadata, 'language')) return;
  if (isLanguage(metadata.language)) return;
  throw refused({
    en: 'language: choose en or ar.',
    ar: 'اللغة: اختر العربية أو الإنجليزية.',
  });
}

const refused = (messages: Messages) =>
  new AccountRefusal('validation_failed', { status: 422, messages });
