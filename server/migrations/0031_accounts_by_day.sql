-- Up Migration

-- A statement of account walks the entries of its party in their order, from a day or from where a page ended.
create index journal_entries_of_company_by_day on journal_entries (company_id, local_date, id);
create index journal_entries_of_agency_by_day on journal_entries (agency_id, local_date, id);
drop index journal_entries_of_company;
drop index journal_entries_of_agency;
