-- Up Migration

-- Released, and the bank has not answered for all of it: few of all the runs there were.
create index payout_runs_released on payout_runs (id) where status = 'Released';
