import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { secrets } from '../tools/secrets.ts';
import { fillDesk, type FilledDesk } from '#server/operations/fill-desk.testing.ts';
import type { Caller } from '#server/platform/http/operations.ts';

/** How many tickets each world holds, by its name. */
export const sizes = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000, '5m': 5_000_000 } as const;
export type Size = keyof typeof sizes;

/** The moment of every call. */
export const now = '2026-11-21T09:00:00Z';
export const today = '2026-11-21';

/** A party that calls. */
export interface Person extends Caller {
  id: string;
  /** The number of one of its tickets, an active one. */
  ticket_number: string;
  /** The last one of its oldest list. */
  oldest_id: string;
}

/**
 * A database with so many tickets of the last 400 days: 100 a company, 500 an agency, whatever the size, so that what one
 * of them sees stays the same.
 */
export interface GrowthWorld {
  size: Size;
  owner: ClientConfig;
  client: Client;
  desk: FilledDesk;
  staff: Caller;
  companies: Person[];
  agencies: Person[];
  /** Of the database. */
  bytes: number;
  close: (isKept: boolean) => Promise<void>;
}

/** Opens a world, filled by an earlier run that was told to keep it, or filled now. */
export async function openGrowthWorld(size: Size): Promise<GrowthWorld> {
  const dataDir = join(tmpdir(), `hamla-growth-${size}`);
  await mkdir(dataDir, { recursive: true });
  const log = pino({ level: 'error' });
  const postgres = await startEmbeddedPostgres({ dataDir, secrets, log, disposable: true });
  await migrate({ owner: postgres.owner, secrets, log });
  const client = new Client(postgres.owner);
  await client.connect();
  const { rows: filled } = await client.query(`select to_regclass('growth_world') as name`);
  if (filled[0].name === null) await fill(client, sizes[size]);
  const one = async <T>(sql: string) => (await client.query(sql)).rows[0] as T;
  const people = async (kind: string) =>
    (await client.query<Person>('select * from growth_people where kind = $1', [kind])).rows;
  const { desk, staff } = await one<{ desk: FilledDesk; staff: Caller }>(
    'select * from growth_world',
  );
  const { bytes } = await one<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return {
    size,
    owner: postgres.owner,
    client,
    desk,
    staff,
    companies: await people('company'),
    agencies: await people('agency'),
    bytes: Number(bytes),
    close: async (isKept) => {
      await client.end();
      await postgres.stop();
      if (!isKept) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function fill(client: Client, tickets: number): Promise<void> {
  for (const setting of ["max_wal_size = '16GB'", "checkpoint_timeout = '30min'"])
    await client.query(`alter system set ${setting}`);
  await client.query('select pg_reload_conf()');
  const staff = { user_id: staffId, session_id: staffSession };
  await client.query(
    `insert into auth.users (id, email, created_at, updated_at) values ($1, 'staff@desk.example', $2, $2)`,
    [staffId, '2026-01-01'],
  );
  await client.query(
    `insert into auth.sessions (id, user_id, amr, aal, created_at, refreshed_at, not_after)
     values ($1, $2, '[]', 'aal2', $3, $3, '2099-01-01')`,
    [staffSession, staffId, '2026-01-01'],
  );
  await client.query(`insert into staff (user_id, name, added_at) values ($1, 'Maha', $2)`, [
    staffId,
    '2026-01-01',
  ]);
  const desk = await fillDesk(client, tickets, staff, {
    agencies: Math.max(20, tickets / 500),
    minutes: (400 * 24 * 60) / tickets,
  });
  for (const statement of arrange) await client.query(statement);
  await client.query('create table growth_world as select $1::jsonb as desk, $2::jsonb as staff', [
    desk,
    staff,
  ]);
}

const staffId = '5a000000-0000-7000-8000-000000000001';
const staffSession = '5e000000-0000-7000-8000-000000000001';

const arrange = [
  // The day that is closed leaves as much behind in every world: 2,000 installments, and nothing that was not answered.
  `update tickets set created_local_date = '${today}' where status = 'PendingAgencyApproval'`,
  `update ticket_installments set due_date = '2026-08-01' where status = 'Overdue' and due_date > '2026-10-20'`,
  `update ticket_installments set due_date = '${today}'
    where id in (select i.id from ticket_installments i join tickets t on t.id = i.ticket_id
                  where i.status = 'Due' and t.status = 'Active' limit 2000)`,
  `insert into user_roles (user_id, role, created_at, updated_at)
   select user_id, 'company', created_at, created_at from companies union all
   select user_id, 'agency', created_at, created_at from agencies`,
  `insert into auth.sessions (user_id, amr, created_at, refreshed_at, not_after)
   select user_id, '[]', '2026-01-01', '2026-01-01', '2099-01-01' from user_roles`,
  `create table growth_people as
   select p.kind, p.id, p.user_id, s.id as session_id,
          (select t.ticket_number from tickets t where t.status = 'Active'
             and case when p.kind = 'company' then t.company_id else t.agency_id end = p.id limit 1) as ticket_number,
          (select t.id from tickets t where t.status = 'Completed'
             and case when p.kind = 'company' then t.company_id else t.agency_id end = p.id
            order by t.created_at limit 1 offset 25) as oldest_id
     from ((select 'company' as kind, id, user_id from companies order by md5(id::text) limit 20) union all
           (select 'agency', id, user_id from agencies order by md5(id::text) limit 20)) p
     join auth.sessions s using (user_id)`,
  'vacuum analyze',
];
