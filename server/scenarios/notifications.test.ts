import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { problem } from '#api/wire.ts';
import {
  notificationKindNames,
  notificationKinds,
} from '#domain/notifications/notification-kinds.ts';
import {
  defaultDelivery,
  isDeliveryChosen,
  isOfSide,
} from '#domain/reference/notification-delivery.ts';
import type { EventStream } from '#server/product-client/product-client.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { retentionJobs } from '#server/notifications/delete-old-notifications.ts';
import { summaryJobs } from '#server/notifications/queue-summaries.ts';
import { asOwner } from '../testing/people.ts';
import { startProduct, type Actor } from '../testing/product.ts';

/** What people are told of: written with its cause, read by its person alone, mailed as they chose. */

const start = '2026-02-02T07:00:00Z';

const product = await startProduct(start, { QUOTA_HELP_MESSAGES: '1000' });
const company = await product.signUp('company');
const agency = await product.signUp('agency');
const [staff, colleague] = [await product.addStaff('Maha'), await product.addStaff('Faisal')];
const { id: company_id } = await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
const { id: agency_id } = await agency.call('upsert_agency', { body: { name: 'Sada Creative' } });
afterAll(() => product.close());

const list = async (who: Actor, unread = false) =>
  who.call('list_notifications', { query: unread ? { unread: 'true' } : {} });
const kindsOf = async (who: Actor) => (await list(who)).items.map(({ kind }) => kind);
/**
 * Also waits for the documents of tickets approved before: their notification would come later. Locks `mails` first, as
 * the sending of mails does, so that the two never wait for each other.
 */
const clear = async () => {
  await product.settled();
  await product.rows('truncate mails, notifications, notification_settings cascade');
};
const request = () => requestTicket({ company, agency_id }, '300.00', 1);
const choose = (who: Actor, kind: string, delivery: string) =>
  who.send('choose_notification_delivery', { body: { kind, delivery } });
const refusal = ({ status, text }: { status: number; text: string }) => {
  const { code, fields } = problem.parse(JSON.parse(text));
  return { status, code, fields };
};

/** Inserts an event as an operation would write it. */
const happens = (
  operation: string,
  { subject_id = null, actor = null }: { subject_id?: string | null; actor?: string | null } = {},
) =>
  product.rows(
    `insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, agency_id, after)
     values ($1, $2, $3, 'ticket', coalesce($4, gen_random_uuid()), $5, $6, '{"reason": "Closed"}')`,
    [product.clock.now(), actor, operation, subject_id, company_id, agency_id],
  );

/** An event of the company alone, whose mail names no row. */
const budgetDecided = () =>
  product.rows(
    `insert into events (occurred_at, operation, subject, subject_id, company_id)
     values ($1, 'decide_budget', 'company', $2, $2)`,
    [product.clock.now(), company_id],
  );

