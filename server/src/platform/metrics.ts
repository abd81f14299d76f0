import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  close(): Promise<void>;
}

/** Ages in seconds; null without an entry. */
export interface Backlog {
  oldest_due_job_s: number | null;
  oldest_unsent_mail_s: number | null;
}

/**
 * Measures every request of `app` and serves Prometheus metrics on a separate port. Call before routes are registered.
 */
export async function serveMetrics(
  app: FastifyInstance,
  address: { port: number; host: string },
  backlog: () => Backlog,
): Promise<Metrics> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'hamla_request_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    requestSeconds
      .labels(request.method, request.routeOptions.url ?? 'unknown', String(reply.statusCode))
      .observe(reply.elapsedTime / 1000);
    done();
  });

  const age = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read() ?? 0);
      },
    });
  age(
    'hamla_oldest_due_job_seconds',
    'Age of the oldest job that is due and not done; 0 for none',
    () => backlog().oldest_due_job_s,
  );
  age(
    'hamla_oldest_unsent_mail_seconds',
    'Age of the oldest unsent mail about money; 0 for none',
    () => backlog().oldest_unsent_mail_s,
  );

  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      // A scraper keeps its connection open.
      server.closeAllConnections();
    });
  return { close };
}
