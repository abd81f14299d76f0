import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifyLedger } from '#server/ledger/verify-ledger.ts';
import { demoCompanies, demoPassword } from '#server/demo/people.ts';
import { call } from '#server/product-client/product-client.ts';
import { move } from '#server/backup/move.ts';
import { secretsFromKey } from '#server/platform/config/secrets.ts';
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
  '0.2.0': {
    csv: 'a1b7bdb472e496f379aa34adf07251b25152ab62d2217ccbe8aac1060fd31e5b',
    'pain.001.001.03': 'e9feac1961db028fd8434119f2985ad0ffb97cb90b0fbb3065635bc983269071',
    'pain.001.001.12': '44990da31941fc4ba1e294e2a1a6b8feae689af94e73db8a8a01289baaad07aa',
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

/** Without what the template brought; of a login that may make logins where it is named. */
async function emptied({ owner }: TestDatabase, plainOwner?: string): Promise<void> {
  const admin = new Client({ ...owner, database: 'postgres' });
  await admin.connect();
  await admin.query(`drop database ${owner.database} with (force)`);
  if (plainOwner) await admin.query(`create role ${plainOwner} login createrole password 'pw'`);
  await admin.query(
    `create database ${owner.database} template template0 ${plainOwner ? `owner ${plainOwner}` : ''}`,
  );
  await admin.end();
}

test('the data of every release are recorded', () => {
  expect(releases.map((file) => basename(file, '.json.gz'))).toEqual(['0.1.0', '0.2.0']);
});

test.each(releases.map((file) => [basename(file, '.json.gz'), file]))(
  'the data of release %s is carried over: its schema is that of a new database, its money is right, people sign in, and the newest is moved',
  async (release, file) => {
    const data = await readRelease(file);
    await loadRelease(database.owner, data);
    const before = await countsOf(Object.keys(data.tables));
    expect(before.get('public.tickets')).toBeGreaterThan(50);

    await migrate({ owner: database.owner, secrets: database.secrets, log: database.log });

    const wanted = new Client(fresh.owner);
    await wanted.connect();
    await client.query('begin');
    await dropRetainedFunctions();
    expect(await definitionsOf(client)).toEqual(await definitionsOf(wanted));
    expect(await readCatalogue(client)).toEqual(await readCatalogue(wanted));
    await client.query('rollback');
    await wanted.end();
    // No row is lost, bookkeeping and what a migration takes away aside.
    const kept = [...before].filter(
      ([name]) => !/\.(migrations|schema_|dashboard_changes|_private_known_crontabs)/.test(name),
    );
    const after = await countsOf(kept.map(([name]) => renamed.get(name) ?? name));
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
      const { owner: source, secrets } = database;
      const used = { source, target: fresh.owner, secrets, tell: () => {} };
      await expect(move(used)).rejects.toThrow('A server runs on this database: stop it first.');
    } finally {
      await server.close();
    }
    // The test's own logins are no server.
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename <> current_user`,
    );
    if (file === releases.at(-1)) await moveToPlainOwner();
  },
);

/**
 * Into a database whose owner is no superuser: every row and sequence, and the schema as a migration makes it; a copy that
 * fails leaves nothing.
 */
async function moveToPlainOwner(): Promise<void> {
  const plain = { ...fresh.owner, user: `owner_of_${fresh.owner.database}`, password: 'pw' };
  await emptied(fresh, plain.user);
  await migrate({ owner: plain, secrets: database.secrets, log: database.log });
  const target = new Client(fresh.owner);
  await target.connect();
  try {
    const schemaOf = async (of: Client) => [await definitionsOf(of), await readCatalogue(of)];
    const before = await schemaOf(target);
    // What its migrations write into it.
    const counting = `select count(*)::int from credit_policies where status = 'counts'`;
    expect((await target.query(counting)).rows).toEqual([{ count: 1 }]);
    const { owner: source, secrets } = database;
    const moved = (key = secrets) => move({ source, target: plain, secrets: key, tell: () => {} });
    const isHeld = async (of: Client) =>
      (await of.query('select api.is_held_after_restore() as is_held')).rows[0].is_held;
    const anInstallment = await client.query<{ id: string; ticket_id: string }>(
      'select id, ticket_id from ticket_installments limit 1',
    );
    const { id, ticket_id } = anInstallment.rows[0]!;
    const withTicket = async (other: string) => {
      await client.query(`set session_replication_role = 'replica'`);
      await client.query('update ticket_installments set ticket_id = $2 where id = $1', [
        id,
        other,
      ]);
      await client.query('reset session_replication_role');
    };

    await withTicket('00000000-0000-0000-0000-000000000000');
    await expect(moved()).rejects.toThrow('violates foreign key constraint');
    expect((await target.query('select count(*)::int from tickets')).rows).toEqual([{ count: 0 }]);
    expect(await schemaOf(target)).toEqual(before);
    expect(await isHeld(client)).toBe(false);

    await withTicket(ticket_id);
    const pending = secretsFromKey(Buffer.alloc(32, 'pending'));
    await expect(moved(pending)).rejects.toThrow('The secret key does not open what was copied.');
    // A commit that fails, and the hold that came before it.
    await target.query(refusedCommit);
    await expect(moved()).rejects.toThrow('refused at the commit');
    expect(await isHeld(client)).toBe(false);
    await target.query('drop event trigger written; drop schema planted cascade');
    const wanted = await everythingIn(client);
    const { figures } = await moved();
    expect(await everythingIn(target)).toEqual(wanted);
    expect(await schemaOf(target)).toEqual(before);
    expect(await verifyLedger(target)).toEqual(figures);
    expect(await brokenInvariants(target)).toEqual([]);
    expect([await isHeld(client), await isHeld(target)]).toEqual([true, false]);
    await expect(moved()).rejects.toThrow('--to: the database is not empty.');
  } finally {
    await target.end();
    await emptied(fresh);
    await client.query(`drop role ${plain.user}`);
  }
}

/** Lets a transaction of anybody who alters a table fail at its end. */
const refusedCommit = `
  create schema planted;
  create table planted.alterations ();
  create function planted.refuse() returns trigger language plpgsql as $$
    begin raise 'refused at the commit'; end $$;
  create constraint trigger refused after insert on planted.alterations deferrable initially deferred
    for each row execute function planted.refuse();
  create function planted.write() returns event_trigger language plpgsql security definer as $$
    begin insert into planted.alterations default values; end $$;
  grant usage on schema planted to public;
  create event trigger written on ddl_command_end when tag in ('ALTER TABLE') execute function planted.write();`;

/** The rows of every table and the next numbers of every sequence, what a migration writes of itself aside. */
async function everythingIn(of: Client): Promise<Record<string, string>> {
  const { rows: names } = await of.query<{ name: string; kind: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind as kind
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth', 'graphile_worker') and c.relkind in ('r', 'S')
        and c.relname !~ '^(migrations|schema_|restores)' order by 1`,
  );
  const everything: Record<string, string> = {};
  for (const { name, kind } of names) {
    const content =
      kind === 'S'
        ? 'concat(last_value, is_called)'
        : `coalesce(md5(string_agg(r::text, ' ' order by r::text)), 'empty')`;
    const { rows } = await of.query<{ content: string }>(
      `select ${content} as content from ${name} r`,
    );
    everything[name] = rows[0]!.content;
  }
  return everything;
}

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

/** Those that only the release before defines: its servers may call them until the next release. */
async function dropRetainedFunctions(): Promise<void> {
  const { rows } = await client.query<{ signature: string }>(
    'select unnest(retained_functions) as signature from schema_version',
  );
  for (const { signature } of rows) await client.query(`drop function ${signature}`);
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
