import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '#api/contract.ts';
import { operations, type Operation, type OperationId } from '#api/operations.ts';
import type { FileKind } from '#domain/files/file-rules.ts';
import type { Upload } from '#api/files.ts';

/** The product over HTTP, as the demo and the tests use it: nothing here knows the server's inside. */

export interface CallInput<Id extends OperationId> {
  params?: ParamsOf<Id>;
  query?: QueryOf<Id>;
  body?: BodyOf<Id>;
  /** `Idempotency-Key`; a fresh one where the operation wants one. */
  key?: string;
}

/** What went over the wire; any part may be hostile. */
export interface RawInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  key?: string | undefined;
  headers?: Record<string, string>;
}

export interface ApiResponse {
  status: number;
  contentType: string;
  text: string;
}

/** Sends a request to an operation as it is, whatever it holds, and gives the answer as it is. A string body is sent raw. */
export async function send(
  url: string,
  id: OperationId,
  token: string | null,
  { params, query, body, key, headers }: RawInput = {},
): Promise<ApiResponse> {
  const operation: Operation = operations[id];
  const values = Object.entries(params ?? {}).map(([name, value]) => [name, textOf(value)]);
  const named = Object.fromEntries(values) as Record<string, string>;
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(named[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, textOf(one));
  }
  const sent = operation.idempotent ? (key ?? randomUUID()) : key;
  const response = await fetch(`${url}${path}${search.size > 0 ? `?${search}` : ''}`, {
    method: operation.method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sent !== undefined && { 'idempotency-key': sent }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

/** The text of a value, as an address can hold it. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

/** How often a request to a busy server is repeated, and the milliseconds between. */
const TRIES = 10;
const PAUSE_MS = 1_000;

/** Repeats a request while the server is too busy for it: such a refusal has changed nothing. The web does the same. */
export async function retryWhileBusy(ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const isBusy = answer.status === 503 && /"(error_)?code":"unavailable"/.test(answer.text);
    if (!isBusy || tries === TRIES) return answer;
    await setTimeout(PAUSE_MS);
  }
}

/** `fetch` for a client of the accounts: it repeats what a busy server refused. */
export const patientFetch: typeof fetch = async (input, init) => {
  let response: Response;
  await retryWhileBusy(async () => {
    response = await fetch(input, init);
    const { status } = response;
    return { status, contentType: '', text: status === 503 ? await response.clone().text() : '' };
  });
  return response!;
};

/** Calls an operation. @throws Error with the status and the problem's text when it is refused. */
export async function call<Id extends OperationId>(
  url: string,
  id: Id,
  token: string,
  input: CallInput<Id> = {},
): Promise<ReplyOf<Id>> {
  // One key for all tries: an answer may have been lost after the operation was done.
  const operation: Operation = operations[id];
  const key = operation.idempotent ? (input.key ?? randomUUID()) : input.key;
  const { status, text } = await retryWhileBusy(() => send(url, id, token, { ...input, key }));
  if (status !== 200) throw new Error(`${id} was answered with ${status}: ${text}`);
  return JSON.parse(text);
}

/** A file of text as the body of an upload, for {@link send}. */
export function textFile(name: string, text: string): RawInput {
  const boundary = 'one-boundary';
  const body = [
    `--${boundary}`,
    `content-disposition: form-data; name="file"; filename="${name}"`,
    'content-type: application/octet-stream',
    '',
    text,
    `--${boundary}--`,
    '',
  ].join('\r\n');
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export interface ChosenFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Uploads one file as a browser does. */
async function sendFile(
  url: string,
  kind: string,
  token: string | null,
  file: ChosenFile,
  index = 0,
): Promise<ApiResponse> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }), file.name);
  const response = await fetch(`${url}/api/files/${kind}?index=${index}`, {
    method: 'POST',
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    body: form,
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

/** @throws Error when the file is refused. */
export async function upload(
  url: string,
  kind: FileKind,
  token: string,
  file: ChosenFile,
  index = 0,
): Promise<Upload> {
  const { status, text } = await retryWhileBusy(() => sendFile(url, kind, token, file, index));
  if (status !== 200) throw new Error(`${file.name} was refused with ${status}: ${text}`);
  return JSON.parse(text);
}

export interface EventStream {
  /** The next event; null once the stream has ended. */
  next(): Promise<{ event: string; data: string } | null>;
  /** Reads on until an operation is hinted at. @throws Error when the stream ends before. */
  hears(operation: string): Promise<void>;
  close(): Promise<void>;
}

/** Listens to `/api/events`; returns once the server has opened the stream, so that nothing after is missed. */
export async function listen(url: string, token: string): Promise<EventStream> {
  const response = await fetch(`${url}${operations.subscribe_events.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!response.ok || !response.body) {
    throw new Error(`the stream was answered with ${response.status}`);
  }
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const next = async () => {
    const { done, value } = await reader.read();
    return done ? null : { event: value.event ?? 'message', data: value.data };
  };
  await next();
  return {
    next,
    async hears(operation) {
      for (;;) {
        const heard = await next();
        if (!heard) throw new Error(`the stream ended before ${operation}`);
        if (heard.event === 'change' && JSON.parse(heard.data).operation === operation) return;
      }
    },
    close: () => reader.cancel(),
  };
}
