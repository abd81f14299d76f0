-- Up Migration

-- The number of a company in the payment reference for all that it owes (domain/servicing/payment-reference.ts).
create sequence payer_numbers start 100001;
alter table companies add column payer_number text not null unique default 'HC-' || nextval('payer_numbers');
-- A reported transfer of neither a ticket nor a payment request is of all that its company owes.
alter table transfer_reports drop constraint transfer_reports_check4,
  add check (num_nonnulls(ticket_id, payment_request_id) <= 1);
grant select (company_id) on transfer_reports to hamla_jobs;

-- The replay makes it again, with one more argument.
drop function if exists api.bank_statement_facts(uuid, uuid, timestamptz, uuid, text[], numeric[], text[], text[], date,
  date, text[]);
