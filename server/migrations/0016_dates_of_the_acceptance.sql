-- Up Migration

-- The dates of a schedule count from the acceptance of its documents: only record_acceptance, a definer, writes them.
revoke update (schedule_restarted_on) on tickets from hamla_staff;
revoke update (due_date) on ticket_installments from hamla_staff;
