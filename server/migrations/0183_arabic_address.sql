-- Up Migration

-- The platform's address on documents in Arabic; null: the other one.
alter table platform_identities add column address_ar text;
grant insert (address_ar) on platform_identities to hamla_jobs;

-- Has one more argument now, with a default for servers of the release before.
drop function if exists api.record_platform_identity(timestamptz, text, text, text, text, text);
