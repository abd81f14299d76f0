-- What a filled console lacks for being measured as it grows.

-- The day that is closed leaves as much behind in every data set: 2,000 installments, and nothing that was not answered.
update tickets set created_local_date = :'today' where status = 'PendingAgencyApproval';

-- Of the weeks in which reminders are sent eighty are overdue, which have had theirs: the list of a week has rows.
update ticket_installments set due_date = '2026-08-01'
 where status = 'Overdue' and due_date > '2026-11-01'
   and id not in (select id from ticket_installments where status = 'Overdue' and due_date > '2026-11-01' order by id limit 80);
insert into reminders (installment_id, due_date, reminder_day, mail_day)
select id, due_date, reminder_for_day(due_date, '2026-11-22'), :'today' from ticket_installments
 where status = 'Overdue' and due_date > '2026-11-01';
update ticket_installments set due_date = :'today'
 where id in (select i.id from ticket_installments i join tickets t on t.id = i.ticket_id
               where i.status = 'Due' and t.status = 'Active' limit 2000);

-- Two companies and two agencies that do not call with the others: one of each is suspended, so that a filter finds one; one has
-- grown.
with users as (
  insert into auth.users (email, created_at, updated_at)
  select what || kind || '@console.example', '2024-01-01', '2024-01-01'
    from unnest(array['suspended-', 'grown-']) what, unnest(array['company', 'agency']) kind returning id, email),
company as (
  insert into companies (user_id, name, created_at, updated_at)
  select id, email, '2024-01-01', '2024-01-01' from users where email like '%company@%')
insert into agencies (user_id, name, created_at, updated_at)
select id, email, '2024-01-01', '2024-01-01' from users where email like '%agency@%';
update companies
   set total_approval_budget = 90000, budget_status = 'Suspended', budget_reason = 'Registration', budget_decided_at = '2024-01-02',
       budget_decided_by = (select user_id from staff), updated_at = '2024-01-02'
 where name like 'suspended-%';
update agencies set suspended_at = '2024-01-02', suspension_reason = 'Registration' where name like 'suspended-%';

insert into user_roles (user_id, role, created_at, updated_at)
select user_id, 'company', created_at, created_at from companies union all
select user_id, 'agency', created_at, created_at from agencies;
insert into auth.sessions (user_id, amr, created_at, refreshed_at, not_after)
select user_id, '[]', '2026-01-01', '2026-01-01', '2099-01-01' from user_roles;

-- Who calls in each data set: as many as the smallest one has. Of their tickets the oldest: what is looked for from the
-- newest on goes a long way.
create table growth_people as
select 'company' as kind, p.id, p.user_id, s.id as session_id, substring(p.name from 'p[0-9]+@') as name_part,
       (select t.ticket_number from tickets t
         where t.company_id = p.id and t.company_list = 'current' and t.status = 'Active'
         order by t.created_at limit 1) as ticket_number,
       (select t.ticket_number from tickets t
         where t.company_id = p.id and t.company_list = 'old' and t.status = 'Completed'
         order by t.created_at limit 1) as completed_number,
       null as invoice_id
  from (select * from companies where name like 'Company %' order by md5(id::text) limit 100) p join auth.sessions s using (user_id)
union all
select 'agency' as kind, p.id, p.user_id, s.id as session_id, substring(p.name from 'p[0-9]+@') as name_part,
       (select t.ticket_number from tickets t
         where t.agency_id = p.id and t.agency_list = 'approved' and t.status = 'Active'
         order by t.created_at limit 1) as ticket_number,
       (select t.ticket_number from tickets t
         where t.agency_id = p.id and t.agency_list = 'history' and t.status = 'Completed'
         order by t.created_at limit 1) as completed_number,
       (select i.id from tickets t join tax_invoices i on i.ticket_id = t.id where t.agency_id = p.id limit 1) as invoice_id
  from (select * from agencies where name like 'Agency %' order by md5(id::text) limit 20) p join auth.sessions s using (user_id)
union all
select split_part(p.name, '@', 1), p.id, p.user_id, s.id, null, null, null, null
  from (select id, user_id, name from companies union all select id, user_id, name from agencies) p
  join auth.sessions s using (user_id)
 where p.name like 'grown-%';

-- Each agency that calls waits for sixty payouts of the suspended company's tickets: thirty of the last days, thirty late ones.
with made as (
  insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
    created_local_date, updated_at)
  select c.id, p.id, 'Approved', 1000, 'OneMonth', p.id || '/' || n, m.moment, m.moment::date, m.moment
    from companies c, growth_people p, generate_series(1, 60) n,
         lateral (select :'now'::timestamptz - n * case when n <= 30 then interval '1 hour' else interval '1 day' end) m(moment)
   where c.budget_status = 'Suspended' and p.kind = 'agency'
  returning id, company_id, agency_id, amount_sar, created_at),
