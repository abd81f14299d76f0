import { expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { createBatcher } from './batcher.ts';

/** Fake batches: records the calls of each, and ends them when the test says so. */
function openStatements() {
  const statements: ({ asked: readonly string[] } & PromiseWithResolvers<string[]>)[] = [];
  const runBatch = (asked: readonly string[]) => {
    const statement = { asked, ...Promise.withResolvers<string[]>() };
    statements.push(statement);
    return statement.promise;
  };
  const end = (place: number) =>
    statements[place]!.resolve(statements[place]!.asked.map((call) => `${call}!`));
  return { runBatch, end, statements, asked: () => statements.map(({ asked }) => asked.join(' ')) };
}

const neverAlone = async (call: string): Promise<string> => {
  throw new Error(`${call} was asked alone`);
};

/** Waits until calls have reached their batches. */
const turn = () => new Promise((go) => setImmediate(() => setImmediate(go)));

test('calls of one moment are one batch, and each call gets its own reply', async () => {
  const { runBatch, end, asked } = openStatements();
  const call = createBatcher({
    runBatch,
    runAlone: neverAlone,
    maxBatchSize: 10,
    maxConcurrent: 1,
  });
  const answers = Promise.all(['a', 'b', 'c'].map(call));
  await turn();
  expect(asked()).toEqual(['a b c']);
  end(0);
  expect(await answers).toEqual(['a!', 'b!', 'c!']);
});

test('calls of one moment are shared among the batches that may run', async () => {
  const { runBatch, end, asked } = openStatements();
  const call = createBatcher({
    runBatch,
    runAlone: neverAlone,
    maxBatchSize: 10,
    maxConcurrent: 3,
  });
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(call));
  await turn();
  expect(asked()).toEqual(['a b', 'c', 'd']);
  for (const place of [0, 1, 2]) end(place);
  expect(await answers).toEqual(['a!', 'b!', 'c!', 'd!']);
});

test('with fillsBatches all calls of one moment join one batch, up to its size', async () => {
  const { runBatch, end, asked } = openStatements();
  const call = createBatcher({
    runBatch,
    runAlone: neverAlone,
    maxBatchSize: 3,
    fillsBatches: true,
  });
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(call));
  await turn();
  expect(asked()).toEqual(['a b c', 'd']);
  end(0);
  end(1);
  expect(await answers).toEqual(['a!', 'b!', 'c!', 'd!']);
});

test('at most two batches run; later calls join the next batch, up to its size', async () => {
  const { runBatch, end, asked } = openStatements();
  const call = createBatcher({ runBatch, runAlone: neverAlone, maxBatchSize: 3 });
  const calls: Promise<string>[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    calls.push(call(name));
    await turn();
  }
  expect(asked()).toEqual(['a', 'b']);
  end(0);
  await turn();
  expect(asked()).toEqual(['a', 'b', 'c d e']);
  end(1);
  await turn();
  expect(asked()).toEqual(['a', 'b', 'c d e', 'f']);
  end(2);
  end(3);
  expect(await Promise.all(calls)).toEqual(['a!', 'b!', 'c!', 'd!', 'e!', 'f!']);
});

test('a batch holds one call of each owner; the others wait in their order', async () => {
  const { runBatch, end, asked } = openStatements();
  const call = createBatcher({
    runBatch,
    runAlone: neverAlone,
    maxBatchSize: 10,
    ownerOf: (name: string) => name[0]!,
  });
  const calls = ['a1', 'a2', 'b1', 'a3', 'b2'].map(call);
  await turn();
  expect(asked()).toEqual(['a1 b1', 'a2 b2']);
  end(0);
  await turn();
  expect(asked()).toEqual(['a1 b1', 'a2 b2', 'a3']);
  end(1);
  end(2);
  expect(await Promise.all(calls)).toEqual(['a1!', 'a2!', 'b1!', 'a3!', 'b2!']);
});

test('the calls of a failed batch are run alone, so only the bad call fails', async () => {
  const asked: string[] = [];
  const runBatch = async (calls: readonly string[]) => {
    asked.push(calls.join(' '));
    if (calls.length > 1) throw new AppError('unavailable', { cause: { code: '55P03' } });
    if (calls[0] === 'bad') throw new Error('bad');
    return [`${calls[0]}!`];
  };
  const call = createBatcher({ runBatch, maxBatchSize: 10, maxConcurrent: 1 });
  const ends = await Promise.allSettled(['a', 'bad', 'b'].map(call));
  expect(ends).toEqual([
    { status: 'fulfilled', value: 'a!' },
    { status: 'rejected', reason: new Error('bad') },
    { status: 'fulfilled', value: 'b!' },
  ]);
  expect(asked).toEqual(['a bad b', 'a', 'bad', 'b']);
  expect(await call('c')).toBe('c!');
});

test('an unreachable database fails all waiting calls without a retry', async () => {
  const { runBatch, statements, asked } = openStatements();
  const call = createBatcher({ runBatch, runAlone: neverAlone, maxBatchSize: 1 });
  const ends = Promise.allSettled(['a', 'b', 'c', 'd'].map(call));
  await turn();
  const away = new AppError('unavailable', { cause: { code: 'ECONNREFUSED' } });
  statements[0]!.reject(away);
  statements[1]!.reject(away);
  expect((await ends).map((end) => end.status === 'rejected' && end.reason)).toEqual([
    away,
    away,
    ...Array.from({ length: 2 }, () => expect.objectContaining({ code: 'unavailable' })),
  ]);
  expect(asked()).toEqual(['a', 'b']);
  void call('e');
  await turn();
  expect(asked()).toEqual(['a', 'b', 'e']);
});

test('no call of a batch with an unknown outcome is run again, and waiting calls fail as not sent', async () => {
  const { runBatch, statements, asked } = openStatements();
  const call = createBatcher({ runBatch, runAlone: neverAlone, maxBatchSize: 2, maxConcurrent: 1 });
  const ends = Promise.allSettled(['a', 'b', 'c'].map(call));
  await turn();
  expect(asked()).toEqual(['a b']);
  statements[0]!.reject(new AppError('outcome_unknown', { cause: { code: 'ECONNRESET' } }));
  const codes = (await ends).map(
    (end) => end.status === 'rejected' && (end.reason as AppError).code,
  );
  expect(codes).toEqual(['outcome_unknown', 'outcome_unknown', 'unavailable']);
  expect(asked()).toEqual(['a b']);
});
