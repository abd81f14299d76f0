/** Open until its day is over; Kept when all that was overdue was paid by its day; else Broken. */
export const promiseStatuses = ['Open', 'Kept', 'Broken'] as const;
export type PromiseStatus = (typeof promiseStatuses)[number];

/** How many days ahead a late company may promise to pay. */
export const PROMISE_DAYS = 7;
