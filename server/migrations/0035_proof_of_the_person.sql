-- Up Migration

-- When a session last proved who its person is. A change of what guards the account asks for a proof of the last minutes.
alter table auth.sessions
  -- By the password, or by a second factor or recovery code that the account had before. Not by an e-mail link, not by a
  -- factor at its own enrolment, not by a refresh. Null: never, or before this release.
  add column proven_at timestamptz,
  -- By a second factor or a recovery code that the account had before.
  add column factor_proven_at timestamptz,
  -- When a recovery link opened this session. It allows choosing a password once; null once that was done.
  add column recovered_at timestamptz;

alter table auth.users
  -- Whoever chose the password, or has yet to choose it, reads this account's mail. A confirmed address alone does not show
  -- that: anybody may click a link. Only such an account can have a second factor.
  add column owner_proven_at timestamptz,
  -- The second factors of this account were ended by this migration; false once the person was told.
  add column factors_ended boolean not null default false;
update auth.users set owner_proven_at = email_confirmed_at;

alter table auth.one_time_tokens
  -- The session that asked for the link: it works only while that session lives.
  add column session_id uuid references auth.sessions on delete cascade,
  -- Who opens it in the browser that asked for it is who chose the password.
  add column proves_owner boolean not null default false;
create index one_time_tokens_session_id on auth.one_time_tokens (session_id) where session_id is not null;

-- A factor on an account whose mailbox nobody has proven may be a stranger's. It ends, with its recovery codes and with the
-- sessions that wait for it.
update auth.users u set factors_ended = true
 where u.owner_proven_at is null
   and exists (select from auth.factors f where f.user_id = u.id and f.status = 'verified');
delete from auth.factors f using auth.users u where u.id = f.user_id and u.owner_proven_at is null;
delete from auth.recovery_codes c using auth.users u where u.id = c.user_id and u.owner_proven_at is null;
delete from auth.sessions s using auth.users u where u.id = s.user_id and u.owner_proven_at is null and s.awaits_factor;
update auth.sessions s set aal = 'aal1' from auth.users u
 where u.id = s.user_id and u.owner_proven_at is null and s.aal <> 'aal1';

-- The functions of before ask for no proof: others take their place.
drop function if exists
  auth.enrol_factor(uuid, uuid, uuid, text, bytea, integer, timestamptz),
  auth.begin_factor(uuid, uuid, uuid, uuid, integer, integer, timestamptz),
  auth.finish_factor(uuid, uuid, uuid, uuid, bigint, bytea, boolean, timestamptz),
  auth.unenrol_factor(uuid, uuid, uuid, timestamptz),
  auth.replace_recovery_codes(uuid, uuid, bytea[], timestamptz),
  auth.update_user(uuid, uuid, text, text, text, jsonb, integer, boolean, jsonb, timestamptz);
