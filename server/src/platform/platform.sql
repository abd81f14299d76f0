-- The caller of a request, refusals, idempotency, events and jobs: what every capability's functions begin or end with.

-- A refusal by its code from domain/error-codes.ts; DETAIL may carry {"fields": [{"field", "message"}]} or
-- {"quota": {"name", "limit", "retry_after_s"}}.
create or replace function refuse(p_code text, p_detail text default null) returns void
language plpgsql as $$
begin
  raise exception using errcode = 'HM000', message = p_code, detail = coalesce(p_detail, '');
end $$;

-- The detail of a refusal that is about one field.
create or replace function field_problem_json(p_field text, p_message text) returns json language sql stable as $$
  select json_build_object('fields', json_build_array(json_build_object('field', p_field, 'message', p_message)))
$$;

create or replace function refuse_field(p_code text, p_field text, p_message text) returns void
language sql as $$
  select refuse(p_code, field_problem_json(p_field, p_message)::text)
$$;

-- The detail of the refusal quota_reached. p_free_at: when the oldest use is older than the quota's window.
create or replace function quota_problem_json(p_name text, p_limit integer, p_free_at timestamptz, p_now timestamptz)
  returns json
language sql stable as $$
  select json_build_object('quota', json_build_object('name', p_name, 'limit', p_limit,
    'retry_after_s', greatest(1, ceil(extract(epoch from p_free_at - p_now)))::integer))
$$;

