import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { addFactor, codeOf, showCode } from '#server/accounts/factors.testing.ts';
import { rotateKeys, type RotationOptions } from '#server/accounts/rotate-keys.ts';
import {
  replaceKeyFile,
  secretsFromKey,
  secretsFromKeys,
  type Secrets,
} from '#server/platform/config/secrets.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { readKeyState } from '#server/platform/database/key-proof.ts';
import { decryptForRow, encryptForRow } from '#server/platform/encryption.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import type { TestDatabase } from '../testing/database.ts';
import { usePreparedData } from '../testing/prepared-data.ts';
import { signUpActor, type Actor } from '../testing/product.ts';
import { testSecretKey, testSecrets } from '../testing/secrets.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';

/** The secret key is replaced while servers run: what people hold goes on, and the key before ends. */

const [second, third] = ['second', 'third'].map((word) => Buffer.alloc(32, word)) as [
  Buffer,
  Buffer,
];
const log = pino({ level: 'silent' });
const open: TestServer[] = [];
let at = new Date('2026-03-02T06:00:00Z').getTime();
const clock = {
  now: () => new Date(at),
  set: (now: string) => void (at = new Date(now).getTime()),
  moveDays: (days: number) => void (at += days * 86_400_000),
};

const folder = await mkdtemp(join(tmpdir(), 'hamla-rotation-'));
// PostgreSQL runs as another account where the tests run as root.
await chmod(folder, 0o755);
const prepared = join(folder, 'data');
await mkdir(prepared);
await usePreparedData(prepared);
const postgres = await startEmbeddedPostgres({
  dataDir: prepared,
  secrets: testSecrets,
  log,
  disposable: true,
});
const client = new Client(postgres.owner);
await client.connect();
afterAll(async () => {
  for (const server of open) await server.close();
  await client.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** One installation: servers know each other's tokens, and one that is started again has its address again. */
async function start(keys: readonly Buffer[], port = '0'): Promise<TestServer> {
  const [key, previous] = keys.map((bytes) => bytes.toString('base64'));
  const server = await startTestServer({ owner: postgres.owner } as TestDatabase, {
    clock,
    env: {
      PORT: port,
      SITE_URL: 'http://hamla.test',
      DATA_DIR: join(folder, 'product'),
      SECRET_KEY: key!,
      ...(previous && { SECRET_KEY_PREVIOUS: previous }),
    },
  });
  open.push(server);
  return server;
}

async function restart(server: TestServer, keys: readonly Buffer[]): Promise<TestServer> {
  open.splice(open.indexOf(server), 1);
  await server.close();
  return start(keys, new URL(server.url).port);
}

async function rotate(keys: readonly Buffer[], more: Partial<RotationOptions> = {}) {
  const own = new Client(postgres.owner);
  await own.connect();
  try {
    return await rotateKeys({
      client: own,
      secrets: secretsFromKeys(keys),
      now: clock.now(),
      overlapDays: 1,
      isEmbedded: false,
      makeKey: () => expect.unreachable(),
      ...more,
    });
  } finally {
    await own.end();
  }
}

/** What a process knows that has only this key. */
async function knownBy(key: Buffer): Promise<Secrets> {
  const secrets = secretsFromKey(key);
  expect(secrets.learn((await readKeyState(client))!)).toBe(true);
  return secrets;
}

/** The status and body of a request that carries a token. */
async function send(url: string, token: string | null, body?: object) {
  const response = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  const text = await response.text();
  return { status: response.status, text };
}

const refresh = ({ url }: TestServer, refresh_token: string) =>
  send(`${url}/auth/v1/token?grant_type=refresh_token`, null, { refresh_token });
const readCompany = ({ url }: TestServer, token: string) => send(`${url}/api/company`, token);

/** By connections that are opened now. */
const isReady = async (url: string) => (await fetch(`${url}/readyz`)).ok;

let company: Actor;
let person: Actor;
let show: (code?: string) => Promise<string | undefined>;
let [recoveryCode, nextRecoveryCode] = ['', ''];
let path: string;
const statement = pdf('Statement.pdf', ['Statement']);

/** A link to the file, made now. */
const linkToFile = async () =>
  (await company.call('create_download_link', { body: { store: 'company-documents', path } })).url;
const feed = async () => (await company.call('read_due_date_feed')).url!;
const feedStatus = async (server: TestServer, url: string) =>
  (await send(url.replace('http://hamla.test', server.url), null)).status;

test('a rotation waits until every server knows the new key, and what the key before made counts until its end', async () => {
  let first = await start([testSecretKey]);
  let other = await start([testSecretKey]);
  company = await signUpActor(first.url, 'company', 'najd@example.sa', clock);
  const upload = await company.upload('financial_statement_file', statement);
  await company.call('upsert_company', {
    body: { name: 'Najd Coffee', financial_statement_file: upload.path },
  });
  path = upload.path;
  await company.call('renew_due_date_feed');
  const link = await feed();

  person = await signUpActor(first.url, null, 'person@example.sa', clock);
  await client.query('update auth.users set owner_proven_at = $1', [clock.now()]);
  const { factorId, secret } = await addFactor({ clock }, person.auth);
  show = async (code) => {
    // A code of the authenticator counts once.
    at += 30_000;
    const shown = await showCode(person.auth, factorId, code ?? (await codeOf({ clock }, secret)));
    return shown.error?.code;
  };
  const session = (await person.auth.getSession()).data.session!;
  const made = await send(`${first.url}/auth/v1/recovery_codes`, session.access_token, {});
  [recoveryCode, nextRecoveryCode] = (JSON.parse(made.text) as { codes: [string, string] }).codes;

  const both = [second, testSecretKey];
  const proof = async () => (await client.query('select proof from secret_key_proof')).rows[0];
  const before = await proof();
  // Before a key file is replaced.
  await client.query(
    `insert into servers (id, host, release, node_version, started_at, seen_at)
     values (gen_random_uuid(), 'old', '0.2.0', '26', clock_timestamp(), clock_timestamp())`,
  );
  await expect(rotate([testSecretKey], { patience_ms: 0 })).rejects.toThrow(
    /too old to follow a rotation, or do not answer: old \(0.2.0\). Nothing was changed/,
  );
  await client.query(`delete from servers where host = 'old'`);
  await expect(rotate(both, { patience_ms: 0 })).rejects.toThrow(
    /servers do not know the new key: (.+ \(.+\)), \1\. Nothing was changed/,
  );
  first = await restart(first, both);
  await expect(rotate(both, { patience_ms: 0 })).rejects.toThrow(/do not know the new key/);
  expect(await proof()).toEqual(before);
  // The server that knows both makes what the other one takes.
  const early = await company.auth.refreshSession();
  expect((await readCompany(other, early.data.session!.access_token)).status).toBe(200);

  other = await restart(other, both);
  const unused = await signUpActor(first.url, null, 'unused@example.sa', clock);
  const { refresh_token: unusedToken } = (await unused.auth.getSession()).data.session!;
  const access = await company.token();
  const fileLink = await linkToFile();
  // Interrupted in the middle.
  const failing = new Client(postgres.owner);
  await failing.connect();
  const interrupted = new Proxy(failing, {
    get: (target, name) =>
      name === 'query'
        ? (sql: string, values: unknown[]) =>
            sql.startsWith('update auth.factors')
              ? Promise.reject(new Error('killed'))
              : target.query(sql, values)
        : Reflect.get(target, name, target),
  });
  await client.query(
    `insert into auth.signing_keys (kid, public_jwk, private_key_sealed, created_at, retired_at)
     select 'unreadable', public_jwk, '\\x00', created_at, created_at from auth.signing_keys limit 1`,
  );
  await client.query(`update auth.factors set secret_sealed = secret_sealed || '\\x00'`);
  await expect(rotate(both)).rejects.toThrow(
    /does not open auth.factors [-0-9a-f]{36}. Nothing was changed/,
  );
  await client.query(
    'update auth.factors set secret_sealed = substr(secret_sealed, 1, length(secret_sealed) - 1)',
  );
  const interruption = rotate(both, { client: interrupted });
  await expect(interruption).rejects.toThrow('killed');
  await failing.end();
  const encrypted = () =>
    client.query<{ id: string; secret_sealed: Buffer }>(
      'select id, secret_sealed from auth.factors',
    );
  const { id, secret_sealed } = (await encrypted()).rows[0]!;
  const readable = (secrets: Secrets, sealed: Buffer) => () =>
    decryptForRow([secrets.derive('second factors')], id, sealed);
  expect(readable(testSecrets, secret_sealed)).not.toThrow();
  expect(await rotate(both)).toEqual({
    until: null,
    unreadable: ['auth.signing_keys unreadable'],
  });
  expect(
    readable(secretsFromKey(second), (await encrypted()).rows[0]!.secret_sealed),
  ).not.toThrow();
  const kept = await client.query(
    `select accepted_until from earlier_keys where purpose in ('second factors', 'signing keys')`,
  );
  const accepted_until = new Date(at + 86_400_000);
  expect(kept.rows).toEqual([{ accepted_until }, { accepted_until }]);

  // Neither server was started again; one that now knows only the new key is beside them.
  const alone = await start([second]);
  for (const server of [first, other, alone]) {
    await expect.poll(() => isReady(server.url)).toBe(true);
    expect((await readCompany(server, access)).status).toBe(200);
    expect((await send(`${server.url}${fileLink}`, null)).status).toBe(200);
    expect(await feedStatus(server, link)).toBe(200);
  }
  expect(await feed()).toBe(link);
  expect(await show()).toBeUndefined();
  expect(await show(recoveryCode)).toBeUndefined();
  const refreshed = await company.auth.refreshSession();
  expect(refreshed.error).toBeNull();
  await expect(start([testSecretKey])).rejects.toThrow(/secret key is not the one/);

  clock.moveDays(2);
  for (const server of [first, alone]) {
    expect((await refresh(server, unusedToken)).text).toContain('refresh_token_not_found');
    expect((await refresh(server, refreshed.data.session!.refresh_token)).status).toBe(200);
  }
}, 240_000);

test('without an overlap tokens end at once, and what is stored or kept by people outlives a second rotation', async () => {
  const [first] = open;
  for (const server of open.slice(1)) {
    open.splice(open.indexOf(server), 1);
    await server.close();
  }
  const server = await restart(first!, [third, second]);
  const signedIn = await company.auth.signInWithPassword(company);
  const { access_token, refresh_token } = signedIn.data.session!;
  const [fileLink, link] = [await linkToFile(), await feed()];
  const identity = encryptForRow(
    secretsFromKey(testSecretKey).derive('signatory identities'),
    'id',
    '1',
  );
  // Both keys are beside the backups before the log can need the new one.
  const proofs: Buffer[] = [];
  const storeKeys = async () => {
    const owner = new Client(postgres.owner);
    await owner.connect();
    proofs.push((await readKeyState(owner))!.proof);
    await owner.end();
  };
  expect(await rotate([third, second], { overlapDays: 0, storeKeys })).toMatchObject({
    until: clock.now(),
  });
  expect(proofs).toEqual([secretsFromKey(second).derive('proof of the secret key')]);

  expect((await readCompany(server, access_token)).status).toBe(401);
  expect((await refresh(server, refresh_token)).text).toContain('refresh_token_not_found');
  expect((await send(`${server.url}${fileLink}`, null)).status).toBe(404);
  const again = await signUpActor(server.url, null, 'again@example.sa', clock);
  expect((await again.auth.refreshSession()).error).toBeNull();

  await person.auth.signInWithPassword(person);
  expect(await show(nextRecoveryCode)).toBeUndefined();
  // Signs in anew.
  clock.moveDays(1);
  const file = await fetch(`${server.url}${await linkToFile()}`);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(statement.bytes);
  expect(await feed()).toBe(link);
  expect(await feedStatus(server, link)).toBe(200);
  const keys = (await knownBy(third)).accepted('signatory identities');
  expect(decryptForRow(keys, 'id', identity)).toBe('1');
}, 240_000);

test('npm run rotate-keys makes a new key file while a server runs, and goes on where it was killed', async () => {
  const dataDir = join(folder, 'by-file');
  await mkdir(dataDir);
  await usePreparedData(dataDir);
  const file = join(dataDir, 'secret.key');
  await writeFile(file, `${testSecretKey.toString('base64')}\n`);
  const env = { SECRET_KEY: '' };
  const rotateByCommand = () => startServerProcess(dataDir, env, ['rotate-keys']).ended;
  const server = startServerProcess(dataDir, env);
  const url = await server.open;
  // Of the service's account, where root rotates.
  await chmod(file, 0o640);
  if (process.getuid!() === 0) await chown(file, 4321, 4321);
  const rightsOf = async (of: string) => {
    const { mode, uid, gid } = await stat(of);
    return { mode, uid, gid };
  };
  const rights = await rightsOf(file);
  const ended = await rotateByCommand();
  expect([ended.code, ended.err]).toEqual([0, '']);
  expect([await rightsOf(file), await rightsOf(`${file}.previous`)]).toEqual([rights, rights]);
  const made = await readFile(file, 'utf8');
  expect(made).not.toContain(testSecretKey.toString('base64'));
  await expect.poll(() => isReady(url)).toBe(true);
  server.child.kill('SIGTERM');
  await server.ended;

  // As if it had been killed before it reached the database.
  replaceKeyFile(dataDir);
  const next = startServerProcess(dataDir, env);
  const nextUrl = await next.open;
  expect((await rotateByCommand()).code).toBe(0);
  await expect.poll(() => isReady(nextUrl)).toBe(true);
  expect(await readFile(`${file}.previous`, 'utf8')).toBe(made);
  await rm(`${file}.previous`);
  next.child.kill('SIGTERM');
  await next.ended;
  const last = startServerProcess(dataDir, env);
  const lastUrl = await last.open;
  await expect.poll(() => isReady(lastUrl)).toBe(true);
  last.child.kill('SIGTERM');
  expect((await last.ended).code).toBe(0);
}, 240_000);
