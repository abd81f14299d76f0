-- What a company chooses to pay with one transfer. The value date of a transfer decides
-- whether the choice counts, not the day of its import.

drop policy if exists own on payment_requests;
create policy own on payment_requests for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists own_new on payment_requests;
create policy own_new on payment_requests for insert to hamla_app
  with check (company_id = (select caller_company_id()) and withdrawn_at is null);
drop policy if exists own_withdrawal on payment_requests;
create policy own_withdrawal on payment_requests for update to hamla_app
  using (company_id = (select caller_company_id()) and withdrawn_at is null)
  with check (company_id = (select caller_company_id()));
drop policy if exists own on payment_request_items;
create policy own on payment_request_items for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists own_new on payment_request_items;
create policy own_new on payment_request_items for insert to hamla_app
  with check (company_id = (select caller_company_id()));
drop policy if exists staff on payment_requests;
create policy staff on payment_requests for select to hamla_staff using ((select caller_role() = 'staff'));
drop policy if exists staff on payment_request_items;
create policy staff on payment_request_items for select to hamla_staff using ((select caller_role() = 'staff'));
drop policy if exists jobs_read on payment_request_items;
create policy jobs_read on payment_request_items for select to hamla_jobs using (true);

-- p_open: what is left of its choice.
create or replace function payment_request_status(r payment_requests, p_open numeric, p_today date) returns text
language sql immutable as $$
  select case when r.withdrawn_at is not null then 'Withdrawn' when p_open = 0 then 'Paid'
              when r.expires_on < p_today then 'Expired' else 'Open' end
$$;

-- The open requests of a company.
create or replace function open_payment_requests(p_company_id uuid, p_today date) returns setof payment_requests
language sql stable as $$
  select r.* from payment_requests r
   where r.company_id = p_company_id and r.withdrawn_at is null and r.expires_on >= p_today
     and exists (select from payment_request_rest(r.id) q where q.rest > 0)
$$;

-- The parts of a company's items that open payment requests have chosen.
create or replace function requested_items(p_company_id uuid, p_today date)
returns table (id uuid, is_loss boolean, request_number text)
language sql stable as $$
  select q.id, q.is_loss, r.request_number
    from open_payment_requests(p_company_id, p_today) r cross join lateral payment_request_rest(r.id) q
   where q.rest > 0
$$;

-- What a transfer of all that is left of a request would pay on a day, where it is not what was chosen: of a company
-- with something in default. Null: what was chosen.
create or replace function payment_request_would_pay_json(r payment_requests, p_today date) returns json
language sql stable as $$
  with part as (
    select o.* from allocation_parts(r.company_id, (select sum(q.rest) from payment_request_rest(r.id) q), null, r.id,
      p_today, p_today) o)
  select case when exists (
           select from (select p.id, p.is_loss, p.amount from part p) p
             full join (select q.id, q.is_loss, q.rest from payment_request_rest(r.id) q where q.rest > 0) q
               using (id, is_loss)
            where p.amount is distinct from q.rest)
    then (select json_agg(json_build_object(
             'kind', p.kind, 'ticket_number', p.ticket_number, 'due_date', p.due_date,
             'amount_sar', p.amount::numeric(14,2)::text)
             order by p.place) from part p) end
   where (select c.unrecovered_loss > 0 from companies c where c.id = r.company_id)
$$;

create or replace function payment_request_json(r payment_requests, p_today date) returns json language sql stable as $$
  with item as materialized (
    select q.*, (select t.ticket_number from tickets t where t.id = q.ticket_id) as ticket_number
      from payment_request_rest(r.id) q),
  summed as (
    select i.open, least(i.open, (
             select coalesce(sum(x.amount_sar), 0) from transfer_reports x
              where x.payment_request_id = r.id and x.status = 'Checking')) as being_checked
      from (select coalesce(sum(i.rest), 0) as open from item i) i)
  select json_build_object('id', r.id, 'request_number', r.request_number,
    'status', payment_request_status(r, s.open, p_today), 'amount_sar', r.amount_sar::text,
    'open_sar', s.open::numeric(14,2)::text, 'being_checked_sar', s.being_checked::numeric(14,2)::text,
    'received_sar', (
      select coalesce(sum(p.amount_sar), 0)::numeric(18,2)::text from payments p
       where p.payment_request_id = r.id and p.reversed_at is null),
    'created_at', r.created_at, 'expires_on', r.expires_on, 'withdrawn_at', r.withdrawn_at,
    'items', (select json_agg(json_build_object('kind', i.kind, 'id', i.id, 'ticket_number', i.ticket_number,
                'seq', i.seq, 'due_date', i.due_date, 'amount_sar', i.amount_sar::text,
                'open_sar', i.rest::numeric(14,2)::text) order by i.place) from item i),
    'transfer_reports', (
      select coalesce(json_agg(own_transfer_report_json(x.id) order by x.id desc), '[]') from (
        select x.id from transfer_reports x where x.payment_request_id = r.id order by x.id desc limit 20) x),
    'would_pay', case when payment_request_status(r, s.open, p_today) = 'Open'
                      then payment_request_would_pay_json(r, p_today) end)
    from summed s
