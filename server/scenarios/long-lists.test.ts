import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

test('an index that is lost is noticed', async () => {
  await asOwner(database, (client) => client.query('drop index events_of_operation'));
  const { rows } = await read('the audit log of a rare operation', null);
  expect(rows).toBeGreaterThan(MOST_ROWS);
});
