-- Up Migration

-- Migrations 0010, 0012, 0023, 0027, 0032, 0033 and 0034 were edited on the days they were written. Data of a commit between
-- lacks what they make today: it is made here, and nothing happens where it stands.

create index if not exists bank_statement_lines_of_iban on bank_statement_lines (payer_iban) where status = 'Confirmed';
alter table closed_days add column if not exists id uuid not null unique default uuidv7();
drop index if exists payouts_pending;

create index if not exists companies_by_beginning on companies (lower(name) text_pattern_ops);
create index if not exists agencies_by_beginning on agencies (lower(name) text_pattern_ops);
create index if not exists events_of_actor_by_operation on events (actor_user_id, operation, occurred_at desc, id desc);
drop index if exists events_of_actor;

-- 0033 was 0034 for some commits; it drops what nothing defines any more, and may be applied under both names.
delete from migrations where name = '0034_retired_functions';

-- It returned something else on the same day, which no replay can replace.
drop function if exists account_statement_totals(uuid, uuid, uuid, date, date);

-- The table gives a line its due date, whoever writes it.
drop function if exists due_date_of(uuid);
create or replace function set_due_date() returns trigger language plpgsql as $$
begin
  new.due_date := coalesce(new.due_date, (select i.due_date from ticket_installments i where i.id = new.installment_id));
  return new;
end $$;
create or replace trigger set_due_date before insert on journal_lines
  for each row when (new.installment_id is not null) execute function set_due_date();
