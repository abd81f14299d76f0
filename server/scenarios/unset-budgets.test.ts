import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { refusal } from '../testing/refusals.ts';

/** What lets a ticket of a company without a set budget be paid, through the public API. The limit is SAR 1,000. */

let company: Actor;
let company_id: string;
let tickets: Ticket[] = [];

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z', {
  UNSET_BUDGET_LIMIT_SAR: '1000',
});
const { agency, agency_id } = await signUpAgency(product, maha);
afterAll(() => product.close());

beforeEach(async () => {
  // Nothing of another test is left for this one's runs.
  for (const { id } of tickets.splice(0))
    await maha.send('close_ticket', { params: { id }, body: { reason: 'End of the test' } });
  product.clock.set('2026-02-01T06:00:00Z');
  company = await product.signUp('company');
  company_id = (await company.call('upsert_company', { body: { name: 'Tuwaiq' } })).id;
  await product.settled();
});

async function approved(amount: string): Promise<Ticket> {
  const ticket = await requestTicket({ company, agency_id }, amount, 1);
  tickets.push(ticket);
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  return ticket;
}

async function accepted(amount: string): Promise<Ticket> {
  const ticket = await approved(amount);
  await acceptTicketDocuments(company, ticket);
  return ticket;
}

const review = ({ id }: Ticket, accepted_version?: number) =>
  maha.send('review_ticket', {
    params: { id },
    ...(accepted_version !== undefined && { body: { accepted_version } }),
  });
const reviewed = async (ticket: Ticket) => expect((await review(ticket)).status).toBe(200);
const ask = ({ id }: Ticket, who = maha) =>
  who.send('pay_without_budget', { params: { id }, body: { reason: 'Known for years' } });
const read = ({ ticket_number }: Ticket, who = maha) =>
  who.call('read_financed_ticket', { params: { ticket_number } });
const codes = async (ticket: Ticket) => (await read(ticket)).holds.map(({ code }) => code);
const toldTo = async (who: Actor, { ticket_number }: Ticket) =>
  (await who.call('read_ticket', { params: { ticket_number } })).holds;
const waiting = async () => {
  const { items } = await maha.call('list_tickets_to_review', { query: { status: 'Approved' } });
  const { count } = (await maha.call('operations_overview')).waits.tickets_to_review;
  expect(count).toBe(items.length);
  return items.map(({ ticket }) => ticket.ticket_number);
};
/** A budget is set. */
async function earns(amount: string) {
  const revenue_last_6_months = Array<string>(6).fill(amount);
  await company.call('upsert_company', { body: { name: 'Tuwaiq', revenue_last_6_months } });
  await product.settled();
}
const prepare = () => maha.call('prepare_payout_run');
const release = (id: string) => faisal.send('release_payout_run', { params: { id } });
const discard = (id: string) => faisal.call('discard_payout_run', { params: { id } });
const decide = (decision: 'suspend' | 'lift') =>
  maha.call('decide_budget', {
    params: { id: company_id },
    body: { decision, reason: 'Registration' },
  });

