import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Budget } from '#api/budget.ts';
import type { Ticket } from '#api/tickets.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { refusal } from '../testing/refusals.ts';
import { ticketRequest } from '#server/product-client/financing.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** What staff decide about budgets and tickets, and what follows for requests and payouts, through the public API. */

let company: Actor;
let company_id: string;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const { agency, agency_id } = await signUpAgency(product, maha);
afterAll(() => product.close());

/** A company whose analysis has found a budget: without documents, 27,000.00. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  company = await product.signUp('company');
  company_id = (await earns('100000.00')).id;
});

/** Saves six such months and waits for their analysis. */
async function earns(amount: string) {
  const body = { name: 'Najd Coffee Roasters', revenue_last_6_months: Array(6).fill(amount) };
  const saved = await company.call('upsert_company', { body });
  await product.settled();
  return saved;
}

const budget = async (): Promise<Budget> => (await company.call('company_dashboard')).budget;

type Decision = Parameters<typeof maha.call<'decide_budget'>>[1];
const decide = (body: NonNullable<Decision>['body'], who = maha) =>
  who.call('decide_budget', { params: { id: company_id }, body });
const refusedDecision = (body: object, who = maha, id = company_id) =>
  refusal(who.send('decide_budget', { params: { id }, body }));

const confirm = async () =>
  decide({ decision: 'confirm', total_approval_budget: (await budget()).total_approval_budget! });

const request = async (amount: string) =>
  company.send(
    'create_ticket_with_installments',
    await ticketRequest({ company, agency_id }, amount, 1),
  );

async function approved(amount: string): Promise<Ticket> {
  const ticket: Ticket = JSON.parse((await request(amount)).text);
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  await acceptTicketDocuments(company, ticket);
  return ticket;
}

/** Nothing of this test is left for the next one's runs. */
const close = ({ id }: Ticket) =>
  maha.call('close_ticket', { params: { id }, body: { reason: 'End of this test' } });

describe('a budget', () => {
  test('a budget is preliminary until staff confirm it as final; after that a new analysis only proposes', async () => {
    const before = await budget();
    expect(before).toMatchObject({ budget_status: 'Preliminary', suspension_reason: null });
    expect(await confirm()).toMatchObject({
      budget_status: 'Confirmed',
      total_approval_budget: before.total_approval_budget,
    });
    await earns('200000.00');
    expect((await budget()).total_approval_budget).toBe(before.total_approval_budget);
    // What the analysis proposes can be confirmed, and nothing that nobody has seen.
    const [{ proposed }] = (await product.rows(
      'select proposed_budget::text as proposed from companies where id = $1',
      [company_id],
    )) as [{ proposed: string }];
    expect(Number(proposed)).toBeGreaterThan(Number(before.total_approval_budget));
    expect(await refusedDecision({ decision: 'confirm', total_approval_budget: '1.00' })).toEqual([
      409,
      'budget_changed',
    ]);
    expect(await decide({ decision: 'confirm', total_approval_budget: proposed })).toMatchObject({
      budget_status: 'Confirmed',
      total_approval_budget: proposed,
    });
    // Twice is once.
    expect(await refusedDecision({ decision: 'confirm', total_approval_budget: proposed })).toEqual(
      [409, 'budget_changed'],
    );
  });

  test('a budget is adjusted with a reason, and the company may request up to the new amount', async () => {
    const adjust = { decision: 'adjust' as const, total_approval_budget: '1000.00' };
    expect(await refusedDecision(adjust)).toEqual([422, 'validation_failed']);
    expect(await refusedDecision({ ...adjust, reason: '   ' })).toEqual([422, 'validation_failed']);
    expect(await decide({ ...adjust, reason: 'One season only' })).toMatchObject({
      budget_status: 'Confirmed',
      available_budget: '1000.00',
    });
    expect(await refusal(request('1000.01'))).toEqual([422, 'not_enough_available_budget']);
    expect((await request('1000.00')).status).toBe(200);
  });

  test('a suspended budget allows no new tickets and says why; when lifted it is preliminary again', async () => {
    const reason = 'The registration has expired.';
    expect(await decide({ decision: 'suspend', reason })).toMatchObject({
      budget_status: 'Suspended',
      available_budget: '0.00',
      suspension_reason: reason,
    });
    expect(await budget()).toMatchObject({ available_budget: '0.00', suspension_reason: reason });
    expect(await refusal(request('10.00'))).toEqual([422, 'budget_suspended']);
    for (const body of [
      { decision: 'suspend', reason },
      { decision: 'adjust', total_approval_budget: '5.00', reason },
      { decision: 'confirm', total_approval_budget: '5.00' },
    ]) {
      expect(await refusedDecision(body)).toEqual([409, 'budget_changed']);
    }
    const lifted = await decide({ decision: 'lift', reason: 'Renewed' });
    expect(lifted).toMatchObject({ budget_status: 'Preliminary', suspension_reason: null });
    expect(Number(lifted.available_budget)).toBeGreaterThan(0);
    expect((await request('10.00')).status).toBe(200);
  });

  test('a budget that is not set can be suspended, but not confirmed or adjusted', async () => {
    company = await product.signUp('company');
    company_id = (await company.call('upsert_company', { body: { name: 'Tuwaiq' } })).id;
    await product.settled();
    expect(await refusedDecision({ decision: 'confirm', total_approval_budget: '1.00' })).toEqual([
      409,
      'budget_not_set',
    ]);
    expect(
      await refusedDecision({ decision: 'adjust', total_approval_budget: '1.00', reason: 'Known' }),
    ).toEqual([409, 'budget_not_set']);
    await decide({ decision: 'suspend', reason: 'Fraud' });
    expect(await budget()).toMatchObject({
      total_approval_budget: null,
      available_budget: '0.00',
    });
    expect(await refusal(request('10.00'))).toEqual([422, 'budget_suspended']);
  });

  test('only staff can decide a budget', async () => {
    const body = { decision: 'lift', reason: 'Please' };
    for (const stranger of [company, agency]) {
      expect(await refusedDecision(body, stranger)).toEqual([403, 'wrong_role']);
    }
    expect(await refusedDecision(body, maha, agency_id)).toEqual([404, 'not_found']);
  });
});

