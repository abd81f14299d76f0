/** What failed in at least one run and in how many runs, the most frequent first. `failures`: the names of each run. */
export function frequencies(
  failures: readonly (readonly string[])[],
): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const failed of failures)
    for (const name of new Set(failed)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Array.from(counts, ([name, count]) => ({ name, count })).toSorted(
    (a, b) => b.count - a.count || a.name.localeCompare(b.name),
  );
}

/** In how many of so many runs a test may fail: in two of ten, and never in all. */
export function allowedFailures(times: number): number {
  return Math.max(0, Math.ceil(times * 0.3) - 1);
}
