import { expect, test } from 'vitest';
import { languages } from '#domain/languages.ts';
import { asTyped, isolated } from '../platform/mail/mail-message.ts';
import { type AccountMail, renderAccountMail } from './account-mail.ts';

const siteUrl = 'https://hamla.test';
const link = `${siteUrl}/auth/v1/verify?token=t1&type=signup`;
const new_email = 'new.address@example.com';
const kinds: AccountMail[] = [
  { kind: 'signup', link },
  { kind: 'recovery', link },
  { kind: 'sign_in_code', code: '012345', siteUrl },
  { kind: 'email_change', link },
  { kind: 'password_changed', siteUrl },
  { kind: 'account_exists', siteUrl },
  { kind: 'account_erased', siteUrl },
  { kind: 'factor_added', siteUrl },
  { kind: 'factor_removed', siteUrl },
  { kind: 'factor_removal_asked', link, siteUrl, effective_at: null },
  { kind: 'factor_removal_confirmed', link, siteUrl, effective_at: '2026-03-11T06:00:00Z' },
  { kind: 'recovery_codes_made', siteUrl },
  { kind: 'recovery_code_used', siteUrl },
  { kind: 'email_change_requested', siteUrl, new_email },
  { kind: 'email_changed', siteUrl, new_email },
];
const cases = kinds.flatMap((mail) =>
  languages.map((language) => [mail.kind, language, mail] as const),
);

/** Letters that do not belong in a mail of this language. */
const foreign = { en: /[\u0600-\u06ff]/, ar: /[A-Za-z]/ };
const erasedTarget = { en: '/privacy', ar: '/ar/privacy' };
const directions = { en: 'ltr', ar: 'rtl' };

test.each(cases)(
  'the mail %s is written in the language %s, with its text direction',
  async (_, language, mail) => {
    const { subject, html, text } = renderAccountMail(mail, language);
    for (const tag of [/<html[^>]*>/, /<table[^>]*lang=[^>]*>/]) {
      const [opened] = tag.exec(html) ?? [];
      expect(opened).toContain(`lang="${language}"`);
      expect(opened).toContain(`dir="${directions[language]}"`);
    }
    expect(html).toContain(subject);
    // Web and email addresses are Latin in each language.
    const words = text.replace(/https?:\/\/\S+|\S+@\S+/g, '');
    expect(subject + words).not.toMatch(foreign[language]);
  },
);

test.each(cases)(
  'in the plain text of the mail %s in %s, each link is on a line of its own',
  async (_, language, mail) => {
    const { text } = renderAccountMail(mail, language);
    const lines = text.split('\n').filter((line) => line.includes('://'));
    // Nobody signs in to an erased account.
    const screen = mail.kind === 'account_erased' ? erasedTarget[language] : '/signin';
    expect(lines[0]).toBe('link' in mail ? link : `${siteUrl}${screen}`);
    for (const line of lines) expect(line).toMatch(/^https:\/\/\S+$/);
  },
);

test.each(languages)(
  'the digits of a sign-in code stand alone in the mail in %s, and not in its subject',
  (language) => {
    const mail = renderAccountMail({ kind: 'sign_in_code', code: '012345', siteUrl }, language);
    expect(mail.html).toMatch(/<p [^>]*><bdi dir="ltr">012345<\/bdi><\/p>/);
    expect(mail.text.split('\n')).toContain(isolated('012345'));
    expect(mail.subject).not.toMatch(/\d/);
  },
);

test("the contact link of a mail leads to the page in the mail's language", async () => {
  for (const [language, contact] of [
    ['en', `${siteUrl}/#contact`],
    ['ar', `${siteUrl}/ar#contact`],
  ] as const) {
    const mail = renderAccountMail({ kind: 'password_changed', siteUrl }, language);
    expect(mail.text.split('\n')).toContain(contact);
    expect(mail.html).toMatch(new RegExp(`<a href="${contact}"[^>]*dir="ltr"`));
  }
});

test.each(['email_change_requested', 'email_changed'] as const)(
  'an email address in the Arabic mail %s keeps its left-to-right order',
  async (kind) => {
    const mail = { kind, siteUrl, new_email };
    const { html, text } = renderAccountMail(mail, 'ar');
    const shown = asTyped(new_email);
    expect(html).toContain(`<bdi dir="auto">${shown.slice(1, -1)}</bdi>`);
    expect(text).toContain(shown);
    expect(renderAccountMail(mail, 'en').text).toContain(` ${shown}.`);
  },
);
