-- Up Migration

-- Tickets and payouts are found by their amount.
drop function if exists own_tickets(text, text, text, date, date, text, uuid, integer, date),
  own_payouts(text, text, text, date, date, text, uuid, integer, date),
  api.list_own_tickets(uuid, uuid, timestamptz, text, text, text, date, date, text, uuid, integer),
  api.list_own_payouts(uuid, uuid, timestamptz, text, text, text, date, date, text, uuid, integer);
