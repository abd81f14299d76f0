/** @module-tag proof/reliability */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { repositoryRoot } from './config/repository-root.ts';
import { StoppedError, untilStopped, withinLimit } from './stop-signals.ts';

afterEach(() => void vi.useRealTimers());

const module = join(repositoryRoot, 'server/src/platform/stop-signals.ts');

/**
 * Runs a process that serves until it is stopped: it prints `open`, runs `during`, and prints `closed` when it has
 * closed. `signals` are sent to it when it is open.
 */
async function serve(during: string, signals: NodeJS.Signals[], close = '') {
  const program = `
    import { serveUntilStopped } from ${JSON.stringify(module)};
    const open = setInterval(() => {}, 1_000);
    await serveUntilStopped(async () => {
      console.log('open');
      setTimeout(() => { ${during} }, 0);
      return { close: async () => { ${close} clearInterval(open); console.log('closed'); } };
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Far more than a process needs to end by itself.
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const ended = Promise.all([text(child.stderr), once(child, 'exit')]);
  let out = '';
  child.stdout.setEncoding('utf8');
  for await (const part of child.stdout) {
    out += part;
    if (part.includes('open')) for (const signal of signals) child.kill(signal);
  }
  const [err, [code, signal]] = await ended;
  return { out, err, code, signal };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'after the signal %s a process closes its servers and exits with 0',
  async (signal) => {
    expect(await serve('', [signal])).toEqual({
      out: 'open\nclosed\n',
      err: '',
      code: 0,
      signal: null,
    });
  },
);

test('a second stop signal changes nothing', async () => {
  expect(await serve('', ['SIGINT', 'SIGTERM', 'SIGINT'])).toMatchObject({
    out: 'open\nclosed\n',
    code: 0,
  });
});

test.each([
  ['an error that nobody caught', `throw new Error('broken');`],
  ['a promise that failed unheard', `void Promise.reject(new Error('broken'));`],
])(
  'after %s a process closes its servers, logs the reason and exits with 1',
  async (_what, during) => {
    expect(await serve(during, [])).toEqual({
      out: 'open\nclosed\n',
      err: expect.stringContaining('Error: broken'),
      code: 1,
      signal: null,
    });
  },
);

test('a failed close is logged and the process exits with 1', async () => {
  const { err, code } = await serve('', ['SIGTERM'], `throw new Error('the store is gone');`);
  expect([err, code]).toEqual(['the store is gone\n', 1]);
});

test('a close that hangs is cut off after fifteen seconds with a message', async () => {
  expect(await serve('', ['SIGTERM'], 'await new Promise(() => {});')).toEqual({
    out: 'open\n',
    err: 'The end took longer than 15 s.\n',
    code: 1,
    signal: null,
  });
});

test('untilStopped waits for work until the stop, and not after it', async () => {
  const stopping = new AbortController();
  expect(await untilStopped(Promise.resolve('done'), stopping.signal)).toBe('done');
  const waiting = untilStopped(new Promise(() => {}), stopping.signal);
  const reason = new StoppedError('SIGTERM');
  stopping.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(untilStopped(new Promise(() => {}), stopping.signal)).rejects.toBe(reason);
  expect([reason.message, reason.exitCode]).toEqual(['Stopped by SIGTERM.', 143]);
});

test('withinLimit ends when its work fails or at its limit', async () => {
  vi.useFakeTimers();
  await withinLimit(1_000, Promise.reject(new Error('gone')));
  expect(vi.getTimerCount()).toBe(0);
  let isOver = false;
  const over = withinLimit(1_000, new Promise(() => {})).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await over;
  expect(isOver).toBe(true);
});
