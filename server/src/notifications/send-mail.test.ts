import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { IsoDate } from '#domain/calendar.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addTicket } from '../../testing/payable.ts';
import { depositOf, identifiedAs } from '../../testing/payments.ts';
import { callOf, addAgency, addCompany, addStaff, type Person } from '../../testing/people.ts';
import { callIdempotent } from '../platform/database/call-function.ts';
import type { Caller } from '../platform/http/operations.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import { partOf } from '../platform/mail/sent-mail.testing.ts';
import { readSettings } from '../platform/config/settings.ts';
import { closeDay } from '../servicing/close-day.ts';
import { decideTicket } from '../tickets/decide-ticket.ts';
import { sendDueMails } from './send-mail.ts';

/** Mails about money, from what caused them to a real mail server. */

let company: Person;
let agency: Person;
let server: SMTPServer;
/** What the mail server has taken, with its lines unfolded; while `isAway` it takes nothing. */
let received: { to: string; source: string }[] = [];
let isAway = false;
let now = new Date('2026-02-20T06:00:00Z');
const siteUrl = 'https://hamla.test';

const database = await createTestDatabase();
const owner = new Client(database.owner);
await owner.connect();
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-mails-'));

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      let source = '';
      stream.setEncoding('utf8').on('data', (part: string) => (source += part));
      stream.on('end', () => {
        if (isAway) {
          done(Object.assign(new Error('try later'), { responseCode: 451 }));
          return;
        }
        received.push({ to: envelope.rcptTo[0]!.address, source });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
});
afterAll(async () => {
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await rm(dataDir, { recursive: true, force: true });
  await owner.end();
  await database.drop();
});
beforeEach(async () => {
  [company, agency] = [await addCompany(database), await addAgency(database)];
  await rowsOf('delete from mails');
  await rowsOf(
    `insert into job_workers values ('mails-of-the-test', 1, now()) on conflict do nothing`,
  );
  await rowsOf(`update tickets set status = 'Closed' where company_list <> 'old'`);
  [received, isAway, now] = [[], false, new Date('2026-02-20T06:00:00Z')];
});

const rowsOf = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await owner.query<T>(sql, values)).rows;

/** What mails are sent with: by SMTP; `SMTP_URL: undefined` writes to the outbox. What failed is said to `failures`. */
async function sender(environment: NodeJS.ProcessEnv = {}, failures: string[] = []) {
  const { port } = server.server.address() as AddressInfo;
  const settings = readSettings({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SMTP_TLS: 'optional',
    EMAIL_CONFIRMATION: 'off',
    DATA_DIR: dataDir,
    ...environment,
  });
  const mailer = await openMailer(settings);
  const write = (line: string) => void failures.push((JSON.parse(line) as { msg: string }).msg);
  return {
    pool: database.pools.jobs,
    mailer,
    clock: { now: () => now },
    log: pino({ level: 'error' }, { write }),
    siteUrl: () => siteUrl,
    worker: 'mails-of-the-test',
    settings,
  };
}

/** Sends all that is due. What the failures said. */
async function deliver(environment?: NodeJS.ProcessEnv): Promise<string[]> {
  const failures: string[] = [];
  const deps = await sender(environment, failures);
  while ((await sendDueMails(deps)) > 0);
  return failures;
}

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

/** An Active ticket with one installment of SAR 1,500, arranged, not reached. */
async function owes(due_date: IsoDate, of = company) {
  const [made] = await rowsOf<{ id: string; ticket_number: string }>(
    `with ticket as (
       insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
         created_local_date, updated_at)
       values ($1, $2, 'Active', 1500, 'OneMonth', $3, '2026-01-01', '2026-01-01', '2026-01-01') returning id, ticket_number)
     insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, is_owed)
     select id, $1, 1, $4, 1500, true from ticket
     returning id, (select ticket_number from ticket)`,
    [of.id, agency.id, randomUUID(), due_date],
  );
  return made!;
}

const close = (day: IsoDate) => closeDay(database.pools.jobs, day, new Date(`${day}T21:05:00Z`));
const emailOf = async (person: Caller) =>
  (
    await rowsOf<{ email: string }>('select email from auth.users where id = $1', [person.user_id])
  )[0]!.email;
