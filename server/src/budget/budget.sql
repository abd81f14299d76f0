-- Available budget (SPEC section 5); its twin is domain/reference/available-budget.ts and a test keeps them equal.

create or replace function available_budget(p_total numeric, p_status text, p_held numeric, p_committed numeric)
returns numeric language sql immutable as
  $$ select case when p_status = 'Suspended' then 0 else greatest(p_total - p_held - p_committed, 0) end $$;

-- A total less the loss that has not come back (losses.sql), at least 0. Null stays null.
create or replace function total_less_loss(p_total numeric, p_loss numeric) returns numeric language sql immutable as
  $$ select case when p_total is not null then greatest(p_total - p_loss, 0) end $$;

-- Held: pending tickets. Committed: Approved and Active ones. One index has both, by the list of the status.
create or replace function budget_of(p_company_id uuid) returns table (
  total_approval_budget numeric(14,2), held_funds numeric, committed_funds numeric, available_budget numeric
) language sql stable as $$
  select c.total_approval_budget, s.held, s.committed,
         available_budget(total_less_loss(c.total_approval_budget, c.unrecovered_loss), c.budget_status, s.held,
           s.committed)
    from companies c,
         lateral (select
           coalesce(sum(t.amount_sar) filter (where t.company_list = 'waiting'), 0.00) as held,
           coalesce(sum(t.amount_sar) filter (where t.company_list = 'current'), 0.00) as committed
           from tickets t where t.company_id = c.id and t.company_list in ('waiting', 'current')) s
   where c.id = p_company_id
$$;

-- What a company can still request, by its locked row; null where no budget is set.
create or replace function available_budget_of(c companies) returns numeric language plpgsql stable as $$
begin
  return (select available_budget(total_less_loss(c.total_approval_budget, c.unrecovered_loss), c.budget_status, 0,
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
      then available_budget(total_less_loss(c.total_approval_budget, c.unrecovered_loss), c.budget_status, p_held,
                            p_committed)::numeric(14,2)::text end,
    'budget_status', c.budget_status,
    'suspension_reason', case when c.budget_status = 'Suspended' then c.budget_reason end,
    'unrecovered_loss', c.unrecovered_loss::text,
    'suspended_for_ticket', case when c.suspended_for_ticket_id is not null
      then (select t.ticket_number from tickets t where t.id = c.suspended_for_ticket_id) end,
    'is_suspended_for_refund', c.suspended_for_payment_id is not null)
$$;

create or replace function budget_json(p_company_id uuid) returns json language sql stable as $$
  select budget_json(c, b.held_funds, b.committed_funds)
    from budget_of(p_company_id) b, companies c where c.id = p_company_id
$$;

-- Whether a confirmation of the budget speaks for a ticket: it was requested within a budget that was set, and what
-- nobody has reviewed fits the amount that stands now. The reference is domain/reference/budget-review.ts.
create or replace function is_within_budget(p_company_id uuid, p_available_before numeric, p_total numeric)
  returns boolean
language sql stable as $$
  select p_available_before is not null and coalesce(
    (select coalesce(sum(t.amount_sar), 0) from tickets t
      where t.company_id = p_company_id and t.company_list = 'current' and t.reviewed_at is null)
    <= total_less_loss(p_total, (select c.unrecovered_loss from companies c where c.id = p_company_id)), false)
$$;

-- Whether a write-off has suspended it: of a ticket, or of a refund that was owed back.
create or replace function is_suspended_for_loss(c companies) returns boolean language sql immutable as
  $$ select num_nonnulls(c.suspended_for_ticket_id, c.suspended_for_payment_id) > 0 $$;

-- Decides about the budget of a company whose row is locked, p_before as it was, and tells the history.
create or replace function record_budget_decision(
  p_before companies, p_decision text, p_to_status text, p_total numeric, p_reason text, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_after companies;
begin
  update companies c
     set budget_status = p_to_status, suspended_for_ticket_id = null, suspended_for_payment_id = null,
         budget_decided_by = caller_user_id(), budget_decided_at = p_now, budget_reason = p_reason,
         total_approval_budget = case when p_decision in ('confirm', 'adjust') then p_total
           else c.total_approval_budget end,
         proposed_budget = case when p_decision in ('confirm', 'adjust') then null else c.proposed_budget end,
         updated_at = p_now
   where c.id = p_before.id returning * into v_after;
  perform note_stop(p_before.id, null, null, p_to_status = 'Suspended', p_now);
  perform record_event(p_now, 'decide_budget', 'company', p_before.id, p_before.id, null,
    jsonb_build_object('budget_status', p_before.budget_status,
      'total_approval_budget', p_before.total_approval_budget::text),
    jsonb_strip_nulls(jsonb_build_object('decision', p_decision, 'budget_status', v_after.budget_status,
      'total_approval_budget', v_after.total_approval_budget::text, 'reason', p_reason)));
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
  v_reply := claim_key('decide_budget', p_key, p_request_hash, p_now);
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
  return keep_reply('decide_budget', p_key, budget_json(p_company_id));
end $$;

grant execute on function api.decide_budget to hamla_staff;
