import type { Language } from '#domain/languages.ts';
import type { QuotaName, ReachedQuota } from '#domain/quotas.ts';

/** A counted noun of Arabic; one and two of it are words without a figure. */
type ArabicNoun = Record<'one' | 'two' | 'few' | 'many' | 'other', string>;

const arabicForms = new Intl.PluralRules('ar');

const arabicCount = (count: number, noun: ArabicNoun) => {
  const form = arabicForms.select(count);
  if (form === 'one' || form === 'two') return noun[form];
  return `${count} ${noun[form === 'zero' ? 'other' : form]}`;
};

const englishCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const request: ArabicNoun = {
  one: 'طلب تمويل واحد',
  two: 'طلبي تمويل',
  few: 'طلبات تمويل',
  many: 'طلب تمويل',
  other: 'طلب تمويل',
};
const file: ArabicNoun = {
  one: 'ملف واحد',
  two: 'ملفين',
  few: 'ملفات',
  many: 'ملفًا',
  other: 'ملف',
};
const transfer: ArabicNoun = {
  one: 'حوالة واحدة',
  two: 'حوالتين',
  few: 'حوالات',
  many: 'حوالة',
  other: 'حوالة',
};
const message: ArabicNoun = {
  one: 'رسالة واحدة',
  two: 'رسالتين',
  few: 'رسائل',
  many: 'رسالة',
  other: 'رسالة',
};
const minute: ArabicNoun = {
  one: 'دقيقة واحدة',
  two: 'دقيقتين',
  few: 'دقائق',
  many: 'دقيقة',
  other: 'دقيقة',
};
const hour: ArabicNoun = {
  one: 'ساعة واحدة',
  two: 'ساعتين',
  few: 'ساعات',
  many: 'ساعة',
  other: 'ساعة',
};

const limits: Record<Language, Record<QuotaName, (limit: number) => string>> = {
  en: {
    tickets_to_agency: (limit) =>
      `You can send one agency ${englishCount(limit, 'request')} an hour.`,
    tickets: (limit) => `You can send ${englishCount(limit, 'request')} in 24 hours.`,
    uploads: (limit) => `You can upload ${englishCount(limit, 'file')} an hour.`,
    transfer_reports: (limit) => `You can report ${englishCount(limit, 'transfer')} in 24 hours.`,
    mails_to_others: (limit) =>
      `You can have ${englishCount(limit, 'message')} sent to other addresses in 24 hours.`,
    help_messages: (limit) => `You can send us ${englishCount(limit, 'message')} in 24 hours.`,
  },
  ar: {
    tickets_to_agency: (limit) =>
      `يمكنك إرسال ${arabicCount(limit, request)} كحد أقصى إلى الوكالة الواحدة خلال ساعة.`,
    tickets: (limit) => `يمكنك إرسال ${arabicCount(limit, request)} كحد أقصى خلال 24 ساعة.`,
    uploads: (limit) => `يمكنك رفع ${arabicCount(limit, file)} كحد أقصى خلال ساعة.`,
    transfer_reports: (limit) =>
      `يمكنك الإبلاغ عن ${arabicCount(limit, transfer)} كحد أقصى خلال 24 ساعة.`,
    mails_to_others: (limit) =>
      `يمكن إرسال ${arabicCount(limit, message)} كحد أقصى إلى عناوين أخرى خلال 24 ساعة.`,
    help_messages: (limit) =>
      `يمكنك إرسال ${arabicCount(limit, message)} إلينا كحد أقصى خلال 24 ساعة.`,
  },
};

/** Hours from two hours on, else minutes; rounded up, so that nobody tries again too early. */
function waitIn(language: Language, seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const hours = Math.ceil(minutes / 60);
  const isLong = minutes >= 120;
  if (language === 'ar') return isLong ? arabicCount(hours, hour) : arabicCount(minutes, minute);
  return isLong ? englishCount(hours, 'hour') : englishCount(minutes, 'minute');
}

/** The same in both languages. */
export const quotaMessages = (quota: ReachedQuota): Record<Language, string> => ({
  en: quotaMessage(quota, 'en'),
  ar: quotaMessage(quota, 'ar'),
});

/** A sentence with the limit and the time. */
export function quotaMessage({ name, limit, retry_after_s }: ReachedQuota, language: Language) {
  const wait = waitIn(language, retry_after_s);
  const goOn = language === 'ar' ? `حاول مرة أخرى بعد ${wait}.` : `You can go on in ${wait}.`;
  return `${limits[language][name](limit)} ${goOn}`;
}
