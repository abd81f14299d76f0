-- Up Migration

-- What companies have been reminded of: an installment once on each of its days (domain/servicing/reminders.ts). No
-- foreign key: installments are never deleted, and to check each row would cost the day's close as much as its mark.
create table reminders (
  installment_id uuid not null,
  -- Days from the due date, before it negative.
  reminder_day smallint not null check (reminder_day in (-3, 0, 1, 7, 14)),
  -- The day whose mail tells it.
  mail_day date not null,
  primary key (installment_id, reminder_day)
);

-- Mails about money to companies and agencies, by ids alone: address and words are read when one is sent, under a
-- Message-ID made of the row's id. A reminder is one mail a company and day.
create table mails (
  id uuid primary key default uuidv7(),
  kind text not null check (kind in ('reminder', 'new_ticket', 'ticket_approved', 'ticket_rejected', 'payout_sent',
    'payment_received')),
  company_id uuid references companies,
  agency_id uuid references agencies,
  ticket_id uuid references tickets,
  payment_id uuid references payments,
  day date,
  queued_at timestamptz not null,
  -- When its job was added.
  handed_over_at timestamptz,
  settled_at timestamptz,
  -- Moot: by the time it was to be sent there was nothing to say any more, or nobody to say it to.
  outcome text check (outcome in ('Sent', 'Moot')),
  check (num_nonnulls(company_id, agency_id) = 1),
  check ((kind = 'reminder') = (day is not null)),
  check ((kind = 'payment_received') = (payment_id is not null)),
  check ((ticket_id is not null) = (kind in ('new_ticket', 'ticket_approved', 'ticket_rejected', 'payout_sent'))),
  check ((settled_at is null) = (outcome is null))
);
create unique index mails_reminder_once on mails (day, company_id) where kind = 'reminder';
create index mails_to_hand_over on mails (id) where handed_over_at is null;

alter table closed_days add column reminded integer not null default 0;

do $$
declare t text;
begin
  foreach t in array array['reminders', 'mails'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

-- The jobs queue reminders and send mails; the other mails are queued by a trigger on events, with its owner's rights.
grant select, insert on reminders to hamla_jobs;
grant select, insert (kind, company_id, day, queued_at), update (handed_over_at, settled_at, outcome) on mails to hamla_jobs;
grant update (reminded) on closed_days to hamla_jobs;
-- Who is written to, and in which language.
grant select (id, email, email_confirmed_at, user_metadata) on auth.users to hamla_jobs;
grant select (id, amount_sar, value_date, company_id, ticket_id) on payments to hamla_jobs;
grant select (ticket_id, gross_amount, fee_amount, net_amount) on agency_payouts to hamla_jobs;
