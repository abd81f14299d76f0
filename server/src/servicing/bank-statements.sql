-- The bank's statements: what they brought, what each line may be, and what staff decided about it.

do $$
declare t text;
begin
  foreach t in array array['bank_statements', 'bank_statement_lines', 'bank_statement_files'] loop
    execute format('drop policy if exists staff on %I', t);
    execute format('create policy staff on %I to hamla_staff using ((select caller_role() = ''staff''))
                      with check ((select caller_role() = ''staff''))', t);
  end loop;
end $$;

-- What of a bank's reference identifies a movement, whoever wrote it, or null (domain/servicing/bank-statement-line.ts,
-- referenceKey).
create or replace function reference_key(p_reference text) returns text language sql immutable as $$
  select k.key from (select upper(regexp_replace(p_reference, '\s', '', 'g')) as key) k
   where regexp_replace(k.key, '[-‐-―−_.…*#?!/\\()\[\]<>''`~=+@$،؟•●∗٭\u0640\u064B-\u0652\u061C'
           '\u200B-\u200F\u202A-\u202E\u2066-\u2069]', '', 'g') !~ (
       '^(NON?REF(ERENCE)?|NOREF(ERENCE)?|(NOTPROVIDED)+|UN(KNOWN|SPECIFIED|DEFINED)(PAYER|SENDER)?'
       '|(NOT|NONE)(PROVIDED|AVAIL(ABLE)?|APPLICABLE|SPECIFIED|KNOWN|GIVEN|STATED)'
       '|NAN?|NO(NAME|DATA|INFO|DETAILS)|NONE|NULL|NIL|EMPTY|BLANK|REF|[0٠X]*'
       '|(لا[يت]وجد|بدون|بلا)(مرجع|اسم|بيانات)?|لا(شيء|ينطبق)'
       '|غير(متوفر|متاح|محدد|معروف|موجود|معرف|مذكور)[ةه]?|مجهول|فارغ)$')
     and k.key !~ ('^[-+'']*([0-9٠-٩]([.,٫][0-9٠-٩]+)?E[+][0-9٠-٩]+|[0-9٠-٩][.,٫][0-9٠-٩]+E-?[0-9٠-٩]+'
       '|[0-9]{15}00+([.,]0+)?|#[A-Z/0]+[!?])$')
     and k.key !~ '^RF[0-9]{2}H[MPC][0-9]{6,12}$|([.][.]|…)$|[*][*]|XXX'
$$;

create or replace function bank_statement_json(s bank_statements) returns json language sql stable as $$
  select json_build_object('id', s.id, 'file_name', s.file_name, 'format', s.format, 'account_iban', s.account_iban,
    'from_date', s.from_date, 'to_date', s.to_date, 'opening_balance', s.opening_balance::text,
    'closing_balance', s.closing_balance::text, 'line_count', s.line_count, 'known_count', s.known_count,
    'zero_amount_count', s.zero_amount_count, 'day_order', s.day_order, 'day_order_by', s.day_order_by,
    'imported_by', (select x.name from staff x where x.user_id = s.imported_by), 'imported_at', s.imported_at,
    'is_imported_by_caller', s.imported_by = caller_user_id(),
    'compared_by', (select x.name from staff x where x.user_id = s.compared_by), 'compared_at', s.compared_at,
    'rejected_at', s.rejected_at,
    'is_contradicted', exists (select from contradicting_statements() c where c.statement_id = s.id),
    'open_count', (select count(*) from bank_statement_lines l where l.statement_id = s.id and l.status = 'Open'))
$$;

-- With two places, or with more where a currency has more and the file said so.
create or replace function line_amount_text(p_amount numeric) returns text language sql immutable as
  $$ select round(p_amount, greatest(2, min_scale(p_amount)))::text $$;

-- Where a line stands.
create or replace function line_place_json(p_line_id uuid) returns json language sql stable as $$
  select json_build_object('id', l.id, 'statement_id', l.statement_id, 'line_no', l.line_no, 'value_date', l.value_date)
    from bank_statement_lines l where l.id = p_line_id
$$;

-- True where a line names a payout or a refund of ours and has its amount. Only two people set it aside
-- (set-aside-lines.sql).
create or replace function is_own_transfer_line(l bank_statement_lines) returns boolean language sql stable as $$
  select l.payout_id is not null and exists (
           select from payout_run_lines p
            where p.run_id = l.payout_run_id and p.payout_id = l.payout_id and p.amount_sar = l.amount)
      or l.refund_id is not null and exists (
           select from payment_refunds r where r.id = l.refund_id and r.amount_sar = l.amount)
$$;

-- What of a payout or refund a credit lacks that names it, or null: the bank may have kept it.
create or replace function missing_of_return(l bank_statement_lines) returns numeric language sql stable as $$
  select r.amount_sar - l.amount from (
    select p.amount_sar from payout_run_lines p where p.run_id = l.payout_run_id and p.payout_id = l.payout_id
    union all
    select x.amount_sar from payment_refunds x where x.id = l.refund_id) r
   where l.direction = 'credit' and l.status = 'Open' and r.amount_sar > l.amount
$$;

create or replace function return_charges_json(p_missing numeric) returns json language plpgsql stable as $$
begin
  return json_build_object('amount_sar', p_missing::numeric(14,2)::text,
    'takes_two', p_missing > small_rests_of_company_sar());
end $$;

create or replace function bank_statement_line_json(l bank_statement_lines) returns json language sql stable as $$
  select json_build_object('id', l.id, 'line_no', l.line_no, 'direction', l.direction,
    'amount', line_amount_text(l.amount), 'currency', l.currency, 'booked_on', l.booked_on,
    'value_date', l.value_date, 'bank_reference', l.bank_reference, 'payer_name', l.payer_name,
    'payer_iban', l.payer_iban, 'credited', (
      select json_build_object('iban', v.iban, 'company_id', v.company_id, 'company_name', (
               select c.name from companies c where c.id = v.company_id))
        from virtual_ibans v where v.iban = l.credited_iban),
    'remittance', l.remittance, 'is_reversal', l.is_reversal, 'status', l.status,
    'refusal', l.refusal, 'certainty', l.certainty, 'match_reason', l.match_reason,
    'proposed', case when coalesce(l.proposed_company_id, l.proposed_payment_id, l.proposed_line_id) is not null
      then json_build_object(
      'company_id', l.proposed_company_id,
      'company_name', (select c.name from companies c where c.id = l.proposed_company_id),
      'ticket_number', (select t.ticket_number from tickets t where t.id = l.proposed_ticket_id),
      'request_number', (select r.request_number from payment_requests r where r.id = l.proposed_request_id),
      'report_id', l.proposed_report_id, 'payment_id', l.proposed_payment_id,
      'payment_amount_sar', (select p.amount_sar::text from payments p where p.id = l.proposed_payment_id),
      'credit_line', line_place_json(l.proposed_line_id)) end,
    'payment', (select json_build_object('id', p.id,
                  'company_name', (select c.name from companies c where c.id = p.company_id),
                  'ticket_number', (select t.ticket_number from tickets t where t.id = p.ticket_id),
                  'request_number', (select r.request_number from payment_requests r where r.id = p.payment_request_id))
                  from payments p where p.id = coalesce(l.payment_id, l.reversed_payment_id)),
    'counter_line', line_place_json(l.counter_line_id),
    'payout', (select json_build_object('run_id', l.payout_run_id, 'outcome', l.payout_outcome,
                 'ticket_number', (select t.ticket_number from tickets t where t.id = p.ticket_id),
                 'agency_name', (select a.name from agencies a where a.id = p.agency_id))
                 from agency_payouts p where p.id = l.payout_id),
    'payout_file', (select json_build_object('run_id', f.run_id, 'file_no', f.file_no)
                      from payout_files f where f.message_id = l.payout_message_id),
    'refund', (select json_build_object('id', r.id, 'payment_id', r.payment_id, 'outcome', l.payout_outcome,
                 'beneficiary', r.beneficiary, 'company_name', (select c.name from companies c
                   where c.id = r.company_id))
                 from payment_refunds r where r.id = l.refund_id),
    'decided_by', (select s.name from staff s where s.user_id = l.decided_by), 'decided_at', l.decided_at,
    'set_aside_reason', l.set_aside_reason, 'taken_back_sar', nullif(l.taken_back_amount, 0)::text,
    'bank_charges_sar', l.bank_charges_sar::text,
    'return_charges', (select return_charges_json(m) from missing_of_return(l) m where m > 0),
    'setting_aside_takes_two', l.status = 'Open' and is_own_transfer_line(l))
$$;

create or replace function read_line_json(p_line_id uuid) returns json language sql stable as
  $$ select bank_statement_line_json(l) from bank_statement_lines l where l.id = p_line_id $$;

-- The statement with balances that lies before one that has balances too: the latest of the same account that begins
-- earlier, or on the same day and was imported earlier. A statement that names no account is of ours.
create or replace function previous_statement(s bank_statements) returns bank_statements language sql stable as $$
  select b from bank_statements b
   where s.closing_balance is not null and b.closing_balance is not null and b.rejected_at is null
     and (b.from_date, b.id) < (s.from_date, s.id) and are_of_one_account(b, s)
   order by b.to_date desc, b.from_date desc, b.id desc limit 1
$$;

-- The order in which the days of a statement may be read instead; null where they cannot, a line has been decided, or
-- another statement was compared with it.
create or replace function other_day_order(s bank_statements) returns text language sql stable as $$
  select case s.day_order when 'day_first' then 'month_first' else 'day_first' end
   where exists (select from bank_statement_files f where f.statement_id = s.id)
     and not exists (
       select from bank_statement_lines l
        where l.statement_id = s.id and (l.status in ('Confirmed', 'SetAside', 'Settled')
           or exists (select from approval_requests a where a.subject_id = l.id and a.outcome is null)
           or exists (select from bank_statement_lines o where o.told_line_id = l.id)
           or exists (select from bank_statement_lines o where o.proposed_line_id = l.id and o.statement_id <> s.id)))
     and not exists (
       select from bank_statements o
        where o.id > s.id and o.known_count > 0 and o.from_date <= s.to_date and o.to_date >= s.from_date)
$$;

-- All that a statement tells: its own lines, and the lines of earlier statements that its file had again.
create or replace function lines_told_by(s bank_statements) returns setof bank_statement_lines
language sql stable as $$
  select l.* from bank_statement_lines l where l.statement_id = s.id
  union all
  select l.* from jsonb_to_recordset(s.known_lines) as k(line_id uuid) join bank_statement_lines l on l.id = k.line_id
   where l.statement_id <> s.id
$$;

