-- Uploads, and the files that they become when a row names them.

drop policy if exists own on files;
create policy own on files to hamla_app using (owner_user_id = caller_user_id())
  with check (owner_user_id = caller_user_id());
drop policy if exists invoice_of_ticket on files;
create policy invoice_of_ticket on files for select to hamla_app using (
  store = 'ticket-invoices' and attached_at is not null and replaced_at is null
  and exists (select from tickets t where t.invoice_url = files.path and t.agency_id = caller_agency_id()));
drop policy if exists jobs_all on files;
create policy jobs_all on files to hamla_jobs using (true);

create or replace function upload_json(f files) returns json language sql stable as $$
  select json_build_object('id', f.id, 'store', f.store, 'path', f.path, 'name', f.name,
    'size_bytes', f.size_bytes, 'content_type', f.content_type, 'created_at', f.created_at,
    'invoice_code', f.invoice_code)
$$;

-- Counts a file that its sender is about to send, before it is looked at: one that is refused costs the same work.
-- p_quota: files of an hour (domain/quotas.ts), null for any number. p_role: whose kind of file it is.
create or replace function api.count_upload(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_role text, p_quota integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, p_role);
  perform use_quota(p_user_id, 'uploads', p_quota, interval '1 hour', p_now);
  return json_build_object('counted', p_quota is not null);
end $$;

-- Makes the row before the bytes are written, so that bytes without an owner cannot exist. Null: the path is taken
-- already, and files of this kind do not share one. At most 60 files of a user lie in the store without use, whether
-- they wait, failed, were discarded or replaced: it cannot be filled by files that nothing names.
create or replace function api.begin_upload(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_role text,
  p_kind text, p_store text, p_path text, p_name text, p_size_bytes integer, p_content_type text,
  p_sha256 bytea, p_storage_key text
) returns json language plpgsql as $$
declare
  v_file files;
begin
  perform set_caller(p_user_id, p_session_id, p_now, p_role);
  -- One upload of a person begins at a time: what is counted and looked up here stays true until the row is there.
  perform take_lock(hashtextextended('begin_upload ' || p_user_id, 0));
  if (select count(*) from files f where f.owner_user_id = p_user_id
        and (f.attached_at is null or f.replaced_at is not null)) >= 60 then
    perform refuse_field('too_many_requests', p_kind, 'has too many uploads waiting: save, or try again later');
  end if;
  if p_kind in ('invoice', 'other_docs_files', 'transfer_proof', 'request_bank_statement',
       'request_financial_statement', 'request_vat_return') and exists (
       select from files f where f.owner_user_id = p_user_id and f.store = p_store and f.path = p_path) then
    return null;
  end if;
  insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at)
  values (p_user_id, p_kind, p_store, p_path, p_name, p_size_bytes, p_content_type, p_sha256, p_storage_key, p_now)
  returning * into v_file;
  return upload_json(v_file);
end $$;

-- Keeps what the QR code of an upload that is not finished says. Definer: no request changes this column otherwise.
create or replace function api.record_invoice_code(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_id uuid, p_code jsonb
) returns json language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  update files set invoice_code = p_code where id = p_id and owner_user_id = p_user_id and stored_at is null;
  if not found then perform refuse('not_found'); end if;
  return p_code;
end $$;

create or replace function api.finish_upload(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_id uuid)
returns json language plpgsql as $$
declare
  v_file files;
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  update files set stored_at = p_now
   where id = p_id and owner_user_id = p_user_id and stored_at is null and replaced_at is null
  returning * into v_file;
  if not found then perform refuse('not_found'); end if;
  return upload_json(v_file);
end $$;

-- An upload that nothing names yet is forgotten; the sweeper erases its bytes.
create or replace function api.discard_upload(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_id uuid)
returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  update files set replaced_at = p_now
   where id = p_id and owner_user_id = p_user_id and attached_at is null and replaced_at is null;
  if not found then perform refuse('not_found'); end if;
  return json_build_object('discarded', true);
end $$;

-- Whether the sweeper may be erasing an upload that nothing names (see files_to_delete).
create or replace function is_upload_too_old(p_created_at timestamptz, p_now timestamptz) returns boolean
language sql stable as $$ select p_created_at < p_now - interval '50 minutes' $$;

-- The newest upload of a path by its owner that is stored and not replaced, locked; whether or not it is attached.
create or replace function lock_upload(p_owner_user_id uuid, p_kind text, p_path text) returns files
language plpgsql as $$
declare
  v_file files;
