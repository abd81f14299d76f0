-- Up Migration

-- The server processes that are up: each writes its row every few seconds and deletes it when it stops.
create table servers (
  id uuid primary key,
  host text not null check (length(host) between 1 and 255),
  release text not null check (length(release) between 1 and 50),
  node_version text not null check (length(node_version) between 1 and 50),
  started_at timestamptz not null,
  seen_at timestamptz not null
);
do $$
begin
  alter table servers enable row level security;
  alter table servers force row level security;
  execute 'create policy owner_all on servers to current_user using (true) with check (true)';
end $$;
grant select, insert, update, delete on servers to hamla_jobs;
grant select on servers to hamla_staff;

-- How long the last close of the day took, milliseconds; null: it was closed by a server that did not measure it.
alter table closed_days add column took_ms integer check (took_ms >= 0);
grant update (took_ms) on closed_days to hamla_jobs;

-- Mails that were given up.
create index mails_failed on mails (settled_at, id) where outcome = 'Failed';
