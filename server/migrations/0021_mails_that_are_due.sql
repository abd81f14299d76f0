-- Up Migration

-- Mails are their own queue: whoever sends them takes what is due. Null: not complete yet.
alter table mails add column due_at timestamptz, add column attempts smallint not null default 0;
update mails set due_at = handed_over_at;
alter table mails drop column handed_over_at;
create index mails_due on mails (due_at, id) where settled_at is null;

-- Failed: tried for days, and given up.
alter table mails drop constraint mails_outcome_check,
  add constraint mails_outcome_check check (outcome in ('Sent', 'Moot', 'Failed'));

grant update (due_at, attempts) on mails to hamla_jobs;
