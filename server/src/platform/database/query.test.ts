import { Client, Pool } from 'pg';
import { afterAll, expect, test } from 'vitest';

import { createTestDatabase } from '../../../testing/database.ts';
import { openDatabaseProxy } from '../../../testing/database-proxy.ts';
import { AppError } from '../app-error.ts';
import { callJson } from './query.ts';
import { columnTypes, connectionOf, openPools } from './pools.ts';

const callRow = async (...call: Parameters<typeof callJson>) => JSON.parse(await callJson(...call));

const database = await createTestDatabase();
await asOwner(`
  create function api.echo(p_text text, p_number int) returns json language sql
    as $$ select json_build_object('text', p_text, 'number', p_number) $$;
  create function api.echo_all(p_at timestamptz, p_is boolean, p_texts text[], p_hashes bytea[], p_bytes bytea, p_days date[],
    p_any jsonb) returns json language sql as $$
    select json_build_object('at', extract(epoch from p_at) * 1000, 'is', p_is, 'texts', p_texts, 'hashes',
      (select json_agg(encode(h, 'hex')) from unnest(p_hashes) h), 'bytes', encode(p_bytes, 'hex'), 'days', p_days, 'any', p_any) $$;
  create function api.nothing() returns json language sql as $$ select null::json $$;
  create function api.refuse_with(p_detail text) returns json language plpgsql as $$
    begin
      raise exception using errcode = 'HM000', message = 'not_enough_available_budget', detail = p_detail;
    end $$;
  create function api.refuse_unknown() returns json language plpgsql as $$
    begin raise exception using errcode = 'HM000', message = 'no_such_code'; end $$;
  create function api.divide(p_by int) returns json language sql as $$ select to_json(1 / p_by) $$;
  create function api.fail_as(p_errcode text) returns json language plpgsql as $$
    begin raise exception using errcode = p_errcode, message = 'as asked'; end $$;
  create sequence failures;
  grant usage, select on sequence failures to hamla_app;
  create function api.fail_counted() returns json language plpgsql as $$
    begin
      perform nextval('failures');
      raise exception using errcode = '08006', message = 'the connection failed, perhaps after the commit';
    end $$;
  create function api.failures_counted() returns json language sql as $$ select to_json(last_value) from failures $$;
  create function api.connection() returns json language sql as $$ select to_json(pg_backend_pid()) $$;
  create table writes (name text);
  create function api.write_down(p_name text) returns json language sql security definer
    as $$ insert into writes values (p_name) returning to_json(p_name) $$;
  create function api.end_own_connection() returns json language sql security definer
    as $$ select to_json(pg_terminate_backend(pg_backend_pid())) $$;
  create sequence attempts;
  grant usage on sequence attempts to hamla_app;
  create function api.deadlocked_until(p_attempt int) returns json language plpgsql as $$
    declare n int := nextval('attempts');
    begin
      if n < p_attempt then raise exception using errcode = '40P01', message = 'deadlock'; end if;
      return to_json(n);
    end $$;
`);
afterAll(() => database.drop());

test('a SQL function is called with its arguments in order, and its JSON is returned unchanged', async () => {
  const { app } = database.pools;
  expect(await callJson(app, 'echo', ['حملة', 7])).toBe('{"text" : "حملة", "number" : 7}');
  expect(await callRow(app, 'echo', [null, 1])).toEqual({ text: null, number: 1 });
  expect(await callJson(app, 'nothing', [])).toBe('null');
});

test('times, arrays, bytes and objects arrive as their SQL types', async () => {
  const at = new Date('2026-02-28T21:00:00.123Z');
  const texts = ['a "word"', 'back\\slash', 'a, b', '', 'null', '{}', null, 'حملة'];
  const hashes = [Buffer.from([0, 255, 34, 92]), Buffer.from('')];
  const args = [at, true, texts, hashes, hashes[0], ['2026-03-01', null], { a: [1, 'ب'] }];
  expect(await callRow(database.pools.app, 'echo_all', args)).toEqual({
    at: at.getTime(),
    is: true,
    texts,
    hashes: ['00ff225c', ''],
    bytes: '00ff225c',
    days: ['2026-03-01', null],
    any: { a: [1, 'ب'] },
  });
  const none = [null, undefined, [], [], null, [], null];
  expect(await callRow(database.pools.app, 'echo_all', none)).toMatchObject({
    at: null,
    is: null,
    texts: [],
    hashes: null,
  });
});

