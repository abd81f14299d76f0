/** The largest rest of an installment that causes no stop, no reminder and no lateness, where it is at most 1% of it. */
export const LARGEST_SMALL_REST = 500;
