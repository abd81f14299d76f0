-- Up Migration

-- What a company's list of documents reads.
create index document_sets_of_company on document_sets (company_id, ticket_id, version);
