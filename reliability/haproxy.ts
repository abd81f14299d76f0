import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { SkippedError } from './scenario.ts';

/** HAProxy as deploy/compose-haproxy.cfg has it, before servers on this machine. */
interface Proxy extends AsyncDisposable {
  /** Resolves once it sends requests to so many servers. */
  sendsTo(servers: number): Promise<void>;
}

export async function startHaproxy(port: number, ports: readonly number[]): Promise<Proxy> {
  if (spawnSync('haproxy', ['-v']).error) throw new SkippedError('needs haproxy');
  const folder = mkdtempSync(join(tmpdir(), 'hamla-haproxy-'));
  const socket = join(folder, 'stats');
  const shipped = readFileSync(join(repositoryRoot, 'deploy/compose-haproxy.cfg'), 'utf8');
  const config = shipped
    .replace('maxconn 4096', `maxconn 4096\n  stats socket ${socket}`)
    .replace(/^resolvers [^]*?\n\n/m, '')
    .replace(/ resolvers containers.*/, '')
    .replace('bind :8080', `bind 127.0.0.1:${port},[::1]:${port}`)
    .replace('server-1:3000', `127.0.0.1:${ports[0]}`)
    .replace('server-2:3000', `127.0.0.1:${ports[1]}`);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]);
  process.once('exit', () => child.kill('SIGKILL'));
  const up = async () => {
    const asked = connect(socket);
    asked.on('error', () => {});
    asked.end('show stat\n');
    const lines = (await text(asked).catch(() => '')).split('\n');
    return lines.filter((line) => /^hamla,(one|two),.*,UP,/.test(line)).length;
  };
  return {
    async sendsTo(servers) {
      while ((await up()) !== servers) {
        if (child.exitCode !== null) throw new Error(`haproxy ended: ${(await ended)[1]}`);
        await pause(50);
      }
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
