import { formatDateTime } from '#domain/date-format.ts';
import type { Language } from '#domain/languages.ts';
import { asTyped, isolated, renderMail, type MailWords } from '../platform/mail/mail-message.ts';

/** What an agency is told of the IBAN that it asked to be paid to, or a company of the one for its refunds. */
export interface IbanMail {
  holder: 'agency' | 'company';
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

/** Where the caller sees it. */
const urlOf = ({ holder, siteUrl }: IbanMail) =>
  holder === 'agency'
    ? `${siteUrl}/profile/agency?step=2#iban`
    : `${siteUrl}/account-statement#refunds`;

const english = (mail: IbanMail): MailWords => {
  const { iban, previous_iban, earliest_at, reason } = mail;
  const isAgency = mail.holder === 'agency';
  const payouts = isAgency ? 'payouts' : 'refunds';
  const close = {
    action: {
      label: isAgency ? 'See where you are paid' : 'See where your refunds go',
      url: urlOf(mail),
    },
    footnote: 'If this was not you, write to us at once:',
    contact: `${mail.siteUrl}/#contact`,
  };
  const until = previous_iban
    ? `Until then your ${payouts} go to ${previous_iban} as before.`
    : isAgency
      ? 'Until then nothing is paid out.'
      : 'Until then refunds go back only to an IBAN from which you have paid.';
  const instead = previous_iban
    ? `Your ${payouts} go to ${previous_iban} as before.`
    : isAgency
      ? 'Nothing is paid out before you give us another.'
      : 'Refunds go back only to an IBAN from which you have paid.';
  switch (mail.kind) {
    case 'requested':
      return {
        subject: `Another IBAN for your ${payouts}`,
        paragraphs: [
          `Somebody signed in to your ${mail.holder}'s Hamla account asked for its ${payouts} to go to ${iban}.`,
          `It takes effect once our staff have approved it, on ${formatDateTime(earliest_at, 'en', 'long')} (Riyadh) at the earliest. ${until}`,
          isAgency
            ? 'You can withdraw it in your profile.'
            : 'You can withdraw it beside your statement of account.',
        ],
        ...close,
      };
    case 'approved':
      return {
        subject: `Your ${payouts} go to another IBAN`,
        paragraphs: [`From now on your ${mail.holder}'s ${payouts} go to ${iban}.`],
        ...close,
      };
    case 'rejected':
      return {
        subject: `We did not take the IBAN for your ${payouts}`,
        paragraphs: [`We did not approve ${iban}. ${instead}`, `Why: ${asTyped(reason ?? '')}`],
        ...close,
      };
  }
};

const arabic = (mail: IbanMail): MailWords => {
  const { earliest_at, reason } = mail;
  const iban = isolated(mail.iban);
  const previous = mail.previous_iban && isolated(mail.previous_iban);
  const isAgency = mail.holder === 'agency';
  const close = {
    action: {
      label: isAgency ? 'عرض حساب صرف المستحقات' : 'عرض حساب استلام المبالغ المردودة',
      url: urlOf(mail),
    },
    footnote: 'إذا لم تكن أنت من طلب ذلك فتواصل معنا فورًا:',
    contact: `${mail.siteUrl}/ar#contact`,
  };
  const goes = isAgency ? 'صرف مستحقاتك' : 'إرسال المبالغ المردودة';
  const until = previous
    ? `وحتى ذلك الحين يستمر ${goes} إلى ${previous}.`
    : isAgency
      ? 'وحتى ذلك الحين لا تُصرف أي مستحقات.'
      : 'وحتى ذلك الحين لا تُعاد المبالغ المردودة إلا إلى رقم آيبان سبق أن دفعت منه.';
  const instead = previous
    ? `يستمر ${goes} إلى ${previous}.`
    : isAgency
      ? 'لا تُصرف أي مستحقات حتى تزوّدنا برقم آخر.'
      : 'لا تُعاد المبالغ المردودة إلا إلى رقم آيبان سبق أن دفعت منه.';
  switch (mail.kind) {
    case 'requested':
      return {
        subject: isAgency ? 'رقم آيبان آخر لصرف مستحقاتك' : 'رقم آيبان آخر لاستلام المبالغ المردودة',
        paragraphs: [
          isAgency
            ? `تلقّينا من حساب وكالتك في حملة طلبًا لصرف المستحقات إلى رقم الآيبان ${iban}.`
            : `تلقّينا من حساب شركتك في حملة طلبًا لإرسال المبالغ المردودة إلى رقم الآيبان ${iban}.`,
          `يسري بعد أن يعتمده فريق العمليات، وذلك في ${formatDateTime(earliest_at, 'ar', 'long')} بتوقيت الرياض على أقرب تقدير. ${until}`,
          isAgency ? 'يمكنك سحب الطلب من ملف الوكالة.' : 'يمكنك سحب الطلب من صفحة كشف الحساب.',
        ],
        ...close,
      };
    case 'approved':
      return {
        subject: isAgency
          ? 'تُصرف مستحقاتك إلى رقم آيبان آخر'
          : 'تُرسل المبالغ المردودة إليك على رقم آيبان آخر',
        paragraphs: [
          isAgency
            ? `ابتداءً من الآن تُصرف مستحقات وكالتك إلى رقم الآيبان ${iban}.`
            : `ابتداءً من الآن تُرسل المبالغ المردودة لشركتك إلى رقم الآيبان ${iban}.`,
        ],
        ...close,
      };
    case 'rejected':
      return {
        subject: isAgency
          ? 'لم نعتمد رقم الآيبان لصرف مستحقاتك'
          : 'لم نعتمد رقم الآيبان لاستلام المبالغ المردودة',
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
): { subject: string; html: string; text: string } {
  return renderMail(wordsIn[language](mail), language);
}
