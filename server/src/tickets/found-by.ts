import { ticketNumberOf } from '#domain/servicing/ticket-number.ts';

/** What was typed, as a text and as the number of a ticket. */
export const foundBy = <Text extends string | undefined>(text: Text) => ({
  text,
  ticket_number: text === undefined ? null : ticketNumberOf(text),
});
