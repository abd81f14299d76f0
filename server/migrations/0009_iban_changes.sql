-- Up Migration

-- Where an agency is paid: the last IBAN that was approved, without spaces. agencies.iban is what its profile says.
alter table agencies add column paid_iban text;
update agencies set paid_iban = upper(regexp_replace(iban, '[\s-]', '', 'g')) where iban <> '';

-- An IBAN that an agency has asked for. It is paid to once a day has passed and a member of staff has approved it.
create table agency_iban_changes (
  id uuid primary key default uuidv7(),
  agency_id uuid not null references agencies on delete cascade,
  iban text not null,
  -- What was paid to when it was asked for; null: nothing yet.
  previous_iban text,
  requested_at timestamptz not null,
  -- Who is told of it, and how: the account's address and the profile's contact as they stood before.
  told_emails text[] not null,
  told_language text not null check (told_language in ('en', 'ar')),
  status text not null default 'Pending' check (status in ('Pending', 'Approved', 'Rejected', 'Withdrawn', 'Replaced')),
  ended_at timestamptz,
  decided_by uuid references staff,
  rejection_reason text check (length(rejection_reason) between 1 and 1000),
  check ((status = 'Pending') = (ended_at is null)),
  check ((status in ('Approved', 'Rejected')) = (decided_by is not null)),
  check ((status = 'Rejected') = (rejection_reason is not null)),
  -- The pause, whoever approves.
  check (status <> 'Approved' or ended_at >= requested_at + interval '24 hours')
);
-- A newer request takes the place of an older one.
create unique index iban_changes_pending on agency_iban_changes (agency_id) where status = 'Pending';
create index iban_changes_of_agency on agency_iban_changes (agency_id, requested_at desc);
create index iban_changes_to_decide on agency_iban_changes (requested_at, id) where status = 'Pending';
create index iban_changes_ended on agency_iban_changes (ended_at desc, id desc) where status <> 'Pending';

alter table agency_iban_changes enable row level security;
alter table agency_iban_changes force row level security;
create policy owner_all on agency_iban_changes to current_user using (true) with check (true);

-- A request writes an agency's IBAN by ask_for_iban alone, and never what is paid to.
revoke update (iban) on agencies from hamla_app;
grant select (id, agency_id, iban, requested_at, status, ended_at, rejection_reason) on agency_iban_changes to hamla_app;
grant select on agency_iban_changes to hamla_staff;
grant update (status, ended_at, decided_by, rejection_reason) on agency_iban_changes to hamla_staff;
grant update (iban, paid_iban) on agencies to hamla_staff;
grant select (id, iban, previous_iban, requested_at, told_emails, told_language, rejection_reason) on agency_iban_changes
  to hamla_jobs;
