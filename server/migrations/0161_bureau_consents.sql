-- Up Migration

-- The credit bureau that can be asked, as the environment of the server says that started last (set_credit_bureau);
-- null: none.
create table credit_bureau (
  is_only boolean primary key default true check (is_only),
  bureau text,
  name text,
  name_ar text,
  -- Its scores are invented.
  is_test boolean not null default false,
  check (num_nonnulls(bureau, name, name_ar) in (0, 3))
);
insert into credit_bureau default values;

-- A company's consent to one bureau, and what the bureau has answered.
create table bureau_consents (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  bureau text not null,
  -- Of domain/credit/bureau-consent.ts, and the language in which it was read.
  words_version integer not null check (words_version > 0),
  language text not null check (language in ('en', 'ar')),
  given_at timestamptz not null,
  given_by uuid not null references auth.users,
  withdrawn_at timestamptz,
  withdrawn_by uuid references auth.users,
  answered_at timestamptz,
  -- Deleted when the consent is withdrawn.
  score integer,
  max_score integer,
  is_test boolean,
  -- When the bureau last did not answer; null: it has answered, or was not asked yet.
  failed_at timestamptz,
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check (num_nonnulls(score, max_score) in (0, 2)),
  check (score is null or (answered_at is not null and withdrawn_at is null and score between 0 and max_score)),
  check ((answered_at is null) = (is_test is null))
);
create unique index bureau_consents_standing on bureau_consents (company_id, bureau) where withdrawn_at is null;
create index bureau_consents_of_company on bureau_consents (company_id);

do $$
declare
  t text;
begin
  foreach t in array array['credit_bureau', 'bureau_consents'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant select on credit_bureau to hamla_app, hamla_staff, hamla_jobs;
grant update (bureau, name, name_ar, is_test) on credit_bureau to hamla_jobs;
grant select on bureau_consents to hamla_app, hamla_staff, hamla_jobs;
grant insert (company_id, bureau, words_version, language, given_at, given_by),
  update (withdrawn_at, withdrawn_by) on bureau_consents to hamla_app;
grant update (answered_at, score, max_score, is_test, failed_at) on bureau_consents to hamla_jobs;
