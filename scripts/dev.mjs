// `npm run dev`: rebuilds and restarts the server and reloads the browser on every change. One URL serves
// both: the web's development server, which hands /api and /auth/v1 on.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

// Throws for any argument: none is taken.
parseArgs();

const root = join(import.meta.dirname, '..');
const webPort = process.env.PORT ?? '3000';
const serverPort = String(await freePort());
const url = `http://localhost:${webPort}`;
const children = [];
let leaving = false;

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => leave(0));

start('rolldown', ['-c', 'rolldown.config.ts', '--watch'], '.', {}).stdout.resume();
start('react-router', ['dev', '--port', webPort, '--strictPort'], 'web', {
  HAMLA_SERVER: `http://127.0.0.1:${serverPort}`,
}).stdout.resume();
// Node itself starts the server again when a file that it has loaded changes.
const server = start(
  'node',
  ['--watch', '--watch-preserve-output', '--enable-source-maps', 'dist/server/main.js'],
  '.',
  { PORT: serverPort, SITE_URL: process.env.SITE_URL ?? url },
);
createInterface(server.stdout).on('line', (line) => {
  // Its own address would only lead past the development server.
  if (!line.startsWith('Hamla is open at')) process.stdout.write(`${line}\n`);
});
process.stdout.write(`Hamla (development) is open at ${url}\n`);

function start(name, args, folder, env) {
  const child = spawn(join(root, 'node_modules', '.bin', name), args, {
    cwd: join(root, folder),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // One gone, all go: half a development server only confuses.
  child.once('exit', (code) => leave(code ?? 1));
  children.push(child);
  return child;
}

function leave(code) {
  if (leaving) return;
  leaving = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
