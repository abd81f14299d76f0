-- Deletes what calls have written, without the triggers that protect history.
begin;
set local session_replication_role = replica;
with gone as (delete from tickets where created_at >= :'since' returning id),
     no_installments as (delete from ticket_installments i using gone g where i.ticket_id = g.id)
delete from agency_payouts p using gone g where p.ticket_id = g.id;
delete from files where storage_key like 'b%';
-- The sessions that sign-ins opened, not those of the data set.
delete from auth.sessions where id::text !~ '^0[ef]000000-';
update auth.users set last_sign_in_at = null where last_sign_in_at is not null;
truncate auth.sign_in_failures, auth.request_counts, idempotency_keys, events;
-- Companies and tickets refer to these: a truncate with cascade would empty the data set.
delete from notifications;
delete from mails;
delete from document_sets;
delete from graphile_worker._private_jobs;
commit;

vacuum tickets, ticket_installments, agency_payouts, files, mails, document_sets, auth.users, auth.sessions,
  graphile_worker._private_jobs;

checkpoint;
