-- Up Migration

-- What the batches of a close have done of a day that is not closed yet, so that a close that is cut short is counted too.
create table days_being_closed (
  day date primary key,
  overdue integer not null default 0,
  expired integer not null default 0,
  reminded integer not null default 0
);
do $$
begin
  alter table days_being_closed enable row level security;
  alter table days_being_closed force row level security;
  execute 'create policy owner_all on days_being_closed to current_user using (true) with check (true)';
end $$;
grant select, insert, update, delete on days_being_closed to hamla_jobs;
