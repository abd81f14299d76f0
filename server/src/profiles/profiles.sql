-- Roles and profiles.

drop policy if exists own on companies;
create policy own on companies to hamla_app using (user_id = caller_user_id()) with check (user_id = caller_user_id());
drop policy if exists jobs_all on companies;
create policy jobs_all on companies to hamla_jobs using (true) with check (true);
drop policy if exists own on agencies;
create policy own on agencies to hamla_app using (user_id = caller_user_id()) with check (user_id = caller_user_id());
drop policy if exists jobs_all on agencies;
create policy jobs_all on agencies for select to hamla_jobs using (true);

-- The other party is known by id and name alone, and only to somebody; of agencies to choose there is what tells two of
-- one name apart (docs/decisions/0017-search-beside-policies.md). An account that has changed its role away is no
-- agency any more; one that is suspended, or whose name staff have yet to look at, is not to be chosen.
create or replace view company_names as select id, name from companies where caller_user_id() is not null;
create or replace view open_agencies as
  select a.id, a.name, a.verified_at is not null as is_verified,
         (a.created_at at time zone 'Asia/Riyadh')::date as joined_on, right(a.cr_number, 4) as cr_number_end
    from agencies a join user_roles r on r.user_id = a.user_id and r.role = 'agency'
   where a.name is not null and a.suspended_at is null and a.name_resembles is null;
create or replace view agency_names as select a.* from open_agencies a where caller_user_id() is not null;
-- A ticket keeps showing its agency's name whatever has become of the account.
create or replace view ticket_agency_names as select id, name from agencies where caller_user_id() is not null;
grant select on company_names, agency_names, ticket_agency_names to hamla_app, hamla_staff;

-- Whether a user is a party to a ticket of any state. Stops at the first; an index leads to it.
create or replace function has_ticket(p_user_id uuid) returns boolean language sql stable as $$
  select exists (select from companies c join tickets t on t.company_id = c.id where c.user_id = p_user_id)
      or exists (select from agencies a join tickets t on t.agency_id = a.id where a.user_id = p_user_id)
$$;

-- Whether assign_role would take another role from the caller. Definer: the caller may not read staff.
create or replace function caller_may_change_role() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select not exists (select from staff s where s.user_id = caller_user_id()) and not has_ticket(caller_user_id())
$$;
revoke all on function caller_may_change_role() from public;
grant execute on function caller_may_change_role() to hamla_app, hamla_staff;

