import { parentPort, Worker } from 'node:worker_threads';
import { lowerThisThreadPriority } from './thread-priority.ts';

/** What a thread may take for one file. */
interface ThreadLimits {
  /** Of its heap. What it keeps in buffers is bounded by what it reads them with. */
  memoryMb: number;
  /** Of a processor, not of a clock: a busy machine refuses nothing that an idle one takes. */
  processorSeconds: number;
  /** How long a thread without work waits for the next file. 0: each file has a new one. */
  idleMs: number;
}

/** The thread took more than its limits, or failed. */
export class ThreadEnded extends Error {}

/** How often the time that a thread has taken is looked at. */
const LOOK_MS = 100;

/**
 * Reads files in threads of their own: the server answers everybody else meanwhile, and a file that is made to take more than
 * `limits` ends its thread alone. `module` calls `answerFiles`. At most one thread waits for work, and it keeps no process alive.
 * @returns reads one file. Throws ThreadEnded.
 */
export function openThreadReader<Answer>(
  module: URL,
  limits: ThreadLimits,
): (bytes: Buffer) => Promise<Answer> {
  let idle: { thread: Worker; timer: NodeJS.Timeout } | undefined;
  const takeIdle = () => {
    const thread = idle?.thread;
    clearTimeout(idle?.timer);
    idle = undefined;
    thread?.ref();
    return thread;
  };
  const rest = (thread: Worker) => {
    if (limits.idleMs === 0 || idle) {
      void thread.terminate();
      return;
    }
    thread.unref();
    idle = { thread, timer: setTimeout(() => void takeIdle()?.terminate(), limits.idleMs).unref() };
  };
  const start = () => {
    const thread = new Worker(module, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    });
    thread.once('exit', () => {
      if (idle?.thread === thread) takeIdle();
    });
    // One without work may fail too; nobody waits for it.
    thread.on('error', () => {});
    return thread;
  };
  return async (bytes) => {
    const thread = takeIdle() ?? start();
    try {
      const answer = await ask<Answer>(thread, bytes, limits.processorSeconds);
      rest(thread);
      return answer;
    } catch (error) {
      void thread.terminate();
      throw error;
    }
  };
}

async function ask<Answer>(
  thread: Worker,
  bytes: Buffer,
  processorSeconds: number,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const fail = (cause?: unknown) => reject(new ThreadEnded('the thread ended', { cause }));
  const exited = () => fail();
  thread.once('message', resolve);
  thread.once('error', fail);
  thread.once('exit', exited);
  let before: number | undefined;
  const look = async () => {
    // A thread that has ended cannot be asked.
    const taken = await thread.cpuUsage().catch(() => undefined);
    if (!taken) return;
    const seconds = (taken.user + taken.system) / 1e6;
    before ??= seconds;
    if (seconds - before > processorSeconds) fail();
  };
  const watch = setInterval(() => void look(), LOOK_MS);
  try {
    // A copy, which the thread takes over: the file is still needed here.
    const copy = new Uint8Array(bytes);
    thread.postMessage(copy, [copy.buffer]);
    return await promise;
  } finally {
    clearInterval(watch);
    thread.removeListener('message', resolve);
    thread.removeListener('error', fail);
    thread.removeListener('exit', exited);
  }
}

/** In a module that `openThreadReader` starts: answers each file with what `read` makes of it. What it throws ends the thread. */
export function answerFiles(read: (bytes: Buffer) => unknown): void {
  lowerThisThreadPriority();
  const answer = async (bytes: Uint8Array<ArrayBuffer>) => {
    const content = await read(Buffer.from(bytes.buffer));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The port of a thread, no window.
    parentPort!.postMessage(content);
  };
  parentPort!.on('message', (bytes: Uint8Array<ArrayBuffer>) => void answer(bytes));
}
