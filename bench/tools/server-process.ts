import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/testing/free-port.ts';

/** A server under measurement, in a process of its own; disposed of, it has ended and left no file. */
export interface ServerProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** From its start to its first answer at `readyPath`, milliseconds. */
  ready_ms: number;
}

/** What no start should take. */
const PATIENCE_MS = 60_000;

/**
 * Starts a server at a free port. Its environment is what is said here alone, so that nothing of this process's settings is
 * measured too.
 * @throws Error when it ends or is not ready within a minute; nothing of it stays.
 */
export async function startServerProcess(options: {
  command: [string, ...string[]];
  cwd: string;
  /** `folder` is the server's own and goes with it. */
  environment: (folder: string) => Record<string, string>;
  /** Answered well as soon as it serves. */
  readyPath: string;
}): Promise<ServerProcess> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'hamla-server-')));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const begun = performance.now();
  const [program, ...args] = options.command;
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, {
    cwd: options.cwd,
    env: { PATH, HOME, PORT: String(port), ...options.environment(folder.path) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  // It does not outlive this process.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  opened.defer(async () => {
    process.off('exit', kill);
    if (!hasEnded() && child.kill('SIGTERM')) await once(child, 'exit');
  });
  while (!(await answers(`${url}${options.readyPath}`))) {
    if (hasEnded() || performance.now() - begun > PATIENCE_MS)
      throw new Error(`${options.command.join(' ')} ended, or is not ready after a minute`);
    await pause(10);
  }
  const ready_ms = performance.now() - begun;
  const ended = opened.move();
  const close = () => ended.disposeAsync();
  return { url, pid: child.pid!, ready_ms, [Symbol.asyncDispose]: close };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );
