import type { ClientBase } from 'pg';

/**
 * What is true of the rows at any moment, whatever was done, in which order, and however it was cut short: each
 * statement finds the rows that break its rule. Tests add rules of their own (server/testing/invariants.ts).
 */
export const productInvariants = {
  'a ticket has as many installments as months, numbered without a gap': `
    select t.id from tickets t
     where (select array_agg(i.seq::int order by i.due_date) from ticket_installments i where i.ticket_id = t.id)
           is distinct from (select array_agg(n) from generate_series(1,
             case t.repayment_term when 'OneMonth' then 1 when 'TwoMonths' then 2 else 3 end) as n)`,

  'each installment is the amount by the term rounded down, the last takes the remainder': `
    select i.id from (
      select i.id, i.seq, i.amount_sar, t.amount_sar as total,
             case t.repayment_term when 'OneMonth' then 1 when 'TwoMonths' then 2 else 3 end as term
        from ticket_installments i join tickets t on t.id = i.ticket_id) i
     where i.amount_sar <> case when i.seq < i.term then trunc(i.total / i.term, 2)
                                else i.total - (i.term - 1) * trunc(i.total / i.term, 2) end`,

  'installments sum to the amount': `
    select t.id from tickets t
     where t.amount_sar <> (select coalesce(sum(i.amount_sar), 0) from ticket_installments i where i.ticket_id = t.id)`,

  'an installment is due its number of months after the day its schedule began, in a shorter month on its last day': `
    select i.id from ticket_installments i join tickets t on t.id = i.ticket_id
     where i.due_date <> (coalesce(t.schedule_restarted_on, t.created_local_date) + make_interval(months => i.seq))::date`,

  'the documents that were accepted last carry the dates of their ticket': `
    select t.id from tickets t join lateral (
      select s.schedule_start, s.accepted_at from document_sets s where s.ticket_id = t.id and s.accepted_at is not null
       order by s.version desc limit 1) s on true
     where s.schedule_start <> coalesce(t.schedule_restarted_on, t.created_local_date)
        or s.schedule_start <> t.documents_accepted_on
        or s.schedule_start <> (s.accepted_at at time zone 'Asia/Riyadh')::date`,
  'a ticket was financed only within seven days of an acceptance, less those on which its payout was stopped': `
    select e.id::text from journal_entries e join tickets t on t.id = e.ticket_id
     where e.event = 'ticket_financed'
       -- The bank had paid it in time, and a later statement has said so.
       and (e.payout_id::text, e.occurred_at) not in (
         select v.after ->> 'payout_id', v.occurred_at from events v where v.operation = 'turn_round_payout_line')
       and not exists (
       select from document_sets s, lateral (select (s.accepted_at at time zone 'Asia/Riyadh')::date as day) a
        where s.ticket_id = e.ticket_id and a.day <= e.local_date
          and (select count(*) from generate_series(a.day, e.local_date - 1, interval '1 day') d
                where not exists (
                  select from payout_stops x left join agency_payouts p on p.id = x.payout_id
                   where (x.company_id = t.company_id or x.agency_id = t.agency_id or p.ticket_id = t.id)
                     and d::date >= x.stopped_on and (d::date < x.ended_on or x.ended_on is null))) <= 7)`,
  'an issued version has an agreement and as many notes as the ticket installments, in every language': `
    select s.id from document_sets s join tickets t on t.id = s.ticket_id
     where s.issued_at is not null
       and (select count(*) from ticket_documents d where d.set_id = s.id)
           <> 2 * (1 + (select count(*) from ticket_installments i where i.ticket_id = t.id))`,

  'an installment belongs to the company of its ticket': `
    select i.id from ticket_installments i join tickets t on t.id = i.ticket_id where i.company_id <> t.company_id`,

  'a ticket bears the Riyadh date of its creation': `
    select id from tickets where created_local_date <> (created_at at time zone 'Asia/Riyadh')::date`,

  'there is one payout if the ticket was approved and none otherwise': `
    select t.id from tickets t
     where (select count(*) from agency_payouts p where p.ticket_id = t.id)
           <> (select count(*) from events e where e.subject_id = t.id and e.operation = 'approve_ticket')
        or (t.status in ('Approved', 'Active', 'Completed')
           and not exists (select from agency_payouts p where p.ticket_id = t.id))`,

  'a payout is the amount of its ticket, less five percent rounded half up': `
    select p.id from agency_payouts p join tickets t on t.id = p.ticket_id
     where p.gross_amount <> t.amount_sar or p.agency_id <> t.agency_id
        or p.fee_amount <> floor(t.amount_sar * 5 + 0.5) / 100 or p.fee_amount + p.net_amount <> p.gross_amount`,

  'an accepted request fitted the budget that was available then': `
    select id from tickets where amount_sar > available_budget_before`,

  'what is held and committed fits the budget, unless none was set for some of it': `
    select c.id from companies c
     where (select sum(t.amount_sar) from tickets t where t.company_id = c.id and t.company_list <> 'old')
           > (select max((e.after ->> 'total_approval_budget')::numeric) from events e
               where e.company_id = c.id and e.operation in ('analyse_credit', 'decide_budget'))
       and not exists (select from tickets t where t.company_id = c.id and t.available_budget_before is null)
       -- A payment that is reversed takes its ticket back into the budget, full or not.
       and not exists (select from events e where e.company_id = c.id and e.operation = 'reopen_ticket')`,

  'a budget is what the latest analysis found, until staff have decided': `
    select c.id from companies c
      join lateral (select a.total_approval_budget from credit_assessments a
                     where a.company_id = c.id order by a.created_at desc, a.id desc limit 1) a on true
     where c.budget_decided_at is null and a.total_approval_budget is distinct from c.total_approval_budget`,

  'once staff have decided, a budget is what the latest decision says': `
    select c.id from companies c
      join lateral (select e.after from events e where e.subject_id = c.id and e.operation = 'decide_budget'
                     order by e.id desc limit 1) d on true
     where c.budget_status <> d.after ->> 'budget_status'
        or c.total_approval_budget is distinct from (d.after ->> 'total_approval_budget')::numeric`,

  'every change of a ticket is in the history, which ends with its present status': `
    select t.id from tickets t
     where (select count(*) from events e where e.subject_id = t.id and e.operation = 'create_ticket_with_installments') <> 1
        or t.status <> (select e.after ->> 'status' from events e where e.subject_id = t.id order by e.id desc limit 1)`,

  'a ticket is answered at most once': `
    select e.subject_id as id from events e where e.operation in ('approve_ticket', 'reject_ticket', 'cancel_ticket')
     group by e.subject_id having count(*) > 1`,

  'the ledger equals the schedules, the payouts and the payments, and every entry is balanced': `
    select figure as id from api.verify_ledger() where rows_that_differ > 0`,
  'a payout stands where its ticket stands': `
    select t.id from tickets t join agency_payouts p on p.ticket_id = t.id
     where (t.status, p.status) not in (('Approved', 'Pending'), ('Active', 'Sent'), ('Active', 'Confirmed'),
       ('Completed', 'Confirmed'), ('Closed', 'Cancelled'), ('Closed', 'Confirmed'))
       and not (p.returned_at is not null and t.status in ('Completed', 'Closed') and p.status in ('Pending', 'Sent'))`,
  'what came back stands without its payout only once it is completed or written off, and was returned': `
    select p.id from agency_payouts p join tickets t on t.id = p.ticket_id
     where p.returned_at is not null
       and (t.status not in ('Completed', 'Closed')
         or (t.status = 'Closed' and t.written_off_amount = 0)
         or not exists (select from payout_run_lines l where l.payout_id = p.id and l.outcome = 'Returned'))`,
  'a payout has arrived exactly while a line of a run says so': `
    select p.id from agency_payouts p
     where (p.status = 'Confirmed') <> exists (
       select from payout_run_lines l where l.payout_id = p.id and l.outcome = 'Confirmed')`,
  'a ticket is completed when everything is paid by proven payments and the payout has arrived': `
    select t.id from tickets t join agency_payouts p on p.ticket_id = t.id,
         lateral (select (p.status = 'Confirmed' or p.returned_at is not null) and not exists (
           select from ticket_installments i where i.ticket_id = t.id and i.status <> 'Paid') as is_done) d
     where case when t.status = 'Completed' then not d.is_done else d.is_done and not exists (
       select from payment_allocations a join payments y on y.id = a.payment_id
        where a.ticket_id = t.id and a.reversed_at is null and y.proven_at is null) end`,
  'an installment is paid when all of it is, and overdue only once its ticket was active': `
    select i.id from ticket_installments i join tickets t on t.id = i.ticket_id
     where (i.status = 'Paid') <> (i.paid_amount = i.amount_sar)
        or (i.paid_amount > 0 and t.status not in ('Active', 'Completed', 'Closed'))
        or (i.status = 'Overdue' and t.status not in ('Active', 'Closed'))`,
  'an installment is owed exactly while its ticket is active': `
    select i.id from ticket_installments i join tickets t on t.id = i.ticket_id
     where i.is_owed <> (t.status = 'Active')`,
  'every move of an installment is in the history, but that it fell overdue, which the close of its day tells': `
    select i.id from ticket_installments i
      left join lateral (select e.after ->> 'status' as status from events e where e.subject_id = i.id
                          order by e.id desc limit 1) e on true
     where i.status <> coalesce(e.status, 'Due') and not (i.status = 'Overdue' and coalesce(e.status, 'Due') = 'Due')`,
  'what is paid of an installment is what payments paid of it': `
    select i.id from ticket_installments i
     where i.paid_amount <> (select coalesce(sum(a.amount_sar), 0) from payment_allocations a
                              where a.installment_id = i.id and a.reversed_at is null)`,
  'no company holds credit while it owes something': `
    select p.id from payments p
     where p.credit_amount > 0 and (
       exists (select from tickets t join ticket_installments i on i.ticket_id = t.id
                where t.company_id = p.company_id and t.status = 'Active' and i.status <> 'Paid')
       or exists (select from payments r where r.company_id = p.company_id and r.to_recover_amount > 0)
       or exists (select from companies c where c.id = p.company_id and c.unrecovered_loss > 0))`,
  'a loss is what is unpaid of a ticket that was written off, and its company has what has not come back of all of them': `
    select t.id from tickets t
     where t.written_off_amount <> case when exists (
             select from events e where e.subject_id = t.id and e.operation = 'write_off_ticket') and t.status = 'Closed'
               and not exists (select from events e where e.subject_id = t.id and e.operation = 'end_ticket')
             then (select sum(i.amount_sar - i.paid_amount) from ticket_installments i where i.ticket_id = t.id) else 0 end
    union all
    select c.id from companies c
     where c.unrecovered_loss <> (select coalesce(sum(t.written_off_amount - t.recovered_amount), 0) from tickets t
                                   where t.company_id = c.id)
                               + (select coalesce(sum(p.written_off_amount - p.loss_recovered_amount), 0) from payments p
                                   where p.company_id = c.id)`,
  'a refund that was written off was decided by two people, and none of it is on its way': `
    select p.id from payments p
     where p.written_off_amount > 0
       and (p.written_off_amount > (select coalesce(sum(r.amount_sar), 0) from approval_requests r
                                     where r.subject_id = p.id and r.kind = 'write_off_refund' and r.outcome = 'Approved')
         or exists (select from payment_refunds r where r.payment_id = p.id and r.status = 'Sent'))`,
  'a claim on an agency that was written off was decided by two people': `
    select c.id from agency_claims c
     where c.written_off_amount > 0 and not exists (
       select from approval_requests r
        where r.kind = 'settle_agency_claim' and r.outcome = 'Approved' and r.details ->> 'claim_id' = c.id::text
          and r.details ->> 'amount_sar' is null and r.amount_sar = c.written_off_amount)`,
  'an attempt that is claimed of its agency counts as failed or returned': `
    select c.id from agency_claims c join payout_run_lines l on l.run_id = c.payout_run_id and l.payout_id = c.payout_id
     where c.undone_at is null and l.outcome not in ('Failed', 'Returned')`,
  'what has come back of a loss is told in the history once all of it has': `
    select t.id from tickets t
     where t.written_off_amount > 0 and t.recovered_amount = t.written_off_amount
       and not exists (select from events e where e.subject_id = t.id and e.operation = 'recover_loss')`,
  'a suspension that a write-off has brought about was lifted by two people': `
    select e.subject_id as id from events e
     where e.operation = 'decide_budget' and e.after ->> 'decision' = 'lift'
       and (select coalesce(p.after ->> 'ticket_number', p.after ->> 'payment_id') from events p
             where p.subject_id = e.subject_id and p.operation = 'decide_budget' and p.id < e.id order by p.id desc limit 1) is not null
       and not exists (select from approval_requests r
                        where r.subject_id = e.subject_id and r.kind = 'lift_suspension' and r.outcome = 'Approved'
                          and r.decided_at = e.occurred_at)`,
  'a run pays to an IBAN that was approved for the agency, a day after it was asked for or later': `
    select l.payout_id as id from payout_run_lines l join payout_runs r on r.id = l.run_id
     where r.released_at is not null and not exists (
       select from iban_changes c
        where c.agency_id = l.agency_id and c.iban = l.iban and c.status = 'Approved' and c.ended_at <= r.prepared_at
          and c.ended_at >= c.requested_at + interval '24 hours')`,
  'a payment that a proven line of a statement shows is proven': `
    select p.id from payments p join bank_statement_lines l on l.payment_id = p.id
     where l.is_proven and p.proven_at is null`,
  'every line of a compared statement is proven': `
    select l.id from bank_statement_lines l join bank_statements s on s.id = l.statement_id
     where s.compared_at is not null and not l.is_proven`,
  'nothing is refunded of a payment before it is proven': `
    select r.id from payment_refunds r join payments p on p.id = r.payment_id
     where p.proven_at is null or p.proven_at > r.refunded_at`,
  'a refund that has arrived was in a file for the bank, but for those of before there were any': `
    select r.id from payment_refunds r
     where r.iban is not null and r.status in ('Confirmed', 'Returned')
       and not exists (select from refund_file_lines l where l.refund_id = r.id)`,
  'the entry of a refund is undone exactly where it failed or came back': `
    select r.id from payment_refunds r join journal_entries e on e.id = r.entry_id
     where e.event <> 'credit_refunded' or e.payment_id <> r.payment_id
        or (r.status in ('Failed', 'Returned')) <> exists (
             select from journal_entries u where u.reverses_entry_id = e.id and u.event = 'refund_came_back')`,
  'a payout is sent in one run at a time, and confirmed at most once': `
    select payout_id as id from payout_run_lines where outcome is null or outcome = 'Confirmed'
     group by payout_id having count(*) > 1`,
  'a file for the bank is of a released run and holds a payment, and the files of a run are numbered without a gap': `
    select f.message_id as id
      from (select f.*, row_number() over (partition by f.run_id order by f.file_no) as place from payout_files f) f
      left join payout_runs r on r.id = f.run_id
     where f.file_no <> f.place or r.released_at is null or f.made_at < r.released_at
        or not exists (select from payout_file_lines l where l.run_id = f.run_id and l.file_no = f.file_no)`,
  'a payout has been sent exactly as often as a run says so': `
    select p.id from agency_payouts p
      left join (select v.after ->> 'payout_id' as id, count(*) as times from events v
                  where v.operation = 'turn_round_payout_line' group by 1) v on v.id = p.id::text
     where (select count(*) from journal_entries e where e.payout_id = p.id and e.event = 'payout_sent')
           <> coalesce(v.times, 0) + (
             select count(*) from payout_run_lines l join payout_runs r on r.id = l.run_id
              where l.payout_id = p.id and r.released_at is not null)`,
  'what the journal says is owed is due when its installment is; what was due on another day has been taken back': `
    select l.installment_id as id from journal_lines l join ticket_installments i on i.id = l.installment_id
     where l.due_date <> i.due_date group by l.installment_id, l.due_date having sum(l.amount_sar) <> 0`,
  'each fee that the ledger earns or takes back has its tax invoice or credit note, to the halala': `
    select coalesce(e.id::text, i.id::text) as id
      from (select e.id, sum(l.amount_sar) as fee, sum(l.amount_sar) filter (where l.account = 'vat_payable') as vat
              from journal_entries e join journal_lines l on l.entry_id = e.id
             where l.account in ('fee_income', 'vat_payable') group by e.id) e
      full join tax_invoices i on i.entry_id = e.id
     where (e.fee, e.vat) is distinct from (case i.type when 'invoice' then -i.total_amount else i.total_amount end,
                                            case i.type when 'invoice' then -i.vat_amount else i.vat_amount end)`,
  'tax invoices and credit notes are numbered without a gap': `
    select s.type as id from tax_invoice_series s
     where (select array_agg(i.series_number order by i.series_number) from tax_invoices i where i.type = s.type)
           is distinct from nullif(array(select generate_series(1, s.last_number)), '{}')`,
  'every stored path leads to a file of its owner': `
    select p.path as id from (
        select user_id, unnest(array[company_registration_file, financial_statement_file, bank_statement_6m_file]) as path,
               'company-documents' as store from companies
        union all select user_id, company_registration_file, 'agency-documents' from agencies
        union all select user_id, unnest(other_docs_files), 'agency-documents' from agencies
        union all select c.user_id, t.invoice_url, 'ticket-invoices' from tickets t join companies c on c.id = t.company_id
        union all select c.user_id, r.proof_file, 'company-documents' from transfer_reports r join companies c on c.id = r.company_id
         where r.status <> 'Withdrawn'
      ) p
     where p.path is not null and not exists (
       select from files f where f.owner_user_id = p.user_id and f.store = p.store and f.path = p.path
          and f.stored_at is not null and f.attached_at is not null and f.replaced_at is null)`,

  'a reported transfer that is matched is a payment of its company, which stands': `
    select r.id from transfer_reports r join payments p on p.id = r.payment_id
     where p.reversed_at is not null or p.company_id is distinct from r.company_id`,

  'a confirmed line of a statement is a payment of its amount, which stands': `
    select l.id from bank_statement_lines l join payments p on p.id = l.payment_id
     where p.reversed_at is not null or p.amount_sar <> l.left_amount`,

  'what the bank took back is money of its amount that came in, and no payment of it stands': `
    select l.id from bank_statement_lines l
      left join payments p on p.id = l.reversed_payment_id
      left join payments rest on rest.id = p.moved_to_payment_id
      left join bank_statement_lines c on c.id = l.counter_line_id
     where l.status = 'Settled' and (l.payment_id is not null
        or (p.id is not null and (p.reversed_at is null or p.amount_sar - coalesce(rest.amount_sar, 0) <> l.amount))
        or (c.id is not null and (c.status <> 'Settled' or c.counter_line_id <> l.id or c.left_amount <> l.left_amount
             or c.direction = l.direction)))`,

  'a file in use is named by a profile, a ticket, a reported transfer or a request for a higher budget': `
    select f.id from files f
     where f.attached_at is not null and f.replaced_at is null
       and not exists (select from tickets t where t.invoice_url = f.path)
       and not exists (select from transfer_reports r where r.proof_file = f.path and r.status <> 'Withdrawn')
       and not exists (select from budget_requests r where f.path = any (r.documents))
       and not exists (select from agencies a where a.user_id = f.owner_user_id
                        and f.path = any (a.other_docs_files || a.company_registration_file))
       and not exists (select from companies c where c.user_id = f.owner_user_id and f.path = any (
             array[c.company_registration_file, c.financial_statement_file, c.bank_statement_6m_file]))`,

  'the role of an account is that of its metadata, and has its company or agency': `
    select r.user_id as id from user_roles r join auth.users u on u.id = r.user_id
     where u.user_metadata ->> 'role' is distinct from r.role
        or not exists (select from companies c where c.user_id = r.user_id and r.role = 'company'
                       union all select from agencies a where a.user_id = r.user_id and r.role = 'agency')`,

  'a key that was claimed has its reply': `
    select user_id as id from idempotency_keys where reply is null`,
} as const;

/** The names of the rules that the rows break. Empty: all hold. */
export async function brokenRules(client: ClientBase): Promise<string[]> {
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(productInvariants)) {
    const { rowCount } = await client.query(`select * from (${sql}) as found limit 1`);
    if (rowCount !== 0) broken.push(name);
  }
  return broken;
}
