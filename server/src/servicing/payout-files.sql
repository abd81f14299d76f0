-- The files of a payout run for the bank. A line is in at most one of them, whatever was suspended or answered
-- meanwhile: what the bank was told to pay it is not told again.

-- Each run that takes a payout up is another attempt: the bank tells them apart.
create or replace function payout_attempt(l payout_run_lines) returns integer language sql stable as $$
  select count(*)::integer from payout_run_lines e where e.payout_id = l.payout_id and e.run_id <= l.run_id
$$;

create or replace function payout_line_file_no(l payout_run_lines) returns integer language sql stable as $$
  select f.file_no from payout_file_lines f where f.run_id = l.run_id and f.payout_id = l.payout_id
$$;

-- Why a line without a result must not be paid any more; null: it may. Where it is
-- in no file yet, the next one fails it; where it is in one, the bank is asked to recall it, but not because its
-- company has become late or a limit was crossed since. The release has checked how old
-- the acceptance is. Before the release: why it would be refused.
create or replace function payout_line_obstacle(l payout_run_lines, p_today date) returns text language sql stable as $$
  select case when a.paid_iban is not null and a.paid_iban <> l.iban and a.suspended_at is null then 'iban_changed'
              when r.status = 'Draft' then payout_obstacle(p, p_today)
              else coalesce(payout_obstacle_of_parties(p), case when payout_line_file_no(l) is null
                then coalesce(bank_line_obstacle(p), overdue_obstacle(p, p_today), limit_obstacle(p)) end) end
    from payout_runs r, agency_payouts p join agencies a on a.id = p.agency_id
   where r.id = l.run_id and r.status in ('Draft', 'Released') and p.id = l.payout_id and l.outcome is null
$$;

-- Whether a line of a released run is in no file, or goes to an IBAN that its agency has changed since
-- (doubtful-payouts.sql).
create or replace function is_line_doubtful(l payout_run_lines) returns boolean language sql stable as $$
  select r.status = 'Released' and (payout_line_file_no(l) is null or a.paid_iban is distinct from l.iban)
    from payout_runs r, agencies a where r.id = l.run_id and a.id = l.agency_id
$$;

-- Lines of a released run that are in no file and have no result.
create or replace function payout_lines_without_file(p_run_id uuid) returns setof payout_run_lines language sql stable
  as $$
  select l.* from payout_runs r join payout_run_lines l on l.run_id = r.id
   where r.id = p_run_id and r.status = 'Released' and l.outcome is null and payout_line_file_no(l) is null
$$;

create or replace function payout_file_json(f payout_files) returns json language sql stable as $$
  select json_build_object('file_no', f.file_no, 'message_id', f.message_id,
      'made_by', (select s.name from staff s where s.user_id = f.made_by), 'made_at', f.made_at,
      'debtor_iban', f.debtor_iban, 'execution_date', f.execution_date, 'count', count(*),
        'amount_sar', sum(l.amount_sar)::numeric(18,2)::text,
      'unanswered_count', count(*) filter (where l.outcome is null))
    from payout_file_lines m join payout_run_lines l using (run_id, payout_id)
   where m.run_id = f.run_id and m.file_no = f.file_no
$$;

