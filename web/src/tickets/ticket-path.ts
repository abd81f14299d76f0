/** The address of a ticket's own page, the same for its company and its agency. */
export function ticketPath(ticketNumber: string): string {
  return `/tickets/${encodeURIComponent(ticketNumber)}`;
}

/** Where its company reads and accepts its documents. */
export const documentsPath = (ticketNumber: string): string =>
  `${ticketPath(ticketNumber)}/documents`;
