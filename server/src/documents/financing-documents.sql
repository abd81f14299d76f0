-- The financing documents of a ticket: ordered in the transaction that needs them, issued by a job, read and accepted
-- by the company before its agency is paid.

drop policy if exists own on document_sets;
create policy own on document_sets for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists own on ticket_documents;
create policy own on ticket_documents for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists jobs_all on document_sets;
create policy jobs_all on document_sets to hamla_jobs using (true) with check (true);
drop policy if exists jobs_all on ticket_documents;
create policy jobs_all on ticket_documents to hamla_jobs using (true) with check (true);
drop policy if exists staff on document_sets;
create policy staff on document_sets for select to hamla_staff using ((select caller_role()) = 'staff');
drop policy if exists staff on ticket_documents;
create policy staff on ticket_documents for select to hamla_staff using ((select caller_role()) = 'staff');

-- From when on an accepted version binds nobody: the next one was accepted, or its ticket ended without its agency
-- being paid. A write-off ends none: what was promised is owed as before.
create or replace function voided_at(s document_sets) returns timestamptz language sql stable as $$
  select coalesce(
    (select min(n.accepted_at) from document_sets n where n.ticket_id = s.ticket_id and n.version > s.version),
    (select max(e.occurred_at) from events e join tickets t on t.id = e.subject_id and t.status = 'Closed'
      where e.subject_id = s.ticket_id and e.subject = 'ticket' and e.operation in ('close_ticket', 'end_ticket')))
   where s.accepted_at is not null
$$;

-- The versions that were accepted, and the newest, newest first. Null for whoever may see none of them: the agency.
create or replace function document_sets_json(p_ticket_id uuid) returns json language sql stable as $$
  select json_agg(json_build_object('version', s.version, 'schedule_start', s.schedule_start, 'issued_at', s.issued_at,
           'accepted_at', s.accepted_at, 'accepted_name', s.accepted_name, 'accepted_capacity', s.accepted_capacity,
           'has_signing_record', exists (select from signing_records r where r.set_id = s.id),
           'voided_at', voided_at(s),
           'documents', coalesce((
             select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'seq', d.seq, 'language', d.language,
                      'size_bytes', d.size_bytes, 'sha256', encode(d.sha256, 'hex')) order by d.kind, d.seq,
                        d.language desc)
               from ticket_documents d where d.set_id = s.id), '[]')) order by s.version desc)
    from document_sets s
   where s.ticket_id = p_ticket_id
     and (s.accepted_at is not null
          or s.version = (select max(n.version) from document_sets n where n.ticket_id = p_ticket_id))
$$;

-- What a ticket's documents name its company with and its profile lacks: 'name', 'cr_number'. None are set before it is
-- given. Definer, because an agency reads no companies.
create or replace function awaited_company_details(p_ticket_id uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((
    select array_remove(array[case when c.name is null then 'name' end,
                              case when c.cr_number is null then 'cr_number' end], null)
      from tickets t join companies c on c.id = t.company_id
     where t.id = p_ticket_id and t.status = 'Approved'
       and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id() or caller_role() = 'staff')), '{}')
$$;
revoke all on function awaited_company_details(uuid) from public;
grant execute on function awaited_company_details(uuid) to hamla_app, hamla_staff;

-- A party's approved ticket, locked; missing and forbidden look alike.
create or replace function lock_approved_ticket(p_ticket_id uuid) returns tickets language plpgsql as $$
declare
  v_ticket tickets;
begin
  select * into v_ticket from tickets t
   where t.id = p_ticket_id and (t.company_id = caller_company_id()
     or t.agency_id = caller_agency_id()) for no key update;
  if not found then perform refuse('not_found'); end if;
  if v_ticket.status <> 'Approved' then perform refuse('ticket_state_changed'); end if;
  return v_ticket;
end $$;

