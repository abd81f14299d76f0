/** The journal's filters, as in its address. `due`: of installments that fell due until that day. */
export const journalFilters = [
  'account',
  'event',
  'ticket',
  'payment',
  'company',
  'agency',
  'installment',
  'from',
  'to',
  'due',
] as const;

export type JournalFilters = Partial<Record<(typeof journalFilters)[number], string>>;

/** The address of the journal's lines that a figure is the sum of. */
export function linesPath(lines: JournalFilters): string {
  return `/operations/journal?${new URLSearchParams(lines)}`;
}
