-- Up Migration

-- Of which platform an agency was invoiced by, the policy of platform_identities asks.
create index tax_invoices_of_agency on tax_invoices (agency_id, seller_id);

-- A transfer that a company reports may be a payment that nobody is known to have made.
create index payments_unidentified_by_amount on payments (amount_sar, value_date, id desc)
  where company_id is null and reversed_at is null;

create index agencies_suspended on agencies (id desc) where suspended_at is not null;
