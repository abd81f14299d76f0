-- Up Migration

-- Who accepted a version says in what capacity, and the company's name stands as it was then: a certificate says so for ever. Null:
-- a version that was accepted before either was kept.
alter table document_sets
  add column accepted_capacity text check (length(accepted_capacity) between 1 and 200),
  add column accepted_company text,
  add check (accepted_at is not null or (accepted_capacity is null and accepted_company is null));

create or replace function refuse_other_set() returns trigger language plpgsql as $$
begin
  if (old.issued_at is not null and new.issued_at is distinct from old.issued_at)
     or old.accepted_at is not null
        and (new.accepted_at, new.accepted_name, new.accepted_address, new.accepted_capacity, new.accepted_company)
          is distinct from
            (old.accepted_at, old.accepted_name, old.accepted_address, old.accepted_capacity, old.accepted_company) then
    raise exception 'a version of documents is issued once and accepted once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop function if exists record_acceptance(uuid, integer, text[], text, inet, timestamptz, date);
drop function if exists accept_documents(uuid, uuid, timestamptz, text, bytea, date, uuid, integer, text[], text, inet);
drop function if exists document_to_open_json(uuid);
