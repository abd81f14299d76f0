import assert from 'node:assert/strict';
import type { ModelAgency, ModelCompany } from '../model/books.ts';
import type { Simulation } from './simulation.ts';

/** Operations between two looks. */
const EVERY = 3;

/** After every third operation the next of the simulation's parties looks at its dashboard. */
export async function lookNow(simulation: Simulation): Promise<void> {
  if (simulation.operations % EVERY !== 0) return;
  const parties = [...simulation.callers.keys()];
  await look(simulation, parties[(simulation.operations / EVERY) % parties.length]!);
}

export async function lookAtAll(simulation: Simulation): Promise<void> {
  for (const party of simulation.callers.keys()) await look(simulation, party);
}

/** What a server answers that has kept what it answered before is what the database says now, to the byte. */
async function look(simulation: Simulation, party: ModelCompany | ModelAgency): Promise<void> {
  const { readDashboard, readFreshDashboard } = simulation.environment;
  const call = simulation.as(party);
  const role = 'budget_status' in party ? 'company' : 'agency';
  const kept = await readDashboard(role, call);
  const isNew = simulation.seen.get(party) !== kept;
  simulation.seen.set(party, kept);
  // Other bytes than at the last look have just come from the database.
  if (isNew) return;
  const fresh = await readFreshDashboard(role, call);
  assert.equal(String(kept), String(fresh));
}