describe('a notification', () => {
  test('of a new ticket reaches its agency with number, amount and company, and nobody else', async () => {
    await clear();
    const { ticket_number } = await request();
    const { items, unread_count } = await list(agency);
    expect(items).toMatchObject([
      {
        kind: 'new_ticket',
        side: 'agency',
        ticket_number,
        amount_sar: '300.00',
        name: 'Najd Coffee',
        read_at: null,
        occurred_at: '2026-02-02T07:00:00+00:00',
      },
    ]);
    expect(unread_count).toBe(1);
    for (const other of [company, staff]) expect((await list(other)).items).toEqual([]);
  });

  test('is not written when its cause is rolled back', async () => {
    await clear();
    await asOwner(product.database, async (client) => {
      await client.query('begin');
      await client.query(
        `insert into events (occurred_at, operation, subject, subject_id, company_id, agency_id)
         values ($1, 'cancel_ticket', 'ticket', gen_random_uuid(), $2, $3)`,
        [product.clock.now(), company_id, agency_id],
      );
      const { rows } = await client.query('select kind from notifications');
      expect(rows).toEqual([{ kind: 'ticket_cancelled' }]);
      await client.query('rollback');
    });
    expect(await product.rows('select from notifications')).toEqual([]);
    expect(await product.rows('select from mails')).toEqual([]);
  });

  test('reaches exactly the sides of its kind, for every event that has one', async () => {
    await clear();
    const { rows: kinds } = await asOwner(product.database, (client) =>
      client.query<{ operation: string; kind: string; side: string }>(
        'select operation, kind, side from notification_kinds() where operation is not null',
      ),
    );
    const { id } = await request();
    const [payment] = await product.rows<{ id: string }>(
      `insert into payments (company_id, amount_sar, value_date, recorded_at, recorded_by, bank_reference)
       values ($1, 10, '2026-02-01', $2, $3, 'r') returning id`,
      [company_id, product.clock.now(), staff.user_id],
    );
    const users: Record<string, string[]> = {
      company: [company.user_id],
      agency: [agency.user_id],
      staff: [staff.user_id, colleague.user_id],
    };
    for (const operation of new Set(kinds.map((one) => one.operation))) {
      // Their subjects have rows of their own; a test below or elsewhere is about them.
      if (['send_refund', 'issue_documents', 'analyse_credit'].includes(operation)) continue;
      await clear();
      await happens(operation, {
        subject_id: operation.endsWith('_payment') ? payment!.id : id,
      });
      const told = await product.rows<{ user_id: string; kind: string }>(
        'select user_id, kind from notifications',
      );
      const wanted = kinds
        .filter((one) => one.operation === operation)
        .flatMap(({ kind, side }) => users[side]!.map((user_id) => ({ user_id, kind })));
      const inOrder = (rows: { user_id: string; kind: string }[]) =>
        rows.map(({ user_id, kind }) => `${kind} ${user_id}`).toSorted();
      expect([operation, inOrder(told)]).toEqual([operation, inOrder(wanted)]);
    }
  });

  test('for staff is one row a member, except who caused it and who is no longer staff', async () => {
    await clear();
    const former = await product.addStaff('Omar');
    await product.rows('update staff set suspended_at = added_at where user_id = $1', [
      former.user_id,
    ]);
    await happens('request_approval', { actor: staff.user_id });
    const told = await product.rows<{ user_id: string }>('select user_id from notifications');
    expect(told).toEqual([{ user_id: colleague.user_id }]);
  });

  test('of a message names its sender to staff, and its answer reaches the sender', async () => {
    await clear();
    const { id } = await company.call('send_help_message', { body: { message: 'When?' } });
    expect((await list(colleague)).items).toMatchObject([
      { kind: 'help_message', side: 'staff', name: 'Najd Coffee', ticket_number: null },
    ]);
    await staff.call('answer_help_message', { params: { id }, body: { answer: 'Today.' } });
    expect(await kindsOf(company)).toEqual(['help_answered']);
    expect(await kindsOf(agency)).toEqual([]);
  });

  test('for staff is shown only in a session with a second factor', async () => {
    await clear();
    await company.call('send_help_message', { body: { message: 'When?' } });
    expect(await kindsOf(colleague)).toEqual(['help_message']);
    const set = (aal: string) =>
      product.rows('update auth.sessions set aal = $2 where user_id = $1', [
        colleague.user_id,
        aal,
      ]);
    await set('aal1');
    expect(await kindsOf(colleague)).toEqual([]);
    await set('aal2');
    await product.rows('update staff set suspended_at = $2 where user_id = $1', [
      colleague.user_id,
      product.clock.now(),
    ]);
    expect(await list(colleague)).toMatchObject({ items: [], unread_count: 0 });
    await product.rows('update staff set suspended_at = null where user_id = $1', [
      colleague.user_id,
    ]);
  });

  test('about a budget to decide is not repeated before it is read', async () => {
    await clear();
    const needs = async () => {
      await product.rows(
        `update companies set total_approval_budget = 5000 where id = $1 and total_approval_budget is null`,
        [company_id],
      );
      await happens('analyse_credit', { subject_id: company_id });
      return (await kindsOf(staff)).length;
    };
    expect([await needs(), await needs()]).toEqual([1, 1]);
    const [first] = (await list(staff)).items;
    await staff.call('mark_notification_read', { params: { id: first!.id } });
    expect(await needs()).toBe(2);
  });

  test('of a changed password is written with the change', async () => {
    await clear();
    const person = await product.signUp('company');
    const { error } = await person.auth.updateUser({
      password: 'Another-2026-campaign',
      current_password: person.password,
    });
    expect(error).toBeNull();
    expect(await kindsOf(person)).toEqual(['password_changed']);
    // The account service mails it.
    expect(await product.rows('select from mails')).toEqual([]);
  });

  test('of a reminder is written by the close of the day before, once, with its number of installments', async () => {
    await clear();
    // Arranged, not reached.
    await product.rows(
      `with ticket as (
         insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at)
         values ($1, $2, 'Active', 100, 'OneMonth', $3, '2026-01-01', '2026-01-01', '2026-01-01') returning id)
       insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, is_owed)
       select id, $1, 1, '2026-02-03', 100, true from ticket`,
      [company_id, agency_id, randomUUID()],
    );
    const close = () =>
      closeDay(product.database.pools.jobs, '2026-02-02', new Date('2026-02-02T21:05:00Z'));
    await close();
    await close();
    expect((await list(company)).items).toMatchObject([{ kind: 'reminder', count: 1 }]);
    expect(await product.rows('select kind, day::text from mails')).toEqual([
      { kind: 'reminder', day: '2026-02-03' },
    ]);
  });
});

