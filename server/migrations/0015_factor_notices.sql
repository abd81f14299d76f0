-- Up Migration

-- Whoever has a second factor is told when something about it changes.
alter table auth.notices drop constraint notices_kind_check;
alter table auth.notices add constraint notices_kind_check check (kind in ('password_changed', 'account_exists',
  'email_change_requested', 'email_changed', 'factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_code_used'));
