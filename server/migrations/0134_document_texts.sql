-- Up Migration

-- What a document says, part by part, as the page shows it (api/document-text.ts), and with an agreement the three
-- sentences above its version. Null: issued before it was stored; such a version is read as PDF.
alter table ticket_documents
  add column text_parts jsonb,
  add column summary jsonb,
  add check (summary is null or kind = 'financing_agreement');
grant insert (text_parts, summary) on ticket_documents to hamla_jobs;
