import type { FastifyBaseLogger } from 'fastify';
import type { Fault } from './config/startup-errors.ts';

/** A part outside of the process and the database, such as the mail server, and what its last probe found. */
export interface ProbedPart {
  /** Null: it works. */
  fault(): (Fault & { since: Date }) | null;
  /** The same promise; when it fails, the part is probed now instead of at the next turn. */
  watch<T>(use: Promise<T>): Promise<T>;
  stop(): void;
}

/** Milliseconds between two probes. */
const PROBE_MS = 60_000;

/**
 * Probes a part now and then once a minute. A lasting fault ends the start; a passing one, and each one later, degrades
 * the part until a probe succeeds.
 * @throws Error with the words of a lasting fault that the first probe finds.
 */
export async function startProbing(options: {
  probe: () => Promise<void>;
  explain: (cause: unknown) => Fault;
  log: Pick<FastifyBaseLogger, 'warn'>;
}): Promise<ProbedPart> {
  const { probe, explain, log } = options;
  let fault: (Fault & { since: Date }) | null = null;
  const look = () => probe().then(() => null, explain);
  const note = (found: Fault | null) => {
    // One line for each change, not one a minute.
    if (found && found.words !== fault?.words) log.warn(found.words);
    if (fault && !found) log.warn(`It works again: ${fault.words}`);
    fault = found && { ...found, since: fault?.since ?? new Date() };
  };
  const first = await look();
  if (first?.isLasting) throw new Error(first.words);
  note(first);
  let isUnderWay = false;
  const turn = async () => {
    if (isUnderWay) return;
    isUnderWay = true;
    note(await look());
    isUnderWay = false;
  };
  const timer = setInterval(() => void turn(), PROBE_MS).unref();
  return {
    fault: () => fault,
    watch: (use) =>
      use.catch((error: unknown) => {
        void turn();
        throw error;
      }),
    stop: () => clearInterval(timer),
  };
}
