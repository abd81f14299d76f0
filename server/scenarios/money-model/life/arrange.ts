import { randomUUID } from 'node:crypto';
import type { FileKind, Store } from '#domain/files/file-rules.ts';
import type { ModelAgency, ModelCompany } from '../model/books.ts';
import { Life, type World } from './life.ts';
import { analyse, ibanOf } from './parties.ts';

/**
 * Lives of one database follow each other in time, so that what is alike in two of them is never of the same days, nor near enough for the
 * bank to take it back; when a life begins follows from its seed, so that it is the same life when it is lived alone.
 */
const DAYS_OF_A_LIFE = 560;
const FIRST_DAY = Date.UTC(2026, 0, 1, 9);

/**
 * Two companies, one of them with a budget, and three agencies, one of which has given no IBAN yet, made in one
 * statement: signing them up is told elsewhere.
 */
export async function arrangeLife(world: World, seed: number): Promise<Life> {
  // A database has every other seed.
  const start = new Date(FIRST_DAY + Math.floor(seed / 2) * DAYS_OF_A_LIFE * 86_400_000);
  const life = new Life(world, seed, start);
  const { agencies, companies } = life.books;
  companies.push(company('Najd Coffee Roasters'), company('Gulf Dental Centre'));
  agencies.push(
    agency('Sada Creative', ibanOf(1)),
    agency('Wasl Media', ibanOf(2)),
    agency('Rukn Studio', null),
  );
  const people = [
    ...companies.map(({ id, name, refund_iban: iban }) => ({ id, name, role: 'company', iban })),
    ...agencies.map(({ id, name, paid_iban: iban }) => ({ id, name, role: 'agency', iban })),
  ].map((one) => ({ ...one, user_id: randomUUID(), session_id: randomUUID() }));
  await life.rows(peopleSql, JSON.stringify(people), start, world.staff[0].user_id);
  for (const [index, one] of [...companies, ...agencies].entries())
    life.callers.set(one, people[index]!);
  const [first] = agencies;
  first!.company_registration_file = await addFile(
    life,
    first!,
    'agency_registration_file',
    'agency-documents',
  );
  await life.rows(
    `with attached as (update files set attached_at = stored_at where path = $2)
     update agencies set company_registration_file = $2 where id = $1`,
    first!.id,
    first!.company_registration_file,
  );
  await analyse(life, companies[0]!, 20_000_000);
  const [before] = await life.rows<{ day: string | null }>(
    `select ((created_at at time zone 'Asia/Riyadh')::date)::text as day from companies order by id limit 1`,
  );
  life.books.owed_since = before!.day;
  return life;
}

const company = (name: string): ModelCompany => ({
  id: randomUUID(),
  name,
  budget_status: 'Preliminary',
  total: null,
  proposed: null,
  isDecided: false,
  paused_from: null,
  suspendedFor: null,
  owed_since: null,
  refund_iban: ibanOf(5),
});

const agency = (name: string, iban: string | null): ModelAgency => ({
  id: randomUUID(),
  name,
  company_registration_file: null,
  isVerified: false,
  isSuspended: false,
  iban,
  paid_iban: iban,
});

const peopleSql = `
  with people as (
    select * from jsonb_to_recordset($1::jsonb)
      as p(user_id uuid, session_id uuid, id uuid, role text, name text, iban text)),
  users as (
    insert into auth.users (id, email, password_hash, user_metadata, created_at, updated_at)
    select user_id, user_id || '@example.sa', '-', jsonb_build_object('role', role), $2::timestamptz, $2 from people),
  sessions as (
    insert into auth.sessions (id, user_id, amr, created_at, refreshed_at, not_after)
    select session_id, user_id, '[]', $2, $2, 'infinity' from people),
  roles as (
    insert into user_roles (user_id, role, created_at, updated_at) select user_id, role, $2, $2 from people),
  made as (
    insert into companies (id, user_id, name, cr_number, refund_iban, created_at, updated_at)
    select id, user_id, name, '1010123456', iban, $2, $2 from people where role = 'company'),
  working as (
    insert into agencies (id, user_id, name, iban, paid_iban, created_at, updated_at)
    select id, user_id, name, iban, iban, $2, $2 from people where role = 'agency')
  insert into iban_changes (agency_id, company_id, iban, requested_at, told_emails, told_language, status, ended_at, decided_by)
  select case role when 'agency' then id end, case role when 'company' then id end, iban, $2 - interval '2 days', '{}', 'en',
         'Approved', $2 - interval '1 day', $3
    from people where iban is not null`;

/** An upload that nothing names yet; its path. */
export async function addFile(
  life: Life,
  owner: ModelCompany | ModelAgency,
  kind: FileKind,
  store: Store,
): Promise<string> {
  const { user_id } = life.callers.get(owner)!;
  const path = `${user_id}/${life.name(kind)}.pdf`;
  await life.rows(
    `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
       created_at, stored_at)
     values ($1, $2, $3, $4, 'file.pdf', 1, 'application/pdf', '', $4, $5, $5)`,
    user_id,
    kind,
    store,
    path,
    life.books.now,
  );
  return path;
}
