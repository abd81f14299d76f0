import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUnanswered, NO_ANSWER, NO_CONNECTION, ownAnswer } from './own-answer.ts';

let server: Server;
let address: string;

/** `/cut` ends the connection without a response, `/half` in the midst of one, `/page` answers as a proxy does. */
beforeAll(async () => {
  server = createServer((request, reply) => {
    if (request.url === '/cut') return request.socket.destroy();
    if (request.url === '/page') return reply.writeHead(504).end('<h1>504</h1>');
    reply.writeHead(200, { 'content-length': '100' }).write('{"id":');
    setImmediate(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((closed) => server.close(closed)));

const ask = ownAnswer((input, init) => fetch(input, init));

test.each([
  ['a read whose connection is cut', '/cut', 'GET', NO_CONNECTION],
  ['a read whose response breaks off', '/half', 'GET', NO_CONNECTION],
  ['a read that a proxy answers', '/page', 'GET', NO_ANSWER],
  ['a write whose connection is cut', '/cut', 'POST', NO_ANSWER],
  ['a write whose response breaks off', '/half', 'PUT', NO_ANSWER],
  ['a write that a proxy answers', '/page', 'POST', NO_ANSWER],
])('%s', async (_, path, method, message) => {
  await expect(ask(address + path, { method })).rejects.toThrow(message);
});

test('a request without a method is a read', async () => {
  await expect(ask(`${address}/cut`)).rejects.toThrow(NO_CONNECTION);
});

/** What the account client gets of a response, by the address that was asked. */
const answered = async (response: Response, path = '/auth/v1/token') =>
  ownAnswer(async () => response)(`https://hamla.test${path}`);

const json = (status: number, body: unknown) => Response.json(body, { status });

test.each([
  ['an empty body', new Response('', { status: 200 })],
  ['{}', json(200, {})],
  ['null', json(200, null)],
  ['a page of a proxy', new Response('<h1>502</h1>', { status: 502 })],
  ['JSON of a proxy', json(503, { message: 'busy' })],
  ['our own word that the outcome is not known', json(503, { error_code: 'outcome_unknown' })],
])('%s is no answer of the account service', async (_what, response) => {
  await expect(answered(response)).rejects.toThrow(NO_ANSWER);
});

test('a response of the account service reaches its client unchanged', async () => {
  const session = await answered(json(200, { access_token: 'a' }));
  expect([session.status, await session.json()]).toEqual([200, { access_token: 'a' }]);
  const refusal = await answered(json(400, { error_code: 'invalid_credentials' }));
  expect([refusal.status, await refusal.json()]).toEqual([
    400,
    { error_code: 'invalid_credentials' },
  ]);
  expect((await answered(new Response(null, { status: 204 }), '/auth/v1/logout')).status).toBe(204);
});

test('a link that was asked for is answered with nothing, so that nobody learns whether an address is known', async () => {
  for (const asked of ['recover', 'resend', 'otp', 'recover?redirect_to=x'])
    expect((await answered(json(200, {}), `/auth/v1/${asked}`)).status).toBe(200);
  await expect(answered(json(200, {}), '/auth/v1/recovery')).rejects.toThrow(NO_ANSWER);
});

test('an outcome is unknown after no answer and after a failure of the service, not after a refusal', () => {
  const error = (message: string, status?: number, name = 'AuthRetryableFetchError') =>
    Object.assign(new Error(message), { name, status });
  expect(isUnanswered(error(NO_ANSWER, 0))).toBe(true);
  expect(isUnanswered(error(NO_CONNECTION, 0))).toBe(true);
  expect(isUnanswered(error('Something went wrong.', 500))).toBe(true);
  expect(isUnanswered(error('Too many requests.', 503))).toBe(false);
  expect(isUnanswered(error(NO_ANSWER, 500, 'AuthApiError'))).toBe(false);
});
