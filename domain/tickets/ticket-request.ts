import type { ErrorCode } from '../error-codes.ts';
import { MAX_AMOUNT_HALALAS } from '../money.ts';
import type { Halalas } from '../money.ts';

/** SAR 1 (SPEC section 9). */
export const MINIMUM_TICKET_HALALAS: Halalas = 100;

/**
 * What can be requested: the available budget as availableBudget() gives it, null where no total is set, which limits
 * nothing; 0 is set. `suspended`: staff have suspended it, and nothing can be requested.
 */
export type RequestableBudget = Halalas | 'suspended' | null;

/** What is overdue, or a late payment whose proof is waited for. */
export type RequestStop = 'installments_overdue' | 'payment_being_verified';

export type TicketRequest = {
  /** null or blank: none chosen. */
  agency_id: string | null;
  /** null: none typed, or not readable as an amount. */
  amount_halalas: Halalas | null;
  /** null or blank: none uploaded. */
  invoice_url: string | null;
  budget: RequestableBudget;
  /** Why new requests are stopped by lateness (domain/installments/lateness.ts); null: they are not. */
  stopped_by: RequestStop | null;
};

/** The first check of SPEC section 5 that a new ticket fails, in SPEC's order; null if it passes them all. */
export function checkTicketRequest(request: TicketRequest): ErrorCode | null {
  const amount = request.amount_halalas ?? 0;
  if (!request.agency_id?.trim()) return 'agency_required';
  if (amount < MINIMUM_TICKET_HALALAS) return 'amount_below_minimum';
  if (!request.invoice_url?.trim()) return 'invoice_required';
  if (request.budget === 'suspended') return 'budget_suspended';
  if (request.budget !== null && amount > request.budget) return 'not_enough_available_budget';
  // Ours, after SPEC's four: what is overdue is paid first; and what the database cannot hold.
  if (request.stopped_by) return request.stopped_by;
  if (amount > MAX_AMOUNT_HALALAS) return 'amount_above_maximum';
  return null;
}
