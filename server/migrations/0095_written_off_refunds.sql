-- Up Migration

-- What was refunded of a payment that was reversed afterwards, and never came back, can be written off: a loss of its company like
-- that of a ticket, or nobody's where the payer was never known (docs/decisions/0050-written-off-refunds.md).
alter table payments
  add column written_off_amount numeric(14,2) not null default 0,
  -- What of that has come back: not part of recovered_amount, which pays what is owed back.
  add column loss_recovered_amount numeric(14,2) not null default 0 check (loss_recovered_amount >= 0),
  add column written_off_on date,
  add check (loss_recovered_amount <= written_off_amount),
  add check ((written_off_on is null) = (written_off_amount = 0)),
  add check (reversed_at is not null or written_off_amount = 0),
  add check (recovered_amount + written_off_amount <= refunded_amount);
alter table payments alter column to_recover_amount
  set expression as (case when reversed_at is null then 0 else refunded_amount - recovered_amount - written_off_amount end);
create index payments_owed_back on payments (id desc) where to_recover_amount > 0;
create index payments_with_loss on payments (company_id, written_off_on) where written_off_amount > loss_recovered_amount;
grant update (written_off_amount, loss_recovered_amount, written_off_on) on payments to hamla_staff;
grant select (written_off_amount, loss_recovered_amount, written_off_on) on payments to hamla_app;
grant select (written_off_amount, loss_recovered_amount) on payments to hamla_jobs;

-- The write-off of a refund suspends the budget too.
alter table companies
  add column suspended_for_payment_id uuid references payments,
  add check (suspended_for_payment_id is null or budget_status = 'Suspended'),
  add check (num_nonnulls(suspended_for_ticket_id, suspended_for_payment_id) <= 1);
grant update (suspended_for_payment_id) on companies to hamla_staff;

do $$
declare
  v record;
begin
  for v in
    select k.conrelid::regclass as of_table, k.conname, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
     where k.contype = 'c'
       and ((k.conrelid = 'journal_entries'::regclass and pg_get_constraintdef(k.oid) ~ '''refund_recalled''')
         or (k.conrelid = 'companies'::regclass and pg_get_constraintdef(k.oid) ~ 'budget_reason IS NOT NULL')
         or (k.conrelid = 'payment_allocations'::regclass and pg_get_constraintdef(k.oid) ~ 'is_recovery'))
  loop
    execute format('alter table %s drop constraint %I', v.of_table, v.conname);
    execute format('alter table %s add constraint %I %s', v.of_table, v.conname, case v.of_table::text
      when 'journal_entries' then replace(v.definition, '''refund_recalled''::text', '''refund_recalled''::text, ''refund_written_off''::text')
      when 'companies' then 'check (budget_status <> ''Suspended'' or budget_reason is not null
        or num_nonnulls(suspended_for_ticket_id, suspended_for_payment_id) > 0)'
      -- A part of an installment, a refund that is owed back or was written off, or what was written off of a ticket.
      else 'check (num_nonnulls(installment_id, recovers_payment_id) + (is_recovery and recovers_payment_id is null)::integer = 1)' end);
  end loop;
end $$;
