import { once } from 'node:events';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { asOwner } from '../../testing/people.ts';
import { testSecretKey } from '../../testing/secrets.ts';
import { readSettings } from '../platform/config/settings.ts';
import { connectionToUrl } from '../platform/database/pools.ts';
import { diagnose } from './doctor-checks.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const now = new Date();

/** What is said of each subject, as `verdict: words`. */
async function diagnosis(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const findings = await diagnose(() => readSettings(env), database.log, now);
  return Object.fromEntries(
    findings.map(({ subject, verdict, words }) => [subject, `${verdict}: ${words}`]),
  );
}

test('an installation that works is found to work, and what is missing is told with what to do', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-doctor-'));
  const env = {
    DATA_DIR: folder.path,
    DATABASE_URL: connectionToUrl(database.owner),
    SECRET_KEY: testSecretKey.toString('base64'),
  };
  const yesterday = addDays(riyadhDate(new Date(now.getTime() - 7_200_000)), -1);
  const asTheOwner = (sql: string, values: unknown[] = []) =>
    asOwner(database, (client) => client.query(sql, values));
  await asTheOwner(
    `insert into closed_days (day, closed_at, overdue, expired) values ($1, $2, 0, 0)`,
    [yesterday, now],
  );
  await asTheOwner(`insert into job_workers (id, beat, beaten_at) values ('one', 1, $1)`, [now]);
  expect(await diagnosis({ ...env, SITE_URL: 'http://localhost:3000' })).toMatchObject({
    settings: 'ok: All are valid.',
    // The tests' PostgreSQL flushes nothing to disk.
    database: expect.stringMatching(/^fault: PostgreSQL 18.*pg_trgm.*fsync=off .* Set it to on/),
    clock: expect.stringMatching(/^ok: /),
    logins: 'ok: hamla_app, hamla_accounts, hamla_jobs, hamla_staff, hamla_metrics sign in.',
    schema: expect.stringMatching(/^ok: Of Hamla /),
    queue: expect.stringMatching(/^ok: /),
    backup: expect.stringMatching(/^warning: No backup is known[.:]/),
    "day's close": `ok: ${yesterday} is closed.`,
    disk: expect.stringMatching(/ MB free of /),
    mail: 'warning: SMTP_URL is not set: mail is written to DATA_DIR/outbox and reaches nobody.',
    store: expect.stringMatching(/^ok: .* is made when it is needed\.$/),
    address: expect.stringMatching(/^ok: localhost is /),
    certificate: 'ok: SITE_URL is this machine, over http.',
  });

  await asTheOwner('delete from job_workers');
  await asTheOwner('update closed_days set day = $1', [addDays(yesterday, -3)]);
  await asTheOwner(`delete from migrations where name like '0161%'`);
  const old = await diagnosis({ ...env, SMTP_URL: 'smtp://u:secret@127.0.0.1:9', SMTP_PORT: '25' });
  expect(old).toMatchObject({
    settings: 'warning: No settings of the product: SMTP_PORT (nearest: SMTP_URL).',
    schema: 'fault: 1 migrations are pending: npm run migrate, or start the server.',
    mail: expect.stringMatching(
      /^fault: SMTP_URL: the mail server at 127\.0\.0\.1:9 cannot be used/,
    ),
  });
  await asTheOwner(
    `insert into migrations (name, run_on) select '0161_bureau_consents', localtimestamp`,
  );
  await asTheOwner(
    `insert into backups (started_at, finished_at, place, reaches_to, verified_at)
     values ($1, $1, '/backups', $1, $1)`,
    [new Date(now.getTime() - 1_200_000)],
  );
  const stopped = await diagnosis({
    ...env,
    BACKUP_TO: '/backups',
    BACKUP_KEY: Buffer.alloc(32, 'key').toString('base64'),
    S3_BUCKET: 'hamla',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect(stopped).toMatchObject({
    backup: expect.stringMatching(
      /^fault: The last one .* verified\. What has changed since .* is not stored/,
    ),
    queue: expect.stringMatching(/^warning: .* No server is doing jobs: npm start\.$/),
    "day's close": `fault: The last closed day is ${addDays(yesterday, -3)}. A running server closes the days; by hand: npm run close-day -- --date ${yesterday}`,
    store: expect.stringMatching(/^fault: S3_ENDPOINT: the store at 127\.0\.0\.1:9 cannot be used/),
  });
  const pooled = { ...env, DATABASE_DIRECT_URL: env.DATABASE_URL };
  expect(await diagnosis(pooled)).toMatchObject({
    pooler: 'fault: hamla_app has no limit of time: apply deploy/cluster/pooler.sql.',
  });
  await asTheOwner(
    `do $$ begin execute format('alter role hamla_app in database %I set statement_timeout = 5000', current_database()); end $$`,
  );
  expect(await diagnosis(pooled)).toMatchObject({
    pooler: 'ok: DATABASE_URL lets hamla_app in, with a limit of time.',
  });

  // Nothing was made, and no password was told.
  expect(await readdir(folder.path)).toEqual([]);
  expect(JSON.stringify([old, stopped])).not.toContain('secret@');
}, 60_000);

test('wrong settings, a wrong key and a certificate that is not accepted are faults', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-doctor-'));
  expect(await diagnosis({ SMTP_ULR: 'x', PORT: 'y' })).toEqual({
    settings:
      'fault: The environment is not valid: PORT=y must be a whole number from 0 to 65535, or be left out. ' +
      'SMTP_ULR is no setting. Write SMTP_URL, or leave it out.',
  });
  // Encrypted from the first byte, as https is, with a certificate that has expired.
  const server = new SMTPServer({ secure: true });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const found = await diagnosis({
    DATA_DIR: folder.path,
    DATABASE_URL: connectionToUrl(database.owner),
    SECRET_KEY: Buffer.alloc(32, 'another').toString('base64'),
    SITE_URL: `https://127.0.0.1:${port}`,
  });
  await new Promise<void>((resolve) => server.close(() => resolve()));
  expect(found).toMatchObject({
    'secret key': expect.stringMatching(/^fault: The secret key is not the one that this database/),
    certificate: expect.stringMatching(/^fault: That of https:.* is not accepted \(.*\): renew it/),
  });
}, 60_000);
