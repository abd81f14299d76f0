import { randomUUID } from 'node:crypto';
import { daysBetween, riyadhDate } from '#domain/calendar.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import type { FileKind, Store } from '#domain/files/file-rules.ts';
import type { ModelAgency, ModelCompany } from '../model/books.ts';
import { Simulation, type Environment } from './simulation.ts';
import { analyse, ibanOf } from './parties.ts';

/**
 * Simulations of one database follow each other in time, so that what is alike in two of them is never of the same days, nor near enough for the
 * bank to take it back; when a simulation begins follows from its seed, so that it is the same when it runs alone.
 */
const DAYS_OF_A_LIFE = 560;
/** Before the next simulation begins nothing happens for so long: no step passes more days. */
const DAYS_BETWEEN_LIVES = 31;
const FIRST_DAY = Date.UTC(2026, 0, 1, 9);

/** Whether a simulation has used up the days that it has before the next one. */
export const areDaysOver = ({ books, start }: Simulation): boolean =>
  daysBetween(riyadhDate(start), books.today) >= DAYS_OF_A_LIFE - 2 * DAYS_BETWEEN_LIVES;

/**
 * Two companies, one of them with a budget, and three agencies, one of which has given no IBAN yet, made in one
 * statement: signing them up is told elsewhere.
 */
export async function setUpSimulation(environment: Environment, seed: number): Promise<Simulation> {
  // A database has every other seed.
  const start = new Date(FIRST_DAY + Math.floor(seed / 2) * DAYS_OF_A_LIFE * 86_400_000);
  const simulation = new Simulation(environment, seed, start);
  const { agencies, companies } = simulation.books;
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
  await simulation.rows(peopleSql, JSON.stringify(people), start, environment.staff[0].user_id);
  for (const one of companies) {
    const [given] = await simulation.rows<{ payer_number: string }>(
      'select payer_number from companies where id = $1',
      one.id,
    );
    one.payer_number = given!.payer_number;
  }
  // Else each close would count again the empty months since the simulation before.
  await simulation.rows(
    `insert into financing_cohorts (month, financed_month, financed_sar, collected_sar, written_off_sar, overdue_sar)
     select m, m, 0, 0, 0, 0 from (select (date_trunc('month', $1::date) - interval '1 month')::date) x(m)
         on conflict do nothing`,
    start,
  );
  for (const [index, one] of [...companies, ...agencies].entries())
    simulation.callers.set(one, people[index]!);
  const [first] = agencies;
  first!.company_registration_file = await addFile(
    simulation,
    first!,
    'agency_registration_file',
    'agency-documents',
  );
  await simulation.rows(
    `with attached as (update files set attached_at = stored_at where path = $2)
     update agencies set company_registration_file = $2 where id = $1`,
    first!.id,
    first!.company_registration_file,
  );
  await analyse(simulation, companies[0]!, 20_000_000);
  const [before] = await simulation.rows<{ day: string | null; allowance: string }>(
    `select ((created_at at time zone 'Asia/Riyadh')::date)::text as day,
            loss_allowance()::numeric(18,2)::text as allowance from companies order by id limit 1`,
  );
  simulation.books.owed_since = before!.day;
  simulation.books.allowance = halalasFromDecimal(before!.allowance);
  return simulation;
}

const company = (name: string): ModelCompany => ({
  id: randomUUID(),
  payer_number: '',
  name,
  budget_status: 'Preliminary',
  total: null,
  proposed: null,
  decided_at: null,
  paused_from: null,
  suspendedFor: null,
  owed_since: null,
  refund_iban: ibanOf(5),
  promises: [],
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
  simulation: Simulation,
  owner: ModelCompany | ModelAgency,
  kind: FileKind,
  store: Store,
): Promise<string> {
  const { user_id } = simulation.callers.get(owner)!;
  const path = `${user_id}/${simulation.name(kind)}.pdf`;
  await simulation.rows(
    `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
       created_at, stored_at)
     values ($1, $2, $3, $4, 'file.pdf', 1, 'application/pdf', sha256(convert_to($4, 'UTF8')), $4, $5, $5)`,
    user_id,
    kind,
    store,
    path,
    simulation.books.now,
  );
  return path;
}
