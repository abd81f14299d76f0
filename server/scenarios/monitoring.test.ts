import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Client } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { operations } from '#api/operations.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { financeTicket, requestTicket } from '#server/product-client/financing.ts';
import { repositoryRoot } from '#server/platform/config/repository-root.ts';
import { connectionOf, connectionToUrl } from '#server/platform/database/pools.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { freePort } from '../testing/free-port.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import { signUpActor } from '../testing/product.ts';
import { startServerProcess } from '../testing/server-process.ts';

/** What a server tells its monitoring, and whether the dashboard and the alert rules ask for it. */

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const metricsPort = await freePort();
const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z', {
  METRICS_PORT: String(metricsPort),
  HOST: '127.0.0.1',
});
const [company, other] = [await product.signUp('company'), await product.signUp('company')];
const { agency, agency_id } = await signUpAgency(product, maha);
await financeTicket([maha, faisal], { company, agency, agency_id }, '300.00', 1);
// The installment is due on 1 March.
product.clock.set('2026-03-12T06:00:00Z');
await closeDay(product.database.pools.jobs, '2026-03-11', product.clock.now());
await other.call('send_help_message', { body: { message: 'When?', ticket_number: null } });
product.clock.set('2026-03-12T07:00:00Z');
const ticket = await requestTicket({ company: other, agency_id }, '100.00', 1);
await agency.call('approve_ticket', { params: { id: ticket.id } });
await acceptTicketDocuments(other, ticket);
await requestTicket({ company: other, agency_id }, '100.00', 1);
await product.settled();
/** The samples of one scrape. */
const samples = samplesOf(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
afterAll(() => product.close());

function samplesOf(text: string): Sample[] {
  return Array.from(text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm), ([, name, labels, value]) => ({
    name: name!,
    labels: Object.fromEntries(
      Array.from((labels ?? '').matchAll(/(\w+)="([^"]*)"/g), ([, label, of]) => [label!, of!]),
    ),
    value: Number(value),
  }));
}

/** The value of a metric, or its values by its only label. */
function valueOf(name: string): number | Record<string, number> | undefined {
  const found = samples.filter((sample) => sample.name === `hamla_${name}`);
  const labelled = found.filter(({ labels }) => Object.keys(labels).length > 0);
  if (labelled.length === 0) return found[0]?.value;
  return Object.fromEntries(labelled.map(({ labels, value }) => [Object.values(labels)[0], value]));
}

test('the gauges tell what the database knows of the business, at the product’s time', () => {
  expect(valueOf('database_gauges_up')).toBe(1);
  expect(valueOf('tickets_today')).toEqual({ requested: 2, approved: 1, rejected: 0, expired: 0 });
  expect(valueOf('payouts_sent_today')).toBe(0);
  expect(valueOf('overdue_sar')).toMatchObject({ days_8_30: 300, days_1_7: 0 });
  expect(valueOf('overdue_installments')).toMatchObject({ days_8_30: 1, days_60_plus: 0 });
  expect(valueOf('waiting')).toMatchObject({ help_messages: 1, tickets_to_review: 1 });
  expect(valueOf('oldest_waiting_seconds')).toMatchObject({
    help_messages: 3_600,
    approval_requests: 0,
  });
  expect(valueOf('bank_lines_open')).toEqual({ certain: 0, likely: 0, possible: 0, none: 0 });
  expect(valueOf('day_closed_timestamp_seconds')).toBe(Date.parse('2026-03-12T06:00:00Z') / 1_000);
  expect(valueOf('day_close_seconds')).toBeGreaterThan(0);
  expect(valueOf('jobs')).toMatchObject({ failing: 0, given_up: 0 });
  expect(valueOf('servers_up')).toBe(1);
});

