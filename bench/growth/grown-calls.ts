import { deskCalls } from './desk-calls.ts';
import { costOf, type AnswerCost, type Connected, type GrownCall } from './grown-call.ts';
import { today } from './arrange-world.ts';
import type { GrowthWorld } from './growth-world.ts';
import { partyCalls } from './party-calls.ts';

/** Every dashboard, screen, list, search and export, and the day's close, of one world. */
export async function grownCalls(
  world: GrowthWorld,
  { app, staff, jobs }: Record<'app' | 'staff' | 'jobs', Connected>,
): Promise<GrownCall[]> {
  return [
    ...(await partyCalls(world, app)),
    ...(await deskCalls(world, staff)),
    {
      name: "the day's close, 2,000 installments",
      group: "The day's close",
      measure: async () => {
        // The first look since the database was opened does not count, as of all calls.
        await closeOnce(jobs);
        return closeOnce(jobs);
      },
    },
  ];
}

/** All that closing the day does, in a transaction that is taken back. */
async function closeOnce(on: Connected): Promise<AnswerCost> {
  const closing = '2026-11-21T21:05:00Z';
  const tomorrow = '2026-11-22';
  const nil = '00000000-0000-0000-0000-000000000000';
  const { client } = on;
  const total: AnswerCost = { pages: 0, ms: 0, answer: 0 };
  const add = async (calls: string, ...values: unknown[]) => {
    const { pages, ms } = await costOf(on, calls, values);
    total.pages += pages;
    total.ms += ms;
  };
  try {
    await client.query('begin');
    await add('mark_overdue_batch', closing, today, tomorrow, '-infinity', nil, 20_000);
    await add('expire_batch', closing, today, 20_000);
    await add('queue_reminders_batch', closing, tomorrow, '2026-11-08', nil, '2026-11-20', 20_000);
    await add('queue_reminders_batch', closing, tomorrow, tomorrow, nil, '2026-11-25', 20_000);
    await add('make_mails_due', `${tomorrow}T05:00:00Z`, 20_000);
    await add('finish_close', today, closing, 2_000, 0, 2_000);
    const { rows } = await client.query<{ marked: number }>(
      `select count(*)::integer as marked from ticket_installments where due_date = $1 and status = 'Overdue'`,
      [today],
    );
    total.answer = rows[0]!.marked;
    if (total.answer !== 2_000) throw new Error(`the close marks ${total.answer} installments`);
  } finally {
    await client.query('rollback');
  }
  return total;
}
