import { afterAll, beforeEach, expect, test } from 'vitest';
import type { TicketDetails } from '#api/tickets.ts';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { ticketOfReference } from '#domain/servicing/payment-reference.ts';
import {
  confirmPaid,
  makePayable,
  releaseRun,
  requestTicket,
} from '#server/product-client/financing.ts';
import { recordProven, refund, writeOff } from '../testing/approvals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** What the two parties of a financed ticket read while money moves, through the public API, with a moved clock. */

let company: Actor;
let agency: Actor;
let agency_id: string;
let ticket: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 1,000.00 of one company with one agency, requested and approved on 1 February at 9 in Riyadh. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
  ticket = await requestTicket({ company, agency_id }, '1000.00', 3);
  product.clock.set('2026-02-01T07:00:00Z');
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  await makePayable({ staff: maha, company }, ticket);
});

const on = (day: string) => product.clock.set(`${day}T09:00:00Z`);

/** What is due is sent; gives the run and the line of this ticket's payout. */
async function send() {
  const { run, lines } = await releaseRun([maha, faisal]);
  const { payout_id } = lines.find((line) => line.ticket_number === ticket.ticket_number)!;
  return { id: run.id, payout_id };
}

const confirm = ({ id, payout_id }: { id: string; payout_id: string }) =>
  confirmPaid(maha, id, [payout_id]);

const pay = (amount_sar: string, value_date: string, reason?: string) =>
  recordProven([maha, faisal], {
    amount_sar,
    value_date,
    ticket_number: ticket.ticket_number,
    ...(reason && { reason }),
  });

const read = async (actor: Actor): Promise<TicketDetails> => {
  const params = { ticket_number: ticket.ticket_number };
  return readTicket.reply.parse(await actor.call('read_ticket', { params }));
};

const told = async (actor: Actor) =>
  (await read(actor)).story.map(({ kind, amount_sar }) =>
    amount_sar === null ? kind : `${kind} ${amount_sar}`,
  );

test('a company is told how to pay from the payout on, until nothing is left', async () => {
  expect((await read(company)).how_to_pay).toBeNull();
  on('2026-02-03');
  await confirm(await send());
  // Due on 1 March, 1 April and 1 May: 333.33, 333.33 and 333.34.
  const { how_to_pay } = await read(company);
  expect(how_to_pay).toMatchObject({
    beneficiary: 'Hamla',
    iban: 'SA0380000000608010167519',
    amount_sar: '333.33',
    rest_sar: '1000.00',
  });
  expect(ticketOfReference(how_to_pay!.reference)).toBe(ticket.ticket_number);
  await pay('100.00', '2026-02-03');
  expect((await read(company)).how_to_pay).toMatchObject({
    amount_sar: '233.33',
    rest_sar: '900.00',
  });
  // The first two have passed: 233.33 + 333.33.
  on('2026-04-02');
  expect((await read(company)).how_to_pay).toMatchObject({
    amount_sar: '566.66',
    rest_sar: '900.00',
  });
  await pay('900.00', '2026-04-02');
  expect(await read(company)).toMatchObject({ ticket: { status: 'Completed' }, how_to_pay: null });
});

test('the company reads what was paid of each installment and by which payment, exactly', async () => {
  on('2026-02-03');
  await confirm(await send());
  on('2026-02-20');
  await pay('100.00', '2026-02-19');
  on('2026-02-25');
  // 233.33 completes the first, the other 16.67 begin the second.
  const second = await pay('250.00', '2026-02-25');
  const paid = async () =>
    (await read(company)).installments!.map((one) => [
      one.status,
      one.amount_sar,
      one.paid_amount,
      one.paid_on,
    ]);
  expect(await paid()).toEqual([
    ['Paid', '333.33', '333.33', '2026-02-25'],
    ['Due', '333.33', '16.67', null],
    ['Due', '333.34', '0.00', null],
  ]);
  const payments = async () =>
    (await read(company)).payments!.map((one) => [
      one.value_date,
      one.amount_sar,
      one.paid_amount,
      one.reversed_at === null ? 'stands' : 'reversed',
    ]);
  expect(await payments()).toEqual([
    ['2026-02-25', '250.00', '250.00', 'stands'],
    ['2026-02-19', '100.00', '100.00', 'stands'],
  ]);

  on('2026-03-02');
  await faisal.call('reverse_payment', {
    params: { id: second.id },
    body: { reason: 'Recalled by the bank' },
  });
  // Of the first, 233.33 are open again; its day has passed.
  expect(await paid()).toEqual([
    ['Overdue', '333.33', '100.00', null],
    ['Due', '333.33', '0.00', null],
    ['Due', '333.34', '0.00', null],
  ]);
  expect(await payments()).toEqual([
    ['2026-02-25', '250.00', '250.00', 'reversed'],
    ['2026-02-19', '100.00', '100.00', 'stands'],
  ]);

  // SAR 50.00 more than the 900.00 that are left: kept for the company.
  on('2026-03-05');
  await pay('950.00', '2026-03-05');
  expect((await payments())[0]).toEqual(['2026-03-05', '950.00', '900.00', 'stands']);
});

