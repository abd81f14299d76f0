import type pg from 'pg';
import { AppError } from './app-error.ts';
import type { CallContext } from './http/operations.ts';
import { callRow, isAway, refusalOf } from './postgres/database.ts';

interface Together<Call, Answer> {
  /** One statement for `calls`, which begins after the last of them has come; an answer for each, in their order. */
  ask: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  /** One call by itself, where a statement for several has failed. */
  askAlone: (call: Call) => Promise<Answer>;
  /** Calls of one statement. */
  most: number;
  /** Statements under way at once; what comes meanwhile waits, and goes with the next one. */
  atOnce?: number;
  /**
   * A statement for many costs little more than one for a few: all who wait go with the next one, rather than being shared out
   * among those that may be under way.
   */
  isCheapForMany?: boolean;
  /** Whose call it is, where a statement may have but one of each. */
  of?: (call: Call) => string;
}

/**
 * Makes calls that wait at the same moment in one statement: nobody waits for others to come, only for statements that are
 * under way. A statement that fails says nothing of one call among several: each is made again by itself. Where the database
 * cannot be had, nobody is asked again, and whoever waits hears it too.
 */
export function together<Call, Answer>({
  ask,
  askAlone,
  most,
  atOnce = 2,
  isCheapForMany = false,
  of,
}: Together<Call, Answer>): (call: Call) => Promise<Answer> {
  interface Waiting extends PromiseWithResolvers<Answer> {
    call: Call;
  }
  let waiting: Waiting[] = [];
  let underWay = 0;
  let isCalled = false;

  const take = (): Waiting[] => {
    const statements = isCheapForMany ? 1 : atOnce - underWay;
    const share = Math.min(most, Math.ceil(waiting.length / statements));
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    const owners = new Set<string>();
    for (const one of waiting) {
      const owner = of?.(one.call);
      const isTaken = taken.length < share && (owner === undefined || !owners.has(owner));
      (isTaken ? taken : left).push(one);
      if (isTaken && owner !== undefined) owners.add(owner);
    }
    waiting = left;
    return taken;
  };

  const answer = async (asked: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await ask(asked.map(({ call }) => call));
      asked.forEach(({ resolve }, place) => resolve(answers[place]!));
    } catch (error) {
      if (isAway(error)) [...asked, ...waiting.splice(0)].forEach(({ reject }) => reject(error));
      else asked.forEach(({ call, resolve, reject }) => void askAlone(call).then(resolve, reject));
    }
  };

  const askNext = () => {
    isCalled = false;
    while (waiting.length > 0 && underWay < atOnce) {
      const taken = take();
      underWay += 1;
      void answer(taken).finally(() => {
        underWay -= 1;
        askNext();
      });
    }
  };

  return (call) => {
    const answered = Promise.withResolvers<Answer>();
    waiting.push({ call, ...answered });
    // The requests that have come with this one are read first.
    if (!isCalled && underWay < atOnce) {
      isCalled = true;
      setImmediate(askNext);
    }
    return answered.promise;
  };
}

/** What a function that takes many calls says of one of them; see create_tickets_with_installments. */
type Outcome =
  | { reply: object }
  | { refusal: string; detail: object | null }
  /** Its turn is somebody else's at the moment: to be made again, alone and waiting for it. */
  | { is_busy: true };

/** Calls of one statement: it holds what they lock until the last of them is done. */
const MOST_WRITES = 32;

/**
 * Calls a SQL function that takes many calls, `[{user_id, session_id, asked_at, key, request_hash, …}]`, and does each once
 * under its idempotency key (docs/decisions/0022-writes-made-together.md).
 * @returns what makes one call, with further arguments, and answers with its JSON.
 * @throws AppError as the function refuses that call.
 */
export function callOnceTogether(
  pool: pg.Pool,
  functionName: string,
): (call: CallContext, args: object) => Promise<string> {
  interface Call {
    user_id: string;
  }
  const ask = (calls: readonly Call[], waits: boolean) =>
    callRow<Outcome[]>(pool, functionName, [JSON.stringify(calls), waits]);
  const askAlone = async (call: Call) => (await ask([call], true))[0]!;
  const askTogether = together({
    ask: (calls: readonly Call[]) => ask(calls, false),
    askAlone,
    most: MOST_WRITES,
    of: ({ user_id }) => user_id,
  });
  return async ({ caller, now, idempotency }, args) => {
    const call = {
      ...args,
      user_id: caller.user_id,
      session_id: caller.session_id,
      asked_at: now,
      key: idempotency.key,
      request_hash: `\\x${idempotency.request_hash.toString('hex')}`,
    };
    const first = await askTogether(call);
    const outcome = 'is_busy' in first ? await askAlone(call) : first;
    if ('reply' in outcome) return JSON.stringify(outcome.reply);
    if ('refusal' in outcome) throw refusalOf(outcome.refusal, outcome.detail);
    throw new AppError('unavailable');
  };
}