describe('a review', () => {
  test('a ticket without a set budget is paid after a review with the documents that its company has accepted', async () => {
    const pending = await requestTicket({ company, agency_id }, '10.00', 1);
    expect(await refusal(review(pending))).toEqual([409, 'review_needs_documents']);
    await company.call('cancel_ticket', { params: { id: pending.id } });
    const ticket = await approved('100.00');
    expect(await refusal(review(ticket))).toEqual([409, 'review_needs_documents']);
    // It is nobody's task before there is something to review it with.
    expect(await waiting()).toEqual([]);
    await acceptTicketDocuments(company, ticket);
    expect(await waiting()).toEqual([ticket.ticket_number]);
    expect(await read(ticket)).toMatchObject({
      reviewers_needed: 1,
      holds: [{ code: 'budget_not_set', since: '2026-02-01', figures: {} }],
    });
    await reviewed(ticket);
    expect(await refusal(review(ticket))).toEqual([409, 'ticket_already_reviewed']);
    expect(await read(ticket)).toMatchObject({ reviewers_needed: null, holds: [] });
    expect(await waiting()).toEqual([]);
    const { run, lines } = await prepare();
    expect(lines.map(({ ticket_number }) => ticket_number)).toEqual([ticket.ticket_number]);
    await discard(run.id);
  });

  test('the company reads why its payment waits, and the agency only that it is being reviewed', async () => {
    const ticket = await accepted('1500.00');
    expect(await toldTo(company, ticket)).toEqual([
      { code: 'budget_not_set', since: '2026-02-01', figures: {} },
      { code: 'unset_budget_above_limit', since: '2026-02-01', figures: {} },
    ]);
    expect(await toldTo(agency, ticket)).toEqual([
      { code: 'payment_in_review', since: '2026-02-01', figures: {} },
    ]);
    expect((await read(ticket)).holds[1]).toEqual({
      code: 'unset_budget_above_limit',
      since: '2026-02-01',
      figures: { open_sar: '1500.00', limit_sar: '1000.00' },
    });
  });

  test('every place tells company and agency the same day of the review, two bank days after the acceptance, and then that it is late', async () => {
    const { ticket_number } = await accepted('100.00');
    const one = <Item extends { ticket_number: string }>({ items }: { items: Item[] }) =>
      items.find((item) => item.ticket_number === ticket_number);
    const everywhere = async () => {
      const told = [];
      for (const who of [company, agency]) {
        told.push((await who.call('read_ticket', { params: { ticket_number } })).review);
        told.push(one(await who.call('list_own_tickets', { query: {} }))?.review);
      }
      const payout = one(await agency.call('list_own_payouts', { query: {} }));
      const { expected_payouts } = await agency.call('agency_dashboard');
      const listed = await agency.call('list_agency_payouts', { query: { window: 'expected' } });
      for (const { items, oldest_ticket_date } of [expected_payouts, listed]) {
        told.push(items.find(({ ticket }) => ticket.ticket_number === ticket_number)?.review);
        // No date by which it is expected stands beside it.
        expect(oldest_ticket_date).toBeNull();
      }
      const { by, is_late, ...sums } = expected_payouts.in_review!;
      expect(sums).toEqual({ count: 1, net_amount: '95.00' });
      const file = await agency.send('list_own_payouts', { query: { format: 'csv' } });
      expect(file.text).toMatch(new RegExp(`${ticket_number},Tuwaiq,[^,]+,,Pending`));
      return new Set(
        [...told, payout?.review, { by, is_late }].map((each) => JSON.stringify(each)),
      );
    };
    const saying = (is_late: boolean) => new Set([`{"by":"2026-02-03","is_late":${is_late}}`]);
    expect(await everywhere()).toEqual(saying(false));
    product.clock.set('2026-02-03T20:00:00Z');
    expect(await everywhere()).toEqual(saying(false));
    product.clock.set('2026-02-03T21:30:00Z');
    expect(await everywhere()).toEqual(saying(true));
    // What is the company's own affair gives the agency no day, in no place.
    await decide('suspend');
    const seen = await agency.call('read_ticket', { params: { ticket_number } });
    const payout = one(await agency.call('list_own_payouts', { query: {} }));
    const { expected_payouts } = await agency.call('agency_dashboard');
    const undated = { by: null, is_late: false };
    expect([seen.review, payout?.review, expected_payouts.items[0]?.review]).toEqual([
      undated,
      undated,
      undated,
    ]);
  });

  test('payouts of which one has no day are not said to be late together', async () => {
    const [found] = await product.rows<{ review: object }>(
      `select payout_page_json(null, null, 2, 200, 10, 190, null, 2, 190, null, true) -> 'in_review' as review`,
    );
    expect(found!.review).toMatchObject({ by: null, is_late: false });
  });

  test('a review does not speak for documents that are accepted later', async () => {
    const ticket = await accepted('100.00');
    await reviewed(ticket);
    product.clock.set('2026-02-10T06:00:00Z');
    await acceptTicketDocuments(company, ticket);
    expect(await codes(ticket)).toEqual(['budget_not_set']);
    expect(await waiting()).toEqual([ticket.ticket_number]);
    // Somebody has read the earlier version.
    expect(await refusal(review(ticket, 1))).toEqual([409, 'review_outdated']);
    expect((await review(ticket, 2)).status).toBe(200);
    expect(await codes(ticket)).toEqual([]);
  });

  test('a review does not outlive a suspension, nor count again after it is lifted', async () => {
    const ticket = await accepted('100.00');
    await reviewed(ticket);
    product.clock.set('2026-02-01T07:00:00Z');
    await decide('suspend');
    expect(await codes(ticket)).toEqual(['budget_suspended']);
    await decide('lift');
    expect(await codes(ticket)).toEqual(['budget_not_set']);
    await reviewed(ticket);
    expect(await codes(ticket)).toEqual([]);
  });

  test('a review that was made before the budget was set counts afterwards', async () => {
    const ticket = await accepted('100.00');
    await reviewed(ticket);
    await earns('100000.00');
    expect(await codes(ticket)).toEqual([]);
  });

  test('of other documents does not count because the company has typed some revenue since', async () => {
    const ticket = await accepted('100.00');
    await reviewed(ticket);
    product.clock.set('2026-02-10T06:00:00Z');
    await acceptTicketDocuments(company, ticket);
    await earns('1.00');
    expect(await codes(ticket)).toEqual(['budget_not_confirmed']);
    expect(await waiting()).toEqual([ticket.ticket_number]);
    expect((await review(ticket, 2)).status).toBe(200);
    expect(await codes(ticket)).toEqual([]);
  });

  test('a review that release 0.2.0 took without documents counts still, as in the run that it has released', async () => {
    const ticket = await accepted('1500.00');
    await earns('1.00');
    expect(await codes(ticket)).toEqual(['budget_not_confirmed', 'unset_budget_above_limit']);
    await product.rows('update tickets set reviewed_by = $2, reviewed_at = $3 where id = $1', [
      ticket.id,
      maha.user_id,
      product.clock.now(),
    ]);
    expect(await codes(ticket)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });
});

describe('above the limit', () => {
  test('two people and a reason let a ticket be paid, on the figures that both have seen', async () => {
    const ticket = await accepted('1000.01');
    expect((await read(ticket)).reviewers_needed).toBe(2);
    expect(await waiting()).toEqual([ticket.ticket_number]);
    expect(await refusal(review(ticket))).toEqual([409, 'review_takes_two']);
    const asked = JSON.parse((await ask(ticket)).text) as { id: string; figures: object };
    expect(asked.figures).toEqual({
      amount_sar: '1000.01',
      open_sar: '1000.01',
      limit_sar: '1000.00',
      document_version: 1,
    });
    await faisal.call('approve_request', { params: { id: asked.id } });
    expect(await read(ticket)).toMatchObject({
      reviewed_by: 'Maha',
      review_approved_by: 'Faisal',
      reviewers_needed: null,
      holds: [],
    });
    const { run } = await prepare();
    expect((await release(run.id)).status).toBe(200);
    tickets = [];
  });

  test('a budget that is set since, and does not hold them, spares no second person', async () => {
    const ticket = await accepted('1500.00');
    await earns('1.00');
    expect(await codes(ticket)).toEqual(['budget_not_confirmed', 'unset_budget_above_limit']);
    expect((await read(ticket)).reviewers_needed).toBe(2);
    expect(await waiting()).toEqual([ticket.ticket_number]);
    expect(await refusal(review(ticket))).toEqual([409, 'review_takes_two']);
    const { id } = JSON.parse((await ask(ticket)).text) as { id: string };
    await faisal.call('approve_request', { params: { id } });
    expect(await codes(ticket)).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('the limit that is shown is the one that counts: a budget that was set since, where that is more', async () => {
    const ticket = await accepted('1500.00');
    await earns('14400.00');
    const { total_approval_budget } = await company.call('read_company');
    expect(total_approval_budget).toBe('1400.00');
    const { holds } = await read(ticket);
    expect(holds.find(({ code }) => code === 'unset_budget_above_limit')?.figures).toEqual({
      open_sar: '1500.00',
      limit_sar: total_approval_budget,
    });
    const asked = JSON.parse((await ask(ticket)).text) as { figures: { limit_sar: string } };
    expect(asked.figures.limit_sar).toBe(total_approval_budget);
  });

  test('up to the limit a second person is not asked', async () => {
    const ticket = await accepted('1000.00');
    expect(await refusal(ask(ticket))).toEqual([409, 'review_takes_one']);
    await reviewed(ticket);
    expect(await refusal(ask(ticket))).toEqual([409, 'review_takes_one']);
  });

  test('a second ticket that crosses the limit holds the first one too, at the release', async () => {
    const first = await accepted('900.00');
    await reviewed(first);
    const { run } = await prepare();
    // It waits for its agency: held funds count.
    const second = await requestTicket({ company, agency_id }, '100.01', 1);
    expect(await refusal(release(run.id))).toEqual([409, 'payout_not_payable']);
    expect(await codes(first)).toEqual(['unset_budget_above_limit']);
    expect(await waiting()).toEqual([first.ticket_number]);
    await company.call('cancel_ticket', { params: { id: second.id } });
    expect(await waiting()).toEqual([]);
    await discard(run.id);
  });

  test('a limit that is crossed after the release stops what no file carries, and recalls nothing', async () => {
    const first = await accepted('500.00');
    await reviewed(first);
    const { run } = await prepare();
    const params = { id: run.id };
    expect((await release(run.id)).status).toBe(200);
    const second = await requestTicket({ company, agency_id }, '500.01', 1);
    await maha.call('make_payout_file', { params });
    const { lines } = await maha.call('read_payout_run', { params });
    expect(lines).toMatchObject([
      { file_no: null, outcome: 'Failed', stop: 'unset_budget_above_limit' },
    ]);
    await company.call('cancel_ticket', { params: { id: second.id } });
    const again = await prepare();
    expect((await release(again.run.id)).status).toBe(200);
    await maha.call('make_payout_file', { params: { id: again.run.id } });
    await requestTicket({ company, agency_id }, '500.01', 1);
    expect(
      (await maha.call('read_payout_run', { params: { id: again.run.id } })).lines,
    ).toMatchObject([{ file_no: 1, outcome: null, obstacle: null }]);
    tickets = [];
  });
});

test('only staff ask to pay a ticket without a set budget', async () => {
  const ticket = await accepted('1500.00');
  for (const stranger of [company, agency])
    expect(await refusal(ask(ticket, stranger))).toEqual([403, 'wrong_role']);
});

test('after the tests of unset budgets every invariant holds', async () => {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
});
