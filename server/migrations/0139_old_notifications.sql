-- Up Migration

-- Old notifications are deleted by a nightly job (domain/notifications/notification-retention.ts), which finds them by
-- these indexes. The mail of a notification goes with it, found by its own.
create index notifications_by_reading on notifications (read_at) where read_at is not null;
create index notifications_by_time on notifications (occurred_at);
create index mails_of_notification on mails (notification_id) where notification_id is not null;
grant delete on notifications to hamla_jobs;