test("the monitoring's login may call that one function and read no table", async () => {
  const { owner, secrets } = product.database;
  const client = new Client(connectionOf('hamla_metrics', owner, secrets));
  await client.connect();
  try {
    for (const table of [
      'tickets',
      'companies',
      'events',
      'auth.users',
      'graphile_worker._private_jobs',
    ])
      await expect(client.query(`select from ${table}`)).rejects.toThrow('permission denied');
    const { rows } = await client.query<{ name: string }>(
      `select p.proname as name from pg_proc p
        where p.pronamespace = 'api'::regnamespace and has_function_privilege(p.oid, 'execute')`,
    );
    expect(rows).toEqual([{ name: 'read_gauges' }]);
  } finally {
    await client.end();
  }
});

describe('the dashboard and the alert rules', () => {
  const read = (file: string) =>
    readFileSync(join(repositoryRoot, 'deploy/monitoring', file), 'utf8');
  const rules = read('alerts.yml');
  const dashboard = JSON.parse(read('dashboard.json')) as {
    panels: { title: string; targets?: { expr: string; legendFormat: string }[] }[];
  };
  const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
  const expressions = [
    ...Array.from(rules.matchAll(/^\s+expr: (.+)$/gm), ([, expr]) => expr!),
    ...targets.map(({ expr }) => expr),
  ];
  /** Labels that Prometheus itself gives, and that of buckets. */
  const given = new Set(['instance', 'job', 'le']);

  test('ask only for metrics that a server serves, by labels and values that these have', () => {
    expect(expressions.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    for (const expr of expressions) {
      const named = new Set<string>();
      for (const [, name, matchers = ''] of expr.matchAll(
        /\b((?:hamla|nodejs|process)_\w+)(?:\{([^}]*)\})?/g,
      )) {
        const served = samples.filter((sample) => sample.name === name);
        if (served.length === 0) wrong.push(`${name}: ${expr}`);
        for (const { labels } of served) for (const label of Object.keys(labels)) named.add(label);
        for (const [, label, operator, value] of matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)) {
          const values = served.map(({ labels }) => labels[label!]);
          const isKnown =
            label === 'operation'
              ? Object.hasOwn(operations, value!)
              : operator === '=~'
                ? values.every((one) => one !== undefined)
                : values.includes(value);
          if (!isKnown) wrong.push(`${name}{${label}${operator}"${value}"}: ${expr}`);
        }
      }
      for (const [, list] of expr.matchAll(/\bby \(([^)]*)\)/g)) {
        for (const label of list!.split(', '))
          if (!named.has(label) && !given.has(label)) wrong.push(`by ${label}: ${expr}`);
      }
      if (named.size === 0 && !/hamla_|nodejs_|process_/.test(expr)) wrong.push(expr);
    }
    expect(wrong).toEqual([]);
  });

  test('show in legends and summaries only labels that the expression keeps', () => {
    const keeps = (expr: string, label: string) =>
      label === 'instance'
        ? !/\b(sum|max|min)\b/.test(expr)
        : Array.from(expr.matchAll(/\bby \(([^)]*)\)/g)).some(([, list]) =>
            list!.split(', ').includes(label),
          );
    const wrong = targets.flatMap(({ expr, legendFormat }) =>
      Array.from(legendFormat.matchAll(/\{\{(\w+)\}\}/g), ([, label]) => label!)
        .filter((label) => !keeps(expr, label))
        .map((label) => `${label}: ${expr}`),
    );
    const blocks = rules.split('- alert: ').slice(1);
    for (const block of blocks) {
      const expr = /expr: (.+)/.exec(block)?.[1] ?? '';
      for (const [, label] of block.matchAll(/\$labels\.(\w+)/g))
        if (!keeps(expr, label!)) wrong.push(`${label}: ${expr}`);
    }
    expect(wrong).toEqual([]);
  });

  test('each rule has a name of its own, a severity, and says what is wrong and what to do', () => {
    const blocks = rules.split('- alert: ').slice(1);
    const names = blocks.map((block) => block.split('\n', 1)[0]);
    expect(new Set(names).size).toBe(names.length);
    for (const block of blocks)
      expect(block).toMatch(/expr: .+\n[^]*severity: (page|warn)\b[^]*summary: .+\n\s+action: .+/);
  });

  test('every gauge of the database is on the dashboard', () => {
    const gauges = readFileSync(join(repositoryRoot, 'server/src/operations/gauges.ts'), 'utf8');
    const names = Array.from(gauges.matchAll(/name: '(\w+)'/g), ([, name]) => `hamla_${name}`);
    expect(names.length).toBeGreaterThan(10);
    const shown = targets.map(({ expr }) => expr).join('\n');
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(shown))).toEqual([]);
  });
});

