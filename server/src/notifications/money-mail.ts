import { groupedAmount } from '#domain/amount-format.ts';
import { daysBetween, type IsoDate } from '#domain/calendar.ts';
import { formatHijriDate, formatIsoDate } from '#domain/date-format.ts';
import { decidePayoutBy } from '#domain/installments/lateness.ts';
import type { Language } from '#domain/languages.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { accountToPay } from '#domain/servicing/account-to-pay.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { DAYS_TO_ANSWER } from '#domain/tickets/ticket.ts';
import {
  asTyped,
  isolated,
  type MailBlock,
  type MailWords,
} from '../platform/mail/mail-message.ts';
import {
  notificationMailWords,
  summaryMailWords,
  type MailedNotification,
} from './notification-mail.ts';
import type { Payee } from '../platform/config/settings.ts';

/** What a mail about money tells, as `read_mail` of notifications.sql gives it. Amounts are decimal strings, SAR. */
export type MoneyMail =
  | { kind: 'notification'; content: MailedNotification }
  | { kind: 'summary'; content: { count: number; items: MailedNotification[] } }
  | { kind: 'reminder'; content: ReminderContent }
  | { kind: 'new_tickets'; content: { count: number } }
  | { kind: 'refund_sent'; content: { amount_sar: string; iban: string } }
  | { kind: 'payment_received'; content: { amount_sar: string; value_date: IsoDate } }
  | {
      kind: TicketMailKind;
      content: TicketContent;
    };

/** Of one ticket, to its company or its agency. */
export const ticketMailKinds = [
  'new_ticket',
  'ticket_approved',
  'ticket_rejected',
  'documents_ready',
  'payout_in_review',
  'payout_reviewed',
  'payout_despite_overdue',
  'payout_cancelled',
  'ticket_closed',
  'payout_sent',
] as const;
type TicketMailKind = (typeof ticketMailKinds)[number];

/** About a payout, to the agency that waits for it. */
const payoutMails: ReadonlySet<TicketMailKind> = new Set([
  'payout_in_review',
  'payout_reviewed',
  'payout_cancelled',
  'payout_sent',
]);

export interface ReminderContent {
  today: IsoDate;
  /** All installments that it reminds of, and what is still to be paid of them. */
  count: number;
  overdue: number;
  amount_sar: string;
  /** Of it what is overdue. */
  overdue_sar: string;
  /** The company's, to which it pays where it has one. */
  virtual_iban: string | null;
  /** The company's own number, and `to_pay_now` of its position. */
  payer_number: string;
  to_pay_now_sar: string;
  /** The longest due, 20 at most. */
  lines: ReminderLine[];
}

interface ReminderLine {
  ticket_number: string;
  seq: number;
  /** How many installments the ticket has. */
  seqs: number;
  due_date: IsoDate;
  /** What is still to be paid of it. */
  amount_sar: string;
}

interface TicketContent {
  ticket_number: string;
  amount_sar: string;
  company_name: string | null;
  agency_name: string | null;
  /** Null before the agency has approved. */
  fee_amount: string | null;
  net_amount: string | null;
  /** Of a payout that is being reviewed: since when. */
  stopped_on?: IsoDate;
}

/** Where links lead, and whom companies pay; undefined where that is not known. */
interface Place {
  siteUrl: string;
  payee: Payee | undefined;
}

