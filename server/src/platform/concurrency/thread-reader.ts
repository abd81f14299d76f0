import { existsSync } from 'node:fs';
import { parentPort, Worker } from 'node:worker_threads';
import { lowerThisThreadPriority } from './thread-priority.ts';

/** Limits of a thread for one file. */
interface ThreadLimits {
  /** Heap size. Buffers outside the heap are limited by the code that reads. */
  memoryMb: number;
  /** Processor time, not wall-clock time, so that a busy machine accepts the same files as an idle one. */
  processorSeconds: number;
  /** How long a thread without work waits for the next file. 0: each file gets a new thread. */
  idleMs: number;
}

/** The thread exceeded its limits or failed. */
export class ThreadEnded extends Error {}

/** Interval of checking the thread's processor time. */
const LOOK_MS = 100;

/**
 * Reads files in worker threads, so that the server goes on serving and a file that exceeds `limits` ends only its
 * thread. `module` must call `answerFiles`. At most one idle thread is kept, and it does not keep the process alive.
 * @returns a function that reads one file and throws ThreadEnded.
 * @throws Error where there is no such module: the server does not start, instead of failing on each file.
 */
export function openThreadReader<Answer>(
  module: URL,
  limits: ThreadLimits,
): (bytes: Buffer, about?: object) => Promise<Answer> {
  if (module.protocol === 'file:' && !existsSync(module))
    throw new Error(`${module.pathname} is missing: build the server again`);
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
    // An idle thread may fail too; no call is waiting for it.
    thread.on('error', () => {});
    return thread;
  };
  return async (bytes, about) => {
    const thread = takeIdle() ?? start();
    try {
      const answer = await ask<Answer>(thread, { bytes, about }, limits.processorSeconds);
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
  { bytes, about }: { bytes: Buffer; about: object | undefined },
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
    // A thread that has ended rejects.
    const taken = await thread.cpuUsage().catch(() => undefined);
    if (!taken) return;
    const seconds = (taken.user + taken.system) / 1e6;
    before ??= seconds;
    if (seconds - before > processorSeconds) fail();
  };
  const watch = setInterval(() => void look(), LOOK_MS);
  try {
    // A copy, because the thread takes ownership of it and the caller still needs the file.
    const copy = new Uint8Array(bytes);
    thread.postMessage({ bytes: copy, about }, [copy.buffer]);
    return await promise;
  } finally {
    clearInterval(watch);
    thread.removeListener('message', resolve);
    thread.removeListener('error', fail);
    thread.removeListener('exit', exited);
  }
}

/**
 * Called by a module that `openThreadReader` starts: sends the result of `read` for each file, with what its caller says about
 * it. An error thrown by `read` ends the thread.
 */
export function answerFiles(read: (bytes: Buffer, about: unknown) => unknown): void {
  lowerThisThreadPriority();
  const answer = async ({ bytes, about }: { bytes: Uint8Array<ArrayBuffer>; about?: unknown }) => {
    const content = await read(Buffer.from(bytes.buffer), about);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The port of a thread, no window.
    parentPort!.postMessage(content);
  };
  parentPort!.on('message', (file: Parameters<typeof answer>[0]) => void answer(file));
}
