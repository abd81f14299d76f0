-- Mails about money to companies and agencies: which event mails whom. The day's close queues reminders. A mail is a
-- row of ids; its content is read when it is sent.

drop policy if exists jobs_all on mails;
create policy jobs_all on mails to hamla_jobs using (true) with check (true);
drop policy if exists jobs_read on payments;
create policy jobs_read on payments for select to hamla_jobs using (true);
drop policy if exists jobs_read on payment_refunds;
create policy jobs_read on payment_refunds for select to hamla_jobs using (true);
drop policy if exists jobs_read on agency_payouts;
create policy jobs_read on agency_payouts for select to hamla_jobs using (true);

-- The language of the account's own mails.
grant execute on function auth.mail_language(jsonb, jsonb) to hamla_jobs;

-- Queues the mails of events in the events' own transaction. With its owner's rights, because whoever moves money or a
-- ticket holds none on mails; a trigger, so that nobody can call it. Their rows are all: the events' own announcements
-- tell the servers that mails are due.
create or replace function queue_mails() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into mails (kind, company_id, agency_id, ticket_id, payment_id, refund_id, queued_at, due_at)
  select k.kind, case when k.side = 'company' then e.company_id end, case when k.side = 'agency' then e.agency_id end,
         case k.kind when 'documents_ready' then (select s.ticket_id from document_sets s where s.id = e.subject_id)
                     when 'payout_in_review' then (select p.ticket_id from agency_payouts p where p.id = e.subject_id)
                     when 'payment_received' then null when 'refund_sent' then null else e.subject_id end,
         case when k.kind = 'payment_received' then e.subject_id end,
         case when k.kind = 'refund_sent' then (e.after ->> 'refund_id')::uuid end, e.occurred_at, e.occurred_at
    from added e join (values
           ('create_ticket_with_installments', 'new_ticket', 'agency'),
             ('approve_ticket', 'ticket_approved', 'company'),
           ('reject_ticket', 'ticket_rejected', 'company'), ('issue_documents', 'documents_ready', 'company'),
           ('release_ticket', 'payout_sent', 'agency'), ('record_payment', 'payment_received', 'company'),
           ('identify_payment', 'payment_received', 'company'), ('send_refund', 'refund_sent', 'company'),
             ('stop_payout', 'payout_in_review', 'agency'),
           ('pay_stopped_payout', 'payout_reviewed', 'agency'),
           ('pay_stopped_payout', 'payout_despite_overdue', 'company'),
           ('close_ticket', 'payout_cancelled', 'agency'), ('close_ticket', 'ticket_closed', 'company')) k(operation,
             kind, side) on k.operation = e.operation
   -- A payment whose payer is not known yet is told once it is identified.
   where k.kind not in ('payment_received', 'refund_sent') or e.company_id is not null
   order by e.id;
  return null;
end $$;
create or replace trigger mails after insert on events referencing new table as added
  for each statement execute function queue_mails();

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
     order by m.due_at, m.id limit p_limit for update skip locked),
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
  perform pg_advisory_xact_lock(hashtextextended('ticket mails ' || m.agency_id, 0));
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
     where u.id = coalesce((select c.user_id from companies c where c.id = m.company_id),
                           (select a.user_id from agencies a where a.id = m.agency_id))
       and (u.email_confirmed_at is not null or not p_proven_only) and v_content is not null);
end $$;

-- What of a company's reminders of a day still holds: the 20 longest due, and all in number and sum. Null for nothing.
create or replace function reminder_content(m mails, p_today date) returns json language sql stable as $$
  with lines as (
    select i.id, t.ticket_number, i.seq, i.due_date, i.amount_sar - i.paid_amount as rest,
           (select count(*) from ticket_installments o where o.ticket_id = i.ticket_id) as seqs
      from ticket_installments i join tickets t on t.id = i.ticket_id
      join reminders r on r.installment_id = i.id and r.due_date = i.due_date
                      and r.reminder_day = reminder_on(i.due_date, p_today)
     where i.company_id = m.company_id and i.due_date between m.day - 20 and m.day + 3 and r.mail_day = m.day
       and i.status <> 'Paid' and t.status = 'Active' and not has_open_transfer_report(t.id)),
  shown as (select * from lines l order by l.due_date, l.ticket_number, l.seq limit 20)
  select json_build_object('today', p_today, 'count', count(*), 'amount_sar', sum(l.rest)::numeric(18,2)::text,
           'overdue', count(*) filter (where l.due_date < p_today),
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

-- As long as it is on its way or has arrived.
create or replace function refund_content(p_refund_id uuid) returns json language sql stable as $$
  select json_build_object('amount_sar', r.amount_sar::text, 'iban', masked_iban(r.iban)) from payment_refunds r
   where r.id = p_refund_id and r.status in ('Sent', 'Confirmed')
$$;

create or replace function api.settle_mail(p_mail_id uuid, p_now timestamptz, p_outcome text) returns json language sql
  as $$
  update mails m set taken_by = null, settled_at = p_now, outcome = p_outcome where m.id = p_mail_id
    and m.settled_at is null
  returning json_build_object('outcome', m.outcome)
$$;

grant execute on function api.make_mails_due, api.take_due_mails, api.oldest_unsent_mail, api.postpone_mail,
  api.admit_mail, api.read_mail, api.settle_mail to hamla_jobs;
