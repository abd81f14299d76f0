import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { operations, type Operation, type OperationId } from '#api/operations.ts';

/** Requests whose answers are measured one by one, sent whether or not earlier ones are answered. */

/** One request over the wire. */
export interface Wire {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** How a request ended. */
export interface Answer {
  request: Wire;
  /** 0: the connection was lost. */
  status: number;
  retryAfter: string | null;
  /** Milliseconds from the last byte of the request to the last of the answer. */
  ms: number;
  /** Of an answer that is not 200. */
  text: string;
}

/** A request to an operation whose path has no parameters. */
export function wireOf(
  id: OperationId,
  token: string,
  { body, query, key }: { body?: object; query?: Record<string, string>; key?: string } = {},
): Wire {
  const { method, path, idempotent }: Operation = operations[id];
  const sent = idempotent ? (key ?? randomUUID()) : undefined;
  return {
    method,
    path: query ? `${path}?${new URLSearchParams(query)}` : path,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(sent !== undefined && { 'idempotency-key': sent }),
    },
    ...(body && { body: JSON.stringify(body) }),
  };
}

/** Sends a request. @param agent whose connections it takes. */
export function ask(url: string, wire: Wire, agent: Agent): Promise<Answer> {
  return new Promise((resolve) => {
    let from = performance.now();
    const end = (status: number, retryAfter: string | null, text: string) =>
      resolve({ request: wire, status, retryAfter, ms: performance.now() - from, text });
    const sent = request(`${url}${wire.path}`, {
      method: wire.method,
      headers: {
        ...wire.headers,
        ...(wire.body !== undefined && { 'content-length': Buffer.byteLength(wire.body) }),
      },
      agent,
    });
    sent.once('finish', () => (from = performance.now()));
    sent.once('error', () => end(0, null, ''));
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', () => end(0, null, ''));
      response.once('end', () =>
        end(
          response.statusCode!,
          response.headers['retry-after'] ?? null,
          response.statusCode === 200 ? '' : Buffer.concat(chunks).toString(),
        ),
      );
    });
    sent.end(wire.body);
  });
}

const TICK_MS = 10;
/** Ticks that are made up for at once: a machine that is busy offers less, and no bursts. */
const LATE_TICKS = 4;

/** Offers `rate` requests a second until `isOver`, on connections that stay open. @returns every answer, once all have come. */
export async function offer(
  url: string,
  rate: number,
  next: (n: number) => Wire,
  isOver: () => boolean,
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Infinity });
  const asked: Promise<Answer>[] = [];
  let rest = 0;
  for (let last = performance.now(); !isOver(); await pause(TICK_MS)) {
    const now = performance.now();
    const due = asked.length + (Math.min(now - last, LATE_TICKS * TICK_MS) / 1_000) * rate + rest;
    while (asked.length + 1 <= due) asked.push(ask(url, next(asked.length), agent));
    rest = due - asked.length;
    last = now;
  }
  const answers = await Promise.all(asked);
  agent.destroy();
  return answers;
}

/** For so many milliseconds from the first call on. */
export function lasting(milliseconds: number): () => boolean {
  const until = performance.now() + milliseconds;
  return () => performance.now() >= until;
}

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

/** How often each status came: "200: 12, 503: 3". */
export function statusesOf(answers: readonly { status: number }[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, { length }]) => `${status}: ${length}`)
    .join(', ');
}
