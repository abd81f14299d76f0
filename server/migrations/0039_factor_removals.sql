-- Up Migration

-- Somebody lost the second factor and the recovery codes: one member of staff asks for the removal, another one confirms it,
-- and it takes effect 24 hours later unless the owner or staff withdraw it.
create table auth.factor_removals (
  id uuid primary key default uuidv7(),
  user_id uuid not null references auth.users on delete cascade,
  -- How the person was identified.
  reason text not null check (length(btrim(reason)) between 1 and 1000),
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  confirmed_by uuid references staff check (confirmed_by <> asked_by),
  confirmed_at timestamptz,
  effective_at timestamptz check (effective_at >= confirmed_at + interval '24 hours'),
  withdrawn_at timestamptz,
  -- Null: the owner withdrew it.
  withdrawn_by uuid references staff check (withdrawn_by is null or withdrawn_at is not null),
  done_at timestamptz check (done_at >= effective_at),
  check (num_nonnulls(confirmed_by, confirmed_at, effective_at) in (0, 3)),
  check (done_at is null or (effective_at is not null and withdrawn_at is null))
);
create unique index factor_removals_open on auth.factor_removals (user_id) where withdrawn_at is null and done_at is null;
create index factor_removals_user on auth.factor_removals (user_id, asked_at desc, id desc);
create index factor_removals_due on auth.factor_removals (effective_at) where withdrawn_at is null and done_at is null;
alter table auth.factor_removals enable row level security;

alter table auth.notices add column factor_removal_id uuid references auth.factor_removals on delete cascade;
alter table auth.notices drop constraint notices_kind_check;
alter table auth.notices add constraint notices_kind_check check (kind in ('password_changed', 'account_exists',
  'email_change_requested', 'email_changed', 'factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_code_used',
  'factor_removal_asked', 'factor_removal_confirmed'));
alter table auth.notices add constraint notices_factor_removal_check check (
  (factor_removal_id is not null) = (kind in ('factor_removal_asked', 'factor_removal_confirmed')));

alter table auth.security_events drop constraint security_events_kind_check;
alter table auth.security_events add constraint security_events_kind_check check (kind in (
  'signed_in', 'wrong_password', 'sign_in_backed_off', 'sign_in_blocked', 'limit_reached',
  'signed_out', 'session_ended', 'session_ended_by_other', 'session_ended_by_staff',
  'factor_added', 'factor_removed', 'factor_shown', 'factor_wrong', 'factor_backed_off',
  'factor_removal_asked', 'factor_removal_confirmed', 'factor_removal_withdrawn',
  'recovery_codes_made', 'recovery_code_used',
  'password_changed', 'email_change_asked', 'email_changed', 'account_blocked', 'account_unblocked'));
