-- Up Migration

-- What a company owes carries the due date that its installment has when it is posted (docs/decisions/0007-kept-balances.md):
-- what had fallen due until a day is read in the index of the account, where every line's installment was looked up before.
-- Whoever writes a line, its table gives it the date, a server of before today too. Lines of before get the date of today: where
-- a schedule has begun again since, they are of a payout that failed, and nothing is left of their sum.
alter table journal_lines add column due_date date;
alter table journal_lines disable trigger append_only;
update journal_lines l set due_date = i.due_date from ticket_installments i where i.id = l.installment_id;
alter table journal_lines enable trigger append_only;
alter table journal_lines add check ((due_date is null) = (installment_id is null));
drop index journal_lines_of_account;
create index journal_lines_of_account on journal_lines (account, entry_id desc) include (amount_sar, due_date);

create function set_due_date() returns trigger language plpgsql as $$
begin
  new.due_date := coalesce(new.due_date, (select i.due_date from ticket_installments i where i.id = new.installment_id));
  return new;
end $$;
create trigger set_due_date before insert on journal_lines
  for each row when (new.installment_id is not null) execute function set_due_date();

create or replace function keep_balances() returns trigger language plpgsql as $$
begin
  insert into balance_changes (local_date, account, event, company_id, agency_id, due_date, amount_sar)
  select e.local_date, a.account, coalesce(u.event, e.event), e.company_id, e.agency_id, a.due_date, sum(a.amount_sar)
    from added a join journal_entries e on e.id = a.entry_id
    left join journal_entries u on u.id = e.reverses_entry_id
   group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
