/** An event of Chrome's trace; times in microseconds, `ts` and `dur` of the clock, `tts` and `tdur` of the processor. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tts?: number;
  tdur?: number;
}

/**
 * The same trace as a machine with nothing else to do would have written it: a task lasts as long as the processor
 * worked on it, not as long as it also waited for the processor while other programs had it. Each task still begins
 * when it began; what happened inside it keeps its place.
 */
export function inProcessorTime(events: readonly TraceEvent[]): TraceEvent[] {
  const runs = events
    .filter(({ name, tts }) => /(^|::)RunTask$/.test(name) && tts !== undefined)
    .toSorted((a, b) => a.ts - b.ts);
  const tasks = Map.groupBy(runs, threadOf);
  return events.map((event) => {
    // The tasks of a thread do not overlap.
    const task = tasks.get(threadOf(event))?.findLast(({ ts }) => ts <= event.ts);
    if (!task || event.ts > task.ts + (task.dur ?? 0) || event.tts === undefined) return event;
    const ts = task.ts + (event.tts - task.tts!);
    return { ...event, ts, ...(event.tdur !== undefined && { dur: event.tdur }) };
  });
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
