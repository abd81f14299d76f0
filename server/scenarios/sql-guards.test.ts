import { afterAll, describe, expect, test } from 'vitest';
import { roles } from '#server/platform/database/pools.ts';
import { createTestDatabase } from '../testing/database.ts';
import { asOwner } from '../testing/people.ts';

/** What the database promises whatever the server does: read from its own catalogue. */

const database = await createTestDatabase();
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

  test('only the owner, the jobs and the accounts have a policy without a condition', async () => {
    const policies = await rowsOf<{ name: string; roles: string }>(
      `select tablename || '.' || policyname as name, array_to_string(roles, ',') as roles from pg_policies
        where schemaname = 'public' and (qual = 'true' or with_check = 'true')
          and roles && array['hamla_app', 'public', 'hamla_staff']::name[]`,
    );
    // What the environment and the credit policy say, which is nobody's.
    expect(policies.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
      { name: 'credit_bureau.everybody', roles: 'hamla_app,hamla_staff' },
      { name: 'credit_policies.everybody', roles: 'hamla_app,hamla_staff' },
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
      // Of the table that its kind names.
      'notifications.subject_id',
      // Installments are never deleted, and the day's close writes a million of these rows.
      'reminders.installment_id',
    ]);
  });
});

/** The functions that act with their owner's rights, each for the reason beside it in its SQL file, and who may call it. */
const grantees: Record<string, string | null> = {
  agency_remittance_json: 'hamla_app',
  agency_remittances: 'hamla_app',
  apply_account_measure: 'hamla_staff',
  end_caller_session: 'hamla_app',
  request_factor_removal: 'hamla_staff',
  request_iban: 'hamla_app',
  assign_role: 'hamla_accounts,hamla_app',
  awaited_company_details: 'hamla_app,hamla_staff',
  break_promises: 'hamla_jobs',
  budget_offer_takes_effect: 'hamla_jobs',
  caller_has_factor: 'hamla_app',
  caller_may_change_role: 'hamla_app,hamla_staff',
  count_signing_try: 'hamla_app',
  store_signing_code: 'hamla_app',
  create_ticket_with_installments: 'hamla_app',
  // By a link that nobody can guess, without a session.
  due_dates_of_feed: 'hamla_app',
  enqueue_analyses: 'hamla_jobs',
  lock_credit_inputs: 'hamla_jobs',
  queue_analyses_batch: 'hamla_jobs',
  enqueue_job: 'hamla_accounts,hamla_app,hamla_staff',
  move_ticket: 'hamla_app,hamla_jobs,hamla_staff',
  is_absent_from_statements: 'hamla_app,hamla_jobs,hamla_staff',
  unproven_recoveries: 'hamla_app,hamla_jobs,hamla_staff',
  is_payment_contradicted: 'hamla_app,hamla_jobs,hamla_staff',
  update_lateness_stops: 'hamla_app,hamla_jobs,hamla_staff',
  update_lateness_stops_batch: 'hamla_jobs',
  count_portfolio_month: 'hamla_jobs',
  next_loss_allowance_month: 'hamla_jobs',
  record_invoice_code: 'hamla_app',
  post_loss_allowance: 'hamla_jobs',
  record_payout_stop: 'hamla_app,hamla_jobs,hamla_staff',
  record_server_keys: 'hamla_jobs',
  open_sessions_json: 'hamla_app,hamla_staff',
  remove_misread_statement: 'hamla_staff',
  reminded_on: 'hamla_staff',
  queue_documents: 'hamla_app',
  read_schema_levels: 'hamla_app',
  payout_stopped_on: 'hamla_app',
  ticket_holds_json: 'hamla_app,hamla_staff',
  agency_payout_reviews: 'hamla_app',
  ticket_payout_review_json: 'hamla_app',
  personal_words: 'hamla_accounts',
  post_entry: 'hamla_staff',
  // Trigger functions: nobody can call them.
  analyse_after_events: null,
  analyse_after_proof: null,
  notify_of_events: null,
  notify_of_notices: null,
  own_notification_content: 'hamla_app',
  is_session_of_staff: 'hamla_app',
  mailed_notification_content: 'hamla_jobs',
  failed_work_json: 'hamla_staff',
  make_failed_job_due: 'hamla_staff',
  make_failed_mail_due: 'hamla_staff',
  // The monitoring's login calls this and nothing else.
  read_gauges: 'hamla_metrics',
  record_acceptance: 'hamla_app',
  // Trigger functions: nobody can call them.
  record_stop_of_new_payout: null,
  stop_new_payout: null,
  confirm_or_withdraw_factor_removal: 'hamla_staff',
  stopped_days: 'hamla_app,hamla_jobs,hamla_staff',
  delete_old_security_events: 'hamla_accounts',
  tickets_of_same_invoice_json: 'hamla_staff',
  is_invoice_of_other_company: 'hamla_jobs,hamla_staff',
  is_restore_held: 'hamla_jobs,hamla_staff',
  tickets_with_past_stop: 'hamla_staff',
  to_pay_now: 'hamla_jobs',
  account_email: 'hamla_staff',
  erase_approved_person: 'hamla_staff',
  erase_due_people: 'hamla_jobs',
  erase_past_retention: 'hamla_jobs',
  find_account: 'hamla_staff',
  kept_rows: 'hamla_staff',
  lock_agency: 'hamla_staff',
  verified_namesake: 'hamla_app',
  lock_person: 'hamla_staff',
  rows_past_retention: 'hamla_staff',
  person_export_json: 'hamla_staff',
  use_quota: 'hamla_app',
  withdraw_iban_change_of_user: 'hamla_accounts',
};

