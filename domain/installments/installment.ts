/** SPEC section 4. */
export const installmentStatuses = ['Due', 'Paid', 'Overdue'] as const;

export type InstallmentStatus = (typeof installmentStatuses)[number];
