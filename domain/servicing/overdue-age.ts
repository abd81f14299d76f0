/** How long an installment has been owed, in whole Riyadh days after its due date: from, and to where there is an end. */
export const overdueAges = {
  days_1_7: [1, 7],
  days_8_30: [8, 30],
  days_31_60: [31, 60],
  days_60_plus: [61, null],
} as const satisfies Record<string, readonly [number, number | null]>;

export type OverdueAge = keyof typeof overdueAges;
