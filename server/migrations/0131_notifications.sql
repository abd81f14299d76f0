-- Up Migration

-- What each person is told of, and has read (docs/decisions/0060-notifications.md).
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  side text not null check (side in ('person', 'company', 'agency', 'staff')),
  -- domain/notifications/notification-kinds.ts
  kind text not null,
  -- What it is about, in the table that the kind names. History outlives it.
  subject_id uuid,
  occurred_at timestamptz not null,
  -- When it is also mailed, as the person had chosen when it was written.
  delivery text not null check (delivery in ('now', 'daily', 'never')),
  read_at timestamptz,
  -- The summary that has told of it.
  summary_mail_id uuid references mails,
  check (delivery = 'daily' or summary_mail_id is null)
);
create index notifications_of_person on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id, id desc) where read_at is null;
create index notifications_to_summarise on notifications (user_id) where delivery = 'daily' and summary_mail_id is null;
create index notifications_of_summary on notifications (summary_mail_id, id) where summary_mail_id is not null;

-- How a person wants a kind mailed; no row: as default_delivery says. Money, security and legal kinds have no choice.
create table notification_settings (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null constraint notification_settings_kind_check check (kind in ('new_ticket', 'ticket_cancelled',
    'ticket_expired', 'ticket_approved', 'ticket_rejected', 'help_answered', 'approval_waiting', 'payout_stopped',
    'payout_failed', 'refund_failed', 'iban_waiting', 'budget_waiting', 'transfer_reported', 'help_message')),
  delivery text not null check (delivery in ('now', 'daily', 'never')),
  primary key (user_id, kind)
);

do $$
declare t text;
begin
  foreach t in array array['notifications', 'notification_settings'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant select, update (read_at) on notifications to hamla_app;
grant select, insert (user_id, kind, delivery), update (delivery) on notification_settings to hamla_app;
grant select, insert, update (summary_mail_id) on notifications to hamla_jobs;

-- Mails to a person: what a notification says that has no mail of its own kind, and the summary of a day.
alter table mails
  add column user_id uuid references auth.users on delete cascade,
  add column notification_id uuid references notifications on delete cascade,
  drop constraint mails_kind_check,
  drop constraint mails_ticket_check,
  drop constraint mails_check,
  drop constraint mails_check1,
  add constraint mails_kind_check check (kind in ('reminder', 'new_ticket', 'ticket_approved', 'ticket_rejected',
    'documents_ready', 'payout_sent', 'payment_received', 'payout_in_review', 'payout_reviewed', 'payout_despite_overdue',
    'payout_cancelled', 'ticket_closed', 'refund_sent', 'notification', 'summary')),
  add constraint mails_ticket_check check ((ticket_id is not null) = (kind not in ('reminder', 'payment_received',
    'refund_sent', 'notification', 'summary'))),
  add constraint mails_recipient_check check (num_nonnulls(company_id, agency_id, user_id) = 1),
  add constraint mails_user_check check ((user_id is not null) = (kind in ('notification', 'summary'))),
  add constraint mails_day_check check ((day is not null) = (kind in ('reminder', 'summary'))),
  add constraint mails_notification_check check ((notification_id is not null) = (kind = 'notification'));
create unique index mails_summary_once on mails (day, user_id) where kind = 'summary';
grant insert (user_id, due_at) on mails to hamla_jobs;
