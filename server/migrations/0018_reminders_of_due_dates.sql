-- Up Migration

-- An installment whose dates move, because its payout failed and its documents were accepted anew, is reminded of its new
-- due date as of any other.
alter table reminders add column due_date date;
update reminders r set due_date = i.due_date from ticket_installments i where i.id = r.installment_id;
alter table reminders
  alter column due_date set not null,
  drop constraint reminders_pkey,
  add primary key (installment_id, due_date, reminder_day);

-- The company is told when documents wait for its acceptance.
alter table mails
  drop constraint mails_kind_check,
  drop constraint mails_check3,
  add constraint mails_kind_check check (kind in ('reminder', 'new_ticket', 'ticket_approved', 'ticket_rejected',
    'documents_ready', 'payout_sent', 'payment_received')),
  add constraint mails_ticket_check check ((ticket_id is not null) =
    (kind in ('new_ticket', 'ticket_approved', 'ticket_rejected', 'documents_ready', 'payout_sent')));

-- The proof of a report that was withdrawn is given back.
update files f set replaced_at = r.decided_at from transfer_reports r
 where r.status = 'Withdrawn' and f.kind = 'transfer_proof' and f.path = r.proof_file and f.replaced_at is null;

-- What is written down by hand is looked for among lines that nobody has decided.
create index bank_statement_lines_open_amount on bank_statement_lines (amount, value_date) where status = 'Open';
