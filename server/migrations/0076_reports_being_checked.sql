-- What gives up or sends back a company's money says whether it does so although a reported transfer is being checked. The
-- signatures that others replace:
drop function if exists
  close_ticket(uuid, uuid, timestamptz, text, bytea, uuid, text),
  end_stopped_ticket(uuid, uuid, timestamptz, text, bytea, uuid, text),
  refund_credit(uuid, uuid, timestamptz, text, bytea, uuid, numeric, text, text),
  request_approval(timestamptz, text, uuid, jsonb, text),
  write_off_ticket(uuid, uuid, timestamptz, text, bytea, uuid, text);