/** The mail in the words of a language. */
export function moneyMailWords(mail: MoneyMail, language: Language, place: Place): MailWords {
  const say = phrases[language];
  switch (mail.kind) {
    case 'notification':
      return notificationMailWords(mail.content, language, place.siteUrl);
    case 'summary':
      return summaryMailWords(mail.content, language, place.siteUrl);
    case 'reminder':
      return reminderWords(mail.content, language, place);
    case 'new_tickets':
      return {
        ...say.new_tickets,
        subject: say.new_tickets.subject(mail.content.count),
        action: { label: say.dashboard, url: `${place.siteUrl}/dashboard/agency` },
      };
    case 'refund_sent':
      return {
        ...say.refund_sent,
        subject: say.refund_sent.subject(money(mail.content.amount_sar)),
        blocks: [
          {
            title: say.refund,
            facts: [
              { label: say.amount, value: money(mail.content.amount_sar) },
              { label: say.iban, value: isolated(mail.content.iban) },
            ],
          },
        ],
        action: { label: say.refunds, url: `${place.siteUrl}/account-statement#refunds` },
      };
    case 'payment_received': {
      const { amount_sar, value_date } = mail.content;
      const arrived = formatIsoDate(value_date, language, 'long');
      return {
        ...say.payment_received,
        subject: say.payment_received.subject(money(amount_sar), arrived),
        blocks: [
          {
            title: say.payment,
            facts: [
              { label: say.amount, value: money(amount_sar) },
              { label: say.received_on, value: dayIn(value_date, language) },
            ],
          },
        ],
        action: { label: say.dashboard, url: `${place.siteUrl}/dashboard/company` },
      };
    }
    default:
      return {
        ...say[mail.kind],
        subject: say[mail.kind].subject(money(sumOf(mail.kind, mail.content))),
        blocks: [ticketBlock(mail.kind, mail.content, language)],
        action: { label: say.open_ticket, url: ticketUrl(place, mail.content.ticket_number) },
      };
  }
}

/** What the reader is owed or owes by it: of a payout, what arrives. */
const sumOf = (kind: TicketMailKind, { amount_sar, net_amount }: TicketContent) =>
  payoutMails.has(kind) ? (net_amount ?? amount_sar) : amount_sar;

function reminderWords(content: ReminderContent, language: Language, place: Place): MailWords {
  const say = phrases[language];
  const { count, overdue, amount_sar, lines, today } = content;
  const [first] = lines;
  const total = money(amount_sar);
  const tickets = new Set(lines.map(({ ticket_number }) => ticket_number));
  const left = count - lines.length;
  // A ticket's own reference would pay that ticket before what has been due longest. Small rests alone remind of nothing.
  const isLate = overdue > 0 && content.to_pay_now_sar !== '0.00';
  const installments = lines.map((line): MailBlock => ({
    title: say.installment(isolated(line.ticket_number), line.seq, line.seqs),
    url: ticketUrl(place, line.ticket_number),
    facts: [
      { label: say.to_pay, value: money(line.amount_sar) },
      { label: say.due_date, value: dayIn(line.due_date, language) },
      { label: say.state, value: say.due(daysBetween(today, line.due_date)) },
      ...(isLate ? [] : [referenceFact(line.ticket_number, language)]),
    ],
  }));
  return {
    subject: isLate
      ? say.late_to_pay(money(content.to_pay_now_sar))
      : count === 1 && first
        ? say.one_to_pay(total, daysBetween(today, first.due_date))
        : say.many_to_pay(count, overdue, total),
    paragraphs: [
      isLate ? say.reminder_of_late(money(content.to_pay_now_sar)) : say.reminder,
      ...(left > 0 ? [say.further(left)] : []),
      isLate ? say.late_already_paid : say.already_paid,
    ],
    blocks: [
      ...(isLate ? [payNowBlock(content, language)] : []),
      ...installments,
      ...payeeBlocks(place.payee, content.virtual_iban, language),
    ],
    action: isLate
      ? { label: say.how_to_pay, url: `${place.siteUrl}/payments` }
      : count === 1 || (tickets.size === 1 && left === 0)
        ? { label: say.how_to_pay, url: ticketUrl(place, first!.ticket_number) }
        : { label: say.dashboard, url: `${place.siteUrl}/dashboard/company` },
    footnote: say.why,
  };
}

const referenceFact = (number: string, language: Language) => ({
  label: phrases[language].reference,
  value: isolated(paymentReference(number)),
});

/** What a company that is late pays now, under its own reference. */
function payNowBlock(content: ReminderContent, language: Language) {
  const say = phrases[language];
  const { to_pay_now_sar, overdue_sar, payer_number } = content;
  // Small rests, what is in default, and installments that are not reminded of today.
  const beside_halalas = halalasFromDecimal(to_pay_now_sar) - halalasFromDecimal(overdue_sar);
  return {
    title: say.to_pay_now,
    facts: [
      { label: say.to_pay, value: money(to_pay_now_sar) },
      ...(beside_halalas > 0
        ? [{ label: say.not_listed, value: money(decimalFromHalalas(beside_halalas)) }]
        : []),
      referenceFact(payer_number, language),
    ],
  };
}

