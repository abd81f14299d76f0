import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLimits } from '#api/list-limits.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { asOwner } from '../testing/people.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['search_desk', listLimits.found],
  ['find_companies', listLimits.companies_to_choose],
  ['read_company_assessment', listLimits.assessments],
  ['company_holds_json', listLimits.held_tickets],
  ['account_standing_json', listLimits.account_measures],
  ['budget_decisions_json', listLimits.decisions],
  ['read_agency_desk', listLimits.decisions],
  ['left_out_payouts_json', listLimits.left_out],
])('%s returns as many rows as the screens expect: %i', async (name, limit) => {
  const text = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ prosrc: string }>(
      'select prosrc from pg_proc where proname = $1',
      [name],
    );
    return rows.map(({ prosrc }) => prosrc).join(' ');
  });
  const limits = [...text.matchAll(/\blimit (\d+)/g)].map(([, number]) => Number(number));
  expect(new Set(limits)).toEqual(new Set([limit]));
});
