/** @module-tag proof/reliability */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { riyadhDate } from '#domain/calendar.ts';
import { addPaidIban, addPayableTicket, addTicket } from '../../testing/payable.ts';
import type { TestDatabase } from '../../testing/database.ts';
import {
  addAgency,
  addCompany,
  addStaff,
  asOwner,
  callOf,
  type Person,
} from '../../testing/people.ts';
import { depositOf } from '../../testing/payments.ts';
import { usePreparedData } from '../../testing/prepared-data.ts';
import { testSecretKey, testSecrets } from '../../testing/secrets.ts';
import { plainEnvironment } from '../../testing/server-process.ts';
import { rotateKeys } from '../accounts/rotate-keys.ts';
import { openObjectStore } from '../files/object-store.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';
import { repositoryRoot } from '../platform/config/repository-root.ts';
import { secretsFromKeys } from '../platform/config/secrets.ts';
import { readSettings } from '../platform/config/settings.ts';
import {
  callFunction,
  callFunctionAs,
  callIdempotent,
} from '../platform/database/call-function.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { openPools } from '../platform/database/pools.ts';
import type { Caller } from '../platform/http/operations.ts';
import * as backups from './back-up.ts';
import { backUpAndVerify, backUpIfDue, type VerifiedOptions } from './back-up-and-verify.ts';
import { openPlaceToRead } from './backup-place.ts';
import { eraseAgain } from './erasure-list.ts';
import { readLastBackup } from './last-backup.ts';
import { chooseManifest, listManifests } from './manifest.ts';
import { restore, verifyBackup, type RestoreOptions } from './restore.ts';
import { removeOldBackups } from './retention.ts';

/** One installation, its backups, and what is restored of them. The tests of this file follow one another. */

const log = pino({ level: 'silent' });
const key = Buffer.alloc(32, 'backups').toString('base64');
const now = new Date('2026-05-04T09:00:00Z');

let folder: string;
let place: string;
let source: TestDatabase;
let options: VerifiedOptions;
let staff: Caller;
let otherStaff: Caller;
let company: Person;
let agency: Person;

/** A database on a data folder, as the tests' builders take it. */
async function open(dataDir: string, disposable = true): Promise<TestDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir,
    secrets: testSecrets,
    log,
    disposable,
  });
  const pools = openPools({ owner: server.owner, secrets: testSecrets, log });
  const drop = async () => {
    await pools.close();
    await server.stop();
  };
  return { owner: server.owner, pools, secrets: testSecrets, log, drop };
}

/** The bytes of every file that a row names: its key, as the builders' digests say. */
async function storeFiles(dataDir: string, database: TestDatabase): Promise<void> {
  const store = await openObjectStore({ dataDir, s3: undefined }, testSecrets);
  const { rows } = await asOwner(database, (client) =>
    client.query<{ key: string }>(
      'select storage_key as key from files union all select storage_key from ticket_documents',
    ),
  );
  for (const { key: storage_key } of rows)
    if (!(await store.get(storage_key))) await store.put(storage_key, Buffer.from(storage_key));
}

const figuresOf = (database: TestDatabase) =>
  asOwner(database, async (client) => ({
    ledger: await verifyLedger(client),
    counts: (
      await client.query(
        `select (select count(*) from tickets) as tickets, (select count(*) from events) as events,
                (select count(*) from files) as files, (select max(id) from journal_entries) as entry`,
      )
    ).rows[0],
  }));

const backUp = (given = options) => backups.withPlace(given, (held) => backups.backUp(given, held));
const backUpChanges = (given = options) =>
  backups.withPlace(given, (held) => backups.backUpChanges(given, held));
const verified = (given: VerifiedOptions) =>
  backups.withPlace(given, (held) => backUpAndVerify(given, held));
const ask = <Row extends object>(sql: string, values: unknown[] = []) =>
  asOwner(source, async (client) => (await client.query<Row>(sql, values)).rows);
const manifestsOf = async (target = options.target) => listManifests(await openPlaceToRead(target));

