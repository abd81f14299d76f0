import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { callParsedAs } from '#server/platform/database/call-function.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, asOwner, type Person } from '../../testing/people.ts';

/** What a company or an agency finds among its own tickets and payouts, in each order, page by page. */

const now = new Date('2026-05-20T09:00:00Z');
const COUNT = 9;

const database = await createTestDatabase();
const [company, agency] = [await addCompany(database), await addAgency(database)];
const [stranger, other] = [await addCompany(database), await addAgency(database)];
await asOwner(database, async (client) => {
  await client.query("update agencies set name = 'وكالة صدى' where id = $1", [agency.id]);
  await client.query("update companies set name = 'Najd Coffee' where id = $1", [company.id]);
  // One a day from 2 May on, at ten past midnight in Riyadh; three of each amount; every third is Approved.
  const arrange = `
    with made as (
      insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
        created_local_date, updated_at)
      select $1::uuid, $2::uuid, case when n % 3 = 0 then 'Approved' else 'PendingAgencyApproval' end, (n % 3) * 100 + 100,
             'OneMonth', gen_random_uuid()::text, '2026-04-30T21:10:00Z'::timestamptz + n * interval '1 day',
             '2026-05-01'::date + n, $4::timestamptz
        from generate_series(1, $3::int) n
      returning id, status, amount_sar, created_at)
    insert into agency_payouts (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at)
    select $2::uuid, id, amount_sar, amount_sar * 0.05, amount_sar * 0.95, created_at from made where status = 'Approved'`;
  await client.query(arrange, [company.id, agency.id, COUNT, now]);
  await client.query(arrange, [stranger.id, other.id, COUNT, now]);
});
afterAll(() => database.drop());

interface Found {
  items: { id: string; amount_sar: string; created_local_date: string; ticket_number: string }[];
  count: number;
  amount_sar: string;
  next_cursor: string | null;
}

const everything = {
  text: null,
  ticket_number: null,
  amount: null,
  status: null,
  from: null,
  to: null,
  order: 'newest',
  cursor: null,
  limit: 20,
};

function tickets(caller: Person, narrowed: Partial<Record<keyof typeof everything, unknown>>) {
  const input = { ...everything, ...narrowed } as typeof everything;
  return callParsedAs<'list_own_tickets', Found>(
    database.pools.app,
    'list_own_tickets',
    { caller, now },
    input,
  );
}

describe.each([
  ['a company', () => company],
  ['an agency', () => agency],
] as const)('%s', (_, caller) => {
  test('finds all of its tickets and no others, newest first, with their count and their sum', async () => {
    const found = await tickets(caller(), {});
    expect(found.count).toBe(COUNT);
    const days = found.items.map((one) => one.created_local_date);
    expect(days).toEqual(days.toSorted().toReversed());
    const sum = found.items.reduce((all, one) => all + halalasFromDecimal(one.amount_sar), 0);
    expect(found.amount_sar).toBe(decimalFromHalalas(sum));
  });

  test('a period holds both of its Riyadh days', async () => {
    const found = await tickets(caller(), { from: '2026-05-02', to: '2026-05-04' });
    const days = found.items.map((one) => one.created_local_date);
    expect(days).toEqual(['2026-05-04', '2026-05-03', '2026-05-02']);
    expect(found.count).toBe(3);
  });

  test('a status leaves the others out of the list, the count and the sum', async () => {
    const found = await tickets(caller(), { status: 'Approved' });
    expect(found.count).toBe(3);
    expect(found.items).toHaveLength(3);
  });

  test.each([
    ['newest', (one: Found['items'][number]) => one.created_local_date, true],
    ['oldest', (one: Found['items'][number]) => one.created_local_date, false],
    ['largest', (one: Found['items'][number]) => one.amount_sar.padStart(12), true],
    ['smallest', (one: Found['items'][number]) => one.amount_sar.padStart(12), false],
  ] as const)('%s first, each ticket stands on one page', async (order, key, falls) => {
    const items: Found['items'] = [];
    let cursor: string | null = null;
    do {
      const page: Found = await tickets(caller(), { order, cursor, limit: 2 });
      expect(page.items.length).toBeLessThanOrEqual(2);
      expect(page.count).toBe(COUNT);
      items.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(items.map((one) => one.id)).size).toBe(COUNT);
    const keys = items.map(key);
    const sorted = keys.toSorted();
    expect(keys).toEqual(falls ? sorted.toReversed() : sorted);
  });

  test('a number finds its ticket, and a number of a stranger nothing', async () => {
    const [first] = (await tickets(caller(), {})).items;
    const own = { text: 'x', ticket_number: first!.ticket_number };
    expect((await tickets(caller(), own)).items.map((one) => one.id)).toEqual([first!.id]);
    const foreign = await asOwner(database, (client) =>
      client.query<{ ticket_number: string }>(
        'select ticket_number from tickets where company_id <> $1 limit 1',
        [company.id],
      ),
    );
    const number = foreign.rows[0]!.ticket_number;
    expect((await tickets(caller(), { text: 'x', ticket_number: number })).count).toBe(0);
  });
});

