-- Up Migration

-- The largest small rest (lateness.sql), from the environment; 0: none is small.
alter table lateness_settings add column small_rest_sar numeric(14,2) not null default 5.00
  check (small_rest_sar between 0 and 5);
grant select (small_rest_sar) on lateness_settings to hamla_app, hamla_staff;
grant update (small_rest_sar) on lateness_settings to hamla_jobs;

create index installments_small_rest on ticket_installments (company_id)
 where is_owed and paid_amount < amount_sar and amount_sar - paid_amount <= 5;
