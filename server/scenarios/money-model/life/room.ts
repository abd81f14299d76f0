import assert from 'node:assert/strict';
import { availableBudget } from '#domain/reference/available-budget.ts';
import type { RepaymentHistory } from '#domain/credit/inputs.ts';
import { assessCredit } from '#domain/credit/scorecard.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { paidOnItsDay, repaymentsOf } from '../model/losses.ts';
import type { Life } from './life.ts';

/**
 * No order of moves leaves a company more room than the same life with everything paid on its day, less what it has lost us:
 * with what an analysis would find today, in a company whose revenue makes each point of its score count.
 */
export async function noMoreRoom(life: Life): Promise<void> {
  const { books } = life;
  for (const company of books.companies) {
    const [found] = await life.rows<{
      repayments: RepaymentHistory;
      held: string;
      committed: string;
      loss: string;
    }>(
      `select (api.credit_inputs(c.id, $2)::jsonb - 'company') as repayments, b.held_funds::numeric(18,2)::text as held,
              b.committed_funds::numeric(18,2)::text as committed, c.unrecovered_loss::text as loss
         from companies c, budget_of(c.id) b where c.id = $1`,
      company.id,
      books.today,
    );
    const { repayments, held, committed, loss } = found!;
    assert.deepEqual(repayments, repaymentsOf(books, company));
    const room = (history: RepaymentHistory, committed_halalas: number, lost: number) =>
      availableBudget({
        total_approval_budget_halalas: totalFor(history),
        unrecovered_loss_halalas: lost,
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
  assessCredit({
    revenue_halalas: Array<number>(6).fill(6_000_000),
    documents: {
      company_registration_file: true,
      financial_statement_file: true,
      bank_statement_6m_file: false,
    },
    details_filled: 0,
    repayments,
  }).total_approval_budget_halalas!;
