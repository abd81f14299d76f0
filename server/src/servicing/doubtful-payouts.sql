-- A payout of a released run that is in no file for the bank, that goes to an IBAN which its agency has changed, or
-- that somebody has called failed or returned: one person alone does not say that it was paid (approvals.sql).

-- Tells whether an attempt that a file carries counts as failed or returned by one person's word alone: no line of a
-- statement says so, and no claim on the agency says that it was paid. Two people may say that it has arrived.
create or replace function is_called_failed(l payout_run_lines) returns boolean language sql stable as $$
  select coalesce(l.outcome in ('Failed', 'Returned'), false) and l.stop is null
     and payout_line_file_no(l) is not null
     and not exists (select from bank_statement_lines b
                      where b.payout_id = l.payout_id and b.payout_run_id = l.run_id and b.direction = 'credit'
                        and b.status = 'Settled')
     and not exists (select from agency_claims c
                      where c.payout_id = l.payout_id and c.payout_run_id = l.run_id and c.undone_at is null)
$$;

-- Refuses one person's word. The caller has locked run and money; the IBAN stays what it is from now on.
create or replace function refuse_doubtful_line(l payout_run_lines) returns void language plpgsql as $$
begin
  perform from agencies a where a.id = l.agency_id for share;
  if l.outcome is null and is_line_doubtful(l) then perform refuse('payout_line_doubtful'); end if;
end $$;

-- Whoever writes it: such a line is confirmed by an approval, or by a line of a compared statement that names it.
create or replace function refuse_doubtful_confirmation() returns trigger language plpgsql as $$
begin
  if is_line_doubtful(old)
     and not exists (select from approval_requests a join agency_payouts p on p.ticket_id = a.subject_id
                      where p.id = new.payout_id and a.kind = 'confirm_doubtful_payout' and a.outcome = 'Approved'
                        and a.details ->> 'run_id' = new.run_id::text)
     and not exists (select from bank_statement_lines b
                      where b.payout_id = new.payout_id and b.payout_run_id = new.run_id and b.direction = 'debit'
                        and b.amount = new.amount_sar and proves(b)) then
    perform refuse('payout_line_doubtful');
  end if;
  return new;
end $$;
create or replace trigger doubtful_confirmation before update of outcome on payout_run_lines
  for each row when (new.outcome = 'Confirmed' and old.outcome is null) execute function refuse_doubtful_confirmation();

-- Asks for such a line to be confirmed: another person approves it.
create or replace function api.confirm_doubtful_payout(
  p_user_id uuid, p_session_id uuid, p_now timestamptz, p_key text, p_request_hash bytea, p_run_id uuid,
    p_payout_id uuid,
  p_reason text
) returns json language plpgsql as $$
begin
  -- Before the payout is read.
  perform set_staff_caller(p_user_id, p_session_id, p_now);
  return api.request_approval(p_user_id, p_session_id, p_now, p_key, p_request_hash, 'confirm_doubtful_payout',
    (select p.ticket_id from agency_payouts p where p.id = p_payout_id), jsonb_build_object('run_id', p_run_id),
      p_reason);
end $$;

-- What the bank is said to have paid, to which IBAN, in which file, and where its agency is paid now.
create or replace function doubtful_payout_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_run_id uuid := (r.details ->> 'run_id')::uuid;
  l payout_run_lines;
begin
  -- With the run that carries the payout now.
  perform from payout_runs x
   where x.id = v_run_id or x.id in (select n.run_id from payout_run_lines n join agency_payouts p on p.id = n.payout_id
                                      where p.ticket_id = r.subject_id and n.outcome is null)
   order by x.id for no key update;
  perform lock_tickets_money(array[r.subject_id]);
  select x.* into l from payout_run_lines x join agency_payouts p on p.id = x.payout_id
   where x.run_id = v_run_id and p.ticket_id = r.subject_id;
  if not found then perform refuse('not_found'); end if;
  perform from agencies a where a.id = l.agency_id for share;
  if not (l.outcome is null and is_line_doubtful(l) or is_called_failed(l)) then
    perform refuse('payout_line_not_doubtful');
  end if;
  return (select jsonb_build_object('amount_sar', l.amount_sar::text, 'iban', l.iban, 'file_no', payout_line_file_no(l),
                                    'present_iban', a.paid_iban)
            from agencies a where a.id = l.agency_id);
end $$;

create or replace function carry_out_confirm_doubtful_payout(r approval_requests, p_now timestamptz, p_today date)
  returns void
language plpgsql as $$
declare
  l payout_run_lines;
begin
  select x.* into strict l from payout_run_lines x join agency_payouts p on p.id = x.payout_id
   where x.run_id = (r.details ->> 'run_id')::uuid and p.ticket_id = r.subject_id;
  if l.outcome is not null then
    perform turn_round_payout_line(l, null, p_now, p_today);
  else
    perform record_payout_line_result(l.run_id, l.payout_id, null, null, p_now, p_today);
  end if;
end $$;

grant execute on function api.confirm_doubtful_payout to hamla_staff;
