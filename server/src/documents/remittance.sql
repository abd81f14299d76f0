-- Remittance advices: tell an agency which payout was sent, and for what.

-- The content of a payout's advice; null unless it was sent to the bank. Names and addresses of the present attempt,
-- as they were given to the bank and invoiced, so a changed profile does not change it.
create or replace function remittance_json(p agency_payouts) returns json language plpgsql stable as $$
begin
  return (
    select json_build_object('ticket_number', t.ticket_number, 'payout_id', p.id, 'attempt', m.attempt,
             'sent_at', p.sent_at, 'execution_date', f.execution_date, 'iban', l.iban,
             'invoice_number', tax_invoice_number(i.type, i.series_number),
             'gross_amount', p.gross_amount::text, 'fee_amount', p.fee_amount::text,
             'fee_vat_amount', vat_of_fee(p.fee_amount)::text, 'net_amount', l.amount_sar::text,
             'agency_name', l.beneficiary, 'agency_address', i.buyer_address, 'platform', seller_json(i.seller_id))
      from tickets t
      -- The present attempt.
      join payout_run_lines l on l.payout_id = p.id and coalesce(l.outcome, 'Confirmed') = 'Confirmed'
      left join payout_file_lines m on m.run_id = l.run_id and m.payout_id = l.payout_id
      left join payout_files f on f.run_id = m.run_id and f.file_no = m.file_no
      -- A payout that came back has cancelled its earlier invoices.
      cross join lateral (
        select x.* from tax_invoices x where x.ticket_id = t.id and x.payout_id = p.id and x.type = 'invoice'
         order by x.id desc limit 1) i
     where t.id = p.ticket_id and p.sent_at is not null);
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

-- What was sent to the calling agency on Riyadh days, both included, the first first: a page with the totals of all of
-- it. p_cursor: the payout that a page follows. Definer, as above.
create or replace function agency_remittances(p_from date, p_to date, p_cursor uuid, p_limit integer) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with sent as materialized (
    select p as payout, p.id, p.sent_at
      from agency_payouts p
     where p.agency_id = caller_agency_id() and p.sent_at >= day_begins(p_from) and p.sent_at < day_ends(p_to)),
  page as materialized (
    select s.payout, s.id, s.sent_at from sent s
     where p_cursor is null
        or (s.sent_at, s.id) > (select c.sent_at, c.id from sent c where c.id = p_cursor)
     order by s.sent_at, s.id limit p_limit + 1),
  shown as (select g.*, row_number() over (order by g.sent_at, g.id) as place from page g)
  select json_build_object('from', p_from, 'to', p_to,
    'items', coalesce((
      select json_agg((remittance_json(h.payout)::jsonb
               - array['sent_at', 'agency_name', 'agency_address', 'platform'])
               || jsonb_build_object('sent_on', (h.sent_at at time zone 'Asia/Riyadh')::date, 'company_name', (
                    select c.name from company_names c
                     where c.id = (select t.company_id from tickets t where t.id = (h.payout).ticket_id)))
               order by h.place)
        from shown h where h.place <= p_limit), '[]'),
    'next_cursor', (select h.id from shown h where h.place = p_limit and exists (select from shown m
      where m.place > p_limit)),
    'totals', (
      select json_build_object('count', count(*),
               'gross_amount', coalesce(sum((s.payout).gross_amount), 0)::numeric(18,2)::text,
               'fee_amount', coalesce(sum((s.payout).fee_amount), 0)::numeric(18,2)::text,
               'fee_vat_amount', coalesce(sum(vat_of_fee((s.payout).fee_amount)), 0)::numeric(18,2)::text,
               'net_amount', coalesce(sum((s.payout).net_amount), 0)::numeric(18,2)::text)
        from sent s))
$$;
revoke all on function agency_remittances(date, date, uuid, integer) from public;
grant execute on function agency_remittances(date, date, uuid, integer) to hamla_app;

create or replace function api.list_remittances(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_from date, p_to date, p_cursor uuid, p_limit integer
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return json_build_object('party', account_statement_holder_json(null, caller_agency_id()),
    'remittances', agency_remittances(p_from, p_to, p_cursor, p_limit));
end $$;

grant execute on function api.list_remittances to hamla_app;
grant execute on function api.read_remittance_advice to hamla_app;
grant execute on function api.read_staff_remittance_advice to hamla_staff;
