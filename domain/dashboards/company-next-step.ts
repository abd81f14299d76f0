import type { BudgetState } from '../budget/budget-state.ts';
import { daysBetween } from '../calendar.ts';
import type { IsoDate } from '../calendar.ts';
import { DUE_SOON_DAYS } from '../installments/position.ts';
import type { Halalas } from '../money.ts';
import { companyFileFields } from '../profiles/company-profile.ts';
import type { CompanyCompletionItem } from '../profiles/company-profile.ts';
import type { Completion } from '../profiles/profile.ts';

/** Installments that are owed together: their sum, their count, and the first tickets they belong to. */
export type SumOwed = {
  /** The day they are due; of those that have passed, the earliest. */
  due_date: IsoDate;
  amount_halalas: Halalas;
  count: number;
  ticket_numbers: readonly string[];
};

/** What is in default altogether. */
export type Defaulted = {
  amount_halalas: Halalas;
  count: number;
};

export type CompanySituation<Ticket> = {
  today: IsoDate;
  budget: BudgetState;
  /** null while no budget is set, which limits nothing. */
  available_halalas: Halalas | null;
  completion: Completion<CompanyCompletionItem>;
  /** Of Active tickets alone: nothing is owed before the agency has been paid. Of all pages; null for none. */
  overdue: SumOwed | null;
  next_owed: SumOwed | null;
  /** What was written off and has not come back; null for nothing. */
  in_default: Defaulted | null;
  /** As domain/installments/position.ts defines them. */
  position: {
    to_pay_now: Halalas;
    to_pay_soon: Halalas;
    being_checked: Halalas;
    planned: Halalas;
  };
  /** Approved tickets whose documents wait to be accepted, and the oldest of them; null for none. */
  documents_count: number;
  oldest_to_accept: Ticket | null;
  /** Every ticket there ever was. */
  ticket_count: number;
  waiting_count: number;
  /** Of all that wait, not of a page; null for none. */
  oldest_waiting: Ticket | null;
};

type CompanyDocument = (typeof companyFileFields)[number];

export type CompanyNextStep<Ticket> =
  /** `to_pay_now_halalas`: without what is being checked, and with what is in default. */
  | {
      step: 'pay_overdue';
      overdue: SumOwed;
      to_pay_now_halalas: Halalas;
      being_checked_halalas: Halalas;
    }
  | { step: 'pay_default'; in_default: Defaulted }
  /** No agency is paid before its ticket's documents are accepted; the oldest first. */
  | { step: 'accept_documents'; ticket: Ticket; count: number }
  /** Without revenue there is no budget (SPEC section 5). */
  | { step: 'add_revenue' }
  /** The first document still missing, in the order of the profile, and how many are. */
  | { step: 'add_documents'; item: CompanyDocument; missing: number }
  | { step: 'pay_soon'; owed: SumOwed; in_days: number; being_checked_halalas: Halalas }
  | { step: 'request_first_ticket' }
  /** Nothing to do: agencies are to answer, the oldest ticket first. */
  | { step: 'await_answers'; ticket: Ticket; count: number }
  /** Nothing to do: the saved revenue is being analysed. */
  | { step: 'await_budget' }
  /** Nothing to do: reported transfers pay all that is to be paid now, and staff check them. */
  | { step: 'await_check'; being_checked_halalas: Halalas }
  /** Nothing to do until the next payment's day. */
  | { step: 'pay_later'; owed: SumOwed }
  /** Nothing is owed before the agency has been paid. */
  | { step: 'await_payout'; planned_halalas: Halalas }
  | { step: 'none' };

/**
 * The one thing a company does next: pay what has passed unpaid; then what is in default; then accept documents, for which
 * an agency waits; then what its budget needs, revenue before documents;
 * then a payment of the coming week; then its first ticket; and with nothing to do, what it waits for. A transfer that is
 * being checked is not asked for again.
 */
export function companyNextStep<Ticket>(
  situation: CompanySituation<Ticket>,
): CompanyNextStep<Ticket> {
  const { today, budget, overdue, next_owed, oldest_waiting } = situation;
  const { to_pay_now, to_pay_soon, being_checked, planned } = situation.position;
  if (to_pay_now > 0) {
    if (overdue) {
      return {
        step: 'pay_overdue',
        overdue,
        to_pay_now_halalas: to_pay_now,
        being_checked_halalas: being_checked,
      };
    }
    if (situation.in_default) return { step: 'pay_default', in_default: situation.in_default };
  }
  if (situation.oldest_to_accept) {
    const { oldest_to_accept: ticket, documents_count: count } = situation;
    return { step: 'accept_documents', ticket, count };
  }
  if (budget === 'not_set') return { step: 'add_revenue' };
  const missing = missingDocuments(situation.completion);
  const [item] = missing;
  if (item) return { step: 'add_documents', item, missing: missing.length };
  if (next_owed && to_pay_soon > to_pay_now) {
    const in_days = daysBetween(today, next_owed.due_date);
    if (in_days <= DUE_SOON_DAYS) {
      return { step: 'pay_soon', owed: next_owed, in_days, being_checked_halalas: being_checked };
    }
  }
  // A budget of 0 is set, and nothing can be requested on it.
  const canRequest = budget === 'set' && situation.available_halalas !== 0;
  if (situation.ticket_count === 0 && canRequest) return { step: 'request_first_ticket' };
  if (oldest_waiting) {
    return { step: 'await_answers', ticket: oldest_waiting, count: situation.waiting_count };
  }
  if (budget === 'on_its_way') return { step: 'await_budget' };
  if (being_checked > 0) return { step: 'await_check', being_checked_halalas: being_checked };
  if (next_owed) return { step: 'pay_later', owed: next_owed };
  if (planned > 0) return { step: 'await_payout', planned_halalas: planned };
  return { step: 'none' };
}

function missingDocuments({ items }: Completion<CompanyCompletionItem>): CompanyDocument[] {
  return companyFileFields.filter((document) =>
    items.some(({ item, filled }) => item === document && !filled),
  );
}
