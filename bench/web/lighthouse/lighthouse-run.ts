import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inProcessorTime, type TraceEvent } from '../processor-time.ts';

/** What one look of Lighthouse at an address says. */
interface Look {
  /** By the names in budgets.ts: ms, KB of script as the server sends it, points of each category. */
  figures: Record<string, number>;
  /** Audits that cost points, in Lighthouse's words. */
  lost: string[];
}

interface NetworkRequest {
  resourceType?: string;
  transferSize: number;
}

/** Looks at an address with a browser that listens on `port`: mobile, slow 4G and a four times slower CPU, simulated. */
export async function look(url: string, port: number, categories: string[]): Promise<Look> {
  let result = await lookOnce(url, port, categories);
  // A busy machine loses a trace now and then.
  if (result.runtimeError) result = await lookOnce(url, port, categories);
  if (result.runtimeError) throw new Error(`${url}: ${result.runtimeError.message}`);
  const { audits, categories: found } = result;
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.POSITIVE_INFINITY;
  const details = audits['network-requests']?.details as { items: NetworkRequest[] } | undefined;
  const scripts = (details?.items ?? []).filter(({ resourceType }) => resourceType === 'Script');
  const weighed = Object.values(found).flatMap(({ auditRefs }) => auditRefs);
  const scores = Object.entries(found).map(([id, { score }]) => [id, (score ?? 0) * 100]);
  return {
    figures: {
      'largest paint': value('largest-contentful-paint'),
      // Until the main thread is quiet and the page reacts to a press.
      interactive: value('interactive'),
      'layout shift': value('cumulative-layout-shift'),
      script: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
      ...(Object.fromEntries(scores) as Record<string, number>),
    },
    lost: weighed
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${audits[id]?.displayValue ?? audits[id]?.title ?? ''}`),
  };
}

/** What our server takes for a file or a dashboard on a machine that is not busy, ms; `bench` measures that. */
const serverMs = 10;

/**
 * Lighthouse looks, and judges what it saw in the processor's own time: its simulation would multiply what a task waited
 * for a busy machine by four, and add to each request what the server waited.
 */
async function lookOnce(url: string, port: number, categories: string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'hamla-look-'));
  const { origin } = new URL(url);
  const options = {
    port,
    logLevel: 'silent',
    onlyCategories: categories,
    precomputedLanternData: {
      additionalRttByOrigin: { [origin]: 0 },
      serverResponseTimeByOrigin: { [origin]: serverMs },
    },
  } as const;
  // Loaded here: `npm run bench:web` alone installs it.
  const { default: lighthouse } = await import('lighthouse');
  await lighthouse(url, { ...options, gatherMode: folder.path });
  const file = join(folder.path, 'trace.json');
  const trace = JSON.parse(await readFile(file, 'utf8')) as { traceEvents: TraceEvent[] };
  trace.traceEvents = inProcessorTime(trace.traceEvents);
  await writeFile(file, JSON.stringify(trace));
  const result = await lighthouse(url, { ...options, auditMode: folder.path });
  if (!result) throw new Error(`Lighthouse has nothing to say about ${url}`);
  return result.lhr;
}
