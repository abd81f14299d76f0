/** The address of a ticket's own page, the same for its company and its agency. */
export function ticketPath(ticketNumber: string): string {
  return `/tickets/${encodeURIComponent(ticketNumber)}`;
}
