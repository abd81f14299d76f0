import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { languages, type Language } from '#domain/languages.ts';
import { renderAccountMail } from '../accounts/account-mail.ts';
import { asTyped, renderMail } from '../platform/mail/mail-message.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { partOf } from '../platform/mail/sent-mail.testing.ts';
import { renderIbanMail } from '../profiles/iban-mail.ts';
import { moneyMailWords, ticketMailKinds, type MoneyMail } from './money-mail.ts';

/** User text in mails, read from the raw message as a mail program reads it. */

const siteUrl = 'https://hamla.test';
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-mail-'));
const mailer = await openMailer({
  mailFrom: 'Hamla <no-reply@hamla.test>',
  smtpUrl: undefined,
  smtpTls: 'required',
  dataDir,
});
afterAll(async () => {
  mailer.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** A name that imitates a link, an address, a telephone number, markup and a header. */
const evil =
  '"Pay" <b>http://evil.example/x</b> www.evil.example evil.example pay@evil.example +966501234567 \r\nBcc: all@evil.example \u202E\u2066\u2069';

interface Raw {
  /** Unfolded. */
  headers: string[];
  text: string;
  html: string;
}

/** Sends a mail to the outbox and parses its file. */
async function sent(
  mail: { subject: string; html: string; text: string },
  to = 'agency@example.sa',
): Promise<Raw> {
  await mailer.send({ message_id: '<one@hamla.test>', to, ...mail });
  const [file] = await readdir(join(dataDir, 'outbox'));
  const source = await readFile(join(dataDir, 'outbox', file!), 'utf8');
  const end = source.indexOf('\n\n');
  const headers = source
    .slice(0, end)
    .replaceAll(/\n[ \t]+/g, ' ')
    .split('\n');
  return { headers, text: partOf(source), html: partOf(source, 'html') };
}

/** The headers that each mail has. */
const ourHeaders = ['Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'];

/** Texts that mail programs turn into links: URLs, email addresses, domains, telephone numbers. */
const linkable = /\w:\/\/|\w\.[a-z]{2}|[\w.]@\w|\d{5}|mailto:|tel:|www\./i;

const mails: [string, (language: Language) => { subject: string; html: string; text: string }][] = [
  ...ticketMailKinds.map((kind): (typeof mails)[number] => [
    kind,
    (language) => {
      const mail: MoneyMail = {
        kind,
        content: {
          ticket_number: 'HM-100001',
          amount_sar: '2000.00',
          company_name: evil,
          agency_name: evil,
          fee_amount: '100.00',
          net_amount: '1900.00',
        },
      };
      const words = moneyMailWords(mail, language, { siteUrl, payee: undefined });
      return renderMail(words, language);
    },
  ]),
  [
    'a notification',
    (language) =>
      renderMail(
        moneyMailWords(
          {
            kind: 'summary',
            content: {
              count: 1,
              items: [
                {
                  kind: 'help_message',
                  side: 'staff',
                  ticket_number: 'HM-100001',
                  amount_sar: null,
                  name: evil,
                  subject_id: null,
                },
              ],
            },
          },
          language,
          { siteUrl, payee: undefined },
        ),
        language,
      ),
  ],
  [
    'a rejected IBAN',
    (language) =>
      renderIbanMail(
        {
          kind: 'rejected',
          holder: 'agency',
          siteUrl,
          iban: 'SA03 … 7519',
          previous_iban: null,
          earliest_at: '2026-02-20T09:00:00Z',
          reason: evil,
        },
        language,
      ),
  ],
  ...(['email_change_requested', 'email_changed'] as const).map((kind): (typeof mails)[number] => [
    kind,
    (language) =>
      renderAccountMail({ kind, siteUrl, new_email: 'pay.http@www.evil.example' }, language),
  ]),
];

describe.each(languages)('in %s', (language) => {
  test.each(mails)(
    'in the mail %s user text is plain text and becomes no link or header',
    async (_, render) => {
      const { headers, text, html } = await sent(render(language));
      expect(headers.map((line) => line.split(':')[0]).sort()).toEqual(ourHeaders);
      expect(headers.join('\n')).not.toMatch(/evil|Pay/);
      // Only the product's own URLs are links.
      const isOurs = (address: string) => address.startsWith(`${siteUrl}/`);
      const found = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address!);
      expect(found.filter((address) => !isOurs(address))).toEqual([]);
      expect(html).not.toContain('<b>');
      const seen = html.replaceAll(/<head[^]*?<\/head>/g, '').replaceAll(/<[^>]*>/g, ' ');
      for (const read of [text, seen]) {
        expect(read).toContain('evil');
        const others = read
          .replaceAll(/https:\/\/hamla\.test\S*/g, '')
          .replaceAll(/HM-\d{6}|SA03 … \d{4}|&\w+;/g, '');
        expect(others).not.toMatch(linkable);
        expect(others).not.toMatch(/\nBcc/);
      }
    },
  );
});

test('a long name in a mail is shortened, and a short one unchanged', () => {
  const invisible = /[\u2060\u2068\u2069]/g;
  expect(asTyped('شركة نجد للقهوة').replace(invisible, '')).toBe('شركة نجد للقهوة');
  expect(asTyped('Najd & Sons, Ltd. (2026)').replace(invisible, '')).toBe(
    'Najd & Sons, Ltd. (2026)',
  );
  const long = asTyped('N'.repeat(5000)).replace(invisible, '');
  expect([long.length, long.at(-1)]).toEqual([200, '…']);
});

test('the subject of a mail is one line, whatever the user text contains', async () => {
  const words = {
    subject: 'One\r\nBcc: all@evil.example\u2028line',
    paragraphs: ['Text'],
    action: { label: 'Go', url: siteUrl },
    footnote: 'Why',
  };
  const { headers } = await sent(renderMail(words, 'en'));
  expect(headers.map((line) => line.split(':')[0]).sort()).toEqual(ourHeaders);
});

test('an address is always one recipient, whatever characters it has', async () => {
  const words = { subject: 'One', html: '<p>Text</p>', text: 'Text' };
  const { headers } = await sent(words, 'a@evil.example,b@evil.example');
  const to = headers.find((line) => line.startsWith('To:'));
  expect(to).not.toMatch(/a@evil\.example, ?b@evil\.example/);
  expect((await sent(words, 'agency@example.sa')).headers).toContain('To: agency@example.sa');
});
