/**
 * The variants of a walk, such as languages and widths, that this run tries: the first one, or each with E2E_VARIANTS=all,
 * as `npm run test:e2e` and the proof have it: a second variant opens the same screens.
 */
export function variantsOf<T>(...variants: T[]): T[] {
  return process.env.E2E_VARIANTS === 'all' ? variants : variants.slice(0, 1);
}
