import { afterAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { financeTicket, importStatement } from '#server/product-client/financing.ts';
import { recordProven, writeOff } from '../testing/approvals.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';
import { codeOf } from '../testing/refusals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** What was written off: what it does to the budget, how it comes back, and what each side reads of it. */

let company: Actor;
let agency: Actor;
let agency_id: string;

const { product, maha, faisal } = await startStaffedProduct('2026-06-01T06:00:00Z');
afterAll(() => product.close());

beforeEach(async () => {
  product.clock.set('2026-06-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
});

afterEach(() => expectSoundBooks(product.database));

const financed = (amount: string, months: 1 | 3) =>
  financeTicket([maha, faisal], { company, agency, agency_id }, amount, months);

const lose = (ticket: Ticket) => writeOff([maha, faisal], ticket, 'Insolvent');

const today = () => riyadhDate(product.clock.now());

type Payer = { ticket_number: string } | { company_id: string };

const paid = (amount_sar: string, whose: Payer) => ({
  amount_sar,
  value_date: today(),
  is_another: true,
  ...whose,
});
const record = (amount_sar: string, whose: Payer) =>
  maha.call('record_payment', { body: paid(amount_sar, whose) });
const pay = (amount_sar: string, whose: Payer) =>
  recordProven([maha, faisal], paid(amount_sar, whose));
const named = ({ ticket_number }: Ticket) => ({ ticket_number });

const reverse = (id: string) =>
  maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });

const read = (ticket: Ticket) =>
  company.call('read_ticket', { params: { ticket_number: ticket.ticket_number } });
const historyKinds = async (ticket: Ticket) => (await read(ticket)).story.map(({ kind }) => kind);
const inConsole = (ticket: Ticket) =>
  maha.call('read_financed_ticket', { params: { ticket_number: ticket.ticket_number } });
const budget = () => company.call('company_dashboard').then((screen) => screen.budget);

/** Staff have set a budget. */
const set = ({ company_id }: Ticket, amount: string) =>
  product.rows(
    `update companies set total_approval_budget = $2, budget_decided_by = $3, budget_decided_at = created_at
      where id = $1`,
    [company_id, amount, maha.user_id],
  );

test('recovered losses: a company in default pays its loss before later dues and gets its settlement letter', async () => {
  const lost = await financed('900.00', 1);
  // Its installments are due on 1 July, 1 August and 1 September.
  const later = await financed('300.00', 3);
  const { company_id } = later;
  await lose(lost);
  expect(await budget()).toMatchObject({
    budget_status: 'Suspended',
    suspended_for_ticket: lost.ticket_number,
    unrecovered_loss: '900.00',
    available_budget: '0.00',
  });
  // Named is the ticket that was written off: 400 of its loss, not the installments of July to September.
  const first = await pay('400.00', named(lost));
  expect(first).toMatchObject({
    credit_amount: '0.00',
    allocations: [
      { ticket_number: lost.ticket_number, amount_sar: '400.00', seq: null, is_recovery: true },
    ],
  });
  // Nothing named, and nothing due: 490 is the loss too. It is no credit.
  const second = await pay('490.00', { company_id });
  expect(second).toMatchObject({ credit_amount: '0.00', allocations: [{ is_recovery: true }] });
  // What was lost is owed as before: 900 + 300 − 400 − 490.
  const query = { from: '2026-06-01', to: '2026-06-30' };
  const { items, totals } = await company.call('company_statement', { query });
  expect(items.at(-1)).toMatchObject({
    event: 'loss_recovered',
    in_default: '-490.00',
    balance: '310.00',
  });
  expect(totals).toMatchObject({
    total_increase: '1200.00',
    total_decrease: '890.00',
    closing_balance: '310.00',
    in_default: '10.00',
  });
  // A named ticket with an installment within seven days: that one, the rest of the loss, and then ahead.
  product.clock.set('2026-06-25T09:00:00Z');
  const third = await pay('150.00', named(later));
  expect(
    third.allocations.map(({ amount_sar, seq }) => `${seq}: ${amount_sar}`).toSorted(),
  ).toEqual(['1: 100.00', '2: 40.00', 'null: 10.00']);
  expect((await historyKinds(lost)).at(-1)).toBe('loss_recovered');
  expect(await read(lost)).toMatchObject({ settled_on: '2026-06-25', how_to_pay: null });
  const letter = { params: { ticket_number: lost.ticket_number }, query: { language: 'en' } };
  expect((await company.send('settlement_letter', letter)).status).toBe(200);
  // The bank takes back what had come back: the loss is there again, the letter is not, and the history says so.
  product.clock.set('2026-06-26T09:00:00Z');
  await reverse(second.id);
  expect(await budget()).toMatchObject({ unrecovered_loss: '490.00' });
  expect((await historyKinds(lost)).slice(-2)).toEqual(['payment_returned', 'loss_raised']);
  expect((await company.send('settlement_letter', letter)).status).toBe(404);
});

