/** The life of a refund. It is Sent with the approval of the second person, which takes it out of the credit. */
export const refundStatuses = ['Sent', 'Confirmed', 'Failed', 'Returned'] as const;

/** Where a refund goes: to the IBAN that its payment came from, or to the one that its company has given. */
export const refundDestinations = ['payer', 'company'] as const;

export type RefundDestination = (typeof refundDestinations)[number];

/** Why a refund must not be sent any more, while no file carries it. */
export const refundObstacles = ['payment_reversed', 'iban_changed', 'iban_invalid'] as const;

export type RefundObstacle = (typeof refundObstacles)[number];

/** The name of a refund for the bank, by its id: 33 characters, and never that of a payout (`endToEndId`). */
export function refundEndToEndId(refund_id: string): string {
  return `R${refund_id.replaceAll('-', '')}`;
}

/** The refunds that a bank's text names, in its order, in small letters or in capitals. */
export function refundIdsIn(text: string): string[] {
  const named = text.matchAll(/(?<![0-9a-z])r([0-9a-f]{32})(?![0-9a-z-])/giu);
  return [...named].map(([, hex = '']) =>
    hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  );
}