describe('reading', () => {
  test('one, or all up to one, leaves later ones and other people’s unread; a repetition changes nothing', async () => {
    await clear();
    for (let made = 0; made < 3; made += 1) await happens('cancel_ticket');
    await budgetDecided();
    const [newest, middle, oldest] = (await list(agency)).items;
    const read = (id: string) => agency.call('mark_notification_read', { params: { id } });
    expect([await read(oldest!.id), await read(oldest!.id)]).toEqual([
      { unread_count: 2 },
      { unread_count: 2 },
    ]);
    const upTo = () => agency.call('mark_notifications_read', { body: { up_to: middle!.id } });
    expect([await upTo(), await upTo()]).toEqual([{ unread_count: 1 }, { unread_count: 1 }]);
    expect((await list(agency, true)).items.map(({ id }) => id)).toEqual([newest!.id]);
    expect(await list(company)).toMatchObject({ unread_count: 1 });
  });

  test("another one's notification is not found, and stays unread", async () => {
    await clear();
    await budgetDecided();
    const [own] = (await list(company)).items;
    for (const answer of [
      await agency.send('mark_notification_read', { params: { id: own!.id } }),
      await agency.send('mark_notifications_read', { body: { up_to: own!.id } }),
      await staff.send('mark_notification_read', { params: { id: own!.id } }),
    ])
      expect(refusal(answer)).toMatchObject({ status: 404, code: 'not_found' });
    expect((await list(company)).unread_count).toBe(1);
  });

  test('each page continues after the last one, and unread ones are counted to a hundred', async () => {
    await clear();
    await product.rows(
      `insert into events (occurred_at, operation, subject, subject_id, company_id, agency_id)
       select $1, 'cancel_ticket', 'ticket', gen_random_uuid(), $2, $3 from generate_series(1, 103)`,
      [product.clock.now(), company_id, agency_id],
    );
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await agency.call('list_notifications', { query: { cursor } });
      expect(page.unread_count).toBe(100);
      page.items.forEach(({ id }) => seen.add(id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen.size).toBe(103);
  });

  test('is told to every device of the person, and to nobody else', async () => {
    await clear();
    await happens('cancel_ticket');
    const [own] = (await list(agency)).items;
    const [agencyStream, companyStream] = [await agency.listen(), await company.listen()];
    await agency.call('mark_notification_read', { params: { id: own!.id } });
    await budgetDecided();
    // Hints of what was done before may still come first.
    const heard = async (stream: EventStream, last: string) => {
      const operations: string[] = [];
      while (operations.at(-1) !== last)
        operations.push(
          (JSON.parse((await stream.next())!.data) as { operation: string }).operation,
        );
      return operations;
    };
    expect(await heard(agencyStream, 'notifications')).toContain('notifications');
    expect(await heard(companyStream, 'decide_budget')).not.toContain('notifications');
    for (const stream of [agencyStream, companyStream]) await stream.close();
  });

  test('by staff does not keep their session open', async () => {
    await product.rows('update auth.sessions set seen_at = $2 where user_id = $1', [
      staff.user_id,
      start,
    ]);
    product.clock.set('2026-02-02T07:20:00Z');
    await list(staff);
    const seen = await product.rows<{ seen_at: Date }>(
      'select seen_at from auth.sessions where user_id = $1 and revoked_at is null',
      [staff.user_id],
    );
    expect(seen.map(({ seen_at }) => seen_at.toISOString())).toContain(
      new Date(start).toISOString(),
    );
    product.clock.set(start);
  });
});

test('what was read half a year ago and what is two years old is deleted at night, with its mail, and nothing else', async () => {
  await clear();
  const now = new Date('2029-01-01T01:47:00Z');
  // When it occurred, and when it was read.
  const [readLongAgo, readLately, unreadForLong, unread] = [
    ['2028-03-01', '2028-07-04'],
    ['2028-03-02', '2028-07-06'],
    ['2026-12-31', null],
    ['2027-01-03', null],
  ] as const;
  for (const [occurred_at, read_at] of [readLongAgo, readLately, unreadForLong, unread])
    await product.rows(
      `with made as (
         insert into notifications (user_id, side, kind, occurred_at, read_at, delivery)
         values ($1, 'staff', 'help_message', $2::date + interval '12 hours', $3, 'now') returning id, user_id)
       insert into mails (kind, user_id, notification_id, queued_at)
       select 'notification', user_id, id, $2 from made`,
      [staff.user_id, occurred_at, read_at],
    );
  const job = retentionJobs({ pool: product.database.pools.jobs, clock: { now: () => now } });
  await job.delete_old_notifications!({});
  const left = await product.rows<{ day: string }>(
    `select n.occurred_at::date::text as day from mails m join notifications n on n.id = m.notification_id order by 1`,
  );
  expect(left.map(({ day }) => day)).toEqual([unread[0], readLately[0]]);
  expect(await product.rows('select count(*)::int from mails')).toEqual([{ count: 2 }]);
});

describe('the database', () => {
  const asApp = async <T extends object>(who: Actor, sql: string, values: unknown[] = []) => {
    const client = await product.database.pools.app.connect();
    try {
      await client.query('begin');
      const [session] = await product.rows<{ id: string }>(
        'select id from auth.sessions where user_id = $1 and revoked_at is null limit 1',
        [who.user_id],
      );
      await client.query('select set_caller($1, $2, $3)', [
        who.user_id,
        session!.id,
        product.clock.now(),
      ]);
      return (await client.query<T>(sql, values)).rows;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test('shows a login that serves requests only rows of its caller, and lets it write none', async () => {
    await clear();
    await budgetDecided();
    await happens('cancel_ticket');
    await happens('request_approval');
    expect(await asApp(company, 'select kind from notifications')).toEqual([
      { kind: 'budget_decided' },
    ]);
    const [others] = await product.rows<{ id: string }>(
      `select id from notifications where user_id = $1`,
      [agency.user_id],
    );
    expect(
      await asApp(company, 'select own_notification_content($1) as content', [others!.id]),
    ).toEqual([{ content: null }]);
    expect(
      await asApp(company, 'update notifications set read_at = now() returning kind'),
    ).toHaveLength(1);
    for (const sql of [
      `insert into notifications (user_id, side, kind, occurred_at, delivery) values (caller_user_id(), 'company', 'x', now(), 'now')`,
      `update notifications set kind = 'x'`,
      'delete from notifications',
    ])
      await expect(asApp(company, sql)).rejects.toThrow('permission denied');
  });

  test('refuses a choice for another person, and one of a kind that is always mailed', async () => {
    const insert = `insert into notification_settings (user_id, kind, delivery) values ($1, $2, 'never')`;
    await expect(asApp(company, insert, [agency.user_id, 'new_ticket'])).rejects.toThrow(
      'row-level security',
    );
    const refused: string[][] = [];
    for (const kind of notificationKindNames)
      await product
        .rows(insert, [company.user_id, kind])
        .catch((error: { constraint: string }) => refused.push([kind, error.constraint]));
    expect(refused).toEqual(
      notificationKindNames
        .filter((kind) => !isDeliveryChosen(kind))
        .map((kind) => [kind, 'notification_settings_kind_check']),
    );
    await clear();
  });

  test('knows the kinds, their sides and categories exactly as the rules say', async () => {
    const found = await product.rows<{ kind: string; category: string; sides: string[] }>(
      `select kind, min(category) as category, array_agg(distinct side order by side) as sides
         from notification_kinds() group by kind`,
    );
    const told = notificationKindNames.map((kind) => ({
      kind,
      category: notificationKinds[kind].category,
      sides: [...notificationKinds[kind].sides].toSorted(),
    }));
    const inOrder = (rows: { kind: string }[]) =>
      rows.toSorted((a, b) => a.kind.localeCompare(b.kind));
    expect(inOrder(found)).toEqual(inOrder(told));
    const defaults = await product.rows<{ kind: string; delivery: string }>(
      'select distinct kind, default_delivery(side) as delivery from notification_kinds()',
    );
    expect(inOrder(defaults)).toEqual(
      inOrder(notificationKindNames.map((kind) => ({ kind, delivery: defaultDelivery(kind) }))),
    );
  });
});

describe('mail', () => {
  const mails = () =>
    product.rows<{ kind: string; user_id: string | null }>('select kind, user_id from mails');

  test('goes by the choice of the person: now, with the daily summary, or never', async () => {
    for (const [delivery, wanted] of [
      ['now', ['documents_ready', 'ticket_approved']],
      ['daily', ['documents_ready']],
      ['never', ['documents_ready']],
    ] as const) {
      await clear();
      expect((await choose(company, 'ticket_approved', delivery)).status).toBe(200);
      const { id } = await request();
      await product.rows('delete from mails');
      await agency.call('approve_ticket', { params: { id } });
      // The documents of the ticket are of law, so their mail always goes.
      await product.settled();
      expect((await mails()).map(({ kind }) => kind).toSorted()).toEqual(wanted);
      expect((await list(company)).items.map(({ kind }) => kind)).toContain('ticket_approved');
      const [row] = await product.rows(
        `select delivery from notifications where kind = 'ticket_approved'`,
      );
      expect(row).toEqual({ delivery });
    }
  });

  test('a choice for money, security or law is refused at the field, and so is a kind of another side', async () => {
    await clear();
    for (const kind of [
      ...notificationKindNames.filter((one) => !isDeliveryChosen(one)),
      'new_ticket',
    ])
      expect(refusal(await choose(company, kind, 'never'))).toMatchObject({
        status: 422,
        code: 'validation_failed',
        fields: [{ field: 'kind' }],
      });
    expect(refusal(await choose(company, 'nothing', 'never'))).toMatchObject({ status: 422 });
    expect(await product.rows('select from notification_settings')).toEqual([]);
  });

  test('the settings show the kinds of the side with its defaults, and what was chosen', async () => {
    await clear();
    const kindsOfSide = (side: 'company' | 'staff') =>
      notificationKindNames.filter((kind) => isOfSide(kind, side) || isOfSide(kind, 'person'));
    const shown = async (who: Actor) => (await who.call('read_notification_settings')).items;
    for (const [who, side] of [
      [company, 'company'],
      [staff, 'staff'],
    ] as const) {
      const wanted = kindsOfSide(side).map((kind) => ({
        kind,
        category: notificationKinds[kind].category,
        is_chosen: isDeliveryChosen(kind),
        delivery: defaultDelivery(kind),
      }));
      const byKind = (a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind);
      expect((await shown(who)).toSorted(byKind)).toEqual(wanted.toSorted(byKind));
    }
    const { items } = await staff.call('choose_notification_delivery', {
      body: { kind: 'help_message', delivery: 'never' },
    });
    expect(items.find(({ kind }) => kind === 'help_message')?.delivery).toBe('never');
  });

  test('for staff goes to each member who chose it at once', async () => {
    await clear();
    await choose(staff, 'help_message', 'now');
    await company.call('send_help_message', { body: { message: 'When?' } });
    expect(await mails()).toEqual([{ kind: 'notification', user_id: staff.user_id }]);
  });

  test('of a day is one summary a person, also when the job runs again', async () => {
    await clear();
    await choose(agency, 'ticket_cancelled', 'daily');
    await happens('cancel_ticket');
    await happens('cancel_ticket');
    await company.call('send_help_message', { body: { message: 'When?' } });
    const run = (now: string) =>
      summaryJobs({
        pool: product.database.pools.jobs,
        clock: { now: () => new Date(now) },
      }).queue_summaries!({});
    await run('2026-02-03T05:00:00Z');
    // What comes after the summary waits for the next one, whoever runs the job again.
    await happens('cancel_ticket');
    await run('2026-02-03T05:10:00Z');
    const summaries = () =>
      product.rows<{ user_id: string; day: string; told: string }>(
        `select m.user_id, m.day::text, count(n.id) as told from mails m join notifications n on n.summary_mail_id = m.id
          where m.kind = 'summary' group by m.id order by m.day, m.user_id`,
      );
    const people = [agency, staff, colleague].map(({ user_id }) => user_id).toSorted();
    expect(await summaries()).toEqual(
      people.map((user_id) => ({
        user_id,
        day: '2026-02-03',
        told: user_id === agency.user_id ? '2' : '1',
      })),
    );
    // A run that was missed and comes before 8 is still of the day before.
    await run('2026-02-04T04:59:00Z');
    expect(await summaries()).toHaveLength(3);
    await run('2026-02-04T05:00:00Z');
    expect((await summaries()).slice(3)).toEqual([
      { user_id: agency.user_id, day: '2026-02-04', told: '1' },
    ]);
  });
});