-- Counts of a statement's lines by the lists in which staff see them, and the statement before it.
create or replace function read_bank_statement_json(p_statement_id uuid) returns json language sql stable as $$
  select json_build_object('statement', bank_statement_json(s), 'other_day_order', other_day_order(s),
    'contradiction', contradiction_json(s.id), 'counts', (
      select json_build_object(
        'certain', count_and_sum_json(count(*) filter (where l.list = 'certain'),
          sum(l.amount) filter (where l.list = 'certain')),
        'likely', count_and_sum_json(count(*) filter (where l.list = 'likely'),
          sum(l.amount) filter (where l.list = 'likely')),
        'unclear', count_and_sum_json(count(*) filter (where l.list = 'unclear'),
          sum(l.amount) filter (where l.list = 'unclear')),
        'reversals', count_and_sum_json(count(*) filter (where l.list = 'reversals'),
                     sum(l.amount) filter (where l.list = 'reversals')),
        'payouts', count_and_sum_json(count(*) filter (where l.list = 'payouts'),
          sum(l.amount) filter (where l.list = 'payouts')),
        'confirmed', count_and_sum_json(count(*) filter (where l.list = 'confirmed'),
                     sum(l.amount) filter (where l.list = 'confirmed')),
        'set_aside', count_and_sum_json(count(*) filter (where l.list = 'set_aside'),
                     sum(l.amount) filter (where l.list = 'set_aside')),
        'settled', json_build_object('count', count(*) filter (where l.list = 'settled')),
        'apart', json_build_object('count', count(*) filter (where l.list = 'apart')))
        from bank_statement_lines l where l.statement_id = s.id),
    'to_prove', (select count_and_sum_json(count(*), sum(l.amount)) from lines_told_by(s) l
                  where not l.is_proven and l.status in ('Confirmed', 'Settled')),
    'before', (select json_build_object('id', b.id, 'file_name', b.file_name, 'to_date', b.to_date,
                        'closing_balance', b.closing_balance::text, 'is_other_between', exists (
                          select from bank_statements o
                           where o.closing_balance is null and o.to_date > b.to_date and o.from_date < s.from_date))
                 from previous_statement(s) b where b.id is not null))
    from bank_statements s where s.id = p_statement_id
$$;

-- The statement that a file's hash names, or null.
create or replace function api.known_bank_statement(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_sha256 bytea)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (select read_bank_statement_json(s.id) from bank_statements s
           where s.file_sha256 = p_sha256 and s.rejected_at is null);
end $$;

-- How the days of the last file of an account were read, or null. p_own_iban: the account of a statement without one.
create or replace function api.day_order_of_account(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_account_iban text, p_own_iban text)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (select to_json(s.day_order) from bank_statements s
           where s.day_order is not null
             and coalesce(s.account_iban, p_own_iban) is not distinct from coalesce(p_account_iban, p_own_iban)
           order by s.id desc limit 1);
end $$;

-- The file of a statement whose days may be read in another order, or the statement that it has become since.
create or replace function api.bank_statement_to_read_again(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_statement_id uuid)
returns json language plpgsql as $$
declare
  v_statement bank_statements;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_statement from bank_statements s where p_statement_id in (s.id, s.replaces);
  if not found then perform refuse('not_found'); end if;
  if v_statement.replaces = p_statement_id then
    return json_build_object('is_read', true, 'details', read_bank_statement_json(v_statement.id));
  end if;
  if other_day_order(v_statement) is null then perform refuse('bank_statement_reading_fixed'); end if;
  return json_build_object('is_read', false, 'file_name', v_statement.file_name,
    'order', other_day_order(v_statement),
    'content', (select encode(f.content, 'base64') from bank_statement_files f where f.statement_id = p_statement_id));
end $$;

-- Deletes a statement of which nothing has been decided, because its days are read in another order. With its owner's
-- rights: nobody else deletes lines.
create or replace function remove_misread_statement(p_statement_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_statement bank_statements;
begin
  perform take_lock(hashtextextended('confirm_certain_lines ' || p_statement_id, 0));
  select * into v_statement from bank_statements s where s.id = p_statement_id for update;
  perform from bank_statement_lines l where l.statement_id = p_statement_id order by l.id for update;
  if other_day_order(v_statement) is null then perform refuse('bank_statement_reading_fixed'); end if;
  perform end_contradictions(p_statement_id);
  delete from bank_statement_lines l where l.statement_id = p_statement_id;
  delete from bank_statements s where s.id = p_statement_id;
end $$;
revoke all on function remove_misread_statement from public;
grant execute on function remove_misread_statement to hamla_staff;

-- What credits may be about (domain/servicing/bank-statement-matching.ts): the tickets that they name or that owe such
-- amounts, of one amount at most 200; the companies that they name; those that owe something; reports; payments of
-- those days or with one of those references (reference_key) that are on no line of the statement itself; and for whom
-- an IBAN has paid before. Amounts in halalas.
create or replace function api.bank_statement_facts(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_statement_id uuid, p_ticket_numbers text[],
    p_amounts numeric[],
  p_ibans text[], p_references text[], p_from date, p_to date, p_request_numbers text[], p_payer_numbers text[]
) returns json language plpgsql as $$
declare
  v_today date := (p_now at time zone 'Asia/Riyadh')::date;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    with owed as (
      select i.ticket_id, t.company_id, i.seq, i.amount_sar - i.paid_amount as rest,
             sum(i.amount_sar - i.paid_amount) over (partition by i.ticket_id order by i.seq) as up_to
        from tickets t join ticket_installments i on i.ticket_id = t.id
       where t.status = 'Active' and i.status <> 'Paid'
      union all
      -- What is in default of a ticket is paid like an installment.
      select t.id, t.company_id, 1, t.written_off_amount - t.recovered_amount, t.written_off_amount - t.recovered_amount
        from tickets t where t.written_off_amount > t.recovered_amount),
    fitting as (
      select f.ticket_id, row_number() over (partition by f.amount order by f.ticket_id) as place
        from (select o.ticket_id, o.rest as amount from owed o union select o.ticket_id, o.up_to from owed o) f
       where f.amount = any (p_amounts)),
    meant as (
      select t.id, t.ticket_number, t.company_id from tickets t
       where t.ticket_number = any (p_ticket_numbers)
          or t.id in (select f.ticket_id from fitting f where f.place <= 200)),
    asked as (
      select r.id, r.request_number, r.company_id, payment_request_ends_on(r) as ends_on, coalesce((
               select sum(q.rest) from payment_request_rest(r.id) q), 0) as rest
        from payment_requests r where r.request_number = any (p_request_numbers)),
    payer as (select c.id, c.payer_number from companies c where c.payer_number = any (p_payer_numbers)),
    named as (
      select m.company_id as id from meant m union select o.company_id from owed o
      union select a.company_id from asked a union select y.id from payer y)
    select json_build_object(
      'tickets', coalesce((select json_agg(json_build_object('id', m.id, 'ticket_number', m.ticket_number,
          'company_id', m.company_id, 'owed_since', owed_since(m.company_id, m.id), 'open_halalas', coalesce((
            select json_agg((o.rest * 100)::bigint order by o.seq) from owed o where o.ticket_id = m.id), '[]')))
          from meant m), '[]'),
      'requests', coalesce((select json_agg(json_build_object('id', a.id, 'request_number', a.request_number,
          'company_id', a.company_id, 'ends_on', a.ends_on, 'owed_since', owed_since(a.company_id, null),
          'open_halalas', (a.rest * 100)::bigint)) from asked a), '[]'),
      'companies', coalesce((select json_agg(json_build_object('payer_number', y.payer_number, 'company_id', y.id,
          'owed_since', owed_since(y.id, null), 'open_halalas', coalesce((
            select json_agg((p.amount * 100)::bigint order by p.place)
              from allocation_parts(y.id, 'infinity', null, null, v_today, v_today) p), '[]'))) from payer y), '[]'),
      'company_names', coalesce((select json_object_agg(c.id, c.name) from companies c
                                  where c.id in (select n.id from named n)), '{}'),
      'reports', coalesce((select json_agg(json_build_object('id', r.id, 'ticket_id', r.ticket_id,
          'request_id', r.payment_request_id, 'company_id', r.company_id,
          'amount_halalas', (r.amount_sar * 100)::bigint) order by r.id)
          from transfer_reports r where r.status = 'Checking' and r.amount_sar = any (p_amounts)), '[]'),
      'payments', coalesce((select json_agg(json_build_object('id', p.id, 'company_id', p.company_id,
          'amount_halalas', (p.amount_sar * 100)::bigint, 'value_date', p.value_date,
          'bank_reference', p.bank_reference, 'is_on_statement', l.id is not null) order by p.id)
          from payment_search p left join bank_statement_lines l on l.payment_id = p.id
         where p.reversed_at is null and p.amount_sar = any (p_amounts)
           and (p.value_date between p_from - 5 and p_to + 5 or reference_key(p.bank_reference) = any (p_references))
           and (l.statement_id is null or l.statement_id is distinct from p_statement_id)), '[]'),
      'known_ibans', coalesce((select json_object_agg(k.payer_iban, k.company_id) from (
          select l.payer_iban, min(p.company_id::text) as company_id
            from bank_statement_lines l join payments p on p.id = l.payment_id
           where l.status = 'Confirmed' and l.payer_iban = any (p_ibans) and p.company_id is not null
           group by l.payer_iban having count(distinct p.company_id) = 1) k), '{}')));
end $$;

-- What earlier statements told of the movements in a file: lines with one of these references and amounts, or of one of
-- these days and amounts; how many lines they told of each of these days; and the last statement that there is.
-- Statements of another account are left out: p_accounts are the names of this one, and where nobody says which, it is
-- ours; a virtual IBAN is a part of ours. So is p_replaces, the statement whose file is read again.
create or replace function api.lines_of_earlier_statements(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_accounts text[], p_lines jsonb, p_replaces uuid
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    with said as materialized (
      select distinct reference_key(b.bank_reference) as key, reference_key(b.entry_reference) as entry_key, b.amount,
             b.value_date
        from jsonb_to_recordset(p_lines) as b(bank_reference text, entry_reference text, amount numeric,
          value_date date)),
    -- Bookings that one of two files may tell as a whole, the other in parts (earlier-statement-lines.ts, PARTS_DAYS).
    bookings as (
      select coalesce(s.entry_key, s.key) as key, min(s.value_date) - 5 as from_date, max(s.value_date) + 5 as to_date
        from said s where coalesce(s.entry_key, s.key) is not null group by 1),
    found as (
      select l.id from said s join bank_statement_lines l on l.reference_key = s.key and l.amount = s.amount
      union
      select l.id from (select distinct s.value_date, s.amount from said s) s
        join bank_statement_lines l on l.value_date = s.value_date and l.amount = s.amount
      union
      select l.id from bookings b
        join bank_statement_lines l on l.reference_key = b.key and l.value_date between b.from_date and b.to_date
      union
      select l.id from bookings b
        join bank_statement_lines l on l.entry_key = b.key and l.value_date between b.from_date and b.to_date),
    ours as (
      select s.id, s.from_date, s.to_date, s.format, v.iban as virtual_iban,
             case when s.closing_balance is not null then json_build_object('opening',
               (s.opening_balance * 100)::bigint, 'closing', (s.closing_balance * 100)::bigint) end as balances
        from bank_statements s left join virtual_ibans v on v.iban = s.account_iban
       where s.id is distinct from p_replaces and s.rejected_at is null
         and (s.account_iban is null or cardinality(p_accounts) = 0 or s.account_iban = any (p_accounts)
           or v.iban is not null))
    select json_build_object(
      'last_statement_id', (
        select s.id from bank_statements s where s.id is distinct from p_replaces order by s.id desc limit 1),
      'lines', coalesce((
        select json_agg(json_build_object('id', l.id, 'direction', l.direction, 'amount', line_amount_text(l.amount),
                 'currency', l.currency, 'value_date', l.value_date, 'bank_reference', l.bank_reference,
                 'entry_reference', l.entry_key, 'payer_name', l.payer_name, 'payer_iban', l.payer_iban,
                   'remittance', l.remittance, 'credited_iban', l.credited_iban, 'virtual_iban', o.virtual_iban,
                 'format', o.format,
                 'is_paid', l.payment_id is not null,
                 'paid_company_id', (select p.company_id from payments p where p.id = l.payment_id),
                 'refusal', l.refusal, 'from_date', o.from_date, 'to_date', o.to_date, 'balances', o.balances)
                   order by l.id)
          from found f join bank_statement_lines l on l.id = f.id join ours o on o.id = l.statement_id), '[]'),
      'day_counts', coalesce((
        select json_object_agg(d.value_date, d.count) from (
          select l.value_date, count(*) as count from bank_statement_lines l join ours o on o.id = l.statement_id
           where l.value_date in (select s.value_date from said s) group by l.value_date) d), '{}')));
