-- Payouts an agency waits for, and what keeps them from being paid.

drop policy if exists own on agency_payouts;
create policy own on agency_payouts to hamla_app using (agency_id = caller_agency_id())
  -- A payout is for an approved ticket of the agency, and for all of it.
  with check (agency_id = caller_agency_id() and exists (
    select from tickets t where t.id = agency_payouts.ticket_id and t.agency_id = caller_agency_id()
       and t.status = 'Approved' and t.amount_sar = agency_payouts.gross_amount));

-- Half-up 5% (SPEC section 9); the twin of domain/payouts/service-fee.ts, kept equal by a test.
create or replace function service_fee(p_gross numeric) returns numeric(14,2) language sql immutable as
  $$ select round(p_gross * 0.05, 2) $$;

-- The last day of the week after the ticket (SPEC section 9); the twin of domain/payouts/expected-payment.ts.
create or replace function expected_payment_date(p_created_local_date date) returns date language sql immutable as
  $$ select p_created_local_date + 7 $$;

-- A payout's status as people read it; the twin of shownPayoutStatus (domain/payouts/payout.ts), kept equal by a test.
create or replace function shown_payout_status(p agency_payouts) returns text language sql immutable as
  $$ select case when p.status = 'Sent' and p.sent_at is null then 'Released' else p.status end $$;

create or replace function is_agency_suspended(p_agency_id uuid) returns boolean language sql stable as
  $$ select exists (select from agencies a where a.id = p_agency_id and a.suspended_at is not null) $$;

-- By when a payout is expected. Null: it is pending, and its agency is suspended, so that no day is promised.
create or replace function promised_payment_date(p agency_payouts, p_created_local_date date) returns date
language sql stable as $$
  select expected_payment_date(p_created_local_date) where p.status <> 'Pending' or not is_agency_suspended(p.agency_id)
$$;

-- Payouts that an agency waits for: pending ones of Approved tickets, and those that came back after the end of their
-- ticket. 'expected': of an Approved ticket that was requested in the last 168 hours (SPEC section 9); the others are
-- 'late'.
create or replace function payout_expected_within() returns interval
language sql immutable as $$ select interval '168 hours' $$;

drop view if exists awaited_payouts cascade;
create view awaited_payouts with (security_invoker = true) as
  select p.id, p.agency_id, p.ticket_id, p.status, p.gross_amount, p.fee_amount, p.net_amount, p.created_at,
    p.stopped_on,
         t.ticket_number, t.created_local_date, t.status as ticket_status,
         case when t.status = 'Approved' then t.created_at else '-infinity' end as requested_at
    from agency_payouts p
    -- `offset 0`: tickets are looked up one by one, however many the planner expects (query-plans.test.ts).
    cross join lateral (select t.* from tickets t where t.id = p.ticket_id offset 0) t
   where p.status = 'Pending' and (t.status = 'Approved' or p.returned_at is not null);
grant select on awaited_payouts to hamla_app;

create or replace function awaited_payout_json(p awaited_payouts, p_review json) returns json language sql stable as $$
  select json_build_object('id', p.id, 'agency_id', p.agency_id, 'ticket_id', p.ticket_id, 'status', p.status,
    'gross_amount', p.gross_amount::text, 'fee_amount', p.fee_amount::text, 'net_amount', p.net_amount::text,
    'created_at', p.created_at, 'review', p_review,
      'ticket', json_build_object('ticket_number', p.ticket_number,
      'created_local_date', p.created_local_date, 'status', p.ticket_status))
$$;

