-- Up Migration

-- A dashboard is read at each request, as every other screen is: no server caches it, and no write says whose has changed.

-- Triggers by their names, because their functions have had several.
do $$
declare
  t record;
begin
  for t in
    select g.tgname as name, g.tgrelid::regclass as of_table from pg_trigger g
     where g.tgname in ('mark_insert', 'mark_update', 'mark_delete', 'mark_truncate') order by 2, 1
  loop
    execute format('drop trigger %I on %s', t.name, t.of_table);
  end loop;
end $$;

drop function if exists
  all_parties(),
  api.purge_dashboard_changes(),
  api.read_dashboards_with_version(text[], uuid[], uuid[], timestamptz[], date[]),
  api.valid_cached_dashboards(uuid[], uuid[], text[], uuid[], pg_snapshot[], timestamptz),
  invalidate_agency(),
  invalidate_all(),
  invalidate_company(),
  invalidate_company_and_agency(),
  invalidate_party(),
  invalidate_party_or_all(),
  invalidate_payer(),
  transaction_epoch();
drop table dashboard_changes;

-- The replay makes these again. They no longer return when a dashboard changes without a write.
drop function if exists
  api.agency_dashboard(uuid, uuid, timestamptz, date),
  awaited_payout_pages(uuid, timestamptz);

-- The nightly job. A new database has no queue yet.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'purge_dashboard_changes';
    delete from graphile_worker._private_known_crontabs where identifier = 'purge_dashboard_changes';
  end if;
end $$;
