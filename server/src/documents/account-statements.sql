-- Statements of account, from the journal alone. A company's balance: receivables and refunds receivable, less its
-- credit. An agency's balance: its agency payable.

-- The accounts of a company's balance. A write-off does not reduce it: amounts in default stay owed, also where the
-- allowance paid. An agency has one account, agency_payable.
create or replace function is_default_account(p_account text) returns boolean language sql immutable as
  $$ select p_account in ('bad_debt', 'loss_allowance', 'recoveries') $$;
create or replace function is_company_account(p_account text) returns boolean language sql immutable as
  $$ select p_account in ('receivable', 'refunds_receivable', 'company_credit', 'bad_debt', 'loss_allowance',
       'recoveries') $$;

drop policy if exists own on journal_entries;
create policy own on journal_entries for select to hamla_app
  using (company_id = (select caller_company_id()) or agency_id = (select caller_agency_id()));
-- Of an entry with a company and an agency each sees only its own accounts.
drop policy if exists own on journal_lines;
create policy own on journal_lines for select to hamla_app using (
  case when is_company_account(account)
       then exists (select from journal_entries e where e.id = entry_id and e.company_id = (select caller_company_id()))
       when account = 'agency_payable'
       then exists (select from journal_entries e where e.id = entry_id
         and e.agency_id = (select caller_agency_id())) end);

-- Each party reads the stored balances of its own account (docs/decisions/0007-kept-balances.md).
grant select on company_balances, agency_balances, balance_changes, kept_company_balances,
  kept_agency_balances to hamla_app;
drop policy if exists own on company_balances;
create policy own on company_balances for select to hamla_app
  using (is_company_account(account) and company_id = (select caller_company_id()));
drop policy if exists own on agency_balances;
create policy own on agency_balances for select to hamla_app
  using (account = 'agency_payable' and agency_id = (select caller_agency_id()));
drop policy if exists own on balance_changes;
create policy own on balance_changes for select to hamla_app using (
  case when is_company_account(account) then company_id = (select caller_company_id())
       when account = 'agency_payable' then agency_id = (select caller_agency_id()) end);

drop function if exists account_changes(uuid, uuid, uuid, date, bigint, integer);
-- Entries that changed a balance, or what of it is in default, in their order, from the one after p_after of the day
-- p_from on, at most p_limit (null: all of them). A company's balance is what it owes us, an agency's what we owe it;
-- one of both ids is null. p_ticket_id: only what moved with this ticket, of a company what it owes for it.
create or replace function account_changes(
  p_company_id uuid, p_agency_id uuid, p_ticket_id uuid, p_from date, p_after bigint, p_limit integer
) returns table (
  id bigint, local_date date, event text, reverses_entry_id bigint, ticket_id uuid, payment_id uuid, change numeric,
    in_default numeric
) language sql stable as $$
  (select e.id, e.local_date, e.event, e.reverses_entry_id, e.ticket_id, e.payment_id, x.change, x.in_default
     from journal_entries e, lateral (
       select sum(l.amount_sar) as change,
              coalesce(sum(l.amount_sar) filter (where is_default_account(l.account)), 0) as in_default
         from journal_lines l where l.entry_id = e.id and is_company_account(l.account)) x
    where p_ticket_id is null and e.company_id = p_company_id and (e.local_date, e.id) > (p_from, p_after)
      and (x.change <> 0 or x.in_default <> 0)
    order by e.local_date, e.id limit p_limit)
  union all
  (select e.id, e.local_date, e.event, e.reverses_entry_id, e.ticket_id, e.payment_id, -x.change, 0
     from journal_entries e, lateral (
       select sum(l.amount_sar) as change from journal_lines l where l.entry_id = e.id
         and l.account = 'agency_payable') x
    where p_ticket_id is null and e.agency_id = p_agency_id and (e.local_date, e.id) > (p_from, p_after)
      and x.change <> 0
    order by e.local_date, e.id limit p_limit)
  union all
  (select e.id, e.local_date, e.event, e.reverses_entry_id, e.ticket_id, e.payment_id, x.change, x.in_default
     from journal_entries e, lateral (
       select sum(case when p_company_id is null then -l.amount_sar else l.amount_sar end) as change,
              coalesce(sum(l.amount_sar) filter (where is_default_account(l.account)), 0) as in_default
         from journal_lines l
        where l.entry_id = e.id
          and case when p_company_id is null then l.account = 'agency_payable'
                   else l.account = 'receivable' or is_default_account(l.account) end) x
    where e.ticket_id = p_ticket_id and (e.company_id = p_company_id or e.agency_id = p_agency_id)
      and (e.local_date, e.id) > (p_from, p_after) and (x.change <> 0 or x.in_default <> 0)
    order by e.local_date, e.id limit p_limit)
