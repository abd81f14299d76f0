import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callParsedAs } from '#server/platform/database/call-function.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, asOwner, type Person } from '../../testing/people.ts';

/** Pages of lists whose items came at one moment: every item stands on one page, whoever reads. */

const now = new Date('2026-05-04T09:00:00Z');
const COUNT = 45;

let database: TestDatabase;
let company: Person;
let agency: Person;
let otherCompany: Person;
let otherAgency: Person;

beforeAll(async () => {
  database = await createTestDatabase();
  [company, otherCompany] = [await addCompany(database), await addCompany(database)];
  [agency, otherAgency] = [await addAgency(database), await addAgency(database)];
  await arrange(company, agency);
  await arrange(otherCompany, otherAgency);
});
afterAll(() => database.drop());

/** Tickets that wait and as many that are approved, with their payouts, all of one moment. Arranged, not reached. */
const arrange = (of: Person, by: Person) =>
  asOwner(database, (client) =>
    client.query(
      `with made as (
         insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at)
         select $1, $2, s, 100, 'OneMonth', $3 || s || n, $4::timestamptz, $4::date, $4
           from generate_series(1, $5) n, unnest(array['PendingAgencyApproval', 'Approved']) s
         returning id, status)
       insert into agency_payouts (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at)
       select $2, id, 100, 5, 95, $4::timestamptz from made where status = 'Approved'`,
      [of.id, by.id, randomUUID(), now, COUNT],
    ),
  );

interface Page {
  items: { id: string }[];
  count: number;
  next_cursor: string | null;
}
type ReadPage = (cursor: string | null) => Promise<Page>;

const reading =
  (list: string, caller: () => Person): ReadPage =>
  (cursor) =>
    callParsedAs(database.pools.app, 'list_tickets', { caller: caller(), now }, { list, cursor });
const readingPayouts =
  (window: string, caller: () => Person): ReadPage =>
  (cursor) =>
    callParsedAs(
      database.pools.app,
      'list_agency_payouts',
      { caller: caller(), now },
      { window, cursor },
    );

/** A list, and the same list of somebody else. */
const lists: Record<string, { read: ReadPage; foreign: ReadPage }> = {
  'the tickets of a company': {
    read: reading('waiting', () => company),
    foreign: reading('waiting', () => otherCompany),
  },
  'the tickets of an agency': {
    read: reading('approved', () => agency),
    foreign: reading('approved', () => otherAgency),
  },
  'the payouts of an agency': {
    read: readingPayouts('expected', () => agency),
    foreign: readingPayouts('expected', () => otherAgency),
  },
};

describe.each(Object.keys(lists))('%s', (name) => {
  const { read, foreign } = lists[name]!;

  test('stand on pages of twenty, each item on one, in one order', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await read(cursor);
      expect(page.count).toBe(COUNT);
      sizes.push(page.items.length);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(sizes).toEqual([20, 20, 5]);
    expect(new Set(seen).size).toBe(COUNT);
    expect(seen).toEqual(seen.toSorted().toReversed());
  });

  test('go on from nobody else’s item', async () => {
    const { items } = await foreign(null);
    const after = await read(items[3]!.id);
    expect(after).toMatchObject({ items: [], next_cursor: null });
  });
});
