-- Tickets of one invoice: what a company finances of it in parts, and whose it is besides.

-- Tickets whose invoice is the same as an upload: the same file, or a code that names the same seller, time, total and
-- VAT. Without those that were rejected, or closed before their payout.
create or replace function tickets_of_invoice(p_file files) returns setof tickets language sql stable as $$
  select t.*
    from (
      select f.path from files f
       where f.kind = 'invoice' and f.attached_at is not null and f.sha256 = p_file.sha256
      union
      select f.path from files f
       where f.kind = 'invoice' and f.attached_at is not null and f.invoice_code is not null
         and f.invoice_code ->> 'vat_number' = p_file.invoice_code ->> 'vat_number'
         and f.invoice_code ->> 'issued_at' = p_file.invoice_code ->> 'issued_at'
         and f.invoice_code ->> 'total_sar' = p_file.invoice_code ->> 'total_sar'
         and f.invoice_code ->> 'vat_sar' = p_file.invoice_code ->> 'vat_sar') same
    join tickets t on t.invoice_url = same.path
   where t.status not in ('Rejected', 'Closed')
      or t.status = 'Closed' and exists (
        select from agency_payouts p where p.ticket_id = t.id and p.status in ('Sent', 'Confirmed'))
$$;

-- The invoice of a ticket.
create or replace function invoice_of_ticket(t tickets) returns files language sql stable as $$
  select f from files f
   where f.store = 'ticket-invoices' and f.path = t.invoice_url and f.attached_at is not null and f.replaced_at is null
$$;

-- Whether an amount and the amounts that tickets have of the same invoice are together above its total. The first
-- ticket is asked about instead. p_total: of a code; null: no code says it, and the largest ticket stands for it. The
-- reference is domain/reference/invoice-parts.ts.
create or replace function is_above_invoice(p_amount numeric, p_parts numeric[], p_total numeric) returns boolean
language sql immutable as $$
  select cardinality(p_parts) > 0
     and p_amount + (select sum(x) from unnest(p_parts) x)
       > coalesce(p_total, (select max(x) from unnest(p_parts) x))
$$;

-- Why an amount is too much for an invoice of which the company's tickets finance other parts: the detail of the
-- refusal, null where it fits. True only under the company's lock.
create or replace function invoice_excess_json(p_company_id uuid, p_amount numeric, p_file files) returns json
language plpgsql stable as $$
declare
  v_parts tickets[] := array(
    select t from tickets_of_invoice(p_file) t where t.company_id = p_company_id order by t.created_at, t.id);
  v_amounts numeric[] := array(select x.amount_sar from unnest(v_parts) x);
  v_total numeric := (p_file.invoice_code ->> 'total_sar')::numeric;
begin
  if cardinality(v_parts) = 0 then return null; end if;
  -- The reader may have failed on this upload of the file and not on another.
  v_total := coalesce(v_total, (
    select max((f.invoice_code ->> 'total_sar')::numeric) from unnest(v_parts) x, invoice_of_ticket(x) f));
  if not is_above_invoice(p_amount, v_amounts, v_total) then return null; end if;
  return json_build_object('invoice', json_build_object(
    'ticket_numbers', (select json_agg(x.ticket_number) from unnest(v_parts) x),
    'financed_sar', (select sum(x) from unnest(v_amounts) x)::numeric(18,2)::text, 'total_sar', v_total::text));
end $$;

-- Where a request and its invoice's code differ, by field: the detail of the refusal that asks about it; null: nowhere.
create or replace function invoice_difference_json(p_amount numeric, p_agency_vat_number text, p_code jsonb)
returns json language sql immutable as $$
  select case when count(*) > 0 then json_build_object('fields',
    json_agg(json_build_object('field', d.field, 'message', d.message) order by d.field)) end
    from (values
      ('p_agency_id', 'has given another VAT number than the invoice''s code names',
        p_agency_vat_number <> p_code ->> 'vat_number'),
      ('p_amount_sar', 'is more than the total that the invoice''s code says',
        p_amount > (p_code ->> 'total_sar')::numeric)) d(field, message, is_so)
   where d.is_so
$$;

-- Whether the seller of a code has the VAT number that the ticket's agency had given: 'same', 'other', or null where
-- one of both is missing. The number is that of the request: one given later cannot make a forged invoice fit.
create or replace function invoice_seller(t tickets, p_code jsonb) returns text language sql immutable as $$
  select case p_code ->> 'vat_number' = t.agency_vat_number when true then 'same' when false then 'other' end
$$;

-- Other tickets of a ticket's invoice, earliest first, the first 50: for staff alone. Definer: nobody else may learn of
-- another company's invoices, and the index of the codes serves nobody below a policy.
create or replace function tickets_of_same_invoice_json(t tickets) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(json_agg(json_build_object('ticket_number', x.ticket_number, 'status', x.status,
           'is_being_verified', x.is_being_verified,
           'amount_sar', x.amount_sar::text, 'company_id', x.company_id, 'is_of_other_company', x.is_of_other_company,
           'company_name', (select c.name from companies c where c.id = x.company_id)) order by x.created_at, x.id),
         '[]')
    from (select o.*, o.company_id <> t.company_id as is_of_other_company, is_being_verified(o)
            from tickets_of_invoice(invoice_of_ticket(t)) o
           where o.id <> t.id and caller_role() = 'staff' order by o.created_at, o.id limit 50) x
$$;
revoke all on function tickets_of_same_invoice_json(tickets) from public;
grant execute on function tickets_of_same_invoice_json(tickets) to hamla_staff;

-- Whether another company's ticket has the same invoice. Definer: as above.
create or replace function is_invoice_of_other_company(t tickets) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from tickets_of_invoice(invoice_of_ticket(t)) o where o.company_id <> t.company_id)
$$;
revoke all on function is_invoice_of_other_company(tickets) from public;
grant execute on function is_invoice_of_other_company(tickets) to hamla_staff, hamla_jobs;
