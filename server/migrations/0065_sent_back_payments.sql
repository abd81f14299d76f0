-- Up Migration

-- Money of a payer who is not known may go back where it came from: all of it (docs/decisions/0048-money-sent-back.md).
do $$
declare
  v record;
begin
  for v in
    select k.conname from pg_constraint k
     where k.conrelid = 'payments'::regclass and k.contype = 'c'
       and pg_get_constraintdef(k.oid) ~ 'company_id IS NOT NULL.*refunded_amount'
  loop
    execute format('alter table payments drop constraint %I', v.conname);
  end loop;
end $$;
alter table payments add constraint payments_unidentified_whole
  check (company_id is not null or (allocated_amount = 0 and refunded_amount in (0, amount_sar) and ticket_id is null));

-- What waits to be identified: not what was sent back.
drop index payments_unidentified;
create index payments_unidentified on payments (id desc) include (amount_sar)
  where company_id is null and reversed_at is null and refunded_amount = 0;
drop index payments_unidentified_by_amount;
create index payments_unidentified_by_amount on payments (amount_sar, value_date, id desc)
  where company_id is null and reversed_at is null and refunded_amount = 0;

