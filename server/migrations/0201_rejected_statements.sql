-- Up Migration

-- How often a payout was turned round stands in the events.
alter table payout_run_lines drop column turned_round_at;

-- A refund that a rejected statement had called failed, or come back, has arrived after all. It may be of the payment
-- that has replaced its own.
insert into legal_moves (subject, move, from_status, to_status, actor) values
  ('refund', 'turn_round', 'Failed', 'Confirmed', 'staff'),
  ('refund', 'turn_round', 'Returned', 'Confirmed', 'staff');
grant update (payment_id, company_id, entry_id) on payment_refunds to hamla_staff;

-- A file that two people have rejected may be imported again.
alter table bank_statements drop constraint bank_statements_file_sha256_key;
create unique index bank_statements_of_file on bank_statements (file_sha256) where rejected_at is null;

-- The lines that a statement tells too, by their ids.
create index bank_statements_known_lines on bank_statements using gin (known_lines jsonb_path_ops);

-- The account that companies pay into: no refund goes there.
alter table platform_identities add column iban text;
grant insert (iban) on platform_identities to hamla_jobs;
drop function if exists api.record_platform_identity(timestamptz, text, text, text, text, text, text);
