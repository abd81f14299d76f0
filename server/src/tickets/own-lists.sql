-- What a company or an agency has of tickets, payments, payouts and documents: lists that it narrows, sorts and counts,
-- and one search over all of them. Each reads of its own rows what it counts, and from the tables only what is on the
-- page.

-- The bounds of Riyadh days, both included; null: no bound.
create or replace function day_begins(p_day date) returns timestamptz language sql immutable as
  $$ select coalesce(p_day::timestamp at time zone 'Asia/Riyadh', '-infinity') $$;
create or replace function day_ends(p_day date) returns timestamptz language sql immutable as
  $$ select coalesce((p_day + 1)::timestamp at time zone 'Asia/Riyadh', 'infinity') $$;

-- A page of a narrowed list with the count and the sum of all of it: one more item than p_limit is given where there is
-- a next page.
create or replace function own_list_page_json(p_items json[], p_ids uuid[], p_count bigint, p_sum numeric,
  p_limit integer)
returns json language sql immutable as $$
  select json_build_object('items', coalesce(to_json(p_items[1:p_limit]), '[]'), 'count', p_count,
    'amount_sar', coalesce(p_sum, 0)::numeric(18,2)::text,
    'next_cursor', case when cardinality(p_ids) > p_limit then p_ids[p_limit] end)
$$;

-- The other parties of the caller's tickets whose name holds the text; null where there is no text.
create or replace function find_parties(p_text text) returns uuid[] language plpgsql stable as $$
declare
  v_company uuid := caller_company_id();
begin
  if p_text is null then return null; end if;
  if v_company is not null then
    return array(select a.id from ticket_agency_names a
                  where a.id in (select t.agency_id from tickets t where t.company_id = v_company)
                    and is_search_match(p_text, a.name));
  end if;
  return array(select c.id from company_names c
                where c.id in (select t.company_id from tickets t where t.agency_id = caller_agency_id())
                  and is_search_match(p_text, c.name));
end $$;

-- Where a page begins in each order: p_key is the amount or the moment of the row, p_id its id.
create or replace function is_after_cursor(
  p_order text, p_at timestamptz, p_amount numeric, p_id uuid, p_from_at timestamptz, p_from_amount numeric,
  p_from_id uuid
) returns boolean language sql immutable as $$
  select case p_order
    when 'oldest' then (p_at, p_id) > (p_from_at, p_from_id)
    when 'largest' then (p_amount, p_id) < (p_from_amount, p_from_id)
    when 'smallest' then (p_amount, p_id) > (p_from_amount, p_from_id)
    else (p_at, p_id) < (p_from_at, p_from_id) end
$$;

-- Each with what holds its payment on p_today. p_order: newest, oldest, largest or smallest. p_ticket_number: what
-- p_text says of a number, p_amount: of an amount. Custom plan: each call is planned for its side and its filters
-- (query-plans.test.ts).
create or replace function own_tickets(
  p_text text, p_ticket_number text, p_amount numeric, p_status text, p_from date, p_to date, p_order text,
  p_cursor uuid, p_limit integer, p_today date
) returns json language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  v_company uuid := caller_company_id();
  v_agency uuid := caller_agency_id();
  -- The caller's side has one name, on each ticket.
  v_own_name text := coalesce((select c.name from company_names c where c.id = v_company),
                              (select a.name from ticket_agency_names a where a.id = v_agency));
  v_parties uuid[] := find_parties(p_text);
  v_from timestamptz := day_begins(p_from);
  v_to timestamptz := day_ends(p_to);
  v_start record;