test('a company sees its defaulted amount beside what it owes and pays it in the same way; for the agency the ticket has ended', async () => {
  const lost = await financed('900.00', 3);
  await pay('350.00', named(lost));
  await lose(lost);
  const loss = {
    written_off_amount: '550.00',
    recovered_amount: '0.00',
    unrecovered_amount: '550.00',
    written_off_on: '2026-06-01',
  };
  const { in_default } = await company.call('company_dashboard');
  expect(in_default).toEqual({
    amount_sar: '550.00',
    count: 1,
    items: [
      { ticket_number: lost.ticket_number, amount_sar: '550.00', written_off_on: '2026-06-01' },
    ],
  });
  expect(await read(lost)).toMatchObject({
    loss,
    unrecovered_loss: '550.00',
    how_to_pay: {
      reference: paymentReference(lost.ticket_number),
      amount_sar: '550.00',
      rest_sar: '550.00',
    },
    // The rows stay what they were.
    installments: [
      { status: 'Paid', paid_amount: '300.00' },
      { status: 'Due', paid_amount: '50.00' },
      { status: 'Due', paid_amount: '0.00' },
    ],
  });
  expect(await inConsole(lost)).toMatchObject({ loss, open_amount: '0.00' });
  const params = { ticket_number: lost.ticket_number };
  expect(await agency.call('read_ticket', { params })).toMatchObject({
    loss: null,
    unrecovered_loss: null,
    how_to_pay: null,
  });
  await pay('550.00', named(lost));
  expect((await company.call('company_dashboard')).in_default).toBeNull();
  expect(await read(lost)).toMatchObject({
    loss: { ...loss, recovered_amount: '550.00', unrecovered_amount: '0.00' },
    how_to_pay: null,
  });
});

test('a transfer for a defaulted amount is reported like any other and recorded as reported', async () => {
  const lost = await financed('900.00', 1);
  await lose(lost);
  const report = async () => {
    const proof = await company.upload('transfer_proof', pdf('Transfer.pdf', ['SAR 900.00']));
    return company.send('report_transfer', {
      params: { id: lost.id },
      body: {
        amount_sar: '900.00',
        transferred_on: '2026-06-01',
        bank_reference: null,
        proof_file: proof.path,
      },
    });
  };
  const { id } = JSON.parse((await report()).text) as { id: string };
  await maha.call('record_reported_transfer', {
    params: { id },
    body: { value_date: '2026-06-01' },
  });
  // It gives no room before it is proven.
  expect(await budget()).toMatchObject({
    unrecovered_loss: '0.00',
    unproven_recoveries: '900.00',
    reductions: [{ amount_sar: '900.00' }],
  });
  expect(await codeOf(report())).toBe('ticket_not_payable');
});

test('a bank line with the reference of a defaulted ticket is certain up to the defaulted amount', async () => {
  const lost = await financed('900.00', 3);
  await lose(lost);
  const reference = paymentReference(lost.ticket_number);
  const importFile = async (...rows: string[]) => {
    const text = ['date,amount,details,bank reference', ...rows].join('\n');
    return importStatement(maha, text);
  };
  const imported = await importFile(
    `2026-06-01,900.00,Payment ${reference},FT${lost.ticket_number}A`,
    `2026-06-01,900.01,Payment ${reference},FT${lost.ticket_number}B`,
  );
  const { id } = imported.statement;
  expect(imported.counts).toMatchObject({ certain: { count: 1, amount_sar: '900.00' } });
  const confirmed = await maha.call('confirm_certain_lines', {
    params: { id },
    body: { count: 1 },
  });
  expect(confirmed).toMatchObject({ confirmed: { count: 1, amount_sar: '900.00' }, demoted: 0 });
  await faisal.call('compare_bank_statement', { params: { id } });
  expect(await budget()).toMatchObject({ unrecovered_loss: '0.00' });
  expect((await historyKinds(lost)).slice(-2)).toEqual(['payment_received', 'loss_recovered']);
});

