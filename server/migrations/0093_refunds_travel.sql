-- Up Migration

-- A refund goes to an IBAN, in a file for the bank, and is answered (docs/decisions/0049-refunds-travel.md). What was refunded
-- before has left by hand and has arrived.
alter table payment_refunds
  -- Whose credit it was; null: of a payer who was not known, also once somebody knows.
  add column company_id uuid references companies,
  add column goes_to text check (goes_to in ('payer', 'company')),
  add column iban text,
  -- As it was when it was approved.
  add column beneficiary text,
  -- As a member of staff wrote it, until a file carries it.
  add column latin_name text,
  add column status text not null default 'Confirmed' check (status in ('Sent', 'Confirmed', 'Failed', 'Returned')),
  add column entry_id bigint references journal_entries,
  add column reason text check (length(reason) between 1 and 1000),
  -- Of one that failed without the bank: what stopped it when a file was made.
  add column stop text check (stop in ('payment_reversed', 'iban_changed', 'iban_invalid')),
  add column decided_by uuid references staff,
  add column decided_at timestamptz,
  add constraint payment_refunds_reason_or_stop
    check (num_nonnulls(reason, stop) = case when status in ('Failed', 'Returned') then 1 else 0 end),
  add constraint payment_refunds_stopped check (stop is null or status = 'Failed'),
  add constraint payment_refunds_decided check ((decided_at is null) = (decided_by is null)
    and (status = 'Confirmed' and iban is null or (status = 'Sent') = (decided_at is null))),
  add constraint payment_refunds_travels check (num_nonnulls(iban, beneficiary, goes_to) in (0, 3)
    and (iban is not null or status in ('Confirmed', 'Returned')));
update payment_refunds r set company_id = p.company_id from payments p where p.id = r.payment_id;
update payment_refunds r set entry_id = e.id
  from (select e.id, e.payment_id, e.occurred_at, -l.amount_sar as amount,
               row_number() over (partition by e.payment_id, e.occurred_at, l.amount_sar order by e.id) as place
          from journal_entries e join journal_lines l on l.entry_id = e.id and l.account = 'bank'
         where e.event = 'credit_refunded') e,
       (select r.id, row_number() over (partition by r.payment_id, r.refunded_at, r.amount_sar order by r.id) as place
          from payment_refunds r) o
 where o.id = r.id and e.payment_id = r.payment_id and e.occurred_at = r.refunded_at and e.amount = r.amount_sar and e.place = o.place;
alter table payment_refunds
  alter column status set default 'Sent',
  alter column entry_id set not null,
  add constraint payment_refunds_of_entry unique (entry_id);
create index payment_refunds_sent on payment_refunds (refunded_at, id) include (amount_sar) where status = 'Sent';
create index payment_refunds_answered on payment_refunds (decided_at desc, id desc) where status <> 'Sent';
create index payment_refunds_of_company on payment_refunds (company_id, id desc) where company_id is not null;

alter table legal_moves drop constraint legal_moves_subject_check,
  add constraint legal_moves_subject_check check (subject in ('ticket', 'installment', 'payout', 'refund'));
insert into legal_moves (subject, move, from_status, to_status, actor) values
  ('refund', 'confirm', 'Sent', 'Confirmed', 'staff'),
  ('refund', 'fail', 'Sent', 'Failed', 'staff'),
  ('refund', 'return', 'Confirmed', 'Returned', 'staff');

-- What is handed to the bank, file by file. A refund is in at most one of them.
create table refund_files (
  file_no integer primary key check (file_no > 0),
  -- MsgId and PmtInfId of ISO 20022.
  message_id text not null unique default replace(uuidv7()::text, '-', '') check (message_id ~ '^[0-9a-z]{1,35}$'),
  made_by uuid not null references staff,
  made_at timestamptz not null,
  -- The account that pays, as the platform was called then; null where none was set: such a file is CSV alone.
  debtor_name text,
  debtor_iban text,
  debtor_latin_name text,
  debtor_bic text,
  execution_date date not null,
  purpose text not null check (purpose ~ '^[A-Za-z0-9 /.-]{1,35}$'),
  check (num_nonnulls(debtor_name, debtor_iban, debtor_latin_name) in (0, 3)),
  check (debtor_bic is null or debtor_iban is not null)
);
create table refund_file_lines (
  refund_id uuid primary key references payment_refunds,
  file_no integer not null references refund_files,
  latin_name text not null,
  bic text
);
create index refund_file_lines_of_file on refund_file_lines (file_no);

create trigger append_only before update or delete or truncate on refund_files
  for each statement execute function refuse_rewrite();
create trigger append_only before update or delete or truncate on refund_file_lines
  for each statement execute function refuse_rewrite();

-- The ledger: a refund that failed or came back, and what of a recalled refund is not owed any more because of it.
do $$
declare
  v record;