/** To whom and to which account the company transfers; nothing where that is not known. */
function payeeBlocks(
  payee: Payee | undefined,
  virtual_iban: string | null,
  language: Language,
): MailBlock[] {
  const say = phrases[language];
  const iban = accountToPay(payee?.iban ?? null, virtual_iban);
  if (!payee || iban === null) return [];
  return [
    {
      title: say.transfer_to,
      facts: [
        { label: say.beneficiary, value: isolated(payee.name) },
        { label: say.iban, value: isolated(iban) },
      ],
    },
  ];
}

function ticketBlock(kind: TicketMailKind, content: TicketContent, language: Language): MailBlock {
  const say = phrases[language];
  const { fee_amount, net_amount, stopped_on } = content;
  const isOfPayout = payoutMails.has(kind);
  const isAgencys = kind === 'new_ticket' || isOfPayout;
  const name = isAgencys ? content.company_name : content.agency_name;
  const label = isAgencys ? say.company : say.agency;
  return {
    title: `${say.ticket} ${isolated(content.ticket_number)}`,
    facts: [
      ...(name ? [{ label, value: asTyped(name) }] : []),
      { label: isAgencys ? say.gross : say.amount, value: money(content.amount_sar) },
      ...(isOfPayout && fee_amount && net_amount
        ? [
            { label: say.fee, value: money(fee_amount) },
            { label: say.net, value: money(net_amount) },
          ]
        : []),
      ...(stopped_on
        ? [{ label: say.decided_by, value: dayIn(decidePayoutBy(stopped_on), language) }]
        : []),
    ],
  };
}

const ticketUrl = ({ siteUrl }: Place, ticket_number: string) =>
  `${siteUrl}/tickets/${ticket_number}`;

/** As on the screens: the code of the currency on the left in both languages, never parted from its figures. */
const money = (amount_sar: string) => isolated(`SAR\u00a0${groupedAmount(amount_sar)}`);

const dayIn = (date: IsoDate, language: Language) =>
  `${formatIsoDate(date, language, 'long')} · ${formatHijriDate(date, language)}`;

interface Said extends Pick<MailWords, 'paragraphs' | 'footnote'> {
  /** With its amount. */
  subject: (amount: string) => string;
}

interface Phrases {
  /** `days` until the due date, below 0 once it has passed. */
  due: (days: number) => string;
  one_to_pay: (total: string, days: number) => string;
  many_to_pay: (count: number, overdue: number, total: string) => string;
  late_to_pay: (to_pay_now: string) => string;
  installment: (ticket_number: string, seq: number, seqs: number) => string;
  further: (count: number) => string;
  reminder: string;
  reminder_of_late: (to_pay_now: string) => string;
  already_paid: string;
  late_already_paid: string;
  why: string;
  payment_received: Omit<Said, 'subject'> & { subject: (amount: string, day: string) => string };
  refund: string;
  refunds: string;
  refund_sent: Said;
  new_tickets: Omit<Said, 'subject'> & { subject: (count: number) => string };
  new_ticket: Said;
  ticket_approved: Said;
  ticket_rejected: Said;
  documents_ready: Said;
  payout_in_review: Said;
  payout_reviewed: Said;
  payout_despite_overdue: Said;
  payout_cancelled: Said;
  ticket_closed: Said;
  payout_sent: Said;
  decided_by: string;
  to_pay: string;
  to_pay_now: string;
  not_listed: string;
  due_date: string;
  state: string;
  reference: string;
  transfer_to: string;
  beneficiary: string;
  iban: string;
  how_to_pay: string;
  dashboard: string;
  open_ticket: string;
  payment: string;
  received_on: string;
  ticket: string;
  company: string;
  agency: string;
  amount: string;
  gross: string;
  fee: string;
  net: string;
}

const dueInEnglish = (days: number) => {
  if (days === 0) return 'due today';
  if (days === 1) return 'due tomorrow';
  if (days > 1) return `due in ${days} days`;
  return days === -1 ? '1 day overdue' : `${-days} days overdue`;
};

