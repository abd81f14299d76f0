import { readFileSync } from 'node:fs';
import { parsePo } from 'pofile-ts';
import { expect, test } from 'vitest';
import { languages } from '#domain/languages.ts';
import { renderMail } from '../platform/mail/mail-message.ts';
import {
  moneyMailWords,
  ticketMailKinds,
  type MoneyMail,
  type ReminderContent,
} from './money-mail.ts';
import { mailedKinds } from './notification-mail.ts';

const place = {
  siteUrl: 'https://hamla.test',
  payee: { name: 'حملة', iban: 'SA0380000000608010167519' },
};
const line = (due_date: string) => ({
  ticket_number: 'HM-100001',
  seq: 2,
  seqs: 3,
  due_date,
  amount_sar: '1234.50',
});
const reminder = (due_date: string, content: Partial<ReminderContent> = {}) =>
  ({
    kind: 'reminder',
    content: {
      today: '2026-02-20',
      count: 1,
      overdue: 0,
      amount_sar: '1234.50',
      virtual_iban: null,
      payer_number: 'HC-100001',
      to_pay_now_sar: '0.00',
      overdue_sar: '0.00',
      lines: [line(due_date)],
      ...content,
    },
  }) satisfies MoneyMail;
const told = {
  side: 'company',
  ticket_number: 'HM-100001',
  amount_sar: '700.00',
  name: null,
  subject_id: null,
} as const;
const ticket = {
  ticket_number: 'HM-100001',
  amount_sar: '2000.00',
  company_name: null,
  agency_name: null,
  fee_amount: '100.00',
  net_amount: '1900.00',
};
const mails: MoneyMail[] = [
  reminder('2026-02-23'),
  reminder('2026-02-20', {
    count: 30,
    overdue: 11,
    amount_sar: '9999.00',
    to_pay_now_sar: '8000.00',
  }),
  { kind: 'refund_sent', content: { amount_sar: '40.00', iban: 'SA44 … 1234' } },
  { kind: 'payment_received', content: { amount_sar: '700.00', value_date: '2026-02-20' } },
  { kind: 'new_tickets', content: { count: 11 } },
  ...mailedKinds.map(
    (kind) => ({ kind: 'notification', content: { ...told, kind } }) satisfies MoneyMail,
  ),
  { kind: 'summary', content: { count: 51, items: [{ ...told, kind: 'new_ticket' }] } },
  ...ticketMailKinds.map((kind) => ({ kind, content: ticket }) satisfies MoneyMail),
];

/** Letters that have no place in a language. */
const foreign = { en: /[\u0600-\u06ff]/, ar: /[A-Za-z]/ };
const directions = { en: 'ltr', ar: 'rtl' };

test.each(
  mails.flatMap((mail) => languages.map((language) => [mail.kind, language, mail] as const)),
)(
  'the money mail %s is written in the language %s, with its text direction',
  async (_, language, mail) => {
    const { subject, html, text } = renderMail(moneyMailWords(mail, language, place), language);
    for (const tag of [/<html[^>]*>/, /<table[^>]*lang=[^>]*>/]) {
      const [opened] = tag.exec(html) ?? [];
      expect(opened).toContain(`lang="${language}"`);
      expect(opened).toContain(`dir="${directions[language]}"`);
    }
    // What is no word: addresses of pages, and what is kept apart from the words round it.
    const words = (subject + text).replace(/https?:\/\/\S+|\u2066[^\u2069]*\u2069/g, '');
    expect(words).not.toMatch(foreign[language]);
    // An amount, a number, an IBAN keep their order among Arabic words.
    for (const [, value] of text.matchAll(/\u2066(.*?)\u2069/g))
      expect(html).toContain(`<bdi dir="ltr">${value}</bdi>`);
  },
);

