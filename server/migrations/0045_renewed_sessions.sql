-- Up Migration

-- A new password, and signing out all other sessions, keep the session that asked for it. Somebody may hold a copy of its
-- tokens: the next refresh replaces it by a new session, and with the old one the copy ends.
alter table auth.sessions
  add column renews boolean not null default false,
  add column replaced_by uuid references auth.sessions on delete set null;
