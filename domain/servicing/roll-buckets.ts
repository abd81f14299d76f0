/** Buckets of lateness from which a receivable can move to a later one: not late, or late for so many days. */
export const rollBuckets = ['current', 'days_1_30', 'days_31_60', 'days_61_90'] as const;

export type RollBucket = (typeof rollBuckets)[number];
