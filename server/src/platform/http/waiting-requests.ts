import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';

/** How long requests may wait for their answer; milliseconds. */
export interface Patience {
  /** A call is refused while answers take longer than this. */
  waitMs: number;
  /** A request without an answer so long after its last byte is answered by 503. */
  answerMs: number;
}

/**
 * A request waits as long as its slowest part may take: a statement that runs for `timeoutSeconds`, what it waits for before
 * and what follows it.
 */
export const patienceOf = (timeoutSeconds: number): Patience => ({
  waitMs: 50 * timeoutSeconds,
  answerMs: 1_000 * (timeoutSeconds + 4),
});

/** A request whose answer has not begun. */
interface Waiting {
  request: FastifyRequest;
  reply: FastifyReply;
  /** `performance.now()` when its last byte was read. */
  since: number;
  /** What limits such calls; undefined: nothing. */
  limit: CallLimit | undefined;
}

/** Milliseconds between two looks at the requests that wait. */
const LOOK_MS = 250;

/**
 * Limits how many calls wait for an answer, and how long any request waits for its own
 * (docs/decisions/0083-requests-that-wait.md).
 * @param groupOf the name of the calls that wait for the same things; undefined: pages and files, of which none is refused.
 * @param onShed hears of each refused call.
 */
export function limitWaiting(
  app: FastifyInstance,
  {
    patience: { waitMs, answerMs },
    groupOf,
    onShed,
  }: { patience: Patience; groupOf: (url: string) => string | undefined; onShed: () => void },
): void {
  const waiting = new Map<FastifyReply, Waiting>();
  const limits = new Map<string, CallLimit>();
  const limitOf = ({ url, routeOptions: { schema } }: FastifyRequest) => {
    const group = groupOf(url);
    // An upload waits for its sender, and has limits of its own.
    if (group === undefined || schema?.consumes?.includes('multipart/form-data')) return undefined;
    const limit = limits.get(group) ?? createCallLimit(waitMs);
    limits.set(group, limit);
    return limit;
  };
  const end = (reply: FastifyReply) => {
    waiting.get(reply)?.limit?.end(!quick.has(reply.statusCode));
    waiting.delete(reply);
  };

  app.addHook('onRequest', (request, reply, done) => {
    const limit = limitOf(request);
    if (limit?.begin() === false) {
      onShed();
      return done(new AppError('unavailable'));
    }
    waiting.set(reply, { request, reply, limit, since: performance.now() });
    done();
  });
  // Also when the client has left: until then the work goes on.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    end(reply);
    done();
  });

  const look = () => {
    const now = performance.now();
    for (const one of waiting.values()) {
      const { request, reply } = one;
      const { raw } = request;
      // A stream, which is not sent by `reply.send`.
      if (reply.raw.headersSent) end(reply);
      // Null: nobody reads the body yet.
      else if (!raw.complete && raw.readableFlowing !== null) one.since = now;
      else if (now - one.since >= answerMs) giveUp(request, reply);
    }
  };
  const timer = setInterval(look, LOOK_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** What was asked for may be done by now, or later: only of a read it is known that nothing was changed. */
function giveUp({ method }: FastifyRequest, reply: FastifyReply): void {
  const isRead = method === 'GET' || method === 'HEAD';
  reply.send(new AppError(isRead ? 'unavailable' : 'outcome_unknown'));
  // What the handler answers later goes nowhere, and not into the log with its address.
  reply.send = () => reply;
}

/** Answers that take no time, and say nothing of how fast others come. */
const quick = new Set([401, 404, 429, 503]);

/** How many calls may wait. */
interface CallLimit {
  /** False: one more may not. */
  begin(): boolean;
  /** @param isCounted whether its answer tells how fast others come. */
  end(isCounted: boolean): void;
}

/** Milliseconds of one slot, in which answers are counted. */
const SLOT_MS = 100;
const SLOTS = 10;

/**
 * Refuses calls once the next one would wait longer than `waitMs`: as many wait as were answered in that time (Little's law),
 * so no call's own length counts. A burst may wait for longer, but a queue that stands for a second may not.
 */
export function createCallLimit(
  waitMs: number,
  now: () => number = () => performance.now(),
): CallLimit {
  const burst = 0.4 * waitMs;
  const least = 0.08 * waitMs;
  const answered = Array.from({ length: SLOTS }, () => 0);
  let slot = 0;
  let inSlots = 0;
  let waiting = 0;
  /** Since when more wait than were answered in `waitMs`. */
  let longSince = Number.POSITIVE_INFINITY;

  const turn = (at: number) => {
    const current = Math.floor(at / SLOT_MS);
    for (let passed = Math.min(current - slot, SLOTS); passed > 0; passed -= 1) {
      const index = (current - passed + 1) % SLOTS;
      inSlots -= answered[index]!;
      answered[index] = 0;
    }
    slot = current;
  };
  /** As many as are answered in `waitMs`. */
  const answeredInTime = (at: number) => {
    turn(at);
    return (inSlots * waitMs) / (SLOTS * SLOT_MS);
  };
  const look = (at: number) => {
    const inTime = Math.max(least, answeredInTime(at));
    if (waiting < inTime) longSince = Number.POSITIVE_INFINITY;
    else longSince = Math.min(longSince, at);
    return inTime;
  };
  return {
    begin() {
      const at = now();
      const inTime = look(at);
      const stands = at - longSince >= SLOTS * SLOT_MS;
      if (waiting >= (stands ? inTime : Math.max(burst, inTime))) return false;
      waiting += 1;
      return true;
    },
    end(isCounted) {
      const at = now();
      waiting -= 1;
      turn(at);
      if (isCounted) {
        answered[slot % SLOTS]! += 1;
        inSlots += 1;
      }
      look(at);
    },
  };
}