const restoreTo = (name: string, more: Partial<RestoreOptions> = {}) =>
  restore({
    target: options.target,
    dataDir: join(folder, name),
    s3: undefined,
    log,
    tell: () => {},
    ...more,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-backup-'));
  const dataDir = join(folder, 'data');
  place = join(folder, 'backups');
  await mkdir(dataDir);
  await usePreparedData(dataDir);
  // As the commands demand it.
  source = await open(dataDir, false);
  const settings = readSettings({
    DATA_DIR: dataDir,
    SECRET_KEY: testSecretKey.toString('base64'),
  });
  options = {
    settings,
    target: { place, key, s3: settings.backup.s3 },
    owner: source.owner,
    secrets: testSecrets,
    tell: () => {},
    log,
  };
  [staff, otherStaff] = [await addStaff(source, now), await addStaff(source, now)];
  company = await addCompany(source, { total_approval_budget: '900000.00', now });
  agency = await addAgency(source, { now });
  await addPaidIban(source, agency);
  await addPayableTicket(source, { staff, company, agency }, now);
  await storeFiles(dataDir, source);
});

afterAll(async () => {
  await source.drop();
  await rm(folder, { recursive: true, force: true });
});

const addTickets = async (count: number) => {
  for (let n = 0; n < count; n += 1) await addTicket(source, { company, agency }, now);
  await storeFiles(options.settings.dataDir, source);
};

test('a backup that is made while tickets are written is restored elsewhere with the figures of its moment', async () => {
  const writing = { isDone: false };
  const written = (async () => {
    for (let riyals = 500; !writing.isDone; riyals += 1)
      await callIdempotent(
        source.pools.staff,
        'record_payment',
        callOf(staff, now),
        depositOf(`${riyals}.00`, '2026-05-04'),
      );
  })();
  const { manifest } = await backUp();
  writing.isDone = true;
  await written;
  expect(manifest.file_count).toBeGreaterThan(8);
  // The state that the place reaches to, and one that no backup has.
  await backUpChanges();
  const figures = await figuresOf(source);
  await addTickets(1);

  const restored = await restoreTo('newest');
  expect(restored.checked?.problems).toEqual([]);
  const copy = await open(join(folder, 'newest'));
  expect(await figuresOf(copy)).toEqual(figures);
  await copy.drop();
  const secret = await stat(join(folder, 'newest', 'secret.key'));
  expect(secret.mode & 0o777).toBe(0o600);
  expect((await stat(place)).mode & 0o077).toBe(0);
});

test('a moment between two backups is restored, whom somebody erased since is erased again, and one beyond the last is refused', async () => {
  const person = await addCompany(source, { name: 'Huda Trading', now });
  const owing = await addCompany(source, { name: 'Owing Trading', now });
  const requested = await addTicket(source, { company: owing, agency }, now);
  const figures = await figuresOf(source);
  const [moment] = await ask<{ at: Date }>('select clock_timestamp() as at');
  await addTickets(2);
  for (const { user_id } of [person, owing])
    await ask('select erase_account($1, null, true, $2)', [user_id, now]);
  const parts = async () => (await openPlaceToRead(options.target)).list('parts/');
  const before = (await parts()).length;
  await backUp();
  // Only what has changed.
  expect((await parts()).length - before).toBeLessThan(before / 3);

  // Whoever owes at that moment does not keep the others.
  const { again } = await restoreTo('earlier', { at: moment!.at });
  expect(again).toEqual({ erased: 1, due: 1, failed: 0 });
  const copy = await open(join(folder, 'earlier'));
  // A list that somebody emptied is noticed, and another place's list has them too.
  const other = join(folder, 'other-place');
  await cp(place, other, { recursive: true });
  await rm(join(place, 'erasures'), { recursive: true });
  const eraseBy = async (...places: string[]) => {
    const targets = places.map((at) => openPlaceToRead({ ...options.target, place: at }));
    const opened = await Promise.all(targets);
    return asOwner(copy, (client) => eraseAgain(client, opened));
  };
  expect(await eraseBy(place)).toEqual({ erased: 0, due: 0, failed: 2 });
  expect(await eraseBy(place, other)).toEqual({ erased: 0, due: 1, failed: 2 });
  const { rows } = await asOwner(copy, (client) =>
    client.query(
      `select c.name, e.reapplied_at is not null as is_again,
              (select count(*)::int from events where operation = 'erase_person') as events
         from companies c join person_erasures e on e.user_id = c.user_id where e.due_at is null`,
    ),
  );
  // The history has the erasure besides; nothing of the books has changed.
  expect(rows).toEqual([{ name: null, is_again: true, events: 1 }]);
  const { counts, ledger } = await figuresOf(copy);
  const events = String(Number(counts.events) - 1);
  expect({ ledger, counts: { ...counts, events } }).toEqual(figures);
  // Once nothing is open the daily job erases whoever is due; until then they cannot sign in.
  const due = async () => {
    const done: object = await callFunction(copy.pools.jobs, 'erase_due_people', { now });
    const found = await asOwner(copy, (client) =>
      client.query(
        `select c.name, u.banned_until = 'infinity' as is_blocked from companies c join auth.users u on u.id = c.user_id
          where c.id = $1`,
        [owing.id],
      ),
    );
    return { ...done, ...found.rows[0] };
  };
  const none = { failed: [], is_blocked: true };
  expect(await due()).toEqual({ ...none, count: 0, name: 'Owing Trading' });
  await asOwner(copy, (client) =>
    client.query(`update tickets set status = 'Closed' where id = $1`, [requested.id]),
  );
  expect(await due()).toEqual({ ...none, count: 1, name: null });
  await copy.drop();
  await expect(restoreTo('later', { at: new Date(Date.now() + 3_600_000) })).rejects.toThrow(
    /do not reach/,
  );
  await expect(restoreTo('later', { at: new Date('2026-01-01T00:00:00Z') })).rejects.toThrow(
    /no backup before/,
  );
});

