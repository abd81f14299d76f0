import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** The built product in a process of its own, on an empty database of its own. */
export interface Product {
  url: string;
  /** Plain texts of the messages sent to an address so far. */
  mailTo: (address: string) => Promise<string[]>;
}

async function start(environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hamla-browser-'));
  const server = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...environment, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (server.exitCode === null && server.kill('SIGTERM')) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface(server.stdout)) {
    const url = /(http:\/\/\S+)/.exec(line)?.[1];
    if (!url) continue;
    // Read on, or a full pipe would hold the server up.
    server.stdout.resume();
    return { url, stop, mailTo: (address: string) => readMail(dataDir, address) };
  }
  await stop();
  throw new Error('the server ended before it served');
}

async function readMail(dataDir: string, address: string): Promise<string[]> {
  const outbox = join(dataDir, 'outbox');
  const names = (await readdir(outbox)).filter((name) => name.endsWith('.eml'));
  const messages = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
  return messages.filter((message) => message.includes(`To: ${address}`)).map(plainTextOf);
}

function plainTextOf(message: string): string {
  const [, head = '', body = ''] =
    /\n(Content-Type: text\/plain[^]*?)\n\n([^]*?)\n--/.exec(message) ?? [];
  if (/: base64/.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/: quoted-printable/.test(head)) return body;
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** One product per worker and set of `environment` variables; tests share it, so each signs up people of its own. */
export const test = base.extend<
  Record<never, never>,
  { environment: Record<string, string>; product: Product }
>({
  environment: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ environment }, use) => {
      const product = await start(environment);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

let people = 0;

/** An e-mail address nobody has used yet. */
export function newAddress(): string {
  people += 1;
  return `person-${process.pid}-${Date.now()}-${people}@example.sa`;
}

/** Passes the rule of six characters and is on no list of leaked passwords. */
export const password = 'najd-palm-71';