end $$;

-- What has come in of such amounts, and the bank may take back (domain/servicing/bank-reversal-matching.ts): credits
-- that nobody has decided, and payments; of those that were reversed by hand the ones that no line has taken back and
-- whose own line is not open again. A credit that tells a payment's movement is none (stands_as_payment, for all at
-- once), but one of another day may be another transfer: a standing order repeats its reference. Credits of p_replaces,
-- the statement whose file is read again, are left out. p_references and p_ibans: under which a part of a payment
-- may be taken back that a line shows.
create or replace function api.credits_that_may_reverse(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_amounts numeric[], p_from date, p_replaces uuid,
  p_references text[] default '{}', p_ibans text[] default '{}'
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    with typed as materialized (
      select p.id, p.amount_sar as amount, reference_key(p.bank_reference) as key from payment_search p
       where p.reversed_at is null and p.amount_sar = any (p_amounts)
         and not exists (select from bank_statement_lines o where o.payment_id = p.id))
    select coalesce(json_agg(json_build_object('payment_id', r.payment_id, 'line_id', r.line_id, 'line_no', null,
             'company_id', r.company_id, 'amount', r.amount::numeric(14,2)::text, 'value_date', r.value_date,
             'bank_reference', r.bank_reference,
             'payer_name', coalesce(r.payer_name, (select c.name from companies c where c.id = r.company_id)),
             'payer_iban', r.payer_iban, 'remittance', r.remittance, 'ticket_numbers', r.ticket_numbers,
             'is_reversed', r.is_reversed, 'is_on_statement', r.is_on_statement)
               order by r.payment_id, r.line_id), '[]')
      from (
        select null::uuid as payment_id, l.id as line_id, l.proposed_company_id as company_id,
               l.left_amount as amount, l.value_date,
               l.bank_reference, l.payer_name, l.payer_iban, l.remittance, '[]'::json as ticket_numbers,
                 false as is_reversed, false as is_on_statement
          from bank_statement_lines l
         where l.status = 'Open' and l.direction = 'credit' and l.payout_id is null and l.refund_id is null
           and l.left_amount = any (p_amounts)
           and l.value_date >= p_from and l.statement_id is distinct from p_replaces
           and not exists (select from other_tellings(l) o
                            where o.payment_id is not null
                              and (o.value_date = l.value_date or o.amount <> l.amount))
           and not exists (select from typed p where p.id = l.proposed_payment_id and p.amount = l.left_amount)
           and (not exists (select from typed p where p.key = l.reference_key and p.amount = l.left_amount)
             or is_told_twice(l))
        union all
        select p.id, null, p.company_id, p.amount_sar, p.value_date, coalesce(l.bank_reference, p.bank_reference),
               l.payer_name, l.payer_iban, l.remittance, coalesce((
                 select json_agg(distinct t.ticket_number) from tickets t
                  where t.id = any (p.ticket_id || array(
                    select a.ticket_id from payment_allocations a
                     where a.payment_id = p.id and a.reversed_at is null))), '[]'),
               p.reversed_at is not null, l.id is not null
          from payments p left join bank_statement_lines l on l.payment_id = p.id
         where p.id = any (array(select s.id from payment_search s where s.amount_sar = any (p_amounts)) || array(
                 select o.payment_id from bank_statement_lines o
                  where o.reference_key = any (p_references) and o.status = 'Confirmed') || array(
                 select o.payment_id from bank_statement_lines o
                  where o.payer_iban = any (p_ibans) and o.status = 'Confirmed'))
           and p.value_date >= p_from
           and (p.reversed_at is null or (
             p.moved_to_payment_id is null and not exists (select from bank_statement_lines b
               where b.reversed_payment_id = p.id)
             and not exists (select from bank_statement_lines o
                              where o.status = 'Open' and o.direction = 'credit' and o.left_amount = p.amount_sar
                                and o.value_date = p.value_date
                                and o.bank_reference is not distinct from p.bank_reference)))) r);
end $$;

-- A credit of which an open line says that the bank took it back is certain no more.
create or replace function mark_reversed_credits_uncertain(p_statement_id uuid) returns void language sql as $$
  update bank_statement_lines c set certainty = case when c.certainty = 'certain' then 'likely' else c.certainty end,
         match_reason = 'taken_back'
    from bank_statement_lines l
   where l.statement_id = p_statement_id and l.status = 'Open' and l.is_reversal and l.certainty = 'likely'
     and c.id = l.proposed_line_id and c.status = 'Open' and c.match_reason not in ('payment_reversed', 'taken_back')
$$;

-- The company to whose virtual IBAN a line was credited when it had it, or null.
create or replace function holder_of_credit(l bank_statement_lines) returns uuid language sql stable as $$
  select v.company_id from virtual_ibans v where v.iban = l.credited_iban and given_on(v) <= l.value_date
$$;

-- Inserts the lines that a file has brought, in its order. p_lines: as the server matched them
-- (server/src/servicing/import-bank-statement.ts).
create or replace function insert_statement_lines(p_statement_id uuid, p_lines jsonb) returns void language sql as $$
  insert into bank_statement_lines (statement_id, line_no, occurrence, reference_key, entry_key, told_line_id,
    direction, amount, currency, booked_on, value_date, bank_reference, payer_name, payer_iban, credited_iban,
    remittance, is_reversal, status, refusal, certainty, match_reason, proposed_company_id, proposed_ticket_id,
    proposed_request_id,
    proposed_report_id, proposed_payment_id, proposed_line_id, payout_id, payout_run_id, refund_id, payout_message_id)
  select p_statement_id, b.line_no, b.occurrence, reference_key(b.bank_reference), reference_key(b.entry_reference),
         b.told_line_id, b.direction, b.amount, b.currency, b.booked_on, b.value_date, b.bank_reference, b.payer_name,
         b.payer_iban, b.credited_iban, b.remittance, b.is_reversal,
         case when b.refusal is not null then 'Refused'
              when b.direction = 'debit' and not b.is_reversal and b.payout_id is null and b.refund_id is null
                and (b.payout_message_id is null or b.reason is null) then 'Debit'
              else 'Open' end,
         b.refusal, b.certainty, b.reason, b.company_id, b.ticket_id, b.request_id, b.report_id, b.payment_id,
         b.line_id, b.payout_id, b.payout_run_id, b.refund_id, b.payout_message_id
    from jsonb_to_recordset(p_lines) as b(line_no integer, occurrence integer, told_line_id uuid, direction text,
           amount numeric, currency text, booked_on date, value_date date, bank_reference text, entry_reference text,
           payer_name text, payer_iban text, credited_iban text, remittance text, is_reversal boolean, refusal text,
           certainty text,
           reason text, company_id uuid, ticket_id uuid, request_id uuid, report_id uuid, payment_id uuid,
           line_id uuid, payout_id uuid, payout_run_id uuid, refund_id uuid, payout_message_id text)
   order by b.line_no
$$;

-- Names the payout or the refund of lines that earlier statements told without it: [{line_id, payout_id, payout_run_id,
-- refund_id}]. Only where staff may still decide the line, or the payout or refund waits for it.
create or replace function set_payout_of_earlier_lines(p_named jsonb) returns void language sql as $$
  update bank_statement_lines l
     set payout_id = b.payout_id, payout_run_id = b.payout_run_id, refund_id = b.refund_id, certainty = 'none',
         match_reason = case when b.refund_id is null then 'own_payout' else 'own_refund' end,
         proposed_company_id = null, proposed_ticket_id = null, proposed_request_id = null,
         proposed_report_id = null, proposed_payment_id = null, proposed_line_id = null, is_reversal = false,
         refusal = null, status = 'Open'
    from jsonb_to_recordset(p_named) as b(line_id uuid, payout_id uuid, payout_run_id uuid, refund_id uuid)
   where l.id = b.line_id and num_nonnulls(b.payout_id, b.refund_id) > 0 and l.payout_id is null
     and l.refund_id is null
     and (l.status = 'Open' or l.status in ('Debit', 'Refused') and (
            exists (select from payout_run_lines x where x.run_id = b.payout_run_id and x.payout_id = b.payout_id
               and (x.outcome is null or x.outcome = 'Confirmed' and l.direction = 'credit'))
         or exists (select from payment_refunds x where x.id = b.refund_id
               and (x.status = 'Sent' or x.status = 'Confirmed' and l.direction = 'credit'))))
$$;

-- Sets the virtual IBAN of credits that an earlier statement listed without it: [{line_id, credited_iban}]. An open
-- line becomes a likely payment of that IBAN's company; the next matching makes it certain.
create or replace function credit_told_lines(p_named jsonb) returns void language sql as $$
  update bank_statement_lines l set credited_iban = b.credited_iban
    from jsonb_to_recordset(p_named) as b(line_id uuid, credited_iban text)
   where l.id = b.line_id and b.credited_iban is not null and l.credited_iban is null and l.direction = 'credit';
  update bank_statement_lines l
     set certainty = 'likely', match_reason = 'virtual_iban', proposed_company_id = holder_of_credit(l),
         proposed_ticket_id = null, proposed_request_id = null, proposed_report_id = null, proposed_payment_id = null
    from jsonb_to_recordset(p_named) as b(line_id uuid, credited_iban text)
   where l.id = b.line_id and l.credited_iban = b.credited_iban and l.status = 'Open' and l.payout_id is null
     and l.refund_id is null and holder_of_credit(l) is not null
     and l.proposed_company_id is distinct from holder_of_credit(l) and l.match_reason <> 'payment_reversed';
$$;

-- Proposes to lines that take money back the credits of the same file that they name by credit_line_no.
create or replace function pair_reversals_of_file(p_statement_id uuid, p_lines jsonb) returns void language sql as $$
  update bank_statement_lines l set proposed_line_id = c.id
    from jsonb_to_recordset(p_lines) as b(line_no integer, credit_line_no integer)
    join bank_statement_lines c on c.statement_id = p_statement_id and c.line_no = b.credit_line_no
   where l.statement_id = p_statement_id and l.line_no = b.line_no
$$;