test('a wrong key, no key, a folder in use and a damaged or missing part are refused, and nothing is left', async () => {
  const wrong = Buffer.alloc(32, 'another').toString('base64');
  const target = options.target;
  await expect(restoreTo('refused', { target: { ...target, key: wrong } })).rejects.toThrow(
    /BACKUP_KEY is not the key/,
  );
  await expect(backUp({ ...options, target: { ...target, key: wrong } })).rejects.toThrow(
    /BACKUP_KEY is not the key/,
  );
  await expect(restoreTo('refused', { target: { ...target, key: undefined } })).rejects.toThrow(
    /openssl rand -base64 32/,
  );
  await expect(restoreTo('newest')).rejects.toThrow(/is not empty/);
  await expect(restoreTo('refused', { target: { ...target, place: folder } })).rejects.toThrow(
    /no backup/,
  );

  const opened = await openPlaceToRead(target);
  const [name] = (await chooseManifest(opened, undefined)).database!.files.at(-1)!.parts;
  const part = `parts/${name!.slice(0, 2)}/${name}`;
  const bytes = await readFile(join(place, part));
  const damaged = Buffer.from(bytes);
  damaged[damaged.length - 20]! ^= 1;
  await writeFile(join(place, part), damaged);
  await expect(restoreTo('refused')).rejects.toThrow(`damaged: ${part}`);
  await rm(join(place, part));
  await expect(restoreTo('refused')).rejects.toThrow(`${part} is missing`);
  expect(await readdir(join(folder, 'refused'))).toEqual([]);
  await writeFile(join(place, part), bytes);

  const file = (await opened.list('files/'))[0]!.key;
  const manifest = await chooseManifest(opened, undefined);
  const { chain, first_segment } = manifest.database!;
  const segments = (await opened.list(chain)).map((object) => object.key).sort();
  const newest = segments.at(-1)!;
  await rename(join(place, file), join(folder, 'file'));
  await rename(join(place, newest), join(folder, 'segment'));
  const dataDir = options.settings.dataDir;
  const [last] = await ask<{ id: string }>(
    'select id from backups order by started_at desc limit 1',
  );
  const { id } = last!;
  const problems = await verifyBackup({ target, manifest, id, dataDir, log, tell: () => {} });
  expect(problems).toEqual([
    `The file ${file.slice('files/'.length)} is missing.`,
    'The write-ahead log ends before the end of the backup.',
  ]);
  await rename(join(folder, 'file'), join(place, file));
  await rename(join(folder, 'segment'), join(place, newest));

  const first = `${chain}${first_segment.toLowerCase()}`;
  await rename(join(place, first), join(folder, 'segment'));
  await expect(restoreTo('refused')).rejects.toThrow(`${first} is missing`);
  await rename(join(folder, 'segment'), join(place, first));
});

