import type { Language } from '#domain/languages.ts';
import { accountPolicy } from './account-policy.ts';
import type { FactorNotice } from './account-store.ts';
import { formatDateTime } from '#domain/date-format.ts';
import { asTyped, isolated, renderMail, type MailWords } from '../platform/mail/mail-message.ts';

/**
 * The mails of the account service: four with a link, one with the digits of a sign-in code, and notices. Two notices
 * carry a link that undoes what they report.
 */
export type AccountMail =
  | { kind: 'signup' | 'mailbox_proof' | 'recovery' | 'email_change'; link: string }
  | { kind: 'sign_in_code'; code: string; siteUrl: string }
  | {
      kind: 'password_changed' | 'account_exists' | 'account_erased' | FactorNotice;
      siteUrl: string;
    }
  | { kind: 'email_change_requested' | 'email_changed'; siteUrl: string; new_email: string }
  | {
      kind: 'factor_removal_asked' | 'factor_removal_confirmed';
      /** Opens the page that withdraws the removal. */
      link: string;
      siteUrl: string;
      /** ISO time; null before the removal is confirmed. */
      effective_at: string | null;
    };

const codeMinutes = accountPolicy.link.otp / 60;

const english = (mail: AccountMail): MailWords => {
  const notYou = 'If this was not you, write to us at once:';
  switch (mail.kind) {
    case 'signup':
      return {
        subject: 'Confirm your email address',
        paragraphs: [
          'Welcome to Hamla.',
          'Confirm that this address is yours, and your account is ready. The link works for 24 hours.',
        ],
        action: { label: 'Confirm my address', url: mail.link },
        footnote:
          'If you did not sign up for Hamla, ignore this message: nothing happens unless the link is opened.',
      };
    case 'mailbox_proof':
      return {
        subject: 'Verify your email address',
        paragraphs: [
          'You asked for this link in the settings of your account at Hamla. Open it in the browser in which you asked for it. It works for 24 hours.',
        ],
        action: { label: 'Verify my address', url: mail.link },
        footnote:
          'If you did not ask for it, somebody else has an account with your address. Open the link to take the account over, or ignore this message.',
      };
    case 'recovery':
      return {
        subject: 'Choose a new password',
        paragraphs: [
          'Somebody asked to recover the password of your Hamla account. The link works for one hour.',
        ],
        action: { label: 'Choose a new password', url: mail.link },
        footnote: 'If it was not you, ignore this message: your password stays as it is.',
      };
    case 'sign_in_code':
      return {
        subject: 'Your sign-in code',
        paragraphs: [
          'Enter this code where you asked for it, to sign in to your Hamla account:',
          isolated(mail.code),
          `It works once, for ${codeMinutes} minutes. We never ask for it by phone or message.`,
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote:
          'If you did not ask for it, ignore this message and tell nobody the code: nothing happens without it.',
      };
    case 'email_change':
      return {
        subject: 'Confirm your new email address',
        paragraphs: [
          'Confirm that this address is yours, and you sign in to Hamla with it from then on. The link works for 24 hours.',
        ],
        action: { label: 'Confirm my new address', url: mail.link },
        footnote: 'If you did not ask for this, ignore this message: nothing changes.',
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your Hamla account was changed just now, and every other device was signed out.',
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'factor_added':
      return {
        subject: 'Two-step verification was set up',
        paragraphs: [
          'An authenticator was added to your Hamla account just now. From now on every sign-in requires its code.',
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'factor_removed':
      return {
        subject: 'An authenticator was removed',
        paragraphs: [
          'An authenticator was removed from your Hamla account just now. Its codes no longer work.',
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'recovery_codes_made':
      return {
        subject: 'You have new recovery codes',
        paragraphs: [
          'New recovery codes were created for your Hamla account just now. The old ones no longer work.',
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'recovery_code_used':
      return {
        subject: 'A recovery code was used',
        paragraphs: [
          'One of the recovery codes of your Hamla account was used just now instead of the authenticator. It does not work again.',
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'factor_removal_asked':
      return {
        subject: 'Somebody asked to remove your two-step verification',
        paragraphs: [
          'Somebody told us that they have lost the authenticator and the recovery codes of your Hamla account, and asked us to remove two-step verification.',
          'Two of our staff must agree. It then takes effect in 24 hours, unless you keep two-step verification with this link.',
        ],
        action: { label: 'Keep two-step verification', url: mail.link },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'factor_removal_confirmed':
      return {
        subject: 'Your two-step verification is about to be removed',
        paragraphs: [
          `Our staff have agreed to remove two-step verification and the recovery codes of your Hamla account. It takes effect on ${formatDateTime(mail.effective_at ?? '', 'en', 'long')} Riyadh time. From then on your password alone signs in.`,
          'If you did not ask for this, keep two-step verification with this link, and change your password.',
        ],
        action: { label: 'Keep two-step verification', url: mail.link },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'account_exists':
      return {
        subject: 'You already have an account',
        paragraphs: [
          'Somebody tried to sign up for Hamla with this address. You already have an account: log in with it.',
        ],
        action: { label: 'Log in', url: `${mail.siteUrl}/signin` },
        footnote: 'If it was not you, ignore this message: nothing was changed.',
      };
    case 'account_erased':
      return {
        subject: 'Your account was erased',
        paragraphs: [
          'Your Hamla account and the personal data of its profile were erased, because you asked for it or because the time for which we store them has passed.',
          'What the law has us store for longer stays until its time has passed: our books, tax invoices and accepted documents. Nobody can sign in to the account any more.',
        ],
        action: { label: 'Read what we store', url: `${mail.siteUrl}/privacy` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'email_change_requested':
      return {
        subject: 'Your email address is about to change',
        paragraphs: [
          `Somebody signed in to your Hamla account asked to change its email address to ${asTyped(mail.new_email)}. It changes once the link sent there is opened.`,
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
    case 'email_changed':
      return {
        subject: 'Your email address was changed',
        paragraphs: [
          `Somebody signed in to your Hamla account changed its email address to ${asTyped(mail.new_email)}. You sign in with that address from now on.`,
        ],
        action: { label: 'Go to Hamla', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/#contact`,
      };
  }
};

const arabic = (mail: AccountMail): MailWords => {
  const notYou = 'إذا لم تكن أنت من أجرى ذلك فتواصل معنا فورًا:';
  switch (mail.kind) {
    case 'signup':
      return {
        subject: 'أكّد بريدك الإلكتروني',
        paragraphs: [
          'أهلًا بك في حملة.',
          'أكّد أن هذا البريد الإلكتروني لك ليصبح حسابك جاهزًا. الرابط صالح لمدة 24 ساعة.',
        ],
        action: { label: 'تأكيد البريد الإلكتروني', url: mail.link },
        footnote: 'إذا لم تُنشئ حسابًا في حملة فتجاهل هذه الرسالة، ولن يحدث شيء ما لم يُفتح الرابط.',
      };
    case 'mailbox_proof':
      return {
        subject: 'أثبت أن هذا البريد لك',
        paragraphs: [
          'طلبت هذا الرابط من إعدادات حسابك في حملة. افتحه في المتصفح نفسه الذي طلبته منه. الرابط صالح لمدة 24 ساعة.',
        ],
        action: { label: 'إثبات بريدي', url: mail.link },
        footnote:
          'إذا لم تطلب ذلك فهناك من أنشأ حسابًا ببريدك. افتح الرابط لتستلم الحساب، أو تجاهل هذه الرسالة.',
      };
    case 'recovery':
      return {
        subject: 'اختر كلمة مرور جديدة',
        paragraphs: ['تلقّينا طلبًا لاستعادة كلمة مرور حسابك في حملة. الرابط صالح لمدة ساعة واحدة.'],
        action: { label: 'اختيار كلمة مرور جديدة', url: mail.link },
        footnote: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة، وستبقى كلمة مرورك كما هي.',
      };
    case 'sign_in_code':
      return {
        subject: 'رمز تسجيل الدخول',
        paragraphs: [
          'أدخل هذا الرمز حيث طلبته لتسجيل الدخول إلى حسابك في حملة:',
          isolated(mail.code),
          `يُستخدم الرمز مرة واحدة خلال ${codeMinutes} دقائق. لا نطلبه منك أبدًا بمكالمة أو رسالة.`,
        ],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: 'إذا لم تطلب هذا الرمز فتجاهل هذه الرسالة ولا تُطلع أحدًا عليه، فلن يحدث شيء بدونه.',
      };
    case 'email_change':
      return {
        subject: 'أكّد بريدك الإلكتروني الجديد',
        paragraphs: [
          'أكّد أن هذا البريد الإلكتروني لك، ثم استخدمه لتسجيل الدخول إلى حملة. الرابط صالح لمدة 24 ساعة.',
        ],
        action: { label: 'تأكيد البريد الإلكتروني الجديد', url: mail.link },
        footnote: 'إذا لم تطلب هذا التغيير فتجاهل هذه الرسالة، ولن يتغير شيء.',
      };
    case 'password_changed':
      return {
        subject: 'تم تغيير كلمة مرور حسابك',
        paragraphs: [
          'تم تغيير كلمة مرور حسابك في حملة قبل قليل، وتم تسجيل الخروج من جميع الأجهزة الأخرى.',
        ],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'factor_added':
      return {
        subject: 'أُضيفت وسيلة للتحقق بخطوتين',
        paragraphs: [
          'أُضيف تطبيق مصادقة إلى حسابك في حملة قبل قليل، وسيُطلب رمزه عند كل تسجيل دخول من الآن فصاعدًا.',
        ],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'factor_removed':
      return {
        subject: 'أُزيلت وسيلة من وسائل التحقق بخطوتين',
        paragraphs: ['أُزيل تطبيق مصادقة من حسابك في حملة قبل قليل، ولم يعد رمزه يفتح الحساب.'],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'recovery_codes_made':
      return {
        subject: 'أُنشئت رموز استرداد جديدة',
        paragraphs: [
          'أُنشئت رموز استرداد جديدة لحسابك في حملة قبل قليل، ولم تعد الرموز السابقة صالحة.',
        ],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'recovery_code_used':
      return {
        subject: 'استُخدم أحد رموز الاسترداد',
        paragraphs: [
          'استُخدم أحد رموز الاسترداد لحسابك في حملة قبل قليل بدلًا من تطبيق المصادقة، ولم يعد صالحًا.',
        ],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'factor_removal_asked':
      return {
        subject: 'طلب إزالة التحقق بخطوتين من حسابك',
        paragraphs: [
          'تلقّينا طلبًا لإزالة وسيلة التحقق بخطوتين ورموز الاسترداد من حسابك في حملة بسبب فقدانها.',
          'لا يُقبل الطلب إلا بموافقة شخصين من فريقنا، ثم يسري بعد 24 ساعة ما لم تُبقِ وسيلة التحقق عبر هذا الرابط.',
        ],
        action: { label: 'إبقاء التحقق بخطوتين', url: mail.link },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'factor_removal_confirmed':
      return {
        subject: 'ستُزال وسيلة التحقق بخطوتين من حسابك',
        paragraphs: [
          `وافق فريقنا على إزالة وسيلة التحقق بخطوتين ورموز الاسترداد من حسابك في حملة، ويسري ذلك في ${formatDateTime(mail.effective_at ?? '', 'ar', 'long')} بتوقيت الرياض. بعدها تكفي كلمة المرور وحدها لتسجيل الدخول.`,
          'إذا لم تطلب ذلك فأبقِ وسيلة التحقق عبر هذا الرابط، ثم غيّر كلمة مرورك.',
        ],
        action: { label: 'إبقاء التحقق بخطوتين', url: mail.link },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'account_exists':
      return {
        subject: 'لديك حساب في حملة',
        paragraphs: [
          'جرت محاولة لإنشاء حساب في حملة بهذا البريد الإلكتروني، وهو مسجّل لدينا في حسابك القائم. يمكنك تسجيل الدخول به.',
        ],
        action: { label: 'تسجيل الدخول', url: `${mail.siteUrl}/signin` },
        footnote: 'إذا لم تكن أنت فتجاهل هذه الرسالة، فلم يتغير شيء في حسابك.',
      };
    case 'account_erased':
      return {
        subject: 'تم محو حسابك',
        paragraphs: [
          'مُحي حسابك في حملة والبيانات الشخصية في ملفه، بناءً على طلبك أو لانقضاء مدة حفظها.',
          'يبقى ما يلزمنا النظام بحفظه مدة أطول إلى أن تنقضي مدته: قيودنا المحاسبية والفواتير الضريبية والمستندات المقبولة. ولم يعد بإمكان أحد تسجيل الدخول إلى هذا الحساب.',
        ],
        action: { label: 'ما الذي نحفظه', url: `${mail.siteUrl}/ar/privacy` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'email_change_requested':
      return {
        subject: 'طلب تغيير بريدك الإلكتروني',
        paragraphs: [
          'تلقّينا من حسابك في حملة طلبًا لتغيير البريد الإلكتروني إلى العنوان التالي:',
          asTyped(mail.new_email),
          'لن يسري التغيير إلا بعد فتح الرابط المرسل إلى العنوان الجديد.',
        ],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
    case 'email_changed':
      return {
        subject: 'تم تغيير بريدك الإلكتروني',
        paragraphs: [
          'تم تغيير البريد الإلكتروني لحسابك في حملة إلى العنوان التالي:',
          asTyped(mail.new_email),
          'استخدم العنوان الجديد لتسجيل الدخول من الآن فصاعدًا.',
        ],
        action: { label: 'الدخول إلى حملة', url: `${mail.siteUrl}/signin` },
        footnote: notYou,
        contact: `${mail.siteUrl}/ar#contact`,
      };
  }
};

const wordsIn = { en: english, ar: arabic };

/** Renders the mail: subject, HTML and plain text. */
export function renderAccountMail(
  mail: AccountMail,
  language: Language,
): { subject: string; html: string; text: string } {
  return renderMail(wordsIn[language](mail), language);
}
