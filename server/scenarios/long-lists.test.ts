import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operationsOverview } from '#api/operations-overview.ts';
import { callAs } from '#server/platform/call-as.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  deskLists,
  fillDesk,
  readPage,
  type DeskList,
} from '#server/operations/fill-desk.testing.ts';
import { addStaff, asOwner } from '../testing/people.ts';

/** A page of a list costs what is on it, however long the list: an index that was lost would show here. */

const TICKETS = 6_000;
/** What a page of twenty may read, with everything that its rows name: far less than any of the tables holds. */
const MOST_ROWS = 500;
/** A run says the sum of its lines, of which the filled desk has ninety in each. */
const mostRows = (list: string): number => MOST_ROWS + (list === 'payout runs' ? 20 * 90 : 0);

let database: TestDatabase;
let staff: Caller;
let lists: Map<string, DeskList>;

beforeAll(async () => {
  database = await createTestDatabase();
  staff = await addStaff(database, new Date('2026-11-01T09:00:00Z'));
  await asOwner(database, async (client) => {
    const desk = await fillDesk(client, TICKETS, staff);
    lists = new Map(deskLists(desk, staff).map((one) => [one.list, one]));
  });
});
afterAll(() => database.drop());

const names = deskLists({ company_id: '', statement_id: '' }, { user_id: '', session_id: '' }).map(
  ({ list }) => list,
);
const read = (name: string, cursor: string | null) =>
  readPage(database.pools.staff, staff, lists.get(name)!, cursor);

describe('a page reads about what is on it', () => {
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

describe('the page of today', () => {
  const today = '2026-11-21';
  const overview = async () => {
    const call = { caller: staff, now: new Date(`${today}T09:00:00Z`) };
    const json = await callAs(database.pools.staff, 'operations_overview', call, today);
    return operationsOverview.reply.parse(JSON.parse(json));
  };
  const change = (sql: string, ...values: unknown[]) =>
    asOwner(database, async (client) => (await client.query(sql, values)).rows);

  test('says of what is overdue exactly how much it is, by the journal and by the installments', async () => {
    const { overdue } = await overview();
    const ages = await change(
      `select count(*)::int as count, false as has_more, sum(amount_sar - paid_amount)::text as amount_sar
         from ticket_installments where status <> 'Paid' and is_owed and due_date < $1::date
        group by width_bucket($1::date - due_date, array[1, 8, 31, 61]) order by width_bucket($1::date - due_date, array[1, 8, 31, 61])`,
      today,
    );
    const told = Object.values(overdue).filter(({ count }) => count > 0);
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual(ages);
  });

  test('counts what waits to a thousand, and of more says so instead of a sum', async () => {
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
});

test('an index that is lost is noticed', async () => {
  await asOwner(database, (client) => client.query('drop index events_of_operation'));
  const { rows } = await read('the audit log of a rare operation', null);
  expect(rows).toBeGreaterThan(MOST_ROWS);
});
