-- Up Migration

-- Which session it has taken the place of; null: it began with a sign-in.
alter table auth.sessions add column replaces uuid;

-- Requests read the devices and addresses of sessions by open_sessions_json alone, which answers for the caller and for staff.
revoke select (created_at, refreshed_at, browser, system, address) on auth.sessions from hamla_app;
revoke select (refreshed_at, browser, system, address) on auth.sessions from hamla_staff;

-- apply_account_measure reads what waits, with its owner's rights.
create policy owner_all on account_measures to current_user using (true) with check (true);
