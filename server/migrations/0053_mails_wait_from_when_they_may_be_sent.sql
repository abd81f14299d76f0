-- Up Migration

-- A mail that is complete later than it is queued waits from the moment when it may be sent (make_mails_due).
grant update (queued_at) on mails to hamla_jobs;
