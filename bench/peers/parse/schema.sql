-- Copies the data set into Parse Server's own classes, with the list of readers in each row for its access control, and indexes
-- for the dashboard's queries. Installments repeat their ticket's list, and tickets their agency's name, so that each needs one
-- query.
insert into parse."_User" ("objectId", username, "createdAt", "updatedAt")
select bench_id('0a', n)::text, 'company' || n, now(), now() from generate_series(1, :people) n;
insert into parse."_Session" ("objectId", "user", "sessionToken", "expiresAt", "createdAt", "updatedAt")
select 's' || n, bench_id('0a', n)::text, 'r:' || md5(n::text), '2099-01-01', now(), now() from generate_series(1, :people) n;
insert into parse."Agency" ("objectId", name, "createdAt", "updatedAt", _rperm)
select a.id::text, a.name, a.created_at, a.updated_at, array['*'] from agencies a;
insert into parse."Company" ("objectId", name, business_area, budget, "createdAt", "updatedAt", _rperm)
select c.id::text, c.name, c.business_area, c.total_approval_budget::text, c.created_at, c.updated_at, array[c.user_id::text] from companies c;
insert into parse."Ticket" ("objectId", company, agency, agency_name, ticket_number, status, list, amount_sar, repayment_term, description,
  invoice_url, created_local_date, "createdAt", "updatedAt", _rperm)
select t.id::text, t.company_id::text, t.agency_id::text, a.name, t.ticket_number, t.status, t.company_list, t.amount_sar::text, t.repayment_term,
       t.description, t.invoice_url, t.created_local_date::text, t.created_at, t.updated_at, array[c.user_id::text]
  from tickets t join companies c on c.id = t.company_id join agencies a on a.id = t.agency_id;
insert into parse."Installment" ("objectId", ticket, company, list, seq, due_date, amount_sar, paid_amount, status, "createdAt",
  "updatedAt", _rperm)
select i.id::text, i.ticket_id::text, i.company_id::text, t.company_list, i.seq, i.due_date::text, i.amount_sar::text,
       i.paid_amount::text, i.status, t.created_at, t.updated_at, array[c.user_id::text]
  from ticket_installments i join tickets t on t.id = i.ticket_id join companies c on c.id = i.company_id;
create index on parse."Ticket" (company, list, "createdAt" desc);
create index on parse."Installment" (company, list, due_date);
create index on parse."_Session" ("sessionToken");
analyze parse."Ticket", parse."Installment", parse."Company", parse."Agency", parse."_User", parse."_Session";
