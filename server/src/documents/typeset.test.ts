import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTypesetting, type Typeset } from './typeset.ts';

/** A fake renderer: collects requests and responds to the oldest with its input when the test says so. */
const program = `
  const asked = [];
  process.on('message', (message) => {
    if (message !== 'answer') return void asked.push(message);
    const { id, json } = asked.shift();
    process.send({ id, pdf: new TextEncoder().encode(json) });
  });
`;

let started: ChildProcess[];
let typeset: Typeset;

const folder = await mkdtemp(join(tmpdir(), 'typeset-'));
await writeFile(join(folder, 'program.mjs'), program);
afterAll(() => rm(folder, { recursive: true }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  started = [];
  typeset = openTypesetting(() => {
    const child = fork(join(folder, 'program.mjs'), [], {
      execArgv: [],
      serialization: 'advanced',
    });
    started.push(child);
    return child;
  });
});
afterEach(() => {
  vi.useRealTimers();
  for (const child of started) child.kill('SIGKILL');
});

const answered = async (child: ChildProcess, asked: Promise<Uint8Array>) => {
  child.send('answer');
  return new TextDecoder().decode(await asked);
};

test("a document's minute begins when its rendering begins, however long it has waited", async () => {
  const asked = ['1', '2', '3'].map((json) => typeset('x', json));
  for (const [index, document] of asked.entries()) {
    vi.advanceTimersByTime(50_000);
    expect(await answered(started[0]!, document)).toBe(String(index + 1));
  }
  expect(started).toHaveLength(1);
});

test('rendering that takes longer than a minute is stopped, and the next document is rendered', async () => {
  const endless = typeset('x', 'endless');
  vi.advanceTimersByTime(60_001);
  const next = typeset('x', 'next');
  await expect(endless).rejects.toThrow('the typesetter ended before its answer (SIGKILL)');
  expect(await answered(started[1]!, next)).toBe('next');
});

test('an idle renderer process ends without an error for documents sent afterwards', async () => {
  const first = typeset('x', 'first');
  const [idle] = started;
  expect(await answered(idle!, first)).toBe('first');
  vi.advanceTimersByTime(20_001);
  const second = typeset('x', 'second');
  expect((await once(idle!, 'exit'))[0]).toBe(0);
  expect(await answered(started[1]!, second)).toBe('second');
});