-- Makes a file of a released run with every line that is in no file and has no result. Lines that must not be paid any
-- more fail in the same transaction; if no other line is left, no file is made. p_debtor_name and p_debtor_iban:
-- the account that pays; null: not set. p_details: what the bank is told besides, {execution_date, purpose,
-- debtor_latin_name, debtor_bic, lines: [{payout_id, latin_name, bic}]}; the name of a line that somebody wrote wins. A
-- name without a Latin letter, which the bank refuses with the whole file, somebody writes first.
create or replace function api.make_payout_file(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date, p_run_id uuid,
  p_debtor_name text, p_debtor_iban text, p_details jsonb
) returns json language plpgsql as $$
declare
  v_reply json;
  v_status text;
  v_stopped record;
  v_obstacle text;
  v_file_no integer;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('make_payout_file', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- Two at once take turns, and the second finds what the first has left. Nor is a line answered meanwhile.
  select r.status into v_status from payout_runs r where r.id = p_run_id for no key update;
  if not found then perform refuse('not_found'); end if;
  -- Nobody holds what moves the money before the second person.
  if v_status not in ('Released', 'Completed') then perform refuse('payout_run_not_released'); end if;
  -- No budget is decided and no agency suspended between the check and the end of this, nor an IBAN changed.
  perform lock_companies_money(array(
    select t.company_id from payout_lines_without_file(p_run_id) l
      join agency_payouts p on p.id = l.payout_id join tickets t on t.id = p.ticket_id));
  perform from agencies a where a.id in (select l.agency_id from payout_run_lines l where l.run_id = p_run_id)
    order by a.id for share;
  if not exists (select from payout_lines_without_file(p_run_id)) then perform refuse('payout_file_empty'); end if;
  for v_stopped in
    select l.payout_id from payout_lines_without_file(p_run_id) l
     where payout_line_obstacle(l, p_today) is not null order by l.payout_id
  loop
    -- What failed before it may have made room.
    v_obstacle := (select payout_line_obstacle(l, p_today) from payout_run_lines l
                    where l.run_id = p_run_id and l.payout_id = v_stopped.payout_id);
    continue when v_obstacle is null;
    perform record_payout_line_result(p_run_id, v_stopped.payout_id, null, v_obstacle, p_now, p_today);
  end loop;
  if not exists (select from payout_lines_without_file(p_run_id)) then
    return store_idempotent_reply('make_payout_file', p_key, payout_run_details(p_run_id, p_today));
  end if;
  if exists (select from payout_lines_without_file(p_run_id) l
               join jsonb_to_recordset(p_details -> 'lines') as d(payout_id uuid, latin_name text) using (payout_id)
              where not is_latin_name(coalesce(l.latin_name, d.latin_name))) then
    perform refuse('latin_name_missing');
  end if;
  insert into payout_files (run_id, file_no, made_by, made_at, debtor_name, debtor_iban,
                            execution_date, purpose, debtor_latin_name, debtor_bic)
  select p_run_id, coalesce(max(f.file_no), 0) + 1, p_user_id, p_now, p_debtor_name, p_debtor_iban,
         (p_details ->> 'execution_date')::date, p_details ->> 'purpose', p_details ->> 'debtor_latin_name',
         p_details ->> 'debtor_bic'
    from payout_files f where f.run_id = p_run_id
  returning file_no into v_file_no;
  insert into payout_file_lines (run_id, payout_id, file_no, attempt, latin_name, bic)
  select l.run_id, l.payout_id, v_file_no, payout_attempt(l), coalesce(l.latin_name, d.latin_name), d.bic
    from payout_lines_without_file(p_run_id) l
    left join jsonb_to_recordset(p_details -> 'lines') as d(payout_id uuid, latin_name text,
      bic text) using (payout_id);
  perform record_sent_payouts(array(
    select m.payout_id from payout_file_lines m where m.run_id = p_run_id and m.file_no = v_file_no), p_now);
  perform record_event(p_now, 'make_payout_file', 'payout_run', p_run_id, null, null, null, (
    select jsonb_build_object('file_no', f.file_no, 'amount_sar', payout_file_json(f) ->> 'amount_sar')
      from payout_files f where f.run_id = p_run_id and f.file_no = v_file_no));
  return store_idempotent_reply('make_payout_file', p_key, payout_run_details(p_run_id, p_today));
end $$;

-- The name in Latin letters under which a line and the others of its agency go to the bank, as a member of staff writes
-- it, until a file carries them.
create or replace function api.correct_latin_name(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_run_id uuid,
    p_payout_id uuid,
  p_latin_name text
) returns json language plpgsql as $$
declare
  v_reply json;
  l payout_run_lines;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('correct_latin_name', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- No file is made of the run meanwhile.
  perform from payout_runs r where r.id = p_run_id for no key update;
  select * into l from payout_run_lines x where x.run_id = p_run_id and x.payout_id = p_payout_id;
  if not found then perform refuse('not_found'); end if;
  if not is_latin_name(p_latin_name) then
    perform refuse_field('validation_failed', 'latin_name', 'must be in Latin letters, as the bank knows the account');
  end if;
  if l.outcome is not null or payout_line_file_no(l) is not null then perform refuse('latin_name_fixed'); end if;
  update payout_run_lines x set latin_name = p_latin_name
   where x.run_id = p_run_id and x.agency_id = l.agency_id and x.beneficiary = l.beneficiary and x.outcome is null
     and payout_line_file_no(x) is null;
  perform record_event(p_now, 'correct_latin_name', 'payout_run', p_run_id, null, null,
    jsonb_strip_nulls(jsonb_build_object('latin_name', l.latin_name)),
    jsonb_build_object('payout_id', p_payout_id, 'latin_name', p_latin_name));
  return store_idempotent_reply('correct_latin_name', p_key, (
    select json_build_object('run', payout_run_json(r),
      'line', payout_line_json(x, (p_now at time zone 'Asia/Riyadh')::date))
      from payout_runs r join payout_run_lines x on x.run_id = r.id where r.id = p_run_id
        and x.payout_id = p_payout_id));
end $$;

-- A file as it was made, whatever has become of its lines. Who took it along, and in which format, is kept.
create or replace function api.download_payout_file(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_run_id uuid, p_file_no integer, p_format text
) returns json language plpgsql as $$
declare
  v_file payout_files;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  perform refuse_while_held();
  select * into v_file from payout_files f where f.run_id = p_run_id and f.file_no = p_file_no;
  if not found then perform refuse('not_found'); end if;
  if p_format <> 'csv' and v_file.debtor_iban is null then perform refuse('platform_account_missing'); end if;
  perform record_event(p_now, 'download_payout_file', 'payout_run', p_run_id, null, null, null,
    jsonb_build_object('file_no', p_file_no, 'format', p_format));
  return json_build_object('message_id', v_file.message_id, 'made_at', v_file.made_at,
    'execution_date', v_file.execution_date, 'purpose', v_file.purpose,
    'debtor', case when v_file.debtor_iban is not null then
                json_build_object('name', v_file.debtor_name, 'iban', v_file.debtor_iban,
                                  'latin_name', v_file.debtor_latin_name, 'bic', v_file.debtor_bic) end,
    'lines', (
      select json_agg(json_build_object('payout_id', l.payout_id, 'attempt', m.attempt, 'beneficiary', l.beneficiary,
               'latin_name', m.latin_name, 'bic', m.bic, 'iban', l.iban, 'amount_sar', l.amount_sar::text,
                 'ticket_number', t.ticket_number)
               order by p.created_at, p.id)
        from payout_file_lines m join payout_run_lines l using (run_id, payout_id)
        join agency_payouts p on p.id = l.payout_id join tickets t on t.id = p.ticket_id
       where m.run_id = p_run_id and m.file_no = p_file_no));
end $$;

grant execute on function api.make_payout_file, api.correct_latin_name, api.download_payout_file to hamla_staff;
