import { equal } from 'node:assert/strict';
import type { StaffTransferReport } from '#api/transfer-reports.ts';
import { addDays } from '#domain/calendar.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import { restOf, type ModelPayment, type ModelReport, type ModelTicket } from '../model/books.ts';
import { overdueOf } from '../model/lateness.ts';
import * as model from '../model/transfers.ts';
import { addFile } from './set-up.ts';
import { possible, type Simulation, type Step } from './simulation.ts';
import { amountFor } from './payments.ts';

export function transferSteps(simulation: Simulation): Step[] {
  const { reports, tickets } = simulation.books;
  return [
    possible(
      simulation.weightOf('requests paused', 5),
      simulation.among(tickets, (one) => restOf(one) > 0),
      (one) => report(simulation, one),
    ),
    possible(1.5, simulation.among(reports, model.isChecking), (one) => withdraw(simulation, one)),
    possible(5, simulation.among(reports, model.isChecking), (one) => match(simulation, one)),
    possible(6, simulation.among(reports, model.isChecking), (one) =>
      recordReported(simulation, one),
    ),
    possible(1.5, simulation.among(reports, model.isChecking), (one) => turnDown(simulation, one)),
  ].flat();
}

async function report(simulation: Simulation, ticket: ModelTicket): Promise<void> {
  const { books, environment } = simulation;
  const overdue = overdueOf(books, ticket);
  const amount = overdue > 0 && simulation.chance(0.6) ? overdue : amountFor(simulation, ticket);
  const transferred_on = addDays(books.today, -simulation.randomBelow(3));
  const bank_reference = simulation.chance(0.5) ? simulation.name('T') : null;
  const real = callIdempotent(
    environment.database.pools.app,
    'report_transfer',
    simulation.as(ticket.company),
    {
      today: books.today,
      ticket_id: ticket.id,
      amount_sar: decimalFromHalalas(amount),
      transferred_on,
      bank_reference,
      proof_file: await addFile(simulation, ticket.company, 'transfer_proof', 'company-documents'),
      quota: null,
    },
  );
  const said = { amount, transferred_on, bank_reference };
  const reply = await simulation.expectSame('report', model.report(books, ticket, said), real);
  if (reply !== null) books.reports.at(-1)!.id = (JSON.parse(reply) as { id: string }).id;
}

async function withdraw(simulation: Simulation, one: ModelReport): Promise<void> {
  const { app } = simulation.environment.database.pools;
  const real = callIdempotent(app, 'withdraw_transfer_report', simulation.as(one.ticket.company), {
    report_id: one.id,
  });
  await simulation.expectSame(
    'withdraw',
    model.endReport(simulation.books, one, 'Withdrawn'),
    real,
  );
}

export async function turnDown(simulation: Simulation, one: ModelReport): Promise<void> {
  const real = simulation.staff('turn_down_transfer_report', 0, {
    report_id: one.id,
    reason: 'Nothing has arrived',
  });
  await simulation.expectSame(
    'turn down',
    model.endReport(simulation.books, one, 'TurnedDown'),
    real,
  );
}

/** A payment alike, mostly; if none has been recorded, any. */
async function match(simulation: Simulation, one: ModelReport): Promise<void> {
  const { books } = simulation;
  const same = books.payments.filter(({ amount }) => amount === one.amount);
  const payment = simulation.pick(same) ?? simulation.pick(books.payments);
  if (!payment) return;
  const hasReason = simulation.chance(0.5);
  const reason = hasReason ? 'Paid ahead' : null;
  const real = simulation.staff('match_transfer_report', 0, {
    report_id: one.id,
    payment_id: payment.id,
    reason,
  });
  const verdict = model.matchReport(books, one, payment, hasReason);
  saysWhatArrived(await simulation.expectSame('match', verdict, real), payment);
}

/** Whatever the report said. */
function saysWhatArrived(reply: string | null, payment: ModelPayment): void {
  if (reply === null) return;
  const { arrived_amount } = JSON.parse(reply) as StaffTransferReport;
  equal(arrived_amount, decimalFromHalalas(payment.amount));
}

async function recordReported(simulation: Simulation, one: ModelReport): Promise<void> {
  const { books } = simulation;
  const value_date = addDays(books.today, -simulation.randomBelow(2));
  const isAnother = simulation.chance(0.3);
  const before = books.payments.length;
  const hasReason = simulation.chance(0.5);
  const args = {
    today: books.today,
    report_id: one.id,
    value_date,
    is_another: isAnother,
    reason: hasReason ? 'Paid twice' : null,
  };
  const real = simulation.staff('record_reported_transfer', 0, args);
  const verdict = model.recordReported(books, one, { value_date, isAnother, hasReason });
  const reply = await simulation.expectSame('record reported', verdict, real);
  if (reply === null || books.payments.length === before) return;
  books.payments.at(-1)!.id = (JSON.parse(reply) as { payment_id: string }).payment_id;
}
