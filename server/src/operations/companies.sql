-- Companies and agencies as staff read them, their documents, and the tickets that wait for a review.

-- What somebody typed, as the pattern of a part of a text.
create or replace function part_pattern(p_typed text) returns text language sql immutable as
  $$ select '%' || regexp_replace(btrim(p_typed), '([\\%_])', '\\\1', 'g') || '%' $$;

-- The documents of a user's profile, in the order of their making, each to be opened by its id.
create or replace function documents_json(p_user_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'content_type', f.content_type,
           'size_bytes', f.size_bytes, 'attached_at', f.attached_at) order by f.attached_at, f.id), '[]')
    from files f
   where f.owner_user_id = p_user_id and f.attached_at is not null and f.replaced_at is null
     and f.kind in ('company_registration_file', 'financial_statement_file', 'bank_statement_6m_file',
                    'agency_registration_file', 'other_docs_files')
$$;

create or replace function desk_company_json(c companies) returns json language sql stable as $$
  select json_build_object('id', c.id, 'name', c.name, 'email', c.email, 'created_at', c.created_at,
    'budget', budget_json(c.id), 'proposed_budget', c.proposed_budget::text, 'needs_decision', c.needs_decision,
    'grade', (select a.grade from credit_assessments a where a.company_id = c.id
               order by a.created_at desc, a.id desc limit 1))
$$;

-- Newest first. p_search: a part of the name or of the e-mail address, or a whole ticket number. p_budget: a status of
-- the budget, or 'to_decide'.
create or replace function list_companies(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_search text, p_budget text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page(array_agg(desk_company_json(f.c) order by f.id desc), array_agg(f.id::text order by f.id desc), p_limit)
      from (select c, c.id from companies c
             where (p_cursor is null or c.id < p_cursor)
               and (p_search is null or c.name ilike part_pattern(p_search) or c.email ilike part_pattern(p_search)
                 or c.id = (select t.company_id from tickets t where t.ticket_number = upper(btrim(p_search))))
               and (p_budget is null or p_budget = 'to_decide' or c.budget_status = p_budget)
               and (p_budget is distinct from 'to_decide' or c.needs_decision)
             order by c.id desc limit p_limit + 1) f);
end $$;

-- What staff have decided about a company's budget, newest first, the latest 50.
create or replace function budget_decisions_json(p_company_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('decision', d.after ->> 'decision', 'decided_at', d.occurred_at,
           'decided_by', (select s.name from staff s where s.user_id = d.actor_user_id),
           'before', json_build_object('budget_status', d.before ->> 'budget_status',
                                       'total_approval_budget', d.before ->> 'total_approval_budget'),
           'after', json_build_object('budget_status', d.after ->> 'budget_status',
                                      'total_approval_budget', d.after ->> 'total_approval_budget'),
           'reason', d.after ->> 'reason') order by d.id desc), '[]')
    from (select e.* from events e
           where e.subject_id = p_company_id and e.subject = 'company' and e.operation = 'decide_budget'
           order by e.id desc limit 50) d
$$;

create or replace function read_company_assessment(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_company_id uuid
) returns json language plpgsql as $$
declare
  c companies;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into c from companies x where x.id = p_company_id;
  if not found then perform refuse('not_found'); end if;
  return json_build_object('company', company_json(c), 'created_at', c.created_at, 'budget', budget_json(c.id),
    'proposed_budget', c.proposed_budget::text, 'needs_decision', c.needs_decision,
    'documents', documents_json(c.user_id),
    'assessment', latest_assessment_json(c.id),
    'assessments', (
      select coalesce(json_agg(json_build_object('id', a.id, 'created_at', a.created_at, 'model_version', a.model_version,
               'grade', a.grade, 'score', a.score, 'max_score', a.max_score,
               'total_approval_budget', a.total_approval_budget::text) order by a.created_at desc, a.id desc), '[]')
        from (select x.* from credit_assessments x where x.company_id = c.id
               order by x.created_at desc, x.id desc limit 20) a),
    'decisions', budget_decisions_json(c.id));
end $$;

