-- Up Migration

-- When a session of staff's was used last: from its sign-in on. Null for everybody else.
update auth.sessions s set seen_at = s.created_at
  from staff f where f.user_id = s.user_id and f.suspended_at is null and s.seen_at is null and s.revoked_at is null;

-- A session's last use is asked of that column alone.
revoke select (created_at) on auth.sessions from hamla_staff;

alter table auth.security_events drop constraint security_events_kind_check;
alter table auth.security_events add constraint security_events_kind_check check (kind in (
  'signed_in', 'wrong_password', 'sign_in_backed_off', 'proof_backed_off', 'sign_in_blocked', 'limit_reached',
  'signed_out', 'session_ended', 'session_ended_by_other', 'session_ended_by_staff',
  'factor_added', 'factor_removed', 'factor_shown', 'factor_wrong', 'factor_backed_off',
  'factor_removal_asked', 'factor_removal_confirmed', 'factor_removal_withdrawn',
  'recovery_codes_made', 'recovery_code_used',
  'password_changed', 'email_change_asked', 'email_changed', 'account_blocked', 'account_unblocked'));

-- Replaced by others, or of no use any more.
drop function if exists
  session_lives(timestamptz, timestamptz, timestamptz, timestamptz),
  is_idle_staff(uuid, timestamptz, timestamptz, timestamptz),
  auth.forget_failures(text),
  auth.password_failure_key(text, timestamptz);
