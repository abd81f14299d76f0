import type { FastifyInstance } from 'fastify';
import type { Settings } from './config/settings.ts';

/** What the server tells a collector of OpenTelemetry (open-telemetry.ts). Nothing in it may name a person. */
export interface Telemetry {
  /** Runs `work` as a part of the trace of the request or job that calls it. */
  span<T>(name: string, attributes: Record<string, string>, work: () => Promise<T>): Promise<T>;
  /** Begins a trace with each request. Call it before other hooks are added. */
  watchRequests(app: FastifyInstance, trustProxy: boolean): void;
  /** Takes a line of the log. */
  log(line: string): void;
  /** Fields of a log line that belongs to a trace. */
  traceFields(): { trace_id?: string; span_id?: string };
  /** Sends what has not been sent; gives up after two seconds. */
  close(): Promise<void>;
}

/** One for the process, as its log: set once, before anything else begins. */
let started: Telemetry | undefined;

/** Undefined: no collector is set, and nothing of OpenTelemetry is loaded. */
export const telemetry = (): Telemetry | undefined => started;

/** Starts it where the settings name a collector. */
export async function startTelemetry(
  settings: Settings['telemetry'],
  release: string,
): Promise<Telemetry | undefined> {
  if (!settings) return undefined;
  const { openTelemetry } = await import('./open-telemetry.ts');
  started = openTelemetry({ ...settings, release });
  return started;
}
