-- What a restored database holds back until two members of staff have confirmed that they compared the bank's
-- statements since the restored moment: it does not know what was sent after that (docs/decisions/0077-backup.md).

drop policy if exists staff_read on restores;
create policy staff_read on restores for select to hamla_staff
  using ((select caller_role() = 'staff'));
drop policy if exists staff_read on restore_confirmations;
create policy staff_read on restore_confirmations for select to hamla_staff
  using ((select caller_role() = 'staff'));
-- The second person is another one by the table's key.
drop policy if exists own_insert on restore_confirmations;
create policy own_insert on restore_confirmations for insert to hamla_staff
  with check ((select caller_role() = 'staff') and confirmed_by = caller_user_id());
drop policy if exists jobs_read on backups;
create policy jobs_read on backups for select to hamla_jobs using (true);
drop policy if exists staff_read on backups;
create policy staff_read on backups for select to hamla_staff
  using ((select caller_role() = 'staff'));

-- Definer: every login asks it.
create or replace function is_restore_held() returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from restores r
                  where (select count(*) from restore_confirmations c where c.restore_id = r.id) < 2)
$$;

grant execute on function is_restore_held to hamla_jobs, hamla_staff;

create or replace function refuse_while_held() returns void language plpgsql as $$
begin
  if is_restore_held() then perform refuse('restore_held'); end if;
end $$;

-- Of a whole statement: the day's close queues a million reminders.
create or replace function refuse_insert_while_held() returns trigger language plpgsql as $$
begin
  perform refuse_while_held();
  return null;
end $$;
-- A run may be released: what the bank paid after the restored moment is entered in it. Its file is what leaves.
create or replace trigger hold_after_restore before insert on payout_files
  for each statement execute function refuse_insert_while_held();
create or replace trigger hold_after_restore before insert on refund_files
  for each statement execute function refuse_insert_while_held();
create or replace trigger hold_after_restore before insert on reminders
  for each statement execute function refuse_insert_while_held();

-- For the server, which starts its jobs when nothing is held.
create or replace function api.is_held_after_restore() returns json language sql stable as $$
  select to_json(is_restore_held())
$$;

-- The restore that is held, the oldest where there are several; null: none is.
create or replace function restore_hold_json() returns json language sql stable as $$
  select json_build_object('id', r.id, 'restored_to', r.restored_to, 'restored_at', r.restored_at,
      'is_confirmed_by_caller', exists (
        select from restore_confirmations c where c.restore_id = r.id and c.confirmed_by = caller_user_id()),
      'confirmations', (
        select coalesce(json_agg(json_build_object('by', s.name, 'at', c.confirmed_at) order by c.confirmed_at), '[]')
          from restore_confirmations c left join staff s on s.user_id = c.confirmed_by where c.restore_id = r.id))
    from restores r
   where (select count(*) from restore_confirmations c where c.restore_id = r.id) < 2
   order by r.restored_at, r.id limit 1
$$;

create or replace function api.read_restore_hold(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return json_build_object('hold', restore_hold_json());
end $$;

-- One person's confirmation; with the second one the hold ends.
create or replace function api.confirm_restore(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_restore_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_restore restores;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('confirm_restore', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform require_fresh_factor(p_session_id, p_now);
  select * into v_restore from restores r where r.id = p_restore_id;
  if not found then perform refuse('not_found'); end if;
  insert into restore_confirmations (restore_id, confirmed_by, confirmed_at) values (p_restore_id, p_user_id, p_now)
    on conflict do nothing;
  if not found then perform refuse('restore_confirmed_already'); end if;
  perform record_event(p_now, 'confirm_restore', 'restore', p_restore_id, null, null, null,
    jsonb_build_object('restored_to', v_restore.restored_to));
  return store_idempotent_reply('confirm_restore', p_key, json_build_object('hold', restore_hold_json()));
end $$;

grant execute on function api.is_held_after_restore to hamla_jobs;
grant execute on function api.read_restore_hold, api.confirm_restore to hamla_staff;
