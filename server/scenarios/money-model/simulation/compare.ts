import assert from 'node:assert/strict';
import { installmentMoves } from '#domain/reference/installment-status.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { payoutMoves } from '#domain/payouts/payout.ts';
import { ticketMoves } from '#domain/tickets/ticket.ts';
import type { ModelTicket } from '../model/books.ts';
import { allocatedOf, creditOf, recoveredOf } from '../model/payments.ts';
import { unrecoveredLoss } from '../model/losses.ts';
import type { Simulation } from './simulation.ts';

/** Every row of a simulation is what the model says it is, and so is every balance. */
export async function compare(simulation: Simulation): Promise<void> {
  for (const compareOne of [
    tickets,
    moves,
    payments,
    refunds,
    reports,
    lines,
    companies,
    promises,
    agencies,
    approvals,
  ])
    await compareOne(simulation);
  await balances(simulation);
}

const sar = (halalas: number | null) => (halalas === null ? null : decimalFromHalalas(halalas));

/** `expected` in the order of their ids; `sql` takes the ids, and gives `id` and `is`. */
async function same(
  simulation: Simulation,
  sql: string,
  expected: readonly (readonly [string, unknown])[],
) {
  const ids = expected.map(([id]) => id);
  const found = await simulation.rows<{ id: string; is: unknown }>(sql, ids);
  assert.deepEqual(
    new Map(found.map(({ id, is }) => [id, is])),
    new Map(expected.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
}

/** A file has carried the payout to the bank, or it has arrived. */
const isSent = ({ books }: Simulation, ticket: ModelTicket) =>
  ticket.payout === 'Confirmed' ||
  (ticket.payout === 'Sent' &&
    books.runs.some(({ lines }) =>
      lines.some((line) => line.ticket === ticket && line.outcome === null && line.isFiled),
    ));

const tickets = (simulation: Simulation) =>
  same(
    simulation,
    `select t.id, json_build_array(t.status, p.status, t.reviewed_at is not null, t.review_approved_by is not null, t.documents_accepted_on,
              t.available_budget_before::text, coalesce(p.returned_at is not null, false), p.sent_at is not null, p.stopped_on, p.stop_lifted_at is not null,
              t.written_off_amount::text, t.recovered_amount::text, t.written_off_on,
              (select json_agg(json_build_array(i.due_date, i.amount_sar::text, i.paid_amount::text, i.status, i.paid_on) order by i.seq)
                 from ticket_installments i where i.ticket_id = t.id)) as is
       from tickets t left join agency_payouts p on p.ticket_id = t.id where t.id = any ($1::uuid[]) order by t.id`,
    simulation.books.tickets.map((one) => [
      one.id,
      [
        one.status,
        one.payout,
        one.review !== null,
        one.review?.byTwo ?? false,
        one.accepted_on,
        sar(one.availableBefore),
        one.isReturned,
        isSent(simulation, one),
        one.stopped_on,
        one.isStopLifted,
        sar(one.loss.writtenOff),
        sar(one.loss.recovered),
        one.loss.on,
        one.installments.map(({ due_date, amount, paid, status, paid_on }) => [
          due_date,
          sar(amount),
          sar(paid),
          status,
          paid_on,
        ]),
      ],
    ]),
  );

/** Each move is told in the history, as often as it was made; of installments that fell overdue the closes tell. */
async function moves(simulation: Simulation): Promise<void> {
  const expected = new Map<string, number>();
  const tables = { ticket: ticketMoves, payout: payoutMoves, installment: installmentMoves };
  for (const [subject, table] of Object.entries(tables))
    for (const [move, { from, event }] of Object.entries(table))
      for (const status of from) {
        const made = simulation.books.made.get(`${subject} ${move} from ${status}`) ?? 0;
        if (made > 0 && event !== 'close_day')
          expected.set(event, (expected.get(event) ?? 0) + made);
      }
  const rows = await simulation.rows<{ operation: string; count: number }>(
    `with of_life as (
       select t.id from unnest($1::uuid[]) as t(id)
       union all select p.id from agency_payouts p where p.ticket_id = any ($1::uuid[])
       union all select i.id from ticket_installments i where i.ticket_id = any ($1::uuid[]))
     select e.operation, count(*)::int as count from events e join of_life o on o.id = e.subject_id
      where e.before ->> 'status' <> e.after ->> 'status' group by 1`,
    simulation.books.tickets.map(({ id }) => id),
  );
  assert.deepEqual(new Map(rows.map(({ operation, count }) => [operation, count])), expected);
}

const payments = (simulation: Simulation) =>
  same(
    simulation,
    `select id, json_build_array(company_id, ticket_id, amount_sar::text, credit_amount::text, refunded_amount::text,
              allocated_amount::text, recovered_amount::text, reversed_at is not null, value_date,
              proven_at is not null, written_off_amount::text, loss_recovered_amount::text, written_off_on) as is
       from payments where id = any ($1::uuid[]) order by id`,
    simulation.books.payments.map((one) => [
      one.id,
      [
        one.company?.id ?? null,
        one.ticket?.id ?? null,
        sar(one.amount),
        sar(creditOf(one)),
        sar(one.refunded),
        sar(allocatedOf(one)),
        sar(recoveredOf(simulation.books, one)),
        one.isReversed,
        one.value_date,
        one.isProven,
        sar(one.loss.writtenOff),
        sar(one.loss.recovered),
        one.loss.on,
      ],
    ]),
  );

const refunds = (simulation: Simulation) =>
  same(
    simulation,
    `select r.id, json_build_array(r.payment_id, r.company_id, r.amount_sar::text, r.status, refund_file_no(r) is not null,
              r.stop is not null) as is
       from payment_refunds r where r.id = any ($1::uuid[]) order by r.id`,
    simulation.books.refunds.map(({ id, payment, company, amount, status, isFiled, isStopped }) => [
      id,
      [payment.id, company?.id ?? null, sar(amount), status, isFiled, isStopped],
    ]),
  );

const reports = (simulation: Simulation) =>
  same(
    simulation,
    `select id, json_build_array(status, payment_id) as is from transfer_reports where id = any ($1::uuid[]) order by id`,
    simulation.books.reports.map(({ id, status, payment }) => [id, [status, payment?.id ?? null]]),
  );

const lines = (simulation: Simulation) =>
  same(
    simulation,
    `select id, json_build_array(status, payment_id, certainty, match_reason, proposed_company_id, proposed_ticket_id,
              proposed_report_id, proposed_payment_id, proposed_line_id, reversed_payment_id, counter_line_id) as is
       from bank_statement_lines where id = any ($1::uuid[]) order by id`,
    simulation.books.statements
      .flatMap((statement) => statement.lines)
      .map(({ id, status, payment, proposal, reversed, counter }) => [
        id,
        [
          status,
          payment?.id ?? null,
          proposal?.certainty ?? null,
          proposal?.reason ?? null,
          proposal?.company_id ?? null,
          proposal?.ticket_id ?? null,
          proposal?.report_id ?? null,
          proposal?.payment_id ?? null,
          proposal?.line?.id ?? null,
          reversed?.id ?? null,
          counter?.id ?? null,
        ],
      ]),
  );

const approvals = (simulation: Simulation) =>
  same(
    simulation,
    `select id, json_build_array(kind, subject_id, amount_sar::text, outcome) as is
       from approval_requests where id = any ($1::uuid[]) order by id`,
    simulation.books.approvals.map(({ id, kind, about, figures, outcome }) => [
      id,
      [kind, about.id, sar(figures[0]), outcome],
    ]),
  );

const companies = (simulation: Simulation) =>
  same(
    simulation,
    `select id, json_build_array(budget_status, total_approval_budget::text, proposed_budget::text, requests_paused_from,
              unrecovered_loss::text, coalesce(suspended_for_ticket_id, suspended_for_payment_id)) as is
       from companies where id = any ($1::uuid[]) order by id`,
    simulation.books.companies.map((one) => [
      one.id,
      [
        one.budget_status,
        sar(one.total),
        sar(one.proposed),
        one.paused_from,
        sar(unrecoveredLoss(simulation.books, one)),
        one.suspendedFor?.id ?? null,
      ],
    ]),
  );

/** The newest last. */
const promises = (simulation: Simulation) =>
  same(
    simulation,
    `select c.id, (select coalesce(json_agg(json_build_array(p.amount_sar::text, p.made_on, p.promised_for, p.status,
                            p.lateness_ended_at is null) order by p.id), '[]')
                     from payment_promises p where p.company_id = c.id) as is
       from companies c where c.id = any ($1::uuid[]) order by c.id`,
    simulation.books.companies.map((one) => [
      one.id,
      one.promises.map(({ amount, made_on, promised_for, status, isCurrent }) => [
        sar(amount),
        made_on,
        promised_for,
        status,
        isCurrent,
      ]),
    ]),
  );

const agencies = (simulation: Simulation) =>
  same(
    simulation,
    `select a.id, json_build_array(a.iban, a.paid_iban, a.verified_at is not null, a.suspended_at is not null,
              (select json_agg(json_build_array(c.id, c.iban, c.status) order by c.id) from iban_changes c
                where c.agency_id = a.id and c.told_emails <> '{}')) as is
       from agencies a where a.id = any ($1::uuid[]) order by a.id`,
    simulation.books.agencies.map((one) => {
      const changes = simulation.books.ibanChanges
        .filter(({ agency }) => agency === one)
        .map(({ id, iban, status }) => [id, iban, status] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
      const { iban, paid_iban, isVerified, isSuspended } = one;
      return [
        one.id,
        [iban, paid_iban, isVerified, isSuspended, changes.length > 0 ? changes : null],
      ];
    }),
  );

/** Of this simulation's companies, of payments that were nobody's, and of what is claimed of agencies. */
async function balances(simulation: Simulation): Promise<void> {
  const rows = await simulation.rows<{ account: string; sum: string }>(
    `select l.account, sum(l.amount_sar)::text as sum from journal_lines l
      where l.entry_id in (
        select e.id from journal_entries e where e.company_id = any ($1::uuid[])
        union all select e.id from journal_entries e where e.company_id is null and e.payment_id = any ($2::uuid[])
        union all select e.id from journal_entries e where e.company_id is null and e.ticket_id = any ($3::uuid[]))
      group by l.account`,
    simulation.books.companies.map(({ id }) => id),
    simulation.books.payments.map(({ id }) => id),
    simulation.books.tickets.map(({ id }) => id),
  );
  const halalas = (sum: string) =>
    sum.startsWith('-') ? -halalasFromDecimal(sum.slice(1)) : halalasFromDecimal(sum);
  const found = rows.map(({ account, sum }) => [account, halalas(sum)] as const);
  const notNought = (sums: Iterable<readonly [string, number]>) =>
    Object.fromEntries([...sums].filter(([, sum]) => sum !== 0).toSorted());
  assert.deepEqual(notNought(found), notNought(simulation.books.balances));
}
