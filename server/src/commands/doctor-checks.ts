import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { connect } from 'node:tls';
import { Client } from 'pg';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { readLastBackup } from '../backup/last-backup.ts';
import { openObjectStore } from '../files/object-store.ts';
import { createStoreProbe } from '../files/probe-store.ts';
import { givenSecrets, secretsFromKey, type Secrets } from '../platform/config/secrets.ts';
import type { Settings } from '../platform/config/settings.ts';
import {
  explainDatabaseError,
  explainMailFault,
  explainStoreFault,
} from '../platform/config/startup-errors.ts';
import { readBuild } from '../platform/database/build.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { assertKeepsRows } from '../platform/database/durability.ts';
import type { Log } from '../platform/database/embedded.ts';
import { isSetUp, proveKey, signIn } from '../platform/database/key-proof.ts';
import { openPostgres } from '../platform/database/open-database.ts';
import { assertOwnerRights } from '../platform/database/owner-rights.ts';
import {
  assertLeadsToPrimary,
  connectionFromUrl,
  connectionOf,
  directly,
  roles,
} from '../platform/database/pools.ts';
import { isOfNewerBuild, pendingMigrations, readState } from '../platform/database/schema-state.ts';
import { openMailer } from '../platform/mail/mailer.ts';

interface Finding {
  subject: string;
  verdict: 'ok' | 'warning' | 'fault';
  /** What is so and, unless it is ok, what to do. */
  words: string;
}

const HOUR_MS = 3_600_000;
const MB = 2 ** 20;
const PATIENCE_MS = 5_000;
const DAY_CLOSE = "day's close";

const ok = (subject: string, words: string): Finding => ({ subject, verdict: 'ok', words });
const warning = (subject: string, words: string): Finding => ({
  subject,
  verdict: 'warning',
  words,
});
const fault = (subject: string, words: string): Finding => ({ subject, verdict: 'fault', words });
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Looks at everything that the product needs. It changes nothing but a small object in the store.
 * @param read reads the settings, and throws what is wrong with them.
 */
export async function diagnose(read: () => Settings, log: Log, now: Date): Promise<Finding[]> {
  let settings: Settings;
  try {
    settings = read();
  } catch (error) {
    return [fault('settings', messageOf(error).replaceAll(/\n\s*/g, ' '))];
  }
  const [outside, database] = await Promise.all([
    Promise.all([
      checkDisk(settings),
      checkMail(settings),
      checkStore(settings),
      checkName(settings),
      checkCertificate(settings, now),
    ]),
    checkDatabase(settings, log, now),
  ]);
  return [checkSettings(settings), ...database, ...outside];
}

function checkSettings({ unusedVariables }: Settings): Finding {
  if (unusedVariables.length === 0) return ok('settings', 'All are valid.');
  const names = unusedVariables.map(({ name, nearest }) => `${name} (nearest: ${nearest})`);
  return warning('settings', `No settings of the product: ${names.join(', ')}.`);
}

async function checkDatabase(settings: Settings, log: Log, now: Date): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings;
  if (!databaseUrl && !existsSync(join(dataDir, 'postgres', 'PG_VERSION')))
    return [warning('database', `There is none in DATA_DIR=${dataDir} yet: npm start makes it.`)];
  await using opened = new AsyncDisposableStack();
  try {
    let owner = databaseUrl ? connectionFromUrl(databaseDirectUrl ?? databaseUrl) : undefined;
    let secrets = owner ? givenSecrets(settings) : undefined;
    if (!owner) {
      const embedded = await openPostgres(settings, log);
      opened.defer(() => embedded.close());
      ({ owner, secrets } = embedded);
    }
    const client = new Client({ ...owner, ...directly, connectionTimeoutMillis: PATIENCE_MS });
    client.on('error', () => {});
    await client.connect();
    opened.defer(() => client.end());
    await assertLeadsToPrimary(client);
    const findings = [await checkServer(client, settings), await checkClock(client)];
    if (!(await isSetUp(client))) {
      await assertOwnerRights(client);
      return [...findings, warning('schema', 'The database is empty: npm start sets it up.')];
    }
    if (!secrets)
      return [
        ...findings,
        fault(
          'secret key',
          'The database is set up, but no secret key is given. Set SECRET_KEY to the key of its installation, or put its ' +
            `secret.key into DATA_DIR=${dataDir}.`,
        ),
      ];
    const schema = await checkSchema(client);
    findings.push(await checkLogins(client, owner, secrets), schema);
    if (databaseUrl && databaseDirectUrl) findings.push(await checkPooler(databaseUrl, secrets));
    // Tables of another build may be others.
    if (schema.verdict === 'fault') return findings;
    return [
      ...findings,
      await checkQueue(client, now),
      await checkBackup(client, settings, now),
      await checkDayClose(client, now),
    ];
  } catch (error) {
    return [fault('database', messageOf(explainDatabaseError(settings, error)))];
  }
}

