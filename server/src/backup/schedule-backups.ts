import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../platform/config/settings.ts';

/** Milliseconds between two looks. */
const EVERY_MS = 120_000;

/**
 * Backs up by the settings while the server runs, each time in a process of its own: encryption would hold up
 * requests. Of several servers one does it (back-up.ts). The table `backups` has the results.
 */
export function startBackups(
  { backup }: Pick<Settings, 'backup'>,
  log: FastifyBaseLogger,
  everyMs = EVERY_MS,
): {
  stop(): Promise<void>;
  /** Looks at once, such as when the list of erasures has grown; after a backup that is under way. */
  wake(): void;
} {
  const stopping = new AbortController();
  let child: ChildProcess | undefined;
  let isWoken = false;
  let pausing = new AbortController();
  const run = async () => {
    child = spawn(process.execPath, [commandFile(), '--if-due'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr!.setEncoding('utf8').on('data', (text: string) => void (words += text));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0 && !stopping.signal.aborted) log.error(`backup: ${words.trim()}`);
  };
  const loop = async () => {
    while (!stopping.signal.aborted) {
      pausing = new AbortController();
      const signal = AbortSignal.any([stopping.signal, pausing.signal]);
      if (!isWoken) await pause(everyMs, undefined, { signal }).catch(() => {});
      isWoken = false;
      if (!stopping.signal.aborted) await run().catch((error: unknown) => log.error(error));
    }
  };
  const running = backup.to ? loop() : Promise.resolve();
  return {
    wake: () => {
      isWoken = true;
      pausing.abort();
    },
    stop: async () => {
      stopping.abort();
      child?.kill('SIGTERM');
      await running;
    },
  };
}

/** `npm run backup` in the same form as this file: built, or its source. */
function commandFile(): string {
  const built = fileURLToPath(new URL('../commands/backup.js', import.meta.url));
  return existsSync(built) ? built : built.replace(/js$/, 'ts');
}
