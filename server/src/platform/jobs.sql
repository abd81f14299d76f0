-- Workers of the job queue, and the release of jobs whose worker is gone. graphile-worker has the queue itself.

drop policy if exists jobs_all on job_workers;
create policy jobs_all on job_workers to hamla_jobs using (true) with check (true);

-- Releases the jobs of the deleted worker. Each gets at least one more attempt.
create or replace function release_jobs_of_worker() returns trigger language plpgsql as $$
begin
  perform release_jobs(array[old.id], null);
  return null;
end $$;
create or replace trigger release_jobs after delete on job_workers
  for each row execute function release_jobs_of_worker();

-- Releases the jobs that these workers have locked; of them only p_job_ids unless it is null.
create or replace function release_jobs(p_workers text[], p_job_ids bigint[]) returns void language sql as $$
  update graphile_worker._private_jobs j
     set locked_by = null, locked_at = null, attempts = least(j.attempts, j.max_attempts - 1)
   where j.locked_by = any (p_workers) and (p_job_ids is null or j.id = any (p_job_ids));
  update graphile_worker._private_job_queues q set locked_by = null, locked_at = null
   where q.locked_by = any (p_workers) and p_job_ids is null
$$;

-- Increments the beats of this process's workers and returns the state of the queue: `others`, the workers of other
-- processes with their beats (null: holds jobs and never beat); `held`, the jobs that p_workers have locked; `waiting`,
-- the job of p_tasks that is due longest and waits for a worker; `oldest_due_s`, the age in seconds of the oldest due
-- job; null where there is none. p_queue_now: the system's time, which the queue uses, not the product's clock.
create or replace function api.record_job_worker_beats(p_workers text[], p_tasks text[], p_now timestamptz,
  p_queue_now timestamptz)
returns json
language plpgsql as $$
begin
  insert into job_workers (id, beat, beaten_at) select w, 1, p_now from unnest(p_workers) w
      on conflict (id) do update set beat = job_workers.beat + 1, beaten_at = excluded.beaten_at;
  return (
    with jobs as materialized (
      select j.id, j.locked_by, j.run_at, j.is_available and t.identifier = any (p_tasks) as is_waiting
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where j.locked_by is not null or (j.is_available and j.run_at <= p_queue_now))
    select json_build_object(
      'others', (select coalesce(json_agg(json_build_object('id', o.id, 'beat', o.beat)), '[]') from (
        select w.id, w.beat from job_workers w where w.id <> all (p_workers)
        union all
        select distinct j.locked_by, null::bigint from jobs j
         where j.locked_by <> all (p_workers) and not exists (select from job_workers w where w.id = j.locked_by)) o),
      'held', (select coalesce(json_agg(json_build_object('id', j.id::text, 'worker', j.locked_by)), '[]')
                 from jobs j where j.locked_by = any (p_workers)),
      'waiting', (select j.id::text from jobs j where j.is_waiting order by j.run_at, j.id limit 1),
      'oldest_due_s', (select extract(epoch from p_queue_now - min(j.run_at))::float8 from jobs j)));
end $$;

-- Deletes workers that are gone, {"id", "beat"}, unless they have beaten since.
create or replace function api.release_gone_workers(p_gone jsonb) returns json language plpgsql as $$
declare
  v_gone text[];
begin
  with deleted as (
    delete from job_workers w using jsonb_to_recordset(p_gone) g(id text, beat bigint)
     where w.id = g.id and w.beat = g.beat returning w.id)
  select coalesce(array_agg(d.id), '{}') into v_gone from deleted d;
  -- Workers that never beat have no row.
  v_gone := v_gone || array(
    select g.id from jsonb_to_recordset(p_gone) g(id text, beat bigint)
     where g.beat is null and not exists (select from job_workers w where w.id = g.id));
  perform release_jobs(v_gone, null);
  return to_json(v_gone);
end $$;

-- Ends this process's own workers.
create or replace function api.delete_job_workers(p_workers text[]) returns json language sql as $$
  with deleted as (delete from job_workers w where w.id = any (p_workers) returning w.id)
  select json_build_object('count', count(*)) from deleted
$$;

create or replace function api.release_lost_jobs(p_worker text, p_job_ids bigint[]) returns json language sql as $$
  select release_jobs(array[p_worker], p_job_ids);
  select json_build_object('count', cardinality(p_job_ids))
$$;

grant execute on function api.record_job_worker_beats, api.release_gone_workers, api.delete_job_workers,
  api.release_lost_jobs
  to hamla_jobs;

drop policy if exists jobs_all on servers;
create policy jobs_all on servers to hamla_jobs using (true) with check (true);

-- A server that has not been seen for so long is not up.
create or replace function server_silence_limit() returns interval language sql immutable as
  $$ select interval '1 minute' $$;

-- The servers that are up, for the owner's commands.
create or replace function api.servers_up() returns table (host text, release text, key_proofs bytea[])
language sql stable as $$
  select s.host, s.release, s.key_proofs from servers s
   where s.seen_at > clock_timestamp() - server_silence_limit()
$$;

-- This server is up. Rows of servers that were killed are deleted after a day. p_now is not
-- read: clocks of machines differ.
create or replace function api.record_server_beat(
  p_id uuid, p_host text, p_release text, p_node_version text, p_started_at timestamptz, p_now timestamptz
) returns void language plpgsql as $$
begin
  insert into servers (id, host, release, node_version, started_at, seen_at)
  values (p_id, p_host, p_release, p_node_version, p_started_at, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at;
  delete from servers s where s.seen_at < clock_timestamp() - interval '1 day';
end $$;

create or replace function api.delete_server(p_id uuid) returns void language sql as
  $$ delete from servers s where s.id = p_id $$;

-- Which secret keys a server knows (proofs, the one that it uses first), and which one is current: {"proof": hex,
-- "earlier": [{"id", "purpose", "key_sealed": hex, "accepted_until"}]}. Definer, because only the owner may read
-- secret_key_proof and earlier_keys; what it gives reveals nothing without the current key.
create or replace function api.record_server_keys(p_id uuid, p_key_proofs bytea[]) returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update servers s set key_proofs = p_key_proofs where s.id = p_id;
  return (
    select json_build_object('proof', encode(k.proof, 'hex'), 'earlier', (
             select coalesce(json_agg(json_build_object('id', e.id, 'purpose', e.purpose,
                      'key_sealed', encode(e.key_sealed, 'hex'), 'accepted_until', e.accepted_until)), '[]')
               from earlier_keys e))
      from secret_key_proof k);
end $$;

grant execute on function api.record_server_beat, api.record_server_keys, api.delete_server to hamla_jobs;
