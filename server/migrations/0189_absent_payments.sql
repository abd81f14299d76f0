-- Up Migration

-- The last day after which the statement shows five working days: an unproven payment of that day, or of one before,
-- that no compared statement shows has not come. Null: imported by an earlier release.
alter table bank_statements add column complete_until date;
grant insert (complete_until) on bank_statements to hamla_staff;
create index bank_statements_complete on bank_statements (complete_until) where compared_at is not null;

-- Payments that an earlier release recorded count as if they had come on the day of its upgrade.
alter table lateness_settings add column absence_counts_from date not null default '-infinity';
update lateness_settings set absence_counts_from = current_date where exists (select from payments);

-- Its successor says more of each part.
drop function if exists unproven_payment_parts(uuid, integer);
