-- What the peer needs beside the product's own tables: its roles, who the caller is, and the product's policies in its words.
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role bypassrls; end if;
end $$;
grant usage on schema public, auth to authenticated, anon, service_role;
grant select on companies, tickets, ticket_installments, agency_payouts, credit_assessments to authenticated;
grant select (id, name) on agencies to authenticated;
create function bench_caller() returns uuid language sql stable as
  $$ select nullif(current_setting('request.jwt.claim.sub', true), '')::uuid $$;
create function bench_company() returns uuid language sql stable security definer set search_path = public as
  $$ select c.id from companies c where c.user_id = bench_caller() $$;
-- A server of the product that starts takes away what everybody may do.
grant execute on function bench_company to authenticated;
create policy peer on companies for select to authenticated using (user_id = (select bench_caller()));
create policy peer on tickets for select to authenticated using (company_id = (select bench_company()));
create policy peer on ticket_installments for select to authenticated using (company_id = (select bench_company()));
create policy peer on credit_assessments for select to authenticated using (company_id = (select bench_company()));
create policy peer on agencies for select to authenticated using (true);
-- The product's own function, called as its own role for the caller of the token.
grant hamla_app to authenticated with inherit false, set true;
create function bench_create_ticket(p_key text, p_session_id uuid, p_agency_id uuid, p_amount_sar numeric, p_term text,
  p_description text, p_invoice_url text, p_today date) returns json language plpgsql as $$
declare
  v_user_id uuid := bench_caller();
begin
  perform set_config('role', 'hamla_app', true);
  return bench_reply(api.create_tickets_with_installments(jsonb_build_array(jsonb_build_object('user_id', v_user_id,
    'session_id', p_session_id, 'asked_at', now(), 'key', p_key, 'request_hash', '', 'agency_id', p_agency_id,
    'amount_sar', p_amount_sar, 'repayment_term', p_term, 'description', p_description, 'invoice_url', p_invoice_url,
    'today', p_today, 'tickets_to_agency', 100000, 'tickets', 100000, 'schedule', jsonb_build_array(
      jsonb_build_object('seq', 1, 'due_date', (p_today + interval '1 month')::date, 'amount_sar', p_amount_sar / 2),
      jsonb_build_object('seq', 2, 'due_date', (p_today + interval '2 months')::date, 'amount_sar', p_amount_sar / 2)))), true));
end $$;
