import { budgetDecisions, type BudgetDecision } from '#domain/budget/budget-decision.ts';
import { needsDecision } from '#domain/reference/budget-review.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { mod97 } from '#domain/iban.ts';
import type { AgencyDecision } from '#domain/profiles/agency-standing.ts';
import { callFunction, callIdempotent } from '#server/platform/database/call-function.ts';
import type { ModelAgency, ModelCompany, ModelIbanChange } from '../model/books.ts';
import * as model from '../model/parties.ts';
import { possible, type Life, type Step } from './life.ts';

/** What staff decide about companies and agencies, what analyses find, and where agencies are paid. */
export function partySteps(life: Life): Step[] {
  const { agencies, companies, ibanChanges } = life.books;
  const company = life.pick(companies)!;
  const agency = life.pick(agencies)!;
  const isSuspended = (one: ModelCompany | ModelAgency) =>
    'isSuspended' in one ? one.isSuspended : one.budget_status === 'Suspended';
  const lasts = companies.find(isSuspended);
  const kept = agencies.find(isSuspended);
  const waits = ({ budget_status, total, proposed }: ModelCompany) =>
    needsDecision({
      budget_status,
      total_approval_budget_halalas: total,
      proposed_budget_halalas: proposed,
    });
  const undecided = life.among(companies, waits);
  const change = life.among(ibanChanges, ({ status }) => status === 'Pending');
  return [
    possible(0.8, company, (one) => analyse(life, one, budgetFor(life))),
    possible(2, undecided, (one) => decideBudget(life, one, 'confirm')),
    possible(1, company, (one) => decideBudget(life, one, 'adjust')),
    possible(0.5, company, (one) => decideBudget(life, one, 'suspend')),
    possible(8, lasts, (one) => decideBudget(life, one, 'lift')),
    possible(0.5, agency, (one) => decideOnAgency(life, one, 'verify')),
    possible(0.5, agency, (one) => decideOnAgency(life, one, 'suspend')),
    possible(8, kept, (one) => decideOnAgency(life, one, 'lift_suspension')),
    possible(2.4, agency, (one) => askForIban(life, one)),
    possible(3, change, (one) => decideIban(life, one, 'Approved')),
    possible(0.8, change, (one) => decideIban(life, one, 'Rejected')),
  ].flat();
}

const budgetFor = (life: Life): number | null =>
  life.chance(0.15) ? null : 100 * life.pick([2_000, 20_000, 200_000, 200_000])!;

export async function analyse(
  life: Life,
  company: ModelCompany,
  found: number | null,
): Promise<void> {
  const assessment = {
    model_version: 'model',
    grade: 'A',
    score: 1,
    max_score: 1,
    is_preliminary: false,
    total_approval_budget: found === null ? null : decimalFromHalalas(found),
    inputs: {},
    factors: [],
  };
  const real = callFunction(life.world.database.pools.jobs, 'record_credit_assessment', {
    company_id: company.id,
    now: life.books.now,
    assessment,
  });
  await life.same('analyse', model.analyse(life.books, company, found), real);
}

async function decideBudget(
  life: Life,
  company: ModelCompany,
  decision: BudgetDecision,
): Promise<void> {
  const { total, proposed } = company;
  const seen = life.chance(0.9) ? (proposed ?? total) : 1;
  const amount =
    decision === 'confirm' ? seen : decision === 'adjust' ? (budgetFor(life) ?? 0) : null;
  const says: readonly string[] = budgetDecisions[decision].says;
  const real = life.staff('decide_budget', 0, {
    company_id: company.id,
    decision,
    total: amount === null ? null : decimalFromHalalas(amount),
    reason: says.includes('reason') ? 'Reason' : null,
  });
  await life.same(decision, model.decideBudget(life.books, company, decision, amount), real);
}

async function decideOnAgency(
  life: Life,
  agency: ModelAgency,
  decision: AgencyDecision,
): Promise<void> {
  const isSuspension = decision === 'suspend';
  const real =
    decision === 'verify'
      ? life.staff('verify_agency', 0, { agency_id: agency.id })
      : life.staff('suspend_agency', 0, {
          agency_id: agency.id,
          suspends: isSuspension,
          reason: isSuspension ? 'Reason' : null,
        });
  await life.same(decision, model.decideOnAgency(life.books, agency, decision), real);
}

/** The nth account of a bank, whose check digits fit. */
export function ibanOf(n: number): string {
  const account = `20${String(n).padStart(18, '0')}`;
  return `SA${String(98 - mod97(`${account}SA00`)).padStart(2, '0')}${account}`;
}

async function askForIban(life: Life, agency: ModelAgency): Promise<void> {
  const { books, world } = life;
  const iban = life.pick([null, ibanOf(1), ibanOf(2), ibanOf(3), ibanOf(4), 'SA00 0000'])!;
  const { app } = world.database.pools;
  const by = life.as(agency);
  const real =
    iban === null
      ? callIdempotent(app, 'withdraw_iban_change', by)
      : callIdempotent(app, 'upsert_agency', by, { fields: { iban } });
  const before = books.ibanChanges.length;
  await life.same('ask', model.askForIban(books, agency, iban), real);
  if (books.ibanChanges.length === before) return;
  const [row] = await life.rows<{ id: string }>(
    `select id from iban_changes where agency_id = $1 and status = 'Pending'`,
    agency.id,
  );
  books.ibanChanges.at(-1)!.id = row!.id;
}

async function decideIban(
  life: Life,
  change: ModelIbanChange,
  status: 'Approved' | 'Rejected',
): Promise<void> {
  const reason = status === 'Rejected' ? 'Another name' : null;
  const real = life.staff('decide_iban_change', 0, { id: change.id, reason });
  await life.same(status, model.decideIban(life.books, change, status), real);
}