async function checkServer(client: Client, settings: Settings): Promise<Finding> {
  const { rows } = await client.query<{ version: string; number: number; trgm: string | null }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
            (select extversion from pg_extension where extname = 'pg_trgm') as trgm`,
  );
  const { version, number, trgm } = rows[0]!;
  if (number < 180_000) return fault('database', `PostgreSQL ${version} is too old: 18 is needed.`);
  if (trgm === null && (await isSetUp(client)))
    return fault(
      'database',
      `PostgreSQL ${version} without pg_trgm. Type as its owner: create extension pg_trgm schema extensions;`,
    );
  const words = `PostgreSQL ${version}${trgm ? `, pg_trgm ${trgm}` : ''}.`;
  try {
    await assertKeepsRows(client, 'the owner');
    return ok('database', words);
  } catch (error) {
    const found = settings.databaseMayLoseWrites ? warning : fault;
    return found('database', `${words} ${messageOf(error)}`);
  }
}

async function checkClock(client: Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ ms: number }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const seconds = Math.abs(rows[0]!.ms - (before + Date.now()) / 2) / 1000;
  const words = `This machine and the database differ by ${seconds.toFixed(1)} s`;
  const remedy = ': set both by NTP. Second factors and the closing of days depend on the time.';
  if (seconds > 30) return fault('clock', words + remedy);
  return seconds > 2 ? warning('clock', words + remedy) : ok('clock', `${words}.`);
}

async function checkLogins(
  client: Client,
  owner: ReturnType<typeof connectionFromUrl>,
  secrets: Secrets,
): Promise<Finding> {
  try {
    await proveKey(client, { owner, secrets });
  } catch (error) {
    return fault('secret key', messageOf(error));
  }
  const broken: string[] = [];
  for (const role of roles) {
    const answer = await signIn(role, { owner, secrets }).catch((error: unknown) => error as Error);
    if (answer === false) broken.push(`${role} has another password than the secret key gives`);
    else if (answer === undefined) broken.push(`${role} may not connect to this database`);
    else if (answer instanceof Error) broken.push(`${role} does not get in (${answer.message})`);
  }
  if (broken.length === 0) return ok('logins', `${roles.join(', ')} sign in.`);
  return fault(
    'logins',
    `${broken.join('; ')}. npm run migrate renews passwords and rights; what else refuses a login is in pg_hba.conf or its role.`,
  );
}

/** Requests have their limits of time from the database where a pooler drops those of the connection. */
async function checkPooler(url: string, secrets: Secrets): Promise<Finding> {
  const connection = connectionOf('hamla_app', connectionFromUrl(url), secrets);
  const client = new Client({ ...connection, connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_limited: boolean; is_standby: boolean }>(
      `select current_setting('statement_timeout') <> '0' as is_limited, pg_is_in_recovery() as is_standby`,
    );
    const { is_limited, is_standby } = rows[0]!;
    if (is_standby) return fault('pooler', 'DATABASE_URL leads to a standby, not to the primary.');
    return is_limited
      ? ok('pooler', 'DATABASE_URL lets hamla_app in, with a limit of time.')
      : fault('pooler', 'hamla_app has no limit of time: apply deploy/cluster/pooler.sql.');
  } catch (error) {
    return fault('pooler', `DATABASE_URL does not let hamla_app in: ${messageOf(error)}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkSchema(client: Client): Promise<Finding> {
  const build = readBuild();
  try {
    const state = await readState(client);
    if (isOfNewerBuild(state, build))
      return ok('schema', `Of Hamla ${state.release}, which serves this build, ${build.release}.`);
    const pending = pendingMigrations(state, build).length;
    if (pending > 0)
      return fault(
        'schema',
        `${pending} migrations are pending: npm run migrate, or start the server.`,
      );
    return ok('schema', `Of Hamla ${state.release}, level ${state.level}.`);
  } catch (error) {
    return fault('schema', messageOf(error));
  }
}

async function checkQueue(client: Client, now: Date): Promise<Finding> {
  const { rows } = await client.query<{ due_s: number | null; failed: number; is_served: boolean }>(
    `select (select extract(epoch from $1 - min(j.run_at))::float8 from graphile_worker._private_jobs j
              where j.is_available and j.run_at <= $1) as due_s,
            (select count(*)::int from graphile_worker._private_jobs j where j.attempts >= j.max_attempts) as failed,
            exists (select from job_workers w where w.beaten_at > $1 - interval '30 seconds') as is_served`,
    [now],
  );
  const { due_s, failed, is_served } = rows[0]!;
  const mail_s: number | null = await callFunction(client, 'oldest_unsent_mail', { now });
  const minutes = (age: number | null) => Math.round((age ?? 0) / 60);
  const words = `The oldest due job has waited ${minutes(due_s)} min, the oldest unsent mail ${minutes(mail_s)} min.`;
  if (!is_served) return warning('queue', `${words} No server is doing jobs: npm start.`);
  if (minutes(due_s) > 60 || minutes(mail_s) > 24 * 60)
    return fault('queue', `${words} The server's log says why jobs or mails fail.`);
  if (failed > 0)
    return warning('queue', `${words} ${failed} jobs were given up: the server's log says why.`);
  return minutes(due_s) > 5 || minutes(mail_s) > 15 ? warning('queue', words) : ok('queue', words);
}

async function checkBackup(client: Client, settings: Settings, now: Date): Promise<Finding> {
  const unknown = warning(
    'backup',
    settings.databaseUrl
      ? 'No backup is known. Back up the PostgreSQL with its own tools, and files and secret key with it.'
      : 'No backup is known: npm run backup makes one.',
  );
  const last = await readLastBackup(client, settings.backup.to);
  if (!last) return unknown;
  const started = new Date(last.started_at);
  const at = started.toISOString();
  if (last.problem !== null || last.finished_at === null)
    return fault('backup', `The last one, of ${at}: ${last.problem ?? 'it did not end.'}`);
  const hours = Math.round((now.getTime() - started.getTime()) / HOUR_MS);
  const words = `The last one is of ${at}, ${hours} hours ago, ${last.verified_at ? 'verified' : 'not yet verified'}.`;
  const { reaches_to } = last;
  if (settings.backup.to && reaches_to && now.getTime() - Date.parse(reaches_to) > HOUR_MS / 4)
    return fault(
      'backup',
      `${words} What has changed since ${reaches_to} is not stored: the server's log says why, unless a backup is under way.`,
    );
  return hours > 48 ? warning('backup', `${words} Make one a day.`) : ok('backup', words);
}

/** The server closes a day in the hour after it; two hours are let pass. */
async function checkDayClose(client: Client, now: Date): Promise<Finding> {
  const { rows } = await client.query<{ day: string | null; since: string | null }>(
    `select (select max(d.day)::text from closed_days d
              where d.closed_at >= (d.day + 1)::timestamp at time zone 'Asia/Riyadh') as day,
            (select (min(m.run_on) at time zone 'UTC' at time zone 'Asia/Riyadh')::date::text from migrations m
              where m.run_on > '2000-01-01') as since`,
  );
  const { day, since } = rows[0]!;
  const expected = addDays(riyadhDate(new Date(now.getTime() - 2 * HOUR_MS)), -1);
  if (day !== null && day >= expected) return ok(DAY_CLOSE, `${day} is closed.`);
  if (day === null && since !== null && since > expected)
    return ok(DAY_CLOSE, 'The first day is not over yet.');
  return fault(
    DAY_CLOSE,
    `${day === null ? 'No day was closed' : `The last closed day is ${day}`}. A running server closes the days; by hand: ` +
      `npm run close-day -- --date ${expected}`,
  );
}

async function checkDisk({ dataDir }: Settings): Promise<Finding> {
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    await access(folder, constants.W_OK);
    const { bavail, blocks, bsize } = await statfs(folder);
    const free = Math.floor((bavail * bsize) / MB);
    const words = `${free} MB free of ${Math.floor((blocks * bsize) / MB)} at DATA_DIR=${dataDir}`;
    if (free < 200) return fault('disk', `${words}: make room.`);
    return free < 2_000 ? warning('disk', `${words}: make room.`) : ok('disk', `${words}.`);
  } catch (error) {
    return fault(
      'disk',
      `DATA_DIR=${dataDir} cannot be written (${messageOf(error)}): let this account write there.`,
    );
  }
}

