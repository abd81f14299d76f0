import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '#server/platform/database/pools.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { asOwner } from '../testing/people.ts';

/** What the database promises whatever the server does: read from its own catalogue. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const rowsOf = <T extends object>(sql: string) =>
  asOwner(database, async (client) => (await client.query<T>(sql)).rows);

/** The tables of the migrations' own bookkeeping, which no request may touch: a test below holds that. */
const bookkeeping = [
  'budget_moves',
  'legal_moves',
  'migrations',
  'schema_files',
  'schema_version',
  'secret_key_proof',
];

/** The functions that act with their owner's rights, each for the reason that stands beside it in its SQL file. */
const definers = [
  'agency_remittance_json',
  'apply_account_measure',
  'ask_for_factor_removal',
  'ask_for_iban',
  'assign_role',
  'awaits_cr_number',
  'caller_may_change_role',
  'create_tickets_with_installments',
  'end_caller_session',
  'enqueue',
  'move_ticket',
  'note_lateness',
  'note_lateness_batch',
  'note_stop',
  'open_sessions_json',
  'order_documents',
  'payout_stopped_on',
  'personal_words',
  'post_entry',
  'queue_mails',
  'record_acceptance',
  'record_stop_of_new_payout',
  'settle_factor_removal',
  'standing_dashboards',
  'stop_new_payout',
  'stopped_days',
  'sweep_security_events',
  'tickets_stopped_before',
  'use_quota',
  'withdraw_iban_of',
];

