/** @module-tag proof/reliability */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectionToUrl } from '#server/platform/database/pools.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { createTestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/free-port.ts';
import { usePreparedData } from '../testing/prepared-data.ts';
import { testSecretKey } from '../testing/secrets.ts';
import { plainEnvironment, sourceOf } from '../testing/server-process.ts';

/** A start that cannot succeed prints one sentence that says what to do, and leaves no process running. */

let folder: string;
let otherServer: Server;
let takenPort: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-start-'));
  otherServer = createServer().listen(0, '127.0.0.1');
  await once(otherServer, 'listening');
  takenPort = (otherServer.address() as AddressInfo).port;
});
afterEach(async () => {
  otherServer.close();
  await rm(folder, { recursive: true, force: true });
});

test('a taken PORT or METRICS_PORT is named in the error, and no PostgreSQL is left running', async () => {
  for (const variable of ['PORT', 'METRICS_PORT']) {
    expect(await refusedStart({ [variable]: String(takenPort) })).toBe(
      `${variable}=${takenPort} is taken on 127.0.0.1: stop what listens there, or set ${variable} to a free port.\n`,
    );
    expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  }
}, 90_000);

test('a mail server that refuses the password ends the start, and no PostgreSQL is left running', async () => {
  await usePreparedData(folder);
  const server = new SMTPServer({
    onAuth: (_login, _session, done) => done(new Error('wrong')),
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const place = `127.0.0.1:${port}`;
  expect(
    await refusedStart({
      SECRET_KEY: testSecretKey.toString('base64'),
      SMTP_URL: `smtp://hamla:secret@${place}?tls.rejectUnauthorized=false`,
    }),
  ).toBe(`SMTP_URL: the mail server at ${place} refuses its user or password: correct them.\n`);
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  await new Promise<void>((resolve) => server.close(() => resolve()));
}, 90_000);

test('a DATA_DIR that is a file is named in the error', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const DATA_DIR of [file, join(file, 'below')]) {
    expect(await refusedStart({ DATA_DIR })).toBe(
      `DATA_DIR=${DATA_DIR} is not a folder: set DATA_DIR to a folder, which is made if need be.\n`,
    );
  }
});

test('an unreachable DATABASE_URL is named in the error, without its password', async () => {
  const port = await freePort();
  expect(await refusedStart({ DATABASE_URL: `postgres://hamla:secret@localhost:${port}/x` })).toBe(
    `DATABASE_URL: no PostgreSQL answers at localhost:${port}: start it, correct the address, or leave it out.\n`,
  );
});

test('a file of DATABASE_URL that cannot be read is named in the error', async () => {
  const DATABASE_URL =
    'postgres://hamla:secret@localhost/x?sslmode=verify-full&sslrootcert=/no/ca.pem';
  expect(await refusedStart({ DATABASE_URL })).toBe(
    'DATABASE_URL: /no/ca.pem cannot be read (ENOENT): correct its sslrootcert, sslcert or sslkey.\n',
  );
});

test('a DATABASE_URL that may lose rows is refused, unless DATABASE_MAY_LOSE_WRITES is set', async () => {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: connectionToUrl(database.owner),
    SECRET_KEY: testSecretKey.toString('base64'),
  };
  try {
    expect(await refusedStart(env)).toBe(
      'PostgreSQL runs with fsync=off and full_page_writes=off. Rows that were acknowledged could be lost. ' +
        'Set it to on, or set DATABASE_MAY_LOSE_WRITES=true if that is meant.\n',
    );
    // With the setting, the start continues to the next error.
    const withSetting = { ...env, DATABASE_MAY_LOSE_WRITES: 'true', PORT: String(takenPort) };
    expect(await refusedStart(withSetting)).toMatch(/^PORT=\d+ is taken/);
  } finally {
    await database.drop();
  }
}, 90_000);

test('a DATABASE_URL whose data belong to a missing key is refused by every command, which makes no key and changes nothing', async () => {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: connectionToUrl(database.owner),
    DATABASE_MAY_LOSE_WRITES: 'true',
  };
  const wrong = { ...env, SECRET_KEY: Buffer.alloc(32, 'another').toString('base64') };
  try {
    for (const command of ['main', 'migrate', 'verify-ledger', 'close-day']) {
      expect(await refusedStart(env, command)).toBe(
        'DATABASE_URL: the database is set up, but no secret key is given. Nothing was changed. Set SECRET_KEY to the key of ' +
          `its installation, or put its secret.key into DATA_DIR=${folder}.\n`,
      );
      expect(await refusedStart(wrong, command)).toMatch(
        /^The secret key is not the one that this/,
      );
    }
    expect(await readdir(folder)).toEqual([]);
    // The server beside it still gets in.
    const { rows } = await database.pools.app.query('select current_user::text as me');
    expect(rows).toEqual([{ me: 'hamla_app' }]);
  } finally {
    await database.drop();
  }
}, 180_000);

test('an embedded database whose secret.key is missing or empty is refused, and no key is made', async () => {
  await usePreparedData(folder);
  const place = { DATA_DIR: folder };
  const key = join(folder, 'secret.key');
  const before = testSecretKey.toString('base64');
  expect(await refusedStart(place)).toMatch(
    /holds a database but no secret\.key, .*put the file back/,
  );
  expect(existsSync(key)).toBe(false);
  await writeFile(key, '');
  expect(await refusedStart(place)).toMatch(
    /secret\.key is empty: it must hold 32 bytes in base64\./,
  );
  expect(await readFile(key, 'utf8')).toBe('');
  await writeFile(key, before);
  expect(await refusedStart({ ...place, PORT: String(takenPort) })).toMatch(/^PORT=\d+ is taken/);
}, 180_000);

test('a PORT that is no number is named in the error', async () => {
  expect(await refusedStart({ PORT: 'abc' })).toBe(
    'The environment is not valid:\n  PORT=abc must be a whole number from 0 to 65535, or be left out.\n',
  );
});

/** Starts the command, expects exit code 1, and returns what it wrote to stderr. */
async function refusedStart(env: Record<string, string>, command = 'main'): Promise<string> {
  const child = spawn(process.execPath, [join(repositoryRoot, sourceOf(command))], {
    env: { ...plainEnvironment, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  return errors;
}
