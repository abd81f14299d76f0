import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, asOwner } from '../../testing/people.ts';
import { closeDay, previewClose, servicingJobs } from './close-day.ts';

const now = new Date('2026-03-02T06:00:00Z');

const database = await createTestDatabase();
const [company, agency] = [await addCompany(database), await addAgency(database)];
afterAll(() => database.drop());

const rowsOf = <T extends object>(sql: string, values: unknown[] = []) =>
  asOwner(database, async (client) => (await client.query<T>(sql, values)).rows);

/** Tickets of these statuses, requested on 1 February, with one installment due on 1 March. Arranged, not reached. */
beforeEach(async () => {
  const tables = ['closed_days', 'days_being_closed', 'reminders', 'mails'];
  for (const table of [...tables, 'graphile_worker._private_jobs'])
    await rowsOf(`delete from ${table}`);
  await rowsOf('delete from ticket_installments');
  await rowsOf('delete from tickets');
  const statuses = ['Active', 'Active', 'Active', 'Active', 'Active', 'Approved', 'Rejected'];
  for (const status of [...statuses, 'PendingAgencyApproval', 'PendingAgencyApproval']) {
    const [ticket] = await rowsOf<{ id: string }>(
      `insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
         created_local_date, updated_at)
       values ($1, $2, $3, 100, 'OneMonth', $4, '2026-02-01', '2026-02-01', '2026-02-01') returning id`,
      [company.id, agency.id, status, randomUUID()],
    );
    await rowsOf(
      `insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, is_owed)
       values ($1, $2, 1, '2026-03-01', 100, $3)`,
      [ticket!.id, company.id, status === 'Active'],
    );
  }
});

const close = (day: string, batch?: number) => closeDay(database.pools.jobs, day, now, batch);
const overdueOf = async () =>
  (
    await rowsOf<{ status: string }>(
      `select t.status from ticket_installments i join tickets t on t.id = i.ticket_id where i.status = 'Overdue'`,
    )
  ).map(({ status }) => status);

test('a day that is closed marks what Active tickets left unpaid, and nothing of the others', async () => {
  expect(await close('2026-02-28')).toMatchObject({ overdue: 0 });
  expect(await overdueOf()).toEqual([]);
  expect(await close('2026-03-01')).toMatchObject({ overdue: 5 });
  expect(await overdueOf()).toEqual(Array(5).fill('Active'));
});

test.each([1, 2, 3, 5, 6])('in batches of %i it marks the same', async (batch) => {
  expect(await close('2026-03-01', batch)).toEqual({
    day: '2026-03-01',
    overdue: 5,
    expired: 2,
    reminded: 5,
  });
  expect(await overdueOf()).toHaveLength(5);
});

test('a close that was cut short is taken up again and counts what it had done, and a repeated one finds nothing', async () => {
  await database.pools.jobs.query(
    `select api.mark_overdue_batch($1, '2026-03-01', '2026-03-02', '-infinity', '00000000-0000-0000-0000-000000000000', 2)`,
    [now],
  );
  expect(await overdueOf()).toHaveLength(2);
  const day = '2026-03-01';
  expect(await close(day)).toEqual({ day, overdue: 5, expired: 2, reminded: 5 });
  expect(await close(day)).toEqual({ day, overdue: 0, expired: 0, reminded: 0 });
  const closed = await rowsOf('select overdue, expired, reminded from closed_days');
  expect(closed).toEqual([{ overdue: 5, expired: 2, reminded: 5 }]);
});

test('a dry run says what a close would do and does nothing', async () => {
  const before = await previewClose(database.pools.jobs, '2026-03-01', now);
  expect(before).toEqual({ day: '2026-03-01', overdue: 5, expired: 2, reminded: 5 });
  expect(await overdueOf()).toEqual([]);
  for (const table of ['closed_days', 'reminders', 'mails'])
    expect(await rowsOf(`select from ${table}`)).toEqual([]);
  expect(await close('2026-03-01')).toEqual(before);
});