-- A page of a list, newest first, with the count and the totals of the whole list, and of what is reviewed of it by the
-- last of its days; null where one has none, and then it is not late either. 21 items are given where there is a next
-- page after the 20 that are shown. The oldest ticket is one whose payout is not reviewed; a suspended agency has none.
create or replace function payout_page_json(
  p_items json[], p_ids uuid[], p_count bigint, p_gross numeric, p_fee numeric, p_net numeric,
  p_oldest_ticket_date date, p_reviewed bigint, p_reviewed_net numeric, p_by date, p_is_late boolean
) returns json language sql stable as $$
  select json_build_object('items', coalesce(to_json(p_items[:20]), '[]'), 'count', p_count,
    'gross_amount', coalesce(p_gross, 0)::numeric(18,2)::text, 'fee_amount', coalesce(p_fee, 0)::numeric(18,2)::text,
    'net_amount', coalesce(p_net, 0)::numeric(18,2)::text,
    'oldest_ticket_date', p_oldest_ticket_date,
    'in_review', case when p_reviewed > 0 then json_build_object('count', p_reviewed,
      'net_amount', p_reviewed_net::numeric(18,2)::text, 'by', p_by, 'is_late', p_by is not null and p_is_late) end,
    'next_cursor', case when cardinality(p_ids) > 20 then p_ids[20] end)
$$;

-- The first page of both lists, read once.
create or replace function awaited_payout_pages(
  p_agency_id uuid, p_now timestamptz, out expected json, out late json
) language plpgsql stable as $$
declare v_is_suspended boolean := is_agency_suspended(p_agency_id);
begin
  with awaited as materialized (
    select a, r.review, a.requested_at >= p_now - payout_expected_within() as is_expected,
           row_number() over (partition by a.requested_at >= p_now - payout_expected_within()
                                  order by a.created_at desc, a.id desc) as place
      from awaited_payouts a
      left join agency_payout_reviews(p_agency_id, (p_now at time zone 'Asia/Riyadh')::date) r using (ticket_id)
     where a.agency_id = p_agency_id),
  lists as (
    select w.is_expected, payout_page_json(
             array_agg(awaited_payout_json(w.a, w.review) order by w.place) filter (where w.place <= 21),
             array_agg((w.a).id order by w.place) filter (where w.place <= 21), count(*),
             sum((w.a).gross_amount), sum((w.a).fee_amount), sum((w.a).net_amount),
             min((w.a).created_local_date) filter (where w.review is null and not v_is_suspended), count(w.review),
             sum((w.a).net_amount) filter (where w.review is not null),
             case when count(w.review) = count(w.review ->> 'by') then max((w.review ->> 'by')::date) end,
             bool_or((w.review ->> 'is_late')::boolean)) as page
      from awaited w group by w.is_expected)
  select coalesce((select l.page from lists l where l.is_expected), n.page),
         coalesce((select l.page from lists l where not l.is_expected), n.page)
    into expected, late
    from payout_page_json(null, null, 0, 0, 0, 0, null, 0, 0, null, null) n(page);
end $$;

-- A page of one of the lists. A cursor of another agency gives an empty page.
create or replace function payout_page_of_agency_json(p_agency_id uuid, p_now timestamptz, p_window text, p_cursor uuid)
returns json
language plpgsql stable as $$
declare
  v_from timestamptz := case when p_window = 'expected' then p_now - payout_expected_within() else '-infinity' end;
  v_before timestamptz := case when p_window = 'expected' then 'infinity' else p_now - payout_expected_within() end;
  v_is_suspended boolean := is_agency_suspended(p_agency_id);
  v_start record;
