-- What lets a server keep a dashboard: the database itself says whether one that was made earlier still stands
-- (docs/decisions/0018-kept-dashboards.md).

drop policy if exists mark_own on dashboard_changes;
create policy mark_own on dashboard_changes for insert to hamla_app, hamla_staff, hamla_jobs
  with check (change = pg_current_xact_id());
drop policy if exists jobs_purge on dashboard_changes;
create policy jobs_purge on dashboard_changes to hamla_jobs using (true);

-- Who stands in a mark that is for all.
create or replace function every_party() returns uuid language sql immutable as
  $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- Marks that the dashboards of those whom the changed rows belong to have changed, once a transaction.
create or replace function mark_company() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct c.company_id, pg_current_xact_id() from changed c on conflict do nothing;
  return null;
end $$;
-- Of a payment whose payer is not known, nobody's.
create or replace function mark_payer() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct c.company_id, pg_current_xact_id() from changed c where c.company_id is not null on conflict do nothing;
  return null;
end $$;
create or replace function mark_agency() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct c.agency_id, pg_current_xact_id() from changed c on conflict do nothing;
  return null;
end $$;
create or replace function mark_company_and_agency() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct p.party, pg_current_xact_id()
    from changed c, lateral (values (c.company_id), (c.agency_id)) p(party) where p.party is not null on conflict do nothing;
  return null;
end $$;
create or replace function mark_party() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change) select c.id, pg_current_xact_id() from changed c on conflict do nothing;
  return null;
end $$;
-- A name stands on the dashboards of the other side, of which nobody knows without reading all of them: a new ticket may
-- be about to name it.
create or replace function mark_party_and_its_name() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select c.id, pg_current_xact_id() from changed c
  union all
  select every_party(), pg_current_xact_id()
   where exists (select from before b join changed c on c.id = b.id where c.name is distinct from b.name)
  on conflict do nothing;
  return null;
end $$;

