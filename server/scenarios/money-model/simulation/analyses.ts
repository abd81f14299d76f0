import assert from 'node:assert/strict';
import { addDays } from '#domain/calendar.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import type { Simulation } from './simulation.ts';

/** Closes have looked at what was late before this simulation. */
export async function beginAnalyses(simulation: Simulation): Promise<void> {
  const before = addDays(simulation.books.today, -1);
  await simulation.rows('update lateness_settings set analysed_until = $1', before);
  await readInputs(simulation);
}

/**
 * Whatever changes what an analysis reads has queued one: once the queued analyses have run, each company's newest inputs are
 * those of now. The analyses are not made here, because the model says itself what they find.
 */
export async function compareAnalyses(simulation: Simulation): Promise<void> {
  const ids = simulation.books.companies.map(({ id }) => id);
  const queued = await simulation.rows<{ id: string }>(
    `with done as (
       delete from graphile_worker._private_jobs j
        where j.key in (select 'analyse_credit:' || c from unnest($1::uuid[]) c) returning j.payload)
     select payload ->> 'company_id' as id from done`,
    ids,
  );
  const before = new Map(simulation.analysedInputs);
  await readInputs(simulation);
  for (const id of ids)
    if (!queued.some((one) => one.id === id))
      assert.deepEqual(
        simulation.analysedInputs.get(id),
        before.get(id),
        'an analysis was not queued',
      );
}

async function readInputs(simulation: Simulation): Promise<void> {
  const found = await simulation.rows<{ id: string; inputs: unknown }>(
    `select c.id, api.lock_credit_inputs(c.id, $2, $3)::jsonb - 'company' as inputs
       from companies c where c.id = any ($1::uuid[])`,
    simulation.books.companies.map(({ id }) => id),
    simulation.books.today,
    newestPolicy.long_overdue.after_days,
  );
  for (const { id, inputs } of found) simulation.analysedInputs.set(id, inputs);
}