begin
  for v in
    select k.conname, pg_get_constraintdef(k.oid) as definition from pg_constraint k
     where k.conrelid = 'journal_entries'::regclass and k.contype = 'c' and pg_get_constraintdef(k.oid) like '%refund_recalled%'
  loop
    execute format('alter table journal_entries drop constraint %I', v.conname);
    execute format('alter table journal_entries add constraint %I %s', v.conname,
      replace(v.definition, '''refund_recovered''::text', '''refund_recovered''::text, ''refund_came_back''::text, ''recall_reduced''::text'));
  end loop;
end $$;

do $$
declare t text;
begin
  foreach t in array array['refund_files', 'refund_file_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

grant select on refund_files, refund_file_lines to hamla_staff;
grant insert (file_no, made_by, made_at, debtor_name, debtor_iban, debtor_latin_name, debtor_bic, execution_date, purpose)
  on refund_files to hamla_staff;
grant insert (refund_id, file_no, latin_name, bic) on refund_file_lines to hamla_staff;
grant insert (company_id, goes_to, iban, beneficiary, entry_id), update (status, reason, stop, decided_by, decided_at, latin_name)
  on payment_refunds to hamla_staff;
grant select (id, payment_id, company_id, amount_sar, iban, status, refunded_at, decided_at) on payment_refunds to hamla_app;

-- Where a refund goes is said with the request; the money leaves in a file. The signature that another replaces:
drop function if exists refund_credit(uuid, uuid, timestamptz, text, bytea, uuid, numeric, text, text, boolean);

-- A line of the bank that names a refund is about that refund, as one that names a payout is: a debit says that it arrived, a
-- credit that it came back. What it was answered stands in payout_outcome.
alter table bank_statement_lines
  add column refund_id uuid references payment_refunds,
  drop constraint bank_statement_lines_kind_check,
  drop constraint bank_statement_lines_ours_check,
  drop constraint bank_statement_lines_payout_check;
alter table bank_statement_lines
  add constraint bank_statement_lines_kind_check
    check ((status = 'Debit') = (direction = 'debit' and refusal is null and not is_reversal and payout_id is null and refund_id is null)),
  add constraint bank_statement_lines_ours_check
    check (status in ('Debit', 'Refused')
       or (currency = 'SAR' and (num_nonnulls(payout_id, refund_id) > 0 or (direction = 'credit') <> is_reversal))),
  add constraint bank_statement_lines_payout_check
    check ((payout_id is null) = (payout_run_id is null) and num_nonnulls(payout_id, refund_id) <= 1
       and (payout_outcome is null or num_nonnulls(payout_id, refund_id) = 1)
       and (num_nonnulls(payout_id, refund_id) = 0 or (status in ('Open', 'SetAside', 'Settled') and not is_reversal)));
create index bank_statement_lines_of_refund on bank_statement_lines (refund_id) where refund_id is not null;
drop index bank_statement_lines_of_payouts_open;
create index bank_statement_lines_of_payouts_open on bank_statement_lines (id) include (amount)
  where status = 'Open' and (payout_id is not null or refund_id is not null) and direction = 'debit';

drop index bank_statement_lines_of_list;
alter table bank_statement_lines drop column list;
alter table bank_statement_lines add column list text not null generated always as (case
  when status = 'Open' and (payout_id is not null or refund_id is not null) then 'payouts'
  when status = 'Open' and is_reversal then 'reversals'
  when status = 'Open' and certainty in ('certain', 'likely') then certainty when status = 'Open' then 'unclear'
  when status = 'Confirmed' then 'confirmed' when status = 'SetAside' then 'set_aside'
  when status = 'Settled' then 'settled' else 'apart' end) stored;
create index bank_statement_lines_of_list on bank_statement_lines (statement_id, list, line_no) include (amount);

grant insert (refund_id), update (refund_id) on bank_statement_lines to hamla_staff;

-- A company is told that a refund was handed to the bank.
alter table mails
  add column refund_id uuid references payment_refunds,
  drop constraint mails_kind_check,
  drop constraint mails_ticket_check,
  add constraint mails_kind_check check (kind in ('reminder', 'new_ticket', 'ticket_approved', 'ticket_rejected',
    'documents_ready', 'payout_sent', 'payment_received', 'payout_in_review', 'payout_reviewed', 'payout_despite_overdue',
    'payout_cancelled', 'ticket_closed', 'refund_sent')),
  add constraint mails_ticket_check check ((ticket_id is not null) = (kind not in ('reminder', 'payment_received', 'refund_sent'))),
  add constraint mails_refund_check check ((refund_id is not null) = (kind = 'refund_sent'));
grant select (id, amount_sar, iban, status) on payment_refunds to hamla_jobs;
