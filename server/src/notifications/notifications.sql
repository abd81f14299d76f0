-- Notifications, and the mails of events: which event tells whom. The day's close queues reminders. A notification and
-- a mail are rows of ids; their content is read when they are shown or sent.

drop policy if exists jobs_all on mails;
create policy jobs_all on mails to hamla_jobs using (true) with check (true);
drop policy if exists jobs_read on payments;
create policy jobs_read on payments for select to hamla_jobs using (true);
drop policy if exists jobs_read on payment_refunds;
create policy jobs_read on payment_refunds for select to hamla_jobs using (true);
drop policy if exists jobs_read on agency_payouts;
create policy jobs_read on agency_payouts for select to hamla_jobs using (true);

-- A person's own, of the side on which they act now: set_notification_caller.
drop policy if exists own on notifications;
create policy own on notifications to hamla_app
  using (user_id = (select caller_user_id()) and side in ('person', (select caller_role())))
  with check (user_id = (select caller_user_id()));
drop policy if exists jobs_all on notifications;
create policy jobs_all on notifications to hamla_jobs using (true) with check (true);
drop policy if exists own on notification_settings;
create policy own on notification_settings to hamla_app
  using (user_id = (select caller_user_id())) with check (user_id = (select caller_user_id()));

-- The language of the account's own mails.
grant execute on function auth.mail_language(jsonb, jsonb) to hamla_jobs;

-- Which event of the history tells whom of what; null: no event does, but the day's close or a notice of the account.
-- mail: the kind of its mail in mails; null: the account service or the capability mails it. The twin of
-- domain/notifications/notification-kinds.ts.
create or replace function notification_kinds()
  returns table (operation text, kind text, side text, category text, mail text) language sql immutable as $$
  values ('create_ticket_with_installments', 'new_ticket', 'agency', 'other', 'new_ticket'),
         ('cancel_ticket', 'ticket_cancelled', 'agency', 'other', 'notification'),
         ('expire_ticket', 'ticket_expired', 'company', 'other', 'notification'),
         ('expire_ticket', 'ticket_expired', 'agency', 'other', 'notification'),
         ('approve_ticket', 'ticket_approved', 'company', 'other', 'ticket_approved'),
         ('reject_ticket', 'ticket_rejected', 'company', 'other', 'ticket_rejected'),
         ('answer_help_message', 'help_answered', 'company', 'other', 'notification'),
         ('answer_help_message', 'help_answered', 'agency', 'other', 'notification'),
         ('issue_documents', 'documents_ready', 'company', 'legal', 'documents_ready'),
         (null, 'reminder', 'company', 'money', 'reminder'),
         ('record_payment', 'payment_received', 'company', 'money', 'payment_received'),
         ('identify_payment', 'payment_received', 'company', 'money', 'payment_received'),
         ('turn_down_transfer_report', 'transfer_not_found', 'company', 'money', 'notification'),
         ('send_refund', 'refund_sent', 'company', 'money', 'refund_sent'),
         ('decide_budget', 'budget_decided', 'company', 'money', 'notification'),
         ('counter_budget_request', 'budget_request_answered', 'company', 'money', 'notification'),
         ('decline_budget_request', 'budget_request_answered', 'company', 'money', 'notification'),
         ('change_credit', 'credit_changed', 'company', 'money', 'notification'),
         ('stop_requests', 'requests_stopped', 'company', 'money', 'notification'),
         ('reopen_requests', 'requests_reopened', 'company', 'money', 'notification'),
         ('keep_promise', 'promise_kept', 'company', 'money', 'notification'),
         ('break_promise', 'promise_broken', 'company', 'money', 'notification'),
         ('close_ticket', 'ticket_closed', 'company', 'money', 'ticket_closed'),
         ('pay_stopped_payout', 'payout_despite_overdue', 'company', 'money', 'payout_despite_overdue'),
         ('instruct_payout', 'payout_sent', 'agency', 'money', 'payout_sent'),
         ('fail_payout', 'payout_returned', 'agency', 'money', 'notification'),
         ('postpone_payout', 'payout_postponed', 'agency', 'money', 'notification'),
         ('book_agency_claim', 'payout_paid_twice', 'agency', 'money', 'notification'),
         ('return_payout', 'payout_returned', 'agency', 'money', 'notification'),
         ('stop_payout', 'payout_in_review', 'agency', 'money', 'payout_in_review'),
         ('pay_stopped_payout', 'payout_reviewed', 'agency', 'money', 'payout_reviewed'),
         ('close_ticket', 'payout_cancelled', 'agency', 'money', 'payout_cancelled'),
         ('request_iban_change', 'iban_requested', 'company', 'security', null),
         ('request_iban_change', 'iban_requested', 'agency', 'security', null),
         ('approve_iban_change', 'iban_approved', 'company', 'security', null),
         ('approve_iban_change', 'iban_approved', 'agency', 'security', null),
         ('reject_iban_change', 'iban_rejected', 'company', 'security', null),
         ('reject_iban_change', 'iban_rejected', 'agency', 'security', null),
         (null, 'password_changed', 'person', 'security', null),
         (null, 'account_exists', 'person', 'security', null),
         (null, 'email_change_requested', 'person', 'security', null),
         (null, 'email_changed', 'person', 'security', null),
         (null, 'factor_added', 'person', 'security', null),
         (null, 'factor_removed', 'person', 'security', null),
         (null, 'factor_removal_asked', 'person', 'security', null),
         (null, 'factor_removal_confirmed', 'person', 'security', null),
         (null, 'recovery_codes_made', 'person', 'security', null),
         (null, 'recovery_code_used', 'person', 'security', null),
         ('request_approval', 'approval_waiting', 'staff', 'other', 'notification'),
         ('stop_payout', 'payout_stopped', 'staff', 'other', 'notification'),
         ('fail_payout', 'payout_failed', 'staff', 'other', 'notification'),
         ('return_payout', 'payout_failed', 'staff', 'other', 'notification'),
         ('fail_refund', 'refund_failed', 'staff', 'other', 'notification'),
         ('return_refund', 'refund_failed', 'staff', 'other', 'notification'),
         ('request_iban_change', 'iban_waiting', 'staff', 'other', 'notification'),
         ('analyse_credit', 'budget_waiting', 'staff', 'other', 'notification'),
         ('ask_for_budget', 'budget_requested', 'staff', 'other', 'notification'),
         ('appeal_budget_decision', 'budget_requested', 'staff', 'other', 'notification'),
         ('report_transfer', 'transfer_reported', 'staff', 'other', 'notification'),
         ('promise_payment', 'promise_made', 'staff', 'other', 'notification'),
         ('break_promise', 'promise_missed', 'staff', 'other', 'notification'),
         ('send_help_message', 'help_message', 'staff', 'other', 'notification')
