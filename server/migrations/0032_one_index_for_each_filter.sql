-- Up Migration

-- Few agencies wait to be verified.
create index agencies_to_verify on agencies (id desc) where verified_at is null;

-- Of less than three letters no index of parts knows: what they begin.
create index companies_by_beginning on companies (lower(name) text_pattern_ops);
create index agencies_by_beginning on agencies (lower(name) text_pattern_ops);

-- What one person did of one kind; of all kinds it is walked kind by kind. Last, in the order in which calls lock: a party's row,
-- then its event.
create index events_of_actor_by_operation on events (actor_user_id, operation, occurred_at desc, id desc);
drop index events_of_actor;
