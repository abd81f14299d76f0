-- Statements that contradict each other: until two people have said which is the bank's, neither proves a new letter,
-- refund or end. Of the rejected one the lines are set aside, the payments reversed, and payouts and refunds that it
-- alone had called failed or returned turned round; what was given stays given.

-- Tells whether two statements are of one account; one that names none is of ours.
create or replace function are_of_one_account(a bank_statements, b bank_statements) returns boolean
language sql immutable as
  $$ select a.account_iban is null or b.account_iban is null or a.account_iban = b.account_iban $$;

-- Tells whether a statement has every movement of a day: its balances add up, and it was imported after that day.
create or replace function tells_whole_day(s bank_statements, p_day date) returns boolean language sql stable as $$
  select s.closing_balance is not null and p_day between s.from_date and s.to_date
     and p_day < (s.imported_at at time zone 'Asia/Riyadh')::date
$$;

-- Tells whether a statement has a day from its beginning, as far as another one shows: a file may begin within its
-- first day.
create or replace function begins_day(s bank_statements, p_day date, p_other bank_statements) returns boolean
language sql immutable as $$
  select p_day > s.from_date or p_other.from_date = s.from_date
     and coalesce(p_other.opening_balance, s.opening_balance) = s.opening_balance
$$;

-- The statements of which a new one tells other balances or other movements. Lines that are asked about as one movement
-- contradict nothing.
create or replace function statements_contradicted_by(s bank_statements) returns uuid[] language plpgsql stable as $$
begin
  return array(
    select c.id from bank_statements c
     where c.id <> s.id and c.rejected_at is null and are_of_one_account(c, s)
       and c.from_date <= s.to_date + 1 and c.to_date >= s.from_date - 1
       and (c.to_date + 1 = s.from_date and c.closing_balance <> s.opening_balance
              and c.id = (previous_statement(s)).id and tells_whole_day(c, c.to_date)
         or s.to_date + 1 = c.from_date and s.closing_balance <> c.opening_balance
              and s.id = (previous_statement(c)).id and tells_whole_day(s, s.to_date)
         -- One that was read within the day may follow the other.
         or c.from_date = s.from_date and c.opening_balance <> s.opening_balance
              and c.opening_balance <> s.closing_balance and s.opening_balance <> c.closing_balance
         or c.to_date = s.to_date and c.closing_balance <> s.closing_balance
              and tells_whole_day(c, c.to_date) and tells_whole_day(s, s.to_date)
         or exists (
              select from bank_statement_lines l
               where l.statement_id = c.id and l.refusal is null and l.status <> 'SetAside'
                 and tells_whole_day(s, l.booked_on) and begins_day(s, l.booked_on, c)
                 and not exists (
                   select from (select l.id, l.statement_id union all
                                select o.id, o.statement_id from other_tellings(l) o) t
                    where t.statement_id = s.id
                       or s.known_lines @> jsonb_build_array(jsonb_build_object('line_id', t.id))))
         or exists (
              select from bank_statement_lines l
               where l.statement_id = s.id and l.refusal is null and tells_whole_day(c, l.booked_on)
                 and begins_day(c, l.booked_on, s) and not exists (select from other_tellings(l))))
     order by c.id);
end $$;

-- Pairs of which at least one was compared with the bank: what is compared is contradicted.
create or replace function contradicting_statements() returns table (statement_id uuid, other_id uuid)
language sql stable as $$
  with pair as (
    select s.id, c.id as other_id from bank_statements s join bank_statements c on c.id = any (s.contradicts)
     where cardinality(s.contradicts) > 0 and num_nonnulls(s.compared_at, c.compared_at) > 0)
  select p.id, p.other_id from pair p union all select p.other_id, p.id from pair p
$$;

-- The compared statements that show a line: the one that it is of, and those that found it in an earlier one. While
-- there is one, the line is proven.
create or replace function proofs_of_line(l bank_statement_lines) returns setof bank_statements
language sql stable as $$
  select s.* from bank_statements s where s.id = l.statement_id and s.compared_at is not null
  union all
  select s.* from bank_statements s
   where s.known_lines @> jsonb_build_array(jsonb_build_object('line_id', l.id)) and s.compared_at is not null
     and s.id <> l.statement_id
