import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import type { Problem } from '#api/wire.ts';
import { requestPayable } from '#server/product-client/financing.ts';
import { recordProven } from '../testing/approvals.ts';
import { giveAgencyIban } from '../testing/ibans.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/**
 * How much one company, and one agency's tickets, may owe us at once, through the public API: of SAR 10,000 a company 10 %,
 * an agency 15 %.
 */

const today = '2026-02-01';
let company: Actor;
let agency: Actor;
let agency_id: string;
let tickets: Ticket[] = [];

const { product, maha, faisal } = await startStaffedProduct(`${today}T06:00:00Z`, {
  CONCENTRATION_BASE_SAR: '10000',
  COMPANY_SHARE_PERCENT: '10',
  AGENCY_SHARE_PERCENT: '15',
});
afterAll(() => product.close());

beforeEach(async () => {
  // Nothing of another test is left for this one's runs.
  for (const { id } of tickets.splice(0))
    await maha.send('close_ticket', { params: { id }, body: { reason: 'End of the test' } });
  [company, agency] = [await aCompany(), await product.signUp('agency')];
  agency_id = await giveAgencyIban(product, maha, agency);
});

async function aCompany(): Promise<Actor> {
  const made = await product.signUp('company');
  await made.call('upsert_company', { body: { name: 'Tuwaiq' } });
  await product.settled();
  return made;
}

async function payable(amount: string, of = company): Promise<Ticket> {
  const ticket = await requestPayable(maha, { company: of, agency, agency_id }, amount, 1);
  tickets.push(ticket);
  return ticket;
}

/** A run; Today, the confirmation before it and the run itself say the same of it and of what it leaves out. */
async function prepare() {
  const { payouts_due } = (await maha.call('operations_overview')).waits;
  const { left_out, ...next } = await maha.call('preview_payout_run');
  const made = await maha.call('prepare_payout_run');
  const { count, amount_sar } = made.run;
  expect([payouts_due, next]).toEqual([
    { count, amount_sar, has_more: false },
    { count, amount_sar },
  ]);
  const reasons = (of: typeof left_out) =>
    of.map(({ ticket_number, reason, amount_sar: sar }) => [ticket_number, reason, sar]);
  expect(reasons(left_out)).toEqual(reasons(made.left_out));
  return made;
}
const release = (id: string) => faisal.send('release_payout_run', { params: { id } });
const discard = (id: string) => faisal.call('discard_payout_run', { params: { id } });
const numbers = (some: readonly { ticket_number: string }[]) =>
  some.map(({ ticket_number }) => ticket_number);
const holdsFor = async (who: Actor, { ticket_number }: Ticket) =>
  (await who.call('read_ticket', { params: { ticket_number } })).holds;
/** The kinds of the mails to the agency about a ticket since it approved it. */
const mailed = async ({ id }: Ticket) => {
  const rows = await product.rows<{ kind: string }>(
    `select coalesce(n.kind, m.kind) as kind from mails m left join notifications n on n.id = m.notification_id
      where coalesce(m.ticket_id, n.subject_id) = $1 and (m.agency_id = $2 or m.user_id = $3)
        and m.kind <> 'new_ticket' order by m.id`,
    [id, agency_id, agency.user_id],
  );
  return rows.map(({ kind }) => kind);
};

