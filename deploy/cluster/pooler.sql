-- For pgbouncer, once, as a superuser in the database hamla, after `npm run migrate` has made the logins:
--   psql -h 127.0.0.1 -U postgres -d hamla -v password=POOLER_PASSWORD -f deploy/cluster/pooler.sql
-- and in /etc/pgbouncer/userlist.txt: "hamla_pooler" "POOLER_PASSWORD"

create role hamla_pooler login password :'password';
grant connect on database hamla to hamla_pooler;
create schema pooler;
grant usage on schema pooler to hamla_pooler;

-- The secret of a login of Hamla, and of nobody else.
create function pooler.login(p_name text, out login text, out secret text)
language sql stable strict security definer set search_path = pg_catalog, pg_temp as $$
  select rolname, rolpassword from pg_authid where rolname = p_name and rolname like 'hamla\_%' and not rolsuper
$$;
revoke all on function pooler.login(text) from public;
grant execute on function pooler.login(text) to hamla_pooler;

-- The time limits that a server sets for its connections, and that do not pass a pooler: as DATABASE_TIMEOUT_SECONDS=5.
alter role hamla_app in database hamla set statement_timeout = '5s';
alter role hamla_app in database hamla set lock_timeout = '4s';
alter role hamla_app in database hamla set idle_in_transaction_session_timeout = '10s';
alter role hamla_accounts in database hamla set statement_timeout = '5s';
alter role hamla_accounts in database hamla set lock_timeout = '4s';
alter role hamla_accounts in database hamla set idle_in_transaction_session_timeout = '10s';
alter role hamla_staff in database hamla set statement_timeout = '30s';
alter role hamla_staff in database hamla set lock_timeout = '4s';
alter role hamla_staff in database hamla set idle_in_transaction_session_timeout = '10s';
alter role hamla_metrics in database hamla set statement_timeout = '2s';
