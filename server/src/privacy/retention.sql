-- How long personal data is stored, and the daily job that erases what is older (docs/decisions/0080-personal-data.md).

drop policy if exists staff_read on retention_rules;
create policy staff_read on retention_rules for select to hamla_staff using ((select caller_role()) = 'staff');
-- Only what another person has asked for, in the transaction that approves it.
drop policy if exists staff_confirm on retention_rules;
create policy staff_confirm on retention_rules for update to hamla_staff
  using ((select caller_role()) = 'staff' and erased_by = 'job')
  with check (exists (select from approval_requests r
    where r.id = retention_rules.request_id and r.kind = 'change_retention' and r.subject_id = retention_rules.id
      and r.outcome = 'Approved' and r.decided_by = (select caller_user_id())));
drop policy if exists staff_read on retention_erasures;
create policy staff_read on retention_erasures for select to hamla_staff using ((select caller_role()) = 'staff');

-- Whether a rule erases: it has a period, and the law or two people give it.
create or replace function is_in_force(r retention_rules) returns boolean language sql immutable as $$
  select num_nonnulls(r.months, r.days) = 1 and num_nonnulls(r.source, r.confirmed_at) > 0
$$;

create or replace function retention_rule_json(r retention_rules) returns json language sql stable as $$
  select json_build_object('kind', r.kind, 'counts_from', r.counts_from, 'erased_by', r.erased_by,
    'months', r.months, 'days', r.days, 'min_months', r.min_months, 'source', r.source, 'source_ar', r.source_ar,
    'is_in_force', is_in_force(r), 'confirmed_at', r.confirmed_at,
    'requests', open_approvals_json(r.id))
$$;

-- Asks for another period or source of a kind, or confirms what it has. p_months: null erases nothing.
create or replace function api.change_retention(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_kind text,
  p_months integer, p_source text, p_reason text
) returns json language plpgsql as $$
declare
  v_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select r.id into v_id from retention_rules r where r.kind = p_kind and r.erased_by = 'job';
  if not found then perform refuse('not_found'); end if;
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'change_retention', v_id,
    jsonb_build_object('months', p_months, 'source', p_source), p_reason);
end $$;

-- The rule as it stands and as it would be: another change ends the request.
create or replace function change_retention_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_rule retention_rules;
  v_months integer := (r.details ->> 'months')::integer;
begin
  select * into v_rule from retention_rules x where x.id = r.subject_id for update;
  if v_months < v_rule.min_months then
    perform refuse_field('retention_too_short', 'months', 'must be at least ' || v_rule.min_months);
  end if;
  return jsonb_build_object('retention_kind', v_rule.kind, 'months', v_months, 'months_before', v_rule.months,
    'source', r.details ->> 'source', 'source_before', v_rule.source,
    'is_in_force', is_in_force(v_rule), 'min_months', v_rule.min_months);
end $$;

