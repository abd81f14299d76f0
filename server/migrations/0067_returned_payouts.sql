-- Up Migration

-- A payout that had arrived and that the bank sends back (docs/decisions/0043-returned-payouts.md).
alter table agency_payouts
  drop constraint agency_payouts_status_check,
  add constraint agency_payouts_status_check
    check (status in ('Pending', 'Sent', 'Confirmed', 'Failed', 'Returned', 'Cancelled')),
  -- Since when its ticket stands without it: Completed or written off, so that what was paid stays and we owe the agency. Null
  -- again once it has arrived, and of every other payout.
  add column returned_at timestamptz,
  add constraint agency_payouts_returned_at_check check (returned_at is null or status not in ('Confirmed', 'Cancelled'));
create index payouts_returned on agency_payouts (returned_at, id) include (net_amount)
  where returned_at is not null and status = 'Pending';
grant update (returned_at) on agency_payouts to hamla_staff;

insert into legal_moves (subject, move, from_status, to_status, actor) values
  ('payout', 'return', 'Confirmed', 'Returned', 'staff'),
  ('payout', 'retry', 'Returned', 'Pending', 'system'),
  ('ticket', 'end', 'Completed', 'Closed', 'staff');

-- The line of the run that had arrived, and why it came back.
alter table payout_run_lines
  drop constraint payout_run_lines_outcome_check,
  add constraint payout_run_lines_outcome_check check (outcome in ('Confirmed', 'Failed', 'Returned', 'Discarded')),
  drop constraint payout_run_lines_reason_or_stop,
  add constraint payout_run_lines_reason_or_stop
    check (num_nonnulls(reason, stop) = case when outcome in ('Failed', 'Returned') then 1 else 0 end);

do $$
declare
  v record;
begin
  for v in
    select k.conname, pg_get_constraintdef(k.oid) as definition from pg_constraint k
     where k.conrelid = 'journal_entries'::regclass and k.contype = 'c' and pg_get_constraintdef(k.oid) like '%payout_failed%'
  loop
    execute format('alter table journal_entries drop constraint %I', v.conname);
    execute format('alter table journal_entries add constraint %I %s', v.conname,
      replace(v.definition, '''payout_failed''::text', '''payout_failed''::text, ''payout_returned''::text, ''ticket_ended''::text'));
  end loop;
end $$;

-- A signature that another has replaced.
drop function if exists return_payout(uuid, uuid, timestamptz, date, text);
