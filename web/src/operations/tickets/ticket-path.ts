/** A ticket's page in the console. */
export function consoleTicketPath(ticketNumber: string): string {
  return `/operations/tickets/${encodeURIComponent(ticketNumber)}`;
}
