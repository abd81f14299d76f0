-- Remittance advices: tell an agency which payout was sent, and for what.

-- The content of a payout's advice; null unless it is sent or has arrived. Names and addresses of the present attempt,
-- as they were given to the bank and invoiced, so a changed profile does not change it.
create or replace function remittance_json(p agency_payouts) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('ticket_number', t.ticket_number, 'payout_id', p.id, 'attempt', m.attempt,
             'sent_at', r.released_at, 'execution_date', f.execution_date, 'iban', l.iban,
             'invoice_number', tax_invoice_number(i.type, i.series_number),
             'gross_amount', p.gross_amount::text, 'fee_amount', p.fee_amount::text,
             'fee_vat_amount', vat_of_fee(p.fee_amount)::text, 'net_amount', l.amount_sar::text,
             'agency_name', l.beneficiary, 'agency_address', i.buyer_address, 'platform', seller_json(i.seller_id))
      from tickets t
      -- The present attempt.
      join payout_run_lines l on l.payout_id = p.id and coalesce(l.outcome, 'Confirmed') = 'Confirmed'
      join payout_runs r on r.id = l.run_id and r.released_at is not null
      left join payout_file_lines m on m.run_id = l.run_id and m.payout_id = l.payout_id
      left join payout_files f on f.run_id = m.run_id and f.file_no = m.file_no
      -- A payout that came back has cancelled its earlier invoices.
      cross join lateral (select x.* from tax_invoices x where x.payout_id = p.id and x.type = 'invoice'
        order by x.id desc limit 1) i
     where t.id = p.ticket_id and p.status in ('Sent', 'Confirmed'));
end $$;

-- Of the agency that calls. Definer: a run and its files are staff's.
create or replace function agency_remittance_json(p_ticket_number text) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select remittance_json(p) from agency_payouts p join tickets t on t.id = p.ticket_id
   where t.ticket_number = p_ticket_number and p.agency_id = caller_agency_id()
$$;
revoke all on function agency_remittance_json(text) from public;
grant execute on function agency_remittance_json(text) to hamla_app;

create or replace function api.read_remittance_advice(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text
) returns json language plpgsql as $$
declare
  v_advice json;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  v_advice := agency_remittance_json(p_ticket_number);
  if v_advice is null then perform refuse('not_found'); end if;
  return v_advice;
end $$;

create or replace function api.read_staff_remittance_advice(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text
) returns json language plpgsql as $$
declare
  v_advice json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select remittance_json(p) into v_advice from agency_payouts p join tickets t on t.id = p.ticket_id
   where t.ticket_number = p_ticket_number;
  if v_advice is null then perform refuse('not_found'); end if;
  return v_advice;
end $$;

grant execute on function api.read_remittance_advice to hamla_app;
grant execute on function api.read_staff_remittance_advice to hamla_staff;