test('a payment before the payout pays nothing yet and is listed', async () => {
  await pay('400.00', '2026-02-01', 'Paid ahead');
  const { payments, installments } = await read(company);
  expect(payments).toMatchObject([{ amount_sar: '400.00', paid_amount: '0.00' }]);
  expect(installments!.map(({ paid_amount }) => paid_amount)).toEqual(['0.00', '0.00', '0.00']);
});

test('an amount that is typed whole, in whichever digits, finds the tickets, payments and payouts of that amount', async () => {
  on('2026-02-02');
  await pay('1000.00', '2026-02-02', 'Early');
  const find = (by: Actor, text: string) => by.call('search_own', { query: { text } });
  for (const text of ['1,000.00', '1000', '١٬٠٠٠٫٠٠']) {
    const { tickets, payments } = await find(company, text);
    expect([tickets.length, payments.map((one) => one.amount_sar)]).toEqual([1, ['1000.00']]);
  }
  const { tickets, payouts } = await find(agency, '٩٥٠');
  expect([tickets, payouts.map((one) => one.net_amount)]).toEqual([[], ['950.00']]);
  expect((await find(agency, '1000')).tickets).toHaveLength(1);
  const counts = async (text: string) => [
    (await company.call('list_own_tickets', { query: { text } })).count,
    (await agency.call('list_own_payouts', { query: { text } })).count,
  ];
  expect(await counts('1000')).toEqual([1, 0]);
  expect(await counts('950.00')).toEqual([0, 1]);
  expect(await counts('100')).toEqual([0, 0]);
});

test('a company finds the agencies that it may ask by their names, with tickets or without; an agency finds none', async () => {
  const name = `Rimal ${agency_id}`;
  const stranger = await product.signUp('agency');
  const asked = await stranger.call('upsert_agency', { body: { name } });
  const { agencies, parties } = await company.call('search_own', { query: { text: name } });
  expect([agencies.map(({ id }) => id), parties]).toEqual([[asked.id], []]);
  expect((await agency.call('search_own', { query: { text: name } })).agencies).toEqual([]);
});

/** Makes the files of what other tests have released. */
async function fileWhatIsReleased(): Promise<void> {
  for (const { id } of (await maha.call('list_payout_runs')).items) {
    const { next_file } = await maha.call('read_payout_run', { params: { id } });
    if (next_file.count > 0) await maha.call('make_payout_file', { params: { id } });
  }
}

test('a released payout is sent once a file for the bank carries it: until then it has no day, no mail and no advice', async () => {
  const mails = () =>
    product.rows(`select from mails where kind = 'payout_sent' and ticket_id = $1`, [ticket.id]);
  const advice = () =>
    agency.send('remittance_advice', {
      params: { ticket_number: ticket.ticket_number },
      query: { language: 'en' },
    });
  const listed = async () =>
    (await agency.call('list_own_payouts', { query: {} })).items.map(({ sent_on }) => sent_on);
  const remittances = async () =>
    (await agency.call('list_remittances', { query: { from: '2026-02-01', to: '2026-02-28' } }))
      .totals.count;
  const months = async () =>
    (await agency.call('read_payouts_by_month')).months.map(({ count }) => count);
  /** In the agency's list and its file by the shown status, on its dashboard, and in the console. */
  const counted = async () => {
    const found = async (status: 'Released' | 'Sent') =>
      (await agency.call('list_own_payouts', { query: { status } })).items.length;
    const file = await agency.send('list_own_payouts', { query: { format: 'csv' } });
    const { released_payouts } = await agency.call('agency_dashboard');
    const { pending, sent } = (await maha.call('read_agency_desk', { params: { id: agency_id } }))
      .payouts;
    return {
      released: [await found('Released'), released_payouts.amount_sar, pending.amount_sar],
      sent: [await found('Sent'), sent.amount_sar],
      file: /,(Released|Sent),/.exec(file.text)?.[1],
    };
  };
  on('2026-02-03');
  const waits = async () => {
    const { payouts_to_instruct, payouts_sent } = (await maha.call('operations_overview')).waits;
    return [payouts_to_instruct.count, payouts_sent.count] as const;
  };
  const [released, sent] = await waits();
  const { id } = await send();
  const { payout, story } = await read(agency);
  expect(payout).toMatchObject({ status: 'Sent', sent_on: null });
  expect(story.at(-1)?.kind).toBe('paid_out');
  expect([await listed(), await remittances(), (await advice()).status]).toEqual([[null], 0, 404]);
  expect(await mails()).toHaveLength(0);
  expect(Math.max(...(await months()))).toBe(0);
  // Of other tests too.
  const { count } = (await maha.call('read_payout_run', { params: { id } })).next_file;
  expect(await waits()).toEqual([released + count, sent]);
  expect(await counted()).toEqual({
    released: [1, '950.00', '950.00'],
    sent: [0, '0.00'],
    file: 'Released',
  });
  on('2026-02-05');
  await maha.call('make_payout_file', { params: { id } });
  expect((await read(agency)).payout?.sent_on).toBe('2026-02-05');
  expect((await told(company)).at(-1)).toBe('payout_sent');
  expect([await listed(), await remittances(), (await advice()).status]).toEqual([
    ['2026-02-05'],
    1,
    200,
  ]);
  expect(await mails()).toHaveLength(1);
  expect(Math.max(...(await months()))).toBe(1);
  expect(await waits()).toEqual([released, sent + count]);
  expect(await counted()).toEqual({
    released: [0, '0.00', '0.00'],
    sent: [1, '950.00'],
    file: 'Sent',
  });
});