-- Counts one use of a quota in this transaction, or refuses it: at most p_limit uses of a person within the window
-- before p_now (domain/quotas.ts). A refusal rolls back, so it is not counted. An advisory lock makes uses of one quota
-- by one person wait for each other. A null limit counts nothing. Uses older than the window are deleted. Definer,
-- because the login that is counted must not delete uses.
create or replace function use_quota(p_user_id uuid, p_name text, p_limit integer, p_window interval, p_now timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_uses timestamptz[];
begin
  if p_limit is null then return; end if;
  if session_user = 'hamla_app' and p_user_id is distinct from caller_user_id() then
    raise exception 'a quota of somebody else';
  end if;
  perform take_lock(hashtextextended('quota ' || p_name || ' ' || p_user_id, 0));
  delete from quota_uses q where q.user_id = p_user_id and q.name = p_name and q.used_at <= p_now - p_window;
  v_uses := array(select q.used_at from quota_uses q where q.user_id = p_user_id and q.name = p_name
    order by q.used_at desc);
  if cardinality(v_uses) >= p_limit then
    perform refuse('quota_reached', quota_problem_json(p_name, p_limit, v_uses[p_limit] + p_window, p_now)::text);
  end if;
  insert into quota_uses (user_id, name, used_at) values (p_user_id, p_name, p_now);
end $$;
revoke all on function use_quota(uuid, text, integer, interval, timestamptz) from public;
grant execute on function use_quota(uuid, text, integer, interval, timestamptz) to hamla_app;

-- The caller, as policies and functions read it. Null where no caller was set.
create or replace function caller_user_id() returns uuid language sql stable as
  $$ select nullif(current_setting('hamla.user_id', true), '')::uuid $$;
create or replace function caller_role() returns text language sql stable as
  $$ select nullif(current_setting('hamla.role', true), '') $$;
create or replace function caller_company_id() returns uuid language sql stable as
  $$ select nullif(current_setting('hamla.company_id', true), '')::uuid $$;
create or replace function caller_agency_id() returns uuid language sql stable as
  $$ select nullif(current_setting('hamla.agency_id', true), '')::uuid $$;

-- How long a staff session stays valid after its last use.
create or replace function staff_session_max_idle() returns interval language sql immutable as $$
  select interval '30 minutes' $$;

-- Whether a staff session was not used for too long. p_seen_at: its last use; null for the sessions of others.
create or replace function is_session_idle(p_seen_at timestamptz, p_now timestamptz) returns boolean
  language sql immutable as
  $$ select p_seen_at is not null and p_seen_at <= p_now - staff_session_max_idle() $$;

-- Whether a session is valid, by its columns and its user's. A ban counts at once, before the sessions are ended.
-- PostgreSQL inlines this function, so it costs no more than its text.
create or replace function is_session_valid(
  p_revoked_at timestamptz, p_not_after timestamptz, p_seen_at timestamptz, p_banned_until timestamptz,
    p_now timestamptz
) returns boolean language sql immutable as $$
  select p_revoked_at is null and p_not_after > p_now and not is_session_idle(p_seen_at, p_now)
     and (p_banned_until is null or p_banned_until <= p_now)
$$;

-- The role of a session's user, and the refusal of a call by that session; refusal null: it may call. p_role: the role
-- that the operation needs, null for any. Always one row. PostgreSQL inlines it.
create or replace function check_session(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_role text)
returns table (role text, refusal text) language sql stable as $$
  select r.role, case when s.id is null then 'session_not_found'
                      -- A session of an account with a second factor may do nothing before it has shown it.
                      when s.awaits_factor then 'second_factor_required'
                      when p_role is not null and r.role is distinct from p_role then 'wrong_role' end
    from (values (p_session_id)) x(session_id)
    left join (auth.sessions s join auth.users u on u.id = s.user_id)
      on s.id = x.session_id and s.user_id = p_user_id
     and is_session_valid(s.revoked_at, s.not_after, s.seen_at, u.banned_until, p_now)
    left join user_roles r on r.user_id = s.user_id
$$;

-- Checks that the session is valid and sets the caller for this transaction. The company's id is set only while the
-- role is company, the agency's only while it is agency: after a change of role the other side is closed. p_role: as
-- check_session has it.
create or replace function set_caller(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_role text default null)
returns void language plpgsql as $$
declare
  v_caller record;
  -- Assigned, not performed: an expression that PL/pgSQL evaluates by itself, without a query.
  v_set text;
begin
  v_set := set_config('hamla.company_id', '', true) || set_config('hamla.agency_id', '', true)
        || set_config('hamla.role', '', true) || set_config('hamla.user_id', p_user_id::text, true);
  select k.role, k.refusal, c.id as company_id, a.id as agency_id into v_caller
    from check_session(p_user_id, p_session_id, p_now, p_role) k
    left join companies c on c.user_id = p_user_id and k.role = 'company'
    left join agencies a on a.user_id = p_user_id and k.role = 'agency';
  if v_caller.refusal is not null then perform refuse(v_caller.refusal); end if;
  if v_caller.role in ('company', 'agency') then
    v_set := set_config('hamla.role', v_caller.role, true)
          || set_config('hamla.company_id', coalesce(v_caller.company_id::text, ''), true)
          || set_config('hamla.agency_id', coalesce(v_caller.agency_id::text, ''), true);
  end if;
end $$;

-- Begins a write under an idempotency key. Returns the reply that is stored under the key; or null, and then the caller
-- must call store_idempotent_reply before it returns. A concurrent call with the key waits until the first one ends.
create or replace function begin_idempotent(p_operation text, p_key text, p_request_hash bytea, p_now timestamptz)
returns json language plpgsql as $$
declare
  v_stored idempotency_keys;
begin
  insert into idempotency_keys (user_id, operation, key, request_hash, created_at)
  values (caller_user_id(), p_operation, p_key, p_request_hash, p_now)
  on conflict do nothing;
  if found then return null; end if;
  select * into strict v_stored from idempotency_keys k
   where k.user_id = caller_user_id() and k.operation = p_operation and k.key = p_key;
  if v_stored.request_hash <> p_request_hash then perform refuse('idempotency_key_reused'); end if;
  return v_stored.reply;
end $$;

-- PL/pgSQL, because its plans are cached: a SQL function that writes is planned on each call. record_event likewise.
create or replace function store_idempotent_reply(p_operation text, p_key text, p_reply json) returns json
language plpgsql as $$
begin
  update idempotency_keys k set reply = p_reply
   where k.user_id = caller_user_id() and k.operation = p_operation and k.key = p_key;
  return p_reply;
end $$;

-- The pattern for `like` that finds a typed text inside another text.
create or replace function like_pattern(p_typed text) returns text language sql immutable as
  $$ select '%' || regexp_replace(btrim(p_typed), '([\\%_])', '\\\1', 'g') || '%' $$;

-- Whether a typed text occurs in another one, both folded. The index has trigram_text, in which letters share a place:
-- folded decides.
create or replace function has_part(p_typed text, p_text text) returns boolean language sql immutable as $$
  select trigram_text(p_text) like like_pattern(trigram_text(p_typed))
     and folded(p_text) like like_pattern(folded(p_typed))
$$;

-- Whether a typed text occurs in a name or an e-mail address. Less than three letters must begin the name.
create or replace function is_search_match(p_typed text, p_name text, p_email text default null) returns boolean
language sql immutable as $$
  select case when length(btrim(folded(p_typed))) < 3
                then folded(p_name) like substr(like_pattern(folded(p_typed)), 2)
              else has_part(p_typed, p_name) or has_part(p_typed, p_email) end
$$;

-- One page of a list. p_items and p_cursors are in order, with one more than p_size where there is a next page. Lists
-- read their index from the cursor on (keyset paging), so a late page costs no more than the first.
create or replace function list_page_json(p_items json[], p_cursors text[], p_size integer default 20) returns json
language sql immutable as $$
  select json_build_object(
    'items', coalesce(to_json(p_items[1:p_size]), '[]'),
    'next_cursor', case when cardinality(p_items) > p_size then p_cursors[p_size] end)
$$;

-- Writes events of the history, of one caller or of many. Their ids are given here.
create or replace function record_events(p_events events[]) returns void language plpgsql as $$
begin
  insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, agency_id, before, after)
  select e.occurred_at, e.actor_user_id, e.operation, e.subject, e.subject_id, e.company_id, e.agency_id, e.before,
         e.after
    from unnest(p_events) e;
