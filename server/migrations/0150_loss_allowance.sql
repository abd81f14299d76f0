-- Up Migration

-- The allowance for expected credit losses: at each month's end its required figure, by the stage of what companies owe,
-- and the one entry that brings the ledger to it (docs/decisions/0069-loss-allowance.md).
alter table journal_entries drop constraint journal_entries_event_check, add constraint journal_entries_event_check
  check (event in ('ticket_financed', 'fee_earned', 'payout_sent', 'payout_failed', 'payout_returned', 'ticket_ended',
    'payment_received', 'payment_identified', 'payment_allocated', 'payment_reversed', 'credit_refunded',
    'refund_recalled', 'refund_written_off', 'refund_recovered', 'refund_came_back', 'recall_reduced', 'written_off',
    'loss_recovered', 'allowance_adjusted'));
alter table journal_lines drop constraint journal_lines_account_check, add constraint journal_lines_account_check
  check (account in ('bank', 'receivable', 'loss_allowance', 'refunds_receivable', 'agency_payable', 'fee_income',
    'vat_payable', 'company_credit', 'unidentified_receipts', 'credit_loss_expense', 'bad_debt', 'recoveries'));

-- A person posts every entry but this one, which the close of a month posts.
alter table journal_entries alter column posted_by drop not null,
  add constraint journal_entries_posted_by_check check ((posted_by is null) = (event = 'allowance_adjusted'));

create table loss_allowance_months (
  month date primary key check (extract(day from month) = 1),
  stage_1_sar numeric(18,2) not null check (stage_1_sar >= 0),
  stage_2_sar numeric(18,2) not null check (stage_2_sar >= 0),
  stage_3_sar numeric(18,2) not null check (stage_3_sar >= 0),
  required_sar numeric(18,2) not null check (required_sar between 0 and stage_1_sar + stage_2_sar + stage_3_sar),
  policy_version text not null check (length(policy_version) <= 40),
  -- Since the month's end more of the allowance was used than the figure would have left: the rest of what is too much
  -- is released by a later month.
  is_used_up boolean not null,
  -- Null: the ledger stood at the figure already.
  entry_id bigint unique references journal_entries,
  posted_at timestamptz not null
);
alter table loss_allowance_months enable row level security;
alter table loss_allowance_months force row level security;
create policy owner_all on loss_allowance_months to current_user using (true) with check (true);
grant select on loss_allowance_months to hamla_staff;
