-- Up Migration

-- A payment that was recorded for the wrong company is reversed there and recorded anew for the right one, which this names
-- (docs/decisions/0047-moved-payments.md).
alter table payments
  add column moved_to_payment_id uuid unique references payments,
  add constraint payments_moved_reversed check (moved_to_payment_id is null or reversed_at is not null);
grant update (moved_to_payment_id) on payments to hamla_staff;