end $$;

create or replace function record_event(
  p_now timestamptz, p_operation text, p_subject text, p_subject_id uuid, p_company_id uuid, p_agency_id uuid,
  p_before jsonb default null, p_after jsonb default null
) returns void language plpgsql as $$
declare
  v_event events;
begin
  v_event.occurred_at := p_now;
  v_event.actor_user_id := caller_user_id();
  v_event.operation := p_operation;
  v_event.subject := p_subject;
  v_event.subject_id := p_subject_id;
  v_event.company_id := p_company_id;
  v_event.agency_id := p_agency_id;
  v_event.before := p_before;
  v_event.after := p_after;
  perform record_events(array[v_event]);
end $$;

-- Refuses a change of status that is not in legal_moves, or whose actor the login does not serve: hamla_app makes the
-- moves of companies and agencies, hamla_jobs those of the system, hamla_staff those of staff and of the system.
create or replace function refuse_illegal_move() returns trigger language plpgsql as $$
begin
  if not exists (
    select from legal_moves m
     where m.subject = tg_argv[0] and m.from_status = old.status and m.to_status = new.status
       and case session_user when 'hamla_app' then m.actor in ('company', 'agency')
                             when 'hamla_jobs' then m.actor = 'system'
                             when 'hamla_staff' then m.actor in ('staff', 'system') else true end) then
    perform refuse('ticket_state_changed');
  end if;
  return new;
end $$;

-- Tells open screens of an event. The notification has ids, no content.
create or replace function announce_event() returns trigger language plpgsql as $$
begin
  perform announce('hamla_events', json_build_object(
    'operation', new.operation, 'company_id', new.company_id, 'agency_id', new.agency_id)::text);
  return null;
end $$;
create or replace trigger announce after insert on events for each row
  -- The payment or payout that changed an installment has its own event.
  when (new.subject <> 'installment') execute function announce_event();

-- Jobs are added in the transaction of the change that needs them. Definer, because the callers hold no rights on the
-- job tables; hence the list of tasks and the fixed search_path.
create or replace function enqueue_job(p_task text, p_payload json, p_job_key text default null) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_task not in ('issue_documents', 'write_account_link', 'send_account_mail',
    'send_iban_mail', 'send_signing_code', 'ask_bureau') then
    raise exception 'unknown task %', p_task;
  end if;
  perform graphile_worker.add_job(p_task, p_payload, job_key => p_job_key);
end $$;
revoke all on function enqueue_job(text, json, text) from public;
grant execute on function enqueue_job(text, json, text) to hamla_app, hamla_accounts, hamla_staff;

drop policy if exists own on user_roles;
create policy own on user_roles for select to hamla_app using (user_id = caller_user_id());
drop policy if exists own on idempotency_keys;
create policy own on idempotency_keys to hamla_app
  using (user_id = caller_user_id()) with check (user_id = caller_user_id());
drop policy if exists jobs_all on idempotency_keys;
create policy jobs_all on idempotency_keys to hamla_jobs using (true);
drop policy if exists append on events;
create policy append on events for insert to hamla_app with check (actor_user_id = caller_user_id());
drop policy if exists jobs_append on events;
create policy jobs_append on events for insert to hamla_jobs with check (actor_user_id is null);

-- The ids whose events a stream may receive.
create or replace function api.open_event_stream(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  return json_build_object('company_id', caller_company_id(), 'agency_id', caller_agency_id());
end $$;

-- Deletes keys older than a week: no retry comes later.
create or replace function api.purge_idempotency_keys(p_now timestamptz) returns void language sql as
  $$ delete from idempotency_keys where created_at < p_now - interval '7 days' $$;

-- A count of rows and the sum of their amounts.
create or replace function count_and_sum_json(p_count bigint, p_sum numeric) returns json language sql immutable as
  $$ select json_build_object('count', p_count, 'amount_sar', coalesce(p_sum, 0)::numeric(18,2)::text) $$;

grant execute on function api.open_event_stream to hamla_app;
grant execute on function api.purge_idempotency_keys to hamla_jobs;
