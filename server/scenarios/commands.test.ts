/** @module-tag proof/reliability */
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ClientConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import { connectionToUrl } from '#server/platform/database/pools.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { depositOf } from '../testing/payments.ts';
import {
  addAgency,
  addCompany,
  addStaff,
  addUser,
  asOwner,
  type Person,
} from '../testing/people.ts';
import { testSecretKey } from '../testing/secrets.ts';
import { plainEnvironment, sourceOf } from '../testing/server-process.ts';

/** The commands beside the server, as an operator runs them: what they print and what they end with. */

let database: TestDatabase;
let company: Person;
let agency: Person;
const now = new Date('2026-03-02T06:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  company = await addCompany(database, { now });
  agency = await addAgency(database, { now });
});
afterAll(() => database.drop());

/** A process of its own on the test's database. */
const run = (command: string, ...args: string[]) => runOn(database.owner, command, ...args);

async function runOn(owner: ClientConfig, command: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(repositoryRoot, sourceOf(command)), ...args], {
    env: {
      ...plainEnvironment,
      DATABASE_URL: connectionToUrl(owner),
      DATABASE_MAY_LOSE_WRITES: 'true',
      SECRET_KEY: testSecretKey.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number];
  return { code, out, err };
}

/** Nothing was opened: the command line is read first. */
const refused = (err: string) => ({ code: 2, out: '', err: `${err}\n` });
const said = (out: string, code = 0) => ({ code, out: `${out}\n`, err: '' });

test('a command whose DATABASE_URL is wrong says what to correct', async () => {
  const nowhere = { ...database.owner, database: 'nowhere' };
  for (const [command, ...args] of [['staff', 'add', 'maha@hamla.example'], ['demo']] as const) {
    const { code, out, err } = await runOn(nowhere, command, ...args);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^DATABASE_URL: the PostgreSQL at .+ has no database "nowhere": make it, or correct the name\.\n$/,
    );
  }
}, 90_000);

test('verify-ledger prints every figure and exits with 0; with a difference of a halala it names the place and exits with 1', async () => {
  const staff = await addStaff(database, now);
  const idempotency = { key: randomUUID(), request_hash: randomBytes(32) };
  const day = '2026-03-02';
  const by = { caller: staff, now, idempotency };
  await callIdempotent(database.pools.staff, 'record_payment', by, depositOf('500.00', day));
  const lines = (out: string) => out.trimEnd().split('\n');
  const equal = await run('verify-ledger');
  expect([equal.code, equal.err]).toEqual([0, '']);
  const figures = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ figure: string }>(
      'select figure from api.verify_ledger()',
    );
    return rows.map(({ figure }) => figure);
  });
  expect(figures.length).toBeGreaterThan(5);
  expect(lines(equal.out).map((line) => line.split('  ')[0]!.trim())).toEqual(figures);
  expect(lines(equal.out).every((line) => line.endsWith('  equal'))).toBe(true);
  expect(equal.out).toMatch(/unidentified.* 500\.00 .* 500\.00 /);

  const owner = (sql: string, values: unknown[] = []) =>
    asOwner(database, (client) => client.query(sql, values));
  await owner(
    `insert into payments (company_id, amount_sar, value_date, recorded_by, recorded_at)
     values ($1, 0.01, $2, $3, $4)`,
    [company.id, day, staff.user_id, now],
  );
  const differing = await run('verify-ledger');
  await owner('delete from payments where amount_sar = 0.01');
  expect([differing.code, differing.err]).toEqual([1, '']);
  expect(lines(differing.out)).toHaveLength(figures.length);
  expect(differing.out).toMatch(/ 0\.01  1 differ$/m);
}, 90_000);

/** A ticket with one installment due on 1 March. Arranged, not reached. */
async function arrange(status: string): Promise<void> {
  await asOwner(database, (client) =>
    client.query(
      `with ticket as (
         insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at)
         values ($1, $2, $3, 100, 'OneMonth', $4, '2026-02-01', '2026-02-01', '2026-02-01') returning id)
       insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, is_owed)
       select id, $1, 1, '2026-03-01', 100, $3 = 'Active' from ticket`,
      [company.id, agency.id, status, randomUUID()],
    ),
  );
}

test('close-day previews a day, closes it, and finds nothing when it is closed again', async () => {
  for (const status of ['Active', 'Active', 'Approved', 'PendingAgencyApproval'])
    await arrange(status);
  const found = '2 installments overdue, 1 tickets expired, reminders of 0 installments queued';
  const none = '0 installments overdue, 0 tickets expired, reminders of 0 installments queued';
  const day = '2026-03-01';
  expect(await run('close-day', '--date', day, '--dry-run')).toEqual(
    said(`${day} would be closed: ${found}`),
  );
  expect(await run('close-day', '--date', day)).toEqual(said(`${day} is closed: ${found}`));
  expect(await run('close-day', `--date=${day}`)).toEqual(said(`${day} is closed: ${none}`));
  // Without a day it is yesterday's.
  const { code, out } = await run('close-day');
  expect([code, out]).toEqual([0, expect.stringMatching(/^\d{4}-\d{2}-\d{2} is closed: 0 /)]);
}, 90_000);

