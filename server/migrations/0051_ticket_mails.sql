-- Up Migration

-- An agency gets a bounded number of mails about new tickets in an hour (admit_mail of notifications.sql).
alter table mails
  -- When one about a new ticket was counted.
  add column admitted_at timestamptz,
  -- One that was held back: it tells how many tickets wait, for all that were left out meanwhile.
  add column is_joint boolean not null default false;
create index mails_admitted on mails (agency_id, admitted_at) where admitted_at is not null;
create unique index mails_joint on mails (agency_id) where is_joint and settled_at is null;
grant update (admitted_at, is_joint) on mails to hamla_jobs;
