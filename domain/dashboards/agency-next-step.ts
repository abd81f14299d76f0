import type { IsoDate } from '../calendar.ts';
import { sumHalalas, type Halalas } from '../money.ts';
import { expectedPaymentDate } from '../payouts/expected-payment.ts';
import type { AgencyCompletionItem } from '../profiles/agency-profile.ts';
import type { IbanObstacle } from '../profiles/iban-change.ts';
import type { Completion } from '../profiles/profile.ts';

/** A review before the payout, by a Riyadh day (null: none is promised), and that the day has passed. */
type Review = { by: IsoDate | null; is_late: boolean };

/** Pending payouts of one window, all pages of it. */
type PendingPayouts = {
  net_halalas: Halalas;
  /** The Riyadh date of the oldest ticket among them that is not being reviewed; null for none. */
  oldest_ticket_date: IsoDate | null;
  /** What of them is being reviewed before it is paid; null for none. */
  in_review: (Review & { net_halalas: Halalas }) | null;
};

export type AgencySituation<Ticket> = {
  waiting_count: number;
  /** Of all that wait, not of a page; null for none. */
  oldest_waiting: Ticket | null;
  /** What keeps the agency from being paid, as far as its account goes. */
  iban_obstacle: IbanObstacle | null;
  completion: Completion<AgencyCompletionItem>;
  /** Of the last 7 days (SPEC section 9), and older. */
  expected: PendingPayouts;
  late: PendingPayouts;
};

export type AgencyNextStep<Ticket> =
  /** A company waits for an answer; the oldest first. */
  | { step: 'decide'; ticket: Ticket; count: number }
  /** Money is pending and has nowhere to go. */
  | { step: 'add_iban'; net_halalas: Halalas }
  /** What is stored cannot be paid to. */
  | { step: 'correct_iban'; net_halalas: Halalas }
  /** The first item still missing, in the order of the profile, and how many are. */
  | { step: 'finish_profile'; item: AgencyCompletionItem; missing: number }
  /** Nothing to do: the next payment is expected by this Riyadh date. */
  | { step: 'expect_payment'; by: IsoDate; net_halalas: Halalas }
  /** Nothing to do here: only payments that should have come are pending. */
  | { step: 'await_late_payment'; net_halalas: Halalas }
  /** Nothing to do: all that is pending is being reviewed. */
  | ({ step: 'await_review'; net_halalas: Halalas } & Review)
  | { step: 'none' };

/**
 * The one thing an agency does next: answer the company that has waited longest; then what keeps it from being paid;
 * then its profile; and with nothing to do, when its money comes.
 */
export function agencyNextStep<Ticket>(situation: AgencySituation<Ticket>): AgencyNextStep<Ticket> {
  const { waiting_count, oldest_waiting, iban_obstacle, completion } = situation;
  const { expected, late } = situation;
  if (oldest_waiting) return { step: 'decide', ticket: oldest_waiting, count: waiting_count };
  const pending_halalas = expected.net_halalas + late.net_halalas;
  if (iban_obstacle === 'iban_missing' && pending_halalas > 0) {
    return { step: 'add_iban', net_halalas: pending_halalas };
  }
  if (iban_obstacle === 'iban_invalid' && pending_halalas > 0) {
    return { step: 'correct_iban', net_halalas: pending_halalas };
  }
  const missing = completion.items.filter((one) => !one.filled);
  const [first] = missing;
  if (first) return { step: 'finish_profile', item: first.item, missing: missing.length };
  const reviewed = [expected, late].flatMap(({ in_review }) => in_review ?? []);
  const last =
    reviewed.find(({ by }) => by === null) ??
    reviewed.toSorted((a, b) => a.by!.localeCompare(b.by!)).at(-1);
  if (last && sumHalalas(reviewed.map((one) => one.net_halalas)) === pending_halalas) {
    // Of what has no day, nobody has said one that has passed.
    const is_late = last.by !== null && reviewed.some((one) => one.is_late);
    return { step: 'await_review', by: last.by, is_late, net_halalas: pending_halalas };
  }
  if (expected.oldest_ticket_date) {
    const by = expectedPaymentDate(expected.oldest_ticket_date);
    return { step: 'expect_payment', by, net_halalas: expected.net_halalas };
  }
  if (late.oldest_ticket_date) {
    const net_halalas = late.net_halalas - (late.in_review?.net_halalas ?? 0);
    return { step: 'await_late_payment', net_halalas };
  }
  return { step: 'none' };
}
