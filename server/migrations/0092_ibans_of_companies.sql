-- Up Migration

-- A company gives an IBAN to which its refunds go; it waits for a day and for a member of staff, as an agency's does
-- (docs/decisions/0049-refunds-travel.md). One table holds what both ask for.
alter table agency_iban_changes rename to iban_changes;
alter table iban_changes
  alter column agency_id drop not null,
  add column company_id uuid references companies on delete cascade,
  add constraint iban_changes_of_one check (num_nonnulls(agency_id, company_id) = 1);
create unique index iban_changes_pending_of_company on iban_changes (company_id) where status = 'Pending';
create index iban_changes_of_company on iban_changes (company_id, requested_at desc);

-- The last one that was approved.
alter table companies add column refund_iban text;

grant select (company_id) on iban_changes to hamla_app;
grant select (agency_id, company_id) on iban_changes to hamla_jobs;
grant select (refund_iban) on companies to hamla_app;
grant update (refund_iban) on companies to hamla_staff;

-- The signature that another replaces:
drop function if exists record_iban_change(timestamptz, text, uuid, uuid, text, text);
