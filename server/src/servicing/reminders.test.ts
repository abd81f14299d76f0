import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addDays, daysBetween, type IsoDate } from '#domain/calendar.ts';
import { reminderOn } from '#domain/reference/reminder.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, type Person } from '../../testing/people.ts';
import { closeDay, previewClose } from './close-day.ts';

/** Which reminders the day's close queues. What is sent of them: server/src/notifications. */

const database = await createTestDatabase();
const owner = new Client(database.owner);
await owner.connect();
const companies = [await addCompany(database), await addCompany(database)] as const;
const agency = await addAgency(database);
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const rowsOf = async <T extends object>(sql: string, values: unknown[] = []) =>
  (await owner.query<T>(sql, values)).rows;

beforeEach(async () => {
  const tables = [
    'closed_days',
    'days_being_closed',
    'reminders',
    'mails',
    'transfer_reports',
    'ticket_installments',
    'tickets',
  ];
  for (const table of [...tables, 'graphile_worker._private_jobs'])
    await rowsOf(`delete from ${table}`);
});

/** A ticket with one installment, arranged, not reached; the installment's id. */
async function owes(company: Person, due_date: IsoDate, status = 'Active') {
  const [made] = await rowsOf<{ ticket_id: string; id: string }>(
    `with ticket as (
       insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
         created_local_date, updated_at)
       values ($1, $2, $3, 100, 'OneMonth', $4, '2026-01-01', '2026-01-01', '2026-01-01') returning id)
     insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, is_owed)
     select id, $1, 1, $5, 100, $3 = 'Active' from ticket returning id, ticket_id`,
    [company.id, agency.id, status, randomUUID(), due_date],
  );
  return made!;
}

/** Closes a day in the first hour after it. */
const close = (day: IsoDate, batch?: number) =>
  closeDay(database.pools.jobs, day, new Date(`${day}T21:05:00Z`), batch);

/** The reminders that are queued, as [installment, days from its due date, day of its mail]. */
const queued = async () =>
  (
    await rowsOf<{ installment_id: string; reminder_day: number; mail_day: string }>(
      'select installment_id, reminder_day, mail_day::text from reminders order by mail_day, installment_id',
    )
  ).map((row) => [row.installment_id, row.reminder_day, row.mail_day]);

const mailsOf = async () =>
  (
    await rowsOf<{ company_id: string; day: string }>(
      `select company_id, day::text from mails where kind = 'reminder' order by day, company_id`,
    )
  ).map(({ company_id, day }) => [company_id, day]);

test('each installment is reminded of once on each of its days, and each day of a company is one mail', async () => {
  const first = await owes(companies[0], '2026-02-20');
  const second = await owes(companies[0], '2026-02-23');
  for (let day = '2026-02-10'; day < '2026-03-20'; day = addDays(day, 1)) await close(day);
  const on = (id: string, due: IsoDate) =>
    [-3, 0, 1, 7, 14].map((days) => [id, days, addDays(due, days)]);
  const all = [...on(first.id, '2026-02-20'), ...on(second.id, '2026-02-23')];
  expect((await queued()).toSorted()).toEqual(all.toSorted());
  // On the 20th one installment is due and the other in three days: one mail.
  const days = new Set(all.map(([, , day]) => day));
  expect((await mailsOf()).map(([, day]) => day)).toEqual([...days].toSorted());
});

test('only what is owed is reminded of: nothing of tickets that are not Active, nothing that is paid', async () => {
  for (const status of ['PendingAgencyApproval', 'Approved', 'Completed', 'Closed', 'Rejected'])
    await owes(companies[0], '2026-02-20', status);
  const paid = await owes(companies[0], '2026-02-20');
  await rowsOf(
    `update ticket_installments set status = 'Paid', paid_amount = amount_sar, paid_on = due_date where id = $1`,
    [paid.id],
  );
  expect(await close('2026-02-19')).toMatchObject({ reminded: 0 });
  expect(await close('2026-02-20')).toMatchObject({ reminded: 0 });
  expect([await queued(), await mailsOf()]).toEqual([[], []]);
});

test.each([1, 2, 3, 7])('in batches of %i the same is queued', async (batch) => {
  for (const due of ['2026-02-06', '2026-02-13', '2026-02-19', '2026-02-20', '2026-02-23'])
    for (const company of companies) await owes(company, due);
  const dry = await previewClose(
    database.pools.jobs,
    '2026-02-19',
    new Date('2026-02-19T21:05:00Z'),
  );
  expect(await close('2026-02-19', batch)).toEqual(dry);
  expect(dry).toMatchObject({ overdue: 6, reminded: 10 });
  expect(await queued()).toHaveLength(10);
  expect(await mailsOf()).toHaveLength(2);
});

test('while a reported transfer is looked for nobody is reminded of its ticket; afterwards again', async () => {
  const { ticket_id, id } = await owes(companies[0], '2026-02-20');
  const report = await rowsOf<{ id: string }>(
    `insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, reported_at)
     values ($1, $2, 100, '2026-02-19', 'proof', '2026-02-19') returning id`,
    [companies[0].id, ticket_id],
  );
  for (const day of ['2026-02-19', '2026-02-20', '2026-02-21']) await close(day);
  expect([await queued(), await mailsOf()]).toEqual([[], []]);
  await rowsOf(
    `update transfer_reports set status = 'Withdrawn', decided_at = '2026-02-22' where id = $1`,
    [report[0]!.id],
  );
  await close('2026-02-22');
  expect(await queued()).toEqual([[id, 1, '2026-02-23']]);
});

