-- Up Migration

-- When a payout went to the bank: a file carries it, or it has arrived without one. Released payouts that no file
-- carries have none.
alter table agency_payouts add column sent_at timestamptz,
  add check (sent_at is null or status in ('Sent', 'Confirmed'));
update agency_payouts p
   set sent_at = (
     select coalesce(f.made_at, l.decided_at)
       from payout_run_lines l
       left join payout_file_lines m on m.run_id = l.run_id and m.payout_id = l.payout_id
       left join payout_files f on f.run_id = m.run_id and f.file_no = m.file_no
      where l.payout_id = p.id and (l.outcome is null or l.outcome = 'Confirmed')
      order by l.run_id desc limit 1)
 where p.status in ('Sent', 'Confirmed');
grant update (sent_at) on agency_payouts to hamla_staff;

drop index payouts_sent;
create index payouts_sent on agency_payouts (id) include (net_amount) where status = 'Sent' and sent_at is not null;

-- Payouts say it themselves now: the first is gone, the replay makes the second with its caller's rights.
drop function if exists
  sent_payouts(uuid),
  agency_payouts_by_month_json(date);
