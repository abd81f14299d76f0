-- Up Migration

-- A payment is proven once a line of a statement shows it, or another person than the one who recorded it has confirmed it
-- (docs/decisions/0052-proven-payments.md).
alter table payments
  add column proven_at timestamptz,
  -- Where no line showed it.
  add column confirmed_by uuid references staff,
  add constraint payments_confirmed_by_another check (confirmed_by <> recorded_by),
  add constraint payments_confirmed_is_proven check (confirmed_by is null or proven_at is not null);
-- What was recorded before counts as proven: its letters and refunds went out by the rules of then.
update payments p set proven_at = p.recorded_at;
grant update (proven_at, confirmed_by) on payments to hamla_staff;
grant select (proven_at) on payments to hamla_app;

create index payments_unproven on payments (recorded_at, id) include (amount_sar) where proven_at is null and reversed_at is null;
create index payments_unproven_of_company on payments (company_id) where proven_at is null and reversed_at is null;

-- Of these each says now by when a payment should have been proven.
drop function if exists operations_overview(uuid, uuid, timestamptz, date), operations_waits(date),
  list_payments(uuid, uuid, timestamptz, text, uuid, uuid, integer);