-- Keeps a statement with those of its lines that no earlier one has brought (p_lines; the p_known_count others are
-- p_named, [{line_id, line_no, payout_id, payout_run_id, refund_id, credited_iban}]), in
-- one statement. The same file again answers with what
-- it was the first time. Imports take turns, so that of two files with the same line one brings it: null where another
-- statement has come since p_last_statement_id, or one that told a line was rejected. p_content: the file, where its
-- days may be read in another order. p_replaces: the statement that it was until it is read so.
create or replace function api.import_bank_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_file_name text, p_sha256 bytea, p_format text,
  p_account_iban text, p_last_statement_id uuid, p_from date, p_to date, p_complete_until date, p_opening numeric,
  p_closing numeric,
  p_known_count integer, p_zero_amount_count integer, p_lines jsonb, p_named jsonb, p_day_order text,
  p_day_order_by text, p_content bytea, p_replaces uuid
) returns json language plpgsql as $$
declare
  v_statement_id uuid;
  v_line_count integer := jsonb_array_length(p_lines);
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  perform take_lock(hashtextextended('import_bank_statement', 0));
  select s.id into v_statement_id from bank_statements s
   where s.file_sha256 = p_sha256 and s.rejected_at is null and s.id is distinct from p_replaces;
  if found then
    return jsonb_build_object('is_known', true) || read_bank_statement_json(v_statement_id)::jsonb;
  end if;
  if (select s.id from bank_statements s where s.id is distinct from p_replaces
       order by s.id desc limit 1) is distinct from p_last_statement_id
     or exists (select from jsonb_to_recordset(p_named) as b(line_id uuid)
                  join bank_statement_lines l on l.id = b.line_id join bank_statements s on s.id = l.statement_id
                 where s.rejected_at is not null) then
    return null;
  end if;
  if p_replaces is not null then perform remove_misread_statement(p_replaces); end if;
  insert into bank_statements (file_name, file_sha256, format, account_iban, from_date, to_date, complete_until,
    opening_balance, closing_balance, line_count, known_count, known_lines, zero_amount_count, imported_by,
    imported_at, day_order, day_order_by, replaces)
  values (p_file_name, p_sha256, p_format, p_account_iban, p_from, p_to, p_complete_until, p_opening, p_closing,
    v_line_count, p_known_count, (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', b.line_id, 'line_no', b.line_no)), '[]')
        from jsonb_to_recordset(p_named) as b(line_id uuid, line_no integer)),
    p_zero_amount_count, p_user_id, p_now, p_day_order, p_day_order_by, p_replaces)
  returning id into v_statement_id;
  if p_content is not null then insert into bank_statement_files values (v_statement_id, p_content); end if;
  perform insert_statement_lines(v_statement_id, p_lines);
  perform set_payout_of_earlier_lines(p_named);
  perform credit_told_lines(p_named);
  perform pair_reversals_of_file(v_statement_id, p_lines);
  perform mark_reversed_credits_uncertain(v_statement_id);
  with other as materialized (
    select statements_contradicted_by(s) as ids from bank_statements s where s.id = v_statement_id)
  update bank_statements s set contradicts = o.ids from other o where s.id = v_statement_id and cardinality(o.ids) > 0;
  perform record_event(p_now, case when p_replaces is null then 'import_bank_statement'
                                   else 'read_bank_statement_again' end,
    'bank_statement', v_statement_id, null, null, null,
    jsonb_build_object('line_count', v_line_count, 'known_count', p_known_count));
  return jsonb_build_object('is_known', false) || read_bank_statement_json(v_statement_id)::jsonb;
end $$;

-- Whether an open line says, by more than the payer or the amount, that the bank took this credit back.
create or replace function is_taken_back(l bank_statement_lines) returns boolean language sql stable as $$
  select exists (select from bank_statement_lines r
                  where r.proposed_line_id = l.id and r.status = 'Open' and r.is_reversal and r.certainty = 'likely')
      -- It came in later than what takes it back, which has found nothing yet.
      or exists (select from bank_statement_lines r
                  where r.status = 'Open' and r.is_reversal and r.reference_key = l.reference_key
                    and r.amount = l.left_amount
                    and r.value_date >= l.value_date and num_nonnulls(r.proposed_line_id, r.proposed_payment_id) = 0)
$$;

-- Whether a line that was settled with a payment, without a credit's line, has taken back the movement of this one: a
-- file of days before has come later.
create or replace function has_settled_reversal_line(l bank_statement_lines) returns boolean
language plpgsql stable as $$
begin
  return exists (select from payment_search p join bank_statement_lines r on r.reversed_payment_id = p.id
                  where p.amount_sar = l.left_amount and reference_key(p.bank_reference) = l.reference_key
                    and p.reversed_at is not null and r.counter_line_id is null and r.value_date >= l.value_date)
      or exists (select from bank_statement_lines r
                  where r.status = 'Settled' and r.is_reversal and r.counter_line_id is null
                    and r.reference_key = l.reference_key and r.amount = l.left_amount
                    and r.value_date >= l.value_date);
end $$;

-- A statement's open lines, for another look at what they may be; those whose payment was reversed are staff's alone.
create or replace function api.open_bank_statement_lines(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_statement_id uuid)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  if not exists (select from bank_statements s where s.id = p_statement_id) then perform refuse('not_found'); end if;
  return (
    select coalesce(json_agg(json_build_object('id', l.id, 'amount', l.amount::numeric(14,2)::text,
             'value_date', l.value_date, 'bank_reference', l.bank_reference, 'payer_name', l.payer_name,
             'payer_iban', l.payer_iban, 'credited_iban', l.credited_iban, 'remittance', l.remittance,
             'occurrence', l.occurrence,
               'booked_on', l.booked_on,
             'is_reversal', l.is_reversal, 'told_line_id', l.told_line_id, 'is_taken_back', is_taken_back(l))
               order by l.line_no), '[]')
      from bank_statement_lines l
     where l.statement_id = p_statement_id and l.status = 'Open' and l.match_reason <> 'payment_reversed'
       and num_nonnulls(l.payout_id, l.refund_id, l.payout_message_id) = 0);
end $$;

create or replace function api.store_proposals(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_statement_id uuid, p_proposals jsonb
) returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  update bank_statement_lines l set certainty = b.certainty, match_reason = b.reason,
    proposed_company_id = b.company_id,
         proposed_ticket_id = b.ticket_id, proposed_request_id = b.request_id, proposed_report_id = b.report_id,
         proposed_payment_id = b.payment_id,
         proposed_line_id = b.line_id
    from jsonb_to_recordset(p_proposals) as b(id uuid, certainty text, reason text, company_id uuid, ticket_id uuid,
           request_id uuid, report_id uuid, payment_id uuid, line_id uuid)
   where l.id = b.id and l.statement_id = p_statement_id and l.status = 'Open' and l.match_reason <> 'payment_reversed';
  perform mark_reversed_credits_uncertain(p_statement_id);
  return read_bank_statement_json(p_statement_id);
end $$;

-- A line that nobody has decided, locked after the money of the company that it is about to be of. p_today: what it
-- moves is ours by then, not on a later day.
create or replace function lock_open_line(p_line_id uuid, p_company_id uuid, p_today date default null)
  returns bank_statement_lines
language plpgsql as $$
declare
  v_line bank_statement_lines;
begin
  if p_company_id is not null then perform lock_company_money(p_company_id); end if;
  select * into v_line from bank_statement_lines l where l.id = p_line_id for no key update;
  if not found then perform refuse('not_found'); end if;
  if v_line.status <> 'Open' then perform refuse('bank_statement_line_decided'); end if;
  if v_line.value_date > p_today then perform refuse('bank_statement_line_ahead'); end if;
  return v_line;
end $$;

-- Marks a line as the line of a payment, and matches the transfer report of it: the proposed one, or the nearest in
-- time. p_reason: why staff have decided so. The caller has locked the line and the money.
create or replace function mark_line_confirmed(
  p_line bank_statement_lines, p_payment_id uuid, p_now timestamptz, p_reason text default null
) returns void
language plpgsql as $$
declare
  v_payment payments;
  v_report transfer_reports;
begin
  update bank_statement_lines l set status = 'Confirmed', payment_id = p_payment_id, decided_by = caller_user_id(),
         decided_at = p_now
   where l.id = p_line.id;
  select * into v_payment from payments p where p.id = p_payment_id;
  select * into v_report from transfer_reports r
   where r.company_id = v_payment.company_id and r.status = 'Checking' and r.amount_sar = v_payment.amount_sar
     and (v_payment.ticket_id is null or r.ticket_id = v_payment.ticket_id)
     and (v_payment.payment_request_id is null or r.payment_request_id = v_payment.payment_request_id)
     and (r.id = p_line.proposed_report_id or abs(v_payment.value_date - r.transferred_on) <= 7)
   order by r.id is distinct from p_line.proposed_report_id, abs(v_payment.value_date - r.transferred_on), r.id
   limit 1 for no key update;
  if found and not exists (select from transfer_reports r where r.payment_id = p_payment_id) then
    perform match_report_to_payment(v_report, p_payment_id, p_now);
  end if;
  perform record_event(p_now, 'confirm_bank_statement_line', 'bank_statement_line', p_line.id, v_payment.company_id,
    null,
    jsonb_build_object('status', 'Open'),
    jsonb_strip_nulls(jsonb_build_object('status', 'Confirmed', 'payment_id', p_payment_id, 'reason', p_reason)));
  perform update_lateness_stops(v_payment.company_id, p_now, true);
end $$;

-- The lines of other statements that may tell the movement of a line, or parts of it.
create or replace function other_tellings(l bank_statement_lines) returns setof bank_statement_lines
language sql stable as $$
  select o.* from bank_statement_lines o where o.id = l.told_line_id and o.direction = l.direction
  union all
  select o.* from bank_statement_lines o where o.told_line_id = l.id and o.direction = l.direction
  union all
  select o.* from bank_statement_lines o
   where o.told_line_id = l.told_line_id and o.direction = l.direction and o.statement_id <> l.statement_id
  union all
  -- A whole that was told in parts.
  select o.* from bank_statement_lines t
    join bank_statement_lines o on coalesce(o.entry_key, o.reference_key) = coalesce(t.entry_key, t.reference_key)
     and o.value_date = t.value_date and o.direction = t.direction and o.statement_id = t.statement_id
   where t.id = l.told_line_id and t.amount < l.amount
  union all
  -- And a part of it: what tells another part as a whole tells this one.
  select o.* from bank_statement_lines t join bank_statement_lines o on o.told_line_id = t.id and o.amount > t.amount
   where t.reference_key = l.reference_key and t.entry_key is not distinct from l.entry_key
     and t.value_date = l.value_date and t.direction = l.direction and t.statement_id = l.statement_id and t.id <> l.id
  union all
  select o.* from bank_statement_lines t join bank_statement_lines o on o.told_line_id = t.id and o.amount > t.amount
   where t.entry_key = l.entry_key and t.reference_key is distinct from l.reference_key
     and t.value_date = l.value_date and t.direction = l.direction and t.statement_id = l.statement_id
$$;

-- Whether its statement has another line of the same reference and amount.
create or replace function is_told_twice(l bank_statement_lines) returns boolean language sql stable as $$
  select exists (select from bank_statement_lines o
                  where o.statement_id = l.statement_id and o.id <> l.id and o.direction = l.direction
                    and o.amount = l.amount and o.reference_key = l.reference_key)
$$;

-- Whether an open credit is the money of a payment that was typed by hand: it is proposed, or the only line of its
-- statement with that amount under the payment's reference.
create or replace function tells_typed_payment(l bank_statement_lines, p payments) returns boolean language sql stable
  as $$
  select p.reversed_at is null and p.amount_sar = l.left_amount
     and not exists (select from bank_statement_lines o where o.payment_id = p.id)
     and (p.id = l.proposed_payment_id
       or reference_key(p.bank_reference) = l.reference_key and not is_told_twice(l))
$$;

-- Whether the movement of an open credit stands as a payment that the line does not show: confirmed from another
-- telling, or typed by hand. What the bank takes back then is that payment.
create or replace function stands_as_payment(l bank_statement_lines) returns boolean language sql stable as $$
  select exists (select from other_tellings(l) o where o.payment_id is not null)
      or exists (select from payments p where p.amount_sar = l.left_amount and tells_typed_payment(l, p))
$$;

