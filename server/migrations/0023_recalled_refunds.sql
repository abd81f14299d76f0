-- Up Migration

-- A payment of which something was refunded can be reversed: what was refunded is then owed back. Later payments, and
-- whatever else the company has left with us, pay it in the order of everything that is owed, as due on the day of the
-- reversal (docs/decisions/0021-credit-pays.md).
do $$
declare
  v_name text;
begin
  for v_name in
    select k.conname from pg_constraint k
     where k.conrelid = 'payments'::regclass and k.contype = 'c'
       and pg_get_constraintdef(k.oid) ~ 'reversed_at IS NULL\) OR .*refunded_amount = '
  loop
    execute format('alter table payments drop constraint %I', v_name);
  end loop;
end $$;
alter table payments
  -- Of a reversed payment: what of its refunds has come back.
  add column recovered_amount numeric(14,2) not null default 0 check (recovered_amount >= 0),
  add column to_recover_amount numeric(14,2) not null generated always as (case
    when reversed_at is null then 0 else refunded_amount - recovered_amount end) stored,
  add check (reversed_at is null or allocated_amount = 0),
  add check (reversed_at is not null or recovered_amount = 0),
  add check (recovered_amount <= refunded_amount);
create index payments_credit_of_company on payments (company_id, id) where credit_amount > 0;
create index payments_to_recover on payments (company_id, id) where to_recover_amount > 0;

-- What a payment pays: a part of an installment, or a refund that is owed back.
alter table payment_allocations
  alter column installment_id drop not null,
  alter column ticket_id drop not null,
  add column recovers_payment_id uuid references payments check (recovers_payment_id <> payment_id),
  add check (num_nonnulls(installment_id, recovers_payment_id) = 1),
  add check ((installment_id is null) = (ticket_id is null));
create index payment_allocations_recovering on payment_allocations (recovers_payment_id) where recovers_payment_id is not null;
grant insert (recovers_payment_id) on payment_allocations to hamla_staff;
grant update (recovered_amount) on payments to hamla_staff;

alter table journal_entries drop constraint journal_entries_event_check, add constraint journal_entries_event_check
  check (event in ('ticket_financed', 'fee_earned', 'payout_sent', 'payout_failed', 'payment_received',
    'payment_identified', 'payment_allocated', 'payment_reversed', 'credit_refunded', 'refund_recalled',
    'refund_recovered', 'written_off'));
alter table journal_lines drop constraint journal_lines_account_check, add constraint journal_lines_account_check
  check (account in ('bank', 'receivable', 'refunds_receivable', 'agency_payable', 'fee_income', 'vat_payable',
    'company_credit', 'unidentified_receipts', 'bad_debt'));

-- The history tells of each close: the day has an id there.
alter table closed_days add column id uuid not null unique default uuidv7();

-- The lines of an entry are written in its own transaction, and each statement that writes some leaves their entry
-- balanced: nothing is ever added to an entry of before, not even what balances in itself. Looked at once a statement,
-- where each line had its own look when the transaction ended.
alter table journal_entries add column written_in xid8 not null default pg_current_xact_id();
drop trigger balanced on journal_lines;
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if not exists (select from journal_lines l where l.entry_id = new.id) then
    raise exception 'journal entry % has no lines', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create function refuse_lines() returns trigger language plpgsql as $$
declare
  v_entry_id bigint;
begin
  select e.id into v_entry_id from added a join journal_entries e on e.id = a.entry_id
   group by e.id having sum(a.amount_sar) <> 0 or e.written_in <> pg_current_xact_id() limit 1;
  if found then
    raise exception 'journal entry % is not balanced, or was written before', v_entry_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger balanced after insert on journal_lines referencing new table as added
  for each statement execute function refuse_lines();