const sentence = (text: string) => text[0]!.toUpperCase() + text.slice(1);

const arabicForms = new Intl.PluralRules('ar');

/** A counted noun: one and two of it are words of their own, without a figure; none is counted as a hundred are. */
type CountedNoun = Record<Exclude<Intl.LDMLPluralRule, 'zero'>, string>;

const arabicCount = (count: number, noun: CountedNoun) => {
  const form = arabicForms.select(count);
  if (form === 'one' || form === 'two') return noun[form];
  return `${count} ${noun[form === 'zero' ? 'other' : form]}`;
};

/** After a preposition: "يومين", "3 أيام", "14 يومًا", "100 يوم". */
const arabicDays = (days: number) =>
  arabicCount(days, { one: 'يوم واحد', two: 'يومين', few: 'أيام', many: 'يومًا', other: 'يوم' });

const dueInArabic = (days: number) => {
  if (days === 0) return 'مستحق اليوم';
  if (days === 1) return 'مستحق غدًا';
  return days > 0 ? `مستحق بعد ${arabicDays(days)}` : `متأخر منذ ${arabicDays(-days)}`;
};

/** "قسطان", "3 أقساط", "11 قسطًا", "100 قسط". */
const arabicInstallments = (count: number) =>
  arabicCount(count, {
    one: 'قسط واحد',
    two: 'قسطان',
    few: 'أقساط',
    many: 'قسطًا',
    other: 'قسط',
  });

const arabicTickets = (count: number) =>
  arabicCount(count, {
    one: 'طلب تمويل واحد',
    two: 'طلبا تمويل',
    few: 'طلبات تمويل',
    many: 'طلب تمويل',
    other: 'طلب تمويل',
  });

