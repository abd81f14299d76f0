-- Tells a server whether a dashboard that it has cached is still valid (docs/decisions/0018-kept-dashboards.md).

drop policy if exists mark_own on dashboard_changes;
create policy mark_own on dashboard_changes for insert to hamla_app, hamla_staff, hamla_jobs
  with check (change = pg_current_xact_id());
drop policy if exists jobs_purge on dashboard_changes;
create policy jobs_purge on dashboard_changes to hamla_jobs using (true);

-- The party of a row of dashboard_changes that invalidates every dashboard.
create or replace function all_parties() returns uuid language sql immutable as
  $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- Triggers: invalidate the dashboards of the parties that own the changed rows, once a transaction.
create or replace function invalidate_company() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct c.company_id, pg_current_xact_id() from changed c on conflict do nothing;
  return null;
end $$;
-- A payment whose payer is not known is on no dashboard.
create or replace function invalidate_payer() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct c.company_id, pg_current_xact_id() from changed c where c.company_id is not null
    on conflict do nothing;
  return null;
end $$;
create or replace function invalidate_agency() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct c.agency_id, pg_current_xact_id() from changed c on conflict do nothing;
  return null;
end $$;
create or replace function invalidate_company_and_agency() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select distinct p.party, pg_current_xact_id()
    from changed c, lateral (values (c.company_id), (c.agency_id)) p(party) where p.party is not null
      on conflict do nothing;
  return null;
end $$;
create or replace function invalidate_party() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change) select c.id, pg_current_xact_id() from changed c on conflict do nothing;
  return null;
end $$;
-- A party's name is also on dashboards of the other side. Finding those would mean reading all of them, and a new
-- ticket may name it at this moment: so a changed name invalidates all.
create or replace function invalidate_party_or_all() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change)
  select c.id, pg_current_xact_id() from changed c
  union all
  select all_parties(), pg_current_xact_id()
   where exists (select from before b join changed c on c.id = b.id where c.name is distinct from b.name)
  on conflict do nothing;
  return null;
end $$;

create or replace function invalidate_all() returns trigger language plpgsql as $$
begin
  insert into dashboard_changes (party, change) values (all_parties(), pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;

-- Every table that a dashboard reads, except those that valid_cached_dashboards reads with each request. A test follows
-- the dashboards' functions to their tables and fails when one is missing here. Statement triggers, because the day's
-- close writes a million rows.
do $$
declare
  t record;
begin
  for t in select * from (values
      ('tickets', 'invalidate_company_and_agency', 'invalidate_company_and_agency', 'new table as changed'),
      ('ticket_installments', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('credit_assessments', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('transfer_reports', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('payment_promises', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('payment_requests', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('payment_request_items', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('bureau_consents', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('credit_bureau', 'invalidate_all', 'invalidate_all', 'new table as changed'),
      ('credit_policies', 'invalidate_all', 'invalidate_all', 'new table as changed'),
      ('payments', 'invalidate_payer', 'invalidate_payer', 'new table as changed'),
      ('payment_allocations', 'invalidate_company', 'invalidate_company', 'new table as changed'),
      ('agency_payouts', 'invalidate_agency', 'invalidate_agency', 'new table as changed'),
      ('iban_changes', 'invalidate_company_and_agency', 'invalidate_company_and_agency', 'new table as changed'),
      ('companies', 'invalidate_party', 'invalidate_party_or_all', 'old table as before new table as changed'),
      ('agencies', 'invalidate_party', 'invalidate_party_or_all', 'old table as before new table as changed')
    ) x(name, mark, mark_update, update_tables) loop
    execute format('create or replace trigger mark_insert after insert on %I referencing new table as changed '
                   'for each statement execute function %I()', t.name, t.mark);
    execute format('create or replace trigger mark_update after update on %I referencing %s '
                   'for each statement execute function %I()', t.name, t.update_tables, t.mark_update);
    execute format('create or replace trigger mark_delete after delete on %I referencing old table as changed '
                   'for each statement execute function %I()', t.name, t.mark);
    execute format('create or replace trigger mark_truncate after truncate on %I '
                   'for each statement execute function invalidate_all()', t.name);
  end loop;
end $$;

-- Names the numbering of transactions that a snapshot belongs to. A restored backup and a standby that takes over begin
-- a new one, in which the same numbers come again. Null on a standby, whose snapshots differ: nothing is cached there.
create or replace function transaction_epoch() returns text language sql stable as $$
  select case when not pg_is_in_recovery() then
    extract(epoch from pg_postmaster_start_time()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end
$$;

-- Reads the dashboards of several callers, in their order, each under its caller's row-level security. A row of the
-- result is a line of JSON, {"party", "epoch", "snapshot", "until"}, and then the dashboard; or only {"refusal",
-- "detail"}. The snapshot is taken before anything is read, so that a commit meanwhile counts as a change. `until`: the
-- time at which the dashboard changes without a write, null for none.
create or replace function api.read_dashboards_with_version(
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
      return next json_build_object('party', coalesce(caller_company_id(), caller_agency_id()),
        'life', transaction_epoch(),
                                    'snapshot', v_snapshot, 'until', v_until) || E'\n' || v_dashboard;
    exception when sqlstate 'HM000' then
      get stacked diagnostics v_refusal = message_text, v_detail = pg_exception_detail;
      return next refusal_json(v_refusal, v_detail) || E'\n';
    end;
  end loop;
end $$;

-- Which of the cached dashboards are valid, as places from 1 on. An entry is valid while the caller's session is valid
-- and may see the dashboard (check_session, on today's rows), and no transaction after the entry's
-- snapshot has changed it. An entry that is not valid is read again, and refused there if need be.
-- Definer: one statement checks entries of many callers, so no caller is set. It tells only whether entries are valid.
-- Generic plan: planning again for each number of entries costs more than the check (query-plans.test.ts).
create or replace function api.valid_cached_dashboards(
  p_user_ids uuid[], p_session_ids uuid[], p_roles text[], p_parties uuid[], p_snapshots pg_snapshot[],
    p_now timestamptz
) returns json language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan as $$
begin
  return json_build_object('life', transaction_epoch(), 'standing', array(
    select k.place from unnest(p_user_ids, p_session_ids, p_roles, p_parties, p_snapshots) with ordinality
                          as k(user_id, session_id, role, party, snapshot, place)
     where (select c.refusal from check_session(k.user_id, k.session_id, p_now, k.role) c) is null
       and (select d.change from dashboard_changes d
             where d.party = k.party and d.change >= pg_snapshot_xmin(k.snapshot)
               and not pg_visible_in_snapshot(d.change, k.snapshot) limit 1) is null
       and (select d.change from dashboard_changes d
             where d.party = all_parties() and d.change >= pg_snapshot_xmin(k.snapshot)
               and not pg_visible_in_snapshot(d.change, k.snapshot) limit 1) is null));
end $$;

-- Deletes the changes and invalidates every dashboard that was cached before. It runs in the first hour of a Riyadh
-- day, when no entry is valid anyway.
create or replace function api.purge_dashboard_changes() returns void language sql as $$
  with gone as (delete from dashboard_changes)
  insert into dashboard_changes (party, change) values (all_parties(), pg_current_xact_id())
$$;

-- A replay may change the functions that made the cached dashboards, so servers that run meanwhile read them again.
select api.purge_dashboard_changes();

grant execute on function api.read_dashboards_with_version, api.valid_cached_dashboards to hamla_app;
grant execute on function api.purge_dashboard_changes to hamla_jobs;
