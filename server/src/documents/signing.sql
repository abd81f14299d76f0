-- How an acceptance is signed: the texts that are read, the code or password that proves the person, and the record
-- that is sealed (docs/decisions/0064-signing.md).

drop policy if exists own on signing_records;
create policy own on signing_records for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists staff on signing_records;
create policy staff on signing_records for select to hamla_staff using ((select caller_role()) = 'staff');
drop policy if exists jobs_all on signing_codes;
create policy jobs_all on signing_codes for select to hamla_jobs using (true);

-- Whether the caller has a second factor, which then proves them instead of the password. Definer, because the callers
-- hold no rights on the factors.
create or replace function caller_has_factor() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select auth.has_factor(caller_user_id())
$$;
revoke all on function caller_has_factor() from public;
grant execute on function caller_has_factor() to hamla_app;

-- The newest version of a ticket's documents to read on the page, of the company that accepts them.
create or replace function api.read_documents(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_id uuid)
returns json language plpgsql as $$
declare
  v_set document_sets;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select * into v_set from document_sets s
   where s.ticket_id = p_ticket_id and s.company_id = caller_company_id() and s.issued_at is not null
   order by s.version desc limit 1;
  if not found then perform refuse('not_found'); end if;
  return json_build_object('version', v_set.version, 'has_factor', caller_has_factor(),
    'bundles', (
      select json_agg(json_build_object('language', b.language, 'summary', b.summary, 'documents', b.documents)
               order by b.language)
        from (select d.language, min(d.summary::text)::json as summary,
                     json_agg(json_build_object('id', d.id, 'kind', d.kind, 'seq', d.seq, 'text', d.text_parts)
                       order by d.kind, d.seq) as documents
                from ticket_documents d where d.set_id = v_set.id group by d.language) b));
end $$;

-- The version that its company may accept now, by the company's own ticket, which is locked. Definer's part of
-- record_acceptance and store_signing_code.
create or replace function lock_acceptable_set(p_ticket_id uuid, p_version integer, p_today date) returns document_sets
language plpgsql as $$
declare
  v_ticket tickets := lock_approved_ticket(p_ticket_id);
  v_set document_sets;
begin
  if v_ticket.company_id is distinct from caller_company_id() then perform refuse('not_found'); end if;
  if ticket_acceptance_obstacle(v_ticket, p_today) is null then
    perform refuse('documents_already_accepted');
  end if;
  -- Release 0.2.0 issued notes that name nobody.
  if 'name' = any (awaited_company_details(p_ticket_id)) then perform refuse('cr_number_missing'); end if;
  select * into v_set from document_sets s where s.ticket_id = p_ticket_id order by s.version desc limit 1 for update;
  if v_set.version is distinct from p_version or v_set.issued_at is null or v_set.accepted_at is not null
     or v_set.schedule_start <> p_today then
    perform refuse('documents_outdated');
  end if;
  return v_set;
end $$;

