import type { PaymentRequest } from '#api/payment-requests.ts';
import { addDays } from '#domain/calendar.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { MOST_OPEN_REQUESTS, PAYMENT_REQUEST_DAYS } from '#domain/servicing/payment-request.ts';
import { callIdempotent } from '#server/platform/database/call-function.ts';
import type { ModelCompany, ModelPaymentRequest } from '../model/books.ts';
import * as model from '../model/payment-requests.ts';
import { leftOfRequest, openItems } from '../model/payments.ts';
import { possible, type Simulation, type Step } from './simulation.ts';
import { recordMoney } from './payments.ts';

export function paymentRequestSteps(simulation: Simulation): Step[] {
  const { books } = simulation;
  const owes = (company: ModelCompany) => openItems(books, company).length > 0;
  return [
    possible(5, simulation.among(books.companies, owes), (one) => create(simulation, one)),
    possible(8, simulation.pick(books.requests), (one) => pay(simulation, one)),
    possible(1, simulation.pick(books.requests), (one) => withdraw(simulation, one)),
  ].flat();
}

/** Some of what is free: of a ticket its first installments, of those whose transfers nobody is checking. */
async function create(simulation: Simulation, company: ModelCompany): Promise<void> {
  const { books, environment } = simulation;
  const checked = sumsOf(
    books.reports
      .filter(({ status, ticket }) => status === 'Checking' && ticket.company === company)
      .map(({ ticket, amount }) => [ticket.number, amount] as const),
  );
  const open = sumsOf(
    openItems(books, company).map((one) => [one.ticket_number, one.open_halalas] as const),
  );
  // What is reported beyond its own ticket covers others: then the company waits.
  if ([...checked].some(([number, amount]) => amount > (open.get(number) ?? 0))) return;
  const free = model
    .freeItems(books, company)
    .filter(({ ticket_number }) => ticket_number === null || !checked.has(ticket_number));
  const upTo = new Map<string, number>();
  for (const { key } of free) {
    const ticket = key.split(' ', 2).join(' ');
    if (!upTo.has(ticket)) upTo.set(ticket, simulation.randomBelow(4));
  }
  const chosen = free.filter(({ key, seq, ticket }) => {
    const last = upTo.get(key.split(' ', 2).join(' ')) ?? 0;
    return ticket === null ? last > 1 : seq <= last;
  });
  if (chosen.length === 0) return;
  const amounts = new Map(chosen.map(({ key, open_halalas }) => [key, open_halalas]));
  const ids = await simulation.rows<{ key: string; id: string }>(
    `select 'installment ' || i.ticket_id || ' ' || i.seq as key, i.id from ticket_installments i
      where i.company_id = $1`,
    company.id,
  );
  const idOf = new Map(ids.map(({ key, id }) => [key, id]));
  const real = callIdempotent(
    environment.database.pools.app,
    'create_payment_request',
    simulation.as(company),
    {
      today: books.today,
      expires_on: addDays(books.today, PAYMENT_REQUEST_DAYS),
      items: chosen.map(({ key }) => {
        const [kind, id] = key.split(' ', 2);
        return { kind, id: idOf.get(key) ?? id };
      }),
      amount_sar: decimalFromHalalas(sumHalalas([...amounts.values()])),
      most: MOST_OPEN_REQUESTS,
    },
  );
  const reply = await simulation.expectSame('choose', model.create(books, company, amounts), real);
  if (reply === null) return;
  const { id, request_number } = JSON.parse(reply) as PaymentRequest;
  Object.assign(books.requests.at(-1)!, { id, number: request_number });
}

function sumsOf<Key>(amounts: readonly (readonly [Key, number])[]): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0) + amount);
  return sums;
}

/** All that is left of it, or too little, or too much. */
async function pay(simulation: Simulation, request: ModelPaymentRequest): Promise<void> {
  const left = sumHalalas([...leftOfRequest(simulation.books, request).values()]);
  const amount = simulation.pick([
    left,
    left,
    1 + simulation.randomBelow(left + 1),
    left + simulation.randomBelow(5_000),
  ])!;
  const { company } = request;
  await recordMoney(simulation, { amount: Math.max(1, amount), company, named: null, request });
}

async function withdraw(simulation: Simulation, request: ModelPaymentRequest): Promise<void> {
  const { books, environment } = simulation;
  const real = callIdempotent(
    environment.database.pools.app,
    'withdraw_payment_request',
    simulation.as(request.company),
    { today: books.today, request_id: request.id },
  );
  await simulation.expectSame('withdraw a request', model.withdraw(books, request), real);
}
