import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { Client, Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { listen, type EventStream } from '#server/product-client/product-client.ts';
import { addCompany, asOwner, type Person } from '../testing/people.ts';
import { startProduct } from '../testing/product.ts';
import { buildHttp } from '#server/platform/http/http.ts';
import { operationRoutes } from '#server/platform/http/operations.ts';
import { connectionOf } from '#server/platform/database/pools.ts';
import {
  MAX_STREAMS_PER_SESSION,
  openEventHub,
  type EventHub,
  type Listener,
} from '#server/platform/events/event-hub.ts';
import { registerEvents } from '#server/platform/events/events.http.ts';

const start = '2026-03-10T06:00:00Z';
const log = pino({ level: 'silent' });

const product = await startProduct(start);
afterAll(() => product.close());

test('an event at the moment a session ends ends the stream without an error', async () => {
  const company = await product.signUp('company');
  const { id } = await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  const stream = await company.listen();
  const hint = JSON.stringify({ operation: 'upsert_company', company_id: id, agency_id: null });
  await product.rows(
    `select pg_notify('hamla_sessions', id::text), pg_notify('hamla_events', $2)
     from auth.sessions where user_id = $1`,
    [company.user_id, hint],
  );
  // Before it may come the hint of the new profile.
  let last = await stream.next();
  while (last?.event === 'change') last = await stream.next();
  expect(last).toMatchObject({ event: 'end' });
  expect(await stream.next()).toBeNull();
  expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
});

test('a client that leaves before its stream is open is removed', async () => {
  const person = await addCompany(product.database, { now: new Date(start) });
  const served = await serveEvents(person);
  // Holds the opening up in the database.
  const holder = new Client(product.database.owner);
  await holder.connect();
  await holder.query('begin; lock table auth.sessions in access exclusive mode');
  const abort = new AbortController();
  const seen = once(served.app.server, 'request');
  const left = fetch(`${served.url}/api/events`, {
    headers: { authorization: 'Bearer token' },
    signal: abort.signal,
  });
  const gone = seen.then(([, response]) => once(response, 'close'));
  await seen;
  await expect.poll(() => waitingFor('open_event_stream')).toBe(1);
  abort.abort();
  await expect(left).rejects.toThrow('aborted');
  await gone;
  await holder.query('commit');
  await holder.end();
  // The pool has one connection: this one is opened after the first was answered.
  const stream = await listen(served.url, 'token');
  expect(served.listeners.size).toBe(1);
  await stream.close();
  await expect.poll(() => served.listeners.size).toBe(0);
  await served.close();
});

test('a closing server ends its streams, and those that are opened meanwhile', async () => {
  const person = await addCompany(product.database, { now: new Date(start) });
  const served = await serveEvents(person);
  const stream = await listen(served.url, 'token');
  await served.close();
  expect(await stream.next()).toMatchObject({ event: 'end' });
  const ended = Promise.withResolvers<void>();
  served.hub.listen(listener({ onEnd: ended.resolve }));
  await ended.promise;
});

test('a database connection that goes silent is replaced, and all streams are told to read again', async () => {
  const proxy = await proxyTo(product.database.owner);
  const times = { reconnect: 10, check: 20, answer: 2_000 };
  const { owner, secrets } = product.database;
  const connection = { ...connectionOf('hamla_app', owner, secrets), ...proxy.address };
  const hub = await openEventHub(connection, log, times);
  const told = Promise.withResolvers<string | null>();
  hub.listen(listener({ onChange: told.resolve }));
  proxy.freeze();
  expect(await told.promise).toBeNull();
  await hub.close();
  proxy.close();
});

test('a session has at most eight streams: one more ends the oldest of that session', async () => {
  const [company, other] = [await product.signUp('company'), await product.signUp('company')];
  await company.call('upsert_company', { body: { name: 'Qassim Dates' } });
  const bystander = await other.listen();
  const streams: EventStream[] = [];
  for (let n = 0; n < MAX_STREAMS_PER_SESSION + 2; n += 1) streams.push(await company.listen());
  const [first, second, ...kept] = streams;
  // The save before may still be on its way to them: they are asked for what nobody does.
  await expect(first!.hears('approve_ticket')).rejects.toThrow('terminated');
  await expect(second!.hears('approve_ticket')).rejects.toThrow('terminated');
  await company.call('upsert_company', { body: { name: 'Qassim Sweets' } });
  expect(kept).toHaveLength(8);
  await Promise.all(kept.map((stream) => stream.hears('upsert_company')));
  await other.call('upsert_company', { body: { name: 'Hail Coffee' } });
  await bystander.hears('upsert_company');
  await Promise.all([...kept, bystander].map((stream) => stream.close()));
});

test('an unreadable notification is ignored, and every stream is still served', async () => {
  const company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: 'Jeddah Pearls' } });
  const stream = await company.listen();
  const hostile = ['', '{', 'null', '7', '[]', '"x"', '{"operation":7}', 'x'.repeat(7_999)];
  hostile.push(
    '{"operation":"approve_ticket"}',
    '{"operation":"a","company_id":{},"agency_id":[]}',
  );
  for (const channel of ['hamla_events', 'hamla_sessions']) {
    for (const payload of hostile)
      await product.rows('select pg_notify($1, $2)', [channel, payload]);
  }
  await company.call('upsert_company', { body: { name: 'Jeddah Corals' } });
  await expect(stream.hears('upsert_company')).resolves.toBeUndefined();
  await stream.close();
});

test('an unreadable notification is logged without its content', async () => {
  const { owner, secrets } = product.database;
  const lines: string[] = [];
  const written = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const hub = await openEventHub(connectionOf('hamla_app', owner, secrets), written);
  await product.rows(`select pg_notify('hamla_events', 'the secret of somebody')`);
  await expect.poll(() => lines.length).toBe(1);
  await hub.close();
  expect(lines[0]).toContain('hamla_events');
  expect(lines[0]).not.toContain('secret');
});

const listener = (does: Partial<Listener>): Listener => ({
  user_id: '',
  session_id: '',
  company_id: null,
  agency_id: null,
  onChange: () => undefined,
  onEnd: () => undefined,
  onReplaced: () => undefined,
  ...does,
});

/** The stream alone, for one person, on one database connection; it says who listens. */
async function serveEvents(person: Person) {
  const { owner, secrets } = product.database;
  const connection = connectionOf('hamla_app', owner, secrets);
  const pool = new Pool({ ...connection, max: 1 });
  pool.on('error', () => {});
  const hub = await openEventHub(connection, log);
  const listeners = new Set<Listener>();
  const watched: EventHub = {
    ...hub,
    listen: (one) => {
      listeners.add(one);
      const stop = hub.listen(one);
      return () => {
        listeners.delete(one);
        stop();
      };
    },
  };
  const app = await buildHttp({ log, trustProxy: false, https: false });
  const route = operationRoutes(app, { clock: product.clock, verifyToken: async () => person });
  registerEvents(route, { pool, hub: watched });
  app.addHook('preClose', () => hub.close());
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await app.close();
    await pool.end();
  };
  return { app, url, hub, listeners, close };
}

const waitingFor = (query: string) =>
  asOwner(product.database, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
      [query],
    );
    return rowCount;
  });

/** Stands before PostgreSQL; frozen, it passes nothing on any more, though later connections work. */
async function proxyTo({ host, port }: { host?: string; port?: number }) {
  const sockets: Socket[] = [];
  const server = createServer((near) => {
    const far = createConnection(`${host}/.s.PGSQL.${port ?? 5432}`);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
    sockets.push(near, far);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    freeze: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
