-- Up Migration

-- What a line of a released run was stopped by on its way to the bank: a code, for our own eyes. One that failed has this or
-- the bank's reason.
alter table payout_run_lines add column stop text;
alter table payout_run_lines drop constraint payout_run_lines_check1;
alter table payout_run_lines add constraint payout_run_lines_reason_or_stop
  check (num_nonnulls(reason, stop) = case when outcome = 'Failed' then 1 else 0 end);
grant update (stop) on payout_run_lines to hamla_staff;

-- Signatures that others have replaced.
drop function if exists make_payout_file(uuid, uuid, timestamptz, text, bytea, uuid, text, text);
drop function if exists make_payout_file(uuid, uuid, timestamptz, text, bytea, uuid, text, text, jsonb);
drop function if exists payout_lines_to_file(uuid);
