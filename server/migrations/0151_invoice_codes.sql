-- Up Migration

-- What the QR code of an uploaded invoice says (api/files.ts, invoiceCode); null: it has none that can be read.
alter table files add column invoice_code jsonb check (jsonb_typeof(invoice_code) = 'object');
