-- Up Migration

-- Two people say that the bank has paid what somebody had called failed: no line of a statement shows it yet.
alter table agency_claims alter column line_id drop not null;
grant update (line_id) on agency_claims to hamla_staff;
