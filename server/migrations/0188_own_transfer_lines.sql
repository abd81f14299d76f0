-- Up Migration

-- A kind of request has a clearer name. Only builds between 0.2.0 and 0.3.0 stored the earlier one.
update approval_requests set kind = 'set_aside_own_transfer_line' where kind = 'set_aside_line_of_our_money';
