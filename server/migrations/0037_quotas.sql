-- Up Migration

-- What a person has used of a quota that no other table counts. use_quota of platform.sql alone writes and reads it.
create table quota_uses (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  name text not null check (name in ('uploads', 'transfer_reports')),
  used_at timestamptz not null
);
create index quota_uses_of_person on quota_uses (user_id, name, used_at);
alter table quota_uses enable row level security;
alter table quota_uses force row level security;
create policy owner_all on quota_uses to current_user using (true) with check (true);

-- Signatures that others replace.
drop function if exists
  begin_upload(uuid, uuid, timestamptz, text, text, text, text, text, integer, text, bytea, text),
  report_transfer(uuid, uuid, timestamptz, text, bytea, date, uuid, numeric, date, text, text);
