-- Up Migration

-- What the bank paid an agency once more than it was owed: a claim on the agency, paid back or written off.
alter table journal_entries drop constraint journal_entries_event_check, add constraint journal_entries_event_check
  check (event in ('ticket_financed', 'fee_earned', 'payout_sent', 'payout_failed', 'payout_returned', 'ticket_ended',
    'payment_received', 'payment_identified', 'payment_allocated', 'payment_reversed', 'credit_refunded',
    'refund_recalled', 'refund_written_off', 'refund_recovered', 'refund_came_back', 'recall_reduced', 'written_off',
    'loss_recovered', 'allowance_adjusted', 'bank_charges_settled', 'bank_charges_undone', 'agency_claimed',
    'claim_settled', 'claim_written_off'));
alter table journal_lines drop constraint journal_lines_account_check, add constraint journal_lines_account_check
  check (account in ('bank', 'receivable', 'loss_allowance', 'refunds_receivable', 'agency_receivable',
    'agency_payable', 'fee_income', 'vat_payable', 'company_credit', 'unidentified_receipts', 'credit_loss_expense',
    'bad_debt', 'recoveries', 'bank_charges'));

create table agency_claims (
  id uuid primary key default uuidv7(),
  agency_id uuid not null references agencies,
  -- The attempt that somebody had called failed, and the bank's debit that shows its payment.
  payout_id uuid not null,
  payout_run_id uuid not null,
  line_id uuid not null unique references bank_statement_lines,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  settled_amount numeric(14,2) not null default 0 check (settled_amount >= 0),
  written_off_amount numeric(14,2) not null default 0 check (written_off_amount >= 0),
  rest_amount numeric(14,2) not null generated always as (case
    when undone_at is null then amount_sar - settled_amount - written_off_amount else 0 end) stored,
  -- Of the last settlement.
  bank_reference text check (length(bank_reference) <= 140),
  entry_id bigint not null unique references journal_entries,
  booked_at timestamptz not null,
  write_off_entry_id bigint unique references journal_entries,
  -- Since then the attempt is the payout itself: the other one did not arrive, or came back.
  undone_at timestamptz,
  check (settled_amount + written_off_amount <= amount_sar),
  check (undone_at is null or settled_amount + written_off_amount = 0),
  check ((write_off_entry_id is null) = (written_off_amount = 0)),
  foreign key (payout_run_id, payout_id) references payout_run_lines (run_id, payout_id)
);
create index agency_claims_of_payout on agency_claims (payout_id);
create index agency_claims_open on agency_claims (id) include (rest_amount) where rest_amount > 0;
create index agency_claims_settled on agency_claims (id) where settled_amount > 0;
alter table agency_claims enable row level security;
alter table agency_claims force row level security;
create policy owner_all on agency_claims to current_user using (true) with check (true);
grant select on agency_claims to hamla_staff;
grant insert (agency_id, payout_id, payout_run_id, line_id, amount_sar, entry_id, booked_at) on agency_claims
  to hamla_staff;
grant update (settled_amount, written_off_amount, bank_reference, write_off_entry_id, undone_at) on agency_claims
  to hamla_staff;
