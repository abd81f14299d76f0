import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { finished, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { operations } from '#api/operations.ts';
import { buildHttp } from './http.ts';
import { operationRoutes } from './operations.ts';

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

test('every response forbids frames of other sites and guessing of its content type', async () => {
  const app = await buildHttp({ log: pino({ level: 'silent' }), trustProxy: false, https: true });
  app.get('/api/plain', { schema: { hide: true } }, () => ({}));
  for (const url of ['/api/plain', '/api/missing']) {
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