test('a run takes the oldest payouts of a company up to its share, and names the others with figures', async () => {
  const [one, two, three] = [
    await payable('600.00'),
    await payable('500.00'),
    await payable('400.00'),
  ];
  const { run, lines, left_out } = await prepare();
  // The third one fits where the second does not.
  expect(numbers(lines)).toEqual(numbers([one, three]));
  expect(left_out).toMatchObject([
    {
      ticket_number: two.ticket_number,
      reason: 'company_share',
      figures: { unpaid_sar: '1500.00', limit_sar: '1000.00' },
    },
  ]);
  // The company reads no figure, the agency nothing of the company.
  expect(await holdsFor(company, two)).toEqual([
    { code: 'company_share', since: today, figures: {} },
  ]);
  expect(await holdsFor(agency, two)).toEqual([
    { code: 'payment_in_review', since: today, figures: {} },
  ]);
  const { expected_payouts } = await agency.call('agency_dashboard');
  const read = await agency.call('read_ticket', { params: { ticket_number: two.ticket_number } });
  const listed = expected_payouts.items.find(({ ticket_id }) => ticket_id === two.id);
  expect([listed?.review, read.review]).toEqual([
    { by: null, is_late: false },
    { by: null, is_late: false },
  ]);
  expect((await release(run.id)).status).toBe(200);
  // What was paid out counts as long as it is not repaid.
  const again = await maha.send('prepare_payout_run');
  expect(JSON.parse(again.text) as Problem).toMatchObject({
    code: 'no_payouts_due',
    holds: [
      {
        ticket_number: two.ticket_number,
        code: 'company_share',
        figures: { unpaid_sar: '1500.00', limit_sar: '1000.00' },
      },
    ],
  });
  const { company: row } = await company.call('company_dashboard');
  await recordProven([maha, faisal], {
    amount_sar: '500.00',
    value_date: today,
    company_id: row.id,
  });
  const next = await prepare();
  expect(numbers(next.lines)).toEqual([two.ticket_number]);
  await discard(next.run.id);
});

test("an agency's tickets of different companies are held above its share", async () => {
  const [one, two] = [await payable('900.00'), await payable('700.00', await aCompany())];
  const { run, lines, left_out } = await prepare();
  expect(numbers(lines)).toEqual([one.ticket_number]);
  expect(left_out).toMatchObject([
    {
      ticket_number: two.ticket_number,
      reason: 'agency_share',
      figures: { unpaid_sar: '1600.00', limit_sar: '1500.00' },
    },
  ]);
  // Another run does not take it as long as the first one is open.
  expect((await maha.send('prepare_payout_run')).status).toBe(409);
  await discard(run.id);
  const next = await prepare();
  expect(numbers(next.lines)).toEqual([one.ticket_number]);
  await discard(next.run.id);
});

test('what reopens before the release refuses it with figures; what reopens before the file stops it, and the agency is told that it is paid later', async () => {
  const one = await payable('600.00');
  const first = await prepare();
  expect((await release(first.run.id)).status).toBe(200);
  const { company: row } = await company.call('company_dashboard');
  const payment = await recordProven([maha, faisal], {
    amount_sar: '600.00',
    value_date: today,
    company_id: row.id,
  });
  const two = await payable('700.00');
  const { run } = await prepare();
  const params = { id: run.id };
  await maha.call('reverse_payment', {
    params: { id: payment.id },
    body: { reason: 'Recalled by the bank' },
  });
  const refused = JSON.parse((await release(run.id)).text) as Problem;
  expect(refused).toMatchObject({
    code: 'payout_not_payable',
    holds: [
      {
        ticket_number: two.ticket_number,
        code: 'company_share',
        figures: { unpaid_sar: '1300.00', limit_sar: '1000.00' },
      },
    ],
  });
  expect((await maha.call('read_payout_run', { params })).lines).toMatchObject([
    { obstacle: 'company_share', figures: { unpaid_sar: '1300.00', limit_sar: '1000.00' } },
  ]);
  const again = await recordProven([maha, faisal], {
    amount_sar: '600.00',
    value_date: today,
    company_id: row.id,
  });
  expect((await release(run.id)).status).toBe(200);
  await maha.call('reverse_payment', {
    params: { id: again.id },
    body: { reason: 'Recalled by the bank' },
  });
  await maha.call('make_payout_file', { params });
  expect((await maha.call('read_payout_run', { params })).lines).toMatchObject([
    { outcome: 'Failed', stop: 'company_share', file_no: null },
  ]);
  expect(await mailed(two)).toEqual(['payout_postponed']);
  expect(one.status).toBe('PendingAgencyApproval');
});

test('after the tests of concentration every invariant holds', async () => {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
});