describe('a budget that a write-off has suspended', () => {
  /** What one asks for and the other approves. */
  const ask = (by: Actor, { company_id: id }: Ticket) =>
    by.call('lift_suspension', { params: { id }, body: { reason: 'They pay again' } });
  const approve = (by: Actor, { id }: { id: string }) =>
    codeOf(by.send('approve_request', { params: { id } }));

  test('a budget suspended by a write-off is restored by two people, and the loss reduces the total', async () => {
    const lost = await financed('900.00', 1);
    await set(lost, '5000.00');
    await lose(lost);
    const params = { id: lost.company_id };
    const alone = { params, body: { decision: 'lift', reason: 'They pay again' } };
    expect(await codeOf(maha.send('decide_budget', alone))).toBe('lift_takes_two');
    const asked = await ask(maha, lost);
    expect(asked).toMatchObject({
      kind: 'lift_suspension',
      company_name: 'Najd Coffee Roasters',
      amount_sar: '900.00',
      is_own: true,
    });
    const { approval_requests } = await faisal.call('read_company_assessment', { params });
    expect(approval_requests).toEqual([{ ...asked, is_own: false }]);
    expect(await budget()).toMatchObject({ budget_status: 'Suspended' });
    expect(await approve(faisal, asked)).toBeNull();
    expect(await budget()).toMatchObject({
      budget_status: 'Preliminary',
      suspended_for_ticket: null,
      total_approval_budget: '5000.00',
      unrecovered_loss: '900.00',
      available_budget: '4100.00',
    });
    const { decisions } = await maha.call('read_company_assessment', { params });
    expect(decisions).toMatchObject([
      { decision: 'lift', decided_by: 'Faisal', reason: 'They pay again', ticket_number: null },
      {
        decision: 'suspend',
        decided_by: 'Faisal',
        reason: null,
        ticket_number: lost.ticket_number,
      },
    ]);
    // Nothing is suspended any more.
    const body = { reason: 'They pay again' };
    expect(await codeOf(maha.send('lift_suspension', { params, body }))).toBe('budget_changed');
  });

  test('a budget suspended by a write-off is not restored on changed figures, and a new loss suspends it again', async () => {
    const lost = await financed('900.00', 1);
    await lose(lost);
    const asked = await ask(maha, lost);
    const payment = await pay('100.00', named(lost));
    expect(await approve(faisal, asked)).toBe('approval_figures_changed');
    await maha.call('withdraw_request', { params: { id: asked.id } });
    expect(await approve(maha, await ask(faisal, lost))).toBeNull();
    expect(await budget()).toMatchObject({
      budget_status: 'Preliminary',
      total_approval_budget: null,
    });
    await reverse(payment.id);
    expect(await budget()).toMatchObject({
      budget_status: 'Suspended',
      suspended_for_ticket: lost.ticket_number,
    });
    // All of it has come back: two people look at it anyway. What nothing has proven yet has not come back for certain.
    const typed = await record('900.00', named(lost));
    expect(await budget()).toMatchObject({
      budget_status: 'Suspended',
      unproven_recoveries: '900.00',
    });
    const early = await ask(maha, lost);
    expect(early.amount_sar).toBe('900.00');
    await faisal.call('confirm_payment', { params: { id: typed.id } });
    expect(await approve(faisal, early)).toBe('approval_figures_changed');
    await maha.call('withdraw_request', { params: { id: early.id } });
    const last = await ask(maha, lost);
    expect(last.amount_sar).toBeNull();
    expect(await approve(faisal, last)).toBeNull();
  });

  test('a budget that staff had suspended keeps their reason and takes two people after a write-off; a suspension by staff alone takes one', async () => {
    const lost = await financed('900.00', 1);
    const params = { id: lost.company_id };
    const decide = (decision: 'suspend' | 'lift') =>
      maha.send('decide_budget', { params, body: { decision, reason: 'Its papers have expired' } });
    expect(await codeOf(decide('suspend'))).toBeNull();
    expect(await codeOf(decide('lift'))).toBeNull();
    await decide('suspend');
    await lose(lost);
    expect(await budget()).toMatchObject({
      suspension_reason: 'Its papers have expired',
      suspended_for_ticket: lost.ticket_number,
    });
    expect(await codeOf(decide('lift'))).toBe('lift_takes_two');
  });
});