$$;

-- The balances and totals of a period, both days included: the balance now, less the changes since.
create or replace function account_statement_totals(
  p_company_id uuid, p_agency_id uuid, p_ticket_id uuid, p_from date, p_to date
) returns json language sql stable as $$
  select json_build_object(
           'opening_balance', (k.now - coalesce(sum(c.change), 0))::numeric(18,2)::text,
           'closing_balance', (k.now - coalesce(sum(c.change) filter (where c.local_date > p_to), 0))::numeric(
             18,2)::text,
           'total_increase',
             coalesce(sum(c.change) filter (where c.local_date <= p_to and c.change > 0), 0)::numeric(18,2)::text,
           'total_decrease',
             coalesce(-sum(c.change) filter (where c.local_date <= p_to and c.change < 0), 0)::numeric(18,2)::text,
           'in_default', (k.in_default - coalesce(sum(c.in_default) filter (where c.local_date > p_to), 0))::numeric(
             18,2)::text,
           'count', count(*) filter (where c.local_date <= p_to))
    from (select case
            when p_ticket_id is not null then
              (select coalesce(sum(a.change), 0)
                from account_changes(p_company_id, p_agency_id, p_ticket_id, '-infinity', 0, null) a)
            when p_company_id is not null then
              (select coalesce(sum(b.amount_sar), 0) from kept_company_balances b
                where b.company_id = p_company_id and is_company_account(b.account))
            else
              (select coalesce(-sum(b.amount_sar), 0) from kept_agency_balances b
                where b.agency_id = p_agency_id and b.account = 'agency_payable')
          end as now,
          case when p_company_id is null then 0
               when p_ticket_id is null then
                 (select coalesce(sum(b.amount_sar), 0) from kept_company_balances b
                   where b.company_id = p_company_id and is_default_account(b.account))
               else (select t.written_off_amount - t.recovered_amount from tickets t where t.id = p_ticket_id)
          end as in_default) k
    left join account_changes(p_company_id, p_agency_id, p_ticket_id, p_from, 0, null) c on true
   group by k.now, k.in_default
$$;

-- A statement of a period: a page of its lines, earliest first, and with the first page its balances and totals. The
-- cursor is the last line's entry with the balance after it, '<id>:<balance>'; one of another account gives no lines.
-- With the first page of a company's whole account until today or later: what its closing balance is made of. The index
-- has the order: a bitmap would gather all that follows the cursor.
-- Tested by query-plans.test.ts.
create or replace function account_statement_json(
  p_company_id uuid, p_agency_id uuid, p_ticket_id uuid, p_today date, p_from date, p_to date, p_cursor text,
    p_limit integer
) returns json language plpgsql stable set enable_bitmapscan = off as $$
declare
  v_from date := p_from;
  v_after bigint := 0;
  v_balance numeric;
  v_totals json;