owed as (
  insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar)
  select id, company_id, 1, '2026-12-31', amount_sar from made)
insert into agency_payouts (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at)
select agency_id, id, amount_sar, service_fee(amount_sar), amount_sar - service_fee(amount_sar), created_at from made;

-- One ticket of the grown company and the grown agency has 5,000 journal entries in the last five days.
with ticket as (
  insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
    created_local_date, updated_at)
  select c.id, a.id, 'Completed', 5000, 'OneMonth', 'grown', '2026-10-01', '2026-10-01', '2026-11-20'
    from growth_people c, growth_people a where c.kind = 'grown-company' and a.kind = 'grown-agency' returning *),
installment as (
  insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, status, paid_amount, paid_on)
  select id, company_id, 1, '2026-11-01', amount_sar, 'Paid', amount_sar, '2026-11-01' from ticket returning id),
entries as (
  insert into journal_entries (occurred_at, local_date, event, company_id, agency_id, ticket_id, posted_by)
  select d.day + time '12:00', d.day, 'ticket_financed', t.company_id, t.agency_id, t.id, s.user_id
    from ticket t, staff s, generate_series(0, 4999) n, lateral (select date '2026-11-16' + n / 1000) d(day)
   order by n returning id)
insert into journal_lines (entry_id, line_no, account, amount_sar, installment_id)
select e.id, l.line_no, l.account, l.amount_sar, case when l.line_no = 1 then i.id end
  from entries e, installment i, (values (1, 'receivable', 1), (2, 'agency_payable', -1)) l(line_no, account, amount_sar);

select api.roll_up_balances(10000);

-- Of each party's newest forty tickets a notification, a third of them unread; of the console's as many as one day has.
insert into notifications (user_id, side, kind, subject_id, occurred_at, read_at, delivery)
select p.user_id, p.side, p.kind, t.id, t.created_at, case when t.n % 3 > 0 then t.created_at + interval '1 hour' end, 'daily'
  from (select id, user_id, 'company' as side, 'ticket_approved' as kind from companies
        union all select id, user_id, 'agency', 'new_ticket' from agencies) p
  cross join lateral (
    select o.id, o.created_at, row_number() over (order by o.created_at) as n from (
      select t.id, t.created_at from tickets t where p.side = 'company' and t.company_id = p.id
      union all select t.id, t.created_at from tickets t where p.side = 'agency' and t.agency_id = p.id) o
     order by o.created_at desc limit 40) t;
insert into notifications (user_id, side, kind, subject_id, occurred_at, delivery)
select s.user_id, 'staff', 'approval_waiting', null, :'now'::timestamptz - n * interval '1 minute', 'daily'
  from staff s, generate_series(1, 200) n;

-- Thirty payment requests of each company, of one installment each.
with item as (
  select c.id as company_id, c.user_id, i.*, uuidv7() as request_id
    from companies c cross join lateral (
      select i.id as installment_id, i.ticket_id, i.due_date, i.amount_sar, row_number() over (order by i.id) as n
        from ticket_installments i where i.company_id = c.id limit 30) i),
request as (
  insert into payment_requests (id, company_id, amount_sar, created_by, created_at, expires_on)
  select request_id, company_id, amount_sar, user_id, '2026-11-01', case when n = 1 then date '2026-12-01' else '2026-11-02' end
    from item)
insert into payment_request_items (request_id, company_id, place, ticket_id, installment_id, is_loss, due_date, amount_sar)
select request_id, company_id, 1, ticket_id, installment_id, false, due_date, amount_sar from item;

-- A virtual IBAN for each company, and lists of a thousand each.
with numbered as (
  select id, 'SA0080' || lpad(n::text, 18, '0') as iban, (n - 1) / 1000 as list
    from (select id, row_number() over (order by id) as n from companies) c),
lists as (
  insert into virtual_iban_lists (file_name, file_sha256, ibans, loaded_by, loaded_at)
  select 'list-' || list || '.csv', sha256(list::text::bytea), array_agg(iban order by iban), s.user_id, '2026-01-01'
    from numbered, staff s group by list, s.user_id returning id, ibans[1] as first)
insert into virtual_ibans (iban, list_id, company_id, assigned_at)
select n.iban, l.id, n.id, '2026-01-02' from numbered n
  join numbered f on f.list = n.list join lists l on l.first = f.iban;

-- The last three months of the portfolio's trends; each has as many rows, whatever the size.
select write_portfolio_month(m::date) from generate_series('2026-08-01'::date, '2026-10-01', interval '1 month') m;
