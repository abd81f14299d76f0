import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '#api/contract.ts';
import { operations, type Operation, type OperationId } from '#api/operations.ts';
import {
  ApiError,
  errorFromResponse,
  offlineError,
  replyFromText,
  unansweredError,
} from './api-error.ts';
import { takePrefetchedResponse } from './prefetched-response.ts';
import { withSecondAttempt } from './outcome.ts';
import { ANSWER_MS, FILE_MS, startTimeout } from './request-timeout.ts';
import { authorization, recheckSession } from './session.ts';

type Part<Name extends string, Value> = undefined extends Value
  ? { [Key in Name]?: Value }
  : { [Key in Name]: Value };

/** The input of an operation; parts that it does not take cannot be passed. */
export type CallInput<Id extends OperationId> = Part<'params', ParamsOf<Id>> &
  Part<'query', QueryOf<Id>> &
  Part<'body', BodyOf<Id>> & {
    /** Needed by operations marked `idempotent`; the same key may be sent again after a lost response. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Finds out what became of a write that was never answered (outcome.ts). */
    readBack?: (isEmpty: boolean) => Promise<ReplyOf<Id> | null>;
  };

/** The same for whichever operation. */
interface AnyInput {
  params?: Record<string, string>;
  query?: Parameters<typeof operationUrl>[2];
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

type Arguments<Id extends OperationId> =
  Record<never, never> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>];

/**
 * Calls one operation of the product API as the signed-in person and gives its reply. A write that may be sent twice (its
 * operation is `idempotent` or `repeatable`) is sent once more where the response does not show its outcome (outcome.ts).
 * Throws ApiError: the server's problem, `offline` when no complete response came in time, `unanswered` or `outcome_unknown`.
 */
export async function call<Id extends OperationId>(
  id: Id,
  ...[input]: Arguments<Id>
): Promise<ReplyOf<Id>> {
  const operation: Operation = operations[id];
  const attempt = () =>
    answerOf(id, input, ANSWER_MS, async (response) =>
      replyFromText(response.status, await response.text()),
    ) as Promise<ReplyOf<Id>>;
  if (!operation.idempotent && !operation.repeatable) return attempt();
  const { params, body, idempotencyKey, signal } = (input ?? {}) as AnyInput;
  const intention = idempotencyKey ?? JSON.stringify([id, params, body]);
  return withSecondAttempt(intention, attempt, signal, input?.readBack);
}

/** A list as a file: its name and its bytes. Throws as `call` does. */
export function download<Id extends OperationId>(
  id: Id,
  input: CallInput<Id>,
): Promise<{ name: string; content: Blob }> {
  return answerOf(id, input, FILE_MS, async (response) => {
    const disposition = response.headers.get('content-disposition') ?? '';
    return {
      name: /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'list.csv',
      content: await response.blob().catch(() => {
        // It broke off on its way: no file, and not for want of a connection.
        throw navigator.onLine ? unansweredError(response.status) : offlineError();
      }),
    };
  });
}

async function answerOf<Id extends OperationId, Answer>(
  id: Id,
  input: CallInput<Id> | undefined,
  limit: number,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer> {
  const operation: Operation = operations[id];
  const { params, query, body, idempotencyKey, signal: caller } = (input ?? {}) as AnyInput;
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    ...(await authorization()),
  };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const url = operationUrl(operation.path, params, query);
  // The build leaves the method of a read out (lean-operations.ts).
  const method = (operation as Partial<Operation>).method ?? 'GET';
  const early = method === 'GET' ? takePrefetchedResponse(url, headers) : undefined;
  const sent = {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  const waiting = startTimeout(limit, caller);
  try {
    // A prefetched response has the time limit that the shell gave it.
    const response = await (early ?? fetch(url, { ...sent, signal: waiting.signal }));
    if (response.status === 401) void recheckSession();
    if (!response.ok) {
      const type = response.headers.get('content-type') ?? '';
      throw errorFromResponse(response.status, type, await response.text());
    }
    return await read(response);
  } catch (error) {
    throw error instanceof ApiError || caller?.aborted ? error : offlineError();
  } finally {
    waiting.end();
  }
}

/** "/api/tickets/:id/approve" with its parameters and query filled in. */
export function operationUrl(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, string | number | boolean | null | undefined> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}
