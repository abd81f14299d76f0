-- The bank's lists of virtual IBANs: one of staff loads one, another one approves it a day later; then companies get
-- theirs. A list says where companies pay, as an IBAN of ours does.

drop policy if exists staff_read on virtual_iban_lists;
create policy staff_read on virtual_iban_lists for select to hamla_staff using ((select caller_role()) = 'staff');
drop policy if exists staff_load on virtual_iban_lists;
create policy staff_load on virtual_iban_lists for insert to hamla_staff
  with check ((select caller_role()) = 'staff' and loaded_by = (select caller_user_id()) and approved_at is null);
drop policy if exists staff_approve on virtual_iban_lists;
create policy staff_approve on virtual_iban_lists for update to hamla_staff
  using ((select caller_role()) = 'staff' and approved_at is null)
  with check (approved_by = (select caller_user_id()));

-- The request to approve a list: the one that waits, or how it ended.
create or replace function request_of_list(p_list_id uuid) returns approval_requests language sql stable as $$
  select r from approval_requests r where r.subject_type = 'virtual_iban_list' and r.subject_id = p_list_id
   order by r.id desc limit 1
$$;

create or replace function virtual_iban_list_json(l virtual_iban_lists) returns json language sql stable as $$
  select json_build_object('id', l.id, 'file_name', l.file_name, 'sha256', encode(l.file_sha256, 'hex'),
    'iban_count', cardinality(l.ibans), 'first_iban', l.ibans[1], 'last_iban', l.ibans[cardinality(l.ibans)],
    'loaded_by', (select s.name from staff s where s.user_id = l.loaded_by), 'loaded_at', l.loaded_at,
    'request', approval_request_json(request_of_list(l.id)))
$$;

-- Refuses IBANs that cannot become virtual ones of ours: the first of them by name.
create or replace function refuse_other_ibans(p_list_id uuid, p_ibans text[]) returns void language plpgsql as $$
declare
  f record;
begin
  -- Grouped, not joined: a list and each that waits may have 20,000, which the planner does not know.
  with used(iban, rank, problem) as (
    select v.iban, 1, 'is a virtual IBAN of ours already: leave it out' from virtual_ibans v
    union all
    select o.iban, 2, 'is the IBAN of an agency or a company: ask the bank for another one' from (
      select a.iban from agencies a union all select a.paid_iban from agencies a
      union all select c.refund_iban from companies c union all select c.iban from iban_changes c) o
    union all
    select u.iban, 3, 'is on another list that waits to be approved: leave it out'
      from approval_requests r join virtual_iban_lists l on l.id = r.subject_id
     cross join lateral unnest(l.ibans) as u(iban)
     where r.subject_type = 'virtual_iban_list' and r.outcome is null and l.id is distinct from p_list_id)
  select x.iban, (array_agg(x.problem order by x.rank))[1] as problem into f
    from (select u.iban, u.rank, u.problem, null::bigint as place from used u
          union all
          select i.iban, null, null, i.place from unnest(p_ibans) with ordinality as i(iban, place)) x
   group by x.iban having count(x.place) > 0 and count(x.problem) > 0
   order by min(x.place) limit 1;
  if found then perform refuse_field('virtual_ibans_refused', f.iban, f.problem); end if;
end $$;

-- What the approval of a list is about; refuses one that cannot be approved any more.
create or replace function virtual_iban_list_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  l virtual_iban_lists;
begin
  select * into strict l from virtual_iban_lists x where x.id = r.subject_id;
  perform refuse_other_ibans(l.id, l.ibans);
  return jsonb_build_object('iban_count', cardinality(l.ibans), 'first_iban', l.ibans[1],
    'last_iban', l.ibans[cardinality(l.ibans)], 'sha256', encode(l.file_sha256, 'hex'));
end $$;