const messageIdOf = (source: string) => /^Message-ID: (.*)$/im.exec(source)?.[1];
const outcomes = async () =>
  (await rowsOf<{ outcome: string | null }>('select outcome from mails')).map(
    ({ outcome }) => outcome,
  );

test('a reminder has the amount due, the due date and how to pay', async () => {
  const { ticket_number } = await owes('2026-02-20');
  await close('2026-02-19');
  expect(await deliver()).toEqual([]);
  expect(received.map(({ to }) => to)).toEqual([await emailOf(company)]);
  const text = partOf(received[0]!.source)
    .replace(/[\u2066\u2069]/g, '')
    .replaceAll('\u00a0', ' ');
  for (const said of [
    'To pay: SAR 1,500.00',
    'Due date: 20 February 2026 · 3 Ramadan 1447',
    'Status: Due today',
    /Payment reference: RF\d\dHM\d{6}/,
    'IBAN: SA0380000000608010167519',
    `${siteUrl}/tickets/${ticket_number}`,
  ])
    expect(text).toMatch(said);
  expect(await outcomes()).toEqual(['Sent']);
});

test("a reminder is written in its recipient's language", async () => {
  await rowsOf(`update auth.users set user_metadata = '{"language": "ar"}' where id = $1`, [
    company.user_id,
  ]);
  await owes('2026-02-18');
  await close('2026-02-18');
  await deliver();
  const text = partOf(received[0]!.source);
  expect(text).toContain('متأخر منذ يومين');
  expect(text).toContain('18 فبراير 2026 · 1 رمضان 1447 هـ');
});

test('a company gets one reminder a day for all its installments, also when several are overdue', async () => {
  for (const due of ['2026-02-06', '2026-02-13', '2026-02-19', '2026-02-20', '2026-02-23'])
    await owes(due);
  for (let n = 0; n < 20; n += 1) await owes('2026-02-20');
  await close('2026-02-19');
  await deliver();
  expect(received).toHaveLength(1);
  const text = partOf(received[0]!.source);
  expect(text.match(/installment 1 of 1/g)).toHaveLength(20);
  expect(text).toContain('Another 5 installments are on your dashboard');
  expect(received[0]!.source).toMatch(/^Subject: =\?UTF-8\?/m);
});

test('a failed mail is sent again with the same Message-ID, and a sent one is not sent again', async () => {
  await owes('2026-02-20');
  await close('2026-02-19');
  isAway = true;
  expect(await deliver()).toEqual([expect.stringContaining('try later')]);
  expect(await outcomes()).toEqual([null]);
  isAway = false;
  // Not at once: the mail server is given time.
  await deliver();
  expect(received).toEqual([]);
  later(3);
  expect(await deliver()).toEqual([]);
  const [mail] = await rowsOf<{ id: string }>('select id from mails');
  expect(messageIdOf(received[0]!.source)).toBe(`<${mail!.id}@hamla.test>`);
  later(600);
  await deliver();
  expect(received).toHaveLength(1);
  // Cut off after the sending and before it was noted, it is sent again, as the same message.
  await rowsOf('update mails set settled_at = null, outcome = null');
  await deliver();
  expect(received.map(({ source }) => messageIdOf(source))).toEqual(
    Array(2).fill(`<${mail!.id}@hamla.test>`),
  );
});

test('a failing mail waits longer after each attempt and is given up after 25', async () => {
  await requested();
  isAway = true;
  const waits: number[] = [];
  for (;;) {
    expect(await deliver()).toHaveLength(1);
    const [mail] = await rowsOf<{ due_at: Date; outcome: string | null }>('select * from mails');
    if (mail!.outcome !== null) break;
    waits.push((mail!.due_at.getTime() - now.getTime()) / 1000);
    now = new Date(mail!.due_at.getTime() + 1);
  }
  expect(waits.slice(0, 3).map(Math.round)).toEqual([3, 7, 20]);
  expect(waits).toHaveLength(24);
  expect(Math.max(...waits)).toBeLessThan(7 * 3600);
  expect(await outcomes()).toEqual(['Failed']);
});