-- A source that stays keeps its Arabic.
create or replace function carry_out_change_retention(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
begin
  update retention_rules x
     set months = (r.details ->> 'months')::integer,
         source_ar = case when x.source is not distinct from r.details ->> 'source' then x.source_ar end,
         source = r.details ->> 'source', confirmed_at = p_now, request_id = r.id
   where x.id = r.subject_id;
  perform record_event(p_now, 'change_retention', 'retention_rule', r.subject_id, null, null,
    jsonb_build_object('months', r.figures -> 'months_before', 'source', r.figures -> 'source_before'),
    jsonb_build_object('kind', r.figures -> 'retention_kind', 'months', r.figures -> 'months',
      'source', r.figures -> 'source', 'reason', r.reason));
end $$;

-- The last day on which money of a user's company or agency was entered; null: none ever was.
create or replace function last_entry_on(p_user_id uuid) returns date language sql stable as $$
  select max(e.local_date) from journal_entries e
   where e.company_id = (select c.id from companies c where c.user_id = p_user_id)
      or e.agency_id = (select a.id from agencies a where a.user_id = p_user_id)
$$;

-- Whether the relationship with a user who has a ticket ended before a moment: no sign-in, entry and erasure since, and
-- nothing open.
create or replace function has_ended_before(u auth.users, p_before timestamptz, p_now timestamptz) returns boolean
language sql stable as $$
  select coalesce(u.erased_at, u.last_sign_in_at, u.created_at) < p_before and has_ticket(u.id)
     and coalesce(last_entry_on(u.id), '-infinity') < (p_before at time zone 'Asia/Riyadh')::date
     and not exists (select from open_matters(u.id, p_now))
$$;

-- Whether an account without a ticket has not been used since a moment, and nothing is open.
create or replace function has_lapsed_before(u auth.users, p_before timestamptz, p_now timestamptz) returns boolean
language sql stable as $$
  select coalesce(u.last_sign_in_at, u.created_at) < p_before and u.erased_at is null and not has_ticket(u.id)
     and not exists (select from staff s where s.user_id = u.id) and not exists (select from open_matters(u.id, p_now))
$$;

-- How many rows of a kind the daily job would erase by a period: what it erases in batches below. Definer: staff do not
-- read them all.
create or replace function rows_past_retention(p_kind text, p_months integer, p_now timestamptz) returns bigint
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_before timestamptz := p_now - make_interval(months => p_months);
begin
  if caller_role() is distinct from 'staff' then perform refuse('wrong_role'); end if;
  return case p_kind
    when 'mails' then (select count(*) from mails x where x.settled_at < v_before
      and not exists (select from notifications f where f.summary_mail_id = x.id))
    when 'help_messages' then (select count(*) from help_messages x where x.answered_at < v_before)
    when 'bureau_answers' then
      (select count(*) from bureau_consents x where x.answered_at < v_before and x.score is not null)
    when 'account_measures' then (select count(*) from account_measures x where x.decided_at < v_before)
      + (select count(*) from auth.factor_removals x where coalesce(x.done_at, x.withdrawn_at) < v_before)
    when 'applications' then (select count(*) from auth.users u where has_lapsed_before(u, v_before, p_now))
    when 'accounts' then
      (select count(*) from auth.users u where u.erased_at is null and has_ended_before(u, v_before, p_now))
    when 'due_diligence' then (select coalesce(sum(due_diligence_files(u.id)), 0) from auth.users u
      where has_ended_before(u, v_before, p_now))
    when 'identity_numbers' then (select count(*) from signing_records x join companies c on c.id = x.company_id
      join auth.users u on u.id = c.user_id
      where x.signed_at < v_before and x.identity_sealed <> '' and has_ended_before(u, v_before, p_now))
  end;
end $$;
revoke all on function rows_past_retention(text, integer, timestamptz) from public;
grant execute on function rows_past_retention(text, integer, timestamptz) to hamla_staff;

-- What a period of a kind would erase at once, for whoever asks for it or confirms it.
create or replace function api.count_past_retention(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_kind text, p_months integer
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  if not exists (select from retention_rules r where r.kind = p_kind and r.erased_by = 'job') then
    perform refuse('not_found');
  end if;
  return json_build_object('row_count', rows_past_retention(p_kind, p_months, p_now));
end $$;

-- Erases a batch of one kind whose rule is in force, and writes the record; how many rows, and why people failed: the
-- others go on. Again and again until none is left: what is erased is not found again. Definer: no login may delete
-- these rows.
create or replace function api.erase_past_retention(p_now timestamptz, p_kind text, p_limit integer) returns json
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  r retention_rules;
  v_before timestamptz;
  v_user_id uuid;
  v_count integer := 0;
  v_failed text[] := '{}';
  n integer;
begin
  select * into r from retention_rules x where x.kind = p_kind and x.erased_by = 'job' and is_in_force(x);
  if not found then return json_build_object('count', 0, 'failed', '{}'::text[]); end if;
  v_before := p_now - make_interval(months => r.months);
  case p_kind
    when 'mails' then
      -- One that a notification names goes with it.
      delete from mails m where m.id in (
        select x.id from mails x where x.settled_at < v_before
           and not exists (select from notifications f where f.summary_mail_id = x.id) limit p_limit);
      get diagnostics v_count = row_count;
    when 'help_messages' then
      delete from help_messages m where m.id in (
        select x.id from help_messages x where x.answered_at < v_before limit p_limit);
      get diagnostics v_count = row_count;
    when 'bureau_answers' then
      update bureau_consents b set score = null, max_score = null where b.id in (
        select x.id from bureau_consents x where x.answered_at < v_before and x.score is not null limit p_limit);
      get diagnostics v_count = row_count;
    when 'account_measures' then
      delete from account_measures m where m.id in (
        select x.id from account_measures x where x.decided_at < v_before limit p_limit);
      get diagnostics v_count = row_count;
      delete from auth.factor_removals m where m.id in (
        select x.id from auth.factor_removals x where coalesce(x.done_at, x.withdrawn_at) < v_before limit p_limit);
      get diagnostics n = row_count;
      v_count := v_count + n;
    when 'applications' then
      for v_user_id in
        select u.id from auth.users u where has_lapsed_before(u, v_before, p_now) for update skip locked
      loop
        begin
          perform erase_account(v_user_id, null, false, p_now);
          v_count := v_count + 1;
        exception when others then
          v_failed := v_failed || sqlstate;
        end;
        exit when v_count >= p_limit;
      end loop;
    when 'accounts' then
      for v_user_id in
        select u.id from auth.users u where u.erased_at is null and has_ended_before(u, v_before, p_now)
         for update skip locked
      loop
        begin
          perform erase_account(v_user_id, null, true, p_now);
          v_count := v_count + 1;
        exception when others then
          v_failed := v_failed || sqlstate;
        end;
        exit when v_count >= p_limit;
      end loop;
    when 'due_diligence' then
      for v_user_id in
        select u.id from auth.users u where has_ended_before(u, v_before, p_now) and due_diligence_files(u.id) > 0
         for update skip locked
      loop
        begin
          v_count := v_count + erase_due_diligence(v_user_id, p_now);
        exception when others then
          v_failed := v_failed || sqlstate;
        end;
        exit when v_count >= p_limit;
      end loop;
    when 'identity_numbers' then
      update signing_records s set identity_sealed = '' where s.id in (
        select x.id from signing_records x join companies c on c.id = x.company_id join auth.users u on u.id = c.user_id
         where x.signed_at < v_before and x.identity_sealed <> '' and has_ended_before(u, v_before, p_now)
         limit p_limit);
      get diagnostics v_count = row_count;
  end case;
  if v_count > 0 then
    insert into retention_erasures as e (kind, erased_on, erased_at, row_count, months, source, request_id)
    values (r.kind, (p_now at time zone 'Asia/Riyadh')::date, p_now, v_count, r.months, r.source, r.request_id)
    on conflict (kind, erased_on, months, source, request_id) do update
      set row_count = e.row_count + excluded.row_count, erased_at = excluded.erased_at;
  end if;
  return json_build_object('count', v_count, 'failed', v_failed);
end $$;

grant execute on function api.change_retention, api.count_past_retention to hamla_staff;
grant execute on function api.erase_past_retention to hamla_jobs;
