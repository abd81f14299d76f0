import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { addTicket } from '../../testing/payable.ts';
import { addAgency, addCompany, asOwner, callOf } from '../../testing/people.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { readSettings } from '../platform/config/settings.ts';
import { decideTicket } from '../tickets/decide-ticket.ts';
import { sendDueMails } from './send-mail.ts';

const now = new Date('2026-05-04T09:00:00Z');

const database = await createTestDatabase();
afterAll(() => database.drop());

test("a mail goes to the address of its party's account, never to the contact address of the profile", async () => {
  const [company, agency] = [await addCompany(database), await addAgency(database)];
  await asOwner(database, async (client) => {
    await client.query(`update companies set email = 'typed-by-company@example.sa'`);
    await client.query(`update agencies set email = 'typed-by-agency@example.sa'`);
  });
  const { id } = await addTicket(database, { company, agency }, now);
  await decideTicket(database.pools.app, callOf(agency, now), 'approve', id);
  const { mails, accounts } = await asOwner(database, async (client) => ({
    mails: (await client.query<{ id: string }>('select id from mails order by id')).rows,
    accounts: (
      await client.query<{ email: string }>(
        'select email from auth.users where id = any ($1) order by array_position($1, id)',
        [[agency.user_id, company.user_id]],
      )
    ).rows.map(({ email }) => email),
  }));
  const read = await Promise.all(
    mails.map((mail): Promise<{ kind: string; email: string }> =>
      callFunction(database.pools.jobs, 'read_mail', {
        mail_id: mail.id,
        today: '2026-05-04',
        proven_only: false,
      }),
    ),
  );
  expect(read.map(({ kind, email }) => [kind, email])).toEqual([
    ['new_ticket', accounts[0]],
    ['ticket_approved', accounts[1]],
  ]);
});

test('the log reports that a mail was not sent, without its content', async () => {
  const lines: string[] = [];
  await asOwner(database, (client) =>
    client.query(`insert into job_workers values ('mails-of-the-test', 1, $1)`, [now]),
  );
  const taken = await sendDueMails({
    pool: database.pools.jobs,
    clock: { now: () => now },
    log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    siteUrl: () => 'http://hamla.test',
    worker: 'mails-of-the-test',
    settings: readSettings({}),
    mailer: {
      send: async (mail) => {
        throw Object.assign(new Error('the mail server refused it'), { mail });
      },
    },
  });
  expect(taken).toBe(2);
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain('a mail was not sent: the mail server refused it');
    expect(line).not.toMatch(/example\.sa|300\.00/);
  }
});
