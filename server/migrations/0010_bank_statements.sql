-- Up Migration

-- A company says that it has transferred money for a ticket, with a proof. While staff check it nobody is reminded.
create table transfer_reports (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  ticket_id uuid not null,
  amount_sar numeric(14,2) not null check (amount_sar > 0),
  -- The day on which the company says it left its account.
  transferred_on date not null,
  bank_reference text check (length(bank_reference) <= 140),
  -- Its path in company-documents.
  proof_file text not null unique,
  status text not null default 'Checking' check (status in ('Checking', 'Matched', 'TurnedDown', 'Withdrawn')),
  reported_at timestamptz not null,
  payment_id uuid references payments,
  decided_by uuid references staff,
  decided_at timestamptz,
  reason text check (length(reason) <= 1000),
  check ((payment_id is not null) = (status = 'Matched')),
  check ((reason is not null) = (status = 'TurnedDown')),
  check ((decided_at is null) = (status = 'Checking')),
  check ((decided_by is not null) = (status in ('Matched', 'TurnedDown'))),
  foreign key (ticket_id, company_id) references tickets (id, company_id)
);
create index transfer_reports_of_ticket on transfer_reports (ticket_id, id desc);
create index transfer_reports_checking on transfer_reports (id) where status = 'Checking';
create index transfer_reports_decided on transfer_reports (id desc) where status <> 'Checking';
-- One payment answers one report.
create unique index transfer_reports_of_payment on transfer_reports (payment_id) where payment_id is not null;

-- A statement of our account as the bank gave it, by the hash of its file.
create table bank_statements (
  id uuid primary key default uuidv7(),
  file_name text not null check (length(file_name) between 1 and 255),
  file_sha256 bytea not null unique,
  format text not null check (format in ('camt.053', 'csv')),
  -- Null where the file does not say it.
  account_iban text,
  from_date date not null,
  to_date date not null,
  -- Lines that it brought, and lines that an earlier statement had brought already.
  line_count integer not null check (line_count >= 0),
  known_count integer not null check (known_count >= 0),
  imported_by uuid not null references staff,
  imported_at timestamptz not null,
  check (from_date <= to_date)
);

-- What the lines say stays as it was read; what is decided about one changes.
create table bank_statement_lines (
  id uuid primary key default uuidv7(),
  statement_id uuid not null references bank_statements,
  -- Its place in the file, from 1.
  line_no integer not null check (line_no > 0),
  -- A hash of what makes it this transfer, and its number among lines of one file that are the same in that: so the
  -- same line of an overlapping statement is known, and two identical transfers are two.
  identity bytea not null,
  occurrence integer not null check (occurrence > 0),
  direction text not null check (direction in ('credit', 'debit')),
  -- As ISO 20022 allows; of riyals, whole halalas.
  amount numeric(18,5) not null check (amount > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  booked_on date not null,
  value_date date not null,
  bank_reference text check (length(bank_reference) <= 140),
  payer_name text check (length(payer_name) <= 200),
  payer_iban text check (length(payer_iban) <= 40),
  remittance text check (length(remittance) <= 2000),
  status text not null check (status in ('Open', 'Confirmed', 'SetAside', 'Debit', 'Refused')),
  refusal text check (refusal in ('currency', 'reversal', 'not_booked')),
  -- What domain/servicing/statement-matching.ts proposes; of lines that are open.
  certainty text check (certainty in ('certain', 'likely', 'possible', 'none')),
  match_reason text,
  proposed_company_id uuid references companies,
  proposed_ticket_id uuid references tickets,
  proposed_report_id uuid references transfer_reports,
  proposed_payment_id uuid references payments,
  payment_id uuid references payments,
  decided_by uuid references staff,
  decided_at timestamptz,
  set_aside_reason text check (length(set_aside_reason) <= 1000),
  unique (identity, occurrence),
  unique (statement_id, line_no),
  check (currency <> 'SAR' or amount = round(amount, 2)),
  check ((status = 'Debit') = (direction = 'debit' and refusal is null)),
  check ((status = 'Refused') = (refusal is not null)),
  check (status in ('Debit', 'Refused') or (direction = 'credit' and currency = 'SAR')),
  check ((certainty is null) = (match_reason is null)),
  check (status <> 'Open' or certainty is not null),
  check ((payment_id is not null) = (status = 'Confirmed')),
  check ((set_aside_reason is not null) = (status = 'SetAside')),
  check ((decided_at is null) = (decided_by is null) and (decided_at is not null) = (status in ('Confirmed', 'SetAside')))
);
create index bank_statement_lines_open on bank_statement_lines (statement_id, certainty, line_no) where status = 'Open';
create index bank_statement_lines_by_status on bank_statement_lines (statement_id, status, line_no);
-- For whom an IBAN has paid.
create index bank_statement_lines_of_iban on bank_statement_lines (payer_iban) where status = 'Confirmed';
-- A payment stands on one line.
create unique index bank_statement_lines_of_payment on bank_statement_lines (payment_id) where payment_id is not null;

-- Payments that a line of a statement may be.
create index payments_by_amount on payments (amount_sar, value_date) where reversed_at is null;

do $$
declare t text;
begin
  foreach t in array array['transfer_reports', 'bank_statements', 'bank_statement_lines'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', t);
  end loop;
end $$;

-- A company makes and withdraws a report; only staff decide it, and who of them is not the company's to read.
grant select (id, company_id, ticket_id, amount_sar, transferred_on, bank_reference, proof_file, status, reported_at,
  payment_id, decided_at, reason),
  insert (company_id, ticket_id, amount_sar, transferred_on, bank_reference, proof_file, reported_at),
  update (status, decided_at) on transfer_reports to hamla_app;
grant select, update (status, payment_id, decided_by, decided_at, reason) on transfer_reports to hamla_staff;
-- The proofs; which files, the policy says.
grant select on files to hamla_staff;
grant select,
  insert (file_name, file_sha256, format, account_iban, from_date, to_date, line_count, known_count, imported_by, imported_at)
  on bank_statements to hamla_staff;
grant select,
  insert (statement_id, line_no, identity, occurrence, direction, amount, currency, booked_on, value_date, bank_reference,
    payer_name, payer_iban, remittance, status, refusal, certainty, match_reason, proposed_company_id,
    proposed_ticket_id, proposed_report_id, proposed_payment_id),
  update (status, certainty, match_reason, proposed_company_id, proposed_ticket_id, proposed_report_id,
    proposed_payment_id, payment_id, decided_by, decided_at, set_aside_reason) on bank_statement_lines to hamla_staff;
-- Whoever reminds asks whether a report is being checked.
grant select (ticket_id, status) on transfer_reports to hamla_jobs;
