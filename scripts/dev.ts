/**
 * `npm run dev`: restarts the server and updates the browser on every change. One address serves both: the web's development
 * server, which hands /api and /auth/v1 on. The server runs from its sources, without a build, and its own PostgreSQL belongs to
 * this process, so that a restart of the server takes about a second.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { readCommandLine } from '#server/commands/command-line.ts';
import { loadDotEnv, readSettings } from '#server/platform/config/settings.ts';
import { openPostgres } from '#server/platform/database/open-database.ts';
import { freePort } from '../server/testing/free-port.ts';

readCommandLine({ usage: 'Usage: npm run dev' });

/** Editors write a file in several steps, and several files at once. */
const GATHERING_MS = 30;
const root = join(import.meta.dirname, '..');

loadDotEnv();
const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env });
const database = await openPostgres(settings, pino({ level: settings.logLevel }));
const webPort = process.env.PORT ?? '3000';
const serverPort = String(await freePort());
const url = `http://localhost:${webPort}`;
let leaving = false;
let restarting: NodeJS.Timeout | undefined;
let server = startServer();
const web = start('react-router', ['dev', '--port', webPort, '--strictPort'], 'web', {
  HAMLA_SERVER: `http://127.0.0.1:${serverPort}`,
});
web.stdout!.resume();
web.once('exit', (code) => leave(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leave(0));
for (const folder of ['domain', 'api', 'server/src', 'server/migrations'])
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file || !/\.(ts|sql)$/.test(file) || file.endsWith('.test.ts')) return;
    clearTimeout(restarting);
    restarting = setTimeout(restartServer, GATHERING_MS);
  });
process.stdout.write(`Hamla (development) is open at ${url}\n`);

function startServer(): ChildProcess {
  const child = start('node', ['--max-semi-space-size=32', 'server/src/main.ts'], '.', {
    PORT: serverPort,
    SITE_URL: process.env.SITE_URL ?? url,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  });
  createInterface(child.stdout!).on('line', (line) => {
    // The server's own address would bypass the development server.
    if (!line.startsWith('Hamla is open at')) process.stdout.write(`${line}\n`);
  });
  child.once('exit', (code) => {
    if (code && !leaving) process.stdout.write('The server stopped. A change starts it again.\n');
  });
  return child;
}

/** Waits for the end of the running server, whose port it takes. */
function restartServer(): void {
  if (leaving) return;
  const before = server;
  const next = () => {
    if (!leaving && server === before) server = startServer();
  };
  if (before.exitCode !== null || before.signalCode !== null) next();
  else if (!before.killed) {
    before.once('exit', next);
    before.kill('SIGTERM');
  }
}

function start(name: string, args: string[], folder: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(join(root, 'node_modules/.bin', name), args, {
    cwd: join(root, folder),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function leave(code: number): void {
  if (leaving) return;
  leaving = true;
  process.exitCode = code;
  const running = [server, web].filter((child) => child.exitCode === null);
  for (const child of running) child.kill('SIGTERM');
  void Promise.all(
    running.map((child) => new Promise((resolve) => child.once('exit', resolve))),
  ).then(async () => {
    await database.close();
    process.exit();
  });
}