-- Whether the movement of a line has been recorded before: from a line of another statement that may be the same, or by
-- hand under its reference, whatever the day. The money is locked.
create or replace function is_recorded_before(l bank_statement_lines) returns boolean language sql stable as $$
  select exists (select from other_tellings(l) o where o.status in ('Confirmed', 'Settled'))
      or exists (select from agency_claims c
                  where c.settled_amount > 0 and reference_key(c.bank_reference) = l.reference_key)
      or exists (select from payments p
                  where p.reversed_at is null
                    and (p.amount_sar = l.left_amount and reference_key(p.bank_reference) = l.reference_key
                      or p.amount_sar > l.amount and reference_key(p.bank_reference) = l.entry_key)
                    and not exists (select from bank_statement_lines o where o.payment_id = p.id))
      or has_settled_reversal_line(l)
$$;

-- The other lines of one direction that name the attempt of this one.
create or replace function other_lines_of_attempt(l bank_statement_lines, p_direction text)
returns setof bank_statement_lines
language sql stable as $$
  select o.* from bank_statement_lines o
   where o.payout_id = l.payout_id and o.payout_run_id = l.payout_run_id and o.direction = p_direction and o.id <> l.id
$$;

-- Tells whether a debit takes back the return of its payout or refund: a credit was booked before it.
create or replace function takes_return_back(l bank_statement_lines) returns boolean language sql stable as $$
  select l.direction = 'debit' and exists (
    select from bank_statement_lines c
     where (c.payout_id = l.payout_id and c.payout_run_id = l.payout_run_id or c.refund_id = l.refund_id)
       and c.direction = 'credit' and c.amount + coalesce(c.bank_charges_sar, 0) = l.amount
       and c.status in ('Open', 'Settled') and c.booked_on < l.booked_on)
$$;

-- Tells whether another line has settled what a line says. Between two debits of an attempt its money has come back.
create or replace function is_settled_by_another(l bank_statement_lines) returns boolean language sql stable as $$
  select exists (
    select from other_lines_of_attempt(l, l.direction) o
     where o.status = 'Settled' and not (l.direction = 'debit' and exists (
       select from other_lines_of_attempt(l, 'credit') c
        where c.status = 'Settled' and c.booked_on >= least(o.booked_on, l.booked_on)
          and c.booked_on < greatest(o.booked_on, l.booked_on))))
$$;

-- Whether the movement of a line stands as a payment: told by another line that was confirmed, or typed under its
-- reference.
create or replace function is_movement_of_payment(l bank_statement_lines) returns boolean language plpgsql stable as $$
begin
  return exists (select from other_tellings(l) o where o.payment_id is not null)
      or exists (select from payment_search p
                  where p.reversed_at is null and p.amount_sar = l.amount
                    and reference_key(p.bank_reference) = l.reference_key);
end $$;

-- Of attempts that lines name, [{line_no, direction, amount, payout_id, attempt}], the first of each line that a file
-- has handed to the bank. A debit of another amount is something else: the bank's charge stands under the same name.
create or replace function api.find_named_payouts(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_named jsonb)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select coalesce(json_agg(json_build_object('line_no', f.line_no, 'payout_id', f.payout_id,
      'payout_run_id', f.run_id)), '[]')
      from (select distinct on (n.line_no) n.line_no, m.payout_id, m.run_id
              from jsonb_to_recordset(p_named) as n(line_no integer, direction text, amount numeric, payout_id uuid,
                attempt integer)
              join payout_file_lines m on m.payout_id = n.payout_id and m.attempt = n.attempt
              join payout_run_lines l on l.run_id = m.run_id and l.payout_id = m.payout_id
             where n.direction = 'credit' or n.amount = l.amount_sar
             order by n.line_no, m.run_id) f);
end $$;

-- The payout files of messages that debits name, [{line_no, amount, message_id}], and whether each line is
-- that file: it has the sum of its payouts, and is the first such debit. p_replaces: the statement whose file is read
-- again.
create or replace function api.find_named_payout_files(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_named jsonb, p_replaces uuid)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    with named as (
      select distinct on (n.line_no) n.line_no, f.message_id, n.amount = s.amount and not exists (
               select from bank_statement_lines o join bank_statements s on s.id = o.statement_id
                where o.payout_message_id = f.message_id and o.status = 'Debit' and s.rejected_at is null
                  and o.statement_id is distinct from p_replaces) as is_whole
        from jsonb_to_recordset(p_named) as n(line_no integer, amount numeric, message_id text)
        join payout_files f on f.message_id = n.message_id
        cross join lateral (
          select sum(l.amount_sar) as amount from payout_file_lines m join payout_run_lines l using (run_id, payout_id)
           where m.run_id = f.run_id and m.file_no = f.file_no) s
       order by n.line_no, f.message_id)
    select coalesce(json_agg(json_build_object('line_no', n.line_no, 'payout_message_id', n.message_id,
             'is_whole', n.is_whole and n.line_no = (
               select min(o.line_no) from named o where o.message_id = n.message_id and o.is_whole))), '[]')
      from named n);
end $$;

-- The bank's text without our own reference; p_reason: the text of staff, used instead.
create or replace function reason_of_line(l bank_statement_lines, p_reason text) returns text language sql immutable
  as $$
  select coalesce(p_reason,
    left(nullif(btrim(regexp_replace(l.remittance, 'r?[0-9a-f]{32}(-[0-9a-z]{1,2})?', '', 'gi'), ' |'), ''), 1000),
    l.bank_reference, l.remittance)
$$;

-- Of refunds that lines name, [{line_no, direction, amount, refund_id}], the first of each line that a file has handed
-- to the bank. A debit of another amount is something else.
create or replace function api.find_named_refunds(p_user_id uuid, p_session_id uuid, p_now timestamptz, p_named jsonb)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select coalesce(json_agg(json_build_object('line_no', f.line_no, 'refund_id', f.id)), '[]')
      from (select distinct on (n.line_no) n.line_no, r.id
              from jsonb_to_recordset(p_named) as n(line_no integer, direction text, amount numeric, refund_id uuid)
              join payment_refunds r on r.id = n.refund_id join refund_file_lines m on m.refund_id = r.id
             where n.direction = 'credit' or n.amount = r.amount_sar
             order by n.line_no, r.id) f);
end $$;

-- The payout or the refund of each debit, [{line_no, amount, iban}]: the only one of its IBAN and amount that waits for
-- the bank's answer. Two debits of the same IBAN and amount get none.
create or replace function api.find_unanswered_by_iban(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_debits jsonb)
returns json language plpgsql as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    with debit as (
      select min(d.line_no) as line_no, d.amount, d.iban
        from jsonb_to_recordset(p_debits) as d(line_no integer, amount numeric, iban text)
       group by d.amount, d.iban having count(*) = 1),
    waiting as (
      select d.line_no, jsonb_build_object('payout_id', l.payout_id, 'payout_run_id', l.run_id) as ours
        from debit d join payout_run_lines l on l.iban = d.iban and l.amount_sar = d.amount and l.outcome is null
       where exists (select from payout_file_lines m where m.run_id = l.run_id and m.payout_id = l.payout_id)
      union all
      select d.line_no, jsonb_build_object('refund_id', r.id)
        from debit d join payment_refunds r on r.iban = d.iban and r.amount_sar = d.amount and r.status = 'Sent'
       where exists (select from refund_file_lines m where m.refund_id = r.id))
    select coalesce(json_agg(json_build_object('line_no', f.line_no, 'ours', f.ours)), '[]')
      from (select w.line_no, min(w.ours::text)::json as ours from waiting w group by w.line_no having count(*) = 1) f);
end $$;

-- An open line that names a payout or a refund, locked after what it may move: the run, with the one that carries the
-- payout now, and the company's money.
create or replace function lock_own_transfer_line(p_line_id uuid, p_today date default null)
  returns bank_statement_lines
language plpgsql as $$
declare
  v_line bank_statement_lines;
begin
  select * into v_line from bank_statement_lines l where l.id = p_line_id;
  if v_line.refund_id is not null then
    perform lock_refund(v_line.refund_id);
  elsif v_line.payout_id is not null then
    perform from payout_runs r
     where r.id in (select x.run_id from payout_run_lines x
                     where x.payout_id = v_line.payout_id and (x.run_id = v_line.payout_run_id or x.outcome is null))
     order by r.id for no key update;
    perform lock_company_money(t.company_id)
       from agency_payouts p join tickets t on t.id = p.ticket_id where p.id = v_line.payout_id;
  end if;
  return lock_open_line(p_line_id, null, p_today);
end $$;

-- What the bank says of a refund that it names, as of a payout: a debit confirms it, a credit fails one that is under
-- way and returns one that had arrived. Where somebody has written that down already, the line is settled with it.
-- p_charges: what the bank has kept of it.
create or replace function apply_bank_line_to_refund(p_line_id uuid, p_reason text, p_now timestamptz, p_today date,
  p_charges numeric default 0)
  returns void
language plpgsql as $$
declare
  v_line bank_statement_lines := lock_own_transfer_line(p_line_id, p_today);
  r payment_refunds;
  v_outcome text;
  v_debit_id uuid;
begin
  select * into strict r from payment_refunds x where x.id = v_line.refund_id;
  v_line := book_return_charges(v_line, r.amount_sar, p_charges, p_now);
  -- One that takes the return back is asked of the bank: what came back is credit, and may be spent.
  if takes_return_back(v_line) or exists (select from bank_statement_lines o
              where o.refund_id = r.id and o.direction = v_line.direction and o.id <> p_line_id
                and o.status = 'Settled') then
    perform refuse('payout_line_unclear');
  end if;
  if v_line.direction = 'credit' and is_movement_of_payment(v_line) then perform refuse('payout_line_recorded'); end if;
  if v_line.direction = 'credit' then
    -- It left before it came back, however the statement is sorted.
    select o.id into v_debit_id from bank_statement_lines o
     where r.status = 'Sent' and o.refund_id = r.id and o.direction = 'debit' and o.status = 'Open'
       and o.amount = r.amount_sar and o.booked_on <= v_line.booked_on
       and o.value_date <= p_today order by o.id limit 1;
    if v_debit_id is not null then
      perform apply_bank_line_to_refund(v_debit_id, null, p_now, p_today);
      select * into strict r from payment_refunds x where x.id = r.id;
    end if;
  end if;
  v_outcome := case when v_line.direction = 'debit' then 'Confirmed'
                    when r.status in ('Confirmed', 'Returned') then 'Returned' else 'Failed' end;
  if not proves(v_line)
     and (v_outcome <> 'Confirmed' and r.status in ('Sent', 'Confirmed') or is_refund_doubtful(r)) then
    perform refuse('bank_statement_not_compared');
  end if;
  if r.status = 'Sent' then
    perform record_refund_result(r.id, case when v_outcome = 'Confirmed' then 'confirm' else 'fail' end,
      case when v_outcome = 'Failed' then reason_of_line(v_line, p_reason) end, null, p_now);
  elsif v_outcome = 'Returned' and r.status = 'Confirmed' then
    perform record_refund_result(r.id, 'return', reason_of_line(v_line, p_reason), null, p_now);
  -- A debit that is told late: what left has come back since.
  elsif r.status <> v_outcome and not (v_outcome = 'Confirmed' and (r.status = 'Returned' or r.status = 'Failed'
          and exists (select from bank_statement_lines o
                       where o.refund_id = r.id and o.direction = 'credit' and o.status = 'Settled'))) then
    perform refuse('payout_line_unclear');
  end if;
  update bank_statement_lines l set status = 'Settled', payout_outcome = v_outcome, decided_by = caller_user_id(),
    decided_at = p_now
   where l.id = p_line_id;
  perform record_event(p_now, 'confirm_bank_statement_line', 'bank_statement_line', p_line_id, r.company_id, null,
    jsonb_build_object('status', 'Open'), jsonb_build_object('status', 'Settled', 'refund_id', r.id));
