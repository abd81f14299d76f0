import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { nextStep } from '#domain/tickets/next-step.ts';
import { makePayable, requestPayable } from '#server/product-client/financing.ts';
import { signUpParties } from '../testing/parties.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** Documents are asked for again seven days after their acceptance; days on which the payout was stopped do not count. */

let product: Product;
let maha: Actor;
let company: Actor;
let agency: Actor;
let agency_id: string;
let ticket: Ticket;

beforeAll(async () => {
  product = await startProduct('2026-02-01T06:00:00Z');
  maha = await product.addStaff('Maha');
});
afterAll(() => product.close());
beforeEach(async () => {
  at('2026-02-01');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
  ticket = await requestPayable(maha, { company, agency, agency_id }, '100.00', 1);
});
afterEach(async () => {
  await maha.send('close_ticket', {
    params: { id: ticket.id },
    body: { reason: 'End of this test' },
  });
  await expectSoundBooks(product.database);
});

const at = (day: string) => product.clock.set(`${day}T09:00:00Z`);
const suspendAgency = (operation: 'suspend_agency' | 'lift_agency_suspension') =>
  maha.call(operation, { params: { id: agency_id }, body: { reason: 'We look at it' } });
const decideBudget = (decision: 'suspend' | 'lift') =>
  maha.call('decide_budget', {
    params: { id: ticket.company_id },
    body: { decision, reason: 'We look at it' },
  });
/** What a new run says of the payout: null where it would pay it. */
async function leftOut(): Promise<string | null> {
  const answer = await maha.send('prepare_payout_run');
  if (answer.status !== 200) return 'no run';
  const { run } = JSON.parse(answer.text) as { run: { id: string } };
  await maha.call('discard_payout_run', { params: { id: run.id } });
  return null;
}
const due = async () => (await maha.call('operations_overview')).waits.payouts_due.count;
async function step() {
  const params = { ticket_number: ticket.ticket_number };
  const { ticket: read, today, ...details } = await company.call('read_ticket', { params });
  return nextStep({ ...read, ...details, documents: undefined }, 'company', today, []).kind;
}

test('without a stop, documents must be accepted again on the eighth day', async () => {
  at('2026-02-08');
  expect([await leftOut(), await step(), await due()]).toEqual([null, 'payout', 1]);
  at('2026-02-09');
  expect([await leftOut(), await step(), await due()]).toEqual(['no run', 'documents', 0]);
});

test('days on which the agency or the company was suspended do not count towards the age of an acceptance, each day once', async () => {
  at('2026-02-03');
  await suspendAgency('suspend_agency');
  at('2026-02-05');
  await decideBudget('suspend');
  at('2026-02-07');
  await suspendAgency('lift_agency_suspension');
  at('2026-02-20');
  // Nothing is asked of the company meanwhile.
  expect(await step()).toBe('payout');
  expect((await company.call('company_dashboard')).documents_to_accept).toBe(0);
  await decideBudget('lift');
  await maha.call('review_ticket', { params: { id: ticket.id } });
  expect([await leftOut(), await step(), await due()]).toEqual([null, 'payout', 1]);
  // Two days before the stop, seventeen of it, five more.
  at('2026-02-25');
  expect([await leftOut(), await step(), await due()]).toEqual([null, 'payout', 1]);
  at('2026-02-26');
  expect([await leftOut(), await step(), await due()]).toEqual(['no run', 'documents', 0]);
  expect((await company.call('company_dashboard')).documents_to_accept).toBe(1);
});

test('a stop before the acceptance does not reduce its age', async () => {
  await decideBudget('suspend');
  await decideBudget('lift');
  at('2026-02-09');
  expect(await leftOut()).toBe('no run');
});

test('on the day of the first installment documents must be accepted again, so that nothing is overdue once the agency is paid', async () => {
  at('2026-02-02');
  await suspendAgency('suspend_agency');
  at('2026-02-28');
  expect(await step()).toBe('payout');
  at('2026-03-01');
  await suspendAgency('lift_agency_suspension');
  expect([await leftOut(), await step(), await due()]).toEqual(['no run', 'documents', 0]);
  await makePayable({ staff: maha, company }, ticket);
  expect(await leftOut()).toBe(null);
  const { installments } = await company.call('read_ticket', {
    params: { ticket_number: ticket.ticket_number },
  });
  expect(installments).toMatchObject([{ due_date: '2026-04-01' }]);
});