-- The list's IBANs are ours from now on, and every company with a ticket gets one, as far as they go.
create or replace function carry_out_approve_virtual_ibans(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_given events[];
begin
  update virtual_iban_lists l set approved_by = r.decided_by, approved_at = p_now where l.id = r.subject_id;
  insert into virtual_ibans (iban, list_id)
  select i.iban, l.id from virtual_iban_lists l cross join lateral unnest(l.ibans) as i(iban) where l.id = r.subject_id;
  perform lock_virtual_ibans();
  insert into virtual_iban_waits (company_id, since)
  select c.id, p_now from companies c
   where exists (select from tickets t where t.company_id = c.id) and virtual_iban_of(c.id) is null
  on conflict do nothing;
  -- Paired by their places in arrays, not joined: the planner does not know how many have just been added.
  with pairs as materialized (
    select p.iban, p.company_id
      from unnest(
        array(select v.iban from virtual_ibans v where v.company_id is null
               order by v.iban limit (select count(*) from virtual_iban_waits)),
        array(select w.company_id from virtual_iban_waits w order by w.since, w.company_id)) as p(iban, company_id)
     where p.iban is not null and p.company_id is not null),
  given as (
    update virtual_ibans v set company_id = p.company_id, assigned_at = p_now
      from pairs p where v.iban = p.iban
    returning v)
  select array_agg(virtual_iban_given(p_now, g.v)) into v_given from given g;
  perform record_events(v_given);
  delete from virtual_iban_waits w where virtual_iban_of(w.company_id) is not null;
end $$;

-- Keeps a list and asks another person to approve it. The same file again answers with what it is, unless its list was
-- declined, withdrawn or not approved in time. p_ibans: checked, in the order of the file.
create or replace function api.load_virtual_ibans(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_file_name text, p_sha256 bytea, p_ibans text[]
) returns json language plpgsql as $$
declare
  l virtual_iban_lists;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  -- Of two lists with the same IBAN one is loaded.
  perform take_lock(hashtextextended('load_virtual_ibans', 0));
  select * into l from virtual_iban_lists x
   where x.file_sha256 = p_sha256
     and (x.approved_at is not null or exists (
       select from approval_requests r
        where r.subject_id = x.id and r.outcome is null and r.expires_at > p_now));
  if found then return json_build_object('is_known', true, 'list', virtual_iban_list_json(l)); end if;
  perform api.expire_approval_requests(p_now);
  perform refuse_other_ibans(null, p_ibans);
  insert into virtual_iban_lists (file_name, file_sha256, ibans, loaded_by, loaded_at)
  values (p_file_name, p_sha256, p_ibans, p_user_id, p_now) returning * into l;
  perform insert_approval_request(p_now, 'approve_virtual_ibans', l.id, '{}', p_file_name);
  return json_build_object('is_known', false, 'list', virtual_iban_list_json(l));
end $$;

-- How many virtual IBANs there are, and a page of the lists, the newest first.
create or replace function api.list_virtual_iban_lists(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return jsonb_build_object(
      'free_count', (select count(*) from virtual_ibans v where v.company_id is null),
      'given_count', (select count(*) from virtual_ibans v where v.company_id is not null),
      'waiting_count', (select count(*) from virtual_iban_waits)) || (
    select list_page_json(array_agg(virtual_iban_list_json(f.l) order by f.id desc),
             array_agg(f.id::text order by f.id desc), p_limit)
      from (select l, l.id from virtual_iban_lists l
             where p_cursor is null or l.id < p_cursor order by l.id desc limit p_limit + 1) f)::jsonb;
end $$;

-- Names that a bank's file gives to accounts of ours: the virtual IBANs among them, by the IBAN itself or by the number
-- within it (domain/servicing/bank-statement-line.ts, isAccount). p_names: without spaces, in capitals. One that is
-- given to nobody has no company.
create or replace function api.virtual_ibans_named(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_names text[]
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    with said as materialized (select n.name, ltrim(n.name, '0') as number from unnest(p_names) as n(name)),
    found as (
      select s.name, v from said s join virtual_ibans v on v.iban = s.name
      union
      select s.name, v from said s join virtual_ibans v on ltrim(substr(v.iban, 5), '0') = s.number
      union
      select s.name, v from said s join virtual_ibans v on ltrim(substr(v.iban, 7), '0') = s.number)
    select coalesce(json_agg(json_build_object('name', f.name, 'iban', (f.v).iban, 'company_id', (f.v).company_id,
             'given_on', given_on(f.v), 'owed_since', owed_since((f.v).company_id, null))), '[]')
      from found f);
end $$;

grant execute on function api.load_virtual_ibans, api.list_virtual_iban_lists, api.virtual_ibans_named to hamla_staff;