end $$;

-- What the bank says of a payout that it names: a debit confirms it, a credit fails one that is under way and returns
-- one that had arrived; a debit after that credit takes the return back; a credit after what is claimed of the agency
-- pays it back (agency-claims.sql). Where somebody has written that down already, the line is settled with it. What
-- contradicts the run, or says the same again, is asked of the bank. p_charges: what the bank has kept of it.
create or replace function apply_bank_line_to_payout(p_line_id uuid, p_reason text, p_now timestamptz, p_today date,
  p_charges numeric default 0)
  returns void
language plpgsql as $$
declare
  v_line bank_statement_lines := lock_own_transfer_line(p_line_id, p_today);
  v_paid payout_run_lines;
  v_company_id uuid;
  v_reason text;
  v_outcome text;
  v_earlier_id uuid;
begin
  select t.company_id into strict v_company_id
    from agency_payouts p join tickets t on t.id = p.ticket_id where p.id = v_line.payout_id;
  select * into strict v_paid from payout_run_lines l where l.run_id = v_line.payout_run_id
    and l.payout_id = v_line.payout_id;
  v_line := book_return_charges(v_line, v_paid.amount_sar, p_charges, p_now);
  if v_line.direction = 'credit' and is_movement_of_payment(v_line) then perform refuse('payout_line_recorded'); end if;
  -- It left before it came back, and came back before that was taken back, however the statement is sorted.
  select o.id into v_earlier_id
    from other_lines_of_attempt(v_line, case v_line.direction when 'credit' then 'debit' else 'credit' end) o
   where o.status = 'Open' and o.amount = v_paid.amount_sar and o.value_date <= p_today
     and case v_line.direction when 'credit' then v_paid.outcome is null and o.booked_on <= v_line.booked_on
         else o.booked_on < v_line.booked_on end
   order by o.booked_on desc, o.id limit 1;
  if v_earlier_id is not null then
    perform apply_bank_line_to_payout(v_earlier_id, null, p_now, p_today);
    select * into strict v_paid from payout_run_lines l where l.run_id = v_line.payout_run_id
      and l.payout_id = v_line.payout_id;
  end if;
  if is_settled_by_another(v_line) then perform refuse('payout_line_unclear'); end if;
  v_reason := reason_of_line(v_line, p_reason);
  v_outcome := case when v_line.direction = 'debit' then 'Confirmed'
                    when v_paid.outcome in ('Confirmed', 'Returned') then 'Returned' else 'Failed' end;
  if v_outcome = 'Confirmed' and v_paid.outcome is null and not proves(v_line) and is_line_doubtful(v_paid) then
    perform refuse('bank_statement_not_compared');
  end if;
  if v_paid.outcome is null then
    perform record_payout_line_result(v_paid.run_id, v_paid.payout_id,
      case when v_outcome = 'Failed' then v_reason end, null,
      p_now, p_today);
  elsif v_outcome = 'Returned' and v_paid.outcome = 'Confirmed' then
    perform return_confirmed_line(v_paid.run_id, v_paid.payout_id, v_reason, p_now, p_today);
  elsif v_outcome = 'Confirmed' and v_paid.outcome in ('Failed', 'Returned') and v_paid.stop is null
    and (takes_return_back(v_line)
    or not exists (select from other_lines_of_attempt(v_line, 'credit') o where o.status = 'Settled')) then
    if not proves(v_line) then perform refuse('bank_statement_not_compared'); end if;
    perform turn_round_payout_line(v_paid, p_line_id, p_now, p_today);
  -- A debit that is told late: what left has come back since.
  elsif v_paid.outcome <> v_outcome and not (v_outcome = 'Confirmed'
    and exists (select from other_lines_of_attempt(v_line, 'credit') o where o.status = 'Settled')) then
    perform refuse('payout_line_unclear');
  elsif v_line.direction = 'credit' then
    perform settle_claim_by_line(v_line, p_now);
  end if;
  update bank_statement_lines l set status = 'Settled', payout_outcome = v_outcome, decided_by = caller_user_id(),
    decided_at = p_now
   where l.id = p_line_id;
  perform record_event(p_now, 'confirm_bank_statement_line', 'bank_statement_line', p_line_id, v_company_id,
    v_paid.agency_id,
    jsonb_build_object('status', 'Open'), jsonb_build_object('status', 'Settled', 'payout_id', v_paid.payout_id));
end $$;

create or replace function apply_own_transfer_line(p_line_id uuid, p_reason text, p_now timestamptz, p_today date,
  p_charges numeric) returns void language plpgsql as $$
begin
  if (select l.refund_id from bank_statement_lines l where l.id = p_line_id) is not null then
    perform apply_bank_line_to_refund(p_line_id, p_reason, p_now, p_today, p_charges);
  else
    perform apply_bank_line_to_payout(p_line_id, p_reason, p_now, p_today, p_charges);
  end if;
end $$;

-- The line that had shown a payment, or the one that it was moved from, before it was reversed by hand: it is decided
-- again, or has been since. Null where its statement was rejected.
create or replace function line_of_reversed_payment(p payments) returns bank_statement_lines language sql stable as $$
  with recursive moved as (
    select p.id
    union all
    select b.id from payments b join moved m on b.moved_to_payment_id = m.id)
  select l.* from bank_statement_lines l
   where p.reversed_at is not null and p.moved_to_payment_id is null
     and l.direction = 'credit' and l.left_amount = p.amount_sar and l.value_date = p.value_date
     and exists (select from events e join moved m on e.after ->> 'payment_id' = m.id::text
                  where e.subject_id = l.id and e.operation = 'confirm_bank_statement_line')
     and not exists (select from bank_statements s where s.id = l.statement_id and s.rejected_at is not null)
   order by l.id desc limit 1
$$;

-- The bank took a part of a credit back: its payment is replaced by one of the rest. Money of nobody known that we have
-- sent back has no rest. The caller has locked the line and the money.
create or replace function take_part_back(
  p_line bank_statement_lines, p_payment payments, p_reason text, p_now timestamptz, p_today date
) returns void language plpgsql as $$
declare
  v_rest_id uuid;
begin
  if p_payment.reversed_at is not null then perform refuse('payment_already_reversed'); end if;
  if p_payment.company_id is null and p_payment.refunded_amount > 0 then perform refuse('payment_sent_back'); end if;
  v_rest_id := replace_payment(p_payment, p_payment.amount_sar - p_line.amount, p_reason, p_now, p_today);
  update bank_statement_lines l set taken_back_amount = l.taken_back_amount + p_line.amount
   where l.payment_id = v_rest_id;
end $$;

-- What the bank took back: the payment that the line takes back is reversed, its report is turned down, and its own
-- line is settled with this one; or a credit that is no payment yet and this line settle each other. One of the two is
-- named; a payment that was reversed by hand before is not reversed again. A credit whose movement stands as a payment
-- is settled only where somebody says why it is another one (p_is_another). A part may be taken back of a payment
-- that a line of the same reference or IBAN shows.
create or replace function apply_bank_reversal(
  p_line_id uuid, p_payment_id uuid, p_credit_line_id uuid, p_is_another boolean, p_reason text, p_now timestamptz,
  p_today date
) returns void language plpgsql as $$
declare
  v_line bank_statement_lines;
  v_credit bank_statement_lines;
  v_is_left_open boolean := false;
  v_is_part boolean := false;
  v_payment payments;
  v_company_id uuid;
  v_reason text := coalesce(p_reason, 'The bank took this transfer back. · استرد البنك هذه الحوالة.');
begin
  if (p_payment_id is null) = (p_credit_line_id is null) then
    perform refuse_field('validation_failed', 'payment_id', 'or line_id must be given, and not both');
  end if;
  select * into v_credit from bank_statement_lines c where c.id = p_credit_line_id or c.payment_id = p_payment_id;
  if v_credit.payment_id is not null then p_payment_id := v_credit.payment_id; end if;
  select * into v_payment from payments p where p.id = p_payment_id;
  v_company_id := v_payment.company_id;
  perform lock_company_money(v_company_id);
  v_line := lock_open_line(p_line_id, null, p_today);
  if p_payment_id is not null then
    select * into v_payment from payments p where p.id = p_payment_id for no key update;
    v_is_part := v_payment.amount_sar > v_line.amount and exists (
      select from bank_statement_lines c
       where c.payment_id = p_payment_id
         and (c.reference_key = v_line.reference_key or c.payer_iban = v_line.payer_iban));
    if not found or v_payment.amount_sar <> v_line.amount and not v_is_part then
      perform refuse_field('not_found', 'payment_id', 'is not a payment of this amount');
    end if;
  end if;
  select * into v_credit from bank_statement_lines c
   where c.id = coalesce(v_credit.id, p_credit_line_id) or c.payment_id = p_payment_id for no key update;
  if v_credit.id is null and p_credit_line_id is not null then
    perform refuse_field('not_found', 'line_id', 'is not a credit of this amount');
  end if;
  -- A payment that was reversed by hand has left its line open: both are closed, and what the line has become since is
  -- not passed by.
  if v_credit.id is null and v_payment.id is not null then
    v_credit := line_of_reversed_payment(v_payment);
    if v_credit.payment_id is not null or v_credit.status = 'Settled'
      then perform refuse('payment_already_reversed'); end if;
    if v_credit.id is not null then
      select * into v_credit from bank_statement_lines c where c.id = v_credit.id for no key update;
      v_is_left_open := v_credit.payment_id is null;
    elsif v_payment.reversed_at is null then
      -- Typed by hand: the open line that shows it is closed with it.
      select * into v_credit from bank_statement_lines c
       where c.status = 'Open' and c.direction = 'credit' and c.left_amount = v_payment.amount_sar
         and num_nonnulls(c.payout_id, c.refund_id) = 0 and c.value_date <= v_line.value_date
         and tells_typed_payment(c, v_payment)
       order by c.proposed_payment_id is distinct from v_payment.id, c.id limit 1 for no key update;
      v_is_left_open := v_credit.id is not null;
    end if;
  end if;
  -- Somebody has decided meanwhile what the credit is: the whole transaction begins again.
  if v_payment.company_id is distinct from v_company_id
     or (v_credit.id is not null and not v_is_left_open and v_credit.payment_id is distinct from p_payment_id) then
    raise exception using errcode = 'serialization_failure', message = 'what is taken back was decided meanwhile';
  end if;
  if v_credit.id is not null then
    if v_credit.status = 'Settled' then perform refuse('bank_statement_line_decided'); end if;
    if exists (select from bank_statements s where s.id = v_credit.statement_id and s.rejected_at is not null)
      then perform refuse('bank_statement_rejected'); end if;
    if v_credit.direction <> 'credit' or num_nonnulls(v_credit.payout_id, v_credit.refund_id) > 0
      or v_credit.status not in ('Open', 'SetAside', 'Confirmed')
       or v_credit.left_amount <> v_line.amount and not v_is_part then
      perform refuse_field('not_found', 'line_id', 'is not a credit of this amount');
    end if;
    if v_payment.id is null and stands_as_payment(v_credit) then
      if not p_is_another then perform refuse('credit_line_recorded'); end if;
      if p_reason is null then
        perform refuse_field('validation_failed', 'reason', 'must say why this is another transfer');
      end if;
    end if;
  end if;
  if v_is_part then
    perform take_part_back(v_line, v_payment, v_reason, p_now, p_today);
    -- It stays a payment, of the rest.
    v_credit := null;
  elsif v_payment.reversed_at is not null then
    if v_payment.moved_to_payment_id is not null
       or exists (select from bank_statement_lines l where l.reversed_payment_id = p_payment_id) then
      perform refuse('payment_already_reversed');
    end if;
  elsif v_payment.id is not null then
    perform undo_payment(v_payment, v_reason, p_now, p_today);
    perform turn_down_report_of_payment(p_payment_id, v_reason, p_now);
  end if;
  update bank_statement_lines l set status = 'Settled', counter_line_id = v_credit.id,
    reversed_payment_id = p_payment_id,
         decided_by = caller_user_id(), decided_at = p_now
   where l.id = p_line_id;
  perform record_event(p_now, 'confirm_bank_statement_line', 'bank_statement_line', p_line_id, v_company_id, null,
    jsonb_build_object('status', 'Open'),
    jsonb_strip_nulls(jsonb_build_object('status', 'Settled', 'payment_id', p_payment_id, 'reason', p_reason)));
  if v_credit.id is not null then
    update bank_statement_lines l set status = 'Settled', counter_line_id = p_line_id, payment_id = null,
           set_aside_reason = null, decided_by = caller_user_id(), decided_at = p_now
     where l.id = v_credit.id;
    perform record_event(p_now, 'settle_bank_statement_line', 'bank_statement_line', v_credit.id, v_company_id, null,
      jsonb_build_object('status', v_credit.status), jsonb_build_object('status', 'Settled'));
  end if;
  -- What is owed again is paid by other payments of which something is left.
  if v_company_id is not null then
    perform apply_credit(v_company_id, p_now);
    perform update_lateness_stops(v_company_id, p_now, true);
  end if;
