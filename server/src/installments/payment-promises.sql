-- What late companies promise to pay, and whether they do. A promise pauses reminders, no stop.

drop policy if exists own on payment_promises;
create policy own on payment_promises for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists own_new on payment_promises;
create policy own_new on payment_promises for insert to hamla_app
  with check (company_id = (select caller_company_id()) and made_by = (select caller_user_id())
    and status = 'Open');
drop policy if exists staff on payment_promises;
create policy staff on payment_promises for select to hamla_staff using ((select caller_role() = 'staff'));
drop policy if exists jobs_read on payment_promises;
create policy jobs_read on payment_promises for select to hamla_jobs using (true);

create or replace function payment_promise_json(r payment_promises) returns json language sql stable as $$
  select json_build_object('amount_sar', r.amount_sar::text, 'made_on', r.made_on, 'promised_for', r.promised_for,
    'status', r.status)
$$;

-- The promise that a company has made since it is late; null: none.
create or replace function current_promise_json(p_company_id uuid) returns json language sql stable as $$
  select payment_promise_json(r) from payment_promises r
   where r.company_id = p_company_id and r.lateness_ended_at is null
$$;

-- The installments that are promised for a day or a later one: until then nobody is reminded of them.
create or replace function promised_installments(p_day date) returns setof uuid language sql stable as $$
  select unnest(r.installment_ids) from payment_promises r where r.status = 'Open' and r.promised_for >= p_day
$$;

-- What becomes of a promise by what has been paid until now (domain/reference/promise-status.ts). Reported transfers
-- keep it open while they are checked. What is not owed any more, or later than before, because its payout came back,
-- is not to be paid; what was written off is not paid.
create or replace function promise_status(r payment_promises, p_today date) returns text language sql stable as $$
  with part as (
    select i.amount_sar - i.paid_amount as rest, i.status = 'Paid' as is_paid,
           is_repaid_by(i, r.promised_for) as is_paid_in_time,
           i.is_owed and i.id not in (
             select s.installment_id from small_rests() s where s.company_id = r.company_id) as is_owed,
           t.written_off_amount > 0 as is_lost
      from ticket_installments i join tickets t on t.id = i.ticket_id
     where i.id = any (r.installment_ids) and i.due_date < r.made_on),
  summed as (
    select coalesce(sum(p.rest) filter (where p.is_owed and not p.is_paid), 0) as rest,
           coalesce(bool_or(p.is_paid and not p.is_paid_in_time or p.is_lost and not p.is_paid), false) as is_missed
      from part p)
  select case when not s.is_missed and s.rest = 0 then 'Kept' when p_today <= r.promised_for then 'Open'
              when not s.is_missed and r.status <> 'Broken'
                and s.rest <= (select coalesce(sum(x.amount), 0) from reported_amounts(r.company_id) x) then 'Open'
              else 'Broken' end
    from summed s
$$;

-- Brings a company's newest promise up to date after a change of what it has paid. The caller has locked the company's
-- money.
create or replace function update_promise(p_company_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_today date := (p_now at time zone 'Asia/Riyadh')::date;
  v_before payment_promises;
  v_after payment_promises;
begin
  select * into v_before from payment_promises r where r.company_id = p_company_id order by r.id desc limit 1;
  if not found then return; end if;
  v_after := v_before;
  v_after.status := promise_status(v_before, v_today);
  v_after.lateness_ended_at := case
    when v_after.status = 'Open' then null
    when overdue_since(p_company_id, v_today) is null then coalesce(v_before.lateness_ended_at, p_now)
    else v_before.lateness_ended_at end;
  if v_after is not distinct from v_before then return; end if;
  update payment_promises r set status = v_after.status, lateness_ended_at = v_after.lateness_ended_at
   where r.id = v_before.id;
  if v_after.status <> v_before.status then
    perform record_event(p_now,
      case v_after.status when 'Kept' then 'keep_promise' when 'Broken' then 'break_promise' else 'reopen_promise' end,
      'payment_promise', v_before.id, p_company_id, null, jsonb_build_object('status', v_before.status),
      jsonb_build_object('status', v_after.status));
  end if;
end $$;

-- A company promises to pay all that is overdue by a day, once until nothing is overdue any more.
create or replace function api.promise_payment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_amount_sar numeric, p_promised_for date
) returns json language plpgsql as $$
declare
  v_reply json;
  v_company_id uuid;
  v_ids uuid[];
  v_amount numeric;
  v_promise payment_promises;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('promise_payment', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_company_id := caller_company_id();
  -- Moves of its money take turns with it.
  perform from companies c where c.id = v_company_id for no key update;
  select array_agg(i.id order by i.due_date, i.id), sum(i.amount_sar - i.paid_amount) into v_ids, v_amount
    from ticket_installments i
   where i.company_id = v_company_id and i.paid_amount < i.amount_sar and i.is_owed and i.due_date < p_today;
  if v_ids is null then perform refuse('nothing_overdue'); end if;
  if current_promise_json(v_company_id) is not null then perform refuse('promise_made_before'); end if;
  if p_promised_for < p_today or p_promised_for > p_today + 7 then
    perform refuse_field('validation_failed', 'promised_for', 'must be today or one of the 7 days after it');
  end if;
  if v_amount <> p_amount_sar then
    perform refuse_field('promise_amount_changed', 'amount_sar', 'must be what is overdue now: ' || v_amount::text);
  end if;
  insert into payment_promises (company_id, amount_sar, installment_ids, made_by, made_at, made_on, promised_for)
  values (v_company_id, v_amount, v_ids, p_user_id, p_now, p_today, p_promised_for)
  returning * into v_promise;
  perform record_event(p_now, 'promise_payment', 'payment_promise', v_promise.id, v_company_id, null, null,
    jsonb_build_object('status', 'Open', 'amount_sar', v_amount::text, 'promised_for', p_promised_for));
  return store_idempotent_reply('promise_payment', p_key, payment_promise_json(v_promise));
end $$;

-- Breaks the promises whose day a close has left unpaid; how many. It takes the turn of money alone, so that no payment
-- is under way. Definer: what is looked at here is more than a job may read, and no login changes a promise.
create or replace function api.break_promises(p_now timestamptz, p_day date) returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_count integer;
begin
  perform take_lock(money_lock_key());
  with broken as (
    update payment_promises r set status = 'Broken',
           -- What was promised may have been written off.
           lateness_ended_at = case when overdue_since(r.company_id, p_day + 1) is null then p_now end
     where r.status = 'Open' and r.promised_for <= p_day and promise_status(r, p_day + 1) = 'Broken'
    returning r.id, r.company_id),
  told as (
    insert into events (occurred_at, operation, subject, subject_id, company_id, before, after)
    select p_now, 'break_promise', 'payment_promise', b.id, b.company_id, '{"status": "Open"}', '{"status": "Broken"}'
      from broken b order by b.id)
  select count(*) into v_count from broken b;
  return json_build_object('count', v_count);
end $$;

grant execute on function api.promise_payment to hamla_app;
grant execute on function api.break_promises to hamla_jobs;
