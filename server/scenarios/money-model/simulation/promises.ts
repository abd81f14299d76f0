import { addDays } from '#domain/calendar.ts';
import { PROMISE_DAYS } from '#domain/installments/payment-promise.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import type { ModelCompany } from '../model/books.ts';
import * as model from '../model/promises.ts';
import { possible, type Simulation, type Step } from './simulation.ts';

export function promiseSteps(simulation: Simulation): Step[] {
  const { books } = simulation;
  const mayPromise = (one: ModelCompany) =>
    model.overdueAmount(books, one) > 0 && !one.promises.some(({ isCurrent }) => isCurrent);
  const weight = simulation.weightOf('promise Open → Broken', 48);
  return possible(weight, simulation.among(books.companies, mayPromise), (one) =>
    promise(simulation, one),
  );
}

/** Mostly of what is overdue, for one of the days that there are. */
async function promise(simulation: Simulation, company: ModelCompany): Promise<void> {
  const { books, environment } = simulation;
  const amount = model.overdueAmount(books, company) || 100;
  const said = {
    amount: simulation.chance(0.95) ? amount : amount + 1,
    // Mostly soon, so that its day is over before the simulation is.
    promised_for: addDays(
      books.today,
      simulation.randomBelow(simulation.chance(0.7) ? 1 : PROMISE_DAYS + 2) -
        (simulation.chance(0.1) ? 1 : 0),
    ),
  };
  const real = callIdempotent(
    environment.database.pools.app,
    'promise_payment',
    simulation.as(company),
    {
      today: books.today,
      amount_sar: decimalFromHalalas(said.amount),
      promised_for: said.promised_for,
    },
  );
  await simulation.expectSame('promise', model.promise(books, company, said), real);
}