test('close-day refuses an invalid day, a day that is not over, and unknown arguments', async () => {
  const [none, future, unknown, closed] = await Promise.all([
    run('close-day', '--date', '2026-02-30'),
    run('close-day', '--date', '2999-01-01'),
    run('close-day', '--day', '2026-03-01'),
    run('close-day', '--date', '2999-01-01', '--dry-run'),
  ]);
  expect(none).toEqual(refused('--date 2026-02-30 is not a day such as 2026-03-01.'));
  expect(future).toEqual(
    refused('--date 2999-01-01 is not over yet in Riyadh. Until it is, only --dry-run tries it.'),
  );
  expect(unknown).toMatchObject({ code: 2, out: '', err: expect.stringContaining("'--day'") });
  expect(closed).toMatchObject({ code: 0, out: expect.stringContaining('would be closed') });
}, 90_000);

test('the staff command adds and suspends staff, and says why it refuses', async () => {
  const proven = 'maha@hamla.example';
  expect(await run('staff', 'add', ' Maha@Hamla.example', '--name', 'Maha Al-Otaibi')).toEqual(
    said(
      `${proven} is staff now. A new account has no password yet: choose one by the link of "Forgot password".`,
    ),
  );
  expect(await run('staff', 'add', proven)).toEqual(said(`${proven} is staff already.`));
  expect(await run('staff', 'suspend', proven)).toEqual(
    said(`${proven} is no staff any more; open sessions have ended.`),
  );
  const names = await asOwner(database, (client) =>
    client.query(
      `select s.name from staff s join auth.users u on u.id = s.user_id where u.email = $1`,
      [proven],
    ),
  );
  expect(names.rows).toEqual([{ name: 'Maha Al-Otaibi' }]);

  // Somebody has signed up with the address, and nobody knows whether its mail is theirs.
  const stranger = await addUser(database, now);
  const { rows } = await asOwner(database, (client) =>
    client.query('select id, email from auth.users where id = any ($1)', [
      [stranger.user_id, company.user_id],
    ]),
  );
  const emailOf = (id: string) => rows.find((row) => row.id === id)!.email as string;
  const [unproven, role, suspended, usage] = await Promise.all([
    run('staff', 'add', emailOf(stranger.user_id)),
    run('staff', 'add', emailOf(company.user_id), '--unproven'),
    run('staff', 'suspend', 'nobody@hamla.example'),
    run('staff', 'remove', proven),
  ]);
  // An option whose dashes were forgotten is nobody's name.
  expect(await run('staff', 'add', emailOf(stranger.user_id), 'unproven')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining("Unexpected argument 'unproven'."),
  });
  expect(unproven).toMatchObject({
    code: 1,
    out: expect.stringMatching(/never been proven.*--unproven/),
  });
  expect(role).toEqual(
    said(
      `${emailOf(company.user_id)} is a company or an agency, and so cannot be staff: use another address.`,
      1,
    ),
  );
  expect(suspended).toEqual(said('nobody@hamla.example is not staff.', 1));
  expect(usage).toEqual(
    refused(
      'Usage: npm run staff -- list\n       npm run staff -- add EMAIL [--name NAME] [--unproven]\n       npm run staff -- suspend EMAIL\n       npm run staff -- reset-factor EMAIL',
    ),
  );
  expect(await run('staff', 'add', '--unproven', emailOf(stranger.user_id))).toMatchObject({
    code: 0,
    out: expect.stringContaining('is staff now.'),
  });
}, 90_000);

test('staff list names everybody who is or was staff, with factor and last sign-in, and no secret', async () => {
  const member = await addStaff(database, now);
  await asOwner(database, (client) =>
    client.query(
      `with person as (
         update auth.users set email = 'aaa@hamla.example', last_sign_in_at = '2026-03-01T08:30:00Z' where id = $1),
       name as (update staff set name = 'Maha', suspended_at = '2026-03-02' where user_id = $1)
       insert into auth.factors (user_id, friendly_name, secret_sealed, status, created_at, updated_at)
       values ($1, 'Phone', '', 'verified', '2026-03-01', '2026-03-01')`,
      [member.user_id],
    ),
  );
  const { code, out, err } = await run('staff', 'list');
  expect([code, err]).toEqual([0, '']);
  const columns = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(columns.find(([email]) => email === 'aaa@hamla.example')).toEqual([
    'aaa@hamla.example',
    'Maha',
    'suspended',
    'second factor',
    'signed in 2026-03-01 08:30 UTC',
  ]);
  const members = await asOwner(database, (client) => client.query('select from staff'));
  expect(columns).toHaveLength(members.rowCount!);
  expect(await run('staff', 'list', 'aaa@hamla.example')).toMatchObject({ code: 2, out: '' });
}, 90_000);

