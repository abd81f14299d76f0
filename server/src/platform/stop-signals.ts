import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/** Why work was interrupted: the process was asked to stop, or an uncaught error. */
export class StoppedError extends Error {
  /** The exit code of a process whose work was interrupted. */
  readonly exitCode: number;

  constructor(cause: NodeJS.Signals | Error) {
    const isSignal = typeof cause === 'string';
    super(isSignal ? `Stopped by ${cause}.` : cause.message, isSignal ? undefined : { cause });
    this.exitCode = isSignal ? 128 + constants.signals[cause] : 1;
  }
}

/** Milliseconds for the whole end of a process. Each step has a shorter limit of its own. */
const END_LIMIT_MS = 15_000;

/**
 * Returns a signal that is aborted with a StoppedError at the first SIGTERM, SIGINT or SIGHUP, or the first uncaught
 * error. Later signals change nothing: npm and a terminal may both send one, and an interrupted end would leave a
 * database running.
 */
export function watchStopSignals(): AbortSignal {
  const stopping = new AbortController();
  const stop = (cause: NodeJS.Signals | Error) => {
    if (stopping.signal.aborted) return;
    stopping.abort(new StoppedError(cause));
    setTimeout(() => {
      process.stderr.write(`The end took longer than ${END_LIMIT_MS / 1000} s.\n`);
      process.exit(1);
    }, END_LIMIT_MS).unref();
  };
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, stop);
  const crash = (thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    process.stderr.write(`${error.stack}\n`);
    stop(error);
  };
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
  stopWithoutNpm(() => stop('SIGHUP'));
  return stopping.signal;
}

/** Milliseconds between two looks at whether npm still runs. */
const NPM_MS = 500;

/** npm passes signals on, but one that is killed cannot: the process would serve on without anybody to end it. Linux alone. */
function stopWithoutNpm(stop: () => void): void {
  const npm = process.ppid;
  if (!isNpm(npm)) return;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, NPM_MS).unref();
}

function isNpm(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('npm ');
  } catch {
    return false;
  }
}

/** Rejects with the signal's reason when it is aborted before `work` ends. A later result of `work` is ignored. */
export async function untilStopped<T>(
  work: Promise<T>,
  stopping: AbortSignal | undefined,
): Promise<T> {
  if (!stopping) return work;
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(stopping.reason);
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}

/** Resolves when `work` has settled or after `milliseconds`. For the steps of an end, none of which may block it. */
export async function withinLimit(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, milliseconds);
  await Promise.race([work.catch(() => {}), limit.promise]);
  clearTimeout(timer);
}

/**
 * Serves until the process is asked to stop, closes what was started and exits: with 0 after a signal (also during the
 * start), with 1 when the start or the close failed.
 * @param start closes what it has opened when it throws and when its signal is aborted.
 */
export async function serveUntilStopped(
  start: (stopping: AbortSignal) => Promise<{ close(): Promise<void> }>,
): Promise<never> {
  const stopping = watchStopSignals();
  let code = 0;
  try {
    const running = await start(stopping);
    // Waits for the stop; the pending timer keeps the process alive.
    await untilStopped(new Promise(() => {}), stopping).catch(() => {});
    await running.close();
  } catch (error) {
    if (error !== stopping.reason) {
      process.stderr.write(`${(error as Error).message}\n`);
      code = 1;
    }
  }
  const crashed = stopping.aborted && (stopping.reason as Error).cause !== undefined;
  return process.exit(crashed ? 1 : code);
}