test("an argument that looks like SQL stays text, and a function's name that is none is rejected", async () => {
  const { app } = database.pools;
  const hostile = `'); drop table users; --`;
  expect(await callRow(app, 'echo', [hostile, 1])).toEqual({ text: hostile, number: 1 });
  await expect(callJson(app, `echo('a', 1); drop table users; --`, [])).rejects.toThrow(TypeError);
});

test('a refusal raised in SQL keeps its code, message and fields', async () => {
  const fields = [{ field: 'amount_sar', message: 'too much' }];
  const detail = JSON.stringify({ words: 'Not today', fields });
  const refusal = await callJson(database.pools.app, 'refuse_with', [detail]).catch(
    (error) => error,
  );
  expect(refusal).toBeInstanceOf(AppError);
  expect(refusal).toMatchObject({
    code: 'not_enough_available_budget',
    words: 'Not today',
    fields,
  });
});

test('a refusal raised in SQL without detail has only its code', async () => {
  await expect(callJson(database.pools.app, 'refuse_with', [''])).rejects.toMatchObject({
    code: 'not_enough_available_budget',
    words: undefined,
    fields: [],
  });
});

test('an error of the code is not reported as a refusal', async () => {
  const { app } = database.pools;
  await expect(callJson(app, 'divide', [0])).rejects.toMatchObject({ code: '22012' });
  await expect(callJson(app, 'refuse_unknown', [])).rejects.toMatchObject({ code: 'HM000' });
});

test.each(['53100', '53300', '55P03', '57014', '25006'])(
  'a database that cannot serve (%s) is reported as unavailable',
  async (errcode) => {
    await expect(callJson(database.pools.app, 'fail_as', [errcode])).rejects.toMatchObject({
      name: 'AppError',
      code: 'unavailable',
    });
  },
);

test('a transaction rolled back by a conflict is tried again, at most three times', async () => {
  expect(await callJson(database.pools.app, 'deadlocked_until', [4])).toBe('4');
  await asOwner('alter sequence attempts restart');
  await expect(callJson(database.pools.app, 'deadlocked_until', [99])).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await oneRow(`select last_value from attempts`)).toEqual({ last_value: 4 });
});

test('a refusal keeps the connection, an error of the code closes it', async () => {
  const { app } = database.pools;
  const connection = () => callJson(app, 'connection', []);
  const first = await connection();
  await expect(callJson(app, 'refuse_with', [''])).rejects.toThrow(AppError);
  expect(await connection()).toBe(first);
  await expect(callJson(app, 'divide', [0])).rejects.toMatchObject({ code: '22012' });
  expect(await connection()).not.toBe(first);
});

test('a database that cannot be reached is reported as unavailable', async () => {
  const away = openPools({ ...database, owner: { ...database.owner, host: '/nowhere' } });
  await expect(callJson(away.app, 'nothing', [])).rejects.toMatchObject({ code: 'unavailable' });
  await away.close();
});

test('when the connection is lost after the commit, the outcome is unknown and the call is not repeated', async () => {
  const proxy = await openDatabaseProxy(database.owner);
  const { app, ...pools } = openPools({ ...database, owner: proxy.owner, connections: 1 });
  const lost = proxy.loseResponseTo('write_down', 'cut');
  const called = callJson(app, 'write_down', ['cut']).catch((error: unknown) => error);
  await lost;
  expect(await called).toMatchObject({ name: 'AppError', code: 'outcome_unknown' });
  expect(await oneRow(`select count(*) from writes where name = 'cut'`)).toEqual({ count: 1 });
  // The next call uses another connection.
  expect(await callJson(app, 'write_down', ['next'])).toBe('"next"');
  await pools.close();
  await proxy.close();
});

