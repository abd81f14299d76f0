import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { levelOf, readBuild } from '#server/platform/database/build.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  brokenCalls,
  callsOfServer,
  FIRST_SERVED,
  newestReleaseCalls,
  offersOf,
  readCalls,
  writeCalls,
} from '../testing/release-calls.ts';

/** Servers of the release before run on this build's schema: expand, then contract (CONTRIBUTING.md, "A release"). */

let database: TestDatabase;
let client: Client;
let calls: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client(database.owner);
  await client.connect();
  calls = await callsOfServer(await offersOf(client));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Recorded as the last step before a release, so there is none before {@link FIRST_SERVED} is out. */
const newest = await newestReleaseCalls();

test('the SQL calls of every served release are recorded', () => {
  const { release } = readBuild();
  const isFirst = levelOf(release, []) <= levelOf(FIRST_SERVED, []);
  expect(isFirst || newest !== undefined).toBe(true);
});

test.runIf(newest)(
  'the schema offers every function and column that the newest recorded release calls, and serves that release',
  async () => {
    expect(brokenCalls(newest!.calls, await offersOf(client))).toEqual([]);
    expect(readBuild().oldestServedLevel).toBeLessThanOrEqual(newest!.level);
  },
);

test('the SQL calls of the server are found in its code: functions with arguments, results and roles, and columns', async () => {
  const functions = new Set(
    calls.map((fact) => /^([\w.]+)\(/.exec(fact)?.[1]).filter((name) => name !== undefined),
  );
  expect(functions.size).toBeGreaterThan(80);
  expect(calls).toContain('api.read_mail(uuid, date, boolean) returns json');
  expect(calls).toContain('api.read_mail(uuid, date, boolean) is for hamla_jobs');
  expect(calls).toContain('public.secret_key_proof.proof is bytea');
  // An internal function may change with each release.
  expect([...functions].filter((name) => !name.startsWith('api.'))).toEqual([]);
  const recorded = { release: '0.2.0', level: 20_000_052, calls };
  expect(readCalls(writeCalls(recorded))).toEqual(recorded);
});

const expansions: [what: string, sql: string][] = [
  [
    'a new table, column and function',
    'create table later (id int); alter table mails add later int; create function later() returns int language sql as $$ select 1 $$',
  ],
  [
    'a further argument with a default in a function of its own name',
    `create function api.read_mail_later(p_id uuid, p_today date, p_confirms boolean, p_more int default 0) returns json language sql as $$ select null::json $$`,
  ],
  [
    'a renamed table that leaves a view',
    'alter table secret_key_proof rename to key_proofs; create view secret_key_proof as select * from key_proofs',
  ],
];

const breaches: [what: string, sql: string, fact: string][] = [
  [
    'a dropped function',
    'drop function api.read_mail',
    'api.read_mail(uuid, date, boolean) returns json',
  ],
  [
    'a function with another argument',
    `drop function api.read_mail; create function api.read_mail(p_id uuid, p_today date, p_confirms boolean, p_more int) returns json language sql as $$ select null::json $$`,
    'api.read_mail(uuid, date, boolean) returns json',
  ],
  [
    'another result',
    `drop function api.read_mail; create function api.read_mail(p_id uuid, p_today date, p_confirms boolean) returns text language sql as $$ select '' $$`,
    'api.read_mail(uuid, date, boolean) returns json',
  ],
  [
    'a right that is taken away',
    'revoke execute on function api.read_mail from public, hamla_jobs',
    'api.read_mail(uuid, date, boolean) is for hamla_jobs',
  ],
  [
    'a second function that takes as many arguments',
    `create function api.read_mail(p_id text, p_today date, p_confirms boolean) returns json language sql as $$ select null::json $$`,
    'api.read_mail with 3 arguments: 1 in all',
  ],
  [
    'a renamed column',
    'alter table secret_key_proof rename proof to key_proof',
    'public.secret_key_proof.proof is bytea',
  ],
  [
    'a column of another type',
    `alter table secret_key_proof alter proof type text using encode(proof, 'hex')`,
    'public.secret_key_proof.proof is bytea',
  ],
];

async function brokenAfter(sql: string): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(sql);
    return brokenCalls(calls, await offersOf(client));
  } finally {
    await client.query('rollback');
  }
}

test.each(expansions)('the check lets a release make %s', async (_what, sql) => {
  expect(await brokenAfter(sql)).toEqual([]);
});

test.each(breaches)('the check notices %s', async (_what, sql, fact) => {
  expect(await brokenAfter(sql)).toContain(fact);
});