test('a part of the name of the other party finds its tickets', async () => {
  expect((await tickets(company, { text: 'صدى' })).count).toBe(COUNT);
  expect((await tickets(company, { text: 'Najd Coffee' })).count).toBe(0);
  expect((await tickets(agency, { text: 'coffee' })).count).toBe(COUNT);
});

test("an agency's payouts are found by company and status; the sum is of the net", async () => {
  const read = (narrowed: object) =>
    callParsedAs<'list_own_payouts', { count: number; amount_sar: string; items: object[] }>(
      database.pools.app,
      'list_own_payouts',
      { caller: agency, now },
      { ...everything, ...narrowed },
    );
  const all = await read({});
  expect(all.count).toBe(3);
  expect(all.amount_sar).toBe('285.00');
  expect((await read({ text: 'najd' })).count).toBe(3);
  expect((await read({ status: 'Sent' })).count).toBe(0);
});

test('documents stand on one page each: the invoices of its own tickets on both sides, and the letter of a settled one', async () => {
  const [payer, paid] = [await addCompany(database), await addAgency(database)];
  // Three tickets of one moment, each settled then.
  await asOwner(database, (client) =>
    client.query(
      `with made as (
         insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at)
         select $1, $2, 'Completed', 100, 'OneMonth', gen_random_uuid()::text, $3::timestamptz, $3::date, $3
           from generate_series(1, 3) returning id, company_id),
       planned as (
         insert into ticket_installments (ticket_id, company_id, seq, amount_sar, due_date, status, paid_amount, paid_on)
         select id, company_id, 1, 100, $3::date, 'Paid', 100, $3::date from made)
       insert into events (occurred_at, operation, subject, subject_id, company_id)
       select $3, 'complete_ticket', 'ticket', id, company_id from made`,
      [payer.id, paid.id, now],
    ),
  );
  interface Documents {
    items: { id: string; kind: string; invoice_path: string | null }[];
    next_cursor: string | null;
  }
  const kindsOf = async (caller: Person) => {
    const items: Documents['items'] = [];
    let cursor: string | null = null;
    do {
      const { status: kind, ...narrowed } = { ...everything, cursor, limit: 1 };
      const page: Documents = await callParsedAs<'list_own_documents', Documents>(
        database.pools.app,
        'list_own_documents',
        { caller, now },
        { ...narrowed, kind },
      );
      items.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    expect(items.filter((one) => one.invoice_path)).toHaveLength(3);
    expect(new Set(items.map((one) => one.id)).size).toBe(items.length);
    return items.map(({ kind }) => kind).toSorted();
  };
  const invoices = ['invoice', 'invoice', 'invoice'];
  const letters = invoices.map(() => 'settlement_letter');
  expect(await kindsOf(payer)).toEqual([...invoices, ...letters]);
  expect(await kindsOf(paid)).toEqual(invoices);
});

/** Every item stands on one page, whoever reads. */
describe('a list whose items came at one moment', () => {
  const moment = new Date('2026-05-04T09:00:00Z');
  const MANY = 45;
  let parties: Record<'company' | 'agency' | 'otherCompany' | 'otherAgency', Person>;
  beforeAll(async () => {
    parties = {
      company: await addCompany(database),
      agency: await addAgency(database),
      otherCompany: await addCompany(database),
      otherAgency: await addAgency(database),
    };
    await arrange(parties.company, parties.agency);
    await arrange(parties.otherCompany, parties.otherAgency);
  });

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
        [of.id, by.id, randomUUID(), moment, MANY],
      ),
    );

  interface Page {
    items: { id: string }[];
    count: number;
    next_cursor: string | null;
  }
  type ReadPage = (cursor: string | null) => Promise<Page>;

  const reading =
    (list: string, whose: keyof typeof parties): ReadPage =>
    (cursor) =>
      callParsedAs(
        database.pools.app,
        'list_tickets',
        { caller: parties[whose], now: moment },
        { list, cursor },
      );
  const readingPayouts =
    (window: string, whose: keyof typeof parties): ReadPage =>
    (cursor) =>
      callParsedAs(
        database.pools.app,
        'list_agency_payouts',
        { caller: parties[whose], now: moment },
        { window, cursor },
      );

  /** A list, and the same list of somebody else. */
  const lists: Record<string, { read: ReadPage; foreign: ReadPage }> = {
    'the tickets of a company': {
      read: reading('waiting', 'company'),
      foreign: reading('waiting', 'otherCompany'),
    },
    'the tickets of an agency': {
      read: reading('approved', 'agency'),
      foreign: reading('approved', 'otherAgency'),
    },
    'the payouts of an agency': {
      read: readingPayouts('expected', 'agency'),
      foreign: readingPayouts('expected', 'otherAgency'),
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
        expect(page.count).toBe(MANY);
        sizes.push(page.items.length);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect(sizes).toEqual([20, 20, 5]);
      expect(new Set(seen).size).toBe(MANY);
      expect(seen).toEqual(seen.toSorted().toReversed());
    });

    test('go on from nobody else’s item', async () => {
      const { items } = await foreign(null);
      const after = await read(items[3]!.id);
      expect(after).toMatchObject({ items: [], next_cursor: null });
    });
  });
});
