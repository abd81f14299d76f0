-- Up Migration

-- What a company or an agency asks the platform, with the ticket it is about, and what staff answer.
create table help_messages (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users,
  company_id uuid references companies,
  agency_id uuid references agencies,
  ticket_id uuid references tickets,
  message text not null check (length(message) between 1 and 2000),
  sent_at timestamptz not null,
  answer text check (length(answer) between 1 and 2000),
  answered_by uuid references staff,
  answered_at timestamptz,
  check (num_nonnulls(company_id, agency_id) = 1),
  check (num_nonnulls(answer, answered_by, answered_at) in (0, 3))
);
create index help_messages_of_company on help_messages (company_id, id desc);
create index help_messages_of_agency on help_messages (agency_id, id desc);
create index help_messages_waiting on help_messages (id) where answered_at is null;
create index help_messages_answered on help_messages (answered_at desc, id desc) where answered_at is not null;

alter table help_messages enable row level security;
alter table help_messages force row level security;
create policy owner_all on help_messages to current_user using (true) with check (true);
grant select (id, company_id, agency_id, ticket_id, message, sent_at, answer, answered_at) on help_messages to hamla_app;
grant insert (user_id, company_id, agency_id, ticket_id, message, sent_at) on help_messages to hamla_app;
grant select on help_messages to hamla_staff;
grant update (answer, answered_by, answered_at) on help_messages to hamla_staff;

-- Messages have a quota.
alter table quota_uses
  drop constraint quota_uses_name_check,
  add constraint quota_uses_name_check check (name in ('uploads', 'transfer_reports', 'mails_to_others', 'help_messages'));
