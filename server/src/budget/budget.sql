-- Available budget (SPEC section 5); its twin is domain/budget/available-budget.ts and a test keeps them equal.

-- Held: pending tickets. Committed: Approved and Active ones. Both come from one index, by the list a status stands in.
create or replace function budget_of(p_company_id uuid) returns table (
  total_approval_budget numeric(14,2), held_funds numeric, committed_funds numeric, available_budget numeric
) language sql stable as $$
  select c.total_approval_budget, s.held, s.committed, greatest(c.total_approval_budget - s.held - s.committed, 0)
    from companies c,
         lateral (select
           coalesce(sum(t.amount_sar) filter (where t.company_list = 'waiting'), 0.00) as held,
           coalesce(sum(t.amount_sar) filter (where t.company_list = 'current'), 0.00) as committed
           from tickets t where t.company_id = c.id and t.company_list in ('waiting', 'current')) s
   where c.id = p_company_id
$$;

create or replace function budget_json(p_company_id uuid) returns json language sql stable as $$
  select json_build_object(
    'total_approval_budget', b.total_approval_budget::text,
    'held_funds', b.held_funds::numeric(14,2)::text,
    'committed_funds', b.committed_funds::numeric(14,2)::text,
    -- greatest() ignores nulls: not set must stay not set.
    'available_budget', case when b.total_approval_budget is not null then b.available_budget::numeric(14,2)::text end)
    from budget_of(p_company_id) b
$$;
