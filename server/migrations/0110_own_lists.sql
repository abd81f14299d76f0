-- Up Migration

-- The sum of an agency's list comes from the index alone, as a company's does.
drop index tickets_of_agency;
create index tickets_of_agency on tickets (agency_id, agency_list, created_at desc, id desc) include (company_id, amount_sar);

-- A company reads what it has paid, also beside a ticket.
grant select (id, company_id, ticket_id, amount_sar, value_date, bank_reference, reversed_at) on payments to hamla_app;
