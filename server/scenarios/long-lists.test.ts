import { afterAll, describe, expect, test } from 'vitest';
import { operationsOverview } from '#api/operations-overview.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { callFunctionAs } from '#server/platform/database/call-function.ts';
import { PAGE_ROWS } from '#server/platform/http/csv.ts';
import { createTestDatabase } from '../testing/database.ts';
import {
  consoleLists,
  seedLargeConsole,
  narrowLists,
  readPage,
  type ConsoleList,
  type OneOfEach,
} from '#server/operations/seed-large-console.testing.ts';
import { addStaff, asOwner } from '../testing/people.ts';

/** A page of a list costs what is on it, however long the list: an index that was lost would show here. */

const TICKETS = 6_000;
/** Between two of them: they came in 400 days. */
const MINUTES = (400 * 24 * 60) / TICKETS;
/** What a page of twenty may read, with everything that its rows name: far less than any of the tables holds. */
const MOST_ROWS = 700;
/** A run says the sum of its lines, of which the filled console has ninety in each. */
const mostRows = (list: string): number =>
  MOST_ROWS + (list === 'payout runs' ? PAGE_ROWS * 90 : 0);

/** So many more of what a filled console has few of: a table that fits into some pages is rightly read whole. */
const STRANGERS = 10_000;

/** They have come last, and no filter but the widest finds them; payout runs have come first, for these are without lines. */
const strangers = [
  `insert into auth.users (email, created_at, updated_at)
   select 's' || n || '@example.sa', '2026-01-01', '2026-01-01' from generate_series(1, ${STRANGERS}) n`,
  `insert into companies (user_id, name, total_approval_budget, budget_status, budget_decided_at, budget_decided_by,
     created_at, updated_at)
   select u.id, 'Stranger', 90000, 'Confirmed', '2026-01-02', s.user_id, '2026-01-01', '2026-01-02'
     from auth.users u, staff s where u.email like 's%@example.sa'`,
  `insert into agencies (user_id, name, verified_at, verified_by, created_at, updated_at)
   select u.id, 'Stranger', '2026-01-02', s.user_id, '2026-01-01', '2026-01-02'
     from auth.users u, staff s where u.email like 's%@example.sa'`,
  `insert into payout_runs (id, status, prepared_by, prepared_at)
   select uuidv7(interval '-1 year'), 'Discarded', user_id, '2025-11-01' from staff, generate_series(1, ${STRANGERS})`,
  `insert into bank_statements (file_name, file_sha256, format, from_date, to_date, line_count, known_count, imported_by,
     imported_at)
   select 'empty.csv', sha256(('empty ' || n)::bytea), 'csv', '2026-11-01', '2026-11-01', 0, 0, user_id, '2026-11-02'
     from staff, generate_series(1, ${STRANGERS}) n`,
  // Of what waits, the longest first, and of what is decided, the latest first, all of the other kind comes before.
  `insert into transfer_reports (id, company_id, ticket_id, amount_sar, transferred_on, proof_file, status, reported_at,
     decided_at)
   select uuidv7(r.shift), t.company_id, t.id, t.amount_sar, '2026-11-01', r.status || n, r.status, '2026-11-01', r.decided_at
     from (select * from tickets limit 1) t, generate_series(1, ${STRANGERS}) n,
          (values ('Withdrawn', interval '-1 year', timestamptz '2026-11-02'), ('Checking', '0', null)) r(status, shift, decided_at)`,
  `insert into iban_changes (agency_id, iban, requested_at, told_emails, told_language, status, ended_at)
   select id, 'SA0380000000608010167519', '2025-12-01', '{}', 'en', c.status, c.ended_at
     from agencies, (values ('Withdrawn', timestamptz '2026-11-20'), ('Pending', null)) c(status, ended_at)
    where name = 'Stranger'`,
  `insert into approval_requests (kind, subject_type, subject_id, figures, details, reason, requested_by, requested_at,
     expires_at, outcome, decided_at)
   select 'write_off_ticket', 'ticket', gen_random_uuid(), '{}', '{}', 'Insolvent', s.user_id, '2025-12-01', '2025-12-08',
          c.outcome, c.decided_at
     from (select user_id from staff limit 1) s, generate_series(1, ${STRANGERS}) n,
          (values ('Expired', timestamptz '2026-11-20'), (null, null)) c(outcome, decided_at)`,
  // The first of each, before all strangers.
  `update agencies set suspended_at = '2026-11-02', suspended_by = (select user_id from staff limit 1)
    where id = (select id from agencies where name <> 'Stranger' order by id limit 1)`,
  `update companies set budget_status = 'Suspended', budget_reason = 'Asked to', budget_decided_at = '2026-11-02',
          budget_decided_by = (select user_id from staff limit 1)
    where id = (select id from companies where name <> 'Stranger' order by id limit 1)`,
  'vacuum analyze',
];