test('a payout that no file carries at the end of the bank day of its release is the first task, with its day', async () => {
  const since = async () => (await maha.call('operations_overview')).payouts_to_instruct_since;
  await fileWhatIsReleased();
  // A Friday: the bank day that follows is Sunday.
  on('2026-02-06');
  const { id } = await send();
  expect(await since()).toBeNull();
  on('2026-02-08');
  expect(await since()).toBeNull();
  on('2026-02-09');
  expect(await since()).toBe('2026-02-06');
  await maha.call('make_payout_file', { params: { id } });
  expect(await since()).toBeNull();
});

test("a ticket's history shows the company its payments and the agency the arrival of the payout", async () => {
  on('2026-02-03');
  const sent = await send();
  await maha.call('make_payout_file', { params: { id: sent.id } });
  expect((await read(agency)).payout).toMatchObject({
    status: 'Sent',
    sent_on: '2026-02-03',
    confirmed_on: null,
  });
  on('2026-02-04');
  await confirm(sent);
  expect((await read(agency)).payout).toMatchObject({
    status: 'Confirmed',
    sent_on: '2026-02-03',
    confirmed_on: '2026-02-04',
  });
  on('2026-02-10');
  const payment = await pay('1200.00', '2026-02-10');
  on('2026-02-11');
  await faisal.call('reverse_payment', {
    params: { id: payment.id },
    body: { reason: 'Recalled' },
  });
  on('2026-02-12');
  await writeOff([maha, faisal], ticket, 'Closed down');
  expect(await told(company)).toEqual([
    'submitted',
    'approved',
    'documents_accepted',
    'paid_out',
    'payout_sent',
    // 200.00 of the transfer were more than the ticket.
    'payment_received 1000.00',
    'completed',
    'payment_returned 1000.00',
    'reopened',
    'written_off',
  ]);
  expect(await told(agency)).toEqual([
    'submitted',
    'approved',
    'documents_accepted',
    'paid_out',
    'payout_sent',
    'payout_arrived',
    'completed',
    'reopened',
    'written_off',
  ]);
  // What was written off is owed as before.
  expect(await read(company)).toMatchObject({
    payout: null,
    how_to_pay: { amount_sar: '1000.00', rest_sar: '1000.00' },
  });
  expect(await read(agency)).toMatchObject({
    installments: null,
    payments: null,
    how_to_pay: null,
  });
});

test('a returned payout has no day; what was paid is kept, and no due dates run', async () => {
  on('2026-02-03');
  const { id, payout_id } = await send();
  await pay('333.33', '2026-02-03');
  await maha.call('make_payout_file', { params: { id } });
  on('2026-02-05');
  await maha.call('fail_payout_line', {
    params: { id, payout_id },
    body: { reason: 'Unknown account' },
  });
  expect((await read(agency)).payout).toMatchObject({
    status: 'Pending',
    sent_on: null,
    confirmed_on: null,
  });
  expect(await read(company)).toMatchObject({
    ticket: { status: 'Approved' },
    how_to_pay: null,
    payments: [{ amount_sar: '333.33', paid_amount: '0.00', reversed_at: null }],
  });
  expect((await told(company)).at(-1)).toBe('payout_failed');
});