$$;

-- How a kind is mailed until its person has chosen.
create or replace function default_delivery(p_side text) returns text language sql immutable as
  $$ select case p_side when 'staff' then 'daily' else 'now' end $$;

-- Writes the notifications of events, and the mails that their people want at once, in the events' own transaction:
-- one statement for all events of a statement. With its owner's rights, because whoever moves money or a ticket holds
-- none on either; a trigger, so that nobody can call it. A staff member is not told of what they did themselves, nor
-- of a budget that they have not read of yet. The events' own announcements tell the servers that mails are due and
-- the screens of companies and agencies that something is new; staff have no events, so they are told here.
create or replace function notify_of_events() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_told bigint;
begin
  with wanted as materialized (
    select e.id as event_id, e.company_id, e.agency_id, e.occurred_at, k.kind, k.side, k.mail, r.user_id,
           case k.kind when 'documents_ready' then (select s.ticket_id from document_sets s where s.id = e.subject_id)
                       when 'refund_sent' then (e.after ->> 'refund_id')::uuid
                       when 'approval_waiting' then (
                         select a.id from approval_requests a where a.subject_id = e.subject_id and a.outcome is null
                          order by a.id desc limit 1)
                       else case when e.subject = 'payout'
                                 then (select p.ticket_id from agency_payouts p where p.id = e.subject_id)
                                 else e.subject_id end end as subject_id,
           case k.category when 'other' then coalesce(s.delivery, default_delivery(k.side)) else 'now' end as delivery
      from added e join notification_kinds() k on k.operation = e.operation
     cross join lateral (
       select c.user_id from companies c where k.side = 'company' and c.id = e.company_id
       union all select a.user_id from agencies a where k.side = 'agency' and a.id = e.agency_id
       union all select f.user_id from staff f
        where k.side = 'staff' and f.suspended_at is null and f.user_id is distinct from e.actor_user_id) r
      left join notification_settings s on s.user_id = r.user_id and s.kind = k.kind
     -- Only an analysis whose result waits for staff, once until they have read it.
     where (k.kind <> 'budget_waiting'
        or (exists (select from companies c where c.id = e.company_id and c.needs_decision) and not exists (
          select from notifications n where n.user_id = r.user_id and n.kind = k.kind
             and n.subject_id = e.subject_id and n.read_at is null)))
       -- A payout that we stopped on its way to the bank fails without a reason, and is postponed.
       and (e.operation <> 'fail_payout' or k.side <> 'agency' or e.after ->> 'reason' is not null)),
  written as (
    insert into notifications (user_id, side, kind, subject_id, occurred_at, delivery)
    select w.user_id, w.side, w.kind, w.subject_id, w.occurred_at, w.delivery from wanted w order by w.event_id
    returning id, user_id, side, kind, subject_id),
  mailed as (
    insert into mails (kind, company_id, agency_id, user_id, notification_id, ticket_id, payment_id, refund_id,
      queued_at, due_at)
    select w.mail, case when w.side = 'company' and w.mail <> 'notification' then w.company_id end,
           case when w.side = 'agency' and w.mail <> 'notification' then w.agency_id end,
           case when w.mail = 'notification' then w.user_id end,
           case when w.mail = 'notification' then (
             select n.id from written n where n.user_id = w.user_id and n.side = w.side and n.kind = w.kind
                and n.subject_id is not distinct from w.subject_id limit 1) end,
           case when w.mail not in ('notification', 'payment_received', 'refund_sent') then w.subject_id end,
           case when w.mail = 'payment_received' then w.subject_id end,
           case when w.mail = 'refund_sent' then w.subject_id end, w.occurred_at, w.occurred_at
      from wanted w where w.mail is not null and w.delivery = 'now' order by w.event_id)
  select count(t.told) into v_told
    from (select announce('hamla_notifications', n.user_id::text)::text as told from written n
           where n.side = 'staff' group by n.user_id) t;
  return null;
