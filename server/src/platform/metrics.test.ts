import fastify from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../testing/free-port.ts';
import { serveMetrics, type GaugeValues, type Metrics } from './metrics.ts';

/** What one scrape brings, with a database that answers when the test lets it. */

let app = fastify();
let metrics: Metrics;
let url: string;
const shed = { requests: 0 };
let readGauges: () => Promise<GaugeValues>;

beforeEach(async () => {
  app = fastify();
  const port = await freePort();
  url = `http://127.0.0.1:${port}/metrics`;
  metrics = await serveMetrics(
    app,
    { port, host: '127.0.0.1' },
    {
      backlog: () => ({ oldest_due_job_s: 3, oldest_unsent_mail_s: null }),
      shed,
      pools: {},
      gauges: [
        { name: 'waiting', label: 'queue', help: 'What waits' },
        { name: 'payouts_sent_today_sar', help: 'Payouts' },
      ],
      readGauges: () => readGauges(),
    },
  );
});
afterEach(async () => {
  await metrics.close();
  await app.close();
});

/** The lines of a scrape that are ours and no buckets. */
async function scrape(): Promise<string[]> {
  const lines = (await (await fetch(url)).text()).split('\n');
  return lines.filter((line) => line.startsWith('hamla_') && !line.includes('_bucket'));
}

test('requests are measured by operation and status, jobs by task and outcome, refused calls are counted', async () => {
  readGauges = async () => ({});
  app.get('/api/tickets/:id', { schema: { operationId: 'read_ticket' } }, () => ({}));
  await app.inject('/api/tickets/1');
  await app.inject('/api/tickets/2');
  await app.inject('/missing');
  metrics.countJob('close_day', 1_500, true);
  metrics.countJob('close_day', 500, false);
  shed.requests = 7;
  const lines = await scrape();
  expect(lines).toContain('hamla_request_seconds_count{operation="read_ticket",status="200"} 2');
  expect(lines).toContain('hamla_request_seconds_count{operation="page",status="404"} 1');
  expect(lines).toContain('hamla_job_seconds_sum{task="close_day",outcome="done"} 1.5');
  expect(lines).toContain('hamla_job_seconds_count{task="close_day",outcome="failed"} 1');
  expect(lines).toContain('hamla_requests_shed_total 7');
  expect(await scrape()).toContain('hamla_requests_shed_total 7');
});

test('a database that does not answer holds up no scrape: its gauges are left out until it answers', async () => {
  const late = Promise.withResolvers<GaugeValues>();
  let reads = 0;
  readGauges = () => {
    reads += 1;
    return late.promise;
  };
  const silent = await scrape();
  expect(silent).toContain('hamla_database_gauges_up 0');
  expect(silent).toContain('hamla_oldest_due_job_seconds 3');
  expect(silent.join()).not.toMatch(/hamla_waiting|hamla_payouts/);
  late.resolve({ waiting: { help_messages: 2 }, payouts_sent_today_sar: '95.00' });
  const answered = await scrape();
  expect(answered).toContain('hamla_database_gauges_up 1');
  expect(answered).toContain('hamla_waiting{queue="help_messages"} 2');
  expect(answered).toContain('hamla_payouts_sent_today_sar 95');
  // The scrape that did not wait any longer began the read that the next one has used.
  expect(reads).toBe(1);
});

test('a failed read of the database leaves its gauges out, and scrapes at one time share one read', async () => {
  readGauges = () => Promise.reject(new Error('no connection'));
  expect(await scrape()).toContain('hamla_database_gauges_up 0');
  let reads = 0;
  readGauges = async () => {
    reads += 1;
    return { waiting: {} };
  };
  const [one, two, three] = await Promise.all([scrape(), scrape(), scrape()]);
  for (const lines of [one, two, three]) expect(lines).toContain('hamla_database_gauges_up 1');
  expect(reads).toBe(1);
});