test('after days without a server each installment has the one reminder that still holds, none of the stale ones', async () => {
  const dues = Array.from({ length: 40 }, (_, index) => addDays('2026-02-01', index));
  const made = new Map<string, IsoDate>();
  for (const due of dues) made.set((await owes(companies[0], due)).id, due);
  await close('2026-03-01');
  const found = new Map((await queued()).map(([id, days]) => [id, days]));
  for (const [id, due] of made) expect(found.get(id) ?? null).toBe(reminderOn(due, '2026-03-02'));
  expect(new Set((await queued()).map(([, , day]) => day))).toEqual(new Set(['2026-03-02']));
  // Nothing of the days before: what is a day later than it should be is told as it is by then.
  await close('2026-03-02');
  for (const [id, days, day] of (await queued()).filter(([, , on]) => on === '2026-03-03'))
    expect(daysBetween(made.get(id as string)!, day as string)).toBe(days);
});

test('a past day that is closed by hand reminds of nothing', async () => {
  await owes(companies[0], '2026-02-20');
  const now = new Date('2026-03-10T09:00:00Z');
  expect(await previewClose(database.pools.jobs, '2026-02-20', now)).toMatchObject({ reminded: 0 });
  expect(await closeDay(database.pools.jobs, '2026-02-20', now)).toMatchObject({
    overdue: 1,
    reminded: 0,
  });
  expect(await queued()).toEqual([]);
});

/** When mails are due, by id; null: not complete yet. */
const dueTimes = async () =>
  (await rowsOf<{ due_at: Date | null }>('select due_at from mails order by id')).map(
    ({ due_at }) => due_at?.toISOString() ?? null,
  );

test('mails are due once every reminder of the day is queued, at 8 in the morning', async () => {
  for (const company of companies) await owes(company, '2026-02-20');
  await close('2026-02-19', 1);
  await close('2026-02-19', 1);
  expect(await dueTimes()).toEqual(Array(2).fill('2026-02-20T05:00:00.000Z'));
});

test('an installment that is marked again, after its payout had failed, is not reminded of again', async () => {
  const { id } = await owes(companies[0], '2026-02-20');
  const other = await owes(companies[0], '2026-02-20');
  await rowsOf(
    `insert into reminders (installment_id, due_date, reminder_day, mail_day)
     values ($1, '2026-02-20', 1, '2026-02-10')`,
    [id],
  );
  expect(await close('2026-02-20')).toMatchObject({ overdue: 2, reminded: 1 });
  expect((await queued()).at(-1)).toEqual([other.id, 1, '2026-02-21']);
});

test('an installment whose dates moved, after its payout had failed, is reminded of its new due date, once on each day', async () => {
  const { id } = await owes(companies[0], '2026-02-20');
  for (const day of ['2026-02-16', '2026-02-19']) await close(day);
  await rowsOf(`update ticket_installments set due_date = '2026-03-05' where id = $1`, [id]);
  for (let day = '2026-02-20'; day < '2026-03-06'; day = addDays(day, 1)) {
    await close(day);
    await close(day);
  }
  expect(await queued()).toEqual([
    [id, -3, '2026-02-17'],
    [id, 0, '2026-02-20'],
    [id, -3, '2026-03-02'],
    [id, 0, '2026-03-05'],
    [id, 1, '2026-03-06'],
  ]);
  expect(await mailsOf()).toHaveLength(5);
});

test('a mail that is being sent is not extended: the next close reminds of later installments', async () => {
  await owes(companies[0], '2026-02-20');
  await close('2026-02-20');
  const late = await owes(companies[0], '2026-02-20');
  expect(await close('2026-02-20')).toMatchObject({ overdue: 1, reminded: 0 });
  expect(await close('2026-02-21')).toMatchObject({ reminded: 1 });
  expect((await queued()).at(-1)).toEqual([late.id, 1, '2026-02-22']);
});

test('a close that was cut short before its mails were complete is made up for by a later one', async () => {
  const { id } = await owes(companies[0], '2026-02-20');
  await database.pools.jobs.query(
    `select api.mark_overdue_batch('2026-02-20T21:05Z', '2026-02-20', '2026-02-21', '-infinity', '00000000-0000-0000-0000-000000000000', 9)`,
  );
  expect(await dueTimes()).toEqual([null]);
  await close('2026-02-21');
  expect(await queued()).toEqual([[id, 1, '2026-02-21']]);
  expect(await dueTimes()).toEqual([expect.any(String)]);
});

test('what is paid after the close and before its mail is not asked for, and a mail with nothing left is not written', async () => {
  const paid = await owes(companies[0], '2026-02-20');
  const open = await owes(companies[0], '2026-02-20');
  const alone = await owes(companies[1], '2026-02-20');
  await close('2026-02-19');
  await rowsOf(
    `update ticket_installments set status = 'Paid', paid_amount = amount_sar, paid_on = due_date where id = any ($1)`,
    [[paid.id, alone.id]],
  );
  const contents = await rowsOf<{ content: { lines: { due_date: string }[] } | null }>(
    `select reminder_content(m, '2026-02-20') as content from mails m
      order by array_position($1, m.company_id)`,
    [companies.map(({ id }) => id)],
  );
  const { ticket_number } = (
    await rowsOf<{ ticket_number: string }>('select ticket_number from tickets where id = $1', [
      open.ticket_id,
    ])
  )[0]!;
  expect(contents.map(({ content }) => content)).toMatchObject([
    { count: 1, amount_sar: '100.00', lines: [{ ticket_number, due_date: '2026-02-20' }] },
    null,
  ]);
});
