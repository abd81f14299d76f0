import { expect, test } from 'vitest';
import { languages } from '#domain/languages.ts';
import { renderIbanMail, type IbanMail } from './iban-mail.ts';

const mail: IbanMail = {
  holder: 'agency',
  kind: 'requested',
  siteUrl: 'https://hamla.test',
  iban: 'SA44 … 1234',
  previous_iban: 'SA03 … 7519',
  // Midnight in Riyadh.
  earliest_at: '2026-02-28T21:00:00Z',
  reason: null,
};
const kinds: IbanMail[] = [
  mail,
  { ...mail, previous_iban: null },
  { ...mail, kind: 'approved' },
  { ...mail, kind: 'rejected', reason: '٣' },
  { ...mail, kind: 'rejected', previous_iban: null, reason: '٣' },
];
const foreign = { en: /[\u0621-\u064a]/, ar: /[A-Za-z]/ };

const company = kinds.map((one): IbanMail => ({ ...one, holder: 'company' }));

test.each(
  [...kinds, ...company].flatMap((one) =>
    languages.map((language) => [one.kind, language, one] as const),
  ),
)(
  'the mail that an IBAN is %s is written in %s and leads to where it is kept',
  async (_, language, one) => {
    const { subject, html, text } = renderIbanMail(one, language);
    const words = text.replace(/https?:\/\/\S+|SA\d\d … \d{4}/g, '');
    expect(subject + words).not.toMatch(foreign[language]);
    const place =
      one.holder === 'agency' ? 'profile/agency?step=2#iban' : 'account-statement#refunds';
    expect(text).toContain(`\nhttps://hamla.test/${place}\n`);
    expect(html).toContain('SA44 … 1234');
    expect(text.includes('SA03 … 7519')).toBe(
      one.previous_iban !== null && one.kind !== 'approved',
    );
  },
);

test('the first moment at which it can take effect is said in Riyadh time', async () => {
  expect(renderIbanMail(mail, 'en').text).toContain('on 1 March 2026 at 00:00 (Riyadh)');
  expect(renderIbanMail(mail, 'ar').text).toContain('1 مارس 2026');
});
