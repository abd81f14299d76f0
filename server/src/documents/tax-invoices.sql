-- Tax invoices for the fee of each payout, and the credit notes of payouts that came back.

drop policy if exists own on tax_invoices;
create policy own on tax_invoices for select to hamla_app using (agency_id = (select caller_agency_id()));
-- Who sold what the caller was invoiced for.
drop policy if exists own on platform_identities;
create policy own on platform_identities for select to hamla_app using (
  exists (select from tax_invoices i where i.seller_id = platform_identities.id
    and i.agency_id = (select caller_agency_id())));
do $$
declare t text;
begin
  foreach t in array array['platform_identities', 'tax_invoice_series', 'tax_invoices'] loop
    execute format('drop policy if exists staff on %I', t);
    execute format('create policy staff on %I to hamla_staff using ((select caller_role() = ''staff''))
                    with check ((select caller_role() = ''staff''))', t);
  end loop;
end $$;
drop policy if exists jobs_all on platform_identities;
create policy jobs_all on platform_identities to hamla_jobs using (true) with check (true);

-- Whether the platform is called by a VAT number now.
create or replace function platform_has_vat_number() returns boolean language sql stable as
  $$ select (select s.vat_number from platform_identities s order by s.id desc limit 1) is not null $$;

-- The next number of a series. Taken last of all locks, and held until the transaction ends: no number is skipped.
create or replace function take_series_number(p_type text) returns integer language sql as $$
  update tax_invoice_series s set last_number = s.last_number + 1 where s.type = p_type returning s.last_number
$$;

-- "HTI-000012" of an invoice, "HCN-000001" of a credit note.
create or replace function tax_invoice_number(p_type text, p_series_number integer) returns text language sql immutable
  as $$
  select case p_type when 'invoice' then 'HTI-' else 'HCN-' end || lpad(p_series_number::text,
    greatest(6, length(p_series_number::text)), '0')
$$;

-- For the fee that an entry of the ledger has just earned. The tax point is the moment the payout is sent: the fee is
-- paid then, out of what the agency is owed.
create or replace function issue_tax_invoice(p agency_payouts, p_entry_id bigint, p_now timestamptz) returns void
language sql as $$
  insert into tax_invoices (type, series_number, payout_id, ticket_id, agency_id, entry_id, issued_at, issued_on,
    base_amount, net_amount, vat_amount, total_amount, seller_id, buyer_name, buyer_address)
  select 'invoice', take_series_number('invoice'), p.id, p.ticket_id, p.agency_id, p_entry_id, p_now,
         (p_now at time zone 'Asia/Riyadh')::date, p.gross_amount, p.fee_amount - vat_of_fee(p.fee_amount),
         vat_of_fee(p.fee_amount), p.fee_amount,
         (select s.id from platform_identities s order by s.id desc limit 1), a.name, a.address
    from agencies a where a.id = p.agency_id
$$;

-- Takes back the invoice of an entry that another one has just undone, to the same seller and buyer.
create or replace function issue_credit_note(
  p_undone_entry_id bigint, p_entry_id bigint, p_now timestamptz, p_reason text
) returns void language sql as $$
  insert into tax_invoices (type, series_number, payout_id, ticket_id, agency_id, entry_id, issued_at, issued_on,
    base_amount, net_amount, vat_amount, total_amount, corrects_id, reason, seller_id, buyer_name, buyer_address)
  select 'credit_note', take_series_number('credit_note'), i.payout_id, i.ticket_id, i.agency_id, p_entry_id, p_now,
         (p_now at time zone 'Asia/Riyadh')::date, i.base_amount, i.net_amount, i.vat_amount, i.total_amount, i.id,
         p_reason, i.seller_id, i.buyer_name, i.buyer_address
    from tax_invoices i where i.entry_id = p_undone_entry_id
$$;

-- What a ticket's page and the console list: earliest first.
create or replace function tax_invoices_json(p_ticket_id uuid) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('id', i.id, 'type', i.type,
           'invoice_number', tax_invoice_number(i.type, i.series_number), 'issued_on', i.issued_on,
           'vat_amount', i.vat_amount::text, 'total_amount', i.total_amount::text) order by i.id), '[]')
    from tax_invoices i where i.ticket_id = p_ticket_id
$$;

-- The platform as it was called when it sold something.
create or replace function seller_json(p_seller_id uuid) returns json language sql stable as $$
  select json_build_object('name', s.name, 'name_ar', s.name_ar, 'vat_number', s.vat_number, 'cr_number', s.cr_number,
           'address', s.address, 'address_ar', s.address_ar)
    from platform_identities s where s.id = p_seller_id
$$;

-- Everything that one tax document says. Null where there is none that the caller may see.
create or replace function tax_invoice_json(p_id uuid) returns json language sql stable as $$
  select json_build_object('type', i.type, 'invoice_number', tax_invoice_number(i.type, i.series_number),
           'issued_at', i.issued_at, 'issued_on', i.issued_on,
           'corrects_number', tax_invoice_number(c.type, c.series_number),
           'supplied_on', coalesce(c.issued_on, i.issued_on),
           'is_payout_stopped', i.type = 'credit_note' and i.reason = 'payout_stopped',
           'ticket_number', (select t.ticket_number from tickets t where t.id = i.ticket_id),
           'base_amount', i.base_amount::text, 'net_amount', i.net_amount::text, 'vat_amount', i.vat_amount::text,
           'total_amount', i.total_amount::text, 'buyer_name', i.buyer_name, 'buyer_address', i.buyer_address,
           'seller', seller_json(i.seller_id))
    from tax_invoices i left join tax_invoices c on c.id = i.corrects_id where i.id = p_id
$$;

create or replace function api.read_tax_invoice(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_id uuid)
returns json language plpgsql as $$
declare
  v_invoice json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  v_invoice := tax_invoice_json(p_id);
  if v_invoice is null then perform refuse('not_found'); end if;
  return v_invoice;
end $$;

create or replace function api.read_staff_tax_invoice(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_id uuid)
returns json language plpgsql as $$
declare
  v_invoice json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_invoice := tax_invoice_json(p_id);
  if v_invoice is null then perform refuse('not_found'); end if;
  return v_invoice;
end $$;

-- The platform as it is called from now on; nothing where it is called so already. For the start of a server.
create or replace function api.record_platform_identity(
  p_now timestamptz, p_name text, p_name_ar text, p_vat_number text, p_cr_number text, p_address text,
  p_address_ar text, p_iban text
) returns void language sql as $$
  insert into platform_identities (name, name_ar, vat_number, cr_number, address, address_ar, iban, since)
  select p_name, p_name_ar, p_vat_number, p_cr_number, p_address, p_address_ar, p_iban, p_now
    from (select s.* from platform_identities s order by s.id desc limit 1) last
   where (p_name, p_name_ar, p_vat_number, p_cr_number, p_address, p_address_ar, p_iban)
         is distinct from (last.name, last.name_ar, last.vat_number, last.cr_number, last.address, last.address_ar,
           last.iban)
$$;

grant execute on function api.read_tax_invoice to hamla_app;
grant execute on function api.read_staff_tax_invoice to hamla_staff;
grant execute on function api.record_platform_identity to hamla_jobs;
