-- Statements of account, from the journal alone: of a company what it owes, refunds to give back among it, less its credit, of an agency what it is owed.

drop policy if exists own on journal_entries;
create policy own on journal_entries for select to hamla_app
  using (company_id = (select caller_company_id()) or agency_id = (select caller_agency_id()));
-- Of an entry that has two sides each sees its own account.
drop policy if exists own on journal_lines;
create policy own on journal_lines for select to hamla_app using (
  case when account in ('receivable', 'refunds_receivable', 'company_credit')
       then exists (select from journal_entries e where e.id = entry_id and e.company_id = (select caller_company_id()))
       when account = 'agency_payable'
       then exists (select from journal_entries e where e.id = entry_id and e.agency_id = (select caller_agency_id())) end);

-- Every entry that changed a balance, in its order, with the balance after it. A company's is what it owes us, an
-- agency's what we owe it; one of both ids is null. p_ticket_id: only what moved with this ticket, of a company what it
-- owes for it.
drop function if exists account_statement_entries(uuid, uuid);
create or replace function account_statement_entries(p_company_id uuid, p_agency_id uuid, p_ticket_id uuid) returns table (
  id bigint, local_date date, event text, undoes text, ticket_id uuid, payment_id uuid, change numeric, balance numeric
) language sql stable as $$
  with changed as (
    select e.id, e.local_date, e.event, (select u.event from journal_entries u where u.id = e.reverses_entry_id) as undoes,
           e.ticket_id, e.payment_id, sum(l.amount_sar) as change
      from journal_entries e join journal_lines l on l.entry_id = e.id
     where p_company_id is not null and e.company_id = p_company_id
       and (l.account = 'receivable' or (l.account in ('company_credit', 'refunds_receivable') and p_ticket_id is null))
       and (p_ticket_id is null or e.ticket_id = p_ticket_id)
     group by e.id having sum(l.amount_sar) <> 0
    union all
    select e.id, e.local_date, e.event, (select u.event from journal_entries u where u.id = e.reverses_entry_id),
           e.ticket_id, e.payment_id, -sum(l.amount_sar)
      from journal_entries e join journal_lines l on l.entry_id = e.id
     where p_agency_id is not null and e.agency_id = p_agency_id and l.account = 'agency_payable'
       and (p_ticket_id is null or e.ticket_id = p_ticket_id)
     group by e.id having sum(l.amount_sar) <> 0)
  select c.*, sum(c.change) over (order by c.local_date, c.id) from changed c
$$;

-- A statement of a period, both days included: its balances and totals, and a page of its lines, earliest first. The
-- cursor is the last line's entry.
drop function if exists account_statement_json(uuid, uuid, date, date, bigint, integer);
create or replace function account_statement_json(
  p_company_id uuid, p_agency_id uuid, p_from date, p_to date, p_cursor bigint, p_limit integer, p_ticket_id uuid default null
) returns json language sql stable as $$
  with entries as (select * from account_statement_entries(p_company_id, p_agency_id, p_ticket_id)),
  period as (select * from entries e where e.local_date between p_from and p_to),
  found as (
    select p.* from period p
     where p_cursor is null or (p.local_date, p.id) > (select c.local_date, c.id from period c where c.id = p_cursor)
     order by p.local_date, p.id limit p_limit + 1),
  shown as (select * from found order by local_date, id limit p_limit)
  select json_build_object(
    'from', p_from, 'to', p_to,
    'opening_balance', coalesce((select sum(e.change) from entries e where e.local_date < p_from), 0)::numeric(18,2)::text,
    'closing_balance', coalesce((select sum(e.change) from entries e where e.local_date <= p_to), 0)::numeric(18,2)::text,
    'total_increase', coalesce((select sum(p.change) from period p where p.change > 0), 0)::numeric(18,2)::text,
    'total_decrease', coalesce((select -sum(p.change) from period p where p.change < 0), 0)::numeric(18,2)::text,
    'count', (select count(*) from period),
    'items', coalesce((
      select json_agg(json_build_object('id', s.id::text, 'date', s.local_date, 'event', s.event, 'undoes', s.undoes,
               'ticket_number', (select t.ticket_number from tickets t where t.id = s.ticket_id),
               'bank_reference', case when p_company_id is not null
                                      then (select y.bank_reference from payments y where y.id = s.payment_id) end,
               'increase', greatest(s.change, 0)::numeric(18,2)::text,
               'decrease', greatest(-s.change, 0)::numeric(18,2)::text,
               'balance', s.balance::numeric(18,2)::text) order by s.local_date, s.id)
        from shown s), '[]'),
    'next_cursor', case when (select count(*) from found) > p_limit
                        then (select s.id::text from shown s order by s.local_date desc, s.id desc limit 1) end)
$$;

-- Whose statement it is.
create or replace function account_statement_holder_json(p_company_id uuid, p_agency_id uuid) returns json language sql stable as $$
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
drop function if exists company_statement(uuid, uuid, timestamptz, date, date, bigint, integer);
create or replace function company_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text, p_from date, p_to date, p_cursor bigint,
  p_limit integer
) returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  return json_build_object('party', account_statement_holder_json(caller_company_id(), null),
    'statement', account_statement_json(caller_company_id(), null, p_from, p_to, p_cursor, p_limit, own_ticket_id(p_ticket_number)));
end $$;

drop function if exists agency_statement(uuid, uuid, timestamptz, date, date, bigint, integer);
create or replace function agency_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text, p_from date, p_to date, p_cursor bigint,
  p_limit integer
) returns json language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return json_build_object('party', account_statement_holder_json(null, caller_agency_id()),
    'statement', account_statement_json(null, caller_agency_id(), p_from, p_to, p_cursor, p_limit, own_ticket_id(p_ticket_number)));
end $$;

-- Staff's: of a company or of an agency.
create or replace function staff_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_company_id uuid, p_agency_id uuid, p_from date, p_to date,
  p_cursor bigint, p_limit integer
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
    'statement', account_statement_json(p_company_id, p_agency_id, p_from, p_to, p_cursor, p_limit));
end $$;