$$;

create or replace function own_payment_request_json(p_request_id uuid, p_today date) returns json language sql stable as
  $$ select payment_request_json(r, p_today) from payment_requests r
      where r.id = p_request_id and r.company_id = caller_company_id() $$;

create or replace function api.read_pay_centre(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
declare
  v_company uuid;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_company := caller_company_id();
  return (
    with item as materialized (select * from payable_items(v_company)),
    -- Two open requests may each have chosen a part of an item whose payment was reversed since.
    taken as materialized (
      select distinct on (x.id, x.is_loss) x.* from requested_items(v_company, p_today) x
       order by x.id, x.is_loss, x.request_number)
    select json_build_object('today', p_today, 'virtual_iban', virtual_iban_of(v_company),
      'payer_number', (select c.payer_number from companies c where c.id = v_company),
      'transfer_reports', (
        select coalesce(json_agg(own_transfer_report_json(x.id) order by x.id desc), '[]') from (
          select r.id from transfer_reports r
           where r.company_id = v_company and num_nonnulls(r.ticket_id, r.payment_request_id) = 0
           order by r.id desc limit 20) x),
      'position', company_position_json(v_company, p_today), 'promise', current_promise_json(v_company),
      'due_in', (
        select json_build_object(
                 'days_30_sar', coalesce(sum(i.rest) filter (where i.due_date <= p_today + 30), 0)::numeric(18,2)::text,
                 'days_60_sar', coalesce(sum(i.rest) filter (where i.due_date <= p_today + 60), 0)::numeric(18,2)::text,
                 'days_90_sar', coalesce(sum(i.rest) filter (where i.due_date <= p_today + 90), 0)::numeric(18,2)::text)
          from item i where i.kind = 'installment' and i.due_date >= p_today),
      'items', (
        select coalesce(json_agg(json_build_object('kind', i.kind, 'id', i.id, 'ticket_number', i.ticket_number,
                 'agency_name', (select a.name from ticket_agency_names a where a.id = t.agency_id),
                 'seq', i.seq, 'term_months', case when i.kind = 'installment' then (
                   select count(*) from ticket_installments x where x.ticket_id = i.ticket_id) end,
                 'due_date', i.due_date, 'open_sar', i.rest::numeric(14,2)::text,
                 'being_checked_sar', i.being_checked::numeric(14,2)::text,
                 'request_number', x.request_number)
                 order by i.due_date, length(i.ticket_number), i.ticket_number, i.seq, i.id), '[]')
          from item i left join taken x on x.id = i.id and x.is_loss = i.is_loss
          left join tickets t on t.id = i.ticket_id),
      'requests', (
        select coalesce(json_agg(payment_request_json(r, p_today) order by r.id desc), '[]')
          from open_payment_requests(v_company, p_today) r)));
end $$;

-- p_items: [{kind, id}]. Of each what is left and not being checked is chosen; their sum must be what the company has
-- seen. A later installment of a ticket is not chosen before an earlier one, and nothing is in two open requests.
create or replace function api.create_payment_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_expires_on date, p_items jsonb, p_amount_sar numeric, p_most integer
) returns json language plpgsql as $$
declare
  v_reply json;
  v_company uuid;
  v_request_id uuid;
  v_found record;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('create_payment_request', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_company := caller_company_id();
  -- Requests of one company take turns, and its payments wait, so that what is summed below stays true.
  perform from companies c where c.id = v_company for no key update;
  if (select count(*) from open_payment_requests(v_company, p_today)) >= p_most then
    perform refuse('too_many_payment_requests');
  end if;
  with taken as materialized (select * from requested_items(v_company, p_today)),
  item as materialized (
    select i.*, x.kind is not null as is_chosen, t.id is not null as is_taken
      from payable_items(v_company) i
      left join taken t on t.id = i.id and t.is_loss = i.is_loss
      left join (select distinct x.kind, x.id from jsonb_to_recordset(p_items) as x(kind text, id uuid)) x
        on x.kind = i.kind and x.id = i.id)
  select count(*) filter (where i.is_chosen) as count, sum(i.rest - i.being_checked) filter (where i.is_chosen) as sum,
         bool_or(i.is_taken) filter (where i.is_chosen) as is_taken,
         bool_or(i.is_chosen and i.rest = i.being_checked) as is_checked,
         bool_or(exists (
           select from item e
            where i.is_chosen and i.kind = 'installment' and e.kind = 'installment' and e.ticket_id = i.ticket_id
              and e.seq < i.seq and not e.is_chosen and not e.is_taken and e.rest > e.being_checked)) as is_early
    into v_found from item i;
  if v_found.is_taken then perform refuse('item_in_payment_request'); end if;
  if v_found.is_early then perform refuse('earlier_installment_missing'); end if;
  if v_found.is_checked or v_found.sum is distinct from p_amount_sar
     or v_found.count <> (
       select count(distinct (x.kind, x.id)) from jsonb_to_recordset(p_items) as x(kind text, id uuid))
  then
    perform refuse('payment_request_changed');
  end if;
  insert into payment_requests (company_id, amount_sar, created_by, created_at, expires_on)
  values (v_company, p_amount_sar, p_user_id, p_now, p_expires_on) returning id into v_request_id;
  insert into payment_request_items (request_id, company_id, place, ticket_id, installment_id, payment_id, is_loss,
    due_date, amount_sar)
  select v_request_id, v_company,
         row_number() over (
           order by i.due_date, i.ticket_id is null, length(i.ticket_number), i.ticket_number, i.seq, i.id),
         i.ticket_id, case when i.kind = 'installment' then i.id end,
         case when i.ticket_id is null then i.id end, i.is_loss, i.due_date,
         i.rest - i.being_checked
    from payable_items(v_company) i
   where exists (
     select from jsonb_to_recordset(p_items) as x(kind text, id uuid) where x.kind = i.kind and x.id = i.id);
  perform record_event(p_now, 'create_payment_request', 'payment_request', v_request_id, v_company, null, null,
    jsonb_build_object('amount_sar', p_amount_sar::text, 'expires_on', p_expires_on));
  return store_idempotent_reply('create_payment_request', p_key, own_payment_request_json(v_request_id, p_today));
end $$;

create or replace function api.withdraw_payment_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_request_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('withdraw_payment_request', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform from companies c where c.id = caller_company_id() for no key update;
  if not exists (select from payment_requests r where r.id = p_request_id and r.company_id = caller_company_id()) then
    perform refuse('not_found');
  end if;
  if not exists (
    select from open_payment_requests(caller_company_id(), p_today) r where r.id = p_request_id) then
    perform refuse('payment_request_ended');
  end if;
  update payment_requests r set withdrawn_at = p_now where r.id = p_request_id;
  perform record_event(p_now, 'withdraw_payment_request', 'payment_request', p_request_id, caller_company_id(), null,
    null);
  return store_idempotent_reply('withdraw_payment_request', p_key, own_payment_request_json(p_request_id, p_today));
end $$;

create or replace function api.read_payment_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_request_id uuid
) returns json language plpgsql as $$
declare
  v_request json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_request := own_payment_request_json(p_request_id, p_today);
  if v_request is null then perform refuse('not_found'); end if;
  return json_build_object('request', v_request, 'virtual_iban', virtual_iban_of(caller_company_id()));
end $$;

-- A page of the company's requests, the newest first.
create or replace function api.list_payment_requests(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  return (
    select list_page_json(array_agg(payment_request_json(f.r, p_today) order by f.id desc),
             array_agg(f.id::text order by f.id desc), p_limit)
      from (select r, r.id from payment_requests r
             where r.company_id = caller_company_id() and (p_cursor is null or r.id < p_cursor)
             order by r.id desc limit p_limit + 1) f);
end $$;

-- The request that staff name by its number.
create or replace function payment_request_by_number(p_request_number text) returns payment_requests
language plpgsql stable as $$
declare
  v_request payment_requests;
begin
  if p_request_number is null then return null; end if;
  select * into v_request from payment_requests r where r.request_number = upper(btrim(p_request_number));
  if not found then perform refuse_field('not_found', 'request_number', 'is not a payment request'); end if;
  return v_request;
end $$;

create or replace function api.find_payment_request(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date, p_request_number text
) returns json language plpgsql as $$
declare
  r payment_requests;
  v_open numeric;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  r := payment_request_by_number(p_request_number);
  v_open := (select coalesce(sum(q.rest), 0) from payment_request_rest(r.id) q);
  return json_build_object('request_number', r.request_number,
    'status', payment_request_status(r, v_open, p_today), 'company_id', r.company_id,
    'company_name', (select c.name from companies c where c.id = r.company_id),
    'open_sar', v_open::numeric(14,2)::text);
end $$;

grant execute on function api.find_payment_request to hamla_staff;
grant execute on function api.read_pay_centre, api.create_payment_request, api.withdraw_payment_request,
  api.read_payment_request, api.list_payment_requests to hamla_app;
