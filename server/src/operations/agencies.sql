-- Agencies as staff read them.

create or replace function console_agency_json(a agencies) returns json language sql stable as $$
  select json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'created_at', a.created_at,
    'is_verified', a.verified_at is not null, 'is_suspended', a.suspended_at is not null,
    'iban_obstacle', iban_obstacle(a.iban, a.paid_iban))
$$;

-- Newest first. p_search: as for companies. p_standing: 'unverified', 'verified', 'suspended' or 'name_held'.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_agencies_desk(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_search text, p_standing text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page_json(array_agg(console_agency_json(a) order by f.id desc),
      array_agg(f.id::text order by f.id desc),
      p_limit)
      from (select s.id from agency_search s
             where (p_cursor is null or s.id < p_cursor)
               and (p_search is null or is_search_match(p_search, s.name, s.email)
                 or s.id = (select t.agency_id from tickets t where t.ticket_number = p_search))
               and case p_standing when 'unverified' then s.verified_at is null when 'verified'
                 then s.verified_at is not null
                                   when 'suspended' then s.suspended_at is not null
                                   when 'name_held' then s.name_resembles is not null else true end
             order by s.id desc limit p_limit + 1) f
      join agencies a on a.id = f.id);
end $$;

create or replace function api.read_agency_desk(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_agency_id uuid)
returns json language plpgsql as $$
declare
  a agencies;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into a from agencies x where x.id = p_agency_id;
  if not found then perform refuse('not_found'); end if;
  return json_build_object('agency', agency_json(a), 'created_at', a.created_at, 'standing', agency_standing_json(a),
    'iban_obstacle', iban_obstacle(a.iban, a.paid_iban),
    'documents', documents_json(a.user_id),
    'payouts', (
      select json_build_object(
          'pending', count_and_sum_json(count(*) filter (where s.status in ('Pending', 'Released')),
            sum(s.net_amount) filter (where s.status in ('Pending', 'Released'))),
          'sent', count_and_sum_json(count(*) filter (where s.status = 'Sent'),
            sum(s.net_amount) filter (where s.status = 'Sent')),
          'confirmed', count_and_sum_json(count(*) filter (where s.status = 'Confirmed'),
            sum(s.net_amount) filter (where s.status = 'Confirmed')))
        from (select shown_payout_status(p) as status, p.net_amount from agency_payouts p
               where p.agency_id = a.id) s),
    'history', (
      select coalesce(json_agg(json_build_object('operation', e.operation, 'occurred_at', e.occurred_at,
               'by', (select s.name from staff s where s.user_id = e.actor_user_id), 'reason', e.after ->> 'reason')
               order by e.id desc), '[]')
        from (select x.* from events x
               where x.subject_id = a.id and x.subject = 'agency'
                 and x.operation in ('verify_agency', 'accept_agency_name', 'suspend_agency', 'lift_agency_suspension')
               order by x.id desc limit 50) e));
end $$;

grant execute on function api.list_agencies_desk, api.read_agency_desk to hamla_staff;
