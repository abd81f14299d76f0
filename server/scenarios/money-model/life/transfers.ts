import { equal } from 'node:assert/strict';
import type { StaffTransferReport } from '#api/transfer-reports.ts';
import { addDays } from '#domain/calendar.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import { restOf, type ModelPayment, type ModelReport, type ModelTicket } from '../model/books.ts';
import { overdueOf } from '../model/lateness.ts';
import * as model from '../model/transfers.ts';
import { addFile } from './arrange.ts';
import { possible, type Life, type Step } from './life.ts';
import { amountFor } from './payments.ts';

export function transferSteps(life: Life): Step[] {
  const { reports, tickets } = life.books;
  return [
    possible(
      5,
      life.among(tickets, (one) => restOf(one) > 0),
      (one) => report(life, one),
    ),
    possible(1.5, life.among(reports, model.isChecking), (one) => withdraw(life, one)),
    possible(5, life.among(reports, model.isChecking), (one) => match(life, one)),
    possible(6, life.among(reports, model.isChecking), (one) => recordReported(life, one)),
    possible(1.5, life.among(reports, model.isChecking), (one) => turnDown(life, one)),
  ].flat();
}

async function report(life: Life, ticket: ModelTicket): Promise<void> {
  const { books, world } = life;
  const overdue = overdueOf(books, ticket);
  const amount = overdue > 0 && life.chance(0.6) ? overdue : amountFor(life, ticket);
  const transferred_on = addDays(books.today, -life.below(3));
  const bank_reference = life.chance(0.5) ? life.name('T') : null;
  const real = callIdempotent(
    world.database.pools.app,
    'report_transfer',
    life.as(ticket.company),
    {
      today: books.today,
      ticket_id: ticket.id,
      amount_sar: decimalFromHalalas(amount),
      transferred_on,
      bank_reference,
      proof_file: await addFile(life, ticket.company, 'transfer_proof', 'company-documents'),
      quota: null,
    },
  );
  const said = { amount, transferred_on, bank_reference };
  const reply = await life.same('report', model.report(books, ticket, said), real);
  if (reply !== null) books.reports.at(-1)!.id = (JSON.parse(reply) as { id: string }).id;
}

async function withdraw(life: Life, one: ModelReport): Promise<void> {
  const { app } = life.world.database.pools;
  const real = callIdempotent(app, 'withdraw_transfer_report', life.as(one.ticket.company), {
    report_id: one.id,
  });
  await life.same('withdraw', model.endReport(life.books, one, 'Withdrawn'), real);
}

export async function turnDown(life: Life, one: ModelReport): Promise<void> {
  const real = life.staff('turn_down_transfer_report', 0, {
    report_id: one.id,
    reason: 'Nothing has arrived',
  });
  await life.same('turn down', model.endReport(life.books, one, 'TurnedDown'), real);
}

/** A payment alike, mostly; if none has been recorded, any. */
async function match(life: Life, one: ModelReport): Promise<void> {
  const { books } = life;
  const same = books.payments.filter(({ amount }) => amount === one.amount);
  const payment = life.pick(same) ?? life.pick(books.payments);
  if (!payment) return;
  const hasReason = life.chance(0.5);
  const reason = hasReason ? 'Paid ahead' : null;
  const real = life.staff('match_transfer_report', 0, {
    report_id: one.id,
    payment_id: payment.id,
    reason,
  });
  const verdict = model.matchReport(books, one, payment, hasReason);
  saysWhatArrived(await life.same('match', verdict, real), payment);
}

/** Whatever the report said. */
function saysWhatArrived(reply: string | null, payment: ModelPayment): void {
  if (reply === null) return;
  const { arrived_amount } = JSON.parse(reply) as StaffTransferReport;
  equal(arrived_amount, decimalFromHalalas(payment.amount));
}

async function recordReported(life: Life, one: ModelReport): Promise<void> {
  const { books } = life;
  const value_date = addDays(books.today, -life.below(2));
  const isAnother = life.chance(0.3);
  const before = books.payments.length;
  const hasReason = life.chance(0.5);
  const args = {
    today: books.today,
    report_id: one.id,
    value_date,
    is_another: isAnother,
    reason: hasReason ? 'Paid twice' : null,
  };
  const real = life.staff('record_reported_transfer', 0, args);
  const verdict = model.recordReported(books, one, { value_date, isAnother, hasReason });
  const reply = await life.same('record reported', verdict, real);
  if (reply === null || books.payments.length === before) return;
  books.payments.at(-1)!.id = (JSON.parse(reply) as { payment_id: string }).payment_id;
}
