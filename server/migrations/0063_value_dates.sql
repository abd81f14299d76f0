-- Up Migration

-- A payment has the day of its line (docs/decisions/0046-value-dates.md).
grant update (value_date) on payments to hamla_staff;

-- What was paid before stands on the day of the last money that paid it, and not before it was owed.
update ticket_installments i set paid_on = p.day
  from (select a.installment_id, greatest(max(m.value_date), (
                 select e.local_date from journal_entries e
                  where e.ticket_id = a.ticket_id and e.event = 'ticket_financed' order by e.id desc limit 1)) as day
          from payment_allocations a join payments m on m.id = a.payment_id
         where a.reversed_at is null and a.installment_id is not null
         group by a.installment_id, a.ticket_id) p
 where i.id = p.installment_id and i.status = 'Paid' and i.paid_on <> p.day;

-- Since when a company has owed something.
create index journal_entries_of_financing on journal_entries (company_id, id) where event = 'ticket_financed';

-- Signatures that others have replaced.
drop function if exists
  give_payment(payments, uuid, uuid, timestamptz),
  identify_payment(uuid, uuid, timestamptz, text, bytea, uuid, uuid, text),
  lock_open_line(uuid, uuid),
  match_transfer_report(uuid, uuid, timestamptz, text, bytea, uuid, uuid),
  uncertain_now(bank_statement_lines);