begin
  select t.created_at, t.amount_sar, t.id into v_start from tickets t
   where t.id = p_cursor and (t.company_id = v_company or t.agency_id = v_agency);
  return (
    with found as materialized (
      select t.id, t.created_at, t.amount_sar from tickets t
       -- From the index of the lists of its side; without a status that index alone has all that is read here.
       where (t.company_id = v_company and t.company_list = any (case
                when p_status is null then '{current,waiting,old}'::text[]
                when p_status in ('Approved', 'Active') then '{current}'
                when p_status = 'PendingAgencyApproval' then '{waiting}' else '{old}' end)
              or t.agency_id = v_agency and t.agency_list = any (case
                when p_status is null then '{approved,waiting,history}'::text[]
                when p_status in ('Approved', 'Active') then '{approved}'
                when p_status = 'PendingAgencyApproval' then '{waiting}' else '{history}' end))
         and t.created_at >= v_from and t.created_at < v_to
         and (p_status is null or t.status = p_status)
         and (p_text is null or t.ticket_number = p_ticket_number or t.amount_sar = p_amount
              or case when v_company is null then t.company_id else t.agency_id end = any (v_parties))),
    page as materialized (
      select f.id, row_number() over (order by
               case when p_order = 'oldest' then f.created_at end,
               case when p_order = 'largest' then f.amount_sar end desc,
               case when p_order = 'smallest' then f.amount_sar end,
               case when p_order = 'newest' then f.created_at end desc,
               case when p_order in ('oldest', 'smallest') then f.id end, f.id desc) as place
        from found f
       where p_cursor is null or is_after_cursor(p_order, f.created_at, f.amount_sar, f.id, v_start.created_at,
                                         v_start.amount_sar, v_start.id)
       order by place limit p_limit + 1)
    select own_list_page_json(p.items, p.ids, (select count(*) from found),
      (select sum(f.amount_sar) from found f), p_limit)
      from (select array_agg((to_jsonb(ticket_row(t,
                     case when v_agency is null then (select a.name from ticket_agency_names a where a.id = t.agency_id)
                          else v_own_name end,
                     case when v_company is null then (select c.name from company_names c where c.id = t.company_id)
                          else v_own_name end)) || jsonb_build_object('holds', h.holds,
                       -- What is reviewed is held.
                       'review', case when json_array_length(h.holds) > 0
                         then ticket_payout_review_json(t.id, p_today) end))::json
                     order by g.place)
                     as items,
                   array_agg(t.id order by g.place) as ids
              from page g join tickets t on t.id = g.id cross join lateral (
                select case t.status when 'Approved' then ticket_holds_json(t.id, p_today) else '[]' end
                  as holds offset 0) h) p);
end $$;

-- What a company has paid, by the day at the bank. The sum leaves out what the bank has taken back. Custom plan: each
-- call is planned for its filters (query-plans.test.ts).
create or replace function own_payments(
  p_text text, p_ticket_number text, p_amount numeric, p_status text, p_from date, p_to date, p_order text,
  p_cursor uuid, p_limit integer
) returns json language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  v_company uuid := caller_company_id();
  v_ticket uuid := (select t.id from tickets t where t.ticket_number = p_ticket_number and t.company_id = v_company);
  v_start record;
begin
  select p.value_date::timestamptz as at, p.amount_sar, p.id into v_start from payments p
   where p.id = p_cursor and p.company_id = v_company;
  return (
    with found as materialized (
      select p.id, p.value_date, p.amount_sar, p.reversed_at, p.credit_amount, p.bank_reference, p.ticket_id,
             p.payment_request_id
        from payments p
       where p.company_id = v_company
         and p.value_date >= coalesce(p_from, '-infinity') and p.value_date <= coalesce(p_to, 'infinity')
         and (p_status is null or case p_status when 'reversed' then p.reversed_at is not null
                                                when 'credit' then p.credit_amount > 0
                                                else p.reversed_at is null end)
         and (p_text is null or p.ticket_id = v_ticket or p.amount_sar = p_amount
              or has_part(p_text, p.bank_reference))),
    page as materialized (
      select f.*, row_number() over (order by
               case when p_order = 'oldest' then f.value_date end,
               case when p_order = 'largest' then f.amount_sar end desc,
               case when p_order = 'smallest' then f.amount_sar end,
               case when p_order = 'newest' then f.value_date end desc,
               case when p_order in ('oldest', 'smallest') then f.id end, f.id desc) as place
        from found f
       where p_cursor is null or is_after_cursor(p_order, f.value_date::timestamptz, f.amount_sar, f.id, v_start.at,
                                         v_start.amount_sar, v_start.id)
       order by place limit p_limit + 1)
    select own_list_page_json(
        array_agg(json_build_object('id', g.id, 'value_date', g.value_date, 'amount_sar', g.amount_sar::text,
          'credit_amount', g.credit_amount::text, 'bank_reference', g.bank_reference, 'reversed_at', g.reversed_at,
          'ticket_number', (select t.ticket_number from tickets t where t.id = g.ticket_id),
          'request_number', (select r.request_number from payment_requests r where r.id = g.payment_request_id))
          order by g.place),
        array_agg(g.id order by g.place), (select count(*) from found),
        (select sum(f.amount_sar) from found f where f.reversed_at is null), p_limit)
      from page g);
