-- Available budget (SPEC section 5); its twin is domain/reference/available-budget.ts and a test keeps them equal.

create or replace function available_budget(p_total numeric, p_status text, p_held numeric, p_committed numeric)
returns numeric language sql immutable as
  $$ select case when p_status = 'Suspended' then 0 else greatest(p_total - p_held - p_committed, 0) end $$;

-- The loss that comes off a company's budget: not recovered, or only by payments that nothing has proven yet.
create or replace function budget_loss(c companies) returns numeric language sql stable as
  $$ select c.unrecovered_loss + unproven_recoveries(c.id) $$;

-- A total less a loss, at least 0. Null stays null.
create or replace function budget_total_after_loss(p_total numeric, p_loss numeric) returns numeric
language sql immutable as
  $$ select case when p_total is not null then greatest(p_total - p_loss, 0) end $$;

-- Held: pending tickets. Committed: Approved and Active ones. One index has both, by the list of the status.
create or replace function company_budget(p_company_id uuid) returns table (
  total_approval_budget numeric(14,2), held_funds numeric, committed_funds numeric, available_budget numeric
) language sql stable as $$
  select c.total_approval_budget, s.held, s.committed,
         available_budget(budget_total_after_loss(c.total_approval_budget, budget_loss(c)), c.budget_status, s.held,
           s.committed)
    from companies c,
         lateral (select
           coalesce(sum(t.amount_sar) filter (where t.company_list = 'waiting'), 0.00) as held,
           coalesce(sum(t.amount_sar) filter (where t.company_list = 'current'), 0.00) as committed
           from tickets t where t.company_id = c.id and t.company_list in ('waiting', 'current')) s
   where c.id = p_company_id
$$;

-- What a company can still request, by its locked row; null where no budget is set.
create or replace function company_available_budget(c companies) returns numeric language plpgsql stable as $$
begin
  return (select available_budget(budget_total_after_loss(c.total_approval_budget, budget_loss(c)), c.budget_status,
    0,
                                  coalesce(sum(t.amount_sar), 0))
            from tickets t where t.company_id = c.id and t.company_list in ('waiting', 'current'));
end $$;

create or replace function budget_json(c companies, p_held numeric, p_committed numeric) returns json
language sql stable as $$
  select json_build_object(
    'total_approval_budget', c.total_approval_budget::text,
    'held_funds', p_held::numeric(18,2)::text,
    'committed_funds', p_committed::numeric(18,2)::text,
    -- greatest() ignores nulls: not set must stay not set.
    'available_budget', case when c.total_approval_budget is not null or c.budget_status = 'Suspended'
      then available_budget(budget_total_after_loss(c.total_approval_budget, budget_loss(c)), c.budget_status,
        p_held,
                            p_committed)::numeric(14,2)::text end,
    'budget_status', c.budget_status,
    'max_term_months', c.max_term_months,
    'suspension_reason', case when c.budget_status = 'Suspended' then c.budget_reason end,
    'unrecovered_loss', c.unrecovered_loss::text, 'unproven_recoveries', unproven_recoveries(c.id)::text,
    -- By the codes of domain/credit/reason-codes.ts.
    'reductions', case when budget_loss(c) > 0
      then json_build_array(json_build_object('code', 'loss_not_recovered', 'amount_sar', budget_loss(c)::text))
      else '[]' end,
    'suspended_for_ticket', case when c.suspended_for_ticket_id is not null
      then (select t.ticket_number from tickets t where t.id = c.suspended_for_ticket_id) end,
    'is_suspended_for_refund', c.suspended_for_payment_id is not null)
$$;

create or replace function budget_json(p_company_id uuid) returns json language sql stable as $$
  select budget_json(c, b.held_funds, b.committed_funds)
    from company_budget(p_company_id) b, companies c where c.id = p_company_id
$$;

-- Whether a confirmation of the budget speaks for a ticket: it was requested within a budget that was set, and what
-- nobody has reviewed fits the amount that stands now. The reference is domain/reference/budget-review.ts.
create or replace function is_within_budget(p_company_id uuid, p_available_before numeric, p_total numeric)
  returns boolean
language sql stable as $$
  select p_available_before is not null and coalesce(
    (select coalesce(sum(t.amount_sar), 0) from tickets t
      where t.company_id = p_company_id and t.company_list = 'current' and t.reviewed_at is null)
    <= budget_total_after_loss(p_total, (select budget_loss(c) from companies c where c.id = p_company_id)), false)
$$;

-- Whether a ticket has no set budget: none is set, or none was when it was requested. Otherwise whoever types one riyal
-- of revenue would be spared what a ticket without a budget needs.
create or replace function is_without_budget(t tickets, c companies) returns boolean language sql immutable as
  $$ select c.total_approval_budget is null or t.available_budget_before is null $$;

-- Whether release 0.2.0 took the review of a ticket without documents, because a budget had been set since the request.
create or replace function is_reviewed_without_documents(t tickets, c companies) returns boolean
language sql immutable as $$
  select t.reviewed_at is not null and t.reviewed_set_id is null and c.total_approval_budget is not null
$$;

-- Whether staff have reviewed a ticket. Without a set budget the review was made with the documents that the company
-- has accepted, and, while none is set, after whatever was decided about the budget; a review of before that rule
-- counts. The reference is domain/reference/budget-review.ts.
create or replace function is_reviewed(t tickets, c companies) returns boolean language sql stable as $$
  select t.reviewed_at is not null and (not is_without_budget(t, c) or is_reviewed_without_documents(t, c)
    or coalesce(t.reviewed_set_id = (
      select s.id from document_sets s where s.ticket_id = t.id and s.accepted_at is not null
       order by s.version desc limit 1), false)
      and (c.total_approval_budget is not null
        or t.reviewed_at >= coalesce(c.budget_decided_at, t.reviewed_at)))