test('a backup that is killed is none, and the next one is whole', async () => {
  const before = await manifestsOf();
  const child = spawn(
    process.execPath,
    [join(repositoryRoot, 'server/src/commands/backup.ts'), '--to', join(folder, 'killed')],
    {
      env: {
        ...plainEnvironment,
        DATA_DIR: options.settings.dataDir,
        SECRET_KEY: testSecretKey.toString('base64'),
        BACKUP_KEY: key,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const killed = join(folder, 'killed');
  await expect
    .poll(() => readdir(join(killed, 'parts')).catch(() => []), { interval: 5 })
    .not.toEqual([]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const target = { ...options.target, place: killed };
  await expect(restoreTo('refused', { target })).rejects.toThrow(/no whole backup/);
  expect(await manifestsOf()).toEqual(before);

  await backUp({ ...options, target });
  // Older backups cannot be removed: all stay, and the new one is whole.
  const [list] = (await chooseManifest(await openPlaceToRead(target), undefined)).files;
  const listed = join(killed, 'parts', list!.slice(0, 2), list!);
  const bytes = await readFile(listed);
  await writeFile(listed, 'damaged');
  await expect(verified({ ...options, target, keep: 1 })).rejects.toThrow(/damaged/);
  const last = () => asOwner(source, (client) => readLastBackup(client, killed));
  expect(await last()).toMatchObject({ problem: expect.stringContaining('could not be removed') });
  expect((await last())?.verified_at).not.toBeNull();
  expect(await manifestsOf(target)).toHaveLength(2);
  await writeFile(listed, bytes);

  const written = (await manifestsOf(target)).at(-1)!;
  await backups.withPlace({ ...options, target }, (held) =>
    removeOldBackups(held.place, { keep: 1, written }),
  );
  expect(await manifestsOf(target)).toEqual([written]);
  const left = await readdir(killed, { recursive: true });
  expect(left.filter((path) => path.endsWith('.part'))).toEqual([]);
  expect((await restoreTo('kept', { target })).checked?.problems).toEqual([]);
});

test('the schedule makes a whole backup where the log continues none, and a restored copy takes a place of its own', async () => {
  const due = () => backUpIfDue(options, 24);
  const before = (await manifestsOf()).length;
  await due();
  expect(await manifestsOf()).toHaveLength(before);
  // PostgreSQL gave the log up.
  await ask(`select pg_drop_replication_slot(slot_name) from pg_replication_slots`);
  await expect(backUpChanges()).rejects.toThrow(/make a whole one/);
  // One that failed a moment ago is not tried again at once.
  const failed = `insert into backups (started_at, place, problem) values (clock_timestamp(), $1, 'x') returning id`;
  const [row] = await ask<{ id: string }>(failed, [place]);
  await due();
  expect(await manifestsOf()).toHaveLength(before);
  await ask('delete from backups where id = $1', [row!.id]);
  await due();
  expect(await manifestsOf()).toHaveLength(before + 1);
  const last = await asOwner(source, (client) => readLastBackup(client, place));
  expect(last).toMatchObject({ problem: null, verified_at: expect.any(String) });

  const copy = await open(join(folder, 'newest'));
  const settings = { ...options.settings, dataDir: join(folder, 'newest') };
  await expect(backUp({ ...options, settings, owner: copy.owner })).rejects.toThrow(/another copy/);
  await copy.drop();
});

test('a restored installation holds mails, reminders and payouts until two members of staff have confirmed it', async () => {
  const copy = await open(join(folder, 'newest'));
  const today = riyadhDate(now);
  await asOwner(copy, (client) =>
    client.query(`insert into job_workers (id, beat, beaten_at) values ('a worker', 1, $1)`, [now]),
  );
  const by = (caller: Caller) => callOf(caller, now);
  const taken = () =>
    callFunction(copy.pools.jobs, 'take_due_mails', {
      now: new Date('2030-01-01T00:00:00Z'),
      limit: 10,
      worker: 'a worker',
    });
  const closed = () =>
    callFunction(copy.pools.jobs, 'mark_overdue_batch', {
      now,
      day: today,
      mail_day: null,
      after_due_date: '-infinity',
      after_id: '00000000-0000-0000-0000-000000000000',
      limit: 10,
    });
  const prepared = JSON.parse(
    await callIdempotent(copy.pools.staff, 'prepare_payout_run', by(staff), { today }),
  ) as { run: { id: string } };
  const released = () =>
    callIdempotent(copy.pools.staff, 'release_payout_run', by(otherStaff), {
      today,
      run_id: prepared.run.id,
    });
  const run_id = prepared.run.id;
  const fileMade = () =>
    callIdempotent(copy.pools.staff, 'make_payout_file', by(staff), {
      today,
      run_id,
      debtor_name: null,
      debtor_iban: null,
      details: { lines: [] },
    });
  const fileTaken = () =>
    callFunctionAs(copy.pools.staff, 'download_payout_file', by(staff), {
      run_id,
      file_no: 1,
      format: 'csv',
    });
  const read = async () =>
    JSON.parse(await callFunctionAs(copy.pools.staff, 'read_restore_hold', by(staff))) as {
      hold: { id: string; confirmations: unknown[] } | null;
    };
  const confirm = async (caller: Caller) =>
    callIdempotent(copy.pools.staff, 'confirm_restore', by(caller), {
      restore_id: (await read()).hold!.id,
    });
  const held = { code: 'restore_held' };

  expect(await taken()).toEqual([]);
  await expect(closed()).rejects.toMatchObject(held);
  // What the bank paid after the restored moment is entered in a released run; its file would pay again.
  await released();
  await expect(fileMade()).rejects.toMatchObject(held);
  await expect(fileTaken()).rejects.toMatchObject(held);
  // A double click confirms once, and the other request is refused in words.
  const twice = await Promise.allSettled([confirm(staff), confirm(staff), confirm(staff)]);
  const refusals = twice.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  const refused = { code: 'restore_confirmed_already' };
  expect(refusals).toMatchObject([refused, refused]);
  expect((await read()).hold?.confirmations).toHaveLength(1);
  await expect(fileMade()).rejects.toMatchObject(held);
  await confirm(otherStaff);
  expect(await read()).toEqual({ hold: null });
  expect(await taken()).not.toEqual([]);
  await closed();
  await fileMade();
  const { rows } = await asOwner(copy, (client) =>
    client.query(
      `select actor_user_id from events where operation = 'confirm_restore' order by id`,
    ),
  );
  expect(rows.map(({ actor_user_id }) => actor_user_id)).toEqual([
    staff.user_id,
    otherStaff.user_id,
  ]);
  await copy.drop();
});

test('backups from before and after a rotation of the secret key are restored, each with its own key', async () => {
  const next = Buffer.alloc(32, 'next');
  const rotated = secretsFromKeys([next, testSecretKey]);
  const client = new Client(source.owner);
  await client.connect();
  const makeKey = () => expect.unreachable();
  await rotateKeys({ client, secrets: rotated, now, overlapDays: 1, isEmbedded: true, makeKey });
  await client.end();
  const keyOf = (name: string) => readFile(join(folder, name, 'secret.key'), 'utf8');

  const old = await restoreTo('before the rotation');
  expect(old.checked?.problems).toEqual([]);
  expect(await keyOf('before the rotation')).toContain(testSecretKey.toString('base64'));

  const password = rotated.derive('postgres role hamla_owner').toString('hex');
  const settings = {
    ...options.settings,
    secretKey: next.toString('base64'),
    secretKeyPrevious: testSecretKey.toString('base64'),
  };
  const after = { ...options, settings, owner: { ...source.owner, password }, secrets: rotated };
  // The log has the rotation, and no manifest its key.
  await backUpChanges(after);
  expect((await restoreTo('between')).checked?.problems).toEqual([]);
  expect(await keyOf('between')).toContain(next.toString('base64'));

  const target = { ...options.target, place: join(folder, 'external') };
  const external = { ...settings, databaseUrl: 'postgres://elsewhere' };
  await backUp({ ...after, target, settings: external });
  await restoreTo('external copy', { target });
  expect(await keyOf('external copy')).toContain(settings.secretKey);
  expect(await readFile(join(folder, 'external copy', 'secret.key.previous'), 'utf8')).toContain(
    settings.secretKeyPrevious,
  );

  await backUp({ ...after, settings: { ...settings, secretKeyPrevious: undefined } });
  const restored = await restoreTo('after the rotation');
  expect(restored.checked).toMatchObject({ problems: [], files: old.checked!.files });
  expect(await keyOf('after the rotation')).toContain(next.toString('base64'));
});
