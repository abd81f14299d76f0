import { randomFrom } from '#server/product-client/random-from.ts';

/**
 * `count` of all, taken from each group in turn, so that no group is left out while there is room. The same `seed` gives
 * the same ones.
 */
export function sample<T>(groups: readonly (readonly T[])[], count: number, seed: number): T[] {
  const random = randomFrom(seed);
  const shuffled = groups.map((group) =>
    group
      .map((item) => ({ item, place: random() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item),
  );
  const turns = Math.max(0, ...shuffled.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    shuffled.flatMap((group) => group.slice(turn, turn + 1)),
  )
    .flat()
    .slice(0, count);
}
