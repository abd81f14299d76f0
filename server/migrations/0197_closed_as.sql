-- Up Migration

-- The end of a closed ticket: the kind of the move that closed it last (ticket-history.ts).
alter table tickets add column closed_as text
    check (closed_as in ('cancelled', 'expired', 'closed', 'written_off', 'ended')),
  add check (closed_as is null or status = 'Closed');
grant update (closed_as) on tickets to hamla_staff;
update tickets t
   set closed_as = (
     select case e.operation when 'cancel_ticket' then 'cancelled' when 'expire_ticket' then 'expired'
              when 'close_ticket' then 'closed' when 'write_off_ticket' then 'written_off' else 'ended' end
       from events e
      where e.subject_id = t.id and e.subject = 'ticket' and e.operation in (
        'cancel_ticket', 'expire_ticket', 'close_ticket', 'write_off_ticket', 'end_ticket')
      order by e.id desc limit 1)
 where t.status = 'Closed';

-- The replay makes these again, with other arguments or columns.
drop function if exists
  awaited_payout_pages(uuid, timestamptz),
  left_out_payouts_json(date),
  payout_review_json(date, date),
  ticket_payout_review_json(uuid, date, json);
