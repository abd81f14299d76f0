-- A refund is asked for, with a reason, and approved by another person. The signature that others replace:
drop function if exists refund_credit(uuid, uuid, timestamptz, text, bytea, uuid, numeric, text);
