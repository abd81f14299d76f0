import { groupedAmount } from '#domain/amount-format.ts';
import type { Language } from '#domain/languages.ts';
import type {
  NotificationKind,
  NotificationSide,
} from '#domain/notifications/notification-kinds.ts';
import { notificationPath } from '#domain/notifications/notification-path.ts';
import { asTyped, isolated, type MailWords } from '../platform/mail/mail-message.ts';

/** What a notification says, as `mailed_notification_content` of notifications.sql gives it. */
export interface MailedNotification {
  kind: NotificationKind;
  side: NotificationSide;
  ticket_number: string | null;
  /** Decimal string, SAR. */
  amount_sar: string | null;
  /** What somebody typed. */
  name: string | null;
  subject_id: string | null;
}

/** The kinds that may be mailed as a notification: those without a mail of their own, and all of a daily summary. */
export const mailedKinds = [
  'new_ticket',
  'ticket_cancelled',
  'ticket_expired',
  'ticket_approved',
  'ticket_rejected',
  'help_answered',
  'transfer_not_found',
  'budget_decided',
  'budget_request_answered',
  'credit_changed',
  'requests_stopped',
  'requests_reopened',
  'promise_kept',
  'promise_broken',
  'payout_returned',
  'payout_postponed',
  'payout_paid_twice',
  'approval_waiting',
  'payout_stopped',
  'payout_failed',
  'refund_failed',
  'iban_waiting',
  'budget_waiting',
  'budget_requested',
  'transfer_reported',
  'promise_made',
  'promise_missed',
  'help_message',
] as const satisfies NotificationKind[];

type MailedKind = (typeof mailedKinds)[number];

const isMailed = (kind: NotificationKind): kind is MailedKind =>
  (mailedKinds as readonly NotificationKind[]).includes(kind);

/** The mail of one notification. */
export function notificationMailWords(
  content: MailedNotification,
  language: Language,
  siteUrl: string,
): MailWords {
  const say = phrases[language];
  return {
    subject: titleOf(content, language),
    paragraphs: [say.one],
    blocks: [blockOf(content, language, siteUrl)],
    action: { label: say.open, url: `${siteUrl}${notificationPath(content)}` },
    footnote: say.why,
  };
}

/** The daily summary. `items`: the latest of all that it is about. */
export function summaryMailWords(
  { count, items }: { count: number; items: MailedNotification[] },
  language: Language,
  siteUrl: string,
): MailWords {
  const say = phrases[language];
  return {
    subject: say.summary(count),
    paragraphs: [say.many, ...(count > items.length ? [say.further(count - items.length)] : [])],
    blocks: items.map((item) => blockOf(item, language, siteUrl)),
    action: { label: say.all, url: `${siteUrl}/notifications` },
    footnote: say.why,
  };
}

function titleOf({ kind }: MailedNotification, language: Language): string {
  if (!isMailed(kind)) throw new Error(`the notification ${kind} has no mail`);
  return phrases[language].titles[kind];
}

function blockOf(content: MailedNotification, language: Language, siteUrl: string) {
  const say = phrases[language];
  const { ticket_number, amount_sar, name } = content;
  return {
    title: titleOf(content, language),
    url: `${siteUrl}${notificationPath(content)}`,
    facts: [
      ...(ticket_number ? [{ label: say.ticket, value: isolated(ticket_number) }] : []),
      ...(name ? [{ label: say.name, value: asTyped(name) }] : []),
      ...(amount_sar
        ? [{ label: say.amount, value: isolated(`SAR\u00a0${groupedAmount(amount_sar)}`) }]
        : []),
    ],
  };
}

interface Phrases {
  titles: Record<MailedKind, string>;
  one: string;
  many: string;
  summary: (count: number) => string;
  further: (count: number) => string;
  why: string;
  open: string;
  all: string;
  ticket: string;
  name: string;
  amount: string;
}

const arabicForms = new Intl.PluralRules('ar');

/** "إشعار واحد", "إشعاران", "3 إشعارات", "11 إشعارًا", "100 إشعار". */
function arabicNotifications(count: number): string {
  switch (arabicForms.select(count)) {
    case 'one':
      return 'إشعار واحد';
    case 'two':
      return 'إشعاران';
    case 'few':
      return `${count} إشعارات`;
    case 'many':
      return `${count} إشعارًا`;
    default:
      return `${count} إشعار`;
  }
}