test('another company and another agency read nothing of a ticket that is being repaid', async () => {
  await confirm(await send());
  await pay('10.00', '2026-02-01');
  for (const stranger of [await product.signUp('company'), await product.signUp('agency')]) {
    const params = { ticket_number: ticket.ticket_number };
    const { status, text } = await stranger.send('read_ticket', { params });
    expect([status, JSON.parse(text).code]).toEqual([404, 'not_found']);
    expect(text).not.toContain('10.00');
  }
});

test('the dashboards show each move of money: lists, next payment, timeline, expected payment', async () => {
  const companyScreen = () => company.call('company_dashboard');
  const agencyScreen = () => agency.call('agency_dashboard');
  // Approved: a plan, nothing owed, and the payout is expected.
  expect(await companyScreen()).toMatchObject({
    current_tickets: { items: [{ status: 'Approved' }] },
    next_due: { due_date: '2026-03-01', amount_sar: '333.33' },
    next_owed: null,
    overdue_owed: null,
  });
  expect((await agencyScreen()).expected_payouts).toMatchObject({ count: 1, net_amount: '950.00' });
  // Sent: Active in the same lists, owed, and no longer expected.
  on('2026-02-03');
  const sent = await send();
  expect(await companyScreen()).toMatchObject({
    current_tickets: { items: [{ status: 'Active' }] },
    next_owed: { due_date: '2026-03-01', amount_sar: '333.33' },
  });
  expect(await agencyScreen()).toMatchObject({
    expected_payouts: { count: 0, net_amount: '0.00' },
    late_payouts: { count: 0 },
    approved_tickets: { items: [{ status: 'Active' }] },
  });
  await confirm(sent);
  // The first is paid on its day, and a part of the second: a dot each, Paid and Due.
  on('2026-03-01');
  await pay('433.33', '2026-03-01');
  expect(await companyScreen()).toMatchObject({
    next_due: { due_date: '2026-04-01', amount_sar: '233.33' },
    next_owed: { due_date: '2026-04-01', amount_sar: '233.33' },
    upcoming_installments: {
      items: [
        { due_date: '2026-03-01', status: 'Paid' },
        { due_date: '2026-04-01', status: 'Due', paid_amount: '100.00' },
        { due_date: '2026-05-01', status: 'Due' },
      ],
    },
  });
  on('2026-04-02');
  expect(await companyScreen()).toMatchObject({
    overdue_owed: { due_date: '2026-04-01', amount_sar: '233.33', count: 1 },
    overdue_installments: { count: 1, amount_sar: '233.33', items: [{ status: 'Overdue' }] },
    upcoming_installments: { items: [{ due_date: '2026-05-01', status: 'Due' }] },
  });
  await pay('566.67', '2026-04-02');
  expect(await companyScreen()).toMatchObject({
    current_tickets: { count: 0 },
    old_tickets: { items: [{ status: 'Completed' }] },
    next_due: null,
    overdue_owed: null,
    upcoming_installments: { count: 0 },
  });
  expect(await agencyScreen()).toMatchObject({
    approved_tickets: { count: 0 },
    ticket_history: { items: [{ status: 'Completed' }] },
  });
});

test('open screens of both parties get an event for every move of money that concerns them', async () => {
  const [atCompany, atAgency] = [await company.listen(), await agency.listen()];
  const sent = await send();
  await atCompany.hears('release_ticket');
  await atAgency.hears('release_ticket');
  await confirm(sent);
  await atAgency.hears('confirm_payout');
  const part = await pay('100.00', '2026-02-01');
  await atCompany.hears('record_payment');
  await faisal.call('reverse_payment', { params: { id: part.id }, body: { reason: 'Recalled' } });
  await atCompany.hears('reverse_payment');
  const { id } = await maha.call('record_payment', {
    body: { amount_sar: '1500.00', value_date: '2026-02-01', is_another: true },
  });
  await maha.call('identify_payment', {
    params: { id },
    body: { ticket_number: ticket.ticket_number },
  });
  await atCompany.hears('identify_payment');
  await faisal.call('confirm_payment', { params: { id } });
  await atAgency.hears('complete_ticket');
  await atCompany.hears('complete_ticket');
  await refund(product, [maha, faisal], { id }, '500.00');
  await atCompany.hears('refund_credit');
  expect((await read(company)).ticket.status).toBe('Completed');
  await Promise.all([atCompany.close(), atAgency.close()]);
});
