import { ApiError, unknownOutcome } from './api-error.ts';

/** Milliseconds before a write is sent again: a request that a proxy gave up may still be running. */
const SECOND_ATTEMPT_MS = 1_000;

/** Codes after which a write may have been made anyway. */
const mayBeMade = new Set(['offline', 'unanswered', 'outcome_unknown', 'unexpected_failure']);

/** Refusals that the server gives before it looks a key up: they do not show the outcome of the first attempt. */
const tellsNothing = new Set([
  ...mayBeMade,
  'unavailable',
  'too_many_requests',
  'no_authorization',
  'session_not_found',
  'second_factor_required',
]);

/** Intentions of this page whose outcome is still unknown. */
const unsettled = new Set<string>();

let hear = () => {};

/** Calls `listener` whenever it stays unknown whether a write was made: what is shown may be out of date. One listener. */
export function onUnknownOutcome(listener: () => void): void {
  hear = listener;
}

let underWay = 0;

/** True while a write is on its way or its outcome is unknown. */
export const isWriting = (): boolean => underWay + unsettled.size > 0;

const isOffline = () => 'onLine' in navigator && !navigator.onLine;

/**
 * Makes a write that may be sent twice (under one key, or because it is the same done twice). Where the response does not
 * tell what became of it, such as a proxy's error page or a lost connection, it is sent once more, and that response counts.
 * `intention` is the same text whenever a person sends the same write again: while its outcome is unknown, the server's word
 * that a later request changed nothing does not show the outcome of an earlier one, so that one is sent twice as well.
 * `readBack` reads what is so where the second response does not tell either: the reply where the write was made, else null.
 * It is told whether a response of 2xx came without content.
 * @throws ApiError as `attempt` does, or with code `outcome_unknown` where the second response does not tell either.
 */
export async function withSecondAttempt<Answer>(
  intention: string,
  attempt: (isSecond: boolean) => Promise<Answer>,
  signal?: AbortSignal,
  readBack?: (isEmpty: boolean) => Promise<Answer | null>,
): Promise<Answer> {
  const wasOffline = isOffline();
  const told = (answer: Answer) => {
    unsettled.delete(intention);
    return answer;
  };
  underWay += 1;
  try {
    return told(await attempt(false));
  } catch (first) {
    if (!(first instanceof ApiError) || signal?.aborted) throw first;
    if (!tellsNothing.has(first.code)) unsettled.delete(intention);
    // An offline device has sent nothing.
    const isUnknown = (unsettled.has(intention) ? tellsNothing : mayBeMade).has(first.code);
    if (!isUnknown || (first.code === 'offline' && wasOffline)) throw first;
    await pause(signal);
    try {
      return told(await attempt(true));
    } catch (second) {
      if (!(second instanceof ApiError) || signal?.aborted) throw second;
      if (!tellsNothing.has(second.code)) unsettled.delete(intention);
      if (!tellsNothing.has(second.code) || isSameRefusal(first, second)) throw second;
      const found = await readBack?.(first.isEmpty || second.isEmpty).catch(() => null);
      if (found) return told(found);
      unsettled.add(intention);
      hear();
      throw unknownOutcome(second.request_id);
    }
  } finally {
    underWay -= 1;
  }
}

/** Both attempts failed the same way: their messages claim no outcome. */
function isSameRefusal(first: ApiError, second: ApiError): boolean {
  if (first.code !== second.code) return false;
  if (first.code === 'unexpected_failure') return true;
  const refused = ({ status }: ApiError) => status >= 400 && status < 500;
  return first.code === 'unanswered' && refused(first) && refused(second);
}

/** Rejects with the signal's reason when the caller gives up meanwhile. */
function pause(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    }, SECOND_ATTEMPT_MS);
    signal?.addEventListener('abort', giveUp, { once: true });
  });
}
