-- Up Migration

-- The types of requests that were made together. Each call has a statement of its own now, and no function needs them.
drop type if exists ticket_request, checked_ticket_request cascade;
