-- Virtual IBANs: the company that each was given to, for good. A credit to one is its
-- company's without a reference.

drop policy if exists own on virtual_ibans;
create policy own on virtual_ibans for select to hamla_app using (company_id = (select caller_company_id()));
drop policy if exists jobs_read on virtual_ibans;
create policy jobs_read on virtual_ibans for select to hamla_jobs using (true);
drop policy if exists jobs_give on virtual_ibans;
create policy jobs_give on virtual_ibans for update to hamla_jobs
  using (company_id is null) with check (company_id is not null);
drop policy if exists jobs_all on virtual_iban_waits;
create policy jobs_all on virtual_iban_waits to hamla_jobs using (true) with check (true);
drop policy if exists staff_read on virtual_ibans;
create policy staff_read on virtual_ibans for select to hamla_staff using ((select caller_role()) = 'staff');
-- Staff add IBANs only of a list that two people have approved.
drop policy if exists staff_add on virtual_ibans;
create policy staff_add on virtual_ibans for insert to hamla_staff
  with check ((select caller_role()) = 'staff' and exists (
    select from virtual_iban_lists l where l.id = list_id and l.approved_at is not null));
-- And only what stands on it: all at once, because a policy would search 20,000 for each.
create or replace function refuse_unlisted_ibans() returns trigger language plpgsql as $$
begin
  if exists (select a.list_id, a.iban from added a except all
             select l.id, i.iban from virtual_iban_lists l cross join lateral unnest(l.ibans) as i(iban)
              where l.id in (select a.list_id from added a)) then
    raise exception 'a virtual IBAN must stand on its list';
  end if;
  return null;
end $$;
create or replace trigger listed after insert on virtual_ibans referencing new table as added
  for each statement execute function refuse_unlisted_ibans();
drop policy if exists staff_give on virtual_ibans;
create policy staff_give on virtual_ibans for update to hamla_staff
  using ((select caller_role()) = 'staff' and company_id is null) with check (company_id is not null);
drop policy if exists staff on virtual_iban_waits;
create policy staff on virtual_iban_waits to hamla_staff using ((select caller_role()) = 'staff')
  with check ((select caller_role()) = 'staff');

-- The virtual IBAN of a company, or null.
create or replace function virtual_iban_of(p_company_id uuid) returns text language sql stable as
  $$ select v.iban from virtual_ibans v where v.company_id = p_company_id $$;

-- The day on which it was given to its company: what came before is not that company's by it.
create or replace function given_on(v virtual_ibans) returns date language sql stable as
  $$ select (v.assigned_at at time zone 'Asia/Riyadh')::date $$;

-- Those who give virtual IBANs take turns, so that none is given twice. The last lock of a transaction.
create or replace function lock_virtual_ibans() returns void language sql as
  $$ select take_lock(hashtextextended('virtual_ibans', 0)) $$;

create or replace function virtual_iban_given(p_now timestamptz, v virtual_ibans) returns events
language plpgsql stable as $$
declare
  e events;
begin
  e.occurred_at := p_now;
  e.actor_user_id := caller_user_id();
  e.operation := 'give_virtual_iban';
  e.subject := 'company';
  e.subject_id := v.company_id;
  e.company_id := v.company_id;
  e.after := jsonb_build_object('iban', v.iban);
  return e;
end $$;

-- The virtual IBAN of a company, which is given one where it has none. Null where no list was ever approved, and where
-- none is free: then the company waits for the next list.
create or replace function give_virtual_iban(p_company_id uuid, p_now timestamptz) returns text language plpgsql as $$
declare
  v virtual_ibans;
begin
  if not exists (select from virtual_ibans) then return null; end if;
  if virtual_iban_of(p_company_id) is null then
    perform lock_virtual_ibans();
    if virtual_iban_of(p_company_id) is null then
      update virtual_ibans x set company_id = p_company_id, assigned_at = p_now
       where x.iban = (select f.iban from virtual_ibans f where f.company_id is null order by f.iban limit 1)
      returning * into v;
      if found then
        perform record_events(array[virtual_iban_given(p_now, v)]);
      else
        insert into virtual_iban_waits (company_id, since) values (p_company_id, p_now) on conflict do nothing;
      end if;
    end if;
  end if;
  return virtual_iban_of(p_company_id);
end $$;
