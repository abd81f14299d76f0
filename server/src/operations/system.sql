-- How the product itself is doing, for staff: jobs and mails that failed and can be tried again, servers, versions.

drop policy if exists staff on servers;
create policy staff on servers for select to hamla_staff using ((select caller_role() = 'staff'));

-- The first line of an error without mail addresses.
create or replace function error_line(p_error text) returns text language sql immutable as $$
  select left(regexp_replace(left(split_part(p_error, E'\n', 1), 2000),
    '[^[:space:]<>@]+@[^[:space:]<>@]+', '…', 'g'), 300)
$$;

-- Jobs that failed and mails that did not go, each the 50 oldest. Definer: staff have no rights on the queue and on
-- mails, and see neither the payload of a job nor the content of a mail. p_queue_now: the system's time, which the
-- queue uses.
create or replace function failed_work_json(p_queue_now timestamptz) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with failed_jobs as materialized (
    select j.id, t.identifier as task, j.attempts, j.max_attempts, j.run_at, j.last_error, j.locked_at,
           j.locked_at is null and j.attempts >= j.max_attempts as is_given_up
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.last_error is not null),
  failed_mails as materialized (
    select m.id, m.kind, m.company_id, m.agency_id, m.user_id, m.queued_at, m.due_at, m.attempts, m.settled_at
      from mails m where m.settled_at is null and m.due_at is not null and m.attempts > 0 and m.taken_by is null
    union all
    select m.id, m.kind, m.company_id, m.agency_id, m.user_id, m.queued_at, m.due_at, m.attempts, m.settled_at
      from mails m where m.outcome = 'Failed')
  select json_build_object(
    'jobs', json_build_object(
      'due', (select count(*) from graphile_worker._private_jobs j where j.is_available and j.run_at <= p_queue_now),
      'failing', (select count(*) from failed_jobs j where not j.is_given_up),
      'given_up', (select count(*) from failed_jobs j where j.is_given_up),
      'items', (
        select coalesce(json_agg(json_build_object('id', f.id::text, 'task', f.task, 'attempts', f.attempts,
                 'max_attempts', f.max_attempts, 'is_given_up', f.is_given_up, 'is_running', f.locked_at is not null,
                 'next_at', case when not f.is_given_up then f.run_at end, 'error', error_line(f.last_error))
                 order by f.is_given_up desc, f.id), '[]')
          from (select * from failed_jobs j order by j.is_given_up desc, j.id limit 50) f)),
    'mails', json_build_object(
      'failing', (select count(*) from failed_mails m where m.settled_at is null),
      'given_up', (select count(*) from failed_mails m where m.settled_at is not null),
      'items', (
        select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'company_id', p.company_id,
                 'agency_id', p.agency_id, 'name', p.name, 'queued_at', f.queued_at, 'attempts', f.attempts,
                 'is_given_up', f.settled_at is not null, 'next_at', case when f.settled_at is null then f.due_at end)
                 order by f.settled_at is null, f.queued_at, f.id), '[]')
          from (select * from failed_mails m order by m.settled_at is null, m.queued_at, m.id limit 50) f
          left join lateral (
            select c.id as company_id, null::uuid as agency_id, c.name from companies c
             where c.id = f.company_id or c.user_id = f.user_id
            union all
            select null, a.id, a.name from agencies a where a.id = f.agency_id or a.user_id = f.user_id
             limit 1) p on true)))
$$;
revoke all on function failed_work_json(timestamptz) from public;
grant execute on function failed_work_json(timestamptz) to hamla_staff;

-- `last_backup_at`: null where none is whole.
create or replace function api.read_system(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_queue_now timestamptz
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (failed_work_json(p_queue_now)::jsonb || jsonb_build_object(
    'database_version', split_part(current_setting('server_version'), ' ', 1),
    'last_backup_at', (select max(b.finished_at) from backups b where b.problem is null),
    'last_day_close', (
      select to_jsonb(c) from (
        select d.day, d.closed_at, d.took_ms, d.overdue, d.expired, d.reminded from closed_days d
         order by d.day desc limit 1) c),
    'servers', (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'host', s.host, 'release', s.release,
               'node_version', s.node_version, 'started_at', s.started_at, 'seen_at', s.seen_at,
               'is_up', s.seen_at > clock_timestamp() - server_silence_limit()) order by s.started_at, s.id), '[]')
        from servers s)))::json;
end $$;

-- Makes a failed job due with all of its attempts; its task, null where it has not failed or is running.
create or replace function make_failed_job_due(p_id bigint, p_queue_now timestamptz) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update graphile_worker._private_jobs j set attempts = 0, last_error = null, run_at = p_queue_now
    from graphile_worker._private_tasks t
   where j.id = p_id and t.id = j.task_id and j.last_error is not null and j.locked_at is null
  returning t.identifier
$$;
revoke all on function make_failed_job_due(bigint, timestamptz) from public;
grant execute on function make_failed_job_due(bigint, timestamptz) to hamla_staff;

create or replace function api.retry_job(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_id bigint,
  p_queue_now timestamptz
) returns json language plpgsql as $$
declare
  v_reply json;
  v_task text;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('retry_job', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_task := make_failed_job_due(p_id, p_queue_now);
  if v_task is null then perform refuse('not_found'); end if;
  -- The history names what is told of by a uuid: this one ends with the job's number.
  perform record_event(p_now, 'retry_job', 'job', lpad(to_hex(p_id), 32, '0')::uuid, null, null, null,
    jsonb_build_object('task', v_task));
  return store_idempotent_reply('retry_job', p_key, json_build_object('id', p_id::text, 'task', v_task));
end $$;

-- Makes a mail that did not go due with all of its attempts. No row: it went meanwhile, is being sent, or a later mail
-- tells the same.
create or replace function make_failed_mail_due(p_id uuid, p_now timestamptz)
returns table (kind text, company_id uuid, agency_id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update mails m set settled_at = null, outcome = null, attempts = 0, due_at = p_now,
         queued_at = case when m.settled_at is null then m.queued_at else p_now end
   where m.id = p_id and m.taken_by is null
     and (m.outcome = 'Failed' or (m.settled_at is null and m.due_at is not null and m.attempts > 0))
     and not (m.is_joint and exists (
       select from mails x where x.agency_id = m.agency_id and x.is_joint and x.settled_at is null and x.id <> m.id))
  returning m.kind, m.company_id, m.agency_id
$$;
revoke all on function make_failed_mail_due(uuid, timestamptz) from public;
grant execute on function make_failed_mail_due(uuid, timestamptz) to hamla_staff;

create or replace function api.send_mail_again(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_mail record;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('send_mail_again', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into v_mail from make_failed_mail_due(p_id, p_now);
  if not found then perform refuse('not_found'); end if;
  perform record_event(p_now, 'send_mail_again', 'mail', p_id, v_mail.company_id, v_mail.agency_id, null,
    jsonb_build_object('kind', v_mail.kind));
  return store_idempotent_reply('send_mail_again', p_key, json_build_object('id', p_id, 'kind', v_mail.kind));
end $$;

grant execute on function api.read_system, api.retry_job, api.send_mail_again to hamla_staff;
