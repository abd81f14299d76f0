import { today } from './growth-data-set.ts';
import { costOf, type Connection, type MeasuredCall, type ResponseCost } from './measured-call.ts';

const INSTALLMENTS = 2_000;

/** The close of a day with 2,000 installments. */
export const dayClose = (jobs: Connection): MeasuredCall => ({
  name: "the day's close, 2,000 installments",
  group: "The day's close",
  measure: async () => {
    // The first call after the database was opened does not count, as for all calls.
    await closeOnce(jobs);
    return closeOnce(jobs);
  },
});

/** All that closing the day does, in a transaction that is taken back. */
async function closeOnce(on: Connection): Promise<ResponseCost> {
  const closing = '2026-11-21T21:05:00Z';
  const tomorrow = '2026-11-22';
  const nil = '00000000-0000-0000-0000-000000000000';
  const total: ResponseCost = { pages: 0, ms: 0, response: INSTALLMENTS };
  const add = async (calls: string, ...values: unknown[]) => {
    const { pages, ms } = await costOf(on, calls, values);
    total.pages += pages;
    total.ms += ms;
  };
  try {
    await on.client.query('begin');
    await add('mark_overdue_batch', closing, today, tomorrow, '-infinity', nil, 20_000);
    await add('expire_tickets_batch', closing, today, 20_000);
    await add('queue_reminders_batch', closing, tomorrow, '2026-11-08', nil, '2026-11-20', 20_000);
    await add('queue_reminders_batch', closing, tomorrow, tomorrow, nil, '2026-11-25', 20_000);
    await add('make_mails_due', `${tomorrow}T05:00:00Z`, 20_000);
    await add('count_portfolio_month', null, today);
    await add('finish_day_close', today, closing, INSTALLMENTS, 0, INSTALLMENTS);
    const { rowCount } = await on.client.query(
      `select from ticket_installments where due_date = $1 and status = 'Overdue'`,
      [today],
    );
    if (rowCount !== INSTALLMENTS) throw new Error(`the close marks ${rowCount} installments`);
  } finally {
    await on.client.query('rollback');
  }
  return total;
}
