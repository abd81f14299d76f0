-- Up Migration

-- The mail that an account was erased: its row has the address and the language, which the account has no more, until
-- the mail is sent.
alter table auth.notices add column language text check (language in ('en', 'ar'));
alter table auth.notices drop constraint notices_kind_check;
alter table auth.notices add constraint notices_kind_check check (kind in ('password_changed', 'account_exists',
  'email_change_requested', 'email_changed', 'factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_code_used',
  'factor_removal_asked', 'factor_removal_confirmed', 'account_erased'));
alter table auth.notices add constraint notices_erasure_check check ((language is not null) = (kind = 'account_erased'));
