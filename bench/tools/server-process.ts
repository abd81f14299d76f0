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
  const child = spawn(program!, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.environment(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(`${url}${options.readyPath}`))) {
    if (child.exitCode !== null) throw new Error(`${options.command.join(' ')} ended at its start`);
    await new Promise((go) => setTimeout(go, 10));
  }
  return {
    url,
    pid: child.pid!,
    ready_ms: performance.now() - begun,
    pids: () => familyOf(child.pid!),
    stop: () => ended(child),
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    (response) => response.ok,
    () => false,
  );

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit');
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
