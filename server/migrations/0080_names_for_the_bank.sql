-- Up Migration

-- What Saudi banks ask for in a payment file: a name in Latin letters, the BIC of each bank, a purpose and a day on which banks
-- work. It is kept with the file: the file is written from its rows, and the lists that it was made from change.
alter table agencies add column latin_name text;
alter table payout_run_lines
  -- As the agency or a member of staff wrote it; null: it is transliterated when a file is made.
  add column latin_name text;

alter table payout_files
  -- Null in all four: a file of release 0.1.0, which had none of it.
  add column execution_date date,
  add column purpose text check (purpose ~ '^[A-Za-z0-9 /.-]{1,35}$'),
  add column debtor_latin_name text,
  -- Null as well where the bank is not known by its code.
  add column debtor_bic text,
  add check ((execution_date is null) = (purpose is null)),
  add check ((debtor_latin_name is not null) = (purpose is not null and debtor_iban is not null)),
  add check (debtor_bic is null or debtor_latin_name is not null);
alter table payout_file_lines
  add column latin_name text,
  add column bic text,
  add check (bic is null or latin_name is not null);

grant update (latin_name) on agencies to hamla_app;
grant insert (latin_name), update (latin_name) on payout_run_lines to hamla_staff;
grant insert (execution_date, purpose, debtor_latin_name, debtor_bic) on payout_files to hamla_staff;
grant insert (latin_name, bic) on payout_file_lines to hamla_staff;

drop function if exists make_payout_file(uuid, uuid, timestamptz, text, bytea, uuid, text, text);
