import assert from 'node:assert/strict';
import type { ModelAgency, ModelCompany } from '../model/books.ts';
import type { Life } from './life.ts';

/** Operations between two looks. */
const EVERY = 3;

/** After every third operation the next of the life's parties looks at its dashboard. */
export async function lookNow(life: Life): Promise<void> {
  if (life.operations % EVERY !== 0) return;
  const parties = [...life.callers.keys()];
  await look(life, parties[(life.operations / EVERY) % parties.length]!);
}

export async function lookAtAll(life: Life): Promise<void> {
  for (const party of life.callers.keys()) await look(life, party);
}

/** What a server answers that has kept what it answered before is what the database says now, to the byte. */
async function look(life: Life, party: ModelCompany | ModelAgency): Promise<void> {
  const { readDashboard, readFreshDashboard } = life.world;
  const call = life.as(party);
  const role = 'budget_status' in party ? 'company' : 'agency';
  const kept = await readDashboard(role, call);
  const fresh = await readFreshDashboard(role, call);
  assert.equal(String(kept), String(fresh));
}
