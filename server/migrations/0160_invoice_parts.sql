-- Up Migration

-- An agency's VAT number; null: it gave none. It is compared with the code on its invoices.
alter table agencies add column vat_number text check (vat_number ~ '^3[0-9]{13}3$');
grant update (vat_number) on agencies to hamla_app;

-- That number as it was when the ticket was requested.
alter table tickets add column agency_vat_number text;

-- Uploads of the same invoice: the same file, or a code that says the same.
create index files_of_invoice on files (sha256) where kind = 'invoice' and attached_at is not null;
create index files_of_invoice_code on files ((invoice_code ->> 'vat_number'), (invoice_code ->> 'issued_at'))
  where kind = 'invoice' and attached_at is not null and invoice_code is not null;
