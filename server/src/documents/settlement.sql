-- Settlement letters. A ticket is settled when it is completed, or when all that was written off has come back.
create or replace function is_settled(t tickets) returns boolean language sql immutable as
  $$ select t.status = 'Completed' or (t.written_off_amount > 0 and t.recovered_amount = t.written_off_amount) $$;

-- True where everything is paid and one of the payments is not proven, or only by a statement that another one
-- contradicts: then there is no letter.
create or replace function settlement_awaits_proof(t tickets) returns boolean language sql stable as $$
  select (is_settled(t) or t.status = 'Active' and is_fully_paid(t.id)) and (awaits_proof(t.id) or exists (
    select from payment_allocations a
     where a.ticket_id = t.id and a.reversed_at is null and is_payment_contradicted(a.payment_id)))
$$;

-- The moment from which a ticket is settled, null for one that is not. Of one that was reopened, or whose loss has come
-- back twice, the last time counts.
create or replace function settled_at(t tickets) returns timestamptz language sql stable as $$
  select max(e.occurred_at) from events e
   where is_settled(t) and e.subject_id = t.id and e.subject = 'ticket'
     and e.operation = case when t.status = 'Completed' then 'complete_ticket' else 'recover_loss' end
$$;

-- What a settlement letter says of a settled ticket. An installment that was written off is paid on the day of the
-- payment that brought the rest of the loss.
create or replace function settlement_json(t tickets) returns json language sql stable as $$
  select json_build_object('ticket_number', t.ticket_number, 'amount_sar', t.amount_sar::text,
    'agency_name', (select n.name from ticket_agency_names n where n.id = t.agency_id),
    'completed_at', settled_at(t),
    'company', (select json_build_object('name', c.name, 'contact_name', c.contact_name,
                         'contact_title', c.contact_title, 'address', c.address, 'email', c.email, 'phone', c.phone)
                  from companies c where c.id = t.company_id),
    'bank_charges', (select coalesce(sum(a.amount_sar), 0)::numeric(14,2)::text from payment_allocations a
                      where a.ticket_id = t.id and a.payment_id is null and a.reversed_at is null),
    'installments', (select json_agg(json_build_object('seq', i.seq, 'due_date', i.due_date,
                              'amount_sar', i.amount_sar::text, 'paid_on', coalesce(i.paid_on, (
                                  select max(p.value_date) from payment_allocations a
                                    join payments p on p.id = a.payment_id
                                   where a.ticket_id = t.id and a.is_recovery and a.reversed_at is null)))
                                     order by i.seq)
                       from ticket_installments i where i.ticket_id = t.id))
$$;

create or replace function api.read_settlement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text
) returns json language plpgsql as $$
declare
  v_ticket tickets;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select * into v_ticket from tickets t
   where t.ticket_number = p_ticket_number and t.company_id = caller_company_id() and is_settled(t);
  if not found then perform refuse('not_found'); end if;
  if settlement_awaits_proof(v_ticket) then perform refuse('payment_not_proven'); end if;
  return settlement_json(v_ticket);
end $$;

create or replace function api.read_staff_settlement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text
) returns json language plpgsql as $$
declare
  v_ticket tickets;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_ticket from tickets t where t.ticket_number = p_ticket_number and is_settled(t);
  if not found then perform refuse('not_found'); end if;
  if settlement_awaits_proof(v_ticket) then perform refuse('payment_not_proven'); end if;
  return settlement_json(v_ticket);
end $$;

grant execute on function api.read_settlement to hamla_app;
grant execute on function api.read_staff_settlement to hamla_staff;