end $$;

-- Enters what a line says as a new payment of the named ticket or company, or, with neither, as one whose payer is not
-- known yet; returns its id. It may be known as a payment that is on no statement, or on another one that does not say
-- which transfer it is. The caller has locked the line and the money.
create or replace function enter_payment_of_line(
  p_line bank_statement_lines, p_company_id uuid, p_ticket_id uuid, p_request_id uuid, p_is_another boolean,
  p_reason text, p_now timestamptz, p_today date
) returns uuid language plpgsql as $$
declare
  v_is_recorded boolean := is_recorded_before(p_line);
begin
  perform refuse_unless_another(v_is_recorded or exists (
    select from possible_duplicates(p_company_id, p_line.left_amount, p_line.value_date, p_line.bank_reference) p
      left join bank_statement_lines o on o.payment_id = p.id
     where o.id is null
        or o.statement_id <> p_line.statement_id and o.value_date = p_line.value_date
           and (o.reference_key is null or p_line.reference_key is null)),
    v_is_recorded, p_line.bank_reference, p_is_another, p_reason);
  return enter_payment(p_now, p_today, p_line.left_amount::numeric(14,2), p_line.value_date, p_line.bank_reference,
    p_company_id, p_ticket_id, p_reason, p_request_id);
end $$;

-- Locks the recorded payment that a line is said to be, and refuses one that the line cannot be. p_company_id: the
-- company that was named beside it, or null. The caller has locked the line and the money.
create or replace function lock_payment_of_line(p_line bank_statement_lines, p_payment_id uuid, p_company_id uuid)
returns payments language plpgsql as $$
declare
  v_payment payments;
begin
  select * into v_payment from payments p where p.id = p_payment_id for no key update;
  if not found or v_payment.amount_sar <> p_line.left_amount then
    perform refuse_field('not_found', 'payment_id', 'is not a payment of this amount');
  end if;
  if v_payment.reversed_at is not null then perform refuse('payment_already_reversed'); end if;
  if exists (select from bank_statement_lines l where l.payment_id = p_payment_id) then
    perform refuse('payment_on_statement');
  end if;
  -- The bank's reference says that it is the same, whatever was written down; else only a day nearby does.
  if abs(v_payment.value_date - p_line.value_date) > 5
     and reference_key(v_payment.bank_reference) is distinct from coalesce(p_line.reference_key, '') then
    perform refuse_field('not_found', 'payment_id', 'is not a payment of these days');
  end if;
  if p_company_id <> v_payment.company_id then
    perform refuse_field('not_found', 'payment_id', 'is not a payment of this company');
  end if;
  return v_payment;
end $$;

-- Gives a recorded payment the day that the line says, and the named company where it had none. The caller has locked
-- it by lock_payment_of_line.
create or replace function correct_payment_by_line(
  p_payment payments, p_line bank_statement_lines, p_company_id uuid, p_ticket_id uuid, p_request_id uuid,
  p_reason text, p_now timestamptz
) returns void language plpgsql as $$
begin
  if p_line.value_date <> p_payment.value_date then
    perform refuse_payment_before_debt(p_line.value_date, p_payment.company_id, p_payment.ticket_id, p_reason);
  end if;
  perform set_value_date(p_payment, p_line.value_date, p_now, p_reason);
  if p_payment.company_id is null and p_company_id is not null then
    p_payment.value_date := p_line.value_date;
    perform assign_payment(p_payment, p_company_id, p_ticket_id, p_now, p_reason, p_request_id);
  end if;
end $$;

-- A credit is a payment: one that was recorded before (p_payment_id), or a new one.
create or replace function apply_bank_credit(
  p_line_id uuid, p_company_id uuid, p_ticket_number text, p_request_number text, p_payment_id uuid,
  p_is_another boolean, p_reason text, p_now timestamptz, p_today date
) returns void language plpgsql as $$
declare
  v_ticket tickets := ticket_by_number(p_ticket_number);
  v_request payment_requests := payment_request_by_number(p_request_number);
  v_company_id uuid := find_named_company(p_company_id, v_ticket, v_request);
  v_payer_id uuid := coalesce((select p.company_id from payments p where p.id = p_payment_id), v_company_id);
  v_holder_id uuid;
  v_line bank_statement_lines;
begin
  v_line := lock_open_line(p_line_id, v_payer_id, p_today);
  v_holder_id := holder_of_credit(v_line);
  if p_reason is null and v_holder_id is not null and v_holder_id is distinct from v_payer_id then
    perform refuse_field('virtual_iban_of_other', 'reason', 'must say why');
  end if;
  -- Money that came and went is nobody's payment; who knows better decides first what the other line takes back.
  if is_taken_back(v_line) then perform refuse('bank_statement_line_taken_back'); end if;
  if p_payment_id is null then
    p_payment_id := enter_payment_of_line(v_line, v_company_id, v_ticket.id, v_request.id, p_is_another, p_reason,
      p_now, p_today);
  else
    perform correct_payment_by_line(lock_payment_of_line(v_line, p_payment_id, v_company_id), v_line, v_company_id,
      v_ticket.id, v_request.id, p_reason, p_now);
  end if;
  perform mark_line_confirmed(v_line, p_payment_id, p_now, p_reason);
end $$;

