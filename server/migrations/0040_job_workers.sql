-- Up Migration

-- Who takes jobs and mails: each runner of a server process, which counts its beats up every two seconds. What was taken by
-- one that is gone is released when its row is deleted (jobs.sql; of mails by the reference below).
create table job_workers (
  id text primary key,
  beat bigint not null,
  beaten_at timestamptz not null
);
alter table job_workers enable row level security;
alter table job_workers force row level security;
grant select, insert, update, delete on job_workers to hamla_jobs;

-- A mail is taken by a worker instead of for ten minutes.
alter table mails add column taken_by text references job_workers (id) on delete set null;
create index mails_taken on mails (taken_by) where taken_by is not null;
create index mails_unsent on mails (queued_at) where settled_at is null and due_at is not null;
grant update (taken_by) on mails to hamla_jobs;
drop function if exists take_due_mails(timestamptz, integer);
