-- Up Migration

-- Six digits by mail (POST /otp): computed from the id, as a link's token is.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (kind in ('signup', 'recovery', 'email_change', 'otp')),
  -- Of the digits: counted before they are looked at.
  add column tries integer not null default 0;

alter table auth.security_events
  drop constraint security_events_kind_check,
  add constraint security_events_kind_check check (kind in (
    'signed_in', 'wrong_password', 'wrong_sign_in_code', 'sign_in_backed_off', 'proof_backed_off', 'sign_in_blocked',
    'limit_reached', 'signed_out', 'session_ended', 'session_ended_by_other', 'session_ended_by_staff',
    'factor_added', 'factor_removed', 'factor_shown', 'factor_wrong', 'factor_backed_off',
    'factor_removal_asked', 'factor_removal_confirmed', 'factor_removal_withdrawn',
    'recovery_codes_made', 'recovery_code_used',
    'password_changed', 'email_change_asked', 'email_changed', 'account_blocked', 'account_unblocked'));
