-- Up Migration

-- Of a payment that was reversed more may have been refunded than it had: a refund that was called failed, and refunded
-- again, had arrived after all. All of it is owed back.
alter table payments drop constraint payments_check, drop constraint payments_unidentified_whole,
  add constraint payments_check check (reversed_at is not null or allocated_amount + refunded_amount <= amount_sar),
  add constraint payments_unidentified_whole check (company_id is not null or (allocated_amount = 0
    and ticket_id is null and (reversed_at is not null or refunded_amount in (0, amount_sar))));