end $$;

-- What an agency is paid, by the day of its approval. The sum is of the net, without what was cancelled. Custom plan:
-- each call is planned for its filters (query-plans.test.ts).
create or replace function own_payouts(
  p_text text, p_ticket_number text, p_amount numeric, p_status text, p_from date, p_to date, p_order text,
  p_cursor uuid, p_limit integer, p_today date
) returns json language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  v_agency uuid := caller_agency_id();
  v_parties uuid[] := find_parties(p_text);
  v_from timestamptz := day_begins(p_from);
  v_to timestamptz := day_ends(p_to);
  v_start record;
begin
  select p.created_at, p.net_amount, p.id into v_start from agency_payouts p
   where p.id = p_cursor and p.agency_id = v_agency;
  return (
    with found as materialized (
      select p, p.id, p.created_at, p.status, p.sent_at, p.gross_amount, p.fee_amount, p.net_amount, p.ticket_id,
             t.ticket_number, t.company_id, t.created_local_date
        from agency_payouts p
        -- Ticket by ticket, however many the planner expects.
        cross join lateral (select t.* from tickets t where t.id = p.ticket_id offset 0) t
       where p.agency_id = v_agency and p.created_at >= v_from and p.created_at < v_to
         and (p_status is null or shown_payout_status(p) = p_status)
         and (p_text is null or t.ticket_number = p_ticket_number or p.net_amount = p_amount
              or t.company_id = any (v_parties))),
    page as materialized (
      select f.*, row_number() over (order by
               case when p_order = 'oldest' then f.created_at end,
               case when p_order = 'largest' then f.net_amount end desc,
               case when p_order = 'smallest' then f.net_amount end,
               case when p_order = 'newest' then f.created_at end desc,
               case when p_order in ('oldest', 'smallest') then f.id end, f.id desc) as place
        from found f
       where p_cursor is null or is_after_cursor(p_order, f.created_at, f.net_amount, f.id, v_start.created_at,
                                         v_start.net_amount, v_start.id)
       order by place limit p_limit + 1)
    select own_list_page_json(
        array_agg(json_build_object('id', g.id, 'status', g.status, 'gross_amount', g.gross_amount::text,
          'fee_amount', g.fee_amount::text, 'net_amount', g.net_amount::text, 'created_at', g.created_at,
          'sent_on', (g.sent_at at time zone 'Asia/Riyadh')::date,
          'review', case g.status when 'Pending' then ticket_payout_review_json(g.ticket_id, p_today) end,
          'expected_date', promised_payment_date(g.p, g.created_local_date),
          'ticket_number', g.ticket_number,
          'company_name', (select c.name from company_names c where c.id = g.company_id)) order by g.place),
        array_agg(g.id order by g.place), (select count(*) from found),
        (select sum(f.net_amount) from found f where f.status <> 'Cancelled'), p_limit)
      from page g);
end $$;

-- The caller's documents by the day of their issue. Both sides': the invoice that came with each ticket. A company's:
-- the newest version of each ticket's financing documents and its settlement letter, which has the id of the first
-- installment, because the invoice has the ticket's; an agency's: tax invoices, credit notes and remittance advices.
-- The sum is of the tax invoices, less the credit notes. Custom plan: each call is planned for its side and its
-- filters; tickets are looked up one by one (query-plans.test.ts).
create or replace function own_documents(
  p_text text, p_ticket_number text, p_kind text, p_from date, p_to date, p_order text, p_cursor uuid, p_limit integer
) returns json language plpgsql stable set plan_cache_mode = force_custom_plan as $$
declare
  v_company uuid := caller_company_id();
  v_agency uuid := caller_agency_id();
  v_parties uuid[] := find_parties(p_text);
  v_from timestamptz := day_begins(p_from);
  v_to timestamptz := day_ends(p_to);