-- Tickets of a status that nobody of staff has reviewed and for which no confirmed budget speaks.
create or replace function tickets_to_review(p_status text) returns setof tickets language sql stable as $$
  select t.* from tickets t join companies c on c.id = t.company_id
   where t.reviewed_at is null and t.status in ('PendingAgencyApproval', 'Approved') and t.status = p_status
     and case c.budget_status
           when 'Preliminary' then true
           when 'Confirmed' then not is_within_budget(t.company_id, t.available_budget_before, c.total_approval_budget)
           else false end
$$;

-- They, the oldest first. How many of those that nobody has reviewed wait, a plan cannot know, and would fetch and sort them
-- all; the index has the order.
create or replace function list_tickets_to_review(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_status text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan set enable_bitmapscan = off set enable_sort = off
as $$
declare
  v_after record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select t.created_at, t.id into v_after from tickets t where t.id = p_cursor;
  return (
    select list_page(
        array_agg(json_build_object('ticket', ticket_json(f.t), 'total_approval_budget', f.total_approval_budget::text)
                  order by f.created_at, f.id),
        array_agg(f.id::text order by f.created_at, f.id), p_limit)
      from (select t, t.id, t.created_at, c.total_approval_budget
              from tickets_to_review(p_status) t join companies c on c.id = t.company_id
             where (p_cursor is null or (t.created_at, t.id) > (v_after.created_at, v_after.id))
             order by t.created_at, t.id limit p_limit + 1) f);
end $$;

create or replace function desk_agency_json(a agencies) returns json language sql stable as $$
  select json_build_object('id', a.id, 'name', a.name, 'email', a.email, 'created_at', a.created_at,
    'is_verified', a.verified_at is not null, 'is_suspended', a.suspended_at is not null,
    'iban_obstacle', iban_obstacle(a.iban, a.paid_iban))
$$;

-- Newest first. p_search: as for companies. p_standing: 'unverified', 'verified' or 'suspended'.
create or replace function list_agencies_desk(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_search text, p_standing text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page(array_agg(desk_agency_json(f.a) order by f.id desc), array_agg(f.id::text order by f.id desc), p_limit)
      from (select a, a.id from agencies a
             where (p_cursor is null or a.id < p_cursor)
               and (p_search is null or a.name ilike part_pattern(p_search) or a.email ilike part_pattern(p_search)
                 or a.id = (select t.agency_id from tickets t where t.ticket_number = upper(btrim(p_search))))
               and case p_standing when 'unverified' then a.verified_at is null when 'verified' then a.verified_at is not null
                                   when 'suspended' then a.suspended_at is not null else true end
             order by a.id desc limit p_limit + 1) f);
end $$;

create or replace function read_agency_desk(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_agency_id uuid)
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
          'pending', count_and_sum(count(*) filter (where p.status = 'Pending'), sum(p.net_amount) filter (where p.status = 'Pending')),
          'sent', count_and_sum(count(*) filter (where p.status = 'Sent'), sum(p.net_amount) filter (where p.status = 'Sent')),
          'confirmed', count_and_sum(count(*) filter (where p.status = 'Confirmed'),
                                     sum(p.net_amount) filter (where p.status = 'Confirmed')))
        from agency_payouts p where p.agency_id = a.id),
    'history', (
      select coalesce(json_agg(json_build_object('operation', e.operation, 'occurred_at', e.occurred_at,
               'by', (select s.name from staff s where s.user_id = e.actor_user_id), 'reason', e.after ->> 'reason')
               order by e.id desc), '[]')
        from (select x.* from events x
               where x.subject_id = a.id and x.subject = 'agency'
                 and x.operation in ('verify_agency', 'suspend_agency', 'lift_agency_suspension')
               order by x.id desc limit 50) e));
end $$;

-- A document of a profile or the invoice of a ticket, for staff; the history keeps who opened it.
create or replace function open_document(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_file_id uuid)
returns json language plpgsql as $$
declare
  f files;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into f from files x where x.id = p_file_id and x.attached_at is not null and x.replaced_at is null;
  if not found then perform refuse('not_found'); end if;
  perform record_event(p_now, 'open_document', 'file', f.id,
    (select c.id from companies c where c.user_id = f.owner_user_id and f.store <> 'agency-documents'),
    (select a.id from agencies a where a.user_id = f.owner_user_id and f.store = 'agency-documents'),
    null, jsonb_build_object('kind', f.kind));
  return json_build_object('storage_key', f.storage_key, 'name', f.name, 'content_type', f.content_type,
    'size_bytes', f.size_bytes);
end $$;