begin
  select p.created_at, p.id into v_start from agency_payouts p where p.id = p_cursor and p.agency_id = p_agency_id;
  return (
    with awaited as materialized (
      select a, r.review from awaited_payouts a
        left join agency_payout_reviews(p_agency_id, (p_now at time zone 'Asia/Riyadh')::date) r using (ticket_id)
       where a.agency_id = p_agency_id and a.requested_at >= v_from and a.requested_at < v_before),
    page as materialized (
      select w.a, w.review from awaited w
       where p_cursor is null or ((w.a).created_at, (w.a).id) < (v_start.created_at, v_start.id)
       order by (w.a).created_at desc, (w.a).id desc limit 21)
    select payout_page_json((select array_agg(awaited_payout_json(p.a, p.review)
        order by (p.a).created_at desc, (p.a).id desc) from page p),
             (select array_agg((p.a).id order by (p.a).created_at desc, (p.a).id desc) from page p),
             count(*), sum((w.a).gross_amount), sum((w.a).fee_amount), sum((w.a).net_amount),
             min((w.a).created_local_date) filter (where w.review is null and not v_is_suspended), count(w.review),
             sum((w.a).net_amount) filter (where w.review is not null),
             case when count(w.review) = count(w.review ->> 'by') then max((w.review ->> 'by')::date) end,
             bool_or((w.review ->> 'is_late')::boolean))
      from awaited w);
end $$;

