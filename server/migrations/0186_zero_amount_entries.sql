-- Up Migration

-- Entries of SAR 0.00, such as a notice of new terms: they are no lines, and are counted.
alter table bank_statements add column zero_amount_count integer not null default 0 check (zero_amount_count >= 0);
grant insert (zero_amount_count) on bank_statements to hamla_staff;

-- Functions with fewer arguments, which the replayed files would leave beside their successors.
drop function if exists
  api.import_bank_statement(uuid, uuid, timestamptz, text, bytea, text, text, uuid, date, date, numeric, numeric, integer,
    jsonb, jsonb),
  api.move_payment(uuid, uuid, timestamptz, text, bytea, date, uuid, uuid, text, text, text),
  is_movement_known(numeric, text),
  has_possible_duplicate(uuid, numeric, date, text);
