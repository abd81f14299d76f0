import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { addAgency, addCompany, asOwner, callOf } from '../../../testing/people.ts';
import { callFunction, callFunctionAs, callIdempotent, callParsedAs } from './call-function.ts';
import { idempotencyJobs } from './idempotency.ts';
import { sqlFunctionsModule } from './sql-functions.testing.ts';

const now = new Date('2026-05-04T09:00:00Z');

const database = await createTestDatabase();
const company = await addCompany(database);
afterAll(() => database.drop());

test('sql-functions.ts names the arguments that the catalogue has; `npm run sql-callers` writes it', async () => {
  const written = readFileSync(join(import.meta.dirname, 'sql-functions.ts'), 'utf8');
  expect(written).toBe(await asOwner(database, sqlFunctionsModule));
});

describe('a call by names', () => {
  test('reaches each argument, in whatever order the names are written', async () => {
    for (const name of ['Zahra Media', 'Sada Creative']) await addAgency(database, { name });
    const by = { caller: company, now };
    const { app } = database.pools;
    const found = await callParsedAs(app, 'list_agencies', by, { cursor: null, search: 'zah' });
    expect(found).toMatchObject({ items: [{ name: 'Zahra Media' }], next_cursor: null });
    expect(
      await callParsedAs(app, 'list_agencies', by, { search: undefined, cursor: undefined }),
    ).toMatchObject({ items: [{ name: 'Sada Creative' }, { name: 'Zahra Media' }] });
  });

  test('sends an object to a function that takes JSON', async () => {
    const fields = { address: 'A "street" in الرياض', contact_title: '{}' };
    const call = callOf(company, now);
    const saved = await callIdempotent(database.pools.app, 'upsert_company', call, { fields });
    expect(JSON.parse(saved)).toMatchObject(fields);
    expect(await callIdempotent(database.pools.app, 'upsert_company', call, { fields })).toBe(
      saved,
    );
  });

  test('returns the result of a function without caller, and null for void', async () => {
    const { jobs } = database.pools;
    expect(await callFunction(jobs, 'days_to_close', { last: '2026-05-03' })).toEqual([
      '2026-05-03',
    ]);
    expect(await callFunction(jobs, 'purge_idempotency_keys', { now })).toBeNull();
  });

  test('is refused if an argument is missing, also where its name may be one of several functions', async () => {
    const { staff } = database.pools;
    const either = 'reverse_payment' as 'reverse_payment' | 'close_ticket';
    const args = { ticket_id: company.id, reason: 'Insolvent', despite_report: false };
    await expect(async () =>
      callIdempotent(staff, either, callOf(company, now), args),
    ).rejects.toThrow('reverse_payment needs today');
  });

  test('is checked by its types', () => {
    const { app } = database.pools;
    const by = { caller: company, now };
    // Never run: what the compiler refuses is what this test is about.
    const refused = () => [
      // @ts-expect-error An argument is missing.
      callFunctionAs(app, 'list_tickets', by, { list: 'current' }),
      // @ts-expect-error There is no argument of this name.
      callFunctionAs(app, 'read_user_role', by, { role: 'company' }),
      // @ts-expect-error An amount is decimal text, not a number.
      callFunctionAs(app, 'search_desk', by, { text: '', ticket_number: null, amount_sar: 1 }),
      // @ts-expect-error A function that writes once is called under a key.
      callFunctionAs(app, 'confirm_payment', by, { payment_id: company.id }),
      // @ts-expect-error No function has this name.
      callFunctionAs(app, 'list_everything', by),
    ];
    expect(refused).toBeInstanceOf(Function);
  });
});

test('a reply is stored for a week, so that a retry after a weekend does not run the operation again', async () => {
  const later = new Date('2026-05-10T09:00:00Z');
  const kept = await asOwner(database, async (client) => {
    for (const created_at of [
      '2026-05-03T08:59:59Z',
      '2026-05-03T09:00:00Z',
      '2026-05-09T09:00:00Z',
    ])
      await client.query(
        `insert into idempotency_keys (user_id, operation, key, request_hash, created_at)
         values ($1, 'approve_ticket', $2, '', $3)`,
        [company.user_id, created_at, created_at],
      );
    const jobs = idempotencyJobs({ pool: database.pools.jobs, clock: { now: () => later } });
    await jobs['purge_idempotency_keys']!({});
    const { rows } = await client.query<{ key: string }>(
      `select key from idempotency_keys where operation = 'approve_ticket' order by created_at`,
    );
    return rows.map(({ key }) => key);
  });
  expect(kept).toEqual(['2026-05-03T09:00:00Z', '2026-05-09T09:00:00Z']);
});