end $$;
create or replace trigger mails after insert on events referencing new table as added
  for each statement execute function notify_of_events();

-- What the account service mails an account's owner is a notification too. Definer, because the accounts' login holds
-- no rights on notifications. Whoever is erased reads none. The refusal of a sign-up changes nothing of an account, so
-- it is told apart by its kind.
create or replace function notify_of_notices() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_told bigint;
begin
  with written as (
    insert into notifications (user_id, side, kind, occurred_at, delivery)
    select a.user_id, 'person', a.kind, a.created_at, 'now' from added a where a.kind <> 'account_erased'
    returning user_id)
  select count(t.told) into v_told
    from (select announce('hamla_notifications', n.user_id::text)::text as told from written n group by n.user_id) t;
  return null;
end $$;
create or replace trigger notifications after insert on auth.notices referencing new table as added
  for each statement execute function notify_of_notices();

-- Queues a day's reminder of companies, each once, and tells them. The day's close calls it.
create or replace function queue_reminders(p_company_ids uuid[], p_day date, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_told bigint;
begin
  with mailed as (
    insert into mails (kind, company_id, day, queued_at)
    select 'reminder', c.id, p_day, p_now from unnest(p_company_ids) as c(id) on conflict do nothing
    returning company_id),
  written as (
    insert into notifications (user_id, side, kind, occurred_at, delivery)
    select c.user_id, 'company', 'reminder', p_now, 'now' from mailed m join companies c on c.id = m.company_id
    returning user_id)
  select count(t.told) into v_told
    from (select announce('hamla_notifications', n.user_id::text)::text as told from written n group by n.user_id) t;
end $$;

-- Queues the summary of a day for people who wait for one, each once a day; how many. What comes later is in the next
-- day's.
create or replace function api.queue_summaries(p_now timestamptz, p_day date, p_limit integer) returns json
language sql as $$
  with waiting as (
    select distinct n.user_id from notifications n
     where n.delivery = 'daily' and n.summary_mail_id is null
       and not exists (select from mails m where m.kind = 'summary' and m.day = p_day and m.user_id = n.user_id)
     limit p_limit),
  queued as (
    insert into mails (kind, user_id, day, queued_at, due_at)
    select 'summary', w.user_id, p_day, p_now, p_now from waiting w on conflict do nothing
    returning id, user_id),
  taken as (
    update notifications n set summary_mail_id = q.id from queued q
     where n.user_id = q.user_id and n.delivery = 'daily' and n.summary_mail_id is null)
  select json_build_object('count', count(*)) from queued
$$;

-- The caller of what follows, who acts as staff in a session that has shown a second factor. Unlike set_staff_caller it
-- notes no use of the session: the bell of a console that was left would keep it open.
create or replace function set_notification_caller(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if caller_role() is null and is_session_of_staff(p_session_id) then
    perform set_config('hamla.role', 'staff', true);
  end if;
end $$;

-- Definer: the login of companies and agencies reads nothing of staff.
create or replace function is_session_of_staff(p_session_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from auth.sessions s join staff f on f.user_id = s.user_id
     where s.id = p_session_id and s.user_id = caller_user_id() and s.aal = 'aal2' and f.suspended_at is null)
$$;
revoke all on function is_session_of_staff(uuid) from public;
grant execute on function is_session_of_staff(uuid) to hamla_app;

-- What a notification says, as it stands now: {"ticket_number", "amount_sar", "name", "count", "subject_id", "detail"},
-- each null where the kind has none. The name is that of the other party, for staff of the customer.
create or replace function notification_content(n notifications) returns jsonb language sql stable as $$
  select jsonb_build_object('ticket_number', f.ticket_number, 'amount_sar', f.amount::text, 'name', f.name,
           'count', f.count, 'subject_id', f.subject_id, 'detail', f.detail)
    from (values (1)) one
    left join lateral (
      select t.ticket_number,
             case when n.side <> 'company' and n.kind like 'payout%' then p.net_amount else t.amount_sar end as amount,
             case n.side when 'company' then a.name else c.name end as name,
             null::bigint as count, null::uuid as subject_id, null::text as detail
        from tickets t join companies c on c.id = t.company_id join agencies a on a.id = t.agency_id
        left join agency_payouts p on p.ticket_id = t.id
       where n.kind in ('new_ticket', 'ticket_cancelled', 'ticket_expired', 'ticket_approved', 'ticket_rejected',
           'documents_ready', 'ticket_closed', 'payout_despite_overdue', 'payout_sent', 'payout_returned',
           'payout_postponed', 'payout_paid_twice', 'payout_in_review', 'payout_reviewed', 'payout_cancelled',
           'payout_stopped', 'payout_failed')
         and t.id = n.subject_id
      union all
      select null, null, null, count(*), null, null
        from ticket_installments i join companies c on c.id = i.company_id
        join reminders r on r.installment_id = i.id
       where n.kind = 'reminder' and c.user_id = n.user_id
         and r.mail_day = (n.occurred_at at time zone 'Asia/Riyadh')::date
         and i.due_date between r.mail_day - 20 and r.mail_day + 3
       having n.kind = 'reminder'
      union all
      select null, p.amount_sar, null, null, null, null from payments p
       where n.kind = 'payment_received' and p.id = n.subject_id
      union all
      select null, r.amount_sar, null, null, null, null from payment_refunds r
       where n.kind = 'refund_sent' and r.id = n.subject_id
      union all
      select null, null, c.name, null, p.id, null from payments p left join companies c on c.id = p.company_id
       where n.kind = 'refund_failed' and p.id = n.subject_id
      union all
      select t.ticket_number, r.amount_sar, c.name, null,
             case when n.side = 'staff' then r.id else r.payment_request_id end, null
        from transfer_reports r join companies c on c.id = r.company_id left join tickets t on t.id = r.ticket_id
       where n.kind in ('transfer_reported', 'transfer_not_found') and r.id = n.subject_id
      union all
      select t.ticket_number, null, coalesce(c.name, a.name), null, null, null
        from help_messages h left join tickets t on t.id = h.ticket_id
        left join companies c on c.id = h.company_id left join agencies a on a.id = h.agency_id
       where n.kind in ('help_answered', 'help_message') and h.id = n.subject_id
      union all
      select null, null, coalesce(c.name, a.name), null, null, case when i.company_id is null then 'agency'
             else 'company' end
        from iban_changes i left join companies c on c.id = i.company_id left join agencies a on a.id = i.agency_id
       where n.kind in ('iban_requested', 'iban_approved', 'iban_rejected', 'iban_waiting') and i.id = n.subject_id
      union all
      select null, p.amount_sar, c.name, null, case when n.side = 'staff' then c.id end, null
        from payment_promises p join companies c on c.id = p.company_id
       where n.kind in ('promise_kept', 'promise_broken', 'promise_made', 'promise_missed') and p.id = n.subject_id
      union all
      select null, null, c.name, null, c.id, null from companies c
       where n.kind in ('budget_waiting', 'budget_decided', 'credit_changed', 'requests_stopped', 'requests_reopened')
         and c.id = n.subject_id
      union all
      select null, r.amount_sar, case n.side when 'staff' then c.name end, null, c.id, null
        from budget_requests r join companies c on c.id = r.company_id
       where n.kind in ('budget_requested', 'budget_request_answered') and r.id = n.subject_id
      union all
      select null, r.amount_sar, coalesce(c.name, a.name), null, r.id, r.kind
        from approval_requests r left join companies c on c.id = r.company_id left join agencies a on a.id = r.agency_id
       where n.kind = 'approval_waiting' and r.id = n.subject_id) f on true
$$;

-- The content of one of the caller's own. Definer: it tells what the login does not read for the caller's side.
create or replace function own_notification_content(p_id uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select notification_content(n) from notifications n
   where n.id = p_id and n.user_id = caller_user_id() and n.side in ('person', caller_role())
$$;
revoke all on function own_notification_content(uuid) from public;
grant execute on function own_notification_content(uuid) to hamla_app;

-- The content of a notification of anybody's, for its mail; null: it is staff's, and its person is staff no more, or it
-- is not true any more.
create or replace function mailed_notification_content(p_id uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select notification_content(n) || jsonb_build_object('kind', n.kind, 'side', n.side) from notifications n
   where n.id = p_id
     and (n.side <> 'staff' or exists (select from staff f where f.user_id = n.user_id and f.suspended_at is null))
     and (n.kind <> 'payout_postponed' or exists (
       select from agency_payouts p where p.ticket_id = n.subject_id and p.status = 'Pending'))
$$;
revoke all on function mailed_notification_content(uuid) from public;
grant execute on function mailed_notification_content(uuid) to hamla_jobs;

-- How many of the caller's are unread, counted to a hundred.
create or replace function unread_notifications() returns bigint language sql stable as $$
  select count(*) from (select from notifications n where n.user_id = caller_user_id() and n.read_at is null
     and n.side in ('person', caller_role()) limit 100) u
$$;

-- A page of the caller's, the newest first, and how many are unread. Each of both lists walks its own index.
create or replace function api.list_notifications(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_unread boolean, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
declare
  -- Above every id that can be.
  v_before uuid := coalesce(p_cursor, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  perform set_notification_caller(p_user_id, p_session_id, p_now);
  return (
    select (list_page_json(
             array_agg((own_notification_content(f.id) || jsonb_build_object('id', f.id, 'kind', f.kind,
               'side', f.side, 'occurred_at', f.occurred_at, 'read_at', f.read_at))::json order by f.id desc),
             array_agg(f.id::text order by f.id desc), p_limit)::jsonb
           || jsonb_build_object('unread_count', unread_notifications()))::json
      from ((select n.id, n.kind, n.side, n.occurred_at, n.read_at from notifications n
              where not p_unread and n.user_id = p_user_id and n.side in ('person', caller_role()) and n.id < v_before
              order by n.id desc limit p_limit + 1)
            union all
            (select n.id, n.kind, n.side, n.occurred_at, n.read_at from notifications n
              where p_unread and n.user_id = p_user_id and n.side in ('person', caller_role()) and n.id < v_before
                and n.read_at is null
              order by n.id desc limit p_limit + 1)) f);
end $$;

-- Marks one of the caller's as read, or all up to one; twice changes nothing. Tells the person's other devices.
create or replace function api.mark_notifications_read(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_id uuid, p_up_to boolean
) returns json language plpgsql as $$
begin
  perform set_notification_caller(p_user_id, p_session_id, p_now);
  if not exists (select from notifications n where n.id = p_id and n.user_id = p_user_id
      and n.side in ('person', caller_role())) then
    perform refuse('not_found');
  end if;
  update notifications n set read_at = p_now
   where n.user_id = p_user_id and n.side in ('person', caller_role()) and n.read_at is null
     and case when p_up_to then n.id <= p_id else n.id = p_id end;
  if found then perform announce('hamla_notifications', p_user_id::text); end if;
  return json_build_object('unread_count', unread_notifications());
end $$;

-- Deletes notifications that were read or that occurred before the given moments (domain/notifications/
-- notification-retention.ts), a batch; how many. The mail of one goes with it.
create or replace function api.delete_old_notifications(p_read_before timestamptz, p_occurred_before timestamptz,
  p_limit integer)
returns json language sql as $$
  with gone as (
    delete from notifications n where n.id = any (array(
      (select r.id from notifications r where r.read_at < p_read_before limit p_limit)
      union
      (select o.id from notifications o where o.occurred_at < p_occurred_before limit p_limit)))
    returning 1)
  select json_build_object('count', count(*)) from gone
$$;
grant execute on function api.delete_old_notifications to hamla_jobs;

-- The kinds of the caller's side, each with how it is mailed and whether that can be chosen.
create or replace function notification_settings_json() returns json language sql stable as $$
  select json_build_object('items', coalesce(json_agg(json_build_object('kind', k.kind, 'category', k.category,
           'is_chosen', k.category = 'other',
           'delivery', case k.category when 'other' then coalesce(s.delivery, default_delivery(k.side)) else 'now' end)
           order by k.place), '[]'))
    from (select x.kind, x.side, x.category, min(x.place) as place
            from notification_kinds() with ordinality as x(operation, kind, side, category, mail, place)
           where x.side in ('person', caller_role()) group by x.kind, x.side, x.category) k
    left join notification_settings s on s.user_id = caller_user_id() and s.kind = k.kind
$$;

create or replace function api.read_notification_settings(p_user_id uuid, p_session_id uuid, p_now timestamptz)
returns json language plpgsql as $$
begin
  perform set_notification_caller(p_user_id, p_session_id, p_now);
  return notification_settings_json();
end $$;

create or replace function api.choose_notification_delivery(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_kind text, p_delivery text
) returns json language plpgsql as $$
begin
  perform set_notification_caller(p_user_id, p_session_id, p_now);
  if not exists (select from notification_kinds() k where k.kind = p_kind and k.category = 'other'
      and k.side in ('person', caller_role())) then
    perform refuse_field('validation_failed', 'kind',
      'must be one of your kinds that can be switched off: money, security and legal notifications are always mailed');
  end if;
  insert into notification_settings as s (user_id, kind, delivery) values (p_user_id, p_kind, p_delivery)
  on conflict (user_id, kind) do update set delivery = excluded.delivery;
  return notification_settings_json();
end $$;

-- Makes mails that are complete due at a time, each once; how many. Until then none of them waits: they count as queued
-- then.
create or replace function api.make_mails_due(p_due_at timestamptz, p_limit integer) returns json language sql as $$
  with made as (
    update mails m set due_at = p_due_at, queued_at = greatest(m.queued_at, p_due_at)
     where m.id in (select w.id from mails w where w.settled_at is null and w.due_at is null
       order by w.id limit p_limit for update skip locked)
    returning m.id)
  select json_build_object('count', count(*)) from made
$$;

-- Takes mails that are due for a worker, the longest due first: another one sees none of them, and finds them again
-- when this one is gone before it has said how each ended (job_workers). Their ids.
create or replace function api.take_due_mails(p_now timestamptz, p_limit integer, p_worker text) returns json
  language sql as $$
  with due as (
    select m.id, m.due_at from mails m where m.settled_at is null and m.due_at <= p_now and m.taken_by is null
       and not (select is_restore_held())
     order by m.due_at, m.id limit p_limit for update skip locked),
  -- A worker that has not beaten yet, as at a start.
  worker as (
    insert into job_workers (id, beat, beaten_at) select p_worker, 0, p_now where exists (select from due)
      on conflict do nothing),
  -- An array is looked up by the primary key, however many mails wait; a join may read the whole table.
  taken as (
    update mails m set taken_by = p_worker, attempts = m.attempts + 1 where m.id = any (array(select d.id from due d)))
  select coalesce(json_agg(d.id order by d.due_at, d.id), '[]') from due d
$$;

-- The age in seconds of the oldest mail that is complete and unsent, whether it is due or waits for its next attempt;
-- null for none. One that was held back on purpose (admit_mail) is not late, nor is one that may not be sent yet.
create or replace function api.oldest_unsent_mail(p_now timestamptz) returns json language sql as $$
  select to_json(extract(epoch from p_now - min(m.queued_at))::float8) from mails m
   where m.settled_at is null and m.due_at is not null and m.queued_at <= p_now and not m.is_joint
$$;

-- A mail that could not be sent is due again after 3 seconds, 7, 20 and so on, six hours at most; after 25 attempts,
-- some four days, it is given up.
create or replace function api.postpone_mail(p_mail_id uuid, p_now timestamptz) returns json language sql as $$
  update mails m
     set taken_by = null, due_at = p_now + make_interval(secs => exp(least(m.attempts, 10))),
         settled_at = case when m.attempts >= 25 then p_now end, outcome = case when m.attempts >= 25 then 'Failed' end
   where m.id = p_mail_id and m.settled_at is null
  returning json_build_object('attempts', m.attempts)
$$;

-- Whether a mail may be sent now. Of mails about new tickets an agency gets at most p_limit in an hour, whoever sends
-- the tickets: the first that does not fit is held until one is free and then tells how many tickets wait ('later');
-- those that come meanwhile are left out ('joined'). Any other mail, and one that was counted before, is sent ('send').
create or replace function api.admit_mail(p_mail_id uuid, p_now timestamptz, p_limit integer) returns json
  language plpgsql as $$
declare
  m mails;
  v_oldest timestamptz;
begin
  select * into m from mails x where x.id = p_mail_id and x.settled_at is null;
  if not found or m.kind <> 'new_ticket' or m.admitted_at is not null then return to_json('send'::text); end if;
  -- Servers take turns for an agency, so that what is counted stays true.
  perform take_lock(hashtextextended('ticket mails ' || m.agency_id, 0));
  select x.admitted_at into v_oldest from mails x
   where x.agency_id = m.agency_id and x.admitted_at > p_now - interval '1 hour'
   order by x.admitted_at desc offset p_limit - 1 limit 1;
  if not found then
    update mails x set admitted_at = p_now where x.id = p_mail_id;
    return to_json('send'::text);
  end if;
  if m.is_joint or not exists (
       select from mails x where x.agency_id = m.agency_id and x.is_joint and x.settled_at is null) then
    -- Not an attempt that failed.
    update mails x set is_joint = true, taken_by = null, due_at = v_oldest + interval '1 hour',
      attempts = greatest(0, m.attempts - 1)
     where x.id = p_mail_id;
    return to_json('later'::text);
  end if;
  update mails x set taken_by = null, settled_at = p_now, outcome = 'Moot' where x.id = p_mail_id;
  return to_json('joined'::text);
end $$;

-- What a mail says and to whom, in its recipient's language; null when it is settled, or there is nothing to say (any
-- more), or nobody to say it to. p_proven_only: only to an address whose owner has opened a link sent there.
create or replace function api.read_mail(p_mail_id uuid, p_today date, p_proven_only boolean) returns json
language plpgsql stable as $$
declare
  m mails;
  v_content json;
begin
  select * into m from mails x where x.id = p_mail_id and x.settled_at is null;
  if not found then return null; end if;
  v_content := case when m.is_joint then new_tickets_content(m.agency_id) else case m.kind when 'reminder'
    then reminder_content(m, p_today)
                           when 'notification' then mailed_notification_content(m.notification_id)::json
                           when 'summary' then summary_content(m.id)
                           when 'payment_received' then payment_content(m.payment_id)
                           when 'refund_sent' then refund_content(m.refund_id)
                           when 'documents_ready' then documents_content(m.ticket_id)
                           when 'payout_in_review' then review_content(m.ticket_id)
                           else ticket_content(m.ticket_id) end end;
  return (
    select json_build_object('kind', case when m.is_joint then 'new_tickets' else m.kind end, 'email', u.email,
      'language', auth.mail_language(null, u.user_metadata),
             'content', v_content)
      from auth.users u
     where u.id = coalesce(m.user_id, (select c.user_id from companies c where c.id = m.company_id),
                           (select a.user_id from agencies a where a.id = m.agency_id))
       and (u.email_confirmed_at is not null or not p_proven_only) and v_content is not null);
end $$;

-- What a company is to pay now. Definer, because it follows from reported transfers, which jobs do not read.
create or replace function to_pay_now(p_company_id uuid, p_today date) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as
  $$ select company_position_json(p_company_id, p_today) ->> 'to_pay_now_sar' $$;
revoke all on function to_pay_now(uuid, date) from public;
grant execute on function to_pay_now(uuid, date) to hamla_jobs;

-- A company's reminders of a day that still apply: the 20 longest due, with the count and sum of all. Null: none.
create or replace function reminder_content(m mails, p_today date) returns json language sql stable as $$
  with lines as (
    select i.id, t.ticket_number, i.seq, i.due_date, i.amount_sar - i.paid_amount as rest,
           (select count(*) from ticket_installments o where o.ticket_id = i.ticket_id) as seqs
      from ticket_installments i join tickets t on t.id = i.ticket_id
      join reminders r on r.installment_id = i.id and r.due_date = i.due_date
                      and r.reminder_day = reminder_for_day(i.due_date, p_today)
     where i.company_id = m.company_id and i.due_date between m.day - 20 and m.day + 3 and r.mail_day = m.day
       and i.status <> 'Paid' and t.status = 'Active' and not has_open_transfer_report(t.id)
       and i.id not in (select promised_installments(p_today))
       and i.id not in (select s.installment_id from small_rests() s where s.company_id = m.company_id)),
  shown as (select * from lines l order by l.due_date, l.ticket_number, l.seq limit 20)
  select json_build_object('today', p_today, 'count', count(*), 'amount_sar', sum(l.rest)::numeric(18,2)::text,
           'virtual_iban', virtual_iban_of(m.company_id), 'overdue', count(*) filter (where l.due_date < p_today),
           'payer_number', (select c.payer_number from companies c where c.id = m.company_id),
           'to_pay_now_sar', to_pay_now(m.company_id, p_today),
           'overdue_sar', coalesce(sum(l.rest) filter (where l.due_date < p_today), 0)::numeric(18,2)::text,
           'lines', (select json_agg(json_build_object('ticket_number', s.ticket_number, 'seq', s.seq, 'seqs', s.seqs,
                               'due_date', s.due_date, 'amount_sar', s.rest::numeric(14,2)::text)
                               order by s.due_date, s.ticket_number, s.seq) from shown s))
    from lines l having count(*) > 0
$$;

create or replace function ticket_content(p_ticket_id uuid) returns json language sql stable as $$
  select json_build_object('ticket_number', t.ticket_number, 'amount_sar', t.amount_sar::text,
           'company_name', (select c.name from companies c where c.id = t.company_id),
           'agency_name', (select a.name from agencies a where a.id = t.agency_id),
           'rejection_reason', t.rejection_reason,
           'fee_amount', p.fee_amount::text, 'net_amount', p.net_amount::text)
    from tickets t left join agency_payouts p on p.ticket_id = t.id where t.id = p_ticket_id
$$;

-- How many tickets wait for an agency's answer; null for none.
create or replace function new_tickets_content(p_agency_id uuid) returns json language sql stable as $$
  select json_build_object('count', count(*)) from tickets t
   where t.agency_id = p_agency_id and t.agency_list = 'waiting' having count(*) > 0
$$;

-- As long as its payout is stopped; since when says by which day it is decided.
create or replace function review_content(p_ticket_id uuid) returns json language sql stable as $$
  select (ticket_content(p_ticket_id)::jsonb || jsonb_build_object('stopped_on', p.stopped_on))::json
    from agency_payouts p join tickets t on t.id = p.ticket_id
   where p.ticket_id = p_ticket_id and p.stopped_on is not null and p.status = 'Pending' and t.status = 'Approved'
$$;

-- As long as its newest documents wait for the company.
create or replace function documents_content(p_ticket_id uuid) returns json language sql stable as $$
  select ticket_content(t.id) from tickets t
   where t.id = p_ticket_id and t.status = 'Approved'
     and (select s.issued_at is not null and s.accepted_at is null from document_sets s
           where s.ticket_id = t.id order by s.version desc limit 1)
$$;

create or replace function payment_content(p_payment_id uuid) returns json language sql stable as $$
  select json_build_object('amount_sar', p.amount_sar::text, 'value_date', p.value_date) from payments p
    where p.id = p_payment_id
$$;

-- While it is under way or has arrived.
create or replace function refund_content(p_refund_id uuid) returns json language sql stable as $$
  select json_build_object('amount_sar', r.amount_sar::text, 'iban', masked_iban(r.iban)) from payment_refunds r
   where r.id = p_refund_id and r.status in ('Sent', 'Confirmed')
$$;

-- The notifications of a summary: the latest 50, and the count of all.
create or replace function summary_content(p_mail_id uuid) returns json language sql stable as $$
  select json_build_object('count', count(*),
           'items', json_agg(d.content order by d.id desc) filter (where d.place <= 50))
    from (select n.id, c.content, row_number() over (order by n.id desc) as place
            from notifications n cross join lateral (select mailed_notification_content(n.id) as content) c
           where n.summary_mail_id = p_mail_id and c.content is not null) d having count(*) > 0
$$;

create or replace function api.settle_mail(p_mail_id uuid, p_now timestamptz, p_outcome text) returns json language sql
  as $$
  update mails m set taken_by = null, settled_at = p_now, outcome = p_outcome where m.id = p_mail_id
    and m.settled_at is null
  returning json_build_object('outcome', m.outcome)
$$;

grant execute on function api.make_mails_due, api.take_due_mails, api.oldest_unsent_mail, api.postpone_mail,
  api.admit_mail, api.read_mail, api.settle_mail, api.queue_summaries to hamla_jobs;
grant execute on function api.list_notifications, api.mark_notifications_read, api.read_notification_settings,
  api.choose_notification_delivery to hamla_app;
