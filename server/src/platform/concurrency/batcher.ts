import { AppError } from '../app-error.ts';
import { isAway } from '../database/query.ts';

interface Together<Call, Answer> {
  /** One statement for `calls`, which begins after the last of them has come; an answer for each, in their order. */
  ask: (calls: readonly Call[]) => Promise<readonly Answer[]>;
  /** One call by itself, where a statement for several has failed; `ask` for that call unless it is said otherwise. */
  askAlone?: (call: Call) => Promise<Answer>;
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
 * under way. A statement that fails says nothing of one call among several: each is made again by itself, since PostgreSQL
 * has rolled the statement back. Where the database cannot be had, or the connection was lost while the statement was under
 * way, nobody is asked again: its calls hear what it ended with, and whoever waits hears `unavailable`.
 */
export function together<Call, Answer>({
  ask,
  askAlone = async (call) => (await ask([call]))[0]!,
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
      if (isAway(error)) {
        asked.forEach(({ reject }) => reject(error));
        // Those who wait were not sent: of them it is known that nothing was changed.
        const notSent = new AppError('unavailable', { cause: error });
        waiting.splice(0).forEach(({ reject }) => reject(notSent));
      } else
        asked.forEach(({ call, resolve, reject }) => void askAlone(call).then(resolve, reject));
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