$$;

-- What a company's open tickets come to: held and committed.
create or replace function open_tickets_amount(p_company_id uuid) returns numeric language sql stable as $$
  select coalesce(sum(t.amount_sar), 0.00) from tickets t
   where t.company_id = p_company_id and t.company_list in ('waiting', 'current')
$$;

-- What a company's open tickets may come to, where one person reviews a ticket that has no set budget: the limit, or a
-- budget that was set since.
create or replace function one_reviewer_limit(c companies) returns numeric language sql stable as $$
  select greatest(l.unset_budget_limit_sar,
           budget_total_after_loss(c.total_approval_budget, budget_loss(c)))::numeric(14,2)
    from credit_policies l where l.status = 'counts'
$$;

-- Whether one person's review is not enough: the ticket has no set budget, and the company's open tickets are above the
-- limit. The reference is domain/reference/budget-review.ts.
create or replace function takes_two_reviewers(t tickets, c companies) returns boolean language sql stable as $$
  select is_without_budget(t, c) and t.review_approved_by is null and not is_reviewed_without_documents(t, c)
     and open_tickets_amount(c.id) > one_reviewer_limit(c)
$$;

-- Whether a write-off has suspended it: of a ticket, or of a refund that was owed back.
create or replace function is_suspended_for_loss(c companies) returns boolean language sql immutable as
  $$ select num_nonnulls(c.suspended_for_ticket_id, c.suspended_for_payment_id) > 0 $$;

-- Ends the offers that the company has not taken up, or that wait for their condition: another decision came first.
create or replace function lapse_budget_offers(p_company_id uuid, p_now timestamptz) returns void
language plpgsql as $$
declare
  v_lapsed uuid;
begin
  update budget_requests r set status = 'Lapsed', ended_at = p_now
   where r.company_id = p_company_id and r.status in ('Offered', 'Accepted') returning r.id into v_lapsed;
  if v_lapsed is not null then
    perform record_event(p_now, 'lapse_budget_offer', 'budget_request', v_lapsed, p_company_id, null);
  end if;
end $$;

-- Decides about the budget of a company whose row is locked, p_before as it was, and tells the history. p_max_term: in
-- months, null for any. An offer that was made before lapses, and so does the longest term of an earlier grant.
create or replace function record_budget_decision(
  p_before companies, p_decision text, p_to_status text, p_total numeric, p_reason text, p_now timestamptz,
  p_decided_by uuid default caller_user_id(), p_max_term integer default null
) returns void language plpgsql as $$
declare
  v_after companies;
begin
  perform lapse_budget_offers(p_before.id, p_now);
  update companies c
     set budget_status = p_to_status, suspended_for_ticket_id = null, suspended_for_payment_id = null,
         budget_decided_by = p_decided_by, budget_decided_at = p_now, budget_reason = p_reason,
         total_approval_budget = case when p_decision in ('confirm', 'adjust') then p_total
           else c.total_approval_budget end,
         proposed_budget = case when p_decision in ('confirm', 'adjust') then null else c.proposed_budget end,
         is_proposal_low = c.is_proposal_low and p_decision not in ('confirm', 'adjust'),
         max_term_months = case when p_decision in ('confirm', 'adjust') then p_max_term else c.max_term_months end,
         preliminary_since = p_now, updated_at = p_now
   where c.id = p_before.id returning * into v_after;
  perform record_payout_stop(p_before.id, null, null, p_to_status = 'Suspended', p_now);
  perform record_event(p_now, 'decide_budget', 'company', p_before.id, p_before.id, null,
    jsonb_build_object('budget_status', p_before.budget_status,
      'total_approval_budget', p_before.total_approval_budget::text),
    jsonb_strip_nulls(jsonb_build_object('decision', p_decision, 'budget_status', v_after.budget_status,
      'total_approval_budget', v_after.total_approval_budget::text, 'reason', p_reason,
      'max_term_months', v_after.max_term_months)));
end $$;

-- What staff decide: the amount is final, another amount, suspended, or the suspension is over. p_total: what the
-- decider saw, so that an amount that changed meanwhile is not confirmed. What a write-off has suspended two people
-- lift (losses.sql). The twin of domain/budget/budget-decision.ts.
create or replace function api.decide_budget(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea,
  p_company_id uuid, p_decision text, p_total numeric, p_reason text
) returns json language plpgsql as $$
declare
  v_reply json;
  v_before companies;
  v_to_status text;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  v_reply := begin_idempotent('decide_budget', p_key, p_request_hash, p_now);
  if v_reply is not null then return v_reply; end if;
  select * into v_before from companies c where c.id = p_company_id for no key update;
  if not found then perform refuse('not_found'); end if;
  select m.to_status into v_to_status from budget_moves m
   where m.decision = p_decision and m.from_status = v_before.budget_status;
  if not found then perform refuse('budget_changed'); end if;
  if p_decision = 'lift' and is_suspended_for_loss(v_before) then perform refuse('lift_takes_two'); end if;
  if p_decision in ('confirm', 'adjust') and coalesce(v_before.total_approval_budget,
    v_before.proposed_budget) is null then
    perform refuse('budget_not_set');
  end if;
  if p_decision = 'confirm' and (not v_before.needs_decision or not coalesce(
       p_total in (v_before.total_approval_budget, v_before.proposed_budget), false)) then
    perform refuse('budget_changed');
  end if;
  perform record_budget_decision(v_before, p_decision, v_to_status, p_total, p_reason, p_now);
  return store_idempotent_reply('decide_budget', p_key, budget_json(p_company_id));
end $$;

grant execute on function api.decide_budget to hamla_staff;
