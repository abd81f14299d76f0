-- Documents of profiles and invoices of tickets, opened by staff.

-- The documents of a user's profile, in the order of their making, each to be opened by its id.
create or replace function documents_json(p_user_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', f.id, 'kind', f.kind, 'name', f.name, 'content_type', f.content_type,
           'size_bytes', f.size_bytes, 'attached_at', f.attached_at) order by f.attached_at, f.id), '[]')
    from files f
   where f.owner_user_id = p_user_id and f.attached_at is not null and f.replaced_at is null
     and f.kind in ('company_registration_file', 'financial_statement_file', 'bank_statement_6m_file',
                    'agency_registration_file', 'other_docs_files')
$$;

-- A document of a profile or the invoice of a ticket, for staff; the history keeps who opened it.
create or replace function api.open_document(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_file_id uuid)
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

grant execute on function api.open_document to hamla_staff;
