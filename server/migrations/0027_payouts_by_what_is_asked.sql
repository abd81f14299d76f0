-- Up Migration

-- How many runs have taken a payout up, and the latest: by the key of a run first, each line walked all runs before it.
create index payout_run_lines_of_payout on payout_run_lines (payout_id, run_id);

-- What an agency was paid and waits for, from the index alone.
create index payouts_of_agency on agency_payouts (agency_id, status) include (net_amount);
-- It leads to those that wait as well.
drop index payouts_pending;
