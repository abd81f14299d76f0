-- Up Migration

-- Companies and agencies are found by any part of their name or e-mail address, and listed by name, however many there are.
create schema extensions;
create extension pg_trgm schema extensions;
create index companies_by_part on companies using gin (name extensions.gin_trgm_ops, email extensions.gin_trgm_ops);
create index agencies_by_part on agencies using gin (name extensions.gin_trgm_ops, email extensions.gin_trgm_ops);
create index companies_by_name on companies (name, id) where name is not null;