test('when the result does not arrive within the limit, the outcome is unknown', async () => {
  const proxy = await openDatabaseProxy(database.owner);
  const pool = new Pool({
    ...connectionOf('hamla_app', proxy.owner, database.secrets),
    query_timeout: 50,
  });
  const lost = proxy.loseResponseTo('write_down', 'withheld');
  const called = callJson(pool, 'write_down', ['withheld']).catch((error: unknown) => error);
  await lost;
  expect(await called).toMatchObject({ name: 'AppError', code: 'outcome_unknown' });
  expect(await oneRow(`select count(*) from writes where name = 'withheld'`)).toEqual({ count: 1 });
  await pool.end();
  await proxy.close();
});

test('when the database ends the connection during a call, the outcome is unknown', async () => {
  const ended = callJson(database.pools.app, 'end_own_connection', []);
  await expect(ended).rejects.toMatchObject({
    name: 'AppError',
    code: 'outcome_unknown',
    cause: { code: '57P01' },
  });
});

test('requests use at most the configured connections, and further ones wait', async () => {
  const few = openPools({ ...database, connections: 2 });
  const used = await Promise.all([1, 2, 3, 4, 5].map(() => callJson(few.app, 'connection', [])));
  expect(new Set(used).size).toBe(2);
  await few.close();
});

test('through a pooler requests prepare nothing and set no limit of time, and jobs go past it', async () => {
  const pooled = openPools({ ...database, pooler: database.owner });
  for (const pool of [pooled.app, pooled.accounts, pooled.staff, pooled.jobs]) {
    const client = await pool.connect();
    await client.query({ name: 'one', text: 'select 1' });
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as timeout, (select count(*) from pg_prepared_statements) as prepared`,
    );
    client.release();
    const isPast = pool === pooled.jobs;
    expect(rows).toEqual([{ timeout: isPast ? '1min' : '0', prepared: isPast ? 1 : 0 }]);
  }
  await pooled.close();
});

test('an idle connection that the database ends is replaced without an error', async () => {
  const { app } = database.pools;
  await callJson(app, 'nothing', []);
  const gone = app.totalCount;
  expect(gone).toBeGreaterThan(0);
  await asOwner(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where usename = 'hamla_app' and datname = current_database()`);
  await expect.poll(() => app.totalCount).toBe(0);
  expect(await callJson(app, 'nothing', [])).toBe('null');
});

test('money and dates arrive as text, times as ISO strings, counts as numbers', async () => {
  const row = await oneRow(`
    select 1500.10::numeric(14, 2) as money, array[0.10, 2.30]::numeric(14, 2)[] as moneys,
      '2026-02-28'::date as day, array['2026-02-28'::date] as days,
      '2026-02-28 23:59:59.5+03'::timestamptz as instant, count(*) as count from pg_class where false`);
  expect(row).toEqual({
    money: '1500.10',
    moneys: ['0.10', '2.30'],
    day: '2026-02-28',
    days: ['2026-02-28'],
    instant: '2026-02-28T20:59:59.500Z',
    count: 0,
  });
  await expect(oneRow('select 9007199254740993::int8 as n')).rejects.toThrow(RangeError);
});

async function oneRow(text: string): Promise<unknown> {
  const client = new Client({ ...database.owner, types: columnTypes });
  await client.connect();
  try {
    return (await client.query(text)).rows[0];
  } finally {
    await client.end();
  }
}

async function asOwner(text: string): Promise<void> {
  const client = new Client(database.owner);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

test('a failed call that may have been committed is not repeated', async () => {
  const { app } = database.pools;
  await expect(callJson(app, 'fail_counted', [])).rejects.toMatchObject({
    code: 'outcome_unknown',
  });
  expect(await callRow(app, 'failures_counted', [])).toBe(1);
});
