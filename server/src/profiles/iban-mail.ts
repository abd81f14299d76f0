import { formatMoment } from '#domain/date-format.ts';
import type { Language } from '#domain/languages.ts';
import { asTyped, isolated, renderMail, type MailWords } from '../platform/mail-message.tsx';

/** What an agency is told of an IBAN that it has asked for. */
export interface IbanMail {
  kind: 'requested' | 'approved' | 'rejected';
  siteUrl: string;
  /** Both in part ("SA03 … 7519"); null: nothing was paid to before. */
  iban: string;
  previous_iban: string | null;
  /** The first moment at which it can take effect. */
  earliest_at: string;
  /** Why it was rejected. */
  reason: string | null;
}

const english = (mail: IbanMail): MailWords => {
  const { iban, previous_iban, earliest_at, reason } = mail;
  const close = {
    action: { label: 'See where you are paid', url: `${mail.siteUrl}/profile/agency?step=2#iban` },
    footnote: 'If this was not you, write to us at once:',
    contact: `${mail.siteUrl}/#contact`,
  };
  const until = previous_iban
    ? `Until then your payouts go to ${previous_iban} as before.`
    : 'Until then nothing is paid out.';
  const instead = previous_iban
    ? `Your payouts go to ${previous_iban} as before.`
    : 'Nothing is paid out before you give us another.';
  switch (mail.kind) {
    case 'requested':
      return {
        subject: 'Another IBAN for your payouts',
        paragraphs: [
          `Somebody signed in to your agency's Hamla account asked for its payouts to go to ${iban}.`,
          `It takes effect once our staff have approved it, on ${formatMoment(earliest_at, 'en', 'long')} (Riyadh) at the earliest. ${until}`,
          'You can withdraw it in your profile.',
        ],
        ...close,
      };
    case 'approved':
      return {
        subject: 'Your payouts go to another IBAN',
        paragraphs: [`From now on your agency's payouts go to ${iban}.`],
        ...close,
      };
    case 'rejected':
      return {
        subject: 'We did not take the IBAN for your payouts',
        paragraphs: [`We did not approve ${iban}. ${instead}`, `Why: ${asTyped(reason ?? '')}`],
        ...close,
      };
  }
};

const arabic = (mail: IbanMail): MailWords => {
  const { earliest_at, reason } = mail;
  const iban = isolated(mail.iban);
  const previous = mail.previous_iban && isolated(mail.previous_iban);
  const close = {
    action: {
      label: 'عرض حساب صرف المستحقات',
      url: `${mail.siteUrl}/profile/agency?step=2#iban`,
    },
    footnote: 'إذا لم تكن أنت من طلب ذلك فتواصل معنا فورًا:',
    contact: `${mail.siteUrl}/ar#contact`,
  };
  const until = previous
    ? `وحتى ذلك الحين يستمر صرف مستحقاتك إلى ${previous}.`
    : 'وحتى ذلك الحين لا تُصرف أي مستحقات.';
  const instead = previous
    ? `يستمر صرف مستحقاتك إلى ${previous}.`
    : 'لا تُصرف أي مستحقات حتى تزوّدنا برقم آخر.';
  switch (mail.kind) {
    case 'requested':
      return {
        subject: 'رقم آيبان آخر لصرف مستحقاتك',
        paragraphs: [
          `تلقّينا من حساب وكالتك في حملة طلبًا لصرف المستحقات إلى رقم الآيبان ${iban}.`,
          `يسري بعد أن يعتمده فريق العمليات، وذلك في ${formatMoment(earliest_at, 'ar', 'long')} بتوقيت الرياض على أقرب تقدير. ${until}`,
          'يمكنك سحب الطلب من ملف الوكالة.',
        ],
        ...close,
      };
    case 'approved':
      return {
        subject: 'تُصرف مستحقاتك إلى رقم آيبان آخر',
        paragraphs: [`ابتداءً من الآن تُصرف مستحقات وكالتك إلى رقم الآيبان ${iban}.`],
        ...close,
      };
    case 'rejected':
      return {
        subject: 'لم نعتمد رقم الآيبان لصرف مستحقاتك',
        paragraphs: [`لم نعتمد رقم الآيبان ${iban}. ${instead}`, `السبب: ${asTyped(reason ?? '')}`],
        ...close,
      };
  }
};

const wordsIn = { en: english, ar: arabic };

/** The mail in words: subject, HTML and the same as plain text. */
export function renderIbanMail(
  mail: IbanMail,
  language: Language,
): Promise<{ subject: string; html: string; text: string }> {
  return renderMail(wordsIn[language](mail), language);
}
