-- Up Migration

-- What keeps a grade below that of its score (domain/credit/reasons.ts), and what would end it.
alter table credit_assessments add column grade_limit jsonb;

-- Until which day closes have queued the analyses of companies whose lateness crossed a threshold; null: they look at
-- all that is overdue.
alter table lateness_settings add column analysed_until date;
grant update (analysed_until) on lateness_settings to hamla_jobs;
