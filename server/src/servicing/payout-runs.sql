-- Payout runs: what agencies are owed, prepared by one member of staff, released by another, answered line by line.

create or replace function payout_run_json(r payout_runs) returns json language sql stable as $$
  select json_build_object('id', r.id, 'status', r.status,
    'prepared_by', (select s.name from staff s where s.user_id = r.prepared_by), 'prepared_at', r.prepared_at,
    'released_by', (select s.name from staff s where s.user_id = r.released_by), 'released_at', r.released_at,
    -- What the reader may not do, another person may.
    'is_prepared_by_caller', r.prepared_by = caller_user_id(),
    'count', (select count(*) from payout_run_lines l where l.run_id = r.id),
    'amount_sar', (select coalesce(sum(l.amount_sar), 0)::numeric(18,2)::text from payout_run_lines l
      where l.run_id = r.id))
$$;

-- As a file carries it; of a line in none as somebody wrote it. Null: nobody has written one, or its file had none.
create or replace function payout_line_latin_name(l payout_run_lines) returns text language sql stable as $$
  select coalesce((select m.latin_name from payout_file_lines m where m.run_id = l.run_id
    and m.payout_id = l.payout_id),
                  l.latin_name)
$$;

-- Whether the bank has debited the file of a line in one sum: that its payout has arrived is still to be proven.
create or replace function is_file_debited(l payout_run_lines) returns boolean language sql stable as $$
  select exists (
    select from payout_file_lines m join payout_files f using (run_id, file_no)
      join bank_statement_lines b on b.payout_message_id = f.message_id
      join bank_statements s on s.id = b.statement_id
     where m.run_id = l.run_id and m.payout_id = l.payout_id and b.status = 'Debit' and s.rejected_at is null)
$$;

create or replace function payout_line_json(l payout_run_lines, p_today date) returns json language sql stable as $$
  select json_build_object('payout_id', l.payout_id, 'agency_id', l.agency_id, 'iban', l.iban,
    'attempt', payout_attempt(l), 'beneficiary', l.beneficiary, 'latin_name', payout_line_latin_name(l),
      'amount_sar', l.amount_sar::text,
    'ticket_number', (select t.ticket_number from agency_payouts p join tickets t on t.id = p.ticket_id
      where p.id = l.payout_id),
    'outcome', l.outcome, 'reason', l.reason, 'stop', l.stop, 'file_no', payout_line_file_no(l),
    'obstacle', o.obstacle, 'figures', (
      select limit_figures(p, o.obstacle) from agency_payouts p where p.id = l.payout_id),
    'is_debited', l.outcome is null and is_file_debited(l),
    'is_doubtful', l.outcome is null and is_line_doubtful(l) or is_called_failed(l),
    'is_confirmation_requested', exists (
      select from approval_requests a join agency_payouts p on p.id = l.payout_id
       where a.subject_id = p.ticket_id and a.kind = 'confirm_doubtful_payout' and a.outcome is null
         and a.details ->> 'run_id' = l.run_id::text))
    from (select payout_line_obstacle(l, p_today) as obstacle) o
$$;

-- Whether releasing a run would charge VAT that the platform has no number for.
create or replace function lacks_vat_number(p_run_id uuid) returns boolean language sql stable as $$
  select not platform_has_vat_number()
     and exists (select from payout_run_lines l join agency_payouts p on p.id = l.payout_id
                  where l.run_id = p_run_id and p.returned_at is null and vat_of_fee(p.fee_amount) > 0)
$$;

create or replace function payout_run_details(p_run_id uuid, p_today date, p_left_out json default null) returns json
language sql stable as $$
  select json_build_object('run', payout_run_json(r),
    'lines', coalesce((
      select json_agg(payout_line_json(l, p_today) order by p.created_at, p.id)
        from payout_run_lines l join agency_payouts p on p.id = l.payout_id where l.run_id = r.id), '[]'),
    'files', coalesce((
      select json_agg(payout_file_json(f) order by f.file_no) from payout_files f where f.run_id = r.id), '[]'),
    'next_file', (select count_and_sum_json(count(*), sum(l.amount_sar)) from payout_lines_without_file(r.id) l
                   where payout_line_obstacle(l, p_today) is null),
    'lacks_vat_number', r.status = 'Draft' and lacks_vat_number(r.id),
    'left_out', coalesce(p_left_out, '[]'))
    from payout_runs r where r.id = p_run_id