create or replace function mark_everybody() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change) values (every_party(), pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;

-- Every table that a dashboard reads, but for what is asked with each request (standing_dashboards). A test follows the
-- dashboards' functions to their tables and finds one that is missing here. Once a statement: the day's close writes a
-- million rows.
do $$
declare
  t record;
begin
  for t in select * from (values
      ('tickets', 'mark_company_and_agency', 'mark_company_and_agency', 'new table as changed'),
      ('ticket_installments', 'mark_company', 'mark_company', 'new table as changed'),
      ('credit_assessments', 'mark_company', 'mark_company', 'new table as changed'),
      ('transfer_reports', 'mark_company', 'mark_company', 'new table as changed'),
      ('lateness_settings', 'mark_everybody', 'mark_everybody', 'new table as changed'),
      ('payments', 'mark_payer', 'mark_payer', 'new table as changed'),
      ('payment_allocations', 'mark_company', 'mark_company', 'new table as changed'),
      ('agency_payouts', 'mark_agency', 'mark_agency', 'new table as changed'),
      ('iban_changes', 'mark_company_and_agency', 'mark_company_and_agency', 'new table as changed'),
      ('companies', 'mark_party', 'mark_party_and_its_name', 'old table as before new table as changed'),
      ('agencies', 'mark_party', 'mark_party_and_its_name', 'old table as before new table as changed')
    ) x(name, mark, mark_update, update_tables) loop
    execute format('create or replace trigger mark_insert after insert on %I referencing new table as changed '
                   'for each statement execute function %I()', t.name, t.mark);
    execute format('create or replace trigger mark_update after update on %I referencing %s '
                   'for each statement execute function %I()', t.name, t.update_tables, t.mark_update);
    execute format('create or replace trigger mark_delete after delete on %I referencing old table as changed '
                   'for each statement execute function %I()', t.name, t.mark);
    execute format('create or replace trigger mark_truncate after truncate on %I '
                   'for each statement execute function mark_everybody()', t.name);
  end loop;
end $$;

-- Which numbering of transactions a snapshot belongs to: another one begins when a back-up is restored or a standby takes
-- over, and with it the same numbers come again. Null on a standby, whose snapshots count otherwise: nothing is kept there.
create or replace function life_of_transactions() returns text language sql stable as $$
  select case when not pg_is_in_recovery() then
    extract(epoch from pg_postmaster_start_time()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
$$;

-- What several ask for at one moment, in their order, each under its own caller's row-level security: the dashboard of their
-- role behind a line of JSON that says whose it is and what it stands by, or a line that says why one is refused, {"refusal",
-- "detail"}. The snapshot is taken before anything is read, so that what is committed meanwhile is a change. until: the moment
-- from which it says something else by itself, null for none.
create or replace function api.dashboards_to_keep(
  p_roles text[], p_user_ids uuid[], p_session_ids uuid[], p_nows timestamptz[], p_todays date[]
) returns setof text language plpgsql as $$
declare
  v_snapshot pg_snapshot;
  v_agency record;
  v_dashboard text;
  v_until timestamptz;
  v_refusal text;
  v_detail text;
begin
  for i in 1 .. cardinality(p_roles) loop
    begin
      v_snapshot := pg_current_snapshot();
      case p_roles[i]
        when 'company' then
          v_dashboard := api.company_dashboard(p_user_ids[i], p_session_ids[i], p_nows[i], p_todays[i]);
          v_until := null;
        when 'agency' then
          v_agency := api.agency_dashboard(p_user_ids[i], p_session_ids[i], p_nows[i], p_todays[i]);
          v_dashboard := v_agency.dashboard;
          v_until := v_agency.until;
      end case;
      return next json_build_object('party', coalesce(caller_company_id(), caller_agency_id()), 'life', life_of_transactions(),
                                    'snapshot', v_snapshot, 'until', v_until) || E'\n' || v_dashboard;
    exception when sqlstate 'HM000' then
      get stacked diagnostics v_refusal = message_text, v_detail = pg_exception_detail;
      return next refusal_json(v_refusal, v_detail) || E'\n';
    end;
  end loop;
end $$;

-- Which of many kept dashboards still stand, by their places from 1 on: the caller's session lives and is one to whom the
-- dashboard would be shown (the conditions of set_caller, on the rows of now), and no transaction that was not yet to be
-- seen by what was kept has changed it since. What does not stand is read as if nothing were kept, and refused there.
-- One statement for all who wait, however many companies they are of: definer, because no caller is set; it says nothing
-- of any row but whether. Each is looked up by itself, whatever the planner thinks of how many there are, and planned
-- once: a plan for each number of them would cost more than it answers.
create or replace function api.standing_dashboards(
  p_user_ids uuid[], p_session_ids uuid[], p_roles text[], p_parties uuid[], p_snapshots pg_snapshot[], p_now timestamptz
) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan as $$
begin
  return json_build_object('life', life_of_transactions(), 'standing', array(
    select k.place from unnest(p_user_ids, p_session_ids, p_roles, p_parties, p_snapshots) with ordinality
                          as k(user_id, session_id, role, party, snapshot, place)
     where (select session_lives(s.revoked_at, s.not_after, s.seen_at, u.banned_until, p_now) and not s.awaits_factor and r.role = k.role
              from auth.sessions s, auth.users u, user_roles r
             where s.id = k.session_id and s.user_id = k.user_id and u.id = k.user_id and r.user_id = k.user_id)
       and (select d.change from dashboard_changes d
             where d.party = k.party and d.change >= pg_snapshot_xmin(k.snapshot)
               and not pg_visible_in_snapshot(d.change, k.snapshot) limit 1) is null
       and (select d.change from dashboard_changes d
             where d.party = every_party() and d.change >= pg_snapshot_xmin(k.snapshot)
               and not pg_visible_in_snapshot(d.change, k.snapshot) limit 1) is null));
end $$;

-- Forgets the marks, and with its own mark every dashboard that was kept by them. In the first hour of a Riyadh day nothing
-- is kept that still stands.
create or replace function api.purge_dashboard_changes() returns void language sql as $$
  with gone as (delete from dashboard_changes)
  insert into dashboard_changes (party, change) values (every_party(), pg_current_xact_id())
$$;

-- This file is replayed with all others when one of them has changed: what was kept is of the functions before. A server that
-- runs meanwhile reads anew.
select api.purge_dashboard_changes();

grant execute on function api.dashboards_to_keep, api.standing_dashboards to hamla_app;
grant execute on function api.purge_dashboard_changes to hamla_jobs;
