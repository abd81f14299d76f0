/** Variables of the environment that look like the product's and are none. */
export interface UnknownVariables {
  /** So near to a known name that they are misspelt. */
  misspelt: { name: string; nearest: string }[];
  /** With a prefix of the product's. An orchestrator may set them: a service `smtp` gives each container SMTP_PORT. */
  unused: { name: string; nearest: string }[];
}

/** One change in five characters, two at most: SMTP_ULR is SMTP_URL, PATH is not PORT, and HTTP_URL is not SMTP_URL. */
const mostChanges = (name: string, known: string) =>
  Math.min(2, Math.floor(Math.min(name.length, known.length) / 5) || -1);

/** Compares the names of the environment with those of the settings. Variables of other programs are left alone. */
export function unknownVariables(
  names: readonly string[],
  known: readonly string[],
): UnknownVariables {
  const prefixOf = (name: string) => /^[A-Z0-9]+_/.exec(name)?.[0];
  // One that several settings begin with: S3_, SMTP_, DATABASE_.
  const prefixes = new Set(
    known.map(prefixOf).filter((one, index, all) => one && all.indexOf(one) !== index),
  );
  const found: UnknownVariables = { misspelt: [], unused: [] };
  for (const name of names) {
    // OpenTelemetry's libraries read many more of their own.
    if (known.includes(name) || name.startsWith('OTEL_')) continue;
    const [near] = nearestFirst(name, known);
    if (near && near.changes <= mostChanges(name, near.nearest)) {
      found.misspelt.push({ name, nearest: near.nearest });
      continue;
    }
    const prefix = prefixOf(name);
    if (prefix && prefixes.has(prefix)) {
      const [first] = nearestFirst(
        name,
        known.filter((one) => one.startsWith(prefix)),
      );
      found.unused.push({ name, nearest: first!.nearest });
    }
  }
  return found;
}

const nearestFirst = (name: string, known: readonly string[]) =>
  known
    .map((nearest) => ({ nearest, changes: changesBetween(name.toUpperCase(), nearest) }))
    .toSorted((one, other) => one.changes - other.changes);

/** Characters to insert, delete, replace or swap with their neighbour to make `to` of `from`. */
function changesBetween(from: string, to: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isEqual = from[i - 1] === to[j - 1];
      row[j] = Math.min(row[j - 1]! + 1, last![j]! + 1, last![j - 1]! + (isEqual ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        row[j] = Math.min(row[j]!, before![j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last!.at(-1)!;
}
