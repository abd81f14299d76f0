import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { connectionOf } from '../database/pools.ts';
import { MAX_STREAMS_PER_ACCOUNT, openEventHub } from './event-hub.ts';

const database = await createTestDatabase();
const connection = connectionOf('hamla_app', database.owner, database.secrets);
const hub = await openEventHub(connection, pino({ level: 'silent' }));
const owner = new Client(database.owner);
await owner.connect();
afterAll(async () => {
  await owner.end();
  await hub.close();
  await database.drop();
});

test('a company and an agency each get their own events, and none of other parties or of no party', async () => {
  const [company, agency] = [randomUUID(), randomUUID()];
  const heard: [string, string | null][] = [];
  const listenAs = (name: string, company_id: string | null, agency_id: string | null) =>
    hub.listen({
      user_id: randomUUID(),
      session_id: randomUUID(),
      company_id,
      agency_id,
      onChange: (operation) => void heard.push([name, operation]),
      onEnd: () => {},
      onReplaced: () => {},
    });
  const stops = [
    listenAs('company', company, null),
    listenAs('agency', null, agency),
    listenAs('nobody', null, null),
  ];
  const announced = Promise.withResolvers<void>();
  hub.watch(() => {
    if (heard.some(([, operation]) => operation === 'last')) announced.resolve();
  });
  const announce = (operation: string, company_id: string | null, agency_id: string | null) =>
    owner.query('select pg_notify($1, $2)', [
      'hamla_events',
      JSON.stringify({ operation, company_id, agency_id }),
    ]);
  await announce('of others', randomUUID(), randomUUID());
  await announce('of nobody', null, null);
  await announce('of the company', company, null);
  await announce('of both', company, agency);
  await announce('last', null, agency);
  await announced.promise;
  expect(heard).toEqual([
    ['company', 'of the company'],
    ['company', 'of both'],
    ['agency', 'of both'],
    ['agency', 'last'],
  ]);
  for (const stop of stops) stop();
});

test("an account has at most 24 streams over all its sessions: a further one ends its oldest and no other account's", () => {
  const dropped: string[] = [];
  const listenAs = (name: string, user_id: string, session_id: string) =>
    hub.listen({
      user_id,
      session_id,
      company_id: null,
      agency_id: null,
      onChange: () => {},
      onEnd: () => {},
      onReplaced: () => void dropped.push(name),
    });
  const [account, other] = [randomUUID(), randomUUID()];
  const stops = [listenAs('of another', other, randomUUID())];
  for (let n = 0; n < MAX_STREAMS_PER_ACCOUNT; n += 1)
    stops.push(listenAs(`stream ${n}`, account, randomUUID()));
  expect(stops).toHaveLength(25);
  expect(dropped).toEqual([]);
  stops.push(listenAs('one more', account, randomUUID()));
  stops.push(listenAs('of another', other, randomUUID()));
  expect(dropped).toEqual(['stream 0']);
  // A stream that has stopped frees its place.
  stops[5]!();
  stops.push(listenAs('in its place', account, randomUUID()));
  expect(dropped).toEqual(['stream 0']);
  stops.push(listenAs('one too many', account, randomUUID()));
  expect(dropped).toEqual(['stream 0', 'stream 1']);
  for (const stop of stops) stop();
});

test('events written to the history are announced, except those of installments', async () => {
  const company_id = randomUUID();
  const heard: (string | null)[] = [];
  const announced = Promise.withResolvers<void>();
  const stop = hub.listen({
    user_id: randomUUID(),
    session_id: randomUUID(),
    company_id,
    agency_id: null,
    onChange: (operation) => {
      heard.push(operation);
      if (operation === 'refund_credit') announced.resolve();
    },
    onEnd: () => {},
    onReplaced: () => {},
  });
  for (const [operation, subject] of [
    ['review_ticket', 'ticket'],
    ['pay_installment', 'installment'],
    ['refund_credit', 'payment'],
  ])
    await owner.query(
      `insert into events (occurred_at, operation, subject, subject_id, company_id)
       values ('2026-05-04', $1, $2, uuidv7(), $3)`,
      [operation, subject, company_id],
    );
  await announced.promise;
  expect(heard).toEqual(['review_ticket', 'refund_credit']);
  stop();
});