async function checkMail(settings: Settings): Promise<Finding> {
  if (!settings.smtpUrl)
    return warning(
      'mail',
      'SMTP_URL is not set: mail is written to DATA_DIR/outbox and reaches nobody.',
    );
  const mailer = await openMailer(settings, PATIENCE_MS);
  try {
    await mailer.probe();
    return ok(
      'mail',
      `The mail server at ${new URL(settings.smtpUrl).hostname} lets the server in.`,
    );
  } catch (error) {
    return fault('mail', explainMailFault(settings, error).words);
  } finally {
    mailer.close();
  }
}

async function checkStore(settings: Settings): Promise<Finding> {
  const folder = join(settings.dataDir, 'files');
  const place = settings.s3 ? `the bucket ${settings.s3.bucket}` : folder;
  if (!settings.s3 && !existsSync(folder))
    return ok('store', `${folder} is made when it is needed.`);
  try {
    // Another key does as well: the object is read back and removed at once.
    await createStoreProbe(await openObjectStore(settings, secretsFromKey(randomBytes(32))))();
    return ok('store', `An object was put, read and removed in ${place}.`);
  } catch (error) {
    return fault('store', explainStoreFault(settings, error).words);
  }
}

const isOwnMachine = (host: string) => /^(localhost|127\.|\[?::1\]?$)/.test(host);

