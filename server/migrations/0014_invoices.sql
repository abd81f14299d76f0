-- Up Migration

-- The platform as its tax documents name it: a row whenever the environment names it otherwise than the last.
create table platform_identities (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  vat_number text,
  cr_number text,
  address text,
  since timestamptz not null
);
insert into platform_identities (name, since) values ('Hamla', '2026-01-01T00:00:00Z');

-- Numbers without gaps: the row is locked from the moment a number is taken until the transaction ends, and a
-- transaction that fails gives its number back.
create table tax_invoice_series (
  type text primary key check (type in ('invoice', 'credit_note')),
  last_number integer not null default 0 check (last_number >= 0)
);
insert into tax_invoice_series (type) values ('invoice'), ('credit_note');

-- The invoice for the fee of a payout, and the credit note that takes one back: one for each entry of the ledger that
-- earns a fee or undoes one. It stays as it was issued.
create table tax_invoices (
  id uuid primary key default uuidv7(),
  type text not null references tax_invoice_series,
  series_number integer not null check (series_number > 0),
  payout_id uuid not null references agency_payouts,
  ticket_id uuid not null references tickets,
  agency_id uuid not null references agencies,
  entry_id bigint not null unique references journal_entries,
  issued_at timestamptz not null,
  issued_on date not null,
  -- The ticket's amount, of which the fee is a part.
  base_amount numeric(14,2) not null check (base_amount > 0),
  net_amount numeric(14,2) not null check (net_amount >= 0),
  vat_amount numeric(14,2) not null check (vat_amount >= 0),
  total_amount numeric(14,2) not null check (total_amount = net_amount + vat_amount),
  -- The invoice that a credit note takes back, once, and why.
  corrects_id uuid unique references tax_invoices,
  reason text check (length(reason) <= 1000),
  -- As they were named on that day.
  seller_id uuid not null references platform_identities,
  buyer_name text,
  buyer_address text,
  unique (type, series_number),
  check ((corrects_id is not null) = (type = 'credit_note')),
  check ((reason is not null) = (type = 'credit_note'))
);
create index tax_invoices_of_ticket on tax_invoices (ticket_id, id);
create trigger append_only before update or delete or truncate on tax_invoices
  for each statement execute function refuse_rewrite();
create trigger append_only before update or delete or truncate on platform_identities
  for each statement execute function refuse_rewrite();

do $$
declare t text;
begin
  foreach t in array array['platform_identities', 'tax_invoice_series', 'tax_invoices'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

grant select on platform_identities, tax_invoice_series, tax_invoices to hamla_staff;
grant update (last_number) on tax_invoice_series to hamla_staff;
grant insert (type, series_number, payout_id, ticket_id, agency_id, entry_id, issued_at, issued_on, base_amount,
  net_amount, vat_amount, total_amount, corrects_id, reason, seller_id, buyer_name, buyer_address)
  on tax_invoices to hamla_staff;
grant select, insert (name, vat_number, cr_number, address, since) on platform_identities to hamla_jobs;

-- An agency reads the invoices of its own fees; both sides read what the journal says of their own account, and
-- nothing of who of staff wrote it.
grant select on tax_invoices, platform_identities to hamla_app;
grant select (id, occurred_at, local_date, event, company_id, agency_id, ticket_id, payment_id, payout_id,
  reverses_entry_id) on journal_entries to hamla_app;
grant select on journal_lines to hamla_app;
