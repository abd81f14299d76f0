-- Up Migration

-- The largest small rest (lateness.sql), from the environment; 0: none is small.
alter table lateness_settings add column small_rest_sar numeric(14,2) not null default 5.00
  check (small_rest_sar between 0 and 5);
grant select (small_rest_sar) on lateness_settings to hamla_app, hamla_staff;
grant update (small_rest_sar) on lateness_settings to hamla_jobs;

create index installments_small_rest on ticket_installments (company_id)
 where is_owed and paid_amount < amount_sar and amount_sar - paid_amount <= 5;

-- What staff settle as bank charges stands beside what payments have paid, without a payment.
alter table payment_allocations alter column payment_id drop not null,
  add constraint payment_allocations_bank_charges_check
    check (payment_id is not null or installment_id is not null and not is_recovery);
grant select (entry_id) on payment_allocations to hamla_app;
create index bank_charges_of_company on payment_allocations (company_id, allocated_at)
 where payment_id is null and reversed_at is null;

alter table journal_entries drop constraint journal_entries_event_check, add constraint journal_entries_event_check
  check (event in ('ticket_financed', 'fee_earned', 'payout_sent', 'payout_failed', 'payout_returned', 'ticket_ended',
    'payment_received', 'payment_identified', 'payment_allocated', 'payment_reversed', 'credit_refunded',
    'refund_recalled', 'refund_written_off', 'refund_recovered', 'refund_came_back', 'recall_reduced', 'written_off',
    'loss_recovered', 'allowance_adjusted', 'bank_charges_settled', 'bank_charges_undone'));
alter table journal_lines drop constraint journal_lines_account_check, add constraint journal_lines_account_check
  check (account in ('bank', 'receivable', 'loss_allowance', 'refunds_receivable', 'agency_payable', 'fee_income',
    'vat_payable', 'company_credit', 'unidentified_receipts', 'credit_loss_expense', 'bad_debt', 'recoveries',
    'bank_charges'));

-- Its successor takes back what one entry says, too.
drop function if exists reverse_allocations(uuid, uuid, text, timestamptz, date);
