-- A line of a statement that names a payout or a refund of ours, and has its amount: while it is open, the payout and
-- the next refund are held. Two people set it aside (approvals.sql).

-- The line as the bank wrote it, and the payout or refund that it names.
create or replace function set_aside_line_figures(r approval_requests) returns jsonb language plpgsql as $$
declare
  v_line bank_statement_lines := lock_open_line(r.subject_id, null);
begin
  if not is_own_transfer_line(v_line) then
    perform refuse_field('validation_failed', 'line_id', 'must name a payout or a refund of its amount');
  end if;
  return (
    select jsonb_build_object('amount_sar', v_line.amount::numeric(14,2)::text, 'direction', v_line.direction,
             'file_name', s.file_name, 'line_no', v_line.line_no)
      from bank_statements s where s.id = v_line.statement_id);
end $$;

create or replace function carry_out_set_aside_line(r approval_requests, p_now timestamptz) returns void
language plpgsql as $$
begin
  perform set_line_aside(r.subject_id, r.reason, p_now);
end $$;

