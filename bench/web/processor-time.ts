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
  const tasks = new Map<string, TraceEvent[]>();
  for (const event of events) {
    if (!/(^|::)RunTask$/.test(event.name) || event.tts === undefined) continue;
    const thread = threadOf(event);
    const known = tasks.get(thread);
    if (known) known.push(event);
    else tasks.set(thread, [event]);
  }
  for (const known of tasks.values()) known.sort((a, b) => a.ts - b.ts);
  return events.map((event) => {
    const task = outermost(tasks.get(threadOf(event)) ?? [], event.ts);
    if (!task || event.tts === undefined) return event;
    return {
      ...event,
      ts: task.ts + (event.tts - task.tts!),
      ...(event.tdur === undefined ? {} : { dur: event.tdur }),
    };
  });
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;

/** The task that ran at a time. Tasks are in the order of their beginnings and do not overlap. */
function outermost(tasks: readonly TraceEvent[], ts: number): TraceEvent | undefined {
  let [low, high] = [0, tasks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tasks[middle]!.ts <= ts) low = middle + 1;
    else high = middle;
  }
  const task = tasks[low - 1];
  return task && ts <= task.ts + (task.dur ?? 0) ? task : undefined;
}