begin
  select * into v_file from files f
   where f.owner_user_id = p_owner_user_id and f.kind = p_kind and f.path = p_path
     and f.stored_at is not null and f.replaced_at is null
   order by f.created_at desc, f.id desc limit 1 for update;
  return v_file;
end $$;

-- Why an upload cannot be attached, null where it can. p_file: as lock_upload found it.
create or replace function upload_problem(p_file files, p_now timestamptz) returns text language sql stable as $$
  select case when p_file.id is null then 'is not a file you have uploaded: upload it again'
              when is_upload_too_old(p_file.created_at, p_now) then 'was uploaded too long ago: upload it again' end
$$;

-- Makes the caller's newest upload of a path the file of that path; the file it had before, and older uploads of it,
-- are replaced. True: attached now. False: the path's file was attached already, and nothing has changed. Anything else
-- is refused under the field's name, also an upload that is too old.
create or replace function attach_file(p_kind text, p_path text, p_field text, p_now timestamptz) returns boolean
language plpgsql as $$
declare
  v_file files := lock_upload(caller_user_id(), p_kind, p_path);
  v_problem text := upload_problem(v_file, p_now);
begin
  if v_file.attached_at is not null then return false; end if;
  if v_problem is not null then perform refuse_field('validation_failed', p_field, v_problem); end if;
  -- An upload begun later may still be on its way: it stays.
  update files f set replaced_at = p_now
   where f.owner_user_id = caller_user_id() and f.store = v_file.store and f.path = p_path and f.replaced_at is null
     and f.id <> v_file.id and (f.created_at, f.id) <= (v_file.created_at, v_file.id);
  update files set attached_at = p_now where id = v_file.id;
  return true;
end $$;

-- The file a caller may open: its own, or the invoice of a ticket addressed to it. Missing and forbidden look alike.
create or replace function api.file_to_open(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_store text, p_path text
) returns json language plpgsql as $$
declare
  v_file files;
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  select * into v_file from files f
   where f.store = p_store and f.path = p_path and f.attached_at is not null and f.replaced_at is null
     and (f.owner_user_id = p_user_id
          or (f.store = 'ticket-invoices' and caller_agency_id() is not null and exists (
                select from tickets t where t.invoice_url = f.path and t.agency_id = caller_agency_id())));
  if not found then perform refuse('not_found'); end if;
  return json_build_object('storage_key', v_file.storage_key, 'name', v_file.name,
    'content_type', v_file.content_type, 'size_bytes', v_file.size_bytes);
end $$;

-- The caller's own files in one store, by the names they came with; a file that was replaced is none any more. Names
-- are compared byte by byte, so that the order is the same in every database.
create or replace function api.list_files(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_store text, p_limit integer, p_offset integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  return (
    with own as materialized (
      select f as file, f.kind, f.name, f.path from files f
       where f.owner_user_id = p_user_id and f.store = p_store
         and f.attached_at is not null and f.replaced_at is null),
    page as (
      select (upload_json(o.file)::jsonb || jsonb_build_object('kind', o.kind)) as item,
             row_number() over (order by o.name collate "C", o.path collate "C") as place
        from own o order by place limit p_limit offset p_offset)
    select json_build_object('items', coalesce((select json_agg(p.item order by p.place) from page p), '[]'),
                             'count', (select count(*) from own)));
end $$;

-- Rows whose bytes may go: replaced or discarded ones, and uploads nobody named within the hour. A link handed out
-- a moment ago still finds its bytes. An upload is never swept while it may be attached: that ends five minutes before.
create or replace function api.files_to_delete(p_now timestamptz, p_limit integer) returns json language sql as $$
  select coalesce(json_agg(json_build_object('id', f.id, 'storage_key', f.storage_key)), '[]') from (
    select * from files
     where (attached_at is null or replaced_at is not null)
       and coalesce(replaced_at + interval '5 minutes', created_at + interval '55 minutes') < p_now
     order by created_at limit p_limit) f
$$;

create or replace function api.delete_file_rows(p_ids uuid[]) returns json language sql as $$
  with gone as (delete from files where id = any (p_ids) and (attached_at is null or replaced_at is not null)
                returning id)
  select json_build_object('forgotten', count(*)) from gone
$$;

grant execute on function api.count_upload, api.begin_upload, api.record_invoice_code, api.finish_upload,
  api.discard_upload, api.file_to_open, api.list_files to hamla_app;
grant execute on function api.files_to_delete, api.delete_file_rows to hamla_jobs;