test('reminders, of which a close writes a million, have no trigger for each row', async () => {
  const triggers = await rowsOf(
    `select tgname from pg_trigger
      where tgrelid = 'reminders'::regclass and not tgisinternal and tgtype & 1 = 1`,
  );
  expect(triggers).toEqual([]);
});

describe('the functions', () => {
  const ours = `p.pronamespace in ('public'::regnamespace, 'api'::regnamespace, 'auth'::regnamespace)`;

  test("a function runs with its caller's rights, but for those listed: a fixed search path that ends with pg_temp, granted by name", async () => {
    const found = await rowsOf<{ name: string; path: string; everybody: boolean; granted: string }>(
      `select p.proname as name, p.proconfig[1] as path,
              exists (select from aclexplode(p.proacl) a where a.grantee = 0) as everybody,
              (select string_agg(r.rolname, ',' order by r.rolname) from aclexplode(p.proacl) a
                 join pg_roles r on r.oid = a.grantee where r.rolname in ('${roles.join("', '")}')) as granted
         from pg_proc p where ${ours} and p.prosecdef order by p.proname collate "C"`,
    );
    const listed = Object.keys(grantees)
      .sort()
      .map((name) => ({
        name,
        path: expect.stringMatching(/^search_path=pg_catalog, (public, )?pg_temp$/),
        everybody: false,
        granted: grantees[name],
      }));
    expect(found).toEqual(listed);
  });

  test('no function reads the clock or puts SQL together from text', async () => {
    const found = await rowsOf<{ proname: string }>(
      `select p.proname from pg_proc p where ${ours} and p.prolang <> (select oid from pg_language where lanname = 'c')
         and p.prosrc ~* '\\mnow\\(\\)|clock_timestamp|current_timestamp|current_date|\\mexecute\\M'`,
    );
    // Clocks of servers differ: whether one is up is a question to the database's clock.
    const asksWhoIsUp = ['read_gauges', 'read_system', 'record_server_beat', 'servers_up'];
    expect(found.map(({ proname }) => proname).sort()).toEqual(asksWhoIsUp);
  });

  test('the logins are no superusers, do not bypass row-level security, and own nothing', async () => {
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
