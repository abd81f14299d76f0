-- Up Migration

-- Whose dashboard has changed, and by which transaction (docs/decisions/0018-kept-dashboards.md). A row is only ever added,
-- so that no two writers wait for each other, and leaves in the night. The party is a company, an agency, or nil for all of
-- them at once; no key to their tables, for a mark outlives what it was about.
create table dashboard_changes (
  party uuid not null,
  change xid8 not null,
  primary key (party, change)
);
alter table dashboard_changes enable row level security;
alter table dashboard_changes force row level security;
create policy owner_all on dashboard_changes to current_user using (true) with check (true);
grant insert on dashboard_changes to hamla_app, hamla_jobs, hamla_staff;
grant select, delete on dashboard_changes to hamla_jobs;
