import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { codeOf } from '../testing/refusals.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';
import { ticketMoney } from '../testing/ticket-money.ts';

/** Small rests of tickets that staff settle as bank charges, through the public API. */

let company: Actor;
let agency: Actor;
let agency_id: string;

const staffed = await startStaffedProduct('2026-02-01T06:00:00Z');
const { product, maha, faisal } = staffed;
afterAll(() => product.close());
const money = ticketMoney(staffed, () => ({ company, agency, agency_id }));

beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
});
afterEach(() => expectSoundBooks(product.database));

const read = ({ ticket_number }: Ticket) =>
  company.call('read_ticket', { params: { ticket_number } });
const listed = async () =>
  (await maha.call('list_small_rests')).items.map(({ ticket, rest_sar }) => [
    ticket.ticket_number,
    rest_sar,
  ]);
const settle = ({ id }: Ticket, amount_sar: string) =>
  maha.send('settle_bank_charges', {
    params: { id },
    body: { amount_sar, reason: 'A bank on the way kept it' },
  });

/** A ticket of which the bank has kept a rest: everything else is paid and proven. */
async function shortOf(rest: string, amount = '300.00') {
  const ticket = await money.financed(amount, 1);
  const paid = decimalFromHalalas(halalasFromDecimal(amount) - halalasFromDecimal(rest));
  const payment = await money.pay(paid, ticket);
  return { ticket, payment };
}

test('a small rest is settled by one person as an expense, and the ticket is completed and never called paid', async () => {
  const { ticket } = await shortOf('1.15');
  expect(await listed()).toEqual([[ticket.ticket_number, '1.15']]);
  expect(await read(ticket)).toMatchObject({
    small_rest_sar: '1.15',
    ticket: { status: 'Active' },
  });
  expect((await maha.call('operations_overview')).waits.small_rests).toMatchObject({ count: 1 });
  await money.startOfMoves();
  expect(await codeOf(settle(ticket, '1.14'))).toBe('no_small_rest');
  expect(await codeOf(settle(ticket, '1.15'))).toBeNull();
  expect(await money.moved()).toEqual({ bank_charges: 1.15, receivable: -1.15 });
  expect(await codeOf(settle(ticket, '1.15'))).toBe('no_small_rest');
  const { story, ...details } = await read(ticket);
  expect(details).toMatchObject({
    small_rest_sar: null,
    ticket: { status: 'Completed' },
    installments: [{ status: 'Paid', paid_amount: '300.00', bank_charges: '1.15' }],
    payments: [{ paid_amount: '298.85' }],
  });
  expect(story.slice(-3).map(({ kind, amount_sar }) => [kind, amount_sar])).toEqual([
    ['payment_received', '298.85'],
    ['bank_charges_settled', '1.15'],
    ['completed', null],
  ]);
  const { items } = await company.call('company_statement', {
    query: { from: '2026-02-01', to: '2026-02-01' },
  });
  expect(items.at(-1)).toMatchObject({ event: 'bank_charges_settled', decrease: '1.15' });
  expect(await listed()).toEqual([]);
});

test('a rest above SAR 5.00 or 1% of its installment is not settled', async () => {
  for (const [rest, amount] of [
    ['5.01', '900.00'],
    ['3.01', '300.00'],
  ] as const) {
    const { ticket } = await shortOf(rest, amount);
    expect(await codeOf(settle(ticket, rest))).toBe('no_small_rest');
  }
});

test('bank charges are undone with the payment beside them, and never become credit', async () => {
  const { ticket, payment } = await shortOf('1.15');
  await settle(ticket, '1.15');
  await money.startOfMoves();
  await maha.call('reverse_payment', { params: { id: payment.id }, body: { reason: 'Recalled' } });
  expect(await money.moved()).toEqual({ bank: -298.85, bank_charges: -1.15, receivable: 300 });
  const { story, ...details } = await read(ticket);
  expect(details).toMatchObject({
    ticket: { status: 'Active' },
    installments: [{ paid_amount: '0.00', bank_charges: '0.00' }],
  });
  expect(story.map(({ kind }) => kind)).toContain('bank_charges_undone');
});

test('bank charges are undone with the payout, and only what was paid is credit', async () => {
  const ticket = await money.approved('300.00', 1);
  const run = await maha.call('prepare_payout_run');
  await faisal.call('release_payout_run', { params: { id: run.run.id } });
  await money.pay('298.85', ticket);
  await settle(ticket, '1.15');
  const [{ payout_id } = { payout_id: '' }] = run.lines;
  await maha.call('fail_payout_line', {
    params: { id: run.run.id, payout_id },
    body: { reason: 'Account closed' },
  });
  const credit = await product.rows<{ sum: string }>(
    'select sum(credit_amount)::text as sum from payments where company_id = $1',
    [ticket.company_id],
  );
  expect(credit).toEqual([{ sum: '298.85' }]);
});

test('bank charges give way to the money that comes after all, and to no less', async () => {
  const { ticket } = await shortOf('1.15');
  await settle(ticket, '1.15');
  await money.startOfMoves();
  expect(await money.pay('0.50', ticket)).toMatchObject({ credit_amount: '0.50' });
  expect(await money.pay('1.15', ticket)).toMatchObject({ credit_amount: '0.00' });
  expect(await money.moved()).toEqual({ bank: 1.65, bank_charges: -1.15, company_credit: -0.5 });
  expect(await read(ticket)).toMatchObject({
    ticket: { status: 'Completed' },
    installments: [{ paid_amount: '300.00', bank_charges: '0.00' }],
  });
});

test('six rests of SAR 4.90 are more than SAR 25.00 together: all of them count again, until one is settled', async () => {
  const tickets: Ticket[] = [];
  const short = async () => tickets.push((await shortOf('4.90', '490.00')).ticket);
  const rests = async () =>
    Promise.all(tickets.map(async (one) => (await read(one)).small_rest_sar));
  for (let n = 0; n < 5; n += 1) await short();
  expect(await rests()).toEqual(Array(5).fill('4.90'));
  await short();
  expect(await rests()).toEqual(Array(6).fill(null));
  expect(await codeOf(settle(tickets[0]!, '4.90'))).toBeNull();
  expect(await rests()).toEqual([null, ...Array<string>(5).fill('4.90')]);
});

test('beyond SAR 25.00 of a company within twelve months two people settle', async () => {
  const short = async () => (await shortOf('4.90', '490.00')).ticket;
  for (let n = 0; n < 5; n += 1) expect(await codeOf(settle(await short(), '4.90'))).toBeNull();
  const ticket = await short();
  expect(await codeOf(settle(ticket, '4.90'))).toBe('bank_charges_take_two');
  const { id } = await maha.call('settle_further_bank_charges', {
    params: { id: ticket.id },
    body: { reason: 'Its bank keeps something each time' },
  });
  expect(await codeOf(maha.send('approve_request', { params: { id } }))).toBe(
    'own_request_refused',
  );
  await faisal.call('approve_request', { params: { id } });
  expect(await read(ticket)).toMatchObject({ ticket: { status: 'Completed' } });
  product.clock.set('2027-02-01T07:00:00Z');
  await product.rows(
    `update payment_allocations set allocated_at = '2026-02-01T06:00:00Z' where payment_id is null`,
  );
  expect(await codeOf(settle(await short(), '4.90'))).toBeNull();
});
