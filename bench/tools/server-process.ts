import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTreeOf } from './processes.ts';

/** A server under measurement, in a process of its own; disposed of, it has ended and left no file. */
export interface ServerProcess extends AsyncDisposable {
  url: string;
  pid: number;
  /** From its start to its first answer at `readyPath`, milliseconds. */
  ready_ms: number;
  pids: () => number[];
}

/** None outlives this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** What no start should take. */
const PATIENCE_MS = 60_000;

/** What a server has to itself: the port that it listens at, and a folder that goes with it. */
interface Place {
  port: number;
  folder: string;
}

/**
 * Its environment is what is said here alone, so that nothing of this process's settings is measured too.
 * @throws Error when it ends or is not ready within a minute; nothing of it stays.
 */
export async function startServerProcess(options: {
  command: (place: Place) => string[];
  cwd?: string;
  environment: (place: Place) => Record<string, string>;
  /** What must be done before it starts. */
  before?: (place: Place) => Promise<void>;
  /** Answered well as soon as it serves. */
  readyPath: string;
}): Promise<ServerProcess> {
  await using opened = new AsyncDisposableStack();
  const { path: folder } = opened.use(await mkdtempDisposable(join(tmpdir(), 'hamla-server-')));
  const place = { port: await freePort(), folder };
  const url = `http://localhost:${place.port}`;
  await options.before?.(place);
  const begun = performance.now();
  const [program, ...args] = options.command(place);
  const { PATH, HOME } = process.env;
  const child = spawn(program!, args, {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.environment(place) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  opened.defer(async () => {
    running.delete(child);
    if (!hasEnded(child) && child.kill('SIGTERM')) await once(child, 'exit');
  });
  while (!(await answers(`${url}${options.readyPath}`))) {
    if (hasEnded(child)) throw new Error(`${program} ${args.join(' ')} ended at its start`);
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`${program} ${args.join(' ')} is not ready after a minute`);
    await new Promise((go) => setTimeout(go, 10));
  }
  const ready_ms = performance.now() - begun;
  const ended = opened.move();
  return {
    url,
    pid: child.pid!,
    ready_ms,
    pids: () => processTreeOf(child.pid!),
    [Symbol.asyncDispose]: () => ended.disposeAsync(),
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