create or replace function api.list_agency_payouts(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_window text, p_cursor uuid
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return payout_page_of_agency_json(caller_agency_id(), p_now, p_window, p_cursor);
end $$;

-- Why a budget keeps a payout from being paid; as domain/reference/budget-review.ts states it.
create or replace function budget_obstacle(
  p_budget_status text, p_is_set boolean, p_is_reviewed boolean, p_is_within boolean
) returns text language sql immutable as $$
  select case when p_budget_status = 'Suspended' then 'budget_suspended'
              when p_is_reviewed then null
              when not p_is_set then 'budget_not_set'
              when not (p_budget_status = 'Confirmed' and p_is_within) then 'budget_not_confirmed' end
$$;
create or replace function ticket_budget_obstacle(t tickets, c companies) returns text language sql stable as $$
  select budget_obstacle(c.budget_status, c.total_approval_budget is not null, is_reviewed(t, c),
    is_within_budget(t.company_id, t.available_budget_before, c.total_approval_budget))
$$;

-- Keeps from when to when payouts are stopped: all of a company or of an agency, or one. Called by whatever stops them
-- or ends that, also where nothing changes. Definer, because nobody writes these rows otherwise.
create or replace function record_payout_stop(
  p_company_id uuid, p_agency_id uuid, p_payout_id uuid, p_is_stopped boolean, p_now timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_today date := (p_now at time zone 'Asia/Riyadh')::date;
begin
  if p_is_stopped then
    insert into payout_stops (company_id, agency_id, payout_id, stopped_on)
    values (p_company_id, p_agency_id, p_payout_id, v_today) on conflict do nothing;
  else
    update payout_stops s set ended_on = greatest(v_today, s.stopped_on)
     where s.ended_on is null and (s.company_id = p_company_id or s.agency_id = p_agency_id
       or s.payout_id = p_payout_id);
  end if;
end $$;
revoke all on function record_payout_stop(uuid, uuid, uuid, boolean, timestamptz) from public;
grant execute on function record_payout_stop(uuid, uuid, uuid, boolean, timestamptz) to hamla_app, hamla_staff,
  hamla_jobs;

-- On how many days from p_from on, before p_today, a ticket's payout was stopped; as
-- domain/reference/stopped-days.ts states it. Definer: nobody reads the stops of others, and only their number is told.
create or replace function stopped_days(t tickets, p_from date, p_today date) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(upper(d) - lower(d)), 0)::integer
    from unnest((
      select range_agg(daterange(greatest(s.stopped_on, p_from),
        greatest(s.stopped_on, p_from, least(coalesce(s.ended_on, p_today), p_today))))
        from payout_stops s
       where s.company_id = t.company_id or s.agency_id = t.agency_id
          or s.payout_id = (select p.id from agency_payouts p where p.ticket_id = t.id))) d
$$;
revoke all on function stopped_days(tickets, date, date) from public;
grant execute on function stopped_days(tickets, date, date) to hamla_app, hamla_staff, hamla_jobs;

-- Approved tickets whose payout was stopped at some time. For staff alone; definer as above. Ticket by ticket from the
-- stops, which are few: a plan for all stops at once would read all tickets
-- (query-plans.test.ts).
create or replace function tickets_with_past_stop() returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.id
    from (select distinct s.company_id from payout_stops s where s.company_id is not null and caller_role() = 'staff') s
    cross join lateral (
      select t.id from tickets t
       where t.company_id = s.company_id and t.company_list = 'current' and t.status = 'Approved' offset 0) t
  union
  select t.id
    from (select distinct s.agency_id from payout_stops s where s.agency_id is not null and caller_role() = 'staff') s
    cross join lateral (
      select t.id from tickets t
       where t.agency_id = s.agency_id and t.agency_list = 'approved' and t.status = 'Approved' offset 0) t
  union
  select p.ticket_id
    from (select distinct s.payout_id from payout_stops s where s.payout_id is not null and caller_role() = 'staff') s
    cross join lateral (
      select p.ticket_id from agency_payouts p where p.id = s.payout_id and p.status = 'Pending' offset 0) p
$$;
revoke all on function tickets_with_past_stop() from public;
grant execute on function tickets_with_past_stop() to hamla_staff;

-- Why an approved ticket's payout cannot be released, as far as its documents are concerned; days of a stop do not
-- count, but no acceptance outlives the day of the first installment. The twin of domain/documents/acceptance.ts.
drop function if exists acceptance_obstacle(date, date);
create or replace function acceptance_obstacle(p_accepted_on date, p_stopped_days integer, p_today date) returns text
language sql immutable as $$
  select case when p_accepted_on is null then 'documents_not_accepted'
              when p_today - p_accepted_on - p_stopped_days > 7 or p_today >= p_accepted_on + interval '1 month'
                then 'acceptance_expired' end
$$;
create or replace function ticket_acceptance_obstacle(t tickets, p_today date) returns text language sql stable as $$
  -- Stops are looked for only where it is too old without them.
  select acceptance_obstacle(t.documents_accepted_on,
    case when p_today - t.documents_accepted_on > 7 then stopped_days(t, t.documents_accepted_on, p_today) else 0 end,
      p_today)
$$;

-- Why a payout must not be paid, apart from the age of the acceptance; null: no obstacle. Checked when a run is
-- prepared, when it is released, and when its file is made.
create or replace function payout_obstacle_of_parties(p agency_payouts) returns text language sql stable as $$
  select case
    when a.suspended_at is not null then 'agency_suspended'
    when iban_obstacle(a.iban, a.paid_iban) is not null then iban_obstacle(a.iban, a.paid_iban)
    -- It came back after the end of its ticket: we owe it, whatever the company does.
    when p.returned_at is not null then null
    else ticket_budget_obstacle(t, c) end
    from agencies a, tickets t join companies c on c.id = t.company_id
   where a.id = p.agency_id and t.id = p.ticket_id
$$;

-- The obstacle of an open line of a statement that names the payout: nobody knows what became of an earlier attempt.
-- Checked like payout_obstacle_of_parties, but not for payouts that a file has sent to the bank.
create or replace function bank_line_obstacle(p agency_payouts) returns text language sql stable as $$
  select 'bank_line_open' where exists (
    select from bank_statement_lines l where l.payout_id = p.id and l.status = 'Open')
$$;

-- Whether the lateness of the company stops a payout that two people have not decided to pay. Checked like
-- payout_obstacle_of_parties, but not for payouts that a file has sent to the bank.
create or replace function overdue_obstacle(p agency_payouts, p_today date) returns text language sql stable as $$
  select 'company_overdue' from tickets t
   where t.id = p.ticket_id and p.returned_at is null and p.stop_lifted_at is null
     and stops_payouts(payouts_late_since(t.company_id, p_today), p_today)
$$;

-- What a company would owe us if all open runs were paid: what was paid out and is not repaid, without what was written
-- off, and what stands in an open run. What counts is stated in domain/payouts/concentration.ts.
create or replace function company_exposure(p_company_id uuid) returns numeric language sql stable as $$
  select coalesce((
      select sum(i.amount_sar - i.paid_amount) from ticket_installments i
       where i.company_id = p_company_id and i.paid_amount < i.amount_sar and i.is_owed), 0)
    + coalesce((
      select sum(t.amount_sar) from tickets t join agency_payouts p on p.ticket_id = t.id
       where t.company_id = p_company_id and t.company_list = 'current' and t.status = 'Approved'
         and exists (select from payout_run_lines l where l.payout_id = p.id and l.outcome is null)), 0)
$$;

-- The same of an agency's tickets.
create or replace function agency_exposure(p_agency_id uuid) returns numeric language sql stable as $$
  select coalesce((
      select sum(i.amount_sar - i.paid_amount) from tickets t join ticket_installments i on i.ticket_id = t.id
       where t.agency_id = p_agency_id and t.agency_list = 'approved' and i.paid_amount < i.amount_sar
         and i.is_owed), 0)
    + coalesce((
      select sum(t.amount_sar) from tickets t join agency_payouts p on p.ticket_id = t.id
       where t.agency_id = p_agency_id and t.agency_list = 'approved' and t.status = 'Approved'
         and exists (select from payout_run_lines l where l.payout_id = p.id and l.outcome is null)), 0)
$$;

-- What a payout adds to the exposure of its company and of its agency: its ticket's amount, unless already counted.
create or replace function added_exposure(p agency_payouts) returns numeric language sql stable as $$
  select case when exists (select from payout_run_lines l where l.payout_id = p.id and l.outcome is null) then 0
              else p.gross_amount end
$$;

-- Whether a share keeps a payout from being paid; the reference is domain/reference/share-obstacle.ts. The limits are
-- looked at first: without them nothing is summed. p_of_company, p_of_agency: what is to be paid before it.
create or replace function share_obstacle_after(p agency_payouts, p_of_company numeric, p_of_agency numeric)
returns text language sql stable as $$
  select coalesce(
      case when l.company_limit_sar is not null
        then case when company_exposure(t.company_id) + p_of_company + added_exposure(p) > l.company_limit_sar
          then 'company_share' end end,
      case when l.agency_limit_sar is not null
        then case when agency_exposure(p.agency_id) + p_of_agency + added_exposure(p) > l.agency_limit_sar
          then 'agency_share' end end)
    from credit_policies l, tickets t where l.status = 'counts' and t.id = p.ticket_id
$$;
create or replace function share_obstacle(p agency_payouts) returns text language sql stable as
  $$ select share_obstacle_after(p, 0, 0) $$;

-- Whether a limit keeps a payout from being paid, or another company's ticket of the same invoice that nobody has
-- looked at. Checked like payout_obstacle_of_parties, but not for payouts that a
-- file has sent to the bank: what becomes of the limit afterwards recalls nothing.
create or replace function limit_obstacle(p agency_payouts) returns text language sql stable as $$
  select coalesce(case when takes_two_reviewers(t, c) then 'unset_budget_above_limit' end,
      case when t.reviewed_at is null and is_invoice_of_other_company(t) then 'invoice_of_other_company' end,
      share_obstacle(p))
    from tickets t join companies c on c.id = t.company_id
   where t.id = p.ticket_id and p.returned_at is null
$$;

-- The figures of such an obstacle, for staff; none of others.
create or replace function limit_figures(p agency_payouts, p_obstacle text) returns jsonb language sql stable as $$
  select case p_obstacle
    when 'unset_budget_above_limit' then jsonb_build_object(
      'open_sar', open_tickets_amount(t.company_id)::numeric(18,2)::text, 'limit_sar', (
        select one_reviewer_limit(c)::text from companies c where c.id = t.company_id))
    when 'company_share' then jsonb_build_object(
      'unpaid_sar', (company_exposure(t.company_id) + added_exposure(p))::numeric(18,2)::text,
      'limit_sar', l.company_limit_sar::text)
    when 'agency_share' then jsonb_build_object(
      'unpaid_sar', (agency_exposure(p.agency_id) + added_exposure(p))::numeric(18,2)::text,
      'limit_sar', l.agency_limit_sar::text)
    else '{}' end
    from credit_policies l, tickets t where l.status = 'counts' and t.id = p.ticket_id
$$;

-- Why a payout cannot be released on p_today, null when it can.
create or replace function payout_obstacle(p agency_payouts, p_today date) returns text language sql stable as $$
  select coalesce(payout_obstacle_of_parties(p), bank_line_obstacle(p), overdue_obstacle(p, p_today), limit_obstacle(p),
                  case when p.returned_at is null then ticket_acceptance_obstacle(t, p_today) end)
    from tickets t where t.id = p.ticket_id
$$;

-- Everything that holds a payout now, as staff read it, in the order of payout_obstacle; each with the day since when,
-- and its figures.
create or replace function payout_holds(p agency_payouts, p_today date)
returns table (place integer, code text, since date, figures jsonb) language sql stable as $$
  select h.place, h.code, coalesce(h.since, (p.created_at at time zone 'Asia/Riyadh')::date),
         limit_figures(p, h.code)
    from tickets t join companies c on c.id = t.company_id join agencies a on a.id = p.agency_id
    cross join lateral (values
      (1, case when a.suspended_at is not null then 'agency_suspended' end,
        (a.suspended_at at time zone 'Asia/Riyadh')::date),
      (2, iban_obstacle(a.iban, a.paid_iban), null),
      (3, case when p.returned_at is null then ticket_budget_obstacle(t, c) end,
        case c.budget_status when 'Suspended' then (c.budget_decided_at at time zone 'Asia/Riyadh')::date
                             else t.documents_accepted_on end),
      (4, bank_line_obstacle(p), null),
      (5, overdue_obstacle(p, p_today), p.stopped_on),
      (6, limit_obstacle(p), t.documents_accepted_on),
      (7, case when p.returned_at is null then ticket_acceptance_obstacle(t, p_today) end, null)
    ) h(place, code, since)
   where t.id = p.ticket_id and p.status = 'Pending' and (t.status = 'Approved' or p.returned_at is not null)
     and h.code is not null
$$;

-- What an agency reads as it is: its own affairs, and the documents. Of all else it reads that we review its payment.
create or replace function is_told_to_agency(p_code text) returns boolean language sql immutable as $$
  select p_code in ('agency_suspended', 'documents_not_accepted', 'acceptance_expired') or p_code like 'iban%'
$$;

-- Sets the days on which banks do not work besides weekends and yearly holidays, at a server's start.
create or replace function api.set_bank_holidays(p_days date[]) returns void language sql as
  $$ update lateness_settings s set bank_holidays = p_days where s.bank_holidays <> p_days $$;
grant execute on function api.set_bank_holidays to hamla_jobs;

-- The first day from p_day on on which banks work.
create or replace function next_bank_day(p_day date) returns date language sql stable as $$
  select d::date from lateness_settings s, generate_series(p_day, p_day + 366, interval '1 day') d
   where extract(isodow from d) not in (5, 6) and to_char(d, 'MM-DD') not in ('02-22', '09-23')
     and d::date <> all (s.bank_holidays)
   order by d limit 1
$$;

-- The day by which a payout is reviewed: seven days from its stop, else two bank days from the acceptance of the
-- documents. As domain/reference/review-day.ts states it.
create or replace function review_day(p_stopped_on date, p_accepted_on date) returns date language sql stable as $$
  select coalesce(p_stopped_on + 7, next_bank_day(next_bank_day(p_accepted_on + 1) + 1))
$$;

-- The day by which a pending payout is reviewed before it is paid: that of its stop, which the company reads elsewhere,
-- or that of its ticket with accepted documents; null: it is not.
create or replace function payout_review_day(
  p agency_payouts, t tickets, c companies, p_today date, p_to_agency boolean
) returns date language sql stable as $$
  select case
    when p.stopped_on is not null and p_to_agency then review_day(p.stopped_on, null)
    when p.returned_at is null and t.status = 'Approved' and ticket_acceptance_obstacle(t, p_today) is null
      and is_review_needed(t, c) then review_day(null, t.documents_accepted_on) end
$$;

-- True where something else than the agency's own affairs or missing documents holds a pending payout.
create or replace function is_payout_in_review(p agency_payouts, t tickets, c companies, p_today date) returns boolean
language sql stable as $$
  select (p.returned_at is not null or t.status = 'Approved' and (
      p.stopped_on is not null or ticket_acceptance_obstacle(t, p_today) is null))
    and coalesce(case when p.returned_at is null then ticket_budget_obstacle(t, c) end, bank_line_obstacle(p),
      overdue_obstacle(p, p_today), limit_obstacle(p)) is not null
$$;

-- The review of a payout as the agency or the company reads it; of what has no day the company reads its holds.
create or replace function payout_review_json(
  p agency_payouts, t tickets, c companies, p_today date, p_to_agency boolean
) returns json language sql stable as $$
  select case when d.by is not null or p_to_agency and is_payout_in_review(p, t, c, p_today)
           then json_build_object('by', d.by, 'is_late', coalesce(d.by < p_today, false)) end
    from payout_review_day(p, t, c, p_today, p_to_agency) d(by)
$$;

-- That of a ticket's payout for the caller. Definer: as ticket_holds_json.
create or replace function ticket_payout_review_json(p_ticket_id uuid, p_today date) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select payout_review_json(p, t, c, p_today, t.agency_id = caller_agency_id())
    from tickets t join agency_payouts p on p.ticket_id = t.id join companies c on c.id = t.company_id
   where t.id = p_ticket_id and p.status = 'Pending'
     and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id())
