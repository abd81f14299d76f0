-- Up Migration

-- The maker of a note is named with its commercial registration number. Null: it was not given yet, and no documents are set.
alter table companies add column cr_number text check (cr_number ~ '^[0-9]{10}$');
grant update (cr_number) on companies to hamla_app;

-- As it was when a version was accepted.
alter table document_sets
  add column accepted_cr_number text check (accepted_cr_number ~ '^[0-9]{10}$'),
  add check (accepted_at is not null or accepted_cr_number is null);

create or replace function refuse_other_set() returns trigger language plpgsql as $$
begin
  if (old.issued_at is not null and new.issued_at is distinct from old.issued_at)
     or old.accepted_at is not null
        and (new.accepted_at, new.accepted_name, new.accepted_address, new.accepted_capacity, new.accepted_company,
             new.accepted_cr_number)
          is distinct from
            (old.accepted_at, old.accepted_name, old.accepted_address, old.accepted_capacity, old.accepted_company,
             old.accepted_cr_number) then
    raise exception 'a version of documents is issued once and accepted once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

drop function if exists renew_documents(uuid, uuid, timestamptz, text, bytea, date, uuid);