const english: Phrases = {
  due: (days) => sentence(dueInEnglish(days)),
  one_to_pay: (total, days) =>
    `${total} ${days < 0 ? 'to pay' : 'to pay soon'}: installment ${dueInEnglish(days)}`,
  many_to_pay: (count, overdue, total) =>
    `${total} to pay: ${count} installments${overdue > 0 ? `, ${overdue} of them overdue` : ''}`,
  late_to_pay: (to_pay_now) => `${to_pay_now} to pay now`,
  installment: (ticket_number, seq, seqs) => `${ticket_number}, installment ${seq} of ${seqs}`,
  further: (count) =>
    `Another ${count} installments are on your dashboard; these are the oldest due.`,
  reminder:
    'This is a reminder of what your company has to repay. Write the reference on your transfer: it tells us which ticket you are paying.',
  reminder_of_late: (to_pay_now) =>
    `${to_pay_now} is to be paid now. Write the reference below on your transfer: it pays what has been due longest, on all your tickets.`,
  late_already_paid:
    'Have you already paid? Then report the transfer on the Payments page: we send no reminders while we check it.',
  already_paid:
    'Have you already paid? Then report the transfer on the ticket’s page: we send no reminders while we check it.',
  why: 'You receive this message because your company has financing with Hamla. It goes to the address of your account.',
  payment_received: {
    subject: (amount, day) => `We have received your payment of ${amount} on ${day}`,
    paragraphs: [
      'Thank you. Your payment first pays the ticket that you named, then what has been due longest. Anything left is kept as your credit and pays what you owe next.',
    ],
    footnote: 'The page of each ticket shows which payment paid which installment.',
  },
  refund: 'Refund',
  refunds: 'See your refunds',
  refund_sent: {
    subject: (amount) => `We are sending you a refund of ${amount}`,
    paragraphs: [
      'We have told our bank to send it. Banks take a few working days; your statement of account shows whether it has arrived.',
    ],
    footnote: 'If this is not your account, write to us at once.',
  },
  new_ticket: {
    subject: (amount) => `A new ticket of ${amount} is waiting for your answer`,
    paragraphs: [
      'A company would like to run a campaign with you and have it financed by Hamla. Check its invoice, then approve or reject the ticket.',
    ],
    footnote: `A ticket that is not answered within ${DAYS_TO_ANSWER} days is closed.`,
  },
  new_tickets: {
    subject: (count) =>
      count === 1
        ? 'A ticket is waiting for your answer'
        : `${count} tickets are waiting for your answer`,
    paragraphs: [
      'Many new tickets arrived within an hour, so they were not all announced separately. All of them are on your dashboard.',
    ],
    footnote: `A ticket that is not answered within ${DAYS_TO_ANSWER} days is closed.`,
  },
  ticket_approved: {
    subject: (amount) => `The agency has approved your ticket of ${amount}`,
    paragraphs: [
      'Your campaign can begin soon. The ticket’s page shows the next step and when each installment is due.',
    ],
    footnote: 'Nothing is to be paid before the payment to the agency is released.',
  },
  ticket_rejected: {
    subject: (amount) => `The agency has rejected your ticket of ${amount}`,
    paragraphs: [
      'The agency will not run this campaign. If it gave a reason, the ticket’s page shows it. The amount is part of your available budget again.',
    ],
    footnote: 'You can send the same campaign to another agency at any time.',
  },
  documents_ready: {
    subject: (amount) => `Your financing documents for ${amount} are waiting for your acceptance`,
    paragraphs: [
      'The financing agreement and the promissory notes of this ticket are ready. Read them on the ticket’s page and accept them there: the agency is paid after that.',
    ],
    footnote:
      'Due dates count from the day of your acceptance. On a later day new documents are prepared, with dates from that day.',
  },
  payout_in_review: {
    subject: (amount) => `Your payout of ${amount} is being reviewed`,
    paragraphs: [
      'We are reviewing the payout for this ticket before we send it. You will hear about it by the date shown here. You do not need to do anything.',
    ],
    footnote: 'The ticket’s page shows its status.',
  },
  payout_reviewed: {
    subject: (amount) => `Your payout of ${amount} has been reviewed and will be sent`,
    paragraphs: [
      'The review of the payout for this ticket is complete: we will send it like any other.',
    ],
    footnote: 'You will receive another message when it has been sent.',
  },
  payout_despite_overdue: {
    subject: (amount) => `We are paying the agency for your ticket of ${amount}`,
    paragraphs: [
      'You have installments that are overdue for too long. We have decided to pay the agency of this ticket anyway.',
    ],
    footnote: 'What is overdue must still be paid; until then you cannot send new requests.',
  },
  payout_cancelled: {
    subject: (amount) => `Your payout of ${amount} has been cancelled`,
    paragraphs: [
      'We have closed this ticket before paying you, so Hamla does not finance this campaign.',
    ],
    footnote: 'The ticket’s page shows what happened.',
  },
  ticket_closed: {
    subject: (amount) => `Your ticket of ${amount} has been closed`,
    paragraphs: [
      'We have closed this ticket before paying the agency. You owe nothing for it, and its amount is part of your available budget again.',
    ],
    footnote: 'What you owe for other tickets stays as it is.',
  },
  payout_sent: {
    subject: (amount) => `Your payout of ${amount} is on its way`,
    paragraphs: ['We have sent the payout for this ticket to your bank account.'],
    footnote: 'Banks may need a working day. The ticket’s page shows when it has arrived.',
  },
  decided_by: 'You will hear about it by',
  to_pay: 'To pay',
  to_pay_now: 'To pay now',
  not_listed: 'Of this not listed below',
  due_date: 'Due date',
  state: 'Status',
  reference: 'Payment reference',
  transfer_to: 'Transfer to',
  beneficiary: 'Beneficiary',
  iban: 'IBAN',
  how_to_pay: 'How to pay',
  dashboard: 'Go to your dashboard',
  open_ticket: 'Open the ticket',
  payment: 'Payment',
  received_on: 'Received on',
  ticket: 'Ticket',
  company: 'Company',
  agency: 'Agency',
  amount: 'Amount',
  gross: 'Gross',
  fee: 'Fee (5%)',
  net: 'Net (95%)',
};

