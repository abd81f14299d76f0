-- Up Migration

-- People whose personal data was erased: on request by two people, by a rule of retention, or again after a restore
-- (docs/decisions/0080-personal-data.md). The account's row stays for what names it, with nothing personal in it.
create table person_erasures (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references auth.users on delete cascade,
  erased_at timestamptz,
  -- When it was erased elsewhere, while a restored copy waits for what is open there.
  due_at timestamptz,
  -- Null: nobody asked here; a rule did it, or a restored copy applied it again.
  request_id uuid references approval_requests,
  -- Rows by kind of retention: that were erased, and that stay.
  erased jsonb not null,
  kept jsonb not null,
  -- Whether the documents of its due diligence stay.
  keeps_diligence boolean not null,
  -- The places of backups whose list has it.
  listed_in text[] not null default '{}',
  -- When a restored copy did it again.
  reapplied_at timestamptz,
  check (num_nonnulls(erased_at, due_at) = 1)
);
create index person_erasures_due on person_erasures (id) where due_at is not null;
create index person_erasures_of_request on person_erasures (request_id);
create index approval_requests_of_people on approval_requests (id desc) where subject_type = 'account';

alter table auth.users
  add column erased_at timestamptz,
  add constraint users_erased check (erased_at is null or (password_hash is null and new_email is null
    and user_metadata = '{}' and email like '%@erased.invalid' and banned_until = 'infinity'));
alter table companies
  add column erased_at timestamptz,
  add constraint companies_erased check (erased_at is null or num_nonnulls(name, website, address, phone, email,
    contact_name, contact_title, business_area, cr_number, refund_iban, revenue_last_6_months, proven_revenue) = 0);
alter table agencies
  add column erased_at timestamptz,
  add constraint agencies_erased check (erased_at is null or num_nonnulls(name, latin_name, address, phone, email,
    contact_name, contact_title, iban, paid_iban, vat_number, specialization_other) = 0);
grant select (erased_at) on companies, agencies to hamla_app, hamla_staff, hamla_jobs;
grant select (erased_at) on auth.users to hamla_staff;

do $$
begin
  alter table person_erasures enable row level security;
  alter table person_erasures force row level security;
  execute 'create policy owner_all on person_erasures to current_user using (true) with check (true)';
end $$;
grant select on person_erasures to hamla_staff;