const phrases: Record<Language, Phrases> = {
  en: {
    titles: {
      new_ticket: 'A new ticket is waiting for your answer',
      ticket_cancelled: 'The company has cancelled its ticket',
      ticket_expired: 'A ticket was closed because nobody answered it',
      ticket_approved: 'The agency has approved your ticket',
      ticket_rejected: 'The agency has rejected your ticket',
      help_answered: 'We have answered your message',
      transfer_not_found: 'We have not found the transfer that you reported',
      budget_decided: 'We have decided on your budget',
      budget_request_answered: 'We have answered your request for a higher budget',
      credit_changed: 'Your grade or your budget has changed',
      requests_stopped: 'New requests are stopped until what is overdue is paid',
      requests_reopened: 'New requests are open again',
      promise_kept: 'You have kept your promise to pay',
      promise_broken: 'Your promise to pay is broken',
      payout_returned: 'A payout to you did not go through',
      payout_postponed: 'A payout to you is postponed: we will pay it later',
      payout_paid_twice: 'The bank has paid a payout to you twice: please send one of the two back',
      approval_waiting: 'A request waits for an approval',
      payout_stopped: 'A payout is stopped',
      payout_failed: 'A payout failed or was returned',
      refund_failed: 'A refund failed or was returned',
      iban_waiting: 'An IBAN waits for a decision',
      budget_waiting: 'A budget waits for a decision',
      budget_requested: 'A company asks for a higher budget',
      transfer_reported: 'A company has reported a transfer',
      promise_made: 'A company has promised to pay',
      promise_missed: 'A company has broken its promise to pay',
      help_message: 'A customer has sent a message',
    },
    one: 'The page behind the button shows how it stands now.',
    many: 'This is what is new since your last summary.',
    summary: (count) =>
      count === 1 ? 'Daily summary: 1 notification' : `Daily summary: ${count} notifications`,
    further: (count) =>
      count === 1
        ? 'One more stands among your notifications.'
        : `Another ${count} stand among your notifications.`,
    why: 'You choose in the settings of your account which notifications we mail you.',
    open: 'Open it',
    all: 'All notifications',
    ticket: 'Ticket',
    name: 'Name',
    amount: 'Amount',
  },
  ar: {
    titles: {
      new_ticket: 'طلب تمويل جديد بانتظار ردّك',
      ticket_cancelled: 'ألغت الشركة طلب التمويل',
      ticket_expired: 'أُغلق طلب تمويل لعدم الرد عليه',
      ticket_approved: 'وافقت الوكالة على طلبك',
      ticket_rejected: 'رفضت الوكالة طلبك',
      help_answered: 'أجبنا عن رسالتك',
      transfer_not_found: 'لم نجد الحوالة التي أبلغت عنها',
      budget_decided: 'اتخذنا قرارًا بشأن ميزانيتك',
      budget_request_answered: 'أجبنا عن طلبك رفع الميزانية',
      credit_changed: 'تغيّرت درجتك أو ميزانيتك',
      requests_stopped: 'أُوقفت الطلبات الجديدة إلى أن تسدد المتأخر',
      requests_reopened: 'أصبح تقديم الطلبات الجديدة متاحًا من جديد',
      promise_kept: 'وفيت بوعدك بالسداد',
      promise_broken: 'لم يُوفَ بوعدك بالسداد',
      payout_returned: 'لم يكتمل صرف مستحقاتك',
      payout_postponed: 'تأجّل صرف مستحقاتك، وسنصرفها لاحقًا',
      payout_paid_twice: 'صرف لك البنك مستحقاتك مرتين: نأمل إعادة أحد المبلغين',
      approval_waiting: 'طلب بانتظار الموافقة',
      payout_stopped: 'مستحقات وكالة موقوفة',
      payout_failed: 'مستحقات وكالة لم تصل أو عادت',
      refund_failed: 'مبلغ مردود لم يصل أو عاد',
      iban_waiting: 'رقم آيبان بانتظار القرار',
      budget_waiting: 'ميزانية بانتظار القرار',
      budget_requested: 'تطلب شركة رفع ميزانيتها',
      transfer_reported: 'أبلغت شركة عن حوالة',
      promise_made: 'وعدت شركة بالسداد',
      promise_missed: 'لم تفِ شركة بوعدها بالسداد',
      help_message: 'رسالة جديدة من عميل',
    },
    one: 'تعرض الصفحة التي يفتحها الزر الوضع الحالي.',
    many: 'هذا هو الجديد منذ آخر ملخص.',
    summary: (count) => `الملخص اليومي: ${arabicNotifications(count)}`,
    further: (count) => `وتجد في صفحة الإشعارات المزيد (${arabicNotifications(count)}).`,
    why: 'تختار من إعدادات حسابك الإشعارات التي نرسلها إلى بريدك.',
    open: 'عرض التفاصيل',
    all: 'جميع الإشعارات',
    ticket: 'طلب التمويل',
    name: 'الاسم',
    amount: 'المبلغ',
  },
};
