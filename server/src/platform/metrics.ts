import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  /** One run of a job. */
  countJob(this: void, task: string, ms: number, isDone: boolean): void;
  close(): Promise<void>;
}

/** Ages in seconds; null without an entry. */
export interface Backlog {
  oldest_due_job_s: number | null;
  oldest_unsent_mail_s: number | null;
}

/** A gauge of the database, `hamla_` and its name; with a label it has a value for each of the label's values. */
export interface DatabaseGauge {
  name: string;
  label?: string;
  help: string;
}

/** Figures by name, of a gauge with a label by the label's value; null for none. Amounts are decimal texts. */
export type GaugeValues = Record<string, Figure | Record<string, Figure>>;
type Figure = number | string | null;

/** Milliseconds for which what was read of the database is served again. */
const CACHE_MS = 5_000;
/** Milliseconds that a scrape waits for the database. */
const LIMIT_MS = 2_500;

/**
 * Measures every request of `app` and serves Prometheus metrics on a separate port. Call before routes are registered.
 * A database that does not answer in time leaves its gauges out and sets `hamla_database_gauges_up` to 0.
 */
export async function serveMetrics(
  app: FastifyInstance,
  address: { port: number; host: string },
  sources: {
    backlog: () => Backlog;
    /** Counts refused calls (http.ts). */
    shed: { requests: number };
    pools: Record<string, pg.Pool>;
    gauges: readonly DatabaseGauge[];
    readGauges: () => Promise<GaugeValues>;
  },
): Promise<Metrics> {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'hamla_request_seconds',
    help: 'Time to answer a request, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.addHook('onResponse', ({ routeOptions }, reply, done) => {
    // Pages and files have no route of their own.
    const operation = routeOptions.schema?.operationId ?? routeOptions.url ?? 'page';
    requestSeconds.labels(operation, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
    done();
  });
  const jobSeconds = new Histogram({
    name: 'hamla_job_seconds',
    help: 'Time of one run of a job, by task and outcome',
    labelNames: ['task', 'outcome'],
    buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 900],
    registers,
  });
  const age = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read() ?? 0);
      },
    });
  age(
    'hamla_oldest_due_job_seconds',
    'Age of the oldest job that is due and not done; 0 for none',
    () => sources.backlog().oldest_due_job_s,
  );
  age(
    'hamla_oldest_unsent_mail_seconds',
    'Age of the oldest unsent mail about money; 0 for none',
    () => sources.backlog().oldest_unsent_mail_s,
  );
  const shedRequests = new Counter({
    name: 'hamla_requests_shed_total',
    help: 'Calls refused because the process was too busy',
    registers: [],
    collect() {
      this.reset();
      this.inc(sources.shed.requests);
    },
  });
  const poolConnections = new Gauge({
    name: 'hamla_pool_connections',
    help: 'Database connections of this process, and the calls that wait for one',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [name, pool] of Object.entries(sources.pools)) {
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: 'idle' }, pool.idleCount);
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount);
      }
    },
  });
  registry.registerMetric(shedRequests);
  registry.registerMetric(poolConnections);
  const setGauges = databaseGauges(registry, sources.gauges);
  const read = readCached(sources.readGauges);

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const scrape = async () => {
      setGauges(await read());
      return registry.metrics();
    };
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    countJob: (task, ms, isDone) =>
      jobSeconds.labels(task, isDone ? 'done' : 'failed').observe(ms / 1000),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        // A scraper keeps its connection open.
        server.closeAllConnections();
      }),
  };
}

/** Makes the gauges. The function sets them, or with null leaves them all out. */
function databaseGauges(
  registry: Registry,
  list: readonly DatabaseGauge[],
): (values: GaugeValues | null) => void {
  const registers = [registry];
  const up = new Gauge({
    name: 'hamla_database_gauges_up',
    help: 'Whether the database has answered this scrape; without it its gauges are left out',
    registers,
  });
  const gauges = list.map(({ name, label, help }) => {
    const labelNames = label === undefined ? [] : [label];
    return {
      name,
      label,
      gauge: new Gauge({ name: `hamla_${name}`, help, labelNames, registers }),
    };
  });
  return (values) => {
    up.set(values === null ? 0 : 1);
    for (const { name, label, gauge } of gauges) {
      // A gauge without a label would be 0 after a reset.
      if (label === undefined) gauge.remove();
      else gauge.reset();
      const value = values?.[name] ?? null;
      if (value === null) continue;
      if (typeof value !== 'object') gauge.set(Number(value));
      else if (label !== undefined)
        for (const [of, figure] of Object.entries(value))
          gauge.set({ [label]: of }, Number(figure));
    }
  };
}

/** Reads once for all scrapes of some seconds; null when the database fails or does not answer in time. */
function readCached(read: () => Promise<GaugeValues>): () => Promise<GaugeValues | null> {
  let last: { values: GaugeValues; at: number } | undefined;
  let underWay: Promise<GaugeValues | null> | undefined;
  const begin = async () => {
    try {
      const values = await read();
      last = { values, at: performance.now() };
      return values;
    } catch {
      return null;
    } finally {
      underWay = undefined;
    }
  };
  return async () => {
    if (last && performance.now() - last.at < CACHE_MS) return last.values;
    underWay ??= begin();
    const limit = Promise.withResolvers<null>();
    const timer = setTimeout(limit.resolve, LIMIT_MS, null);
    try {
      return await Promise.race([underWay, limit.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