begin
  if p_cursor is null then
    v_totals := account_statement_totals(p_company_id, p_agency_id, p_ticket_id, p_from, p_to);
    v_balance := v_totals ->> 'opening_balance';
  else
    v_after := split_part(p_cursor, ':', 1);
    v_balance := split_part(p_cursor, ':', 2);
    v_from := (select e.local_date from journal_entries e
                where e.id = v_after and (e.company_id = p_company_id or e.agency_id = p_agency_id)
                  and e.local_date >= p_from);
  end if;
  return (
    with found as materialized (
      select c.*, v_balance + sum(c.change) over (order by c.local_date, c.id) as balance,
             row_number() over (order by c.local_date, c.id) as place
        from account_changes(p_company_id, p_agency_id, p_ticket_id, v_from, v_after, p_limit + 1) c
       where c.local_date <= p_to),
    shown as (select * from found where place <= p_limit)
    select json_build_object(
      'from', p_from, 'to', p_to, 'totals', v_totals,
      'position', case when p_cursor is null and p_ticket_id is null and p_company_id is not null and p_to >= p_today
                       then company_position_json(p_company_id, p_today) end,
      'items', coalesce((
        select json_agg(json_build_object('id', s.id::text, 'date', s.local_date, 'event', s.event,
                 'value_date', case when p_company_id is not null and s.reverses_entry_id is null and s.event in (
                                      'payment_received', 'payment_identified', 'payment_allocated', 'loss_recovered')
                                    then (select y.value_date from payments y where y.id = s.payment_id) end,
                 'undoes', (select u.event from journal_entries u where u.id = s.reverses_entry_id),
                 'ticket_number', (select t.ticket_number from tickets t where t.id = s.ticket_id),
                 'bank_reference', case when p_company_id is not null
                                        then (select y.bank_reference from payments y where y.id = s.payment_id) end,
                 'increase', greatest(s.change, 0)::numeric(18,2)::text,
                 'decrease', greatest(-s.change, 0)::numeric(18,2)::text,
                 'balance', s.balance::numeric(18,2)::text,
                 'in_default', s.in_default::numeric(18,2)::text) order by s.place)
          from shown s), '[]'),
      'next_cursor', case when (select count(*) from found) > p_limit
                          then (select s.id || ':' || s.balance::numeric(18,2) from shown s
                            where s.place = p_limit) end));
end $$;

-- The name and details of the statement's party.
create or replace function account_statement_holder_json(p_company_id uuid, p_agency_id uuid) returns json
  language sql stable as $$
  select json_build_object('holder', 'company', 'name', c.name, 'contact_name', c.contact_name,
           'contact_title', c.contact_title, 'address', c.address, 'email', c.email, 'phone', c.phone)
    from companies c where c.id = p_company_id
  union all
  select json_build_object('holder', 'agency', 'name', a.name, 'contact_name', a.contact_name,
           'contact_title', a.contact_title, 'address', a.address, 'email', a.email, 'phone', a.phone)
    from agencies a where a.id = p_agency_id
$$;

-- The caller's ticket of a number, null for none. Missing and forbidden look alike.
create or replace function own_ticket_id(p_ticket_number text) returns uuid language plpgsql stable as $$
declare
  v_id uuid;
begin
  if p_ticket_number is null then return null; end if;
  select t.id into v_id from tickets t
   where t.ticket_number = p_ticket_number and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id());
  if not found then perform refuse('not_found'); end if;
  return v_id;
end $$;

-- One plan serves every party and every period: making another for each call would take longer than the call.
-- Tested by query-plans.test.ts.
create or replace function api.company_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text, p_from date, p_to date, p_cursor text,
  p_limit integer
) returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  return json_build_object('party', account_statement_holder_json(caller_company_id(), null),
    'statement', account_statement_json(caller_company_id(), null, own_ticket_id(p_ticket_number),
      (p_now at time zone 'Asia/Riyadh')::date, p_from, p_to, p_cursor, p_limit));
end $$;

-- Generic plan: as for company_statement (query-plans.test.ts).
create or replace function api.agency_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text, p_from date, p_to date, p_cursor text,
  p_limit integer
) returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return json_build_object('party', account_statement_holder_json(null, caller_agency_id()),
    'statement', account_statement_json(null, caller_agency_id(), own_ticket_id(p_ticket_number),
      (p_now at time zone 'Asia/Riyadh')::date, p_from, p_to, p_cursor, p_limit));
end $$;

-- Staff's: of a company or of an agency.
-- Generic plan: as for company_statement (query-plans.test.ts).
create or replace function api.staff_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_company_id uuid, p_agency_id uuid, p_from date, p_to date,
  p_cursor text, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  v_holder json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  if num_nonnulls(p_company_id, p_agency_id) <> 1 then
    perform refuse_field('validation_failed', 'company_id', 'or agency_id must be given, not both');
  end if;
  v_holder := account_statement_holder_json(p_company_id, p_agency_id);
  if v_holder is null then perform refuse('not_found'); end if;
  return json_build_object('party', v_holder,
    'statement', account_statement_json(p_company_id, p_agency_id, null,
      (p_now at time zone 'Asia/Riyadh')::date, p_from, p_to, p_cursor, p_limit));
end $$;

grant execute on function api.company_statement, api.agency_statement to hamla_app;
grant execute on function api.staff_statement to hamla_staff;