$$;

-- What can be paid now and stands in no open run, the oldest first. An acceptance older than 7 days has an obstacle,
-- but for the days of a stop: so each part reads an index of its own, and payouts and tickets are looked up one by one
-- (query-plans.test.ts).
create or replace function payouts_due(p_today date, p_limit integer) returns setof agency_payouts
language sql stable as $$
  with candidate as (
    select t.id from tickets t where t.status = 'Approved' and t.documents_accepted_on >= p_today - 7
    union
    select s.id from tickets_with_past_stop() s
    union
    select p.ticket_id from agency_payouts p where p.status = 'Pending' and p.returned_at is not null)
  select p.* from candidate c
    cross join lateral (
      select t.status from tickets t where t.id = c.id offset 0) t
    cross join lateral (
      select x.* from agency_payouts x
       where x.ticket_id = c.id and x.status = 'Pending' and (t.status = 'Approved' or x.returned_at is not null)
         and not exists (select from payout_run_lines l where l.payout_id = x.id and l.outcome is null)
      offset 0) p
   where payout_obstacle(row(p.*)::agency_payouts, p_today) is null
   order by p.created_at, p.id limit p_limit
$$;

-- What is due, and why a new run does not take it up; null: it does. One after the other, at most p_limit: what is
-- taken up counts for the shares of the next. p_ticket_ids: of these tickets alone; null: of all.
create or replace function payouts_of_new_run(p_today date, p_limit integer, p_ticket_ids uuid[])
returns table (payout agency_payouts, reason text) language plpgsql stable as $$
declare
  -- By company and by agency.
  v_taken jsonb := '{}';
  v_ticket tickets;
begin
  for payout in select d.* from payouts_due(p_today, p_limit) d loop
    continue when payout.ticket_id <> all (p_ticket_ids);
    select * into v_ticket from tickets t where t.id = payout.ticket_id;
    reason := case when payout.returned_at is null then share_obstacle_after(payout,
      coalesce((v_taken ->> v_ticket.company_id::text)::numeric, 0),
      coalesce((v_taken ->> payout.agency_id::text)::numeric, 0)) end;
    if reason is null and payout.returned_at is null then
      v_taken := v_taken
        || jsonb_build_object(v_ticket.company_id, coalesce((v_taken ->> v_ticket.company_id::text)::numeric, 0)
             + payout.gross_amount)
        || jsonb_build_object(payout.agency_id, coalesce((v_taken ->> payout.agency_id::text)::numeric, 0)
             + payout.gross_amount);
    end if;
    return next;
  end loop;
end $$;

-- Why a payout that waits is not in a new run: the first 200, the oldest first. p_by_shares: the reasons of those, by
-- their ids, for which the run itself leaves no share; they have no figures.
create or replace function left_out_payouts_json(p_today date, p_by_shares jsonb) returns json
language sql stable as $$
  with waiting as materialized (
    select p, t.ticket_number, payout_obstacle(p, p_today) as obstacle
      from agency_payouts p join tickets t on t.id = p.ticket_id
     where p.status = 'Pending' and (t.status = 'Approved' or p.returned_at is not null)),
  left_out as (
    select w.p, w.ticket_number, w.obstacle, coalesce(w.obstacle, p_by_shares ->> (w.p).id::text) as reason
      from waiting w
     where coalesce(w.obstacle, p_by_shares ->> (w.p).id::text) is not null
     order by (w.p).created_at, (w.p).id limit 200)
  select coalesce(json_agg(json_build_object('payout_id', (o.p).id, 'ticket_number', o.ticket_number,
           'agency_id', a.id, 'agency_name', a.name, 'amount_sar', (o.p).net_amount::text, 'reason', o.reason,
           'figures', limit_figures(o.p, o.obstacle)) order by (o.p).created_at, (o.p).id), '[]')
    from left_out o join agencies a on a.id = (o.p).agency_id