test('staff add --unproven first ends the password, the sessions, the factors and the links of the account', async () => {
  const stranger = await addUser(database, now);
  const [{ email }] = await asOwner(database, async (client) => {
    await client.query(
      `insert into auth.factors (user_id, friendly_name, secret_sealed, status, created_at, updated_at)
       values ($1, 'Phone', '', 'verified', '2026-03-01', '2026-03-01')`,
      [stranger.user_id],
    );
    await client.query(
      `insert into auth.recovery_codes (user_id, code_hash, created_at) values ($1, sha256('a code'), '2026-03-01')`,
      [stranger.user_id],
    );
    const { rows } = await client.query(
      `update auth.users set password_hash = 'chosen by a stranger', last_sign_in_at = '2026-03-01'
        where id = $1 returning email`,
      [stranger.user_id],
    );
    return rows;
  });
  const state = () =>
    asOwner(database, async (client) => {
      const { rows } = await client.query(
        `select u.password_hash, u.owner_proven_at is not null as is_proven,
                (select count(*)::int from auth.factors f where f.user_id = u.id) as factors,
                (select count(*)::int from auth.recovery_codes c where c.user_id = u.id) as codes,
                (select count(*)::int from auth.sessions s where s.user_id = u.id and s.revoked_at is null) as sessions,
                exists (select from staff s where s.user_id = u.id and s.suspended_at is null) as is_staff
           from auth.users u where u.id = $1`,
        [stranger.user_id],
      );
      return rows[0];
    });
  const used = {
    password_hash: 'chosen by a stranger',
    is_proven: false,
    factors: 1,
    codes: 1,
    sessions: 1,
    is_staff: false,
  };
  expect(await state()).toEqual(used);
  expect(await run('staff', 'add', email)).toMatchObject({ code: 1 });
  expect(await state()).toEqual(used);
  expect(await run('staff', 'add', email, '--unproven')).toMatchObject({ code: 0 });
  // The address is proven by the recovery link by which its owner chooses a password.
  expect(await state()).toEqual({
    password_hash: null,
    is_proven: false,
    factors: 0,
    codes: 0,
    sessions: 0,
    is_staff: true,
  });
}, 90_000);

test('staff reset-factor removes the factor and ends the sessions of a member of staff alone, and mails that person', async () => {
  const member = await addStaff(database, now);
  const rowsOf = (sql: string) =>
    asOwner(database, async (client) => (await client.query(sql, [member.user_id])).rows);
  const [{ email }] = await rowsOf(
    `with factor as (insert into auth.factors (user_id, friendly_name, secret_sealed, status, created_at, updated_at)
       values ($1, 'Phone', '', 'verified', '2026-03-01', '2026-03-01')),
     code as (insert into auth.recovery_codes (user_id, code_hash, created_at) values ($1, sha256('code'), '2026-03-01'))
     select email from auth.users where id = $1`,
  );
  const state = () =>
    rowsOf(
      `select (select count(*)::int from auth.factors where user_id = $1) as factors,
              (select count(*)::int from auth.recovery_codes where user_id = $1) as codes,
              (select count(*)::int from auth.sessions where user_id = $1 and revoked_at is null) as sessions,
              (select string_agg(kind, ',') from auth.notices where user_id = $1) as notices`,
    );
  const untouched = [{ factors: 1, codes: 1, sessions: 1, notices: null }];
  expect(await run('staff', 'reset-factor', email, 'now')).toMatchObject({ code: 2, out: '' });
  expect(await run('staff', 'reset-factor', email, '--force')).toMatchObject({ code: 2, out: '' });
  expect(await run('staff', 'reset-factor', 'nobody@hamla.example')).toEqual(
    said('nobody@hamla.example is not staff.', 1),
  );
  expect(await state()).toEqual(untouched);
  expect(await run('staff', 'reset-factor', email)).toEqual(
    said(
      `${email} has no second factor and no recovery codes any more; all sessions have ended, and the mailbox is told. The next sign-in asks for a new factor.`,
    ),
  );
  expect(await state()).toEqual([{ factors: 0, codes: 0, sessions: 0, notices: 'factor_removed' }]);
  expect(await run('staff', 'reset-factor', email)).toEqual(
    said(`${email} has no second factor.`, 1),
  );
}, 90_000);
