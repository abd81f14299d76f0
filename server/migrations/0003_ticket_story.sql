-- Up Migration

-- The parties of a ticket read what happened to it and when: not who did it, nor what it was before. Which rows a
-- caller reads stands in the policy, beside the function that reads them (server/src/tickets/tickets.sql).
grant select (id, occurred_at, operation, subject, subject_id, company_id, agency_id) on events to hamla_app;