describe('the tables', () => {
  test('every table of people has row-level security, forced', async () => {
    const tables = await rowsOf<{ name: string; on: boolean; forced: boolean }>(
      `select relname as name, relrowsecurity as on, relforcerowsecurity as forced
         from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const open = tables.filter(({ on, forced }) => !on || !forced).map(({ name }) => name);
    expect(open.sort()).toEqual(bookkeeping.sort());
  });

  test('a table without row-level security holds no rows that a login could change', async () => {
    const grants = await rowsOf(
      `select table_name, privilege_type, grantee from information_schema.role_table_grants
        where table_schema = 'public' and table_name in ('migrations', 'schema_files', 'schema_version', 'secret_key_proof', 'legal_moves', 'budget_moves')
          and grantee in ('hamla_app', 'hamla_jobs', 'hamla_accounts', 'hamla_staff', 'PUBLIC')
        order by table_name, grantee`,
    );
    const reads = (table_name: string, login: string) => ({
      table_name,
      privilege_type: 'SELECT',
      grantee: `hamla_${login}`,
    });
    expect(grants).toEqual([
      reads('budget_moves', 'staff'),
      reads('legal_moves', 'app'),
      reads('legal_moves', 'jobs'),
      reads('legal_moves', 'staff'),
    ]);
  });

  test('a policy without a condition stands only for the owner and the jobs and accounts that serve everybody', async () => {
    const policies = await rowsOf<{ name: string; roles: string }>(
      `select tablename || '.' || policyname as name, array_to_string(roles, ',') as roles from pg_policies
        where schemaname = 'public' and (qual = 'true' or with_check = 'true')
          and roles && array['hamla_app', 'public', 'hamla_staff']::name[]`,
    );
    // A number from the environment, which is nobody's.
    expect(policies).toEqual([
      { name: 'lateness_settings.everybody', roles: 'hamla_app,hamla_staff' },
    ]);
  });

  test('no column takes its time from the database', async () => {
    const defaults = await rowsOf(
      `select table_schema, table_name, column_name, column_default from information_schema.columns
        where table_schema in ('public', 'auth') and table_name <> 'migrations'
          and column_default ~* 'now\\(|current_(date|time)|clock_timestamp|transaction_timestamp|localtime'`,
    );
    expect(defaults).toEqual([]);
  });

  test('money is exact: no column is a float', async () => {
    const floats = await rowsOf(
      `select table_name, column_name from information_schema.columns
        where table_schema in ('public', 'auth') and data_type in ('real', 'double precision', 'money')`,
    );
    expect(floats).toEqual([]);
  });

  test('every column that names a row of another table is checked by the database', async () => {
    const unchecked = await rowsOf<{ name: string }>(
      `select c.table_name || '.' || c.column_name as name from information_schema.columns c
        join pg_class r on r.relname = c.table_name and r.relnamespace = 'public'::regnamespace and r.relkind = 'r'
       where c.table_schema = 'public' and c.data_type = 'uuid' and c.column_name ~ '_id$'
         and not exists (
           select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
            where k.contype = 'f' and k.conrelid = r.oid and a.attname = c.column_name)`,
    );
    // History outlives what it is about.
    const history = ['actor_user_id', 'agency_id', 'company_id', 'subject_id'];
    expect(unchecked.map(({ name }) => name).sort()).toEqual([
      // A row of one of several tables, which subject_type names.
      'approval_requests.subject_id',
      ...history.map((column) => `events.${column}`),
      // Installments are never deleted, and the day's close writes a million of these rows.
      'reminders.installment_id',
    ]);
  });
});

/** Who may call each of them. */
const grantees: Record<string, string | null> = {
  agency_remittance_json: 'hamla_app',
  apply_account_measure: 'hamla_staff',
  end_caller_session: 'hamla_app',
  ask_for_factor_removal: 'hamla_staff',
  ask_for_iban: 'hamla_app',
  assign_role: 'hamla_accounts,hamla_app',
  awaits_cr_number: 'hamla_app,hamla_staff',
  caller_may_change_role: 'hamla_app,hamla_staff',
  create_tickets_with_installments: 'hamla_app',
  enqueue: 'hamla_accounts,hamla_app,hamla_staff',
  move_ticket: 'hamla_app,hamla_jobs,hamla_staff',
  note_lateness: 'hamla_app,hamla_jobs,hamla_staff',
  note_lateness_batch: 'hamla_jobs',
  note_stop: 'hamla_app,hamla_jobs,hamla_staff',
  open_sessions_json: 'hamla_app,hamla_staff',
  order_documents: 'hamla_app',
  payout_stopped_on: 'hamla_app',
  personal_words: 'hamla_accounts',
  post_entry: 'hamla_staff',
  // A trigger function: nobody can call it.
  queue_mails: null,
  record_acceptance: 'hamla_app',
  // Trigger functions: nobody can call them.
  record_stop_of_new_payout: null,
  stop_new_payout: null,
  settle_factor_removal: 'hamla_staff',
  standing_dashboards: 'hamla_app',
  stopped_days: 'hamla_app,hamla_jobs,hamla_staff',
  sweep_security_events: 'hamla_accounts',
  tickets_stopped_before: 'hamla_staff',
  use_quota: 'hamla_app',
  withdraw_iban_of: 'hamla_accounts',
};

describe('the functions', () => {
  const ours = `p.pronamespace in ('public'::regnamespace, 'api'::regnamespace, 'auth'::regnamespace)`;

  test('a function acts with the rights of its caller, but for the few that are named here', async () => {
    const found = await rowsOf<{ name: string }>(
      `select p.proname as name from pg_proc p where ${ours} and p.prosecdef`,
    );
    expect(found.map(({ name }) => name).sort()).toEqual(definers);
  });

  test('those few have a fixed search path that ends with the temporary schema, and are not for everybody', async () => {
    const found = await rowsOf<{ name: string; path: string; everybody: boolean; granted: string }>(
      `select p.proname as name, p.proconfig[1] as path,
              exists (select from aclexplode(p.proacl) a where a.grantee = 0) as everybody,
              (select string_agg(r.rolname, ',' order by r.rolname) from aclexplode(p.proacl) a
                 join pg_roles r on r.oid = a.grantee where r.rolname in ('${roles.join("', '")}')) as granted
         from pg_proc p where ${ours} and p.prosecdef order by 1`,
    );
    expect(found).toHaveLength(definers.length);
    for (const definer of found) {
      expect(definer).toEqual({
        name: definer.name,
        path: expect.stringMatching(/^search_path=pg_catalog, (public, )?pg_temp$/),
        everybody: false,
        granted: grantees[definer.name],
      });
    }
  });

  test('no function reads the clock or puts SQL together from text', async () => {
    const found = await rowsOf(
      `select p.proname from pg_proc p where ${ours} and p.prolang <> (select oid from pg_language where lanname = 'c')
         and p.prosrc ~* '\\mnow\\(\\)|clock_timestamp|current_timestamp|current_date|\\mexecute\\M'`,
    );
    expect(found).toEqual([]);
  });

  test('the logins are neither superusers nor above row-level security, and own nothing', async () => {
    const logins = await rowsOf(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
              (select count(*)::int from pg_class where relowner = r.oid) as tables
         from pg_roles r where rolname in ('${roles.join("', '")}') order by 1`,
    );
    expect(logins).toHaveLength(roles.length);
    for (const login of logins) {
      expect(login).toMatchObject({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        tables: 0,
      });
    }
  });
});