const findOneOfEach = `
  select e.agency_id, t.ticket_number, e.payment_id, l.installment_id, t.id as event_subject_id
    from journal_entries e join journal_lines l on l.entry_id = e.id join tickets t on t.id = e.ticket_id
   where e.event = 'payment_allocated' and l.installment_id is not null order by e.id limit 1`;

let lists: Map<string, ConsoleList>;

const database = await createTestDatabase('auto');
const staff = await addStaff(database, new Date('2026-11-01T09:00:00Z'));
await asOwner(database, async (client) => {
  const largeConsole = await seedLargeConsole(client, TICKETS, staff, { minutes: MINUTES });
  for (const statement of strangers) await client.query(statement);
  const { rows } = await client.query<OneOfEach>(findOneOfEach);
  const all = [...consoleLists(largeConsole, staff), ...narrowLists(rows[0]!)];
  lists = new Map(all.map((one) => [one.list, one]));
});
afterAll(() => database.drop());

const names = [
  ...consoleLists({ company_id: '', statement_id: '' }, { user_id: '', session_id: '' }),
  ...narrowLists({} as OneOfEach),
].map(({ list }) => list);
const read = (name: string, cursor: string | null) =>
  readPage(database.pools.staff, staff, lists.get(name)!, cursor);

describe('a page reads about as many rows as it shows', () => {
  test.each(names)('%s', async (name) => {
    const first = await read(name, null);
    expect(first.page.items.length).toBeGreaterThan(0);
    expect(first.rows).toBeLessThanOrEqual(mostRows(name));
    // As far into the list as five pages lead, where it is that long.
    let cursor = first.page.next_cursor;
    for (let n = 0; n < 5 && cursor !== null; n += 1) {
      const later = await read(name, cursor);
      expect(later.rows).toBeLessThanOrEqual(mostRows(name));
      cursor = later.page.next_cursor;
    }
  });
});

