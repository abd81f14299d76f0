/** A ticket's page at the desk. */
export function consoleTicketPath(ticketNumber: string): string {
  return `/operations/tickets/${encodeURIComponent(ticketNumber)}`;
}
