-- Up Migration

-- A line of the bank that names an attempt to pay a payout by its EndToEndId is about that payout: a debit says that it
-- arrived, a credit that it came back (docs/decisions/0043-returned-payouts.md).
alter table bank_statement_lines
  add column payout_id uuid,
  add column payout_run_id uuid,
  -- What the payout's line was answered, once the line is settled.
  add column payout_outcome text check (payout_outcome in ('Confirmed', 'Failed', 'Returned')),
  add constraint bank_statement_lines_payout_fkey foreign key (payout_run_id, payout_id) references payout_run_lines,
  drop constraint bank_statement_lines_kind_check,
  drop constraint bank_statement_lines_ours_check,
  drop constraint bank_statement_lines_settled_check;
alter table bank_statement_lines
  add constraint bank_statement_lines_kind_check
    check ((status = 'Debit') = (direction = 'debit' and refusal is null and not is_reversal and payout_id is null)),
  add constraint bank_statement_lines_ours_check
    check (status in ('Debit', 'Refused') or (currency = 'SAR' and (payout_id is not null or (direction = 'credit') <> is_reversal))),
  add constraint bank_statement_lines_settled_check
    check ((status = 'Settled') = (counter_line_id is not null or reversed_payment_id is not null or payout_outcome is not null)),
  add constraint bank_statement_lines_payout_check
    check ((payout_id is null) = (payout_run_id is null) and (payout_outcome is null or payout_id is not null)
       and (payout_id is null or (status in ('Open', 'SetAside', 'Settled') and not is_reversal)));
create index bank_statement_lines_of_payout on bank_statement_lines (payout_id, payout_run_id) where payout_id is not null;
create index bank_statement_lines_of_payouts_open on bank_statement_lines (id) include (amount)
  where status = 'Open' and payout_id is not null and direction = 'debit';

drop index bank_statement_lines_of_list;
alter table bank_statement_lines drop column list;
alter table bank_statement_lines add column list text not null generated always as (case
  when status = 'Open' and payout_id is not null then 'payouts'
  when status = 'Open' and is_reversal then 'reversals'
  when status = 'Open' and certainty in ('certain', 'likely') then certainty when status = 'Open' then 'unclear'
  when status = 'Confirmed' then 'confirmed' when status = 'SetAside' then 'set_aside'
  when status = 'Settled' then 'settled' else 'apart' end) stored;
create index bank_statement_lines_of_list on bank_statement_lines (statement_id, list, line_no) include (amount);

-- Lines that nobody has decided yet and that name one: credits were proposed as a company's payment or kept apart, and debits
-- of what is under way lay apart. An attempt is counted to the base of 36 (domain/payouts/pain-001.ts, endToEndId).
update bank_statement_lines l set payout_id = m.payout_id, payout_run_id = m.run_id, certainty = 'none', match_reason = 'own_payout',
       proposed_company_id = null, proposed_ticket_id = null, proposed_report_id = null, proposed_payment_id = null,
       proposed_line_id = null, status = 'Open', is_reversal = false, refusal = null
  from (select o.id, o.direction, o.amount, regexp_match(lower(concat_ws(' ', o.remittance, o.bank_reference)),
                                              '(?:^|[^0-9a-z])([0-9a-f]{32})-([1-9a-z][0-9a-z]?)(?![0-9a-z])') as said
          from bank_statement_lines o
         where o.currency = 'SAR' and o.refusal is distinct from 'not_booked'
           and (o.status in ('Open', 'Refused') and o.direction = 'credit' or o.status = 'Debit')) n
  join payout_file_lines m on replace(m.payout_id::text, '-', '') = n.said[1]
   and m.attempt = (select sum((strpos('0123456789abcdefghijklmnopqrstuvwxyz', c.digit) - 1) * 36 ^ (length(n.said[2]) - c.place))
                      from regexp_split_to_table(n.said[2], '') with ordinality as c(digit, place))
  join payout_run_lines x on x.run_id = m.run_id and x.payout_id = m.payout_id
 where l.id = n.id and (n.direction = 'credit' or x.outcome is null and x.amount_sar = n.amount);

grant insert (payout_id, payout_run_id), update (payout_id, payout_run_id, payout_outcome, is_reversal, refusal)
  on bank_statement_lines to hamla_staff;
