-- Up Migration

-- Few agencies wait to be verified.
create index agencies_to_verify on agencies (id desc) where verified_at is null;

-- What one person did of one kind; of all kinds it is walked kind by kind.
create index events_of_actor_by_operation on events (actor_user_id, operation, occurred_at desc, id desc);
drop index events_of_actor;