test('a day that is not over is not closed, but can be tried', async () => {
  await expect(close('2026-03-02')).rejects.toThrow('2026-03-02 is not over in Riyadh');
  await expect(close('2062-03-01')).rejects.toThrow(RangeError);
  expect(await rowsOf('select day from closed_days')).toEqual([]);
  const later = await previewClose(database.pools.jobs, '2026-03-05', now);
  expect(later).toEqual({ day: '2026-03-05', overdue: 5, expired: 2, reminded: 5 });
});

const closedDays = async () =>
  (
    await rowsOf<{ day: string; closed_at: Date }>(
      'select day::text, closed_at from closed_days order by day',
    )
  ).map(({ day, closed_at }) => [day, closed_at.toISOString()]);
const hourlyAt = (moment: string) =>
  servicingJobs({ pool: database.pools.jobs, clock: { now: () => new Date(moment) } })[
    'close_day'
  ]!({});

test('the hourly job closes the Riyadh day that is over, once', async () => {
  // Five minutes to midnight in Riyadh: 28 February is the last day that is over.
  await hourlyAt('2026-03-01T20:55:00Z');
  expect(await overdueOf()).toEqual([]);
  await hourlyAt('2026-03-01T21:05:00Z');
  expect(await overdueOf()).toHaveLength(5);
  await hourlyAt('2026-03-01T22:05:00Z');
  expect(await closedDays()).toEqual([
    ['2026-02-28', '2026-03-01T20:55:00.000Z'],
    ['2026-03-01', '2026-03-01T21:05:00.000Z'],
  ]);
});

test('days that no server was up for are closed each once it is, in their order', async () => {
  await hourlyAt('2026-02-27T22:05:00Z');
  await hourlyAt('2026-03-02T21:05:00Z');
  expect((await closedDays()).map(([day]) => day)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  const [first] = await rowsOf('select overdue from closed_days where overdue > 0');
  expect([first, await overdueOf()]).toEqual([{ overdue: 5 }, Array(5).fill('Active')]);
});

test('after an outage of a month and longer the days of the last month are closed', async () => {
  await hourlyAt('2026-02-10T22:05:00Z');
  await hourlyAt('2026-03-02T21:05:00Z');
  // From 11 February, the first day that was missed.
  expect((await closedDays()).map(([day]) => day)).toEqual(
    Array.from({ length: 21 }, (_, n) => addDays('2026-02-10', n)),
  );
  await hourlyAt('2026-06-30T21:05:00Z');
  const days = (await closedDays()).map(([day]) => day);
  expect(days.slice(21)).toEqual(Array.from({ length: 31 }, (_, n) => addDays('2026-05-31', n)));
});

test('a request expires on the fourteenth day after its own, and not before', async () => {
  expect(await previewClose(database.pools.jobs, '2026-02-14', now)).toMatchObject({ expired: 0 });
  expect(await close('2026-02-14')).toMatchObject({ expired: 0 });
  expect(await previewClose(database.pools.jobs, '2026-02-15', now)).toMatchObject({ expired: 2 });
  expect(await close('2026-02-15')).toMatchObject({ expired: 2 });
});

test('a day that an older version closed before it was over is closed when it is', async () => {
  await rowsOf(
    `insert into closed_days (day, closed_at, overdue, expired)
     values ('2026-03-01', '2026-03-01T20:59:59Z', 0, 0), ('2062-01-01', '2026-02-28', 0, 0)`,
  );
  await hourlyAt('2026-03-01T21:05:00Z');
  expect(await overdueOf()).toHaveLength(5);
});

test('a ticket that expires tells its two parties, by nobody in particular', async () => {
  await close('2026-03-01');
  const events = await rowsOf(
    `select e.operation, e.actor_user_id, e.company_id, e.agency_id, e.after from events e
      join tickets t on t.id = e.subject_id where e.operation = 'expire_ticket'`,
  );
  const event = {
    operation: 'expire_ticket',
    actor_user_id: null,
    company_id: company.id,
    agency_id: agency.id,
    after: { status: 'Closed' },
  };
  expect(events).toEqual([event, event]);
});
