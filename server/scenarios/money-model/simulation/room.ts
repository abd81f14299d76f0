import assert from 'node:assert/strict';
import { availableBudget } from '#domain/reference/available-budget.ts';
import type { RepaymentHistory } from '#domain/credit/inputs.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import { assessCredit } from '#domain/credit/scorecard.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { requestsOf } from '../model/lateness.ts';
import { paidOnItsDay, repaymentsOf } from '../model/repayments.ts';
import { isPromiseBroken } from '../model/promises.ts';
import type { Simulation } from './simulation.ts';

/**
 * No order of moves leaves a company more room than the same simulation with everything paid on its day, less what it has lost us:
 * with what an analysis would find today, in a company whose revenue makes each point of its score count.
 */
export async function noMoreRoom(simulation: Simulation): Promise<void> {
  const { books } = simulation;
  const rows = await simulation.rows<{
    id: string;
    repayments: RepaymentHistory;
    are_requests_stopped: boolean;
    held: string;
    committed: string;
    loss: string;
  }>(
    `select c.id, i.inputs - 'company' - 'proven_revenue' - 'are_requests_stopped' as repayments,
            (i.inputs -> 'are_requests_stopped')::boolean as are_requests_stopped,
            b.held_funds::numeric(18,2)::text as held, b.committed_funds::numeric(18,2)::text as committed,
            budget_loss(c)::text as loss
       from companies c, company_budget(c.id) b,
            lateral (select api.lock_credit_inputs(c.id, $2, $3)::jsonb as inputs) i where c.id = any ($1::uuid[])`,
    books.companies.map(({ id }) => id),
    books.today,
    newestPolicy.long_overdue.after_days,
  );
  for (const company of books.companies) {
    const { repayments, are_requests_stopped, held, committed, loss } = rows.find(
      ({ id }) => id === company.id,
    )!;
    const is_promise_broken = isPromiseBroken(books, company);
    assert.deepEqual(repayments, { ...repaymentsOf(books, company), is_promise_broken });
    assert.equal(are_requests_stopped, requestsOf(books, company) === 'stopped');
    const room = (history: RepaymentHistory, committed_halalas: number, lost: number) =>
      availableBudget({
        total_approval_budget_halalas: totalFor(history),
        loss_halalas: lost,
        held_halalas: halalasFromDecimal(held),
        committed_halalas,
        budget_status: 'Preliminary',
      })!;
    const ideal = paidOnItsDay(books, company);
    const most = room(ideal.history, ideal.committed, 0) - halalasFromDecimal(loss);
    const real = room(repayments, halalasFromDecimal(committed), halalasFromDecimal(loss));
    assert.ok(real <= Math.max(0, most), `${real} is more room than ${most}`);
  }
}

const totalFor = (repayments: RepaymentHistory): number =>
  assessCredit(
    {
      revenue_halalas: Array<number>(6).fill(6_000_000),
      proven_halalas: Array<number>(6).fill(0),
      documents: {
        company_registration_file: true,
        financial_statement_file: true,
        bank_statement_6m_file: false,
      },
      details_filled: 0,
      repayments,
      are_requests_stopped: false,
    },
    newestPolicy,
  ).total_approval_budget_halalas!;