-- Staff's decision about a line. One that names a refund or a payout is settled with it, and nothing else may be named
-- but what the bank has kept of it (p_bank_charges, up to SAR 25.00);
-- one that takes money back is settled with a payment or with a credit's line; any other is a payment.
create or replace function api.confirm_bank_statement_line(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date, p_line_id uuid,
  p_company_id uuid, p_ticket_number text, p_payment_id uuid, p_is_another boolean, p_credit_line_id uuid,
  p_reason text, p_request_number text default null, p_bank_charges numeric default null
) returns json language plpgsql as $$
declare
  v_reply json;
  v_line bank_statement_lines;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('confirm_bank_statement_line', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  -- Not locked yet: what a line names and whether it takes back changes only with an import.
  select * into v_line from bank_statement_lines l where l.id = p_line_id;
  if v_line.payout_message_id is not null and num_nonnulls(v_line.payout_id, v_line.refund_id) = 0 then
    perform refuse('payout_line_unclear');
  elsif num_nonnulls(v_line.payout_id, v_line.refund_id) > 0
     and num_nonnulls(p_payment_id, p_company_id, p_ticket_number, p_request_number, p_credit_line_id) > 0 then
    perform refuse_field('validation_failed', 'payment_id', 'is not for a line that names a payout or a refund');
  elsif p_bank_charges > small_rests_of_company_sar() then
    perform refuse('bank_charges_take_two');
  elsif num_nonnulls(v_line.payout_id, v_line.refund_id) > 0 then
    perform apply_own_transfer_line(p_line_id, p_reason, p_now, p_today, coalesce(p_bank_charges, 0));
  elsif p_bank_charges is not null then
    perform refuse_field('validation_failed', 'bank_charges_sar', 'is for a line that names a payout or a refund');
  elsif v_line.is_reversal then
    perform apply_bank_reversal(p_line_id, p_payment_id, p_credit_line_id, p_is_another, p_reason, p_now,
      p_today);
  elsif p_credit_line_id is not null then
    perform refuse_field('validation_failed', 'line_id', 'is for a line that takes money back');
  else
    perform apply_bank_credit(p_line_id, p_company_id, p_ticket_number, p_request_number, p_payment_id, p_is_another,
      p_reason, p_now, p_today);
  end if;
  return store_idempotent_reply('confirm_bank_statement_line', p_key, read_line_json(p_line_id));
end $$;

-- Why a line that is proposed as certain is not so any more, or null: what its ticket owes has changed, or the company,
-- or somebody who is not known, has paid as much these days by another way. What went to the company's virtual IBAN is
-- the company's whatever it owes. The money is locked.
create or replace function reason_no_longer_certain(l bank_statement_lines, p_today date) returns text
language plpgsql stable
  as $$
begin
  if l.value_date > p_today then return 'value_date_ahead'; end if;
  if is_taken_back(l) or has_settled_reversal_line(l) then return 'taken_back'; end if;
  if l.credited_iban is not null then
    if holder_of_credit(l) is distinct from l.proposed_company_id then return 'virtual_iban_contradicted'; end if;
  elsif l.proposed_request_id is not null then
    if l.value_date > (
         select payment_request_ends_on(r) from payment_requests r where r.id = l.proposed_request_id) then
      return 'request_ended';
    end if;
    if l.amount > coalesce((select sum(q.rest) from payment_request_rest(l.proposed_request_id) q), 0) then
      return 'reference_above_rest';
    end if;
  elsif l.proposed_ticket_id is null then
    if l.amount > coalesce((select sum(o.rest) from open_items(l.proposed_company_id) o), 0) then
      return 'reference_above_rest';
    end if;
  elsif l.amount > coalesce((
       select case when t.status = 'Active'
                   then (select sum(i.amount_sar - i.paid_amount) from ticket_installments i where i.ticket_id = t.id)
                   else t.written_off_amount - t.recovered_amount end
         from tickets t where t.id = l.proposed_ticket_id), 0) then
    return 'reference_above_rest';
  end if;
  if coalesce(l.value_date < owed_since(l.proposed_company_id, l.proposed_ticket_id), true)
    then return 'before_debt'; end if;
  if exists (select from other_tellings(l)) then
    return 'told_before';
  end if;
  return (select case when o.id is null then 'already_recorded' else 'paid_alike' end
            from possible_duplicates(l.proposed_company_id, l.amount, l.value_date, l.bank_reference) p
            left join bank_statement_lines o on o.payment_id = p.id
           where o.statement_id is distinct from l.statement_id
             -- Of another company it was compared with this line: other_tellings would say it.
             and (o.id is null or p.company_id is null or p.company_id = l.proposed_company_id)
           order by o.id nulls first limit 1);
end $$;

-- Confirms a statement's certain lines, the first p_most of the p_count that the caller has seen. One that is not
-- certain any more becomes likely, with its reason.
create or replace function api.confirm_certain_lines(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_today date,
  p_statement_id uuid, p_count integer, p_most integer
) returns json language plpgsql as $$
declare
  v_reply json;
  v_line bank_statement_lines;
  v_ids uuid[];
  v_companies uuid[];
  v_reason text;
  v_confirmed integer := 0;
  v_amount numeric := 0;
  v_demoted integer := 0;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('confirm_certain_lines', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if not exists (select from bank_statements s where s.id = p_statement_id) then perform refuse('not_found'); end if;
  -- Two who confirm all of one statement take turns; the second is told that they have changed.
  perform take_lock(hashtextextended('confirm_certain_lines ' || p_statement_id, 0));
  if (select count(*) from bank_statement_lines l
       where l.statement_id = p_statement_id and l.status = 'Open' and l.certainty = 'certain') <> p_count then
    perform refuse('bank_statement_lines_changed');
  end if;
  select array_agg(f.id order by f.line_no) into v_ids from (
    select l.id, l.line_no from bank_statement_lines l
     where l.statement_id = p_statement_id and l.status = 'Open' and l.certainty = 'certain'
     order by l.line_no limit p_most) f;
  v_companies := array(
    select distinct l.proposed_company_id from bank_statement_lines l where l.id = any (v_ids));
  perform lock_companies_money(v_companies);
  -- A line that is another company's by now is left for the next time: that company's money is not locked.
  for v_line in
    select l.* from bank_statement_lines l
     where l.id = any (v_ids) and l.status = 'Open' and l.certainty = 'certain'
       and l.proposed_company_id = any (v_companies)
     order by l.line_no for no key update
  loop
    v_reason := reason_no_longer_certain(v_line, p_today);
    if v_reason is not null then
      update bank_statement_lines l set certainty = 'likely', match_reason = v_reason
       where l.id = v_line.id;
      v_demoted := v_demoted + 1;
    else
      perform mark_line_confirmed(v_line, enter_payment(p_now, p_today, v_line.amount::numeric(14,2), v_line.value_date,
        v_line.bank_reference,
        v_line.proposed_company_id, v_line.proposed_ticket_id, null, v_line.proposed_request_id), p_now);
      v_confirmed := v_confirmed + 1;
      v_amount := v_amount + v_line.amount;
    end if;
  end loop;
  return store_idempotent_reply('confirm_certain_lines', p_key,
    json_build_object('confirmed', count_and_sum_json(v_confirmed, v_amount),
    'demoted', v_demoted, 'left', p_count - v_confirmed - v_demoted));
end $$;

-- The companies whose payments a statement tells or took back, and those of the payouts and refunds that it names.
create or replace function companies_of_statement(p_statement_id uuid) returns uuid[] language sql stable as $$
  select array(
    select distinct x.company_id
      from bank_statements s cross join lateral lines_told_by(s) l
      cross join lateral (
        select p.company_id from payments p where p.id in (l.payment_id, l.reversed_payment_id)
        union all
        -- The payer of money that was sent back may be known since.
        select p.company_id from payment_refunds r join payments p on p.id = r.payment_id where r.id = l.refund_id
        union all
        select t.company_id from agency_payouts p join tickets t on t.id = p.ticket_id where p.id = l.payout_id) x
     where s.id = p_statement_id and x.company_id is not null)
$$;

-- Another person than its importer has compared a file with the bank: from now on its lines prove what they are
-- decided to be (payments.sql, returned-payouts.sql, doubtful-payouts.sql, refunds.sql).
create or replace function api.compare_bank_statement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_statement_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
  v_statement bank_statements;
  v_company_id uuid;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('compare_bank_statement', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  v_statement := lock_statement(p_statement_id);
  if v_statement.rejected_at is not null then perform refuse('bank_statement_rejected'); end if;
  if v_statement.compared_at is not null then perform refuse('bank_statement_compared'); end if;
  if v_statement.imported_by = p_user_id then perform refuse('own_bank_statement_refused'); end if;
  update bank_statements s set compared_by = p_user_id, compared_at = p_now where s.id = p_statement_id;
  -- Its days are read as they were compared from now on.
  delete from bank_statement_files f where f.statement_id = p_statement_id;
  update bank_statement_lines l set is_proven = true
   where l.id in (select x.id from lines_told_by(v_statement) x) and not l.is_proven;
  perform record_event(p_now, 'compare_bank_statement', 'bank_statement', p_statement_id, null, null, null);
  -- Installments that were paid too late count as paid now: their payments are proven.
  foreach v_company_id in array companies_of_statement(p_statement_id) loop
    perform update_lateness_stops(v_company_id, p_now, true);
  end loop;
  return store_idempotent_reply('compare_bank_statement', p_key, read_bank_statement_json(p_statement_id));
end $$;

-- Whoever writes it: a line is proven by a statement that was compared.
create or replace function refuse_proof_without_comparison() returns trigger language plpgsql as $$
begin
  if not exists (select from proofs_of_line(new)) then
    perform refuse('bank_statement_not_compared');
  end if;
  return new;
end $$;
create or replace trigger proof_by_comparison before update of is_proven on bank_statement_lines
  for each row when (new.is_proven and not old.is_proven) execute function refuse_proof_without_comparison();

-- The caller has locked the line.
create or replace function set_line_aside(p_line_id uuid, p_reason text, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_before text;
begin
  update bank_statement_lines l set status = 'SetAside', set_aside_reason = p_reason, decided_by = caller_user_id(),
         decided_at = p_now, payment_id = null, counter_line_id = null, reversed_payment_id = null,
         payout_outcome = null
   where l.id = p_line_id returning old.status into v_before;
  perform record_event(p_now, 'set_aside_bank_statement_line', 'bank_statement_line', p_line_id, null, null,
    jsonb_build_object('status', v_before), jsonb_build_object('status', 'SetAside', 'reason', p_reason));
end $$;

create or replace function api.set_aside_bank_statement_line(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_line_id uuid, p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('set_aside_bank_statement_line', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if is_own_transfer_line(lock_open_line(p_line_id, null)) then perform refuse('setting_aside_takes_two'); end if;
  perform set_line_aside(p_line_id, p_reason, p_now);
  return store_idempotent_reply('set_aside_bank_statement_line', p_key, read_line_json(p_line_id));
end $$;

-- A line that was set aside, of a statement that nobody has rejected, is decided again: returns false for any other.
create or replace function reopen_set_aside_line(p_line_id uuid, p_now timestamptz) returns boolean
language plpgsql as $$
begin
  update bank_statement_lines l set status = 'Open', set_aside_reason = null, decided_by = null, decided_at = null
   where l.id = p_line_id and l.status = 'SetAside' and not exists (
     select from bank_statements s where s.id = l.statement_id and s.rejected_at is not null);
  if not found then return false; end if;
  perform record_event(p_now, 'reopen_bank_statement_line', 'bank_statement_line', p_line_id, null, null,
    jsonb_build_object('status', 'SetAside'), jsonb_build_object('status', 'Open'));
  return true;
end $$;

create or replace function api.reopen_bank_statement_line(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_line_id uuid
) returns json language plpgsql as $$
declare
  v_reply json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('reopen_bank_statement_line', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  if not reopen_set_aside_line(p_line_id, p_now) then
    perform refuse(case when exists (select from bank_statement_lines l where l.id = p_line_id)
                        then 'bank_statement_line_decided' else 'not_found' end);
  end if;
  return store_idempotent_reply('reopen_bank_statement_line', p_key, read_line_json(p_line_id));
end $$;

-- Staff decide again what a line is: the payment or the other line that it was settled with does not stand, or what it
-- has said of a payout or a refund.
create or replace function reopen_line(p_line_id uuid, p_now timestamptz) returns void language plpgsql as $$
declare
  v_before text;
begin
  update bank_statement_lines l set status = 'Open', certainty = 'none', payout_outcome = null,
         match_reason = case when num_nonnulls(l.payout_id, l.refund_id) = 0 then 'payment_reversed'
                             else l.match_reason end,
         proposed_company_id = null, proposed_ticket_id = null, proposed_request_id = null, proposed_report_id = null,
         proposed_payment_id = null, proposed_line_id = null, payment_id = null, reversed_payment_id = null,
         counter_line_id = null, decided_by = null, decided_at = null
   where l.id = p_line_id returning old.status into v_before;
  perform record_event(p_now, 'reopen_bank_statement_line', 'bank_statement_line', p_line_id, null, null,
    jsonb_build_object('status', v_before), jsonb_build_object('status', 'Open'));
end $$;

-- The payment of a line has been reversed. The caller has locked the company's money.
create or replace function reopen_line_of_payment(p_payment_id uuid, p_now timestamptz) returns void
language sql as $$ select reopen_line(l.id, p_now) from bank_statement_lines l where l.payment_id = p_payment_id $$;

-- A page of statements, the newest first.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_bank_statements(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return (
    select list_page_json(array_agg(bank_statement_json(f.s) order by f.id desc),
      array_agg(f.id::text order by f.id desc),
      p_limit)
      from (select s, s.id from bank_statements s
             where p_cursor is null or s.id < p_cursor
             order by s.id desc limit p_limit + 1) f);
end $$;

create or replace function api.read_bank_statement(p_user_id uuid, p_session_id uuid, p_now timestamptz,
  p_statement_id uuid)
returns json language plpgsql as $$
declare
  v_statement json;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_statement := read_bank_statement_json(p_statement_id);
  if v_statement is null then perform refuse('not_found'); end if;
  return v_statement;
end $$;

-- A page of one list of a statement's lines, in the order of the file.
-- Custom plan: each call is planned for its filters, so that every filter walks its own index (long-lists.test.ts).
create or replace function api.list_bank_statement_lines(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_statement_id uuid, p_list text, p_cursor uuid, p_limit integer
) returns json language plpgsql set plan_cache_mode = force_custom_plan as $$
declare
  v_after integer;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select l.line_no into v_after from bank_statement_lines l where l.id = p_cursor and l.statement_id = p_statement_id;
  return (
    select list_page_json(array_agg(bank_statement_line_json(f.l) order by f.line_no),
      array_agg(f.id::text order by f.line_no),
                     p_limit)
      from (select l, l.id, l.line_no from bank_statement_lines l
             where l.statement_id = p_statement_id and l.list = p_list and l.line_no > coalesce(v_after, 0)
             order by l.line_no limit p_limit + 1) f);
end $$;

grant execute on function api.known_bank_statement, api.day_order_of_account, api.bank_statement_to_read_again,
  api.bank_statement_facts, api.lines_of_earlier_statements,
  api.credits_that_may_reverse, api.import_bank_statement, api.open_bank_statement_lines, api.store_proposals,
  api.find_named_payouts, api.find_named_payout_files, api.find_named_refunds, api.find_unanswered_by_iban,
  api.confirm_bank_statement_line,
  api.confirm_certain_lines, api.compare_bank_statement, api.set_aside_bank_statement_line,
  api.reopen_bank_statement_line, api.list_bank_statements, api.read_bank_statement, api.list_bank_statement_lines to
  hamla_staff;
