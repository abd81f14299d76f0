import { staffCalls } from './staff-calls.ts';
import { costOf, type ResponseCost, type Connection, type MeasuredCall } from './measured-call.ts';
import { today } from './prepare-growth-data.ts';
import type { GrowthDataSet } from './growth-data-set.ts';
import { partyCalls } from './party-calls.ts';

/** Every dashboard, screen, list, search and export, and the day's close, of one data set. */
export async function measuredCalls(
  dataSet: GrowthDataSet,
  { app, staff, jobs }: Record<'app' | 'staff' | 'jobs', Connection>,
): Promise<MeasuredCall[]> {
  return [
    ...(await partyCalls(dataSet, app)),
    ...(await staffCalls(dataSet, staff)),
    {
      name: "the day's close, 2,000 installments",
      group: "The day's close",
      measure: async () => {
        // The first call after the database was opened does not count, as for all calls.
        await closeOnce(jobs);
        return closeOnce(jobs);
      },
    },
  ];
}

/** All that closing the day does, in a transaction that is taken back. */
async function closeOnce(on: Connection): Promise<ResponseCost> {
  const closing = '2026-11-21T21:05:00Z';
  const tomorrow = '2026-11-22';
  const nil = '00000000-0000-0000-0000-000000000000';
  const { client } = on;
  const total: ResponseCost = { pages: 0, ms: 0, response: 0 };
  const add = async (calls: string, ...values: unknown[]) => {
    const { pages, ms } = await costOf(on, calls, values);
    total.pages += pages;
    total.ms += ms;
  };
  try {
    await client.query('begin');
    await add('mark_overdue_batch', closing, today, tomorrow, '-infinity', nil, 20_000);
    await add('expire_tickets_batch', closing, today, 20_000);
    await add('queue_reminders_batch', closing, tomorrow, '2026-11-08', nil, '2026-11-20', 20_000);
    await add('queue_reminders_batch', closing, tomorrow, tomorrow, nil, '2026-11-25', 20_000);
    await add('make_mails_due', `${tomorrow}T05:00:00Z`, 20_000);
    await add('count_portfolio_month', null, today);
    await add('finish_day_close', today, closing, 2_000, 0, 2_000);
    const { rows } = await client.query<{ marked: number }>(
      `select count(*)::integer as marked from ticket_installments where due_date = $1 and status = 'Overdue'`,
      [today],
    );
    total.response = rows[0]!.marked;
    if (total.response !== 2_000) throw new Error(`the close marks ${total.response} installments`);
  } finally {
    await client.query('rollback');
  }
  return total;
}
