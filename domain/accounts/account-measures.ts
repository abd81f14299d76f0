/** What staff do to an account. A block and an end of sessions are felt at once; a lift ends a block. */
export const accountMeasures = ['block', 'end_sessions', 'lift'] as const;

export type AccountMeasure = (typeof accountMeasures)[number];
