import { randomUUID } from 'node:crypto';
import {
  context,
  diag,
  DiagLogLevel,
  logs,
  propagation,
  ROOT_CONTEXT,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { startNodeSdk } from '@opentelemetry/sdk-node';
import type { FastifyRequest } from 'fastify';
import { withinLimit } from './stop-signals.ts';
import type { Telemetry } from './telemetry.ts';
import { framesOf, withoutData, withoutSecrets } from './without-secrets.ts';

/** Milliseconds that the last sending may take when the server stops. */
const CLOSE_LIMIT_MS = 2_000;
/** Least milliseconds between two words about a collector that does not answer. */
const COMPLAINT_MS = 3_600_000;

/**
 * Sends traces and logs by the standard variables `OTEL_*`. The product makes its spans itself: what leaves is what is
 * named here, instead of all that a library of instrumentation finds. Loaded only where it is asked for.
 */
export function openTelemetry(options: {
  service: string;
  release: string;
  hasTraces: boolean;
  hasLogs: boolean;
}): Telemetry {
  const sdk = startNodeSdk({
    logLevel: 'none',
    resourceAttributes: {
      'service.name': options.service,
      'service.version': options.release,
      'service.instance.id': randomUUID(),
    },
    // They tell of machine, account and command line.
    resourceDetectors: [],
    // Metrics are read from METRICS_PORT.
    metricReaders: [],
    ...(!options.hasTraces && { spanProcessors: [] }),
    ...(!options.hasLogs && { logRecordProcessors: [] }),
  });
  complainSeldom();
  const tracer = trace.getTracer('hamla', options.release);
  const logger = logs.getLogger('hamla', options.release);
  const of = new WeakMap<FastifyRequest, Context>();
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { kind: SpanKind.INTERNAL, attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          fail(span, (error as { code?: unknown }).code);
          throw error;
        } finally {
          span.end();
        }
      }),
    watchRequests(app, trustProxy) {
      app.addHook('onRequest', (request, reply, done) => {
        const parent = trustProxy
          ? propagation.extract(ROOT_CONTEXT, request.headers)
          : ROOT_CONTEXT;
        const { method } = request;
        // The route and not the URL, because paths and query strings may hold personal data.
        const route = request.routeOptions.url ?? 'unknown';
        const attributes = {
          'http.request.method': method,
          'http.route': route,
          'hamla.request_id': request.id,
        };
        const span = tracer.startSpan(
          `${method} ${route}`,
          { kind: SpanKind.SERVER, attributes },
          parent,
        );
        reply.raw.once('close', () => {
          const { statusCode } = reply.raw;
          span.setAttribute('http.response.status_code', statusCode);
          if (statusCode >= 500) fail(span, String(statusCode));
          span.end();
        });
        const here = trace.setSpan(ROOT_CONTEXT, span);
        of.set(request, here);
        context.with(here, done);
      });
      // Reading a body and sending a reply leave the context of the request.
      for (const hook of ['preValidation', 'onResponse'] as const)
        app.addHook(hook, (request: FastifyRequest, _reply: unknown, done: () => void) => {
          const here = of.get(request);
          if (here) context.with(here, done);
          else done();
        });
    },
    log(line) {
      const { level, msg, time, err, ...fields } = JSON.parse(line) as LogLine;
      const attributes: Record<string, string | number> = {};
      for (const name of sentFields) {
        const value = fields[name];
        if (typeof value === 'number') attributes[name] = value;
        else if (typeof value === 'string') attributes[name] = withoutSecrets(value);
      }
      // Neither message nor details: PostgreSQL quotes values in them.
      for (const [name, sent] of Object.entries(errorFields)) {
        const value = err?.[name];
        if (typeof value === 'string')
          attributes[sent] = withoutSecrets(name === 'stack' ? framesOf(value) : value);
      }
      logger.emit({
        timestamp: time,
        severityNumber: severities[level] ?? SeverityNumber.INFO,
        severityText: severityTexts[level],
        // An error that was logged alone is its own message.
        body: err && msg === err['message'] ? 'error' : withoutData(msg ?? ''),
        attributes,
      });
    },
    traceFields() {
      const here = trace.getActiveSpan()?.spanContext();
      return here ? { trace_id: here.traceId, span_id: here.spanId } : {};
    },
    close: () => withinLimit(CLOSE_LIMIT_MS, sdk.shutdown()),
  };
}

function fail(span: Span, code: unknown): void {
  if (typeof code === 'string') span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

interface LogLine {
  level: number;
  time: number;
  msg?: string;
  err?: Record<string, unknown>;
  [field: string]: unknown;
}

/** Fields of log lines that leave, beside message and an error's. */
const sentFields = ['request_id', 'route', 'method', 'status', 'ms', 'role', 'channel', 'workers'];
const errorFields: Record<string, string> = {
  type: 'exception.type',
  code: 'error.type',
  stack: 'exception.stacktrace',
};
/** By pino's levels. */
const severities: Record<number, SeverityNumber> = {
  20: SeverityNumber.DEBUG,
  30: SeverityNumber.INFO,
  40: SeverityNumber.WARN,
  50: SeverityNumber.ERROR,
  60: SeverityNumber.FATAL,
};
const severityTexts: Record<number, string> = {
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/** A collector that does not answer is told on standard error once in a while, and disturbs nothing. */
function complainSeldom(): void {
  let last = -Infinity;
  const complain = (...parts: unknown[]) => {
    if (performance.now() - last < COMPLAINT_MS) return;
    last = performance.now();
    const words = parts.map((part) => (part instanceof Error ? part.message : String(part)));
    process.stderr.write(`OpenTelemetry: ${withoutSecrets(words.join(' '))}\n`);
  };
  const quiet = () => {};
  diag.setLogger(
    { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
