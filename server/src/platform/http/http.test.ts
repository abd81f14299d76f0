import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { finished, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { operations } from '#api/operations.ts';
import { problem } from '#api/wire.ts';
import { AppError } from '../app-error.ts';
import { listOrCsv, rowsFile } from './csv.ts';
import { endConnectionsOnClose } from './end-connections.ts';
import { buildHttp } from './http.ts';
import { operationRoutes } from './operations.ts';
import { createCallLimit } from './waiting-requests.ts';

test('a slow JSON body is cut off, while a slow upload is accepted', async () => {
  const log = pino({ level: 'silent' });
  const options = { log, trustProxy: false, https: false, bodyMs: 200 };
  const app = await buildHttp(options);
  app.addContentTypeParser('multipart/form-data', async (_request: unknown, payload: Readable) =>
    text(payload),
  );
  const schema = { hide: true, consumes: ['multipart/form-data'] };
  app.post('/upload', { schema }, ({ body }) => ({ body }));
  app.post('/json', { schema: { hide: true } }, () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;

  const begin = async (path: string, type: string) => {
    const seen = once(app.server, 'request');
    const socket = createConnection(port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: hamla\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: 4000\r\n\r\n`,
    );
    await seen;
    return socket;
  };
  const upload = await begin('/upload', 'multipart/form-data; boundary=b');
  await trickleUntilClosed(await begin('/json', 'application/json'));
  // It began before the other request and has exceeded its limit.
  upload.write('x'.repeat(4000));
  expect(await text(upload)).toMatch(/^HTTP\/1.1 200 /);
  await app.close();
});

function trickleUntilClosed(socket: Socket): Promise<void> {
  const drops = setInterval(() => socket.write(' '), 20);
  socket.resume();
  return new Promise((resolve) => {
    finished(socket, () => {
      clearInterval(drops);
      resolve();
    });
  });
}

test('behind a proxy the network address is the one the proxy has seen, never one that the sender claims', async () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' };
  const addressOf = async (trustProxy: boolean) => {
    const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy, https: false });
    app.get('/who', { schema: { hide: true } }, ({ ip }) => ({ ip }));
    const reply = await app.inject({
      url: '/who',
      headers: forwarded,
      remoteAddress: '192.0.2.44',
    });
    await app.close();
    return reply.json<{ ip: string }>().ip;
  };
  expect(await addressOf(true)).toBe('203.0.113.7');
  expect(await addressOf(false)).toBe('192.0.2.44');
});

test.each([
  ['much text', 'a'.repeat(500)],
  ['markup', 'garbage<script>'],
  ['text behind an address', '198.51.100.9, drop table'],
  ['an address with a port', '203.0.113.7:9999'],
  ['an address with a zone', 'fe80::1%eth0'],
  ['an address with much of a zone', `::ffff:203.0.113.7%${'a'.repeat(500)}`],
  ['commas', ', ,'],
  ['nothing', ''],
])(
  "when a proxy forwards %s as the address, the socket's address is used",
  async (_what, header) => {
    const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy: true, https: false });
    app.get('/who', { schema: { hide: true } }, ({ ip }) => ({ ip }));
    const reply = await app.inject({
      url: '/who',
      headers: { 'x-forwarded-for': header },
      remoteAddress: '192.0.2.44',
    });
    await app.close();
    expect(reply.json()).toEqual({ ip: '192.0.2.44' });
  },
);

test('no response of the API may be cached, nor a refusal, unless its route allows it', async () => {
  const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy: false, https: false });
  app.get('/api/plain', { schema: { hide: true } }, () => ({}));
  app.get('/api/own', { schema: { hide: true } }, (_request, reply) =>
    reply.header('cache-control', 'max-age=60').send({}),
  );
  const cachingOf = async (url: string) => (await app.inject(url)).headers['cache-control'];
  expect(await cachingOf('/api/plain')).toBe('no-store');
  expect(await cachingOf('/api/missing')).toBe('no-store');
  expect(await cachingOf('/api/own')).toBe('max-age=60');
  await app.close();
});

test('the log has the route of a request, never its URL or sender', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const app = await buildHttp({ log, trustProxy: true, https: false });
  app.get('/people/:name', { schema: { hide: true } }, () => ({}));
  app.get('/broken/:name', { schema: { hide: true } }, () => {
    throw new Error('out of order');
  });
  const sender = {
    remoteAddress: '192.0.2.44',
    headers: { 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Layla’s telephone' },
  };
  for (const path of ['people', 'broken', 'missing'])
    await app.inject({ url: `/${path}/layla?email=layla@example.sa`, ...sender });
  await app.close();
  const written = lines.join('');
  expect(written).toContain('"route":"/people/:name"');
  expect(written).toContain('out of order');
  expect(written).not.toMatch(/layla|192\.0\.2\.44|203\.0\.113\.7|telephone/i);
});

test('a request has one id in its log, in x-request-id and in its problem document', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const app = await buildHttp({ log, trustProxy: false, https: false });
  app.get('/api/broken', { schema: { hide: true } }, () => {
    throw new Error('out of order');
  });
  const { headers, body } = await app.inject('/api/broken');
  await app.close();
  const { request_id } = problem.parse(JSON.parse(body));
  expect(headers['x-request-id']).toBe(request_id);
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged.map(({ msg }) => msg)).toEqual(['a request failed', 'request']);
  for (const line of logged) expect(line.request_id).toBe(request_id);
});

test("a request's id is taken from the product's own proxy, if it is well-formed; any other is made", async () => {
  const idOf = async (trustProxy: boolean, given?: string) => {
    const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy, https: false });
    app.get('/api/broken', { schema: { hide: true } }, () => {
      throw new Error('out of order');
    });
    const headers = given === undefined ? {} : { 'x-request-id': given };
    const reply = await app.inject({ url: '/api/broken', headers });
    await app.close();
    expect(reply.json()).toMatchObject({ request_id: reply.headers['x-request-id'] });
    return reply.headers['x-request-id'];
  };
  const given = '01JDMQ8Y3V-of_the_proxy';
  expect(await idOf(true, given)).toBe(given);
  const made = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  expect(await idOf(false, given)).toMatch(made);
  for (const wrong of [
    '',
    'short',
    'a'.repeat(65),
    'layla@example.sa',
    'two words',
    '{"level":50}',
  ])
    expect(await idOf(true, wrong)).toMatch(made);
  expect(await idOf(true)).toMatch(made);
});

test('every response forbids frames of other sites and guessing of its content type', async () => {
  const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy: false, https: true });
  app.get('/api/plain', { schema: { hide: true } }, () => ({}));
  for (const url of ['/api/plain', '/api/missing', '/api/%ff']) {
    const { headers } = await app.inject(url);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
  }
  await app.close();
});

test('the request hash of an idempotency key differs for other parameters and for another body', async () => {
  const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy: false, https: false });
  const caller = { user_id: randomUUID(), session_id: randomUUID() };
  const register = operationRoutes(app, {
    clock: { now: () => new Date() },
    verifyToken: () => caller,
  });
  register('reject_ticket', async ({ idempotency }) =>
    JSON.stringify(idempotency.request_hash.toString('hex')),
  );
  const [one, other] = [randomUUID(), randomUUID()];
  const hashOf = async (id: string, rejection_reason: string) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: operations.reject_ticket.path.replace(':id', id),
      headers: { authorization: 'Bearer x', 'idempotency-key': 'k' },
      payload: { rejection_reason },
    });
    expect(statusCode).toBe(200);
    return body;
  };
  const first = await hashOf(one, 'Too late');
  expect(await hashOf(one, 'Too late')).toBe(first);
  expect(await hashOf(other, 'Too late')).not.toBe(first);
  expect(await hashOf(one, 'Too early')).not.toBe(first);
  await app.close();
});

test('an amount of a request may be a JSON number, which is the same request as its text', async () => {
  const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy: false, https: false });
  const caller = { user_id: randomUUID(), session_id: randomUUID() };
  const register = operationRoutes(app, {
    clock: { now: () => new Date() },
    verifyToken: () => caller,
  });
  register('create_ticket_with_installments', async ({ body, idempotency }) =>
    JSON.stringify([body.p_amount_sar, idempotency.request_hash.toString('hex')]),
  );
  register('upsert_company', async ({ body }) => JSON.stringify(body?.revenue_last_6_months));
  const send = (id: 'create_ticket_with_installments' | 'upsert_company', payload: string) =>
    app.inject({
      method: operations[id].method,
      url: operations[id].path,
      headers: {
        authorization: 'Bearer x',
        'idempotency-key': 'k',
        'content-type': 'application/json',
      },
      payload,
    });
  const ask = (amount: string) =>
    send('create_ticket_with_installments', `{"p_term_months":1,"p_amount_sar":${amount}}`);
  const canonical = (await ask('"1500.50"')).json();
  for (const amount of ['1500.5', '1500.50']) expect((await ask(amount)).json()).toEqual(canonical);
  expect((await ask('"1500.5"')).json()[1]).not.toBe(canonical[1]);
  for (const [number, written] of [
    ['999999999999.99', '999999999999.99'],
    ['0.1', '0.10'],
    ['-5', '-5.00'],
  ] as const)
    expect((await ask(number)).json()[0]).toBe(written);
  for (const amount of ['1e3', '1.5E2', '1.005', '100.000000000000001', '9007199254740993', 'true'])
    expect((await ask(amount)).json()).toMatchObject({
      code: 'validation_failed',
      fields: [
        {
          field: 'p_amount_sar',
          message: expect.stringMatching(/^must be an amount in SAR with at most two/),
        },
      ],
    });

  const revenue = (months: string) =>
    send('upsert_company', `{"revenue_last_6_months":[${months}]}`);
  expect((await revenue('1500, 0, 0.5, "2.00", 0.00, 10.10')).json()).toEqual([
    '1500.00',
    '0.00',
    '0.50',
    '2.00',
    '0.00',
    '10.10',
  ]);
  for (const month of ['-1', '1e1', '"1500"', '0.001'])
    expect((await revenue(`${month},0,0,0,0,0`)).statusCode).toBe(422);
  await app.close();
});

const asleep = () => new Promise<never>(() => {});

test('a request without an answer in time ends with 503 that says when to try again, and of a write that its outcome is unknown', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const patience = { waitMs: 1_000, answerMs: 100 };
  const app = await buildHttp({ log, trustProxy: false, https: false, patience });
  const late = Promise.withResolvers<string>();
  const schema = { hide: true };
  app.get('/api/late', { schema }, () => late.promise);
  app.post('/api/late', { schema }, asleep);
  app.get('/api/stream', { schema }, async (_request, reply) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* parts() {
      yield 'begun, ';
      await promise;
      yield 'ended';
    }
    // The other requests were given up after this answer had begun.
    void Promise.all([read, write]).then(() => resolve());
    return reply.send(Readable.from(parts()));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const read = fetch(`${url}/api/late`);
  const write = fetch(`${url}/api/late`, { method: 'POST', body: null });
  const stream = fetch(`${url}/api/stream`);
  for (const [asked, code] of [
    [read, 'unavailable'],
    [write, 'outcome_unknown'],
  ] as const) {
    const { status, headers } = await asked;
    expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    expect(await (await asked).json()).toMatchObject({ code });
  }
  expect(await (await stream).text()).toBe('begun, ended');
  late.resolve('too late');
  expect((await fetch(`${url}/api/openapi.json`)).status).toBe(200);
  expect(lines).toEqual([]);
  await app.close();
});

test("a list's file that cannot be read to its end ends as a broken transfer, not as a shorter file", async () => {
  const log = pino({ level: 'silent' });
  const app = await buildHttp({ log, trustProxy: false, https: false });
  const rest = Promise.withResolvers<string>();
  const file = rowsFile<{ n: number }>('numbers', [
    { name: { en: 'Number', ar: 'الرقم' }, cell: ({ n }) => n },
  ]);
  app.get('/api/numbers', { schema: { hide: true } }, (request, reply) =>
    listOrCsv(
      { query: { format: 'csv' }, request, reply, now: new Date() },
      async (after) =>
        after === null ? JSON.stringify({ items: [{ n: 1 }], next_cursor: 'more' }) : rest.promise,
      file,
    ),
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${url}/api/numbers`);
  expect(response.status).toBe(200);
  rest.reject(new AppError('unavailable'));
  await expect(response.text()).rejects.toThrow('terminated');
  await app.close();
});

test('calls beyond what is answered in time are refused at once, pages are not, and those that wait are answered', async () => {
  const shed = { requests: 0 };
  // 40 may wait.
  const patience = { waitMs: 100, answerMs: 60_000 };
  const log = pino({ level: 'silent' });
  const app = await buildHttp({ log, trustProxy: false, https: false, patience, shed });
  const answered = Promise.withResolvers<string>();
  let begun = 0;
  const allBegun = Promise.withResolvers<void>();
  app.get('/api/slow', { schema: { hide: true } }, () => {
    begun += 1;
    if (begun === 40) allBegun.resolve();
    return answered.promise;
  });
  app.get('/page', { schema: { hide: true } }, async () => 'a page');
  const waiting = Array.from({ length: 40 }, () => app.inject('/api/slow'));
  await allBegun.promise;
  const refused = await app.inject('/api/slow');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
  expect(refused.json()).toMatchObject({ code: 'unavailable' });
  expect((await app.inject('/page')).statusCode).toBe(200);
  // Sign-ins wait for other things.
  expect((await app.inject('/auth/v1/health')).statusCode).toBe(404);
  answered.resolve('answer');
  for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(200);
  expect((await app.inject('/api/slow')).statusCode).toBe(200);
  expect(shed.requests).toBe(1);
  await app.close();
});

test('a burst of calls may wait, a queue that stands may not, and as many may wait as are answered in time', () => {
  let now = 0;
  const limit = createCallLimit(250, () => now);
  const fill = () => {
    let taken = 0;
    while (limit.begin()) taken += 1;
    return taken;
  };
  expect(fill()).toBe(100);
  now += 1_000;
  // Nobody was answered for a second: 20 at most until they are.
  for (let n = 0; n < 80; n += 1) limit.end(false);
  expect(fill()).toBe(0);
  limit.end(false);
  expect(fill()).toBe(81);
  // 2,000 answers a second: 500 are answered in a quarter of one.
  for (let n = 0; n < 2_000; n += 1) {
    now += 0.5;
    limit.end(true);
    expect(limit.begin()).toBe(true);
  }
  expect(fill()).toBeGreaterThan(350);
  // Forgotten after a second.
  now += 5_000;
  expect(fill()).toBe(0);
});

test('a server that stops still answers until its proxy knows, then refuses with 503 that says when to try again', async () => {
  const log = pino({ level: 'silent' });
  const app = await buildHttp({ log, trustProxy: false, https: false });
  const drained = Promise.withResolvers<void>();
  const streamsEnded = Promise.withResolvers<void>();
  const drains = Promise.withResolvers<void>();
  const ends = Promise.withResolvers<void>();
  endConnectionsOnClose(app, {
    drain: () => (drains.resolve(), drained.promise),
    limitMs: 60_000,
    endStreams: () => (ends.resolve(), streamsEnded.promise),
  });
  app.get('/readyz', { schema: { hide: true } }, () => ({ status: 'ready' }));
  app.get('/api/quick', { schema: { hide: true } }, () => ({}));
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async (path: string) => {
    const { status, headers } = await fetch(`${url}${path}`);
    return [status, headers.get('retry-after'), headers.get('connection')];
  };
  expect(await ask('/readyz')).toEqual([200, null, 'keep-alive']);
  const closed = app.close();
  await drains.promise;
  expect(await ask('/readyz')).toEqual([503, '1', 'close']);
  expect(await ask('/api/quick')).toEqual([200, null, 'close']);
  drained.resolve();
  await ends.promise;
  expect(await ask('/api/quick')).toEqual([503, '1', 'close']);
  streamsEnded.resolve();
  await closed;
});
