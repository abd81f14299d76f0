/** The largest rest of an installment that causes no stop, no reminder and no lateness, where it is at most 1% of it. */
export const LARGEST_SMALL_REST = 500;

/** Small rests of a company together, at most: beyond this all of them count. */
export const SMALL_RESTS_OF_COMPANY = 2_500;