test.each([
  ['2026-02-23', 'Due in 3 days', 'مستحق بعد 3 أيام'],
  ['2026-02-22', 'Due in 2 days', 'مستحق بعد يومين'],
  ['2026-02-21', 'Due tomorrow', 'مستحق غدًا'],
  ['2026-02-20', 'Due today', 'مستحق اليوم'],
  ['2026-02-19', '1 day overdue', 'متأخر منذ يوم واحد'],
  ['2026-02-13', '7 days overdue', 'متأخر منذ 7 أيام'],
  ['2026-02-06', '14 days overdue', 'متأخر منذ 14 يومًا'],
  ['2025-11-12', '100 days overdue', 'متأخر منذ 100 يوم'],
  ['2025-11-09', '103 days overdue', 'متأخر منذ 103 أيام'],
])('a reminder for %s says on 20 February: %s', (due, english, arabic) => {
  const state = (language: 'en' | 'ar') =>
    moneyMailWords(reminder(due), language, place).blocks![0]!.facts[2]!.value;
  expect([state('en'), state('ar')]).toEqual([english, arabic]);
});

test('a reminder of one ticket links to its payment page, one of several to the dashboard', () => {
  const url = (mail: MoneyMail) => moneyMailWords(mail, 'en', place).action.url;
  expect(url(reminder('2026-02-20'))).toBe('https://hamla.test/tickets/HM-100001');
  const lines = [line('2026-02-20'), { ...line('2026-02-20'), ticket_number: 'HM-100002' }];
  expect(url(reminder('2026-02-20', { count: 2, lines }))).toBe(
    'https://hamla.test/dashboard/company',
  );
});

test('a reminder of a company that is late has one sum and the company’s reference for it, and leads to how to pay it', () => {
  const sum = '13466.66';
  const mail = reminder('2026-02-06', { overdue: 1, to_pay_now_sar: sum, overdue_sar: sum });
  const { subject, blocks, action } = moneyMailWords(mail, 'en', place);
  const said = JSON.stringify([subject, blocks]).replaceAll('\u00a0', ' ');
  expect(said.match(/SAR 13,466\.66/g)).toHaveLength(2);
  expect(said.match(/RF\d\d\w+/g)).toEqual(['RF23HC100001']);
  expect(action).toEqual({ label: 'How to pay', url: 'https://hamla.test/payments' });
  // With small rests and what is in default: what the lines do not show has a line of its own.
  const beside = (overdue_sar: string) =>
    moneyMailWords(
      reminder('2026-02-06', { overdue: 1, to_pay_now_sar: '1334.50', overdue_sar }),
      'en',
      place,
    ).blocks![0]!.facts.find(({ label }) => label === 'Of this not listed below')?.value;
  expect(beside('1234.50')).toContain('SAR\u00a0100.00');
  expect(beside('1334.50')).toBeUndefined();
  // A small rest is overdue, and nothing is reminded of but what falls due.
  const soon = reminder('2026-02-23', { to_pay_now_sar: '1.15' });
  expect(JSON.stringify(moneyMailWords(soon, 'en', place))).toMatch(/RF08HM100001/);
});

test.each([
  [2, 0, 'قسطان للسداد'],
  [5, 2, '5 أقساط للسداد'],
  [11, 0, '11 قسطًا للسداد'],
  [100, 0, '100 قسط للسداد'],
  [103, 0, '103 أقساط للسداد'],
])('the Arabic reminder has the right plural form for %i installments', (count, overdue, words) => {
  const mail = reminder('2026-02-20', { count, overdue });
  expect(moneyMailWords(mail, 'ar', place).subject).toContain(words);
});

test('that nothing is to be paid before the payment to the agency is released is one sentence on screens and in mails', () => {
  for (const language of languages) {
    const approved = { kind: 'ticket_approved', content: ticket } satisfies MoneyMail;
    const { footnote } = moneyMailWords(approved, language, place);
    const catalogue = new URL(`../../../web/locales/${language}/installments.po`, import.meta.url);
    const { items } = parsePo(readFileSync(catalogue, 'utf8'));
    expect(items.map(({ msgstr }) => msgstr.join(''))).toContain(footnote);
  }
});
