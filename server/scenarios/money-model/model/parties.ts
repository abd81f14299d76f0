import { budgetDecisions, type BudgetDecision } from '#domain/budget/budget-decision.ts';
import { needsDecision } from '#domain/reference/budget-review.ts';
import { canDecideOnAgency, type AgencyDecision } from '#domain/profiles/agency-standing.ts';
import { canApproveIban } from '#domain/profiles/iban-change.ts';
import { isSaudiIban } from '#domain/iban.ts';
import type { Books, ModelAgency, ModelCompany, ModelIbanChange, Verdict } from './books.ts';

/** What an analysis has found: it sets the budget, and once staff have decided it proposes. */
export function analyse(books: Books, company: ModelCompany, found: number | null): Verdict {
  if (company.decided_at !== null) company.proposed = found === company.total ? null : found;
  else company.total = found;
  return 'accepted';
}

export function decideBudget(
  books: Books,
  company: ModelCompany,
  decision: BudgetDecision,
  /** Of a confirmation what was seen, of an adjustment what it shall be. */
  amount: number | null,
): Verdict {
  const { budget_status, total, proposed } = company;
  const { from, to }: { from: readonly string[]; to: ModelCompany['budget_status'] } =
    budgetDecisions[decision];
  if (!from.includes(budget_status)) return 'budget_changed';
  if (decision === 'lift' && company.suspendedFor !== null) return 'lift_takes_two';
  if (decision === 'confirm' || decision === 'adjust') {
    if (total === null && proposed === null) return 'budget_not_set';
    const waits = needsDecision({
      budget_status,
      total_approval_budget_halalas: total,
      proposed_budget_halalas: proposed,
    });
    const isSeen = amount !== null && (amount === total || amount === proposed);
    if (decision === 'confirm' && !(waits && isSeen)) return 'budget_changed';
    company.total = amount;
    company.proposed = null;
  }
  company.budget_status = to;
  company.decided_at = books.now;
  books.count(`budget ${decision}`);
  return 'accepted';
}

/** What two people have lifted. */
export function liftSuspension(books: Books, company: ModelCompany): void {
  company.budget_status = budgetDecisions.lift.to;
  company.suspendedFor = null;
  company.decided_at = books.now;
  books.count('budget lift of a loss');
}

export function decideOnAgency(
  books: Books,
  agency: ModelAgency,
  decision: AgencyDecision,
): Verdict {
  if (!canDecideOnAgency(decision, { ...agency, isNameHeld: false }))
    return decision === 'verify' && !agency.isVerified
      ? 'agency_incomplete'
      : 'agency_state_changed';
  if (decision === 'verify') agency.isVerified = true;
  else agency.isSuspended = decision === 'suspend';
  books.count(`agency ${decision}`);
  return 'accepted';
}

const waitingIban = (books: Books, agency: ModelAgency): ModelIbanChange | undefined =>
  books.ibanChanges.find((change) => change.agency === agency && change.status === 'Pending');

/** The IBAN that the agency's profile says; null, or the present one, withdraws what waits. */
export function askForIban(books: Books, agency: ModelAgency, iban: string | null): Verdict {
  if (iban !== null && !isSaudiIban(iban)) return 'validation_failed';
  const waiting = waitingIban(books, agency);
  const isWithdrawal = iban === null || iban === agency.paid_iban;
  if (iban === null && !waiting) return 'iban_change_ended';
  if ((isWithdrawal && !waiting) || (waiting && iban === waiting.iban)) return 'accepted';
  const dayAgo = books.now.getTime() - 86_400_000;
  const asked = books.ibanChanges.filter(
    (change) => change.agency === agency && change.requested_at.getTime() > dayAgo,
  );
  if (!isWithdrawal && asked.length >= 10) return 'too_many_requests';
  if (waiting) endIban(books, waiting, isWithdrawal ? 'Withdrawn' : 'Replaced');
  agency.iban = isWithdrawal ? agency.paid_iban : iban;
  if (isWithdrawal) return 'accepted';
  const { now: requested_at } = books;
  books.ibanChanges.push({ id: '', agency, iban, requested_at, status: 'Pending' });
  return 'accepted';
}

export function decideIban(
  books: Books,
  change: ModelIbanChange,
  status: 'Approved' | 'Rejected',
): Verdict {
  if (change.status !== 'Pending') return 'iban_change_ended';
  if (status === 'Approved' && !canApproveIban(change, books.now)) return 'iban_change_paused';
  endIban(books, change, status);
  const { agency } = change;
  if (status === 'Approved') agency.paid_iban = change.iban;
  agency.iban = agency.paid_iban;
  return 'accepted';
}

function endIban(
  books: Books,
  change: ModelIbanChange,
  status: Exclude<ModelIbanChange['status'], 'Pending'>,
): void {
  change.status = status;
  books.count(`iban ${status}`);
}
