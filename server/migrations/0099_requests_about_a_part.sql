-- Up Migration

-- One of a kind waits about each run of a ticket's payout and each refund of a payment: what was asked of an earlier one
-- does not stop the next (docs/decisions/0034-two-people.md).
drop index approval_requests_open;
create unique index approval_requests_open on approval_requests
  (subject_id, kind, (coalesce(details ->> 'run_id', details ->> 'refund_id', ''))) where outcome is null;

-- Which of its refunds a file has handed to the bank, a company reads (refunds.sql).
grant select (refund_id) on refund_file_lines to hamla_app;
