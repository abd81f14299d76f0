import { getPriority } from 'node:os';
import { expect, test } from 'vitest';
import { openThreadReader, ThreadEnded } from './thread-reader.ts';

/** The source of a worker module that returns `body`, a function of `text`, for each file. */
const threadOf = (body: string) => {
  const reader = new URL('./thread-reader.ts', import.meta.url);
  return new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { getPriority } from 'node:os';
      import { threadId } from 'node:worker_threads';
      import { answerFiles } from '${reader}';
      answerFiles(async (bytes) => { const text = bytes.toString(); ${body} });`)}`,
  );
};
const limits = { memoryMb: 64, processorSeconds: 20, idleMs: 60_000 };

test("a thread returns a file's result and then waits for the next file", async () => {
  const read = openThreadReader(threadOf('return `${threadId} ${text}`;'), limits);
  const [id, text] = String(await read(Buffer.from('one'))).split(' ');
  expect(text).toBe('one');
  expect(await read(Buffer.from('two'))).toBe(`${id} two`);
  // Two concurrent files use two threads, one of which stays for the next file.
  const both = await Promise.all([read(Buffer.from('a')), read(Buffer.from('b'))]);
  expect(new Set(both.map((answer) => String(answer).split(' ')[0])).size).toBe(2);
});

test('a reader whose module is missing refuses the start, not each file', () => {
  const missing = new URL('./no-such-thread.ts', import.meta.url);
  expect(() => openThreadReader(missing, limits)).toThrow('no-such-thread.ts is missing');
});

test('with no idle time each file is read in its own thread', async () => {
  const read = openThreadReader(threadOf('return threadId;'), { ...limits, idleMs: 0 });
  expect(await read(Buffer.from('one'))).not.toBe(await read(Buffer.from('two')));
});

test("reading a file in a thread does not change the caller's bytes", async () => {
  const read = openThreadReader(threadOf('bytes.fill(0); return bytes.length;'), limits);
  const bytes = Buffer.from('one');
  expect(await read(bytes)).toBe(3);
  expect(bytes.toString()).toBe('one');
});

// With system time: on machines where reading the clock is slow, a second of user time can cost two and a half seconds.
const taken =
  'const taken = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1e6; };';

test.each([
  [
    'takes more of a processor than it may',
    `${taken} const until = taken() + 5; while (taken() < until); return text;`,
    { processorSeconds: 0.2 },
  ],
  [
    'searches without an end',
    'return /^(a+)+$/.test("a".repeat(60) + "b");',
    { processorSeconds: 0.2 },
  ],
  [
    'takes more memory than it may',
    'return Array.from({ length: 300 }, () => new Array(131_072).fill(text)).length;',
    {},
  ],
  ['throws', 'throw new Error(text);', {}],
  ['ends its thread', 'process.exit(0);', {}],
])('a file that %s ends only its thread, and the next file is read', async (_what, body, own) => {
  const read = openThreadReader(threadOf(`if (text === "good") return text; ${body}`), {
    ...limits,
    ...own,
  });
  await expect(read(Buffer.from('bad'))).rejects.toBeInstanceOf(ThreadEnded);
  expect(await read(Buffer.from('good'))).toBe('good');
});

test('processor time of an earlier file does not count towards the limit of the next', async () => {
  const body = `${taken} const until = taken() + 1; while (taken() < until); return threadId;`;
  const read = openThreadReader(threadOf(body), {
    ...limits,
    processorSeconds: 2.5,
  });
  const threads = new Set<unknown>();
  for (let file = 0; file < 4; file += 1) threads.add(await read(Buffer.from('x')));
  expect(threads.size).toBe(1);
});

test.runIf(process.platform === 'linux')('a thread that reads gives way', async () => {
  const read = openThreadReader(threadOf('return getPriority(0);'), limits);
  expect(await read(Buffer.from('x'))).toBeGreaterThan(getPriority(process.pid));
});
