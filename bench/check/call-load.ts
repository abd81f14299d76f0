/**
 * A process of its own that makes calls, a given number as fast as it can: of PostgreSQL's functions by named statements, as
 * the product's own driver does, or of the product over HTTP. With npm's packages alone, so that it works the same wherever
 * `npm test` does. Its parent says what to call, then how often; it replies when the calls are done.
 */
import { Agent, request as send } from 'node:http';
import { Pool, type ClientConfig } from 'pg';
import { requestConnections } from '#server/platform/database/pools.ts';
import { CONNECTIONS, type HttpRequest } from '../tools/wrk.ts';
import { operations } from '../data-set/operations.ts';

/** What is called from now on. */
type CallTarget =
  | { kind: 'sql'; connection: ClientConfig; text: string; name: string }
  | { kind: 'http'; url: string; operation: keyof typeof operations; tokens: readonly string[] };
export type CallMessage = { open: CallTarget } | { first: number; count: number };
/** Null when all went well. */
export type CallReply = { failure: string | null };

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
let pool: Pool | undefined;
let callOne: (n: number) => Promise<void>;

// The parent has gone or is done.
process.once('disconnect', () => void pool?.end());
process.on('message', (message: CallMessage) => {
  const work = 'open' in message ? open(message.open) : callAll(message.first, message.count);
  const reply = (failure: string | null) => process.send!({ failure } satisfies CallReply);
  work.then(
    () => reply(null),
    (error: Error) => reply(error.message),
  );
});

async function open(target: CallTarget): Promise<void> {
  await pool?.end();
  agent.destroy();
  pool = undefined;
  if (target.kind === 'sql') {
    const { name, text } = target;
    const connections = new Pool({ ...target.connection, max: requestConnections });
    pool = connections;
    callOne = async (n) => void (await connections.query({ name, text, values: [n] }));
  } else {
    const { url, operation, tokens } = target;
    const { request } = operations[operation];
    callOne = (n) => {
      const person = 1 + (n % tokens.length);
      return sendRequest(url, request(n, person, tokens[person - 1]!));
    };
  }
}

async function callAll(first: number, count: number): Promise<void> {
  let next = first;
  const worker = async () => {
    while (next < first + count) {
      const n = next;
      next += 1;
      await callOne(n);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

const sendRequest = (url: string, { method, path, headers, body }: HttpRequest): Promise<void> =>
  new Promise((done, fail) => {
    const sent = send(url + path, { method, headers, agent }, (response) => {
      const { statusCode } = response;
      response.resume().once('error', fail);
      response.once('end', () =>
        statusCode === 200 ? done() : fail(new Error(`${method} ${path} responds ${statusCode}`)),
      );
    });
    sent.once('error', fail).end(body);
  });
