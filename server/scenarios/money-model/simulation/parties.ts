import { budgetDecisions, type BudgetDecision } from '#domain/budget/budget-decision.ts';
import { needsDecision } from '#domain/reference/budget-review.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { mod97 } from '#domain/iban.ts';
import type { AgencyDecision } from '#domain/profiles/agency-standing.ts';
import { callFunction, callIdempotent } from '#server/platform/database/call-function.ts';
import type { ModelAgency, ModelCompany, ModelIbanChange } from '../model/books.ts';
import * as model from '../model/parties.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

/** What staff decide about companies and agencies, what analyses find, and where agencies are paid. */
export function partySteps(simulation: Simulation): Step[] {
  const { agencies, companies, ibanChanges } = simulation.books;
  const company = simulation.pick(companies)!;
  const agency = simulation.pick(agencies)!;
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
  const undecided = simulation.among(companies, waits);
  const change = simulation.among(ibanChanges, ({ status }) => status === 'Pending');
  return [
    possible(0.8, company, (one) => analyse(simulation, one, budgetFor(simulation))),
    possible(2, undecided, (one) => decideBudget(simulation, one, 'confirm')),
    possible(1, company, (one) => decideBudget(simulation, one, 'adjust')),
    possible(0.5, company, (one) => decideBudget(simulation, one, 'suspend')),
    possible(8, lasts, (one) => decideBudget(simulation, one, 'lift')),
    possible(0.5, agency, (one) => decideOnAgency(simulation, one, 'verify')),
    possible(0.5, agency, (one) => decideOnAgency(simulation, one, 'suspend')),
    possible(8, kept, (one) => decideOnAgency(simulation, one, 'lift_suspension')),
    possible(2.4, agency, (one) => askForIban(simulation, one)),
    possible(3, change, (one) => decideIban(simulation, one, 'Approved')),
    possible(0.8, change, (one) => decideIban(simulation, one, 'Rejected')),
  ].flat();
}

const budgetFor = (simulation: Simulation): number | null =>
  simulation.chance(0.15) ? null : 100 * simulation.pick([2_000, 20_000, 200_000, 200_000])!;

export async function analyse(
  simulation: Simulation,
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
    // Unlike those before.
    inputs: { analysis: simulation.name('analysis') },
    factors: [],
  };
  const real = callFunction(
    simulation.environment.database.pools.jobs,
    'record_credit_assessment',
    {
      company_id: company.id,
      now: simulation.books.now,
      assessment,
    },
  );
  await simulation.expectSame('analyse', model.analyse(simulation.books, company, found), real);
}

async function decideBudget(
  simulation: Simulation,
  company: ModelCompany,
  decision: BudgetDecision,
): Promise<void> {
  const { total, proposed } = company;
  const seen = simulation.chance(0.9) ? (proposed ?? total) : 1;
  const amount =
    decision === 'confirm' ? seen : decision === 'adjust' ? (budgetFor(simulation) ?? 0) : null;
  const says: readonly string[] = budgetDecisions[decision].says;
  const real = simulation.staff('decide_budget', 0, {
    company_id: company.id,
    decision,
    total: amount === null ? null : decimalFromHalalas(amount),
    reason: says.includes('reason') ? 'Reason' : null,
  });
  await simulation.expectSame(
    decision,
    model.decideBudget(simulation.books, company, decision, amount),
    real,
  );
}

async function decideOnAgency(
  simulation: Simulation,
  agency: ModelAgency,
  decision: AgencyDecision,
): Promise<void> {
  const isSuspension = decision === 'suspend';
  const real =
    decision === 'verify'
      ? simulation.staff('verify_agency', 0, { agency_id: agency.id })
      : simulation.staff('suspend_agency', 0, {
          agency_id: agency.id,
          suspends: isSuspension,
          reason: isSuspension ? 'Reason' : null,
        });
  await simulation.expectSame(
    decision,
    model.decideOnAgency(simulation.books, agency, decision),
    real,
  );
}

/** The nth account of a bank, whose check digits fit. */
export function ibanOf(n: number): string {
  const account = `20${String(n).padStart(18, '0')}`;
  return `SA${String(98 - mod97(`${account}SA00`)).padStart(2, '0')}${account}`;
}

async function askForIban(simulation: Simulation, agency: ModelAgency): Promise<void> {
  const { books, environment } = simulation;
  const iban = simulation.pick([null, ibanOf(1), ibanOf(2), ibanOf(3), ibanOf(4), 'SA00 0000'])!;
  const { app } = environment.database.pools;
  const by = simulation.as(agency);
  const real =
    iban === null
      ? callIdempotent(app, 'withdraw_iban_change', by)
      : callIdempotent(app, 'upsert_agency', by, { fields: { iban } });
  const before = books.ibanChanges.length;
  await simulation.expectSame('ask', model.askForIban(books, agency, iban), real);
  if (books.ibanChanges.length === before) return;
  const [row] = await simulation.rows<{ id: string }>(
    `select id from iban_changes where agency_id = $1 and status = 'Pending'`,
    agency.id,
  );
  books.ibanChanges.at(-1)!.id = row!.id;
}

async function decideIban(
  simulation: Simulation,
  change: ModelIbanChange,
  status: 'Approved' | 'Rejected',
): Promise<void> {
  const reason = status === 'Rejected' ? 'Another name' : null;
  const real = simulation.staff('decide_iban_change', 0, { id: change.id, reason });
  await simulation.expectSame(status, model.decideIban(simulation.books, change, status), real);
}
