-- Up Migration

-- Documents in Arabic name the platform in Arabic. Null: an identity of release 0.1.0, whose invoices stay as they were.
alter table platform_identities add column name_ar text check (name_ar <> '');

drop function if exists name_platform(timestamptz, text, text, text, text);

grant insert (name_ar) on platform_identities to hamla_jobs;