test('a mail reserved by a worker that is gone is sent by another at once', async () => {
  await requested();
  await rowsOf(`insert into job_workers values ('mails-of-another', 1, now())`);
  const taken = await rowsOf<{ ids: string[] }>(
    `select api.take_due_mails($1, 10, 'mails-of-another') as ids`,
    [now],
  );
  expect(taken[0]!.ids).toHaveLength(1);
  await deliver();
  expect(received).toEqual([]);
  await rowsOf(`delete from job_workers where id = 'mails-of-another'`);
  await deliver();
  expect(received).toHaveLength(1);
});

test('a server that has just started sends what is due before its first heartbeat', async () => {
  await requested();
  await rowsOf('delete from job_workers');
  expect(await deliver()).toEqual([]);
  expect(received).toHaveLength(1);
});

/** The age of the oldest unsent mail, in seconds. */
async function age(): Promise<number | null> {
  const [row] = await rowsOf<{ age: number | null }>('select api.oldest_unsent_mail($1) as age', [
    now,
  ]);
  return row!.age;
}

test('the waiting time of a reminder queued at night counts from the morning, when it may be sent', async () => {
  await owes('2026-02-23');
  await close('2026-02-19');
  now = new Date('2026-02-20T04:59:59Z');
  expect(await age()).toBeNull();
  now = new Date('2026-02-20T05:01:00Z');
  expect(await age()).toBe(60);
});

test('the age of the oldest unsent mail is reported, also while it waits for its next attempt', async () => {
  expect(await age()).toBeNull();
  await requested();
  isAway = true;
  await deliver();
  later(90);
  expect(await age()).toBe(90);
  isAway = false;
  await deliver();
  expect(await age()).toBeNull();
});

test('no reminder is sent for an installment paid in the meantime', async () => {
  const [paid, open] = [await owes('2026-02-20'), await owes('2026-02-23')];
  await close('2026-02-19');
  const pay = (id: string) =>
    rowsOf(
      `update ticket_installments set status = 'Paid', paid_amount = amount_sar, paid_on = due_date where id = $1`,
      [id],
    );
  await pay(paid.id);
  await deliver();
  expect(partOf(received[0]!.source)).not.toContain(paid.ticket_number);
  await close('2026-02-22');
  await pay(open.id);
  now = new Date('2026-02-23T06:00:00Z');
  await deliver();
  expect(received).toHaveLength(1);
  expect((await outcomes()).toSorted()).toEqual(['Moot', 'Sent']);
});

test('no reminder is sent for an installment with a reported transfer or a later reminder', async () => {
  const { ticket_number } = await owes('2026-02-20');
  await close('2026-02-19');
  await rowsOf(
    `insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, reported_at)
     select company_id, id, 1500, '2026-02-20', 'proof', '2026-02-20' from tickets where ticket_number = $1`,
    [ticket_number],
  );
  await deliver();
  await owes('2026-02-21');
  await close('2026-02-20');
  // The mail server was away for a day: the day after the due date has its own reminder.
  now = new Date('2026-02-22T06:00:00Z');
  await deliver();
  expect([received, await outcomes()]).toEqual([[], ['Moot', 'Moot']]);
});

test('with confirmation on, mails about money go to proven addresses only', async () => {
  await owes('2026-02-20');
  await close('2026-02-19');
  await deliver({ EMAIL_CONFIRMATION: 'on' });
  expect([received, await outcomes()]).toEqual([[], ['Moot']]);
  await rowsOf(`update auth.users set email_confirmed_at = '2026-01-01' where id = $1`, [
    company.user_id,
  ]);
  await close('2026-02-20');
  now = new Date('2026-02-21T06:00:00Z');
  await deliver({ EMAIL_CONFIRMATION: 'on' });
  expect(received).toHaveLength(1);
});

test('without SMTP_URL a reminder is a file in the outbox, and without a configured account it has no payment details', async () => {
  await owes('2026-02-20');
  await close('2026-02-19');
  await deliver({ SMTP_URL: '', SITE_URL: siteUrl });
  const [mail] = await rowsOf<{ id: string }>('select id from mails');
  const outbox = join(dataDir, 'outbox');
  expect(await readdir(outbox)).toEqual([`${mail!.id}@hamla.test.eml`]);
  const source = await readFile(join(outbox, `${mail!.id}@hamla.test.eml`), 'utf8');
  expect(source).toContain(`To: ${await emailOf(company)}`);
  expect(source).not.toContain('IBAN');
});

