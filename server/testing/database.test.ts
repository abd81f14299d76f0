import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('each login signs in with the password derived from the secret key', async () => {
  for (const role of ['app', 'accounts', 'jobs'] as const) {
    const { rows } = await database.pools[role].query('select current_user as name');
    expect(rows[0].name).toBe(`hamla_${role}`);
  }
});