$$;

-- Those of the agency that calls, read at once. Definer, as above.
create or replace function agency_payout_reviews(p_agency_id uuid, p_today date)
returns table (ticket_id uuid, review json)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.ticket_id, payout_review_json(p, o.t, h.c, p_today, true)
    from agency_payouts p
    -- `offset 0`: looked up one by one, however many the planner expects (query-plans.test.ts).
    cross join lateral (select x as t from tickets x where x.id = p.ticket_id offset 0) o
    cross join lateral (select x as c from companies x where x.id = (o.t).company_id offset 0) h
   where p.agency_id = p_agency_id and p_agency_id = caller_agency_id() and p.status = 'Pending'
$$;
revoke all on function ticket_payout_review_json(uuid, date), agency_payout_reviews(uuid, date) from public;
grant execute on function ticket_payout_review_json(uuid, date), agency_payout_reviews(uuid, date) to hamla_app;

-- The same as the caller may read it. A company reads what is its own, without figures, and nothing of another
-- company's ticket but that the payment is being reviewed; an agency reads that of all its company's affairs
-- (domain/credit/reason-codes.ts). Definer: a company reads no payouts and no limits.
create or replace function ticket_holds_json(p_ticket_id uuid, p_today date) returns json
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with held as (
    select h.place, h.code, h.since, h.figures
      from tickets t join agency_payouts p on p.ticket_id = t.id, payout_holds(p, p_today) h
     where t.id = p_ticket_id
       and (t.company_id = caller_company_id() or t.agency_id = caller_agency_id() or caller_role() = 'staff')),
  told as (
    select h.place, h.code, h.since, h.figures from held h where caller_role() = 'staff'
    union all
    select h.place, case when h.code in ('invoice_of_other_company', 'bank_line_open') then 'payment_in_review'
             else h.code end, h.since, '{}' from held h
     where caller_role() = 'company' and h.code <> 'agency_suspended' and h.code not like 'iban%'
    union all
    select h.place, h.code, h.since, '{}' from held h
     where caller_role() = 'agency' and is_told_to_agency(h.code)
    union all
    select min(h.place), 'payment_in_review', min(h.since), '{}' from held h
     where caller_role() = 'agency' and not is_told_to_agency(h.code)
    -- What waits for the documents first is not reviewed yet, but for a stop.
    having count(*) > 0 and (payout_stopped_on(p_ticket_id) is not null or not exists (
      select from held d where d.code in ('documents_not_accepted', 'acceptance_expired'))))
  select coalesce(json_agg(json_build_object('code', t.code, 'since', t.since, 'figures', t.figures)
                           order by t.place), '[]') from told t