-- Has the documents prepared with dates from p_today on, unless the newest version carries them already. Without the
-- company's name and commercial registration number none is ordered: the company is told so, an approval stands and
-- leaves it to the company. Definer, because nobody who serves requests writes documents; called by the approval and by
-- the company.
create or replace function queue_documents(p_ticket_id uuid, p_now timestamptz, p_today date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_ticket tickets := lock_approved_ticket(p_ticket_id);
  v_set document_sets;
begin
  if ticket_acceptance_obstacle(v_ticket, p_today) is null then
    perform refuse('documents_already_accepted');
  end if;
  select * into v_set from document_sets s where s.ticket_id = p_ticket_id order by s.version desc limit 1;
  if v_set.schedule_start is distinct from p_today or v_set.accepted_at is not null then
    if awaited_company_details(p_ticket_id) <> '{}' then
      if caller_company_id() is not null then perform refuse('cr_number_missing'); end if;
      return;
    end if;
    insert into document_sets (ticket_id, company_id, version, schedule_start, ordered_at)
    values (p_ticket_id, v_ticket.company_id, coalesce(v_set.version, 0) + 1, p_today, p_now) returning * into v_set;
  end if;
  -- Asked for again, one that was not issued has its job again, should that have failed.
  if v_set.issued_at is null then
    perform enqueue_job('issue_documents', json_build_object('set_id', v_set.id), 'issue_documents ' || v_set.id);
  end if;
end $$;
revoke all on function queue_documents(uuid, timestamptz, date) from public;
grant execute on function queue_documents(uuid, timestamptz, date) to hamla_app;

-- What a version says, for its rendering; null where nobody will need it: issued already, overtaken by a newer one, or
-- its ticket is not approved any more. A company that has no virtual IBAN is given one, so that they print it.
create or replace function api.documents_to_issue(p_set_id uuid, p_now timestamptz) returns json language sql as $$
  select json_build_object('ticket_id', t.id, 'ticket_number', t.ticket_number, 'version', s.version,
           'schedule_start', s.schedule_start, 'ordered_at', s.ordered_at, 'amount_sar', t.amount_sar::text,
           'repayment_term', t.repayment_term, 'description', t.description,
           'organisation', c.user_id, 'virtual_iban', give_virtual_iban(c.id, p_now),
           'company', json_build_object('name', c.name, 'contact_name', c.contact_name,
             'contact_title', c.contact_title,
             'address', c.address, 'email', c.email, 'phone', c.phone, 'cr_number', c.cr_number),
           'agency', json_build_object('name', a.name, 'contact_name', a.contact_name, 'contact_title', a.contact_title,
             'address', a.address, 'email', a.email, 'phone', a.phone))
    from document_sets s join tickets t on t.id = s.ticket_id
         join companies c on c.id = t.company_id join agencies a on a.id = t.agency_id
   where s.id = p_set_id and s.issued_at is null and t.status = 'Approved'
     and s.version = (select max(n.version) from document_sets n where n.ticket_id = t.id)
$$;

-- Makes a version whole: its documents, whose bytes are stored already. False: it was issued meanwhile, and these are
-- nobody's. p_documents: [{kind, seq, language, size_bytes, sha256 (hex), storage_key, text_parts, summary}].
create or replace function api.issue_documents(p_set_id uuid, p_now timestamptz, p_documents jsonb) returns json
language plpgsql as $$
declare
  v_set document_sets;
begin
  update document_sets s set issued_at = p_now where s.id = p_set_id and s.issued_at is null returning * into v_set;
  if not found then return to_json(false); end if;
  insert into ticket_documents (set_id, company_id, kind, seq, language, size_bytes, sha256, storage_key, text_parts,
    summary)
  select p_set_id, v_set.company_id, d.kind, d.seq, d.language, d.size_bytes, decode(d.sha256, 'hex'), d.storage_key,
         d.text_parts, d.summary
    from jsonb_to_recordset(p_documents)
      as d(kind text, seq smallint, language text, size_bytes integer, sha256 text, storage_key text, text_parts jsonb,
           summary jsonb);
  -- The hint is the company's: its page shows the documents now.
  perform record_event(p_now, 'issue_documents', 'documents', p_set_id, v_set.company_id, null, null,
    jsonb_build_object('version', v_set.version));
  return to_json(true);
end $$;

-- p_cr_number, p_name: the company's, where its profile has none yet; what stands there stays.
create or replace function api.prepare_documents(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
    p_ticket_id uuid,
  p_cr_number text, p_name text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_company_id uuid;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('renew_documents', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if coalesce(p_cr_number, p_name) is not null then
    -- The company's row is locked before the ticket's.
    update companies c set cr_number = coalesce(c.cr_number, p_cr_number), name = coalesce(c.name, p_name),
           updated_at = p_now
     where c.id = caller_company_id()
       and (c.cr_number is null and p_cr_number is not null or c.name is null and p_name is not null)
     returning c.id into v_company_id;
    if found then perform record_event(p_now, 'upsert_company', 'company', v_company_id, v_company_id, null); end if;
  end if;
  perform queue_documents(p_ticket_id, p_now, p_today);
  return store_idempotent_reply('renew_documents', p_key,
    json_build_object('document_sets', document_sets_json(p_ticket_id)));
end $$;

-- Accepts the newest version, if it is the one that was read, to the byte, and carries today's dates: from today on the
-- installments count. Its person is proven and its record sealed in the same transaction. p_signature: {id, name,
-- capacity, address, …}, see accept-documents.ts. Definer, because nobody who serves requests writes dates or
-- acceptances; it checks the caller and everything else itself, on the row it has locked.
create or replace function record_acceptance(
  p_ticket_id uuid, p_version integer, p_sha256 text[], p_signature jsonb, p_identity_sealed bytea, p_proof jsonb,
  p_max_tries integer, p_now timestamptz, p_today date
) returns document_sets language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_set document_sets := lock_acceptable_set(p_ticket_id, p_version, p_today);
begin
  if (select array_agg(encode(d.sha256, 'hex') order by d.sha256) from ticket_documents d where d.set_id = v_set.id)
     is distinct from (select array_agg(h order by h) from unnest(p_sha256) h) then
    perform refuse('documents_outdated');
  end if;
  perform use_signing_proof(v_set.id, p_proof, p_max_tries, p_now);
  perform seal_signing_record(v_set, p_signature, p_identity_sealed, p_now);
  update document_sets s
     set accepted_at = p_now, accepted_by = caller_user_id(), accepted_name = p_signature->>'name',
         accepted_capacity = p_signature->>'capacity', accepted_address = (p_signature->>'address')::inet,
         accepted_company = c.name, accepted_cr_number = c.cr_number
    from companies c
   where s.id = v_set.id and c.id = s.company_id returning s.* into v_set;
  update tickets t
     set documents_accepted_on = p_today, schedule_restarted_on = nullif(p_today, t.created_local_date),
       updated_at = p_now
   where t.id = p_ticket_id;
  update ticket_installments i set due_date = (p_today + make_interval(months => i.seq))::date
   where i.ticket_id = p_ticket_id;
  return v_set;
end $$;
revoke all on function record_acceptance(uuid, integer, text[], jsonb, bytea, jsonb, integer, timestamptz, date)
  from public;
grant execute on function record_acceptance(uuid, integer, text[], jsonb, bytea, jsonb, integer, timestamptz, date)
  to hamla_app;

create or replace function api.accept_documents(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_ticket_id uuid, p_version integer, p_sha256 text[], p_signature jsonb, p_identity_sealed bytea, p_proof jsonb,
  p_max_tries integer
) returns json language plpgsql as $$
declare
  v_reply json;
  v_set document_sets;
  v_ticket tickets;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('accept_documents', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_set := record_acceptance(p_ticket_id, p_version, p_sha256, p_signature, p_identity_sealed, p_proof, p_max_tries,
    p_now, p_today);
  select * into v_ticket from tickets t where t.id = p_ticket_id;
  -- The name and the address stand in the version's row and its signing record alone.
  perform record_event(p_now, 'accept_documents', 'ticket', p_ticket_id, v_ticket.company_id, v_ticket.agency_id,
    jsonb_build_object('status', v_ticket.status),
    jsonb_build_object('status', v_ticket.status, 'version', v_set.version, 'schedule_start', v_set.schedule_start));
  return store_idempotent_reply('accept_documents', p_key,
    json_build_object('document_sets', document_sets_json(p_ticket_id)));
end $$;

-- The signing record of a version for its certificate; null where it was accepted before there were any. The caller
-- sees it by the policies: its company and staff.
create or replace function signing_record_json(p_set_id uuid) returns json language sql stable as $$
  select json_build_object('language', r.record->'language', 'identity_kind', r.record->'identity_kind',
           'identity_last4', r.record->'identity_last4', 'method', r.record->'method',
           'browser', r.record->'browser', 'system', r.record->'system', 'address', r.record->'address',
           'seal', encode(r.seal, 'hex'))
    from signing_records r where r.set_id = p_set_id
$$;

-- Where a document's bytes lie, what it is called, and what its certificate says; `acceptance` is null before there is
-- one. What was accepted before a company's name was kept with it is named as the company is now.
create or replace function document_to_open_json(p_document_id uuid) returns json language sql stable as $$
  select json_build_object('storage_key', d.storage_key, 'kind', d.kind, 'seq', d.seq, 'language', d.language,
           'sha256', encode(d.sha256, 'hex'), 'version', s.version, 'ticket_id', t.id, 'ticket_number', t.ticket_number,
           'organisation', c.user_id,
           'acceptance', case when s.accepted_at is not null then json_build_object('accepted_at', s.accepted_at,
             'name', s.accepted_name, 'capacity', s.accepted_capacity,
             'company_name', case when s.accepted_capacity is null then c.name else s.accepted_company end,
             'cr_number', s.accepted_cr_number, 'voided_at', voided_at(s),
             'signing', signing_record_json(s.id),
             'documents', (
               select json_agg(json_build_object('kind', o.kind, 'seq', o.seq, 'language', o.language,
                        'sha256', encode(o.sha256, 'hex')) order by o.kind, o.seq, o.language)
                 from ticket_documents o where o.set_id = s.id)) end)
    from ticket_documents d join document_sets s on s.id = d.set_id join tickets t on t.id = s.ticket_id
         join companies c on c.id = s.company_id
   where d.id = p_document_id
$$;

-- The company's own documents, and no others.
create or replace function api.document_to_open(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_document_id uuid)
returns json language plpgsql as $$
declare
  v_document json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select document_to_open_json(d.id) into v_document from ticket_documents d
   where d.id = p_document_id and d.company_id = caller_company_id();
  if v_document is null then perform refuse('not_found'); end if;
  return v_document;
end $$;

-- Anybody's, for staff: that they looked stands in the history.
create or replace function api.document_to_inspect(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_document_id uuid)
returns json language plpgsql as $$
declare
  v_document json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_document := document_to_open_json(p_document_id);
  if v_document is null then perform refuse('not_found'); end if;
  perform record_event(p_now, 'inspect_document', 'documents', d.set_id, null, null, null,
    jsonb_build_object('document_id', d.id)) from ticket_documents d where d.id = p_document_id;
  return v_document;
end $$;

grant execute on function api.documents_to_issue, api.issue_documents to hamla_jobs;
grant execute on function api.prepare_documents, api.accept_documents, api.document_to_open to hamla_app;
grant execute on function api.document_to_inspect to hamla_staff;
