import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repositoryRoot } from '#server/platform/root.ts';

/** Starts that cannot succeed: each says in one sentence what to do, and leaves nothing running. */

let folder: string;
let taken: Server;
let takenPort: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hamla-start-'));
  taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  takenPort = (taken.address() as AddressInfo).port;
});
afterEach(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

test('a taken PORT or METRICS_PORT is named, and no PostgreSQL is left running', async () => {
  for (const variable of ['PORT', 'METRICS_PORT']) {
    expect(await refusedStart({ [variable]: String(takenPort) })).toBe(
      `${variable}=${takenPort} is taken on 127.0.0.1: stop what listens there, or set ${variable} to a free port.\n`,
    );
    expect(existsSync(join(folder, 'postgres', 'PG_VERSION'))).toBe(true);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  }
}, 90_000);

test('a DATA_DIR that is a file is named', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  for (const DATA_DIR of [file, join(file, 'below')]) {
    expect(await refusedStart({ DATA_DIR })).toBe(
      `DATA_DIR=${DATA_DIR} is not a folder: set DATA_DIR to a folder, which is made if need be.\n`,
    );
  }
});

test('a DATABASE_URL where nobody answers is named, without its password', async () => {
  const { port } = await freePort();
  expect(await refusedStart({ DATABASE_URL: `postgres://hamla:secret@localhost:${port}/x` })).toBe(
    `DATABASE_URL: no PostgreSQL answers at localhost:${port}: start it, correct the address, or leave it out.\n`,
  );
});

test('a PORT that is no number is named', async () => {
  expect(await refusedStart({ PORT: 'abc' })).toBe(
    'The environment is not valid:\n  PORT=abc must be a whole number from 0 to 65535, or be left out.\n',
  );
});

/** What `npm start` says when it gives up. */
async function refusedStart(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [join(repositoryRoot, 'server/src/main.ts')], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(code).toBe(1);
  return said;
}

async function freePort(): Promise<AddressInfo> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return address;
}
