-- What lateness stops: new requests of a company, and payouts of its tickets; the twin of
-- domain/installments/lateness.ts. Both graces are those of the policy that counts (credit-policies.sql).

drop policy if exists jobs_all on lateness_settings;
create policy jobs_all on lateness_settings to hamla_jobs using (true) with check (true);

-- The earliest due date of what a company owes and has not paid before p_today; null: nothing but small rests is
-- overdue.
create or replace function overdue_since(p_company_id uuid, p_today date) returns date language sql stable as $$
  select i.due_date from ticket_installments i
   where i.company_id = p_company_id and i.paid_amount < i.amount_sar and i.is_owed and i.due_date < p_today
     and i.id not in (select r.installment_id from small_rests() r where r.company_id = p_company_id)
   order by i.due_date limit 1
$$;

-- True where compared statements cover the day of an unproven payment and five working days after, reach beyond the
-- due date of what it paid, and no open line of them may be it: it has not come. Days on which banks are closed need no
-- statement. Definer: a company reads its stops, not the statements.
create or replace function is_absent_from_statements(p_payment_id uuid, p_due_date date) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  p payments;
  v_from date;
begin
  -- A plan may ask before it joins the payments: bank charges have none.
  select * into p from payments x where x.id = p_payment_id;
  if not found then return false; end if;
  v_from := greatest(p.value_date, (select l.absence_counts_from from lateness_settings l));
  if not exists (
    select from bank_statements s
     where s.compared_at is not null and s.complete_until >= v_from and s.to_date > p_due_date
       and not exists (
         select from generate_series(v_from, s.from_date - 1, interval '1 day') d
          where extract(isodow from d) not in (5, 6) and not exists (
            select from bank_statements b where b.compared_at is not null and d between b.from_date and b.to_date)))
  then return false; end if;
  return not exists (
    select from bank_statement_lines l
     where l.status = 'Open' and l.direction = 'credit' and l.amount = p.amount_sar
       and l.value_date >= p.value_date - 5);
end $$;
revoke all on function is_absent_from_statements(uuid, date) from public;
grant execute on function is_absent_from_statements(uuid, date) to hamla_app, hamla_staff, hamla_jobs;

-- The parts that unproven payments have paid of installments that were then overdue for more than p_days, and of others
-- where the bank's statements show that it has not come (is_absent). A stop that begins after p_days counts these
-- amounts as unpaid. is_reported: the company had reported the transfer.
create or replace function unproven_payment_parts(p_company_id uuid, p_days integer)
returns table (payment_id uuid, ticket_id uuid, due_date date, amount_sar numeric, is_reported boolean,
  is_absent boolean)
language sql stable as $$
  select a.payment_id, i.ticket_id, i.due_date, a.amount_sar,
         exists (select from transfer_reports r where r.payment_id = a.payment_id),
         (a.allocated_at at time zone 'Asia/Riyadh')::date <= i.due_date + p_days
    from unproven_allocations(p_company_id) a
    join ticket_installments i on i.id = a.installment_id
    join tickets t on t.id = i.ticket_id
   where t.status in ('Active', 'Completed')
     and ((a.allocated_at at time zone 'Asia/Riyadh')::date > i.due_date + p_days
       or is_absent_from_statements(a.payment_id, i.due_date))
$$;

-- The earliest due date that counts as unpaid for a stop that begins after p_days; null: none.
create or replace function late_since(p_company_id uuid, p_days integer, p_today date) returns date language sql stable
  as $$
  select least(overdue_since(p_company_id, p_today),
    (select min(u.due_date) from unproven_payment_parts(p_company_id, p_days) u))
$$;

-- The same for the stop of payouts.
create or replace function payouts_late_since(p_company_id uuid, p_today date) returns date language sql stable as
  $$ select late_since(p_company_id, payout_grace_days(), p_today) $$;

create or replace function stops_payouts(p_overdue_since date, p_today date) returns boolean language sql stable as $$
  select case when p_overdue_since is null then false else p_overdue_since + payout_grace_days() < p_today end
$$;

-- Whether the transfers that are being checked pay all that is overdue.
create or replace function are_reports_enough(p_company_id uuid, p_today date) returns boolean language sql stable as $$
  with part as (
    select i.ticket_id, i.amount_sar - i.paid_amount as rest,
           case when i.due_date < p_today and r.installment_id is null then i.amount_sar - i.paid_amount else 0 end
      as overdue
      from ticket_installments i
      left join small_rests() r on r.company_id = p_company_id and r.installment_id = i.id
     where i.company_id = p_company_id and i.paid_amount < i.amount_sar and i.is_owed
    union all
    -- A reported transfer is being checked until its payment is proven.
    select u.ticket_id, u.amount_sar, u.amount_sar from unproven_payment_parts(p_company_id, request_grace_days()) u
      where not u.is_reported
    union all
    -- A transfer that names a ticket in default pays that first.
    select t.id, t.written_off_amount - t.recovered_amount, 0 from tickets t
     where t.company_id = p_company_id and t.written_off_amount > t.recovered_amount),
  owed as (select p.ticket_id, sum(p.rest) as rest, sum(p.overdue) as overdue from part p group by p.ticket_id),
  reported as (select * from reported_amounts(p_company_id))
  select coalesce(sum(greatest(0, coalesce(o.overdue, 0) - coalesce(r.amount, 0)))
               <= sum(greatest(0, coalesce(r.amount, 0) - coalesce(o.rest, 0))), true)
    from owed o full join reported r using (ticket_id)
$$;