$$;

-- What a run would take up now, and what not and why.
create or replace function api.preview_payout_run(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select json_build_object('count', count(*) filter (where n.reason is null),
             'amount_sar', coalesce(sum((n.payout).net_amount) filter (where n.reason is null), 0)::numeric(18,2)::text,
             'left_out', left_out_payouts_json(p_today, coalesce(
               jsonb_object_agg((n.payout).id, n.reason) filter (where n.reason is not null), '{}')))
      from payouts_of_new_run(p_today, 1000, null) n);
end $$;

-- The name in Latin letters under which an agency is paid: what its profile says, or else what was last written for its
-- present name when it was paid. Null: nobody has written one.
create or replace function agency_latin_name(a agencies) returns text language sql stable as $$
  select coalesce(a.latin_name, (
    select l.latin_name from payout_run_lines l
     where l.agency_id = a.id and l.beneficiary = a.name and l.latin_name is not null
     order by l.run_id desc, l.payout_id desc limit 1))
$$;

-- Collects what is due, the oldest first, at most 1,000 payouts; says which were left out and why.
create or replace function api.prepare_payout_run(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date
) returns json language plpgsql as $$
declare
  v_reply json;
  v_run_id uuid;
  v_ticket_ids uuid[];
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('prepare_payout_run', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- Two people preparing at once take turns: the second finds what the first has left.
  perform take_lock(hashtextextended('payout run', 0));
  -- Their tickets are locked, and only then looked at: one that is being closed is not collected.
  v_ticket_ids := array(select d.ticket_id from payouts_due(p_today, 1000) d);
  perform lock_tickets_money(v_ticket_ids);
  insert into payout_runs (prepared_by, prepared_at) values (p_user_id, p_now) returning id into v_run_id;
  insert into payout_run_lines (run_id, payout_id, agency_id, iban, beneficiary, latin_name, amount_sar)
  select v_run_id, (n.payout).id, a.id, a.paid_iban, coalesce(a.name, ''), agency_latin_name(a), (n.payout).net_amount
    from payouts_of_new_run(p_today, 1000, v_ticket_ids) n join agencies a on a.id = (n.payout).agency_id
   where n.reason is null;
  if not exists (select from payout_run_lines l where l.run_id = v_run_id) then
    perform refuse('no_payouts_due', held_payouts_json(array(
      select p from agency_payouts p join tickets t on t.id = p.ticket_id
       where p.status = 'Pending' and (t.status = 'Approved' or p.returned_at is not null)
         and coalesce(bank_line_obstacle(p), limit_obstacle(p)) is not null
       order by p.created_at, p.id limit 20), p_today)::text);
  end if;
  perform record_event(p_now, 'prepare_payout_run', 'payout_run', v_run_id, null, null, null,
    jsonb_build_object('status', 'Draft'));
  return store_idempotent_reply('prepare_payout_run', p_key,
    -- What stands in the run counts for the shares already.
    payout_run_details(v_run_id, p_today, left_out_payouts_json(p_today, '{}')));
end $$;

-- The detail of a refusal that is about payouts which cannot be paid, for the first 20: which, why, and with which
-- figures.
create or replace function held_payouts_json(p_payouts agency_payouts[], p_today date) returns json
language sql stable as $$
  select json_build_object('holds', coalesce(json_agg(json_build_object('ticket_number', h.ticket_number,
           'code', h.code, 'figures', limit_figures(h.p, h.code)) order by h.created_at, h.id), '[]'))
    from (select p, p.id, p.created_at, t.ticket_number, o.code
            from unnest(p_payouts) p join tickets t on t.id = p.ticket_id
           cross join lateral payout_obstacle(p, p_today) o(code)
           where o.code is not null order by p.created_at, p.id limit 20) h
$$;

-- The run, locked, in the status that the move needs.
create or replace function lock_payout_run(p_run_id uuid, p_status text) returns payout_runs language plpgsql as $$
declare
  v_run payout_runs;
begin
  select * into v_run from payout_runs r where r.id = p_run_id for no key update;
  if not found then perform refuse('not_found'); end if;
  if v_run.status <> p_status then perform refuse('payout_run_not_open'); end if;
  return v_run;
end $$;

-- Releases the money for the next file: by another person than the one who prepared it, to the IBANs that were
-- prepared, if they are still the agencies'. From now on the companies owe.
create or replace function api.release_payout_run(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date, p_run_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_run payout_runs;
  v_payout agency_payouts;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('release_payout_run', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform require_fresh_factor(p_session_id, p_now);
  v_run := lock_payout_run(p_run_id, 'Draft');
  if v_run.prepared_by = p_user_id then perform refuse('same_person_refused'); end if;
  perform lock_tickets_and_credit(array(
    select p.ticket_id from payout_run_lines l join agency_payouts p on p.id = l.payout_id where l.run_id = p_run_id));
  -- An agency is not suspended, nor its IBAN changed, between the check and the end of this.
  perform from agencies a where a.id in (select l.agency_id from payout_run_lines l where l.run_id = p_run_id)
    order by a.id for share;
  if exists (select from payout_run_lines l join agencies a on a.id = l.agency_id
              where l.run_id = p_run_id and a.paid_iban is distinct from l.iban) then
    perform refuse('payout_iban_changed');
  end if;
  -- What has become unpayable since it was prepared, for whatever reason.
  if exists (select from payout_run_lines l join agency_payouts p on p.id = l.payout_id
              where l.run_id = p_run_id and payout_obstacle(p, p_today) is not null) then
    perform refuse('payout_not_payable', held_payouts_json(array(
      select p from payout_run_lines l join agency_payouts p on p.id = l.payout_id where l.run_id = p_run_id),
      p_today)::text);
  end if;
  -- No invoice is issued that charges VAT and does not say by which number.
  if lacks_vat_number(p_run_id) then perform refuse('platform_vat_number_missing'); end if;
  for v_payout in
    select p.* from payout_run_lines l join agency_payouts p on p.id = l.payout_id
     where l.run_id = p_run_id order by p.ticket_id
  loop
    perform send_payout(v_payout, p_now);
  end loop;
  -- What companies have left with us pays what they owe from now on.
  perform apply_credit(c.company_id, p_now)
    from (select distinct t.company_id
            from payout_run_lines l join agency_payouts p on p.id = l.payout_id join tickets t on t.id = p.ticket_id
           where l.run_id = p_run_id order by t.company_id) c;
  update payout_runs r set status = 'Released', released_by = p_user_id, released_at = p_now where r.id = p_run_id;
  perform record_event(p_now, 'release_payout_run', 'payout_run', p_run_id, null, null,
    jsonb_build_object('status', 'Draft'), jsonb_build_object('status', 'Released'));
  return store_idempotent_reply('release_payout_run', p_key, payout_run_details(p_run_id, p_today));
end $$;

-- One payout of a released run: its ticket becomes Active, its installments are owed, the journal says so. Of a ticket
-- that stands although its payout came back, only the money goes out again.
create or replace function send_payout(p agency_payouts, p_now timestamptz) returns void language plpgsql as $$
declare
  v_ticket tickets;
  v_vat numeric := vat_of_fee(p.fee_amount);
  v_fee_entry_id bigint;
begin
  if p.returned_at is not null then
    perform move_payout(p.id, 'send', p_now);
    perform post_payout_sent(t, p, p_now) from tickets t where t.id = p.ticket_id;
    return;
  end if;
  v_ticket := move_ticket_and_record(p.ticket_id, 'release', p_now);
  perform move_payout(p.id, 'send', p_now);
  perform post_entry(p_now, 'ticket_financed', v_ticket.company_id, p.agency_id, p.ticket_id, null, p.id,
    (select jsonb_agg(journal_line('receivable', i.amount_sar, i.id) order by i.seq)
       from ticket_installments i where i.ticket_id = p.ticket_id)
    || jsonb_build_array(journal_line('agency_payable', -p.gross_amount)));
  v_fee_entry_id := post_entry(p_now, 'fee_earned', v_ticket.company_id, p.agency_id, p.ticket_id, null, p.id,
    jsonb_build_array(
    journal_line('agency_payable', p.fee_amount), journal_line('fee_income', v_vat - p.fee_amount),
    journal_line('vat_payable', -v_vat)));
  perform post_payout_sent(v_ticket, p, p_now);
  perform issue_tax_invoice(p, v_fee_entry_id, p_now);
end $$;

-- Payouts that are with the bank from now on: a file carries them, or they have arrived without one. Their parties are
-- told once (notification_kinds). Payouts that were sent before stay as they are.
create or replace function record_sent_payouts(p_payout_ids uuid[], p_now timestamptz) returns void language sql as $$
  with sent as (
    update agency_payouts p set sent_at = p_now where p.id = any (p_payout_ids) and p.sent_at is null
    returning p.ticket_id, p.returned_at)
  -- Of a payout that came back after the end of its ticket the company is told nothing.
  select record_event(p_now, 'instruct_payout', 'ticket', t.id, case when s.returned_at is null then t.company_id end,
           t.agency_id)
    from sent s join tickets t on t.id = s.ticket_id order by t.id
$$;

create or replace function post_payout_sent(t tickets, p agency_payouts, p_now timestamptz) returns void language sql
  as $$
  select post_entry(p_now, 'payout_sent', t.company_id, p.agency_id, p.ticket_id, null, p.id, jsonb_build_array(
    journal_line('agency_payable', p.net_amount), journal_line('bank', -p.net_amount)))
$$;

create or replace function api.discard_payout_run(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_run_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('discard_payout_run', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform lock_payout_run(p_run_id, 'Draft');
  update payout_run_lines l set outcome = 'Discarded', decided_by = p_user_id, decided_at = p_now
    where l.run_id = p_run_id;
  update payout_runs r set status = 'Discarded' where r.id = p_run_id;
  perform record_event(p_now, 'discard_payout_run', 'payout_run', p_run_id, null, null,
    jsonb_build_object('status', 'Draft'), jsonb_build_object('status', 'Discarded'));
  return store_idempotent_reply('discard_payout_run', p_key,
    payout_run_details(p_run_id, (p_now at time zone 'Asia/Riyadh')::date));
end $$;

-- What the bank says of one line. p_reason: why it failed; null: it arrived.
create or replace function api.decide_payout_line(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_run_id uuid, p_payout_id uuid, p_reason text
) returns json language plpgsql as $$
declare
  v_operation text := case when p_reason is null then 'confirm_payout_line' else 'fail_payout_line' end;
  v_reply json;
  v_ticket_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent(v_operation, p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform lock_payout_run(p_run_id, 'Released');
  select p.ticket_id into v_ticket_id from payout_run_lines l join agency_payouts p on p.id = l.payout_id
   where l.run_id = p_run_id and l.payout_id = p_payout_id;
  if not found then perform refuse('not_found'); end if;
  if p_reason is null then
    perform lock_tickets_money(array[v_ticket_id]);
    perform refuse_doubtful_line(l) from payout_run_lines l where l.run_id = p_run_id and l.payout_id = p_payout_id;
  else
    -- What was paid meanwhile becomes credit, which may pay any of the company's tickets.
    perform lock_company_money((select t.company_id from tickets t where t.id = v_ticket_id));
  end if;
  perform record_payout_line_result(p_run_id, p_payout_id, p_reason, null, p_now, p_today);
  -- The line and the sums of its run: a reply is kept for each line of a run that may have a thousand.
  return store_idempotent_reply(v_operation, p_key, (
    select json_build_object('run', payout_run_json(r), 'line', payout_line_json(l, p_today))
      from payout_runs r join payout_run_lines l on l.run_id = r.id where r.id = p_run_id
        and l.payout_id = p_payout_id));
end $$;

-- Writes the answer to one line of a released run, and what follows from it. p_reason: why it failed; null: it arrived.
-- p_stop: the obstacle of what was stopped on its way to the bank. The caller has locked the run and the money.
create or replace function record_payout_line_result(
  p_run_id uuid, p_payout_id uuid, p_reason text, p_stop text, p_now timestamptz, p_today date
) returns void language plpgsql as $$
declare
  v_ticket_id uuid := (select p.ticket_id from agency_payouts p where p.id = p_payout_id);
  v_failed text := coalesce(p_stop, p_reason);
begin
  update payout_run_lines l
     set outcome = case when v_failed is null then 'Confirmed' else 'Failed' end, reason = p_reason, stop = p_stop,
         decided_by = caller_user_id(), decided_at = p_now
   where l.run_id = p_run_id and l.payout_id = p_payout_id and l.outcome is null;
  if not found then perform refuse('payout_run_not_open'); end if;
  if v_failed is null then
    perform record_sent_payouts(array[p_payout_id], p_now);
    perform move_payout(p_payout_id, 'confirm', p_now);
    perform update_ticket_completion(v_ticket_id, p_now);
  else
    perform record_returned_payout(p_payout_id, 'fail', p_now, p_today, p_reason);
  end if;
  update payout_runs r set status = 'Completed'
   where r.id = p_run_id and not exists (select from payout_run_lines l where l.run_id = p_run_id
     and l.outcome is null);
  perform record_event(p_now, case when p_stop is not null then 'stop_payout_line' when p_reason is null
                                then 'confirm_payout_line' else 'fail_payout_line' end,
    'payout_run', p_run_id, null, null, null,
    jsonb_strip_nulls(jsonb_build_object('payout_id', p_payout_id, 'reason', p_reason, 'obstacle', p_stop)));
end $$;

-- Payments that had paid the ticket of an attempt since it was sent, and have spent that elsewhere since the financing
-- was undone: it was refunded, or has paid something else. They pay anew, what was refunded is owed back.
create or replace function pay_anew(l payout_run_lines, p_ticket_id uuid, p_now timestamptz, p_today date) returns void
language plpgsql as $$
declare
  v_id uuid;
  v_payment payments;
begin
  for v_id in
    with financed as (
      select e.id, lead(e.id) over (order by e.id) as next_id from journal_entries e
       where e.ticket_id = p_ticket_id and e.event = 'ticket_financed'
         and e.occurred_at >= (select r.released_at from payout_runs r where r.id = l.run_id)),
    freed as (
      select distinct on (a.payment_id) a.payment_id, sum(a.amount_sar) as amount
        from payment_allocations a join financed f on a.entry_id between f.id and f.next_id
       where a.ticket_id = p_ticket_id group by a.payment_id, f.id order by a.payment_id, f.id desc)
    select p.id from freed f join payments p on p.id = f.payment_id
     where p.reversed_at is null and f.amount > p.credit_amount order by p.id
  loop
    v_payment := lock_payment(v_id);
    perform replace_payment(v_payment, v_payment.amount_sar,
      'The bank had paid the agency after all. · تبيّن أن البنك دفع للوكالة بالفعل.', p_now, p_today);
  end loop;
end $$;

-- The bank has paid what somebody had called failed or returned, or taken its return back. Where the payout waits, it
-- was sent and arrived after all, and is owed as it was; the next attempt stops where no file carries it yet. Where
-- that attempt is with the bank, or the ticket Closed, nothing is owed or sent anew: the agency owes it back. The
-- caller has locked the run, that of the next attempt, and the company's money.
create or replace function turn_round_payout_line(l payout_run_lines, p_line_id uuid, p_now timestamptz, p_today date)
returns void language plpgsql as $$
declare
  v_payout agency_payouts;
  v_ticket tickets;
begin
  perform record_payout_line_result(r.id, l.payout_id, null, 'bank_line_open', p_now, p_today)
     from payout_run_lines x join payout_runs r on r.id = x.run_id
    where x.payout_id = l.payout_id and x.outcome is null and r.status = 'Released' and payout_line_file_no(x) is null;
  select * into strict v_payout from agency_payouts p where p.id = l.payout_id;
  select * into strict v_ticket from tickets t where t.id = v_payout.ticket_id;
  if v_payout.status <> 'Pending' then
    perform book_agency_claim(l, p_line_id, p_now);
    return;
  end if;
  perform refuse_in_payout_run(v_ticket.id);
  update payout_run_lines x set outcome = 'Confirmed', reason = null, decided_by = caller_user_id(),
         decided_at = p_now
   where x.run_id = l.run_id and x.payout_id = l.payout_id;
  perform send_payout(v_payout, p_now);
  perform record_sent_payouts(array[l.payout_id], p_now);
  -- It was sent with its file.
  update agency_payouts p set sent_at = f.made_at
    from payout_file_lines m join payout_files f using (run_id, file_no)
   where m.run_id = l.run_id and m.payout_id = l.payout_id and p.id = l.payout_id;
  perform move_payout(l.payout_id, 'confirm', p_now);
  if v_ticket.status = 'Approved' then perform pay_anew(l, v_ticket.id, p_now, p_today); end if;
  perform record_event(p_now, 'turn_round_payout_line', 'payout_run', l.run_id, null, null, null,
    jsonb_build_object('payout_id', l.payout_id));
  perform apply_credit(v_ticket.company_id, p_now);
  perform update_ticket_completion(v_ticket.id, p_now);
  perform update_lateness_stops(v_ticket.company_id, p_now, true);
end $$;

-- The bank has sent back what had arrived: of a line that is Confirmed, and of no other.
create or replace function api.return_payout_line(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_run_id uuid, p_payout_id uuid, p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_company_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('return_payout_line', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  perform from payout_runs r where r.id = p_run_id for no key update;
  select t.company_id into v_company_id
    from payout_run_lines l join agency_payouts p on p.id = l.payout_id join tickets t on t.id = p.ticket_id
   where l.run_id = p_run_id and l.payout_id = p_payout_id;
  if not found then perform refuse('not_found'); end if;
  perform lock_company_money(v_company_id);
  perform return_confirmed_line(p_run_id, p_payout_id, p_reason, p_now, p_today);
  return store_idempotent_reply('return_payout_line', p_key, (
    select json_build_object('run', payout_run_json(r), 'line', payout_line_json(l, p_today))
      from payout_runs r join payout_run_lines l on l.run_id = r.id where r.id = p_run_id
        and l.payout_id = p_payout_id));
end $$;

-- The caller has locked the run and the company's money.
create or replace function return_confirmed_line(
  p_run_id uuid, p_payout_id uuid, p_reason text, p_now timestamptz, p_today date
) returns void language plpgsql as $$
begin
  update payout_run_lines l set outcome = 'Returned', reason = p_reason, decided_by = caller_user_id(),
    decided_at = p_now
   where l.run_id = p_run_id and l.payout_id = p_payout_id and l.outcome = 'Confirmed';
  if not found then
    perform refuse(case when exists (select from payout_run_lines l
                                      where l.run_id = p_run_id and l.payout_id = p_payout_id and l.outcome is null)
                        then 'payout_not_confirmed' else 'payout_run_not_open' end);
  end if;
  perform record_returned_payout(p_payout_id, 'return', p_now, p_today, p_reason);
  perform record_event(p_now, 'return_payout_line', 'payout_run', p_run_id, null, null, null,
    jsonb_build_object('payout_id', p_payout_id, 'reason', p_reason));
end $$;

-- What of a ticket's money is undone when its payout comes back; the reference is domain/reference/payout-return.ts.
create or replace function reversed_by_return(p_ticket_status text) returns text language sql immutable as
  $$ select case when p_ticket_status = 'Active' then 'financing' else 'sending' end $$;

-- The payout did not arrive ('fail') or came back ('return'), and waits again. Of an Active ticket nothing is owed any
-- more, and what was paid is the company's credit: it pays the company's other tickets, or this one once the payout is
-- sent again. Of one that is Completed or written off the sending alone is undone: we owe the agency. Where another
-- attempt is claimed of the agency, that one is the payout. One that was never sent is postponed; why is ours alone.
-- The caller has locked the company's money.
create or replace function record_returned_payout(
  p_payout_id uuid, p_move text, p_now timestamptz, p_today date, p_reason text
) returns void language plpgsql as $$
declare
  v_event text := case p_move when 'fail' then 'payout_failed' else 'payout_returned' end;
  v_ticket tickets;
  v_reason text;
begin
  select t.* into strict v_ticket from tickets t join agency_payouts p on p.ticket_id = t.id where p.id = p_payout_id;
  if (select p.sent_at from agency_payouts p where p.id = p_payout_id) is null then
    -- Of one that came back after the end of its ticket the company is told nothing.
    perform record_event(p_now, 'postpone_payout', 'ticket', v_ticket.id,
      case when reversed_by_return(v_ticket.status) = 'financing' then v_ticket.company_id end, v_ticket.agency_id);
  else
    v_reason := p_reason;
  end if;
  perform move_payout(p_payout_id, p_move, p_now, v_reason);
  perform move_payout(p_payout_id, 'retry', p_now);
  if reversed_by_return(v_ticket.status) = 'sending' then
    update agency_payouts p set returned_at = coalesce(p.returned_at, p_now) where p.id = p_payout_id;
    perform undo_entries(v_ticket.id, array['payout_sent'], v_event, p_now, v_reason);
  else
    perform move_ticket_and_record(v_ticket.id, 'return', p_now, v_reason);
    perform undo_financing(v_ticket.id, v_event, p_now, p_today, v_reason);
    perform apply_credit(v_ticket.company_id, p_now);
    perform update_lateness_stops(v_ticket.company_id, p_now, true);
  end if;
  perform apply_claim_to_payout(p_payout_id, v_event, p_now, p_today);
end $$;

-- Takes back everything that a ticket has moved: what payments paid of it is credit again, its installments are due,
-- its entries and its fee's invoice are undone. The ticket has moved to where nothing is owed; the caller has locked
-- the company's money and applies its credit afterwards.
create or replace function undo_financing(
  p_ticket_id uuid, p_event text, p_now timestamptz, p_today date, p_reason text
) returns void language plpgsql as $$
declare
  v_due uuid[];
begin
  perform reverse_allocations(null, p_ticket_id, p_event, p_now, p_today);
  with due as (
    update ticket_installments i set status = 'Due' where i.ticket_id = p_ticket_id and i.status = 'Overdue'
      returning i.id)
  select coalesce(array_agg(d.id), '{}') into v_due from due d;
  perform record_installment_moves(p_now, v_due, array_fill('Overdue'::text, array[cardinality(v_due)]));
  perform undo_entries(p_ticket_id, array['ticket_financed', 'fee_earned', 'payout_sent', 'written_off'], p_event,
    p_now, p_reason);
end $$;

-- Undoes a ticket's entries of those events that still count, the latest first.
create or replace function undo_entries(
  p_ticket_id uuid, p_events text[], p_event text, p_now timestamptz, p_reason text
) returns void language plpgsql as $$
declare
  v_entry_id bigint;
  v_reversal_id bigint;
begin
  for v_entry_id in
    select e.id from journal_entries e
     where e.ticket_id = p_ticket_id and e.event = any (p_events)
       and not exists (select from journal_entries r where r.reverses_entry_id = e.id) order by e.id desc
  loop
    v_reversal_id := reverse_entry(p_now, p_event, v_entry_id);
    -- What the fee's entry was invoiced by, if it is one. The document has a sentence of its own; the reason is the
    -- history's.
    perform issue_credit_note(v_entry_id, v_reversal_id, p_now, coalesce(p_reason, 'payout_stopped'));
  end loop;
end $$;

create or replace function api.read_payout_run(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_run_id uuid)
returns json language plpgsql as $$
declare
  v_details json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_details := payout_run_details(p_run_id, (p_now at time zone 'Asia/Riyadh')::date);
  if v_details is null then perform refuse('not_found'); end if;
  return v_details;
end $$;

-- Newest first.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_payout_runs(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_cursor uuid,
  p_limit integer)
returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page_json(array_agg(payout_run_json(f.r) order by f.id desc), array_agg(f.id::text order by f.id desc),
      p_limit)
      from (select r, r.id from payout_runs r where p_cursor is null or r.id < p_cursor
             order by r.id desc limit p_limit + 1) f);
end $$;

grant execute on function api.preview_payout_run, api.prepare_payout_run, api.release_payout_run,
  api.discard_payout_run, api.decide_payout_line, api.return_payout_line, api.read_payout_run,
  api.list_payout_runs to hamla_staff;
