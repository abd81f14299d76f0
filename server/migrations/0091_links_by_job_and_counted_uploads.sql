-- Up Migration

-- Replaced by others.
drop function if exists
  auth.request_recovery(text, jsonb, timestamptz),
  auth.resend_link(text, text, jsonb, timestamptz),
  begin_upload(uuid, uuid, timestamptz, text, text, text, text, text, integer, text, bytea, text, integer);
