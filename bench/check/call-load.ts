/**
 * A process of its own that makes calls, a given number as fast as it can: of PostgreSQL's functions by named statements, as
 * the product's own driver does, or of the product over HTTP. With npm's packages alone, so that it works the same wherever
 * `npm test` does. Its argument says what to call, each message how often; the reply says what failed, or is empty.
 */
import { Agent, request as send } from 'node:http';
import { Pool, type ClientConfig } from 'pg';
import { requestConnections } from '#server/platform/database/pools.ts';
import { CONNECTIONS, type HttpRequest } from '../tools/wrk.ts';
import { operations } from '../data-set/operations.ts';

/** The SQL statement or the HTTP operation to call. */
export type CallTarget =
  | { kind: 'sql'; connection: ClientConfig; text: string; name: string }
  | { kind: 'http'; url: string; operation: keyof typeof operations; tokens: readonly string[] };
/** Numbers of the calls to make. */
export type CallMessage = { first: number; count: number };

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const callOne = callerOf(JSON.parse(process.argv[2]!) as CallTarget);

// The parent has gone or is done.
process.once('disconnect', () => process.exit());
process.on('message', (message: CallMessage) => {
  callAll(message).then(
    () => process.send!(''),
    (error: unknown) => process.send!(String(error)),
  );
});

function callerOf(target: CallTarget): (n: number) => Promise<unknown> {
  if (target.kind === 'sql') {
    const { connection, name, text } = target;
    const pool = new Pool({ ...connection, max: requestConnections });
    return (n) => pool.query({ name, text, values: [n] });
  }
  const { url, operation, tokens } = target;
  const { request } = operations[operation];
  return (n) => {
    const person = 1 + (n % tokens.length);
    return sendRequest(url, request(n, person, tokens[person - 1]!));
  };
}

async function callAll({ first, count }: CallMessage): Promise<void> {
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
