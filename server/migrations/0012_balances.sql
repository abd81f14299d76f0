-- Up Migration

-- What the accounts of the ledger stand at, kept with every entry (docs/decisions/0007-kept-balances.md). A line of the
-- journal adds a row here in its own transaction; the rows are rolled up into the tables below it and leave. A balance
-- is what is rolled up and what is not yet, so that no two moves of money ever wait for one row.
create table balance_changes (
  local_date date not null,
  account text not null,
  -- What happened, or what was undone: so that a sum by event is net of what came back.
  event text not null,
  company_id uuid references companies,
  agency_id uuid references agencies,
  -- Of receivable: when the installment was due as it was posted.
  due_date date,
  amount_sar numeric(14,2) not null
);

-- By the Riyadh day and the event: every total, of any period.
create table ledger_days (
  account text not null,
  event text not null,
  local_date date not null,
  amount_sar numeric(18,2) not null,
  primary key (account, event, local_date)
);
-- What was owed at the end of a month and due by then.
create table receivable_months (
  month date not null check (extract(day from month) = 1),
  due_date date not null,
  amount_sar numeric(18,2) not null,
  primary key (month, due_date)
);
create table company_balances (
  company_id uuid not null references companies,
  account text not null,
  amount_sar numeric(18,2) not null,
  primary key (company_id, account)
);
create index company_balances_by_amount on company_balances (account, amount_sar desc, company_id);
create table agency_balances (
  agency_id uuid not null references agencies,
  account text not null,
  amount_sar numeric(18,2) not null,
  primary key (agency_id, account)
);
create index agency_balances_by_amount on agency_balances (account, amount_sar desc, agency_id);

-- Whoever writes a line keeps the balance: the table does it, so that nobody can forget.
create function keep_balances() returns trigger language plpgsql as $$
begin
  insert into balance_changes (local_date, account, event, company_id, agency_id, due_date, amount_sar)
  select e.local_date, a.account, coalesce(u.event, e.event), e.company_id, e.agency_id, i.due_date, sum(a.amount_sar)
    from added a join journal_entries e on e.id = a.entry_id
    left join journal_entries u on u.id = e.reverses_entry_id
    left join ticket_installments i on i.id = a.installment_id
   group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger keep_balances after insert on journal_lines referencing new table as added
  for each statement execute function keep_balances();

insert into balance_changes (local_date, account, event, company_id, agency_id, due_date, amount_sar)
select e.local_date, l.account, coalesce(u.event, e.event), e.company_id, e.agency_id, i.due_date, sum(l.amount_sar)
  from journal_lines l join journal_entries e on e.id = l.entry_id
  left join journal_entries u on u.id = e.reverses_entry_id
  left join ticket_installments i on i.id = l.installment_id
 group by 1, 2, 3, 4, 5, 6;

do $$
declare t text;
begin
  foreach t in array array['balance_changes', 'ledger_days', 'receivable_months', 'company_balances', 'agency_balances'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
    execute format('grant select on %I to hamla_staff, hamla_jobs', t);
  end loop;
end $$;
grant delete on balance_changes to hamla_jobs;
grant insert, update (amount_sar) on ledger_days, receivable_months, company_balances, agency_balances to hamla_jobs;

-- The journal is followed by its event and by its day.
create index journal_entries_of_event on journal_entries (event, id desc);
create index journal_entries_undoing on journal_entries (id desc) where reverses_entry_id is not null;
create index journal_entries_of_day on journal_entries (local_date, id);

-- What waits at the desk is counted from what waits alone.
create index payouts_sent on agency_payouts (id) include (net_amount) where status = 'Sent';
create index payout_runs_draft on payout_runs (id) where status = 'Draft';

-- The audit log, by each of its filters, in its order.
create index events_by_time on events (occurred_at desc, id desc);
create index events_of_actor on events (actor_user_id, occurred_at desc, id desc);
create index events_of_operation on events (operation, occurred_at desc, id desc);

-- What staff type into the desk's search.
create index payments_by_reference on payments (lower(bank_reference), id desc) where bank_reference is not null;
