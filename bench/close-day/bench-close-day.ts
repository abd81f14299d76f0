import { readCommandLine } from '#server/commands/command-line.ts';
import { pino } from 'pino';
import { openPools } from '#server/platform/database/pools.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { openDatabase } from '../tools/database.ts';
import { say } from '../tools/documents.ts';
import { median } from '../tools/figures.ts';
import { processTreeSeconds } from '../tools/processes.ts';
import { secrets } from '../tools/secrets.ts';

/**
 * `npm run bench:close-day`: the close of a day on which a million installments were due, with the reminders of the day
 * after, beside one bare UPDATE of the same rows. Its limit is 1.2 times the UPDATE, in the time that the database's own
 * processes computed: what else the machine does cannot sway that. The time on the clock is said beside it.
 */

const { values: options } = readCommandLine({
  usage: 'Usage: npm run bench:close-day -- [--installments N]',
  options: { installments: { type: 'string', default: '1000000' } },
});
const INSTALLMENTS = Number(options.installments);
const ROUNDS = 3;
const LIMIT = 1.2;

const fill = `
  insert into auth.users (email, created_at, updated_at)
  select 'p' || n || '@example.sa', '2026-01-01', '2026-01-01' from generate_series(1, 1010) n;
  insert into companies (user_id, created_at, updated_at)
  select id, created_at, created_at from auth.users order by email limit 1000;
  insert into agencies (user_id, created_at, updated_at)
  select id, created_at, created_at from auth.users order by email desc limit 10;
  insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
    created_local_date, updated_at)
  select c.ids[1 + n % 1000], a.ids[1 + n % 10], case when n % 10 = 0 then 'Rejected' else 'Active' end, 100,
         'OneMonth', n::text, '2026-01-01', '2026-01-01', '2026-01-01'
    from generate_series(1, $count) n, (select array_agg(id) as ids from companies) c,
         (select array_agg(id) as ids from agencies) a;
  insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, is_owed)
  select t.id, t.company_id, 1, '2026-02-01', 100, t.status = 'Active' from tickets t;
`;

const undo = `
  update ticket_installments set status = 'Due' where status = 'Overdue';
  truncate reminders, closed_days;
  delete from notifications;
  delete from mails;
  delete from graphile_worker._private_jobs;
`;
const bare = `update ticket_installments i set status = 'Overdue' from tickets t
               where t.id = i.ticket_id and t.status = 'Active' and i.status = 'Due' and i.due_date <= '2026-02-01'`;

interface Cost {
  clock_ms: number;
  cpu_ms: number;
}

/** What work costs PostgreSQL: the processor's time of all its processes. Linux only. */
async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const cpu = () => processTreeSeconds(postmaster) * 1000;
  const [before, start] = [cpu(), performance.now()];
  await work();
  return { clock_ms: performance.now() - start, cpu_ms: cpu() - before };
}

await using opened = new AsyncDisposableStack();
const { client, owner, postmaster, close } = await openDatabase();
opened.defer(() => close());
const pools = openPools({ owner, secrets, log: pino({ level: 'error' }) });
opened.defer(() => pools.close());
await client.query(fill.replace('$count', String(INSTALLMENTS)));
const settle = async () => {
  await client.query(undo);
  await client.query('vacuum full analyze ticket_installments');
  await client.query('analyze tickets');
  await client.query('checkpoint');
};
const costs: { bare: Cost[]; close: Cost[] } = { bare: [], close: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  await settle();
  costs.bare.push(await costOf(() => client.query(bare)));
  await settle();
  // What its connection costs is not the close's.
  await pools.jobs.query('select 1');
  costs.close.push(
    await costOf(() => closeDay(pools.jobs, '2026-02-01', new Date('2026-02-01T21:05:00Z'))),
  );
  const { rows } = await client.query<{ reminders: number; mails: number }>(
    'select (select count(*) from reminders) as reminders, (select count(*) from mails) as mails',
  );
  const said = ({ cpu_ms, clock_ms }: Cost) =>
    `${cpu_ms.toFixed(0)} ms (${clock_ms.toFixed(0)} by the clock)`;
  const { reminders, mails } = rows[0]!;
  say(
    `bare ${said(costs.bare.at(-1)!)}, close ${said(costs.close.at(-1)!)}, ${reminders} reminders in ${mails} mails`,
  );
}
const timesBare = (figure: keyof Cost) =>
  median(costs.close.map((cost) => cost[figure])) / median(costs.bare.map((cost) => cost[figure]));
const ratio = timesBare('cpu_ms');
say(
  `${INSTALLMENTS} installments: the close takes ${ratio.toFixed(2)} times the bare UPDATE, ${timesBare('clock_ms').toFixed(2)} by the clock`,
);
if (ratio > LIMIT) process.exitCode = 1;