$$;
revoke all on function ticket_holds_json(uuid, date) from public;
grant execute on function ticket_holds_json(uuid, date) to hamla_app, hamla_staff;

-- What holds the payments of a company's tickets, for staff: of the 20 tickets that have waited longest.
create or replace function company_holds_json(p_company_id uuid, p_today date) returns json language sql stable as $$
  select coalesce(json_agg(json_build_object('ticket_number', w.ticket_number, 'code', h.code, 'since', h.since,
           'figures', h.figures) order by w.created_at, w.id, h.place), '[]')
    from (select t.id, t.ticket_number, t.created_at from tickets t
           where t.company_id = p_company_id and t.company_list = 'current' and t.status = 'Approved'
           order by t.created_at, t.id limit 20) w
    join agency_payouts p on p.ticket_id = w.id cross join lateral payout_holds(p, p_today) h
$$;

create or replace trigger legal_move before update of status on agency_payouts
  for each row when (old.status <> new.status) execute function refuse_illegal_move('payout');

grant execute on function api.list_agency_payouts to hamla_app;

-- An agency's income by month, for a chart: the last twelve months and those to come. paid: net amounts by the month in
-- which they were sent to the bank for good; days: from the approval to the sending, on average. expected: net amounts
-- that are still to be sent, by the month in which they are expected, this month at the earliest.
create or replace function agency_payouts_by_month_json(p_today date) returns json language sql stable as $$
  with bounds as (
    select date_trunc('month', p_today)::date as current,
           (date_trunc('month', p_today) - interval '11 months')::date as first),
  part as materialized (
    select date_trunc('month', p.sent_at at time zone 'Asia/Riyadh')::date as month, p.net_amount as paid,
           0 as expected, (p.sent_at at time zone 'Asia/Riyadh')::date
             - (p.created_at at time zone 'Asia/Riyadh')::date as days
      from agency_payouts p where p.agency_id = caller_agency_id() and p.sent_at is not null
    union all
    select date_trunc('month', greatest(expected_payment_date(t.created_local_date), p_today))::date, 0, p.net_amount,
           null
      from agency_payouts p join tickets t on t.id = p.ticket_id
     where p.agency_id = caller_agency_id()
       and shown_payout_status(p) in ('Pending', 'Released'))
  select json_build_object('today', p_today, 'months', (
    select json_agg(json_build_object('from', m::date, 'paid_sar', s.paid::numeric(18,2)::text,
             'expected_sar', s.expected::numeric(18,2)::text, 'count', s.count, 'days', s.days) order by m)
      from bounds b
      cross join lateral generate_series(b.first,
        greatest(b.current + interval '1 month', (select max(p.month) from part p)), interval '1 month') m
      cross join lateral (
        select coalesce(sum(p.paid), 0) as paid, coalesce(sum(p.expected), 0) as expected, count(p.days) as count,
               round(avg(p.days), 1)::float8 as days
          from part p where p.month = m::date) s))
$$;

create or replace function api.read_payouts_by_month(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_today date
) returns json language plpgsql as $$
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'agency');
  return agency_payouts_by_month_json(p_today);
end $$;

grant execute on function api.read_payouts_by_month to hamla_app;