$$;

-- Tells whether a line proves something new: no statement contradicts one of those that prove it. A line that was
-- decided before statements were compared has none.
create or replace function proves(l bank_statement_lines) returns boolean language sql stable as $$
  select l.is_proven and (
    with contradicted as (select c.statement_id as id from contradicting_statements() c)
    select coalesce(bool_or(s.id not in (select c.id from contradicted c)),
                    l.statement_id not in (select c.id from contradicted c)) from proofs_of_line(l) s)
$$;

-- The moment at which a statement that tells a line was first compared, also one that was rejected since; null: none
-- was. What was proven before is the word of an earlier release.
create or replace function first_comparison_of_line(l bank_statement_lines) returns timestamptz
language sql stable as $$
  select min(e.occurred_at) from bank_statements s join events e on e.subject_id = s.id
   where (s.id = l.statement_id or s.known_lines @> jsonb_build_array(jsonb_build_object('line_id', l.id)))
     and e.operation = 'compare_bank_statement'
$$;

-- Tells whether nothing but a contradicted statement proves a payment, or nothing any more although a part of it was
-- refunded: the statement that had proven it was rejected. Definer: a company reads its letters, not the statements.
create or replace function is_payment_contradicted(p_payment_id uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return exists (select from bank_statement_lines l join payments p on p.id = l.payment_id
                  where l.payment_id = p_payment_id and p.confirmed_by is null and p.proven_at is not null
                    and (case when l.is_proven then exists (select from contradicting_statements()) and not proves(l)
                              else p.proven_at >= first_comparison_of_line(l) end));
end $$;
revoke all on function is_payment_contradicted(uuid) from public;
grant execute on function is_payment_contradicted(uuid) to hamla_app, hamla_staff, hamla_jobs;

-- The statements that contradict one, and what is requested about that.
create or replace function contradiction_json(p_statement_id uuid) returns json language plpgsql stable as $$
begin
  return json_build_object('requests', open_approvals_json(p_statement_id), 'statements', (
    select coalesce(json_agg(json_build_object('id', o.id, 'file_name', o.file_name, 'from_date', o.from_date,
               'to_date', o.to_date) order by o.id), '[]')
      from contradicting_statements() c join bank_statements o on o.id = c.other_id
     where c.statement_id = p_statement_id));
end $$;

-- A statement, locked after the money of the companies whose payments stand on it.
create or replace function lock_statement(p_statement_id uuid) returns bank_statements language plpgsql as $$
declare
  v_statement bank_statements;
  v_companies uuid[];
begin
  perform take_lock(hashtextextended('confirm_certain_lines ' || p_statement_id, 0));
  v_companies := companies_of_statement(p_statement_id);
  perform lock_companies_money(v_companies);
  select * into v_statement from bank_statements s where s.id = p_statement_id for no key update;
  if not found then perform refuse('not_found'); end if;
  -- A line has been confirmed for another company meanwhile: the whole transaction begins again.
  if not companies_of_statement(p_statement_id) <@ v_companies then
    raise exception using errcode = 'serialization_failure', message = 'a line was confirmed meanwhile';
  end if;
  return v_statement;
end $$;

-- The other statement to which a line goes where its own is rejected, and the line's number there: one that tells it
-- too and is not rejected, a compared one before others. No row: no other statement tells it.
create or replace function teller_of_line(l bank_statement_lines)
returns table (statement_id uuid, line_no integer, compared_at timestamptz) language sql stable as $$
  select s.id, k.line_no, s.compared_at
    from bank_statements s
    cross join lateral jsonb_to_recordset(s.known_lines) as k(line_id uuid, line_no integer)
   where s.id <> l.statement_id and s.rejected_at is null and k.line_id = l.id
     and s.known_lines @> jsonb_build_array(jsonb_build_object('line_id', l.id))
   order by s.compared_at is null, s.id limit 1
$$;

-- The payments that only this statement has brought: nobody confirmed them, and no other compared statement tells them.
create or replace function payments_of_statement_alone(p_statement_id uuid) returns setof payments
language sql stable as $$
  select p.* from bank_statement_lines l join payments p on p.id = l.payment_id
   where l.statement_id = p_statement_id and p.confirmed_by is null
     and not exists (select from teller_of_line(l) o where o.compared_at is not null)
$$;

-- Figures of a decision: the statement, those that it contradicts, and what would be reversed with it.
create or replace function contradiction_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_statement bank_statements;
  v_others text;
begin
  perform take_lock(hashtextextended('import_bank_statement', 0));
  perform from payout_runs x
   where x.id in (select p.run_id from bank_statements s cross join lateral lines_told_by(s) l
                    join payout_run_lines p on p.payout_id = l.payout_id
                   where s.id = r.subject_id and (p.run_id = l.payout_run_id or p.outcome is null))
   order by x.id for no key update;
  v_statement := lock_statement(r.subject_id);
  select string_agg(o.file_name, ' · ' order by o.id) into v_others
    from contradicting_statements() c join bank_statements o on o.id = c.other_id where c.statement_id = r.subject_id;
  if v_others is null then perform refuse('bank_statement_not_contradicted'); end if;
  return jsonb_build_object('file_name', v_statement.file_name, 'contradicts', v_others)
    || case when r.kind = 'reject_bank_statement' then (
         select jsonb_build_object('amount_sar', sum(p.amount_sar)::text)
           from payments_of_statement_alone(r.subject_id) p) else '{}' end;
end $$;

-- The two are the bank's: an account was read in the middle of a day, perhaps.
create or replace function end_contradictions(p_statement_id uuid) returns void language sql as $$
  update bank_statements s
     set contradicts = case when s.id = p_statement_id then '{}' else array_remove(s.contradicts, p_statement_id) end
   where cardinality(s.contradicts) > 0 and (s.id = p_statement_id or p_statement_id = any (s.contradicts))
$$;

create or replace function carry_out_accept_statement(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform end_contradictions(r.subject_id);
  perform record_event(p_now, r.kind, 'bank_statement', r.subject_id, null, null, null,
    jsonb_build_object('reason', r.reason));
end $$;

-- A payment that stands on a line is reversed: the line and the report are asked again. The money is locked.
create or replace function undo_payment_of_line(p_payment_id uuid, p_reason text, p_now timestamptz, p_today date)
returns void language plpgsql as $$
begin
  perform undo_payment(lock_payment(p_payment_id), p_reason, p_now, p_today);
  perform reopen_transfer_report(p_payment_id, p_now);
  perform reopen_line_of_payment(p_payment_id, p_now);
end $$;

-- A part of a payment that a rejected line had taken back is not gone: the payment that stands on the credit's line now
-- is replaced by one that has it again. Where the credit's line is open, that much more of it is decided.
create or replace function undo_taking_back(l bank_statement_lines, p_reason text, p_now timestamptz, p_today date)
returns void language plpgsql as $$
declare
  v_last payments;
  v_credit bank_statement_lines;
begin
  with recursive moved as (
    select p.* from payments p where p.id = l.reversed_payment_id
    union all
    select p.* from moved m join payments p on p.id = m.moved_to_payment_id)
  select * into v_last from moved m where m.moved_to_payment_id is null;
  select * into v_credit from bank_statement_lines c where c.payment_id = v_last.id;
  if not found then v_credit := line_of_reversed_payment(v_last); end if;
  update bank_statement_lines c set taken_back_amount = c.taken_back_amount - l.amount
   where c.id = v_credit.id and c.taken_back_amount >= l.amount and c.counter_line_id is distinct from l.id;
  if not found or v_credit.payment_id is null then return; end if;
  v_last := lock_payment(v_credit.payment_id);
  perform replace_payment(v_last, v_last.amount_sar + l.amount, p_reason, p_now, p_today);
end $$;

-- Undoes what a line alone has caused of a payout. Of a credit: the failing or the return of the attempt, which counts
-- as arrived again, or the settlement of what is claimed of the agency. Of a debit: the claim that it has booked. What
-- people have said themselves stays, and so does a debit's word that the payout has arrived: nothing leaves by that.
-- The caller has locked the runs and the company's money.
create or replace function undo_word_about_payout(l bank_statement_lines, p_now timestamptz, p_today date) returns void
language plpgsql as $$
declare
  c agency_claims;
  v_paid payout_run_lines;
begin
  select * into c from agency_claims x
   where x.payout_id = l.payout_id and x.payout_run_id = l.payout_run_id and x.undone_at is null
   order by x.id desc limit 1 for no key update;
  if l.direction = 'debit' then
    if c.line_id = l.id and c.settled_amount = 0 then perform undo_claim(c, 'payout_failed', p_now); end if;
    return;
  end if;
  if c.settled_amount > 0 and not is_claim_settled_by_two(c) then
    update agency_claims x set settled_amount = 0, bank_reference = null where x.id = c.id;
    perform post_claim(c, 'claim_settled', 'book_agency_claim', 'bank', c.settled_amount, p_now);
    -- The statement of the debit that had booked it was rejected before.
    if exists (select from bank_statement_lines d join bank_statements s on s.id = d.statement_id
                where d.id = c.line_id and s.rejected_at is not null) then
      perform undo_claim(c, 'payout_failed', p_now);
    end if;
    return;
  end if;
  select * into strict v_paid from payout_run_lines x
   where x.run_id = l.payout_run_id and x.payout_id = l.payout_id;
  if v_paid.outcome in ('Failed', 'Returned') and v_paid.decided_at = l.decided_at then
    perform turn_round_payout_line(v_paid, null, p_now, p_today);
  end if;
end $$;

-- Undoes what a line alone has caused of the payout or the refund that it names, and what the bank is said to have kept
-- of it. A line is the cause where the attempt or the refund was decided in the same moment: no column names the line.
-- The line is decided again; one of the rejected statement is set aside afterwards.
create or replace function undo_word_of_line(l bank_statement_lines, p_reason text, p_now timestamptz, p_today date)
returns void language plpgsql as $$
begin
  if l.bank_charges_sar > 0 then
    perform reverse_entry(p_now, 'bank_charges_undone', e.id)
       from journal_entries e
      where e.event = 'bank_charges_settled' and e.occurred_at = l.decided_at
        and (e.payout_id = l.payout_id
          or e.payment_id = (select r.payment_id from payment_refunds r where r.id = l.refund_id));
    update bank_statement_lines x set bank_charges_sar = null where x.id = l.id;
  end if;
  if l.payout_id is not null then
    perform undo_word_about_payout(l, p_now, p_today);
  else
    perform turn_round_refund(r, p_reason, p_now, p_today) from payment_refunds r
     where r.id = l.refund_id and r.status in ('Failed', 'Returned') and r.decided_at = l.decided_at
       and l.direction = 'credit';
  end if;
  perform reopen_line(l.id, p_now);
end $$;

-- The settled lines whose word about a payout or a refund falls with a statement: its own that no other statement
-- tells; and, where no other compared statement shows them, those that one person alone may not say: that a refund did
-- not arrive, that an agency owes a payout or has paid it back.
create or replace function words_of_statement_alone(s bank_statements) returns setof bank_statement_lines
language plpgsql stable as $$
begin
  return query
    select l.* from lines_told_by(s) l
     where l.status = 'Settled' and num_nonnulls(l.payout_id, l.refund_id) > 0
       and (l.statement_id = s.id and not exists (select from teller_of_line(l))
         or not exists (select from proofs_of_line(l) o where o.id <> s.id)
            and (l.statement_id = s.id or l.decided_at >= first_comparison_of_line(l))
            and (l.refund_id is not null and l.direction = 'credit' or exists (
              select from agency_claims c
               where c.payout_id = l.payout_id and c.payout_run_id = l.payout_run_id and c.undone_at is null)))
     order by l.direction, l.id desc;
end $$;

-- Parts of a payment that lines of other statements have taken back: they are decided again.
create or replace function reopen_parts_taken_back(p_payment_id uuid, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform reopen_line(t.id, p_now)
     from (with recursive moved as (
             select p_payment_id as id
             union all
             select p.id from moved m join payments p on p.moved_to_payment_id = m.id)
           select b.id from bank_statement_lines c
             join bank_statement_lines b on b.statement_id <> c.statement_id
              and b.reversed_payment_id in (select m.id from moved m)
            where c.payment_id = p_payment_id and not exists (select from teller_of_line(c))) t;
end $$;

-- Lines of other statements that a rejected one alone has proven are as unproven as a payment by hand.
create or replace function undo_proofs_by(s bank_statements) returns void language plpgsql as $$
begin
  with unproven as (
    update bank_statement_lines l set is_proven = false
     where l.id in (select k.id from lines_told_by(s) k) and l.is_proven
       and not exists (select from proofs_of_line(l))
       and first_comparison_of_line(l) <= coalesce((
             select p.proven_at from payments p where p.id = l.payment_id), 'infinity')
    returning l.payment_id)
  update payments p set proven_at = null
    from unproven u where p.id = u.payment_id and p.confirmed_by is null and p.refunded_amount = 0;
end $$;

-- The statement is not the bank's.
create or replace function carry_out_reject_statement(r approval_requests, p_now timestamptz, p_today date) returns void
language plpgsql as $$
declare
  v_companies uuid[] := companies_of_statement(r.subject_id);
  v_company_id uuid;
  v_payment_id uuid;
  v_statement bank_statements;
  l bank_statement_lines;
begin
  select * into strict v_statement from bank_statements s where s.id = r.subject_id;
  for l in select * from words_of_statement_alone(v_statement) loop
    perform undo_word_of_line(l, r.reason, p_now, p_today);
  end loop;
  for v_payment_id in select p.id from payments_of_statement_alone(r.subject_id) p order by 1 loop
    perform reopen_parts_taken_back(v_payment_id, p_now);
    perform undo_payment_of_line(v_payment_id, r.reason, p_now, p_today);
  end loop;
  -- A line that another statement tells too is a line of that one from now on.
  update bank_statement_lines x set statement_id = t.statement_id, line_no = t.line_no,
         is_proven = t.compared_at is not null
    from (select o.id, n.* from bank_statement_lines o cross join lateral teller_of_line(o) n
           where o.statement_id = r.subject_id) t
   where x.id = t.id;
  for l in
    select x.* from bank_statement_lines x
     where x.statement_id = r.subject_id and x.status in ('Open', 'Confirmed', 'Settled')
     -- Lines that take back come first: their payment may stand on another line of the statement.
     order by x.is_reversal desc, x.id
  loop
    if l.is_reversal and l.status = 'Settled' then perform undo_taking_back(l, r.reason, p_now, p_today); end if;
    perform reopen_line(c.id, p_now) from bank_statement_lines c
      where c.counter_line_id = l.id and c.statement_id <> l.statement_id;
    perform set_line_aside(l.id, r.reason, p_now);
    -- The bank's own line was set aside as told before.
    perform reopen_set_aside_line(o.id, p_now) from other_tellings(l) o;
  end loop;
  update bank_statement_lines x set taken_back_amount = 0 where x.statement_id = r.subject_id;
  perform end_contradictions(r.subject_id);
  update bank_statements s set rejected_at = p_now, compared_by = null, compared_at = null where s.id = r.subject_id;
  perform undo_proofs_by(v_statement);
  perform record_event(p_now, r.kind, 'bank_statement', r.subject_id, null, null, null,
    jsonb_build_object('reason', r.reason));
  foreach v_company_id in array v_companies loop
    perform apply_credit(v_company_id, p_now);
    perform update_lateness_stops(v_company_id, p_now, true);
  end loop;
end $$;

-- Whoever writes it: two people reject a statement.
create or replace function refuse_rejection_by_one() returns trigger language plpgsql as $$
begin
  if not exists (select from approval_requests a
                  where a.subject_id = new.id and a.kind = 'reject_bank_statement' and a.outcome = 'Approved') then
    perform refuse('bank_statement_not_contradicted');
  end if;
  return new;
end $$;
create or replace trigger rejection_by_two before update of rejected_at on bank_statements
  for each row when (new.rejected_at is not null) execute function refuse_rejection_by_one();
