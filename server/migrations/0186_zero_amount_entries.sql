-- Up Migration

-- Entries of SAR 0.00, such as a notice of new terms: they are no lines, and are counted.
alter table bank_statements add column zero_amount_count integer not null default 0 check (zero_amount_count >= 0);
grant insert (zero_amount_count) on bank_statements to hamla_staff;
