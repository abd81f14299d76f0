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
  return api.create_ticket_with_installments(v_user_id, p_session_id, now(), p_key, '', null, p_agency_id, p_amount_sar,
    p_term, p_description, p_invoice_url, false, p_today,
    array[(p_today + interval '1 month')::date, (p_today + interval '2 months')::date],
    array[p_amount_sar / 2, p_amount_sar / 2], 100000, 100000);
end $$;
