-- Up Migration

-- A company's secret link to a calendar of its due dates. The link is derived from the installation's secret key, the
-- company and the version: here stands its digest alone (docs/decisions/0062-due-date-feeds.md).
create table due_date_feeds (
  company_id uuid primary key references companies,
  version integer not null check (version > 0),
  token_digest bytea not null unique check (length(token_digest) = 32),
  renewed_at timestamptz not null
);
alter table due_date_feeds enable row level security;
alter table due_date_feeds force row level security;
create policy owner_all on due_date_feeds to current_user using (true) with check (true);
grant select (company_id, version, renewed_at), insert (company_id, version, token_digest, renewed_at),
  update (version, token_digest, renewed_at) on due_date_feeds to hamla_app;