async function checkName({ siteUrl }: Settings): Promise<Finding> {
  if (!siteUrl)
    return warning(
      'address',
      'SITE_URL is not set: links in mail lead to the address that the server listens on. Set it to the public one.',
    );
  const host = new URL(siteUrl).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return ok('address', `SITE_URL=${siteUrl} needs no name.`);
  try {
    const found = await lookup(host, { all: true });
    return ok('address', `${host} is ${found.map(({ address }) => address).join(', ')}.`);
  } catch (error) {
    return fault(
      'address',
      `SITE_URL=${siteUrl}: DNS does not know ${host} (${messageOf(error)}): add its record, or correct SITE_URL.`,
    );
  }
}

async function checkCertificate({ siteUrl }: Settings, now: Date): Promise<Finding> {
  if (!siteUrl) return ok('certificate', 'Not looked at: SITE_URL is not set.');
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol === 'http:')
    return isOwnMachine(hostname)
      ? ok('certificate', 'SITE_URL is this machine, over http.')
      : fault('certificate', `SITE_URL=${siteUrl}: passwords travel in the clear: serve https.`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) === 0 && { servername: host }),
    // An invalid one is looked at too: what is wrong with it is told.
    rejectUnauthorized: false,
    timeout: PATIENCE_MS,
  });
  try {
    socket.once('timeout', () => socket.destroy(new Error('no answer in 5 seconds')));
    await once(socket, 'secureConnect');
    const days = Math.floor(
      (Date.parse(socket.getPeerCertificate().valid_to) - now.getTime()) / (24 * HOUR_MS),
    );
    const words = `That of ${siteUrl} is valid for ${days} days`;
    if (!socket.authorized)
      return fault(
        'certificate',
        `That of ${siteUrl} is not accepted (${String(socket.authorizationError)}): renew it, with its whole chain and for this name.`,
      );
    return days < 14
      ? warning('certificate', `${words}: renew it.`)
      : ok('certificate', `${words}.`);
  } catch (error) {
    return fault(
      'certificate',
      `${siteUrl} does not answer over TLS (${messageOf(error)}): start the proxy in front of the server, or correct SITE_URL.`,
    );
  } finally {
    socket.destroy();
  }
}