/** What an operation is called with. */
const by = (caller: Caller) => callOf(caller, now);

async function requested() {
  const requests = { amount: '2000.00', months: 2 } as const;
  return (await addTicket(database, { company, agency }, now, requests)).id;
}

/** To whom, and the subject, of what was taken. */
const told = () => received.map(({ to, source }) => [to, subjectOf(source)]);

/** As it is read: what is no ASCII travels encoded, over several lines. */
function subjectOf(source: string): string {
  const [, header = ''] = /^Subject: ((?:.*\r?\n[ \t]+)*.*)$/m.exec(source) ?? [];
  return header
    .replaceAll(/\?=\s+=\?UTF-8\?Q\?/g, '')
    .replaceAll(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) =>
      decodeURIComponent(word.replaceAll('_', ' ').replaceAll(/=(?=[\dA-F]{2})/g, '%')),
    )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\u2066\u2069]/g, '')
    .trim();
}

test('an agency gets mails about new tickets up to the hourly limit over all servers, then one with the number of waiting tickets', async () => {
  const environment = { QUOTA_TICKET_MAILS: '3' };
  const to = await emailOf(agency);
  const subjects = () =>
    received.filter((mail) => mail.to === to).map(({ source }) => subjectOf(source));
  for (let n = 0; n < 8; n += 1) {
    company = await addCompany(database);
    await requested();
  }
  const two = [await sender(environment), await sender(environment)];
  for (const deps of [...two, ...two]) await sendDueMails(deps);
  expect(subjects()).toHaveLength(3);
  later(3599);
  await deliver(environment);
  expect(subjects()).toHaveLength(3);
  later(1);
  await deliver(environment);
  expect(subjects().slice(3)).toEqual(['8 tickets are waiting for your answer']);
  expect((await outcomes()).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'Moot'),
    ...Array.from({ length: 4 }, () => 'Sent'),
  ]);
  // Another agency, and another kind of mail, is not held back; QUOTAS=off holds nothing.
  agency = await addAgency(database);
  await requested();
  await deliver(environment);
  expect(received.at(-1)!.to).toBe(await emailOf(agency));
  for (let n = 0; n < 5; n += 1) await requested();
  await deliver({ QUOTAS: 'off' });
  expect(received.filter((mail) => mail.to !== to)).toHaveLength(6);
});

test('a held-back mail is not sent once every ticket is answered', async () => {
  const environment = { QUOTA_TICKET_MAILS: '1' };
  const ids = [await requested(), await requested()];
  await deliver(environment);
  expect(received).toHaveLength(1);
  for (const id of ids) await decideTicket(database.pools.app, by(agency), 'reject', id);
  later(3600);
  await deliver(environment);
  const to = await emailOf(agency);
  expect(received.filter((mail) => mail.to === to)).toHaveLength(1);
});

test('an agency gets one mail about a new ticket, and its company one about the answer', async () => {
  const [approved, rejected] = [await requested(), await requested()];
  await decideTicket(database.pools.app, by(agency), 'approve', approved);
  await decideTicket(database.pools.app, by(agency), 'reject', rejected);
  await deliver();
  const [ofAgency, ofCompany] = [await emailOf(agency), await emailOf(company)];
  expect(told().toSorted()).toEqual(
    [
      [ofAgency, 'A new ticket of SAR 2,000.00 is waiting for your answer'],
      [ofAgency, 'A new ticket of SAR 2,000.00 is waiting for your answer'],
      [ofCompany, 'The agency has approved your ticket of SAR 2,000.00'],
      [ofCompany, 'The agency has rejected your ticket of SAR 2,000.00'],
    ].toSorted(),
  );
  expect(await outcomes()).toEqual(Array(4).fill('Sent'));
});

