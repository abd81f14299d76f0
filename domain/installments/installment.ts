/** SPEC section 4. */
export const installmentStatuses = ['Due', 'Paid', 'Overdue'] as const;

export type InstallmentStatus = (typeof installmentStatuses)[number];

/** What each status can become. A payment that is reversed reopens the installment, overdue if its day has passed. */
export const installmentTransitions = {
  Due: ['Overdue', 'Paid'],
  Overdue: ['Paid'],
  Paid: ['Due', 'Overdue'],
} as const satisfies Record<InstallmentStatus, readonly InstallmentStatus[]>;

/** Whether an installment of one status can become another. */
export function canBecome(from: InstallmentStatus, to: InstallmentStatus): boolean {
  const reachable: readonly InstallmentStatus[] = installmentTransitions[from];
  return reachable.includes(to);
}