test('an event and an account without matching rows are found without reading the whole table', async () => {
  const { calls, args } = lists.get('the journal of an account and an event')!;
  const values = [staff.user_id, staff.session_id, '2026-11-21', ...args.with(0, 'agency_payable')];
  const asked = `api.${calls}(${values.map((_, n) => `$${n + 1}`).join(', ')}, null, ${PAGE_ROWS})`;
  const client = await database.pools.staff.connect();
  try {
    // What an index alone answers is no row that is read: pages are counted, once the connection knows the tables.
    const { rows } = await client.query(`select ${asked} ->> 'items' as items`, values);
    expect(rows).toEqual([{ items: '[]' }]);
    const explained = await client.query(
      `explain (analyze, buffers, format json) select ${asked}`,
      values,
    );
    expect(explained.rows[0]['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(500);
  } finally {
    client.release();
  }
});

describe('the page of today', () => {
  const today = '2026-11-21';
  const overview = async () => {
    const call = { caller: staff, now: new Date(`${today}T09:00:00Z`) };
    const json = await callFunctionAs(database.pools.staff, 'operations_overview', call, {
      today,
      unproven_until: '2026-01-01',
    });
    return operationsOverview.reply.parse(JSON.parse(json));
  };
  const change = (sql: string, ...values: unknown[]) =>
    asOwner(database, async (client) => (await client.query(sql, values)).rows);

  test('the page of today states exactly how much is overdue, by the journal and by the installments', async () => {
    const { overdue } = await overview();
    const ages = await change(
      `select coalesce(sum(amount_sar - paid_amount), 0)::numeric(18,2)::text as amount_sar, count(i.id)::int as count,
              false as has_more
         from unnest($2::int[], $3::int[]) with ordinality a(from_days, to_days, place)
         left join ticket_installments i on i.status <> 'Paid' and i.is_owed
          and $1::date - i.due_date >= a.from_days and ($1::date - i.due_date <= a.to_days or a.to_days is null)
        group by a.place order by a.place`,
      today,
      Object.values(overdueAges).map(([from]) => from),
      Object.values(overdueAges).map(([, to]) => to),
    );
    const told = (Object.keys(overdueAges) as OverdueAge[]).map((age) => overdue[age]);
    expect(told).toEqual(ages);
    expect(ages.filter(({ count }) => count > 0).length).toBeGreaterThan(1);
  });

  test('the page of today counts each queue to a thousand, and above that says so and gives no sum', async () => {
    const add = (count: number) =>
      change(
        `insert into payments (amount_sar, value_date, recorded_at, recorded_by) select 10, $2::date, $2::date, $3 from generate_series(1, $1)`,
        count,
        today,
        staff.user_id,
      );
    const [{ count: before }] = await change(
      'select count(*)::int from payments where company_id is null and reversed_at is null',
    );
    await add(1_000 - before);
    const whole = (await overview()).waits.payments_unidentified;
    expect(whole).toMatchObject({ count: 1_000, has_more: false });
    expect(Number(whole.amount_sar)).toBeGreaterThan(0);
    await add(1);
    expect((await overview()).waits.payments_unidentified).toEqual({
      count: 1_000,
      has_more: true,
      amount_sar: null,
    });
  });

  test('the page of today counts overdue items to a thousand, and sums all of them', async () => {
    const { days_60_plus } = (await overview()).overdue;
    const counted = (count: number) =>
      change(
        `update ticket_installments set due_date = '2026-01-01', is_owed = true where id in (
           select id from ticket_installments where status = 'Due' and due_date >= '2026-11-21' order by id limit $1)`,
        count,
      );
    await counted(1_000 - days_60_plus.count);
    const whole = { ...days_60_plus, count: 1_000, has_more: false };
    expect((await overview()).overdue.days_60_plus).toEqual(whole);
    await counted(1);
    // The journal, from which the sum comes, knows nothing of these.
    expect((await overview()).overdue.days_60_plus).toEqual({ ...whole, has_more: true });
  });
});

describe('an index that is lost is noticed', () => {
  test.each([
    ['events_of_operation', 'the audit log of a rare operation'],
    ['events_of_actor_by_operation', 'the audit log of a person and of what they rarely do'],
    ['companies_to_decide', 'companies to decide'],
    ['agencies_to_verify', 'agencies to verify'],
    ['companies_by_status', 'companies with a preliminary budget'],
    ['transfer_reports_checking', 'reported transfers to check'],
    ['transfer_reports_decided', 'reported transfers'],
    ['approval_requests_to_decide', 'requests to approve'],
    ['approval_requests_decided', 'requests that were decided'],
    ['iban_changes_to_decide', 'IBANs to approve'],
    ['iban_changes_ended', "agencies' IBANs"],
    ['companies_pkey', 'companies'],
    ['agencies_pkey', 'agencies'],
    ['payout_runs_pkey', 'payout runs'],
    ['bank_statements_pkey', 'bank statements'],
    ['agencies_suspended', 'suspended agencies'],
    ['journal_entries_of_payment', 'the journal of a payment'],
    ['journal_entries_of_ticket', 'the journal of a ticket'],
    ['journal_lines_of_installment', 'the journal of an installment'],
  ])('%s, of %s', async (index, list) => {
    await asOwner(database, (client) =>
      client.query(
        index.endsWith('_pkey')
          ? `alter table ${index.replace('_pkey', '')} drop constraint ${index} cascade`
          : `drop index ${index}`,
      ),
    );
    expect((await read(list, null)).rows).toBeGreaterThan(mostRows(list));
  });
});
