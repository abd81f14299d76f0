import { expect, test } from 'vitest';
import { AppError } from '../app-error.ts';
import { together } from './batcher.ts';

/** Statements that end when the test says so: what each was asked, and how to end it. */
function openStatements() {
  const statements: ({ asked: readonly string[] } & PromiseWithResolvers<string[]>)[] = [];
  const ask = (asked: readonly string[]) => {
    const statement = { asked, ...Promise.withResolvers<string[]>() };
    statements.push(statement);
    return statement.promise;
  };
  const end = (place: number) =>
    statements[place]!.resolve(statements[place]!.asked.map((call) => `${call}!`));
  return { ask, end, statements, asked: () => statements.map(({ asked }) => asked.join(' ')) };
}

const neverAlone = async (call: string): Promise<string> => {
  throw new Error(`${call} was asked alone`);
};

/** Until what was called is with its statements. */
const turn = () => new Promise((go) => setImmediate(() => setImmediate(go)));

test('what is called at one moment is one statement, and each call has its own answer', async () => {
  const { ask, end, asked } = openStatements();
  const call = together({ ask, askAlone: neverAlone, most: 10, atOnce: 1 });
  const answers = Promise.all(['a', 'b', 'c'].map(call));
  await turn();
  expect(asked()).toEqual(['a b c']);
  end(0);
  expect(await answers).toEqual(['a!', 'b!', 'c!']);
});

test('what is called at one moment is shared among the statements that may be under way', async () => {
  const { ask, end, asked } = openStatements();
  const call = together({ ask, askAlone: neverAlone, most: 10, atOnce: 3 });
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(call));
  await turn();
  expect(asked()).toEqual(['a b', 'c', 'd']);
  for (const place of [0, 1, 2]) end(place);
  expect(await answers).toEqual(['a!', 'b!', 'c!', 'd!']);
});

test('where a statement is cheap for many, whoever is called at one moment goes with one', async () => {
  const { ask, end, asked } = openStatements();
  const call = together({ ask, askAlone: neverAlone, most: 3, isCheapForMany: true });
  const answers = Promise.all(['a', 'b', 'c', 'd'].map(call));
  await turn();
  expect(asked()).toEqual(['a b c', 'd']);
  end(0);
  end(1);
  expect(await answers).toEqual(['a!', 'b!', 'c!', 'd!']);
});

test('two statements are under way; what comes meanwhile goes together with the next, as many as one takes', async () => {
  const { ask, end, asked } = openStatements();
  const call = together({ ask, askAlone: neverAlone, most: 3 });
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

test('where a statement may have but one call of each, the second waits, in their order', async () => {
  const { ask, end, asked } = openStatements();
  const call = together({ ask, askAlone: neverAlone, most: 10, of: (name: string) => name[0]! });
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

test('a statement that fails is made again call by call, so that only the guilty fails', async () => {
  const asked: string[] = [];
  const ask = async (calls: readonly string[]) => {
    asked.push(calls.join(' '));
    if (calls.length > 1) throw new AppError('unavailable', { cause: { code: '55P03' } });
    if (calls[0] === 'bad') throw new Error('bad');
    return [`${calls[0]}!`];
  };
  const call = together({ ask, most: 10, atOnce: 1 });
  const ends = await Promise.allSettled(['a', 'bad', 'b'].map(call));
  expect(ends).toEqual([
    { status: 'fulfilled', value: 'a!' },
    { status: 'rejected', reason: new Error('bad') },
    { status: 'fulfilled', value: 'b!' },
  ]);
  expect(asked).toEqual(['a bad b', 'a', 'bad', 'b']);
  expect(await call('c')).toBe('c!');
});

test('a database that cannot be had is not asked again, and whoever waits for it hears so too', async () => {
  const { ask, statements, asked } = openStatements();
  const call = together({ ask, askAlone: neverAlone, most: 1 });
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

test('where the outcome of a statement is unknown none of its calls is made again, and who waits hears that nothing was changed', async () => {
  const { ask, statements, asked } = openStatements();
  const call = together({ ask, askAlone: neverAlone, most: 2, atOnce: 1 });
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
