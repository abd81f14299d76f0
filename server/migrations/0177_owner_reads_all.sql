-- Up Migration

-- An owner who is no superuser did not see the row of lateness_settings, so that 0162 made no policy that counts: what a new
-- installation has, until the first start says what the environment says.
alter table credit_policies disable trigger activated_once;
insert into credit_policies (status, model_version, request_grace_days, payout_grace_days, unset_budget_limit_sar)
select 'counts', 'scorecard-3', 3, 14, 50000 where not exists (select from credit_policies where status = 'counts');
alter table credit_policies enable trigger activated_once;

create policy owner_all on lateness_settings to current_user using (true) with check (true);
create policy owner_all on job_workers to current_user using (true) with check (true);