begin
  return (
    with issued as materialized (
      select s.id, 'financing_documents' as kind, s.issued_at as at, null::text as invoice_number,
             null::numeric as amount, s.accepted_at, s.ticket_id
        from document_sets s
       where s.company_id = v_company and s.issued_at is not null
         and s.version = (select max(n.version) from document_sets n
                           where n.company_id = v_company and n.ticket_id = s.ticket_id)
      union all
      select t.id, 'invoice', t.created_at, null, null, null, t.id
        from tickets t
       where (t.company_id = v_company and t.company_list = any ('{current,waiting,old}')
              or t.agency_id = v_agency and t.agency_list = any ('{approved,waiting,history}'))
         and t.created_at >= v_from and t.created_at < v_to and (p_kind is null or p_kind = 'invoice')
      union all
      select (select n.id from ticket_installments n where n.ticket_id = t.id and n.seq = 1), 'settlement_letter',
             settled_at(t), null, null, null, t.id
        from tickets t
       where t.company_id = v_company and t.company_list = 'old' and is_settled(t) and not settlement_awaits_proof(t)
      union all
      select i.id, case i.type when 'invoice' then 'tax_invoice' else 'credit_note' end, i.issued_at,
             tax_invoice_number(i.type, i.series_number),
             case i.type when 'invoice' then i.total_amount else -i.total_amount end, null, i.ticket_id
        from tax_invoices i where i.agency_id = v_agency
      union all
      select p.id, 'remittance_advice', p.sent_at, null, null, null, p.ticket_id
        from agency_payouts p where p.agency_id = v_agency and p.sent_at is not null),
    found as materialized (
      select i.*, t.ticket_number, t.company_id, t.agency_id, t.invoice_url
        from issued i cross join lateral (select t.* from tickets t where t.id = i.ticket_id offset 0) t
       where i.at >= v_from and i.at < v_to and (p_kind is null or i.kind = p_kind)
         and (p_text is null or t.ticket_number = p_ticket_number or has_part(p_text, i.invoice_number)
              or case when v_company is null then t.company_id else t.agency_id end = any (v_parties))),
    start as (select f.at, f.id from found f where f.id = p_cursor),
    page as materialized (
      select f.*, row_number() over (order by case when p_order = 'oldest' then f.at end,
               case when p_order <> 'oldest' then f.at end desc, case when p_order = 'oldest' then f.id end,
               f.id desc) as place
        from found f
       where p_cursor is null
          or (select is_after_cursor(
            case p_order when 'oldest' then 'oldest' else 'newest' end, f.at, null, f.id, s.at, null,
                             s.id) from start s)
       order by place limit p_limit + 1)
    select own_list_page_json(
        array_agg(json_build_object('id', g.id, 'kind', g.kind, 'issued_on', (g.at at time zone 'Asia/Riyadh')::date,
          'ticket_number', g.ticket_number, 'invoice_number', g.invoice_number, 'amount_sar', abs(g.amount)::text,
          'invoice_path', case g.kind when 'invoice' then g.invoice_url end,
          'accepted_on', (g.accepted_at at time zone 'Asia/Riyadh')::date,
          'party_name', case when v_company is null
            then (select c.name from company_names c where c.id = g.company_id)
            else (select a.name from ticket_agency_names a where a.id = g.agency_id) end) order by g.place),
        array_agg(g.id order by g.place), (select count(*) from found),
        greatest((select sum(f.amount) from found f), 0), p_limit)
      from page g);
end $$;

