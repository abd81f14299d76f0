-- Up Migration

-- Days on which banks do not work, besides weekends and yearly holidays (payouts.sql), from the environment.
alter table lateness_settings add column bank_holidays date[] not null default '{}';
grant select (bank_holidays) on lateness_settings to hamla_app, hamla_staff;
grant update (bank_holidays) on lateness_settings to hamla_jobs;
