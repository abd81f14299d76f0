import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#server/ledger/verify-ledger.ts';
import { demoCompanies, demoPassword } from '#server/demo/people.ts';
import { call } from '#server/product-client/product-client.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { readCatalogue } from '#server/platform/database/catalogue.ts';
import { payoutFileContent } from '#server/servicing/payout-files.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { addStaff, callOf } from '../testing/people.ts';
import { loadRelease, readRelease } from '../testing/release-data.ts';
import { startTestServer } from '../testing/server.ts';

/** The data of every release, carried over to today's build (docs/decisions/0027-what-a-database-says-of-itself.md). */

/** SHA-256 of all files for the bank of a release, one after another, as its own build wrote them. */
const bytesOfPayoutFiles: Record<string, Record<string, string>> = {
  '0.1.0': {
    csv: 'e3678543a155f7e070de195d41a15d79a0ea0a585bf34c6e30205df1f81bcc12',
    'pain.001.001.03': 'd1564a1d521173f015943853b65c8916d70516caac72441181371131e0c0813a',
    'pain.001.001.12': '061f04a2a97298e998d2321f97e53ae46af2852047ad2fcbe18138734dd4f0b0',
  },
};

const releases = globSync(join(import.meta.dirname, '../testing/releases/*.json.gz')).sort();

let database: TestDatabase;
let fresh: TestDatabase;
let client: Client;

beforeEach(async () => {
  [database, fresh] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await emptied(database);
  client = new Client(database.owner);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await Promise.all([database.drop(), fresh.drop()]);
});

/** Without what the template brought. */
async function emptied({ owner }: TestDatabase): Promise<void> {
  const admin = new Client({ ...owner, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database ${owner.database} with (force)`);
  await admin.query(`create database ${owner.database} template template0`);
  await admin.end();
}

test('every release has left its data', () => {
  expect(releases.map((file) => basename(file, '.json.gz'))).toContain('0.1.0');
});

test.each(releases.map((file) => [basename(file, '.json.gz'), file]))(
  'the data of release %s is carried over: its schema is that of a new database, its money is right, and people sign in',
  async (release, file) => {
    const data = await readRelease(file);
    await loadRelease(database.owner, data);
    const before = await countsOf(Object.keys(data.tables));
    expect(before.get('public.tickets')).toBeGreaterThan(50);

    await migrate({ owner: database.owner, secrets: database.secrets, log: database.log });

    const wanted = new Client(fresh.owner);
    await wanted.connect();
    expect(await definitionsOf(client)).toEqual(await definitionsOf(wanted));
    expect(await readCatalogue(client)).toEqual(await readCatalogue(wanted));
    await wanted.end();
    // No row is lost, bookkeeping and what a replay clears aside.
    const after = await countsOf([...before.keys()].map((name) => renamed.get(name) ?? name));
    const kept = [...before].filter(
      ([name]) => !/^public\.(migrations|schema_|dashboard_changes)/.test(name),
    );
    // What comes back of an old write-off, and the suspension that it brings, are rows more.
    for (const [name, count] of kept)
      expect([name, after.get(renamed.get(name) ?? name)! >= count]).toEqual([name, true]);
    expect((await verifyLedger(client)).filter((figure) => figure.rows_that_differ > 0)).toEqual(
      [],
    );
    expect(await brokenInvariants(client)).toEqual([]);
    expect(await digestsOfPayoutFiles()).toEqual(bytesOfPayoutFiles[release]);

    const server = await startTestServer(database, {
      clock: { now: () => new Date('2026-11-20T10:00:00Z') },
    });
    try {
      const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: demoCompanies[0]!.email, password: demoPassword }),
      });
      const { access_token } = (await response.json()) as { access_token: string };
      // A machine that has just started everything may be too busy for a moment.
      const nameOfCompany = () =>
        call(server.url, 'company_dashboard', access_token).then(
          ({ company }) => company.name,
          (error: Error) => error.message,
        );
      await expect.poll(nameOfCompany).toBe(demoCompanies[0]!.name);
    } finally {
      await server.close();
    }
  },
);

/** Tables that have another name since. */
const renamed = new Map([['public.agency_iban_changes', 'public.iban_changes']]);

/** The files for the bank that stand in the database, as they are downloaded now. */
async function digestsOfPayoutFiles(): Promise<Record<string, string>> {
  const by = callOf(await addStaff(database), new Date('2026-11-20T10:00:00Z'));
  const { rows: files } = await client.query<{ run_id: string; file_no: number }>(
    'select run_id, file_no from payout_files order by run_id, file_no',
  );
  expect(files.length).toBeGreaterThan(10);
  const digests: Record<string, string> = {};
  for (const format of ['csv', 'pain.001.001.03', 'pain.001.001.12'] as const) {
    const hash = createHash('sha256');
    for (const { run_id, file_no } of files) {
      hash.update(await payoutFileContent(database.pools.staff, by, run_id, file_no, format));
    }
    digests[format] = hash.digest('hex');
  }
  return digests;
}

async function countsOf(names: string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of names) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from ${name}`);
    counts.set(name, rows[0]!.count);
  }
  return counts;
}

/** Every definition as PostgreSQL writes it: both databases are of one cluster, so that equal ones read the same. */
async function definitionsOf(of: Client): Promise<string[]> {
  const { rows } = await of.query<{ definition: string }>(
    `with schemas as (select oid from pg_namespace where nspname in ('public', 'api', 'auth', 'graphile_worker')),
          relations as (select oid, oid::regclass::text as name, relkind from pg_class where relnamespace in (select oid from schemas))
     select definition from (
       select pg_get_functiondef(oid) as definition from pg_proc
        where pronamespace in (select oid from schemas) and prokind in ('f', 'p')
       union all select pg_get_indexdef(oid) from relations where relkind = 'i'
       union all select name || ' ' || pg_get_viewdef(oid) from relations where relkind in ('v', 'm')
       union all select r.name || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
         from pg_constraint c join relations r on r.oid = c.conrelid
       union all select pg_get_triggerdef(t.oid) from pg_trigger t join relations r on r.oid = t.tgrelid where not t.tgisinternal
       union all select concat_ws(' ', r.name, l.polname, pg_get_expr(l.polqual, l.polrelid), pg_get_expr(l.polwithcheck, l.polrelid))
         from pg_policy l join relations r on r.oid = l.polrelid
       union all select concat_ws(' ', r.name, a.attname, pg_get_expr(d.adbin, d.adrelid))
         from pg_attrdef d join relations r on r.oid = d.adrelid join pg_attribute a on a.attrelid = r.oid and a.attnum = d.adnum
     ) as all_definitions order by definition collate "C"`,
  );
  return rows.map(({ definition }) => definition);
}