-- Gives a user a role: user_roles, the role in the account's metadata, and the empty company or agency row, together.
-- Definer, because it keeps the account service's and the product's tables in step; callers name only the caller.
create or replace function assign_role(p_user_id uuid, p_role text, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_before text;
begin
  if session_user = 'hamla_app' and p_user_id is distinct from caller_user_id() then
    perform refuse('not_found');
  end if;
  if p_role is null or p_role not in ('company', 'agency') then
    perform refuse_field('validation_failed', 'role', 'must be company or agency');
  end if;
  -- The user's row certainly exists, so it is what two changes at once queue for. A ticket that is being made by the
  -- company or for the agency commits first, and is then seen below.
  perform from auth.users u where u.id = p_user_id for update;
  if not found then perform refuse('not_found'); end if;
  if exists (select from staff s where s.user_id = p_user_id) then perform refuse('role_change_refused'); end if;
  select r.role into v_before from user_roles r where r.user_id = p_user_id;
  if v_before is distinct from p_role and has_ticket(p_user_id) then
    perform refuse('role_change_refused');
  end if;
  insert into user_roles (user_id, role, created_at, updated_at) values (p_user_id, p_role, p_now, p_now)
  on conflict (user_id) do update set role = excluded.role, updated_at = excluded.updated_at
    where user_roles.role <> excluded.role;
  update auth.users u set user_metadata = jsonb_set(coalesce(u.user_metadata, '{}'), '{role}', to_jsonb(p_role)),
         updated_at = p_now
   where u.id = p_user_id and u.user_metadata ->> 'role' is distinct from p_role;
  if p_role = 'company' then
    insert into companies (user_id, created_at, updated_at) values (p_user_id, p_now, p_now) on conflict do nothing;
  else
    insert into agencies (user_id, created_at, updated_at) values (p_user_id, p_now, p_now) on conflict do nothing;
  end if;
end $$;
revoke all on function assign_role(uuid, text, timestamptz) from public;
grant execute on function assign_role(uuid, text, timestamptz) to hamla_app, hamla_accounts;

-- Names, addresses and numbers of a user's profile: the account service lets none of them count in a password. Definer,
-- because that service may not read profiles.
create or replace function personal_words(p_user_id uuid) returns text[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(word), '{}') from (
    select unnest(array[c.name, c.contact_name, c.email, c.phone, c.website, c.address])
    from companies c where c.user_id = p_user_id
    union
    select unnest(array[a.name, a.contact_name, a.email, a.phone, a.address])
    from agencies a where a.user_id = p_user_id
  ) words(word) where word is not null
$$;
revoke all on function personal_words(uuid) from public;
grant execute on function personal_words(uuid) to hamla_accounts;

create or replace function api.read_user_role(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  return json_build_object('role', caller_role(), 'can_change', caller_may_change_role());
end $$;

create or replace function api.upsert_user_role(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_role text)
returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now);
  perform assign_role(p_user_id, p_role, p_now);
  return json_build_object('role', p_role);
end $$;

create or replace function company_json(c companies) returns json language sql stable as $$
  select to_json(shown) from (
    select c.id, c.user_id, c.name, c.website, c.address, c.phone, c.email, c.contact_name, c.contact_title,
           c.business_area, c.cr_number, c.revenue_last_6_months::text[], c.company_registration_file,
           c.financial_statement_file, c.bank_statement_6m_file, c.profile_completed, c.total_approval_budget::text
  ) shown
$$;

create or replace function agency_json(a agencies) returns json language sql stable as $$
  select to_json(shown) from (
    select a.id, a.user_id, a.name, a.address, a.phone, a.email, a.contact_name, a.contact_title, a.iban, a.latin_name,
           a.vat_number, a.cr_number, payment_account_json(a) as payment_account, a.company_registration_file,
           a.other_docs_files, a.specializations,
           -- The text is kept, and means something only while "other" is chosen.
           case when 'other' = any (a.specializations) then a.specialization_other end as specialization_other,
           a.profile_completed
  ) shown
$$;

-- The fields of a profile that are saved: only those that are not empty (SPEC section 5).
create or replace function non_empty_fields(p_fields jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(f.key, f.value), '{}') from jsonb_each(p_fields) f
   where f.value not in ('null', '""', '[]')
$$;

create or replace function api.read_company(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
declare v_company companies;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select * into v_company from companies where user_id = p_user_id;
  if not found then perform refuse('PGRST116'); end if;
  return company_json(v_company);
end $$;

create or replace function api.read_agency(p_user_id uuid, p_session_id uuid, p_now timestamptz) returns json
language plpgsql as $$
declare v_agency agencies;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  select * into v_agency from agencies where user_id = p_user_id;
  if not found then perform refuse('PGRST116'); end if;
  return agency_json(v_agency);
end $$;

-- An absent or blank field keeps what is stored (SPEC section 5). Columns that the update does not name stay, whatever
-- p_fields holds.
create or replace function api.upsert_company(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_fields jsonb
) returns json language plpgsql as $$
declare
  v_reply json;
  v_fields jsonb := non_empty_fields(p_fields);
  v_company companies;
  v_path record;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  v_reply := begin_idempotent('upsert_company', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;

  -- The company's row is the lock of its budget; an analysis that reads it waits here.
  select * into v_company from companies where user_id = p_user_id for no key update;
  for v_path in
    select f.key, f.value from jsonb_each_text(v_fields) f
     where f.key in ('company_registration_file', 'financial_statement_file', 'bank_statement_6m_file')
  loop
    perform attach_file(v_path.key, v_path.value, v_path.key, p_now);
  end loop;
  if v_fields ->> 'cr_number' !~ '^[0-9]{10}$' then
    perform refuse_field('validation_failed', 'cr_number', 'must be 10 digits');
  end if;

  v_company := jsonb_populate_record(v_company, v_fields);
  update companies c set
    name = v_company.name,
    website = v_company.website,
    address = v_company.address,
    phone = v_company.phone,
    email = v_company.email,
    contact_name = v_company.contact_name,
    contact_title = v_company.contact_title,
    business_area = v_company.business_area,
    cr_number = v_company.cr_number,
    revenue_last_6_months = case when 0 < any (v_company.revenue_last_6_months) then v_company.revenue_last_6_months
                                 else c.revenue_last_6_months end,
    company_registration_file = v_company.company_registration_file,
    financial_statement_file = v_company.financial_statement_file,
    bank_statement_6m_file = v_company.bank_statement_6m_file,
    profile_completed = true,
    updated_at = p_now
  where c.user_id = p_user_id
  returning * into v_company;

  perform record_event(p_now, 'upsert_company', 'company', v_company.id, v_company.id, null);
  return store_idempotent_reply('upsert_company', p_key, company_json(v_company));
end $$;

-- A verified agency, another one, whose name looks the same; null: none. Definer: an agency reads no other one.
create or replace function verified_namesake(p_agency_id uuid, p_name text) returns uuid
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id from agencies a
   where a.verified_at is not null and name_look(a.name) = name_look(p_name) and a.id <> p_agency_id limit 1
$$;
revoke all on function verified_namesake(uuid, text) from public;
grant execute on function verified_namesake(uuid, text) to hamla_app;

create or replace function api.upsert_agency(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_fields jsonb
) returns json language plpgsql as $$
declare
  v_reply json;
  v_fields jsonb := non_empty_fields(p_fields);
  v_agency agencies;
  v_resembles uuid;
  v_new_docs text[];
  v_path text;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  v_reply := begin_idempotent('upsert_agency', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;

  select * into v_agency from agencies where user_id = p_user_id for no key update;
  if v_fields ? 'company_registration_file' then
    perform attach_file('agency_registration_file', v_fields ->> 'company_registration_file',
                        'company_registration_file', p_now);
  end if;
  v_new_docs := array(
    select d.path from jsonb_array_elements_text(v_fields -> 'other_docs_files') with ordinality as d(path, position)
     where d.path <> '' and d.path <> all (v_agency.other_docs_files)
     group by d.path order by min(d.position));
  foreach v_path in array v_new_docs loop
    perform attach_file('other_docs_files', v_path, 'other_docs_files', p_now);
  end loop;
  -- Before the contact's address is changed: the old one is told.
  if v_fields ? 'iban' then
    if not is_saudi_iban(compact_iban(v_fields ->> 'iban')) then
      perform refuse_field('validation_failed', 'iban', 'must be a Saudi IBAN: SA and 22 digits');
    end if;
    perform request_iban(compact_iban(v_fields ->> 'iban'), p_now);
  end if;
  if not is_latin_name(v_fields ->> 'latin_name') then
    perform refuse_field('validation_failed', 'latin_name', 'must be in Latin letters, as the bank knows the account');
  end if;
  if v_fields ->> 'cr_number' !~ '^[0-9]{10}$' then
    perform refuse_field('validation_failed', 'cr_number', 'must be 10 digits');
  end if;
  v_resembles := case when v_fields ->> 'name' <> v_agency.name or v_agency.name is null
                      then verified_namesake(v_agency.id, v_fields ->> 'name') else v_agency.name_resembles end;

  v_agency := jsonb_populate_record(v_agency, v_fields);
  update agencies a set
    name = v_agency.name,
    name_resembles = v_resembles,
    address = v_agency.address,
    phone = v_agency.phone,
    email = v_agency.email,
    contact_name = v_agency.contact_name,
    contact_title = v_agency.contact_title,
    latin_name = v_agency.latin_name,
    vat_number = v_agency.vat_number,
    cr_number = v_agency.cr_number,
    company_registration_file = v_agency.company_registration_file,
    other_docs_files = a.other_docs_files || v_new_docs,
    specializations = v_agency.specializations,
    specialization_other = v_agency.specialization_other,
    profile_completed = true,
    updated_at = p_now
  where a.user_id = p_user_id
  returning * into v_agency;

  perform record_event(p_now, 'upsert_agency', 'agency', v_agency.id, null, v_agency.id);
  return store_idempotent_reply('upsert_agency', p_key, agency_json(v_agency));
end $$;

-- The agency select: those with a name, by name, 50 a page; the search narrows it. A cursor is the last agency's id and
-- name: the walk goes on from there whatever becomes of that agency. Custom plan: each call is planned for its filters,
-- so that every filter walks its own index (query-plans.test.ts).
create or replace function api.list_agencies(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_search text, p_cursor text default null
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_id uuid = left(p_cursor, 36)::uuid;
  v_name text = substr(p_cursor, 38);
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  return (
    select list_page_json(array_agg(to_json(f) order by f.name, f.id),
                     array_agg(f.id || ':' || f.name order by f.name, f.id), 50)
      from (select n.* from agency_names n
             where (p_cursor is null or (n.name, n.id) > (v_name, v_id))
               and (coalesce(p_search, '') = '' or is_search_match(p_search, n.name))
             order by n.name, n.id limit 51) f);
end $$;

grant execute on function api.read_user_role, api.upsert_user_role, api.read_company, api.read_agency,
  api.upsert_company, api.upsert_agency, api.list_agencies to hamla_app;
