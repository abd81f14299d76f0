-- Up Migration

-- What a company has chosen to pay with one transfer (docs/decisions/0059-payment-requests.md).
create sequence payment_request_numbers start 100001;
create table payment_requests (
  id uuid primary key default uuidv7(),
  request_number text not null unique default 'HP-' || nextval('payment_request_numbers'),
  company_id uuid not null references companies,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  created_by uuid not null references auth.users,
  created_at timestamptz not null,
  -- The last value date that counts for the choice, unless it is withdrawn.
  expires_on date not null,
  withdrawn_at timestamptz,
  unique (id, company_id)
);
create index payment_requests_of_company on payment_requests (company_id, id desc);

-- An installment, what is in default of a ticket, a refund that is owed back, or what was written off of one.
create table payment_request_items (
  request_id uuid not null,
  company_id uuid not null,
  place smallint not null check (place > 0),
  ticket_id uuid,
  installment_id uuid references ticket_installments,
  payment_id uuid references payments,
  is_loss boolean not null,
  due_date date not null,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  primary key (request_id, place),
  foreign key (request_id, company_id) references payment_requests (id, company_id),
  foreign key (ticket_id, company_id) references tickets (id, company_id),
  check (case when ticket_id is null then installment_id is null and payment_id is not null
              else payment_id is null and (installment_id is null) = is_loss end)
);
create index payment_request_items_of_company on payment_request_items (company_id, request_id);

do $$
declare t text;
begin
  foreach t in array array['payment_requests', 'payment_request_items'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;
grant usage on sequence payment_request_numbers to hamla_app;
grant insert (company_id, amount_sar, created_by, created_at, expires_on), update (withdrawn_at) on payment_requests
  to hamla_app;
grant select on payment_requests to hamla_app;
grant select, insert on payment_request_items to hamla_app;
grant select on payment_requests, payment_request_items to hamla_staff;
grant select on payment_request_items to hamla_jobs;

-- The request that a payment named, a line may name, and a report tells of; then no ticket.
alter table payments add column payment_request_id uuid, add check (num_nonnulls(ticket_id, payment_request_id) <= 1),
  add check (company_id is not null or payment_request_id is null),
  add foreign key (payment_request_id, company_id) references payment_requests (id, company_id);
create index payments_of_request on payments (payment_request_id) where payment_request_id is not null;
grant select (payment_request_id) on payments to hamla_app;
grant select (installment_id, recovers_payment_id, is_recovery) on payment_allocations to hamla_app;
grant insert (payment_request_id), update (payment_request_id) on payments to hamla_staff;

alter table bank_statement_lines add column proposed_request_id uuid references payment_requests;
grant insert (proposed_request_id), update (proposed_request_id) on bank_statement_lines to hamla_staff;

alter table transfer_reports alter column ticket_id drop not null, add column payment_request_id uuid,
  add check (num_nonnulls(ticket_id, payment_request_id) = 1),
  add foreign key (payment_request_id, company_id) references payment_requests (id, company_id);
create index transfer_reports_of_request on transfer_reports (payment_request_id, id desc)
  where payment_request_id is not null;
grant select (payment_request_id), insert (payment_request_id) on transfer_reports to hamla_app;
grant select (payment_request_id) on transfer_reports to hamla_jobs;
