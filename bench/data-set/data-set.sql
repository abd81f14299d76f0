-- What the measurements run on: companies, agencies, their tickets with installments and payouts. An id is its kind and its
-- number, so that a load generator can name any row without asking; tickets of a company and of an agency lie scattered.

create or replace function bench_id(p_kind text, p_number bigint) returns uuid language sql immutable parallel safe as
  $$ select (p_kind || '000000-0000-7000-8000-' || lpad(to_hex(p_number), 12, '0'))::uuid $$;

insert into auth.users (id, email, password_hash, user_metadata, created_at, updated_at)
select bench_id('0a', n), 'company' || n || '@example.sa', :'password_hash', '{"role": "company"}'::jsonb, :'start'::timestamptz, :'start'::timestamptz
  from generate_series(1, :companies) n
union all
select bench_id('0b', n), 'agency' || n || '@example.sa', :'password_hash', '{"role": "agency"}'::jsonb, :'start'::timestamptz, :'start'::timestamptz
  from generate_series(1, :agencies) n;

insert into user_roles (user_id, role, created_at, updated_at)
select u.id, u.user_metadata ->> 'role', u.created_at, u.created_at from auth.users u;

insert into auth.sessions (id, user_id, amr, created_at, refreshed_at, not_after)
select bench_id('0e', n), bench_id('0a', n), '[]'::jsonb, :'start'::timestamptz, :'start'::timestamptz, '2099-01-01'::timestamptz from generate_series(1, :people) n
union all
select bench_id('0f', n), bench_id('0b', n), '[]'::jsonb, :'start'::timestamptz, :'start'::timestamptz, '2099-01-01'::timestamptz from generate_series(1, :people) n;

insert into companies (id, user_id, name, cr_number, business_area, revenue_last_6_months, total_approval_budget, created_at, updated_at)
select bench_id('0c', n), bench_id('0a', n), 'Company ' || n, (1010000000 + n)::text, 'Retail', array_fill(250000.00::numeric, array[6]), 900000000, :'start', :'start'
  from generate_series(1, :companies) n;
insert into agencies (id, user_id, name, iban, created_at, updated_at)
select bench_id('0d', n), bench_id('0b', n), 'Agency ' || n, 'SA0380000000608010167519', :'start', :'start'
  from generate_series(1, :agencies) n;

insert into credit_assessments (company_id, created_at, model_version, grade, score, max_score, is_preliminary,
  total_approval_budget, inputs, factors)
select bench_id('0c', n), :'start', '1', 'A', 80, 100, true, 900000000, '{}', '[]' from generate_series(1, :companies) n;

-- Of 100 tickets, the newest of each company: 6 wait, 14 are being repaid, 66 are repaid, 9 were rejected, 5 closed.
insert into tickets (id, company_id, agency_id, status, amount_sar, repayment_term, description, invoice_url, created_at,
  created_local_date, updated_at)
select bench_id('10', n), bench_id('0c', 1 + n % :companies), bench_id('0d', 1 + (n * 7919 + n / :companies) % :agencies),
       case when r.age < 6 then 'PendingAgencyApproval' when r.age < 10 then 'Approved' when r.age < 20 then 'Active'
            when r.age < 86 then 'Completed' when r.age < 95 then 'Rejected' else 'Closed' end,
       1000 + n % 9000, case n % 10 when 0 then 'ThreeMonths' when 1 then 'ThreeMonths' when 2 then 'TwoMonths'
            when 3 then 'TwoMonths' when 4 then 'TwoMonths' when 5 then 'TwoMonths' else 'OneMonth' end,
       'Campaign ' || n, bench_id('0a', 1 + n % :companies) || '/' || n || '.pdf',
       d.created_at, (d.created_at at time zone 'Asia/Riyadh')::date, d.created_at
  from generate_series(1, :tickets::bigint) n,
       lateral (select (:tickets - n) * 100 / :tickets as age) r,
       lateral (select :'now'::timestamptz - (:tickets - n) * (interval '400 days' / :tickets) as created_at) d;

insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, status, paid_amount, paid_on, is_owed)
select t.id, t.company_id, s.seq, d.due_date, s.amount_sar, x.status,
       case when x.status = 'Paid' then s.amount_sar else 0 end, case when x.status = 'Paid' then d.due_date end,
       t.status = 'Active'
  from tickets t,
       lateral (select case t.repayment_term when 'OneMonth' then 1 when 'TwoMonths' then 2 else 3 end as months) m,
       lateral (select n as seq, case when n < m.months then trunc(t.amount_sar / m.months, 2)
                  else t.amount_sar - (m.months - 1) * trunc(t.amount_sar / m.months, 2) end as amount_sar
                  from generate_series(1, m.months) n) s,
       lateral (select (t.created_local_date + make_interval(months => s.seq))::date as due_date) d,
       lateral (select case when t.status = 'Completed' or (t.status = 'Active' and d.due_date < :'today'::date - 20) then 'Paid'
                            when t.status = 'Active' and d.due_date < :'today' then 'Overdue' else 'Due' end as status) x;

insert into agency_payouts (agency_id, ticket_id, status, gross_amount, fee_amount, net_amount, created_at, sent_at)
select t.agency_id, t.id, case t.status when 'Approved' then 'Pending' else 'Confirmed' end, t.amount_sar,
       round(t.amount_sar * 0.05, 2), t.amount_sar - round(t.amount_sar * 0.05, 2), t.created_at,
       case when t.status <> 'Approved' then t.created_at end
  from tickets t where t.status in ('Approved', 'Active', 'Completed');

select setval('ticket_numbers', 100001 + :tickets);

vacuum (analyze) tickets, ticket_installments, agency_payouts;

analyze;

-- Postpones all mails, as hold-jobs.sql does jobs.
create function bench_hold_mail() returns trigger language plpgsql as
  $$ begin new.due_at := '2099-01-01'; return new; end $$;
create trigger bench_hold before insert on mails for each row execute function bench_hold_mail();
