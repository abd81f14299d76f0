-- What a server asks of the schema while it serves (health.ts). Definer, because no login reads the migrations' tables.

-- The schema's level and the lowest level of a build that it serves, as in build.ts.
create or replace function api.read_schema_levels() returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select json_build_object('level', v.level, 'oldest_served_level', v.oldest_served_level) from schema_version v
$$;
revoke all on function api.read_schema_levels() from public;
grant execute on function api.read_schema_levels to hamla_app;
