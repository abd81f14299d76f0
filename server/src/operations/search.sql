-- The console's search: a ticket or a company by its number or payment reference, companies and agencies by name,
-- payments by the bank's reference or the amount. A few of each, the best match first.

-- Tells whether nobody has decided a preliminary budget for more than a day. The index companies_preliminary has them.
create or replace function is_budget_late(
  p_needs_decision boolean, p_status text, p_preliminary_since timestamptz, p_now timestamptz
) returns boolean language sql stable as
  $$ select p_needs_decision and p_status = 'Preliminary' and p_preliminary_since < p_now - interval '24 hours' $$;

-- Views for searches by staff. With row-level security `ilike` could use no index, so these views check the caller
-- themselves (docs/decisions/0017-search-beside-policies.md).
create or replace view company_search as
  select id, name, email, budget_status, needs_decision, is_proposal_low, payer_number, preliminary_since
    from companies
   where (select caller_role() = 'staff');
create or replace view agency_search as
  select id, name, email, verified_at, suspended_at, name_resembles from agencies
   where (select caller_role() = 'staff');
grant select on company_search, agency_search to hamla_staff;

-- Custom plan: each call is planned for its filters, so that every filter walks its own index (query-plans.test.ts).
create or replace function api.search_desk(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_text text, p_ticket_number text, p_amount_sar numeric
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object(
    'tickets', coalesce((
      select json_agg(json_build_object('ticket_number', t.ticket_number, 'status', t.status,
               'is_being_verified', is_being_verified(t),
        'amount_sar', t.amount_sar::text,
               'company_name', (select c.name from companies c where c.id = t.company_id)))
        from tickets t where t.ticket_number = p_ticket_number), '[]'),
    'companies', coalesce((
      select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id)
        from (select s.id, s.name from company_search s
               where case when p_text ~ '^HC-[0-9]+$' then s.payer_number = p_text
                          else is_search_match(p_text, s.name) end
               order by s.name, s.id limit 5) f), '[]'),
    'agencies', coalesce((
      select json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id)
        from (select s.id, s.name from agency_search s where is_search_match(p_text, s.name)
          order by s.name, s.id limit 5) f),
          '[]'),
    'payments', coalesce((
      select json_agg(json_build_object('id', f.id, 'value_date', f.value_date, 'amount_sar', f.amount_sar::text,
               'bank_reference', f.bank_reference,
               'company_name', (select c.name from companies c where c.id = f.company_id)) order by f.id desc)
        from (select * from (
                (select s.* from payment_search s where lower(s.bank_reference) = lower(p_text)
                  order by s.id desc limit 5)
                union
                (select s.* from payment_search s where s.amount_sar = p_amount_sar and s.reversed_at is null
                  order by s.value_date desc limit 5)) u
               order by u.id desc limit 5) f), '[]'));
end $$;

grant execute on function api.search_desk to hamla_staff;
