-- Rests that are too small to count as late.

drop policy if exists everybody on lateness_settings;
create policy everybody on lateness_settings for select to hamla_app, hamla_staff using (true);

-- Sets the largest small rest, at a server's start.
create or replace function api.set_small_rest(p_sar numeric) returns void language sql as
  $$ update lateness_settings s set small_rest_sar = p_sar where s.small_rest_sar <> p_sar $$;
grant execute on function api.set_small_rest to hamla_jobs;

-- Owed rests of at most small_rest_sar and 1% of their installment, with what those of their company come to.
create or replace function rests_below_floor()
returns table (installment_id uuid, ticket_id uuid, company_id uuid, amount_sar numeric, of_company numeric)
language sql stable as $$
  select i.id, i.ticket_id, i.company_id, i.amount_sar - i.paid_amount,
         sum(i.amount_sar - i.paid_amount) over (partition by i.company_id)
    from ticket_installments i, lateness_settings s
   -- As the index has it.
   where i.is_owed and i.paid_amount < i.amount_sar and i.amount_sar - i.paid_amount <= 5
     and i.amount_sar - i.paid_amount <= least(s.small_rest_sar, i.amount_sar / 100)
$$;

-- The largest sum of such rests of a company that do not count, and of what one person may settle of them in a year.
create or replace function small_rests_of_company_sar() returns numeric language sql immutable as $$ select 25.00 $$;

-- Such rests that nobody leaves on purpose, such as a bank's charge: of a company at most SAR 25.00 together. They stay
-- owed and shown; they cause no stop, no reminder and no lateness. The reference is domain/reference/small-rests.ts.
create or replace function small_rests()
returns table (installment_id uuid, ticket_id uuid, company_id uuid, amount_sar numeric) language sql stable as $$
  select r.installment_id, r.ticket_id, r.company_id, r.amount_sar from rests_below_floor() r
   where r.of_company <= small_rests_of_company_sar()
$$;

-- Tickets of which nothing but small rests is left.
create or replace function tickets_with_small_rests()
returns table (ticket_id uuid, company_id uuid, amount_sar numeric) language sql stable as $$
  select r.ticket_id, r.company_id, sum(r.amount_sar) from small_rests() r group by r.ticket_id, r.company_id
  having count(*) = (select count(*) from ticket_installments i where i.ticket_id = r.ticket_id and i.status <> 'Paid')
$$;

-- True where an installment is paid, and was by a day but for a rest that is small.
create or replace function is_repaid_by(i ticket_installments, p_day date) returns boolean language sql stable as $$
  select i.status = 'Paid' and (i.paid_on <= p_day or p_day >= owed_since(null, i.ticket_id) and (
      select coalesce(sum(a.amount_sar), 0) from payment_allocations a join payments p on p.id = a.payment_id
       where a.installment_id = i.id and a.reversed_at is null and p.value_date <= p_day)
    >= i.amount_sar - (select least(s.small_rest_sar, i.amount_sar / 100) from lateness_settings s))
$$;
