import type { Actor } from '../tickets/ticket.ts';

/** SPEC section 4 names the first; the others are the life of a payment to an agency. */
export const payoutStatuses = ['Pending', 'Sent', 'Confirmed', 'Failed', 'Cancelled'] as const;

export type PayoutStatus = (typeof payoutStatuses)[number];

type Move = { from: PayoutStatus; to: PayoutStatus; actor: Actor };

/** Every move of a payout, and whose it is. It is made Pending when the agency approves. */
export const payoutMoves = {
  /** With the release of its payout run. */
  send: { from: 'Pending', to: 'Sent', actor: 'staff' },
  confirm: { from: 'Sent', to: 'Confirmed', actor: 'staff' },
  fail: { from: 'Sent', to: 'Failed', actor: 'staff' },
  /** At once after a failure, so that the next run takes it up again. */
  retry: { from: 'Failed', to: 'Pending', actor: 'system' },
  /** With the close of its ticket. */
  cancel: { from: 'Pending', to: 'Cancelled', actor: 'staff' },
} as const satisfies Record<string, Move>;

export type PayoutMove = keyof typeof payoutMoves;

/** Whether a payout of this status can make the move. */
export function canMovePayout(move: PayoutMove, status: PayoutStatus): boolean {
  return payoutMoves[move].from === status;
}

/** Of a Saudi bank: check digits, the bank's two digits, the account, which may hold letters. */
const SAUDI_IBAN = /^SA\d{4}[\dA-Z]{18}$/;

/**
 * Whether an IBAN, in capitals and without spaces, is a Saudi one whose check digits fit (ISO 13616, mod 97).
 * An agency without such a one cannot be paid.
 */
export function isSaudiIban(iban: string): boolean {
  return SAUDI_IBAN.test(iban) && mod97(iban.slice(4) + iban.slice(0, 4)) === 1;
}

/** The remainder by 97 of a text of capitals and digits, A standing for 10 and Z for 35 (ISO 7064). */
export function mod97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return remainder;
}
