/** A ticket's page at the desk. */
export function staffTicketPath(ticketNumber: string): string {
  return `/operations/tickets/${encodeURIComponent(ticketNumber)}`;
}