-- Stores the digest of a new code, after which the person's codes of before prove nothing, and has it mailed. Refused
-- within p_quiet_seconds of the last one, and at p_hourly an hour. Definer, because nobody who serves requests writes
-- codes.
create or replace function store_signing_code(
  p_ticket_id uuid, p_version integer, p_code_id uuid, p_code_digest bytea, p_expires_at timestamptz,
  p_quiet_seconds integer, p_hourly integer, p_now timestamptz, p_today date
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_set document_sets;
begin
  perform take_lock(hashtextextended('signing code ' || caller_user_id(), 0));
  v_set := lock_acceptable_set(p_ticket_id, p_version, p_today);
  delete from signing_codes c where c.user_id = caller_user_id() and c.created_at < p_now - interval '1 day';
  if exists (select from signing_codes c where c.user_id = caller_user_id()
               and c.created_at > p_now - make_interval(secs => p_quiet_seconds))
     or (select count(*) from signing_codes c where c.user_id = caller_user_id()
           and c.created_at > p_now - interval '1 hour') >= p_hourly then
    perform refuse('too_many_requests');
  end if;
  insert into signing_codes (id, user_id, set_id, code_digest, created_at, expires_at)
  values (p_code_id, caller_user_id(), v_set.id, p_code_digest, p_now, p_expires_at);
  perform enqueue_job('send_signing_code', json_build_object('code_id', p_code_id));
end $$;
revoke all on function store_signing_code(
  uuid, integer, uuid, bytea, timestamptz, integer, integer, timestamptz, date) from public;
grant execute on function store_signing_code(
  uuid, integer, uuid, bytea, timestamptz, integer, integer, timestamptz, date) to hamla_app;

create or replace function api.send_signing_code(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_ticket_id uuid, p_version integer, p_code_id uuid, p_code_digest bytea, p_expires_at timestamptz,
  p_quiet_seconds integer, p_hourly integer
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  -- This server sends no mail.
  if p_code_id is null then perform refuse('not_found'); end if;
  v_reply := begin_idempotent('send_signing_code', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform store_signing_code(p_ticket_id, p_version, p_code_id, p_code_digest, p_expires_at, p_quiet_seconds, p_hourly,
    p_now, p_today);
  return store_idempotent_reply('send_signing_code', p_key, json_build_object('expires_at', p_expires_at));
end $$;

-- The data for mailing a code; null when the code is no longer valid.
create or replace function api.read_signing_code(p_code_id uuid, p_now timestamptz) returns json
language sql stable as $$
  select json_build_object('email', u.email, 'language', auth.mail_language(null, u.user_metadata),
           'ticket_number', t.ticket_number)
    from signing_codes c join auth.users u on u.id = c.user_id
         join document_sets s on s.id = c.set_id join tickets t on t.id = s.ticket_id
   where c.id = p_code_id and c.used_at is null and c.expires_at > p_now
$$;

-- Counts a try at the caller's newest code for a ticket before the code is looked at, in a transaction of its own:
-- wrong ones count although their acceptance is rolled back, and so do those made at once.
create or replace function count_signing_try(p_ticket_id uuid) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update signing_codes c set tries = least(c.tries + 1, 1000)
   where c.id = (select x.id from signing_codes x join document_sets s on s.id = x.set_id
                  where x.user_id = caller_user_id() and s.ticket_id = p_ticket_id and x.used_at is null
                  order by x.created_at desc, x.id limit 1)
$$;
revoke all on function count_signing_try(uuid) from public;
grant execute on function count_signing_try(uuid) to hamla_app;

create or replace function api.begin_signing(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_id uuid)
returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  perform count_signing_try(p_ticket_id);
  return null;
end $$;

-- Refuses the acceptance unless its person is proven, and uses up what proves them. p_proof: {method, …}, see
-- signing-proof.ts. A part of record_acceptance.
create or replace function use_signing_proof(p_set_id uuid, p_proof jsonb, p_max_tries integer, p_now timestamptz)
returns void language plpgsql as $$
declare
  c signing_codes;
  v_user_id uuid := caller_user_id();
begin
  case p_proof->>'method'
    when 'mail' then
      select * into c from signing_codes x where x.user_id = v_user_id and x.set_id = p_set_id
       order by x.created_at desc, x.id limit 1 for update;
      if c.id is null or c.used_at is not null or c.expires_at <= p_now or c.tries > p_max_tries then
        perform refuse_field('signing_code_expired', 'code', 'has expired or was tried too often');
      end if;
      if c.code_digest is distinct from decode(p_proof->>'code_digest', 'hex') then
        perform refuse_field('signing_code_wrong', 'code', 'is not the code of the mail');
      end if;
      update signing_codes x set used_at = p_now where x.id = c.id;
    when 'factor' then
      update auth.factors f set last_used_step = (p_proof->>'step')::bigint, updated_at = p_now
       where f.id = (p_proof->>'factor_id')::uuid and f.user_id = v_user_id and f.status = 'verified'
         and f.last_used_step < (p_proof->>'step')::bigint;
      if not found then perform refuse_field('signing_code_wrong', 'code', 'is not the code shown now'); end if;
      delete from auth.sign_in_failures f where f.account_key = auth.factor_failure_key(v_user_id, p_now);
    when 'password' then
      if auth.has_factor(v_user_id) then
        perform refuse_field('signing_code_wrong', 'code', 'is required: the account has a second factor');
      end if;
      perform from auth.users u where u.id = v_user_id and u.password_hash = p_proof->>'password_hash' for share;
      if not found then perform refuse_field('signing_password_wrong', 'password', 'is incorrect'); end if;
      delete from auth.sign_in_failures f where f.account_key = auth.proof_failure_key(v_user_id, p_now);
  end case;
end $$;

-- Writes and seals the record of an acceptance. p_signature: what the request gave and where it came from, see
-- accept-documents.ts. A part of record_acceptance.
create or replace function seal_signing_record(p_set document_sets, p_signature jsonb, p_identity_sealed bytea,
  p_now timestamptz)
returns void language plpgsql as $$
declare
  v_record jsonb;
begin
  select jsonb_build_object('ticket_number', t.ticket_number, 'version', p_set.version, 'signed_at', p_now,
           'user_id', caller_user_id(), 'company_name', c.name, 'cr_number', c.cr_number,
           'summary', (select d.summary from ticket_documents d
                        where d.set_id = p_set.id and d.kind = 'financing_agreement'
                          and d.language = p_signature->>'language'),
           'documents', (
             select jsonb_agg(jsonb_build_object('kind', d.kind, 'seq', d.seq, 'language', d.language,
                      'sha256', encode(d.sha256, 'hex'), 'text_sha256',
                      encode(sha256(convert_to(d.text_parts::text, 'UTF8')), 'hex'))
                      order by d.kind, d.seq, d.language)
               from ticket_documents d where d.set_id = p_set.id)) || (p_signature - 'id')
    into v_record
    from tickets t join companies c on c.id = t.company_id where t.id = p_set.ticket_id;
  insert into signing_records (id, set_id, company_id, signed_at, record, identity_sealed, identity_digest, seal)
  values ((p_signature->>'id')::uuid, p_set.id, p_set.company_id, p_now, v_record, p_identity_sealed,
    sha256(p_identity_sealed), sha256(convert_to(v_record::text, 'UTF8') || sha256(p_identity_sealed)));
end $$;

-- A version's record by itself, as document_to_open_json has it for a document.
create or replace function signing_record_to_open_json(p_ticket_id uuid, p_version integer) returns json
language sql stable as $$
  select document_to_open_json(d.id) from document_sets s join ticket_documents d on d.set_id = s.id
   where s.ticket_id = p_ticket_id and s.version = p_version
     and exists (select from signing_records r where r.set_id = s.id)
   order by d.kind, d.seq, d.language limit 1
$$;

create or replace function api.read_signing_record(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_ticket_id uuid, p_version integer)
returns json language plpgsql as $$
declare
  v_record json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_record := signing_record_to_open_json(p_ticket_id, p_version);
  if v_record is null then perform refuse('not_found'); end if;
  return v_record;
end $$;

-- A signing record of any company, for staff; the history records who read it.
create or replace function api.read_staff_signing_record(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_ticket_id uuid, p_version integer)
returns json language plpgsql as $$
declare
  v_record json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_record := signing_record_to_open_json(p_ticket_id, p_version);
  if v_record is null then perform refuse('not_found'); end if;
  perform record_event(p_now, 'read_signing_record', 'documents', s.id, null, null, null,
    jsonb_build_object('version', s.version))
     from document_sets s where s.ticket_id = p_ticket_id and s.version = p_version;
  return v_record;
end $$;

grant execute on function api.read_documents, api.send_signing_code, api.begin_signing, api.read_signing_record
  to hamla_app;
grant execute on function api.read_staff_signing_record to hamla_staff;
grant execute on function api.read_signing_code to hamla_jobs;
