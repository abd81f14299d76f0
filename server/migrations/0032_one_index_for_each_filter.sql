-- Up Migration

-- Few agencies wait to be verified.
create index agencies_to_verify on agencies (id desc) where verified_at is null;