test('a company gets one mail for each version of documents to accept, and none for an accepted one', async () => {
  const id = await requested();
  await rowsOf(`update companies set cr_number = '1010123456' where user_id = $1`, [
    company.user_id,
  ]);
  await decideTicket(database.pools.app, by(agency), 'approve', id);
  // As the job does, whose documents do not matter here.
  const issue = async () => {
    const newest = `s.ticket_id = $2 and s.issued_at is null`;
    const sql = `select api.issue_documents(s.id, $1, '[]') from document_sets s where ${newest}`;
    await database.pools.jobs.query(sql, [now, id]);
    await database.pools.jobs.query(sql, [now, id]);
  };
  const renew = async (day: IsoDate) => {
    now = new Date(`${day}T06:00:00Z`);
    await callIdempotent(database.pools.app, 'prepare_documents', by(company), {
      today: day,
      ticket_id: id,
      cr_number: null,
      name: null,
    });
    await issue();
  };
  const waiting = [
    await emailOf(company),
    'Your financing documents for SAR 2,000.00 are waiting for your acceptance',
  ];
  await deliver();
  await issue();
  await deliver();
  expect(told().slice(2)).toEqual([waiting]);
  await renew('2026-02-22');
  await deliver();
  expect(told().slice(2)).toEqual([waiting, waiting]);
  await renew('2026-02-23');
  await rowsOf(
    `insert into signing_records (id, set_id, company_id, signed_at, record, identity_sealed, seal)
     select uuidv7(), s.id, s.company_id, $1, '{}', '\\x00', sha256(convert_to('{}', 'UTF8') || '\\x00'::bytea)
       from document_sets s where s.version = 3`,
    [now],
  );
  await rowsOf(
    `update document_sets set accepted_at = $1, accepted_name = 'Layla', accepted_address = '::1' where version = 3`,
    [now],
  );
  await deliver();
  expect(told()).toHaveLength(4);
  expect((await outcomes()).toSorted()).toEqual(['Moot', 'Sent', 'Sent', 'Sent', 'Sent']);
});

test('a refused status change sends no mail', async () => {
  const id = await requested();
  await decideTicket(database.pools.app, by(company), 'cancel', id);
  await expect(decideTicket(database.pools.app, by(agency), 'approve', id)).rejects.toMatchObject({
    code: 'ticket_not_pending',
  });
  await deliver();
  expect(told().map(([to]) => to)).toEqual([await emailOf(agency), await emailOf(agency)]);
});

test('a company gets a mail about a payment once the payment is assigned to it', async () => {
  const staff = await addStaff(database, now);
  const record = (company_id: string | null) =>
    callIdempotent(
      database.pools.staff,
      'record_payment',
      by(staff),
      depositOf('700.00', '2026-02-20', { company_id, is_another: true }),
    );
  await record(company.id);
  const { id } = JSON.parse(await record(null)) as { id: string };
  await deliver();
  expect(told()).toEqual([
    [await emailOf(company), 'We have received your payment of SAR 700.00 on 20 February 2026'],
  ]);
  expect(partOf(received[0]!.source)).toContain('SAR\u00a0700.00');
  const whose = identifiedAs(id, company.id);
  await callIdempotent(database.pools.staff, 'identify_payment', by(staff), whose);
  await deliver();
  expect(told()).toHaveLength(2);
});

test('an agency gets a mail about its payout with net amount and fee', async () => {
  const id = await requested();
  await decideTicket(database.pools.app, by(agency), 'approve', id);
  await deliver();
  // As a file for the bank writes it.
  await rowsOf(
    `insert into events (occurred_at, operation, subject, subject_id, company_id, agency_id)
     values ($1, 'instruct_payout', 'ticket', $2, $3, $4)`,
    [now, id, company.id, agency.id],
  );
  await deliver();
  expect(told().at(-1)).toEqual([
    await emailOf(agency),
    'Your payout of SAR 1,900.00 is on its way',
  ]);
  const text = partOf(received.at(-1)!.source)
    .replace(/[\u2066\u2069]/g, '')
    .replaceAll('\u00a0', ' ');
  expect(text).toContain('Gross: SAR 2,000.00\nFee (5%): SAR 100.00\nNet (95%): SAR 1,900.00');
});
