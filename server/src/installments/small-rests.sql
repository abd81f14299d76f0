-- Rests that are too small to count as late.

drop policy if exists everybody on lateness_settings;
create policy everybody on lateness_settings for select to hamla_app, hamla_staff using (true);

-- Sets the largest small rest, at a server's start.
create or replace function api.set_small_rest(p_sar numeric) returns void language sql as
  $$ update lateness_settings s set small_rest_sar = p_sar where s.small_rest_sar <> p_sar $$;
grant execute on function api.set_small_rest to hamla_jobs;

-- Owed rests that nobody leaves on purpose, such as a bank's charge: of at most small_rest_sar and 1% of their
-- installment, while those of a company are at most SAR 25.00 together. They stay owed and shown; they cause no stop,
-- no reminder and no lateness. The reference is domain/reference/small-rests.ts.
create or replace function small_rests()
returns table (installment_id uuid, ticket_id uuid, company_id uuid, amount_sar numeric) language sql stable as $$
  select r.id, r.ticket_id, r.company_id, r.rest
    from (select i.id, i.ticket_id, i.company_id, i.amount_sar - i.paid_amount as rest,
                 sum(i.amount_sar - i.paid_amount) over (partition by i.company_id) as of_company
            from ticket_installments i, lateness_settings s
           -- As the index has it.
           where i.is_owed and i.paid_amount < i.amount_sar and i.amount_sar - i.paid_amount <= 5
             and i.amount_sar - i.paid_amount <= least(s.small_rest_sar, i.amount_sar / 100)) r
   where r.of_company <= 25
$$;

-- True where an installment is paid, and was by a day but for a rest that is small.
create or replace function is_repaid_by(i ticket_installments, p_day date) returns boolean language sql stable as $$
  select i.status = 'Paid' and (i.paid_on <= p_day or p_day >= owed_since(null, i.ticket_id) and (
      select coalesce(sum(a.amount_sar), 0) from payment_allocations a join payments p on p.id = a.payment_id
       where a.installment_id = i.id and a.reversed_at is null and p.value_date <= p_day)
    >= i.amount_sar - (select least(s.small_rest_sar, i.amount_sar / 100) from lateness_settings s))
$$;