interface Told {
  resourceSpans?: { resource: { attributes: unknown[] }; scopeSpans: { spans: ToldSpan[] }[] }[];
  resourceLogs?: { scopeLogs: { logRecords: ToldLog[] }[] }[];
}
interface ToldSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: unknown }[];
}
interface ToldLog {
  traceId?: string;
  body: { stringValue: string };
  attributes: { key: string; value: { stringValue?: string } }[];
}

test('a collector gets traces and logs of requests, statements and jobs at the latest when the server stops, and nothing that names a person', async () => {
  const received: Buffer[] = [];
  const store = async (request: IncomingMessage, response: ServerResponse) => {
    received.push(await buffer(request));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const collector = createServer((request, response) => void store(request, response));
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const server = startServerProcess(join(tmpdir(), `hamla-collector-${port}`), {
    DATABASE_URL: connectionToUrl(product.database.owner),
    DATABASE_MAY_LOSE_WRITES: 'true',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    // Only the stop sends them.
    OTEL_BSP_SCHEDULE_DELAY: '600000',
    OTEL_BLRP_SCHEDULE_DELAY: '600000',
  });
  const url = await server.open;
  // Jobs are done by the other one.
  await product.server.close();
  const person = await signUpActor(url, 'company', 'collected@example.sa', product.clock);
  const token = (await person.auth.getSession()).data.session!.access_token;
  const body = { name: 'Collected Trading', revenue_last_6_months: Array(6).fill('9000.00') };
  await person.call('upsert_company', { body });
  await product.settled();
  const get = (path: string) =>
    fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const request_id = (await get('/api/company')).headers.get('x-request-id');
  await get('/api/agencies?query=secretly-asked');
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, err: '' });
  collector.close();

  const told = received.map((bytes) => JSON.parse(bytes.toString()) as Told);
  const ofSpans = told.flatMap(({ resourceSpans }) => resourceSpans ?? []);
  expect(JSON.stringify(ofSpans[0]!.resource)).toMatch(/"service.name",.{0,30}"hamla"/);
  const spans = ofSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const request = spans.find(({ attributes }) =>
    JSON.stringify(attributes).includes(`"${request_id}"`),
  )!;
  expect(request.name).toBe('GET /api/company');
  expect(JSON.stringify(request.attributes)).toMatch(/"http.response.status_code",.{0,30}200/);
  expect(spans).toContainEqual(
    expect.objectContaining({
      name: 'api.read_company',
      traceId: request.traceId,
      parentSpanId: request.spanId,
    }),
  );
  expect(spans.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^job /));
  const records = told
    .flatMap(({ resourceLogs }) => resourceLogs ?? [])
    .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords));
  expect(records).toContainEqual(
    expect.objectContaining({
      traceId: request.traceId,
      body: { stringValue: 'request' },
      attributes: expect.arrayContaining([
        { key: 'request_id', value: { stringValue: request_id } },
        { key: 'route', value: { stringValue: '/api/company' } },
      ]),
    }),
  );
  const bytes = Buffer.concat(received).toString('latin1');
  for (const personal of [
    'collected',
    'Collected',
    'secretly',
    person.user_id,
    token.slice(0, 30),
    'process.',
  ])
    expect(bytes).not.toContain(personal);
}, 120_000);
