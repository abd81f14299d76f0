-- The moment from which a completed ticket is settled, null for any other. Of one that was reopened, the last completion
-- counts.
create or replace function settled_at(t tickets) returns timestamptz language sql stable as $$
  select max(e.occurred_at) from events e
   where t.status = 'Completed' and e.subject_id = t.id and e.subject = 'ticket' and e.operation = 'complete_ticket'
$$;

-- What a settlement letter says of a completed ticket.
create or replace function settlement_json(t tickets) returns json language sql stable as $$
  select json_build_object('ticket_number', t.ticket_number, 'amount_sar', t.amount_sar::text,
    'agency_name', (select n.name from ticket_agency_names n where n.id = t.agency_id),
    'completed_at', settled_at(t),
    'company', (select json_build_object('name', c.name, 'contact_name', c.contact_name,
                         'contact_title', c.contact_title, 'address', c.address, 'email', c.email, 'phone', c.phone)
                  from companies c where c.id = t.company_id),
    'installments', (select json_agg(json_build_object('seq', i.seq, 'due_date', i.due_date,
                              'amount_sar', i.amount_sar::text, 'paid_on', i.paid_on) order by i.seq)
                       from ticket_installments i where i.ticket_id = t.id))
$$;

create or replace function read_settlement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text
) returns json language plpgsql as $$
declare
  v_ticket tickets;
begin
  perform set_caller(p_user_id, p_session_id, p_now, 'company');
  select * into v_ticket from tickets t
   where t.ticket_number = p_ticket_number and t.company_id = caller_company_id() and t.status = 'Completed';
  if not found then perform refuse('not_found'); end if;
  return settlement_json(v_ticket);
end $$;

create or replace function read_staff_settlement(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_ticket_number text
) returns json language plpgsql as $$
declare
  v_ticket tickets;
begin
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  select * into v_ticket from tickets t where t.ticket_number = p_ticket_number and t.status = 'Completed';
  if not found then perform refuse('not_found'); end if;
  return settlement_json(v_ticket);
end $$;