-- Whether new requests are stopped, of a company's lateness on a day.
create or replace function stops_requests(
  p_overdue_since date, p_paused_from date, p_company_id uuid, p_today date
) returns boolean language sql stable as $$
  select case when p_overdue_since is null or p_today <= p_overdue_since + request_grace_days() then false
              when p_paused_from is null or p_today >= p_paused_from + 3 then true
              else not are_reports_enough(p_company_id, p_today) end
$$;

-- Refuses a new request of a company whose lateness stops requests on a day; says what it is to pay for that.
create or replace function refuse_while_late(c companies, p_today date) returns void language plpgsql as $$
declare
  v_amount text;
begin
  if stops_requests(overdue_since(c.id, p_today), c.requests_paused_from, c.id, p_today) then
    v_amount := company_position_json(c.id, p_today) ->> 'to_pay_now_sar';
    perform refuse('installments_overdue', case when v_amount <> '0.00' then json_build_object('overdue',
      json_build_object('amount_sar', v_amount, 'payer_number', c.payer_number))::text end);
  elsif stops_requests((select min(u.due_date) from unproven_payment_parts(c.id, request_grace_days()) u),
          c.requests_paused_from, c.id, p_today) then
    perform refuse('payment_being_verified');
  end if;
end $$;

-- The payments whose proof a stop waits for, and since when what they paid counts as unpaid for each stop; null for
-- none.
create or replace function payments_being_verified_json(p_company_id uuid) returns json language sql stable as $$
  with part as (
    select u.payment_id, u.due_date as requests_since, null::date as payouts_since
      from unproven_payment_parts(p_company_id, request_grace_days()) u
    union all
    select u.payment_id, null, u.due_date from unproven_payment_parts(p_company_id, payout_grace_days()) u)
  select json_build_object('amount_sar', (
             select sum(x.amount_sar) from payments x where x.id = any (array_agg(p.payment_id)))::numeric(18,2)::text,
           'requests_since', min(p.requests_since), 'payouts_since', min(p.payouts_since))
    from part p having count(*) > 0
$$;

-- A company's lateness for its screens.
create or replace function lateness_json(c companies, p_today date) returns json language sql stable as $$
  select json_build_object('request_grace_days', request_grace_days(), 'payout_grace_days', payout_grace_days(),
    'overdue_since', overdue_since(c.id, p_today), 'paused_from', c.requests_paused_from,
    'are_reports_enough', c.requests_paused_from is not null and are_reports_enough(c.id, p_today),
    'being_verified', payments_being_verified_json(c.id), 'promise', current_promise_json(c.id))
$$;

-- Updates what depends on a company's lateness after a change: ends its pause or, with p_may_pause, begins one and
-- says what has become of its promise; stops payouts or resumes them. p_may_pause is false while a payment is not yet
-- matched to the report of its transfer, and while others are still to be allocated. The
-- caller has locked the company, except for a payout that is new. Definer, because the callers may not write these
-- columns.
create or replace function update_lateness_stops(p_company_id uuid, p_now timestamptz, p_may_pause boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Asia/Riyadh')::date;
  v_since date := late_since(p_company_id, request_grace_days(), v_today);
  v_stops boolean := stops_payouts(payouts_late_since(p_company_id, v_today), v_today);
  v_payout record;
begin
  if p_may_pause then perform update_promise(p_company_id, p_now); end if;
  if v_since is null then
    update companies c set requests_paused_from = null where c.id = p_company_id and c.requests_paused_from is not null;
  elsif p_may_pause then
    update companies c set requests_paused_from = greatest(v_since + request_grace_days() + 1, v_today)
     where c.id = p_company_id and c.requests_paused_from is null and are_reports_enough(p_company_id, v_today);
  end if;
  for v_payout in
    update agency_payouts p set stopped_on = case when v_stops then v_today end
      from tickets t
     where t.company_id = p_company_id and t.company_list = 'current' and t.status = 'Approved' and p.ticket_id = t.id
       and p.status = 'Pending' and p.stop_lifted_at is null and (p.stopped_on is not null) <> v_stops
    returning p.id, p.agency_id
  loop
    perform record_payout_stop(null, null, v_payout.id, v_stops, p_now);
    perform record_event(p_now, case when v_stops then 'stop_payout' else 'resume_payout' end, 'payout', v_payout.id,
      null,
      v_payout.agency_id, null);
  end loop;
end $$;
revoke all on function update_lateness_stops(uuid, timestamptz, boolean) from public;
grant execute on function update_lateness_stops(uuid, timestamptz, boolean) to hamla_app, hamla_staff, hamla_jobs;

-- A new payout of a company that is already too late is stopped at once.
create or replace function stop_new_payout() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_today date := (new.created_at at time zone 'Asia/Riyadh')::date;
begin
  if stops_payouts(payouts_late_since((select t.company_id from tickets t where t.id = new.ticket_id), v_today),
    v_today) then
    new.stopped_on := v_today;
  end if;
  return new;
end $$;
create or replace trigger stop_of_late_company before insert on agency_payouts
  for each row execute function stop_new_payout();

-- Records the event of that stop, after the payout is inserted.
create or replace function record_stop_of_new_payout() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform record_payout_stop(null, null, new.id, true, new.created_at);
  perform record_event(new.created_at, 'stop_payout', 'payout', new.id, null, new.agency_id, null);
  return null;
end $$;
create or replace trigger record_stop_of_late_company after insert on agency_payouts
  for each row when (new.stopped_on is not null) execute function record_stop_of_new_payout();