create or replace function api.list_own_documents(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_kind text, p_from date,
  p_to date, p_order text, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if caller_company_id() is null and caller_agency_id() is null then perform refuse('wrong_role'); end if;
  return own_documents(p_text, p_ticket_number, p_kind, p_from, p_to, p_order, p_cursor, p_limit);
end $$;

-- The documents of a ZIP, the newest first: those of the list, and of financing documents each one in p_languages. One
-- more than p_limit where there are more.
create or replace function api.own_documents_to_download(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_kind text, p_from date,
  p_to date, p_languages text[], p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if caller_company_id() is null and caller_agency_id() is null then perform refuse('wrong_role'); end if;
  return (
    with listed as (
      select l.item, l.place
        from json_array_elements(own_documents(p_text, p_ticket_number, p_kind, p_from, p_to, 'newest', null,
               p_limit + 1) -> 'items') with ordinality l(item, place)),
    files as (
      select l.place, coalesce(d.id, (l.item->>'id')::uuid) as id, l.item, d.kind, d.seq, d.language
        from listed l
        left join ticket_documents d on l.item->>'kind' = 'financing_documents' and d.set_id = (l.item->>'id')::uuid
             and d.language = any (p_languages)
       order by l.place, d.kind, d.seq, d.language limit p_limit + 1)
    select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.item->'kind',
             'ticket_number', f.item->'ticket_number', 'invoice_number', f.item->'invoice_number',
             'invoice_path', f.item->'invoice_path')
             order by f.place, f.kind, f.seq, f.language), '[]')
      from files f);
end $$;

-- The first few of everything of the caller's that a text finds: tickets, the other parties, payments or payouts, and
-- documents; for a company also the agencies that it may ask. Planned for what was typed: a plan for any text reads
-- every party's name (query-plans.test.ts).
create or replace function api.search_own(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_amount numeric
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_company uuid;
  v_parties uuid[];
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  v_company := caller_company_id();
  if v_company is null and caller_agency_id() is null then perform refuse('wrong_role'); end if;
  v_parties := find_parties(p_text);
  return json_build_object(
    'tickets', own_tickets(p_text, p_ticket_number, p_amount, null, null, null, 'newest', null, 5,
      (p_now at time zone 'Asia/Riyadh')::date) -> 'items',
    'parties', coalesce((
      select json_agg(n.name order by n.name)
        from (select a.name from ticket_agency_names a where v_company is not null and a.id = any (v_parties)
              union all
              select c.name from company_names c where v_company is null and c.id = any (v_parties)
              order by name limit 5) n), '[]'),
    'agencies', case when v_company is null then '[]' else coalesce((
      select json_agg(to_json(n) order by n.name, n.id)
        from (select a.* from agency_names a where is_search_match(p_text, a.name) order by a.name, a.id limit 5) n),
      '[]') end,
    'payments', case when v_company is null then '[]'
      else own_payments(p_text, p_ticket_number, p_amount, null, null, null, 'newest', null, 5) -> 'items' end,
    'payouts', case when v_company is null
      then own_payouts(p_text, p_ticket_number, p_amount, null, null, null, 'newest', null, 5,
        (p_now at time zone 'Asia/Riyadh')::date) -> 'items' else '[]' end,
    'documents', own_documents(p_text, p_ticket_number, null, null, null, 'newest', null, 5) -> 'items');
end $$;

create or replace function api.list_own_tickets(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_amount numeric,
  p_status text, p_from date, p_to date, p_order text, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  if caller_company_id() is null and caller_agency_id() is null then perform refuse('wrong_role'); end if;
  return own_tickets(p_text, p_ticket_number, p_amount, p_status, p_from, p_to, p_order, p_cursor, p_limit,
    (p_now at time zone 'Asia/Riyadh')::date);
end $$;

create or replace function api.list_own_payments(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_amount numeric,
  p_status text, p_from date, p_to date, p_order text, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  return own_payments(p_text, p_ticket_number, p_amount, p_status, p_from, p_to, p_order, p_cursor, p_limit);
end $$;

create or replace function api.list_own_payouts(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_amount numeric,
  p_status text, p_from date, p_to date, p_order text, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return own_payouts(p_text, p_ticket_number, p_amount, p_status, p_from, p_to, p_order, p_cursor, p_limit,
    (p_now at time zone 'Asia/Riyadh')::date);
end $$;

grant execute on function api.list_own_tickets, api.list_own_payments, api.list_own_payouts, api.list_own_documents,
  api.own_documents_to_download, api.search_own to hamla_app;
