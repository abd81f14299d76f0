-- Up Migration

-- What was written off of a ticket, and what of it has come back (docs/decisions/0039-losses.md). A company's loss that has not
-- come back is kept with it: it comes off whatever budget stands, and it is paid before what is not due yet.
alter table tickets
  add column written_off_amount numeric(14,2) not null default 0,
  add column recovered_amount numeric(14,2) not null default 0 check (recovered_amount >= 0),
  add column written_off_on date,
  add check (recovered_amount <= written_off_amount),
  add check ((written_off_on is null) = (written_off_amount = 0));
create index tickets_with_loss on tickets (company_id, written_off_on) where written_off_amount > recovered_amount;
alter table companies
  add column unrecovered_loss numeric(18,2) not null default 0 check (unrecovered_loss >= 0),
  -- The ticket whose write-off suspended the budget: two people lift that.
  add column suspended_for_ticket_id uuid references tickets,
  add check (suspended_for_ticket_id is null or budget_status = 'Suspended');

-- Of each of these checks, what was said before and one thing more.
do $$
declare
  v record;
  v_definition text;
begin
  for v in
    select k.conrelid::regclass as of_table, k.conname, pg_get_constraintdef(k.oid) as definition
      from pg_constraint k
     where k.contype = 'c'
       and ((k.conrelid = 'journal_entries'::regclass and pg_get_constraintdef(k.oid) ~ '''written_off''')
         or (k.conrelid = 'journal_lines'::regclass and pg_get_constraintdef(k.oid) ~ '''bad_debt''')
         or (k.conrelid = 'companies'::regclass and pg_get_constraintdef(k.oid) ~ 'budget_reason IS NOT NULL')
         or (k.conrelid = 'payment_allocations'::regclass
             and pg_get_constraintdef(k.oid) ~ 'num_nonnulls|installment_id IS NULL'))
  loop
    v_definition := case v.of_table::text
      when 'journal_entries' then replace(v.definition, '''written_off''::text', '''written_off''::text, ''loss_recovered''::text')
      when 'journal_lines' then replace(v.definition, '''bad_debt''::text', '''bad_debt''::text, ''recoveries''::text')
      when 'companies' then 'check (budget_status <> ''Suspended'' or budget_reason is not null or suspended_for_ticket_id is not null)' end;
    execute format('alter table %s drop constraint %I', v.of_table, v.conname);
    if v_definition is not null then
      execute format('alter table %s add constraint %I %s', v.of_table, v.conname, v_definition);
    end if;
  end loop;
end $$;

-- What a payment pays: a part of an installment, a refund that is owed back, or what was written off of a ticket.
alter table payment_allocations
  add column is_recovery boolean not null default false,
  add check (num_nonnulls(installment_id, recovers_payment_id) + is_recovery::integer = 1),
  add check ((ticket_id is null) = (recovers_payment_id is not null));

grant update (written_off_amount, recovered_amount, written_off_on) on tickets to hamla_staff;
grant update (unrecovered_loss, suspended_for_ticket_id) on companies to hamla_staff;
grant insert (is_recovery) on payment_allocations to hamla_staff;
grant select (is_recovery) on payment_allocations to hamla_app;

-- What was written off before today.
update tickets t set written_off_amount = w.sum, written_off_on = w.day
  from (select e.ticket_id, sum(l.amount_sar) as sum, min(e.local_date) as day
          from journal_lines l join journal_entries e on e.id = l.entry_id
         where l.account = 'bad_debt' group by e.ticket_id having sum(l.amount_sar) > 0) w
 where t.id = w.ticket_id;
update companies c set unrecovered_loss = l.sum
  from (select t.company_id, sum(t.written_off_amount) as sum from tickets t where t.written_off_amount > 0 group by 1) l
 where c.id = l.company_id;

-- What such a company had left with us pays its loss, the earliest first, at the moment of the latest entry: numbers of the
-- journal rise with its days.
do $$
declare
  v_now timestamptz := (select max(e.occurred_at) from journal_entries e);
  v_payment record;
  v_ticket record;
  v_part numeric;
  v_left numeric;
  v_entry_id bigint;
begin
  for v_payment in
    select p.id, p.company_id, p.credit_amount, p.recorded_by from payments p join companies c on c.id = p.company_id
     where p.credit_amount > 0 and c.unrecovered_loss > 0 order by p.id
  loop
    v_left := v_payment.credit_amount;
    for v_ticket in
      select t.id, t.agency_id, t.written_off_amount - t.recovered_amount as rest from tickets t
       where t.company_id = v_payment.company_id and t.written_off_amount > t.recovered_amount
       order by t.written_off_on, length(t.ticket_number), t.ticket_number
    loop
      v_part := least(v_left, v_ticket.rest);
      exit when v_part = 0;
      v_left := v_left - v_part;
      insert into journal_entries (occurred_at, local_date, event, company_id, agency_id, ticket_id, payment_id, posted_by)
      values (v_now, (v_now at time zone 'Asia/Riyadh')::date, 'loss_recovered', v_payment.company_id, v_ticket.agency_id,
              v_ticket.id, v_payment.id, v_payment.recorded_by)
      returning id into v_entry_id;
      insert into journal_lines (entry_id, line_no, account, amount_sar)
      values (v_entry_id, 1, 'company_credit', v_part), (v_entry_id, 2, 'recoveries', -v_part);
      insert into payment_allocations (payment_id, ticket_id, company_id, amount_sar, entry_id, allocated_at, is_recovery)
      values (v_payment.id, v_ticket.id, v_payment.company_id, v_part, v_entry_id, v_now, true);
      update payments p set allocated_amount = p.allocated_amount + v_part where p.id = v_payment.id;
      update tickets t set recovered_amount = t.recovered_amount + v_part where t.id = v_ticket.id;
      update companies c set unrecovered_loss = c.unrecovered_loss - v_part where c.id = v_payment.company_id;
      if v_part = v_ticket.rest then
        insert into events (occurred_at, operation, subject, subject_id, company_id, before, after)
        values (v_now, 'recover_loss', 'ticket', v_ticket.id, v_payment.company_id, jsonb_build_object('status', 'Closed'),
                jsonb_build_object('status', 'Closed'));
      end if;
    end loop;
    insert into events (occurred_at, operation, subject, subject_id, company_id, before, after)
    values (v_now, 'apply_credit', 'payment', v_payment.id, v_payment.company_id,
            jsonb_build_object('credit_amount', v_payment.credit_amount::text), jsonb_build_object('credit_amount', v_left::text));
  end loop;
end $$;

-- A budget that nobody has decided about since the write-off is suspended, as it would be today; one that somebody had suspended
-- is lifted by two.
do $$
declare
  v record;
begin
  for v in
    select c.id, c.budget_status, c.total_approval_budget, w.ticket_id, w.ticket_number, w.posted_by, w.occurred_at,
           c.budget_decided_at is null or c.budget_decided_at < w.occurred_at as is_undecided
      from companies c join lateral (
        select e.ticket_id, t.ticket_number, e.posted_by, e.occurred_at
          from journal_entries e join tickets t on t.id = e.ticket_id
         where t.company_id = c.id and e.event = 'written_off' and t.written_off_amount > t.recovered_amount
         order by e.id desc limit 1) w on true
     where c.unrecovered_loss > 0
  loop
    if v.budget_status = 'Suspended' then
      update companies c set suspended_for_ticket_id = v.ticket_id where c.id = v.id;
    elsif v.is_undecided then
      update companies c set budget_status = 'Suspended', budget_decided_by = v.posted_by, budget_decided_at = v.occurred_at,
             budget_reason = null, suspended_for_ticket_id = v.ticket_id
       where c.id = v.id;
      insert into events (occurred_at, actor_user_id, operation, subject, subject_id, company_id, before, after)
      values (v.occurred_at, v.posted_by, 'decide_budget', 'company', v.id, v.id,
        jsonb_build_object('budget_status', v.budget_status, 'total_approval_budget', v.total_approval_budget::text),
        jsonb_strip_nulls(jsonb_build_object('decision', 'suspend', 'budget_status', 'Suspended',
          'total_approval_budget', v.total_approval_budget::text, 'ticket_number', v.ticket_number)));
    end if;
  end loop;
end $$;