const arabic: Phrases = {
  due: dueInArabic,
  one_to_pay: (total, days) => `قسط بمبلغ ${total} ${dueInArabic(days)}`,
  many_to_pay: (count, overdue, total) =>
    overdue > 0
      ? `${arabicInstallments(count)} للسداد بإجمالي ${total}، المتأخر منها: ${overdue}`
      : `${arabicInstallments(count)} للسداد بإجمالي ${total}`,
  late_to_pay: (to_pay_now) => `المطلوب سداده الآن ${to_pay_now}`,
  installment: (ticket_number, seq, seqs) => `${ticket_number}، القسط ${seq} من ${seqs}`,
  further: (count) =>
    `تعرض هذه الرسالة الأقساط الأقدم استحقاقًا، وتجد البقية (${arabicInstallments(count)}) في لوحة التحكم.`,
  reminder: 'نذكّرك بما على شركتك سداده. اكتب مرجع السداد في الحوالة لنعرف طلب التمويل الذي تسدده.',
  reminder_of_late: (to_pay_now) =>
    `المطلوب سداده الآن ${to_pay_now}. اكتب المرجع أدناه في الحوالة: يُسدَّد بها الأقدم استحقاقًا في جميع طلباتك.`,
  late_already_paid:
    'هل سبق أن سددت؟ أبلغنا بالحوالة من صفحة الدفعات، ونوقف التذكير إلى أن نتحقق منها.',
  already_paid:
    'هل سبق أن سددت؟ أبلغنا بالحوالة من صفحة طلب التمويل، ونوقف التذكير به إلى أن نتحقق منها.',
  why: 'وصلتك هذه الرسالة لأن لشركتك تمويلًا لدى منصة حملة، وتُرسل إلى البريد الإلكتروني المسجّل في حسابك.',
  payment_received: {
    subject: (amount, day) => `استلمنا دفعتك بمبلغ ${amount} في ${day}`,
    paragraphs: [
      'شكرًا لك. تُسدَّد بهذه الدفعة أقساط طلب التمويل الذي حددته أولًا، ثم الأقساط الأقدم استحقاقًا، وما يزيد منها يبقى رصيدًا دائنًا لك يُسدَّد به ما يُستحق عليك بعد ذلك.',
    ],
    footnote: 'تعرض صفحة كل طلب تمويل الدفعات التي سددت أقساطه.',
  },
  refund: 'مبلغ مردود',
  refunds: 'عرض المبالغ المردودة',
  refund_sent: {
    subject: (amount) => `نرسل إليك مبلغًا مردودًا قدره ${amount}`,
    paragraphs: [
      'طلبنا من بنكنا إرساله. يستغرق ذلك بضعة أيام عمل، وتعرض صفحة كشف الحساب ما إذا كان قد وصل.',
    ],
    footnote: 'إذا لم يكن هذا الحساب حسابك فتواصل معنا فورًا.',
  },
  new_ticket: {
    subject: (amount) => `طلب تمويل جديد بمبلغ ${amount} بانتظار ردّك`,
    paragraphs: [
      'ترغب شركة في تنفيذ حملة معك بتمويل من منصة حملة. اطّلع على الفاتورة ثم وافق على الطلب أو ارفضه.',
    ],
    footnote: `يُغلق الطلب إذا لم يُردّ عليه خلال ${DAYS_TO_ANSWER} يومًا.`,
  },
  new_tickets: {
    subject: (count) => `${arabicTickets(count)} بانتظار ردّك`,
    paragraphs: [
      'وصلت إليك طلبات تمويل كثيرة خلال ساعة، فلم نرسل رسالة مستقلة عن كل طلب. تجدها جميعًا في لوحة التحكم.',
    ],
    footnote: `يُغلق الطلب إذا لم يُردّ عليه خلال ${DAYS_TO_ANSWER} يومًا.`,
  },
  ticket_approved: {
    subject: (amount) => `وافقت الوكالة على طلبك بمبلغ ${amount}`,
    paragraphs: [
      'يمكن أن تبدأ حملتك قريبًا. تعرض صفحة طلب التمويل الخطوة التالية وتواريخ استحقاق الأقساط.',
    ],
    footnote: 'لا يلزم سداد أي شيء قبل اعتماد صرف مستحقات الوكالة.',
  },
  ticket_rejected: {
    subject: (amount) => `رفضت الوكالة طلبك بمبلغ ${amount}`,
    paragraphs: [
      'لن تنفّذ الوكالة هذه الحملة. إذا ذكرت سببًا فستجده في صفحة طلب التمويل. وقد عاد المبلغ إلى ميزانيتك المتاحة.',
    ],
    footnote: 'يمكنك إرسال الحملة نفسها إلى وكالة أخرى متى شئت.',
  },
  documents_ready: {
    subject: (amount) => `مستندات التمويل بمبلغ ${amount} بانتظار قبولك`,
    paragraphs: [
      'اتفاقية التمويل والسندات لأمر الخاصة بهذا الطلب جاهزة. اقرأها في صفحة طلب التمويل واقبلها هناك، وبعدها تُصرف مستحقات الوكالة.',
    ],
    footnote:
      'تُحسب تواريخ الاستحقاق من يوم قبولك. وفي يوم لاحق تُعدّ المستندات من جديد بتواريخ ذلك اليوم.',
  },
  payout_in_review: {
    subject: (amount) => `مستحقاتك بمبلغ ${amount} قيد المراجعة`,
    paragraphs: [
      'نراجع مستحقاتك عن هذا الطلب قبل صرفها، ونبلغك بالنتيجة في موعد أقصاه اليوم المذكور هنا. ولا يُطلب منك شيء.',
    ],
    footnote: 'تعرض صفحة الطلب حالته.',
  },
  payout_reviewed: {
    subject: (amount) => `انتهت مراجعة مستحقاتك بمبلغ ${amount} وستُصرف`,
    paragraphs: ['انتهت مراجعة مستحقاتك عن هذا الطلب، وسنصرفها كغيرها.'],
    footnote: 'تصلك رسالة أخرى عند إرسالها.',
  },
  payout_despite_overdue: {
    subject: (amount) => `نصرف مستحقات الوكالة عن طلبك بمبلغ ${amount}`,
    paragraphs: [
      'عليك أقساط تجاوز تأخرها المدة المسموح بها، وقد قررنا صرف مستحقات وكالة هذا الطلب رغم ذلك.',
    ],
    footnote: 'تبقى الأقساط المتأخرة واجبة السداد، ولا يمكنك إرسال طلبات جديدة قبل سدادها.',
  },
  payout_cancelled: {
    subject: (amount) => `لن تُصرف مستحقاتك بمبلغ ${amount}`,
    paragraphs: ['أغلقنا هذا الطلب قبل صرف مستحقاتك، فلن تموّل منصة حملة هذه الحملة.'],
    footnote: 'تعرض صفحة الطلب ما حدث.',
  },
  ticket_closed: {
    subject: (amount) => `أُغلق طلبك بمبلغ ${amount}`,
    paragraphs: [
      'أغلقنا هذا الطلب قبل صرف مستحقات الوكالة. لا يُستحق عليك شيء عنه، وقد عاد المبلغ إلى ميزانيتك المتاحة.',
    ],
    footnote: 'يبقى ما عليك عن الطلبات الأخرى كما هو.',
  },
  payout_sent: {
    subject: (amount) => `مستحقاتك بمبلغ ${amount} في طريقها إليك`,
    paragraphs: ['أرسلنا مستحقاتك عن هذا الطلب إلى حسابك البنكي.'],
    footnote: 'قد يحتاج البنك إلى يوم عمل. تعرض صفحة الطلب تاريخ وصول المبلغ.',
  },
  decided_by: 'نبلغك في موعد أقصاه',
  to_pay: 'المبلغ المطلوب سداده',
  to_pay_now: 'المطلوب سداده الآن',
  not_listed: 'منه ما لا تشمله الأقساط أدناه',
  due_date: 'تاريخ الاستحقاق',
  state: 'الحالة',
  reference: 'مرجع السداد',
  transfer_to: 'حوّل إلى',
  beneficiary: 'المستفيد',
  iban: 'رقم الآيبان',
  how_to_pay: 'طريقة السداد',
  dashboard: 'الانتقال إلى لوحة التحكم',
  open_ticket: 'فتح طلب التمويل',
  payment: 'الدفعة',
  received_on: 'تاريخ الاستلام',
  ticket: 'طلب التمويل',
  company: 'الشركة',
  agency: 'الوكالة',
  amount: 'المبلغ',
  gross: 'الإجمالي',
  fee: 'رسوم الخدمة (5%)',
  net: 'الصافي (95%)',
};

const phrases: Record<Language, Phrases> = { en: english, ar: arabic };
