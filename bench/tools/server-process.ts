import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { familyOf } from './processes.ts';

/** A server under measurement, in a process of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** From its start to its first answer at `readyPath`, milliseconds. */
  ready_ms: number;
  pids: () => number[];
  stop: () => Promise<void>;
}

/** None outlives this process. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** What no start should take. */
const PATIENCE_MS = 60_000;

/** Its environment is what is said here alone, so that nothing of this process's settings is measured too. */
export async function startServerProcess(options: {
  command: string[];
  cwd?: string;
  environment: (port: number) => Record<string, string>;
  /** What must be done before it starts. */
  before?: (port: number) => Promise<void>;
  /** Answered well as soon as it serves. */
  readyPath: string;
}): Promise<ServerProcess> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  await options.before?.(port);
  const begun = performance.now();
  const [program, ...args] = options.command;
  const { PATH, HOME } = process.env;
  const child = spawn(program!, args, {
    cwd: options.cwd,
    env: { PATH, HOME, ...options.environment(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  while (!(await answers(`${url}${options.readyPath}`))) {
    if (hasEnded(child)) throw new Error(`${options.command.join(' ')} ended at its start`);
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`${options.command.join(' ')} is not ready after a minute`);
    await new Promise((go) => setTimeout(go, 10));
  }
  return {
    url,
    pid: child.pid!,
    ready_ms: performance.now() - begun,
    pids: () => familyOf(child.pid!),
    stop: async () => {
      running.delete(child);
      if (!hasEnded(child) && child.kill('SIGTERM')) await once(child, 'exit');
    },
  };
}

/** Does some work with a server, which is stopped whatever happens. */
export async function withServer<Result>(
  starting: Promise<ServerProcess>,
  work: (server: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const server = await starting;
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
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