describe('a payout', () => {
  test('a payout waits until staff have confirmed the budget or reviewed the ticket', async () => {
    const [one, two] = [await approved('100.00'), await approved('200.00')];
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    await maha.call('review_ticket', { params: { id: two.id } });
    const reviewed = await maha.call('prepare_payout_run');
    expect(reviewed.lines.map(({ ticket_number }) => ticket_number)).toEqual([two.ticket_number]);
    expect(reviewed.left_out).toMatchObject([
      { ticket_number: one.ticket_number, reason: 'budget_not_confirmed' },
    ]);
    await confirm();
    const confirmed = await maha.call('prepare_payout_run');
    expect(confirmed.lines.map(({ ticket_number }) => ticket_number)).toEqual([one.ticket_number]);
    for (const { run } of [reviewed, confirmed]) {
      await faisal.call('discard_payout_run', { params: { id: run.id } });
    }
    for (const ticket of [one, two]) await close(ticket);
  });

  test('a payout of a ticket above the confirmed budget waits for a review', async () => {
    const [one, two] = [await approved('600.00'), await approved('500.00')];
    await decide({
      decision: 'adjust',
      total_approval_budget: '1000.00',
      reason: 'One season only',
    });
    // Together they pass the amount that was confirmed: nobody has said which of them it holds.
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    const { is_within_budget } = await maha.call('read_financed_ticket', {
      params: { ticket_number: one.ticket_number },
    });
    expect(is_within_budget).toBe(false);
    await maha.call('review_ticket', { params: { id: one.id } });
    const { run, lines } = await maha.call('prepare_payout_run');
    expect(lines.map(({ ticket_number }) => ticket_number)).toEqual([
      one.ticket_number,
      two.ticket_number,
    ]);
    // A smaller amount meanwhile, and what was prepared is not released.
    await decide({ decision: 'adjust', total_approval_budget: '499.99', reason: 'Late twice' });
    const params = { id: run.id };
    expect(await refusal(faisal.send('release_payout_run', { params }))).toEqual([
      409,
      'payout_not_payable',
    ]);
    await faisal.call('discard_payout_run', { params });
    for (const ticket of [one, two]) await close(ticket);
  });

  test('a payout is not released once the budget is suspended, whatever was reviewed', async () => {
    const ticket = await approved('100.00');
    await confirm();
    await maha.call('review_ticket', { params: { id: ticket.id } });
    const { run } = await maha.call('prepare_payout_run');
    await decide({ decision: 'suspend', reason: 'Under investigation' });
    const params = { id: run.id };
    expect(await refusal(faisal.send('release_payout_run', { params }))).toEqual([
      409,
      'payout_not_payable',
    ]);
    await faisal.call('discard_payout_run', { params });
    await close(ticket);
  });
});

test('a ticket is reviewed once, by staff, while its agency has not been paid', async () => {
  const ticket = await approved('100.00');
  const review = { params: { id: ticket.id } };
  for (const stranger of [company, agency]) {
    expect(await refusal(stranger.send('review_ticket', review))).toEqual([403, 'wrong_role']);
  }
  await maha.call('review_ticket', review);
  expect(await refusal(faisal.send('review_ticket', review))).toEqual([
    409,
    'ticket_already_reviewed',
  ]);
  await close(ticket);
  const closed = await approved('50.00');
  await close(closed);
  expect(await refusal(maha.send('review_ticket', { params: { id: closed.id } }))).toEqual([
    409,
    'ticket_state_changed',
  ]);
});

test('after the tests of budget decisions every invariant holds', async () => {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
});
