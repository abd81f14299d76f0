import { constants } from 'node:os';

/** Why work was cut short: the process was asked to stop, or something was thrown that nobody caught. */
export class StoppedError extends Error {
  /** What the process ends with when its work was not done. */
  readonly exitCode: number;

  constructor(cause: NodeJS.Signals | Error) {
    const isSignal = typeof cause === 'string';
    super(isSignal ? `Stopped by ${cause}.` : cause.message, isSignal ? undefined : { cause });
    this.exitCode = isSignal ? 128 + constants.signals[cause] : 1;
  }
}

/** How long the whole end of a process may take, milliseconds. Every step of it has a shorter limit of its own. */
const END_LIMIT_MS = 15_000;

/**
 * Aborts the signal that it returns, with a StoppedError, at the first SIGTERM, SIGINT or SIGHUP of this process and at the
 * first error that nobody caught. What comes after the first changes nothing: npm and a terminal may both send it, and an
 * end that is cut short would leave a database running.
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
  return stopping.signal;
}

/** Rejects with the signal's reason when it is aborted before `work` ends. What `work` comes to after that is ignored. */
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

/** Resolves when `work` has ended, however, or after so many milliseconds. For the steps of an end: none may hold it up. */
export async function withinLimit(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, milliseconds);
  await Promise.race([work.catch(() => {}), limit.promise]);
  clearTimeout(timer);
}

/**
 * Serves until the process is asked to stop, closes what was started and ends the process: with 0 after a signal, also when
 * it came before the start had ended, with 1 when the start or the close failed.
 * @param start closes what it has opened when it throws, and when its signal is aborted
 */
export async function serveUntilStopped(
  start: (stopping: AbortSignal) => Promise<{ close(): Promise<void> }>,
): Promise<never> {
  const stopping = watchStopSignals();
  let code = 0;
  try {
    const running = await start(stopping);
    // Until it rejects there is something to serve; the timer alone would keep the process alive.
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
