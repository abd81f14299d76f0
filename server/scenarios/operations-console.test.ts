import { afterAll, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { financeTicket, requestTicket } from '#server/product-client/financing.ts';
import { prove, writeOff } from '../testing/approvals.ts';
import { giveAgencyIban } from '../testing/ibans.ts';
import { startStaffedProduct } from '../testing/parties.ts';

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const [company, agency] = [await product.signUp('company'), await product.signUp('agency')];
await company.call('upsert_company', { body: { name: 'Najd 100% Coffee', phone: '0112345678' } });
afterAll(() => product.close());

async function financed(amount: string, months: 1 | 2 | 3): Promise<Ticket> {
  const agency_id = await giveAgencyIban(product, maha, agency);
  return financeTicket([maha, faisal], { company, agency, agency_id }, amount, months);
}

test('a payout is due once its ticket is reviewed and its documents are accepted, for 7 days', async () => {
  const agency_id = await giveAgencyIban(product, maha, agency);
  const ticket = await requestTicket({ company, agency_id }, '100.00', 1);
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  const due = async () => (await maha.call('operations_overview')).waits.payouts_due;
  const none = { count: 0, has_more: false, amount_sar: '0.00' };
  expect(await due()).toEqual(none);
  await acceptTicketDocuments(company, ticket);
  expect(await due()).toEqual(none);
  await maha.call('review_ticket', { params: { id: ticket.id } });
  expect(await due()).toEqual({ count: 1, has_more: false, amount_sar: '95.00' });
  product.clock.set('2026-02-09T06:00:00Z');
  expect(await due()).toEqual(none);
  product.clock.set('2026-02-01T06:00:00Z');
  await maha.call('close_ticket', {
    params: { id: ticket.id },
    body: { reason: 'End of this test' },
  });
});

const overdue = async (age: 'days_1_7' | 'days_8_30' | 'days_31_60' | 'days_60_plus') =>
  (await maha.call('list_overdue_installments', { query: { age } })).items;

test('an overdue installment is listed in its age group alone, the longest due first, with what is left of it', async () => {
  // Due on 1 March, 1 April and 1 May.
  const ticket = await financed('300.00', 3);
  product.clock.set('2026-03-01T09:00:00Z');
  expect(await overdue('days_1_7')).toEqual([]);
  product.clock.set('2026-03-02T09:00:00Z');
  const [first] = await overdue('days_1_7');
  expect(first).toMatchObject({
    ticket_number: ticket.ticket_number,
    seq: 1,
    due_date: '2026-03-01',
    open_amount: '100.00',
    company_name: 'Najd 100% Coffee',
    company_phone: '+966112345678',
    days_late: 1,
  });
  expect(first!.reminded_on).toBeNull();
  // The reminder of the due date was sent; that of the day after could not be.
  await product.rows(
    `insert into reminders (installment_id, due_date, reminder_day, mail_day)
     select $1, '2026-03-01', d, '2026-03-01'::date + d from generate_series(0, 1) d`,
    [first!.id],
  );
  await product.rows(
    `insert into mails (kind, company_id, day, queued_at, due_at, settled_at, outcome)
     select 'reminder', $1, ended::date, ended, ended, ended, outcome
       from (values ('2026-03-01T06:00Z'::timestamptz, 'Sent'), ('2026-03-02T06:00Z', 'Failed')) m (ended, outcome)`,
    [first!.company_id],
  );
  expect(await overdue('days_1_7')).toMatchObject([{ seq: 1, reminded_on: '2026-03-01' }]);
  await maha.call('record_payment', {
    body: {
      amount_sar: '40.00',
      value_date: '2026-03-02',
      ticket_number: ticket.ticket_number,
    },
  });
  expect(await overdue('days_1_7')).toMatchObject([{ seq: 1, open_amount: '60.00' }]);
  // 62, 31 and 1 day after.
  product.clock.set('2026-05-02T09:00:00Z');
  expect(await overdue('days_60_plus')).toMatchObject([{ seq: 1 }]);
  expect(await overdue('days_31_60')).toMatchObject([{ seq: 2 }]);
  expect(await overdue('days_8_30')).toEqual([]);
  expect(await overdue('days_1_7')).toMatchObject([{ seq: 3 }]);
  const { overdue: sums } = await maha.call('operations_overview');
  expect(sums.days_60_plus).toEqual({ count: 1, has_more: false, amount_sar: '60.00' });
  // What is overdue would stop the requests of the tests below.
  const payment = await maha.call('record_payment', {
    body: {
      amount_sar: '260.00',
      value_date: '2026-05-02',
      ticket_number: ticket.ticket_number,
    },
  });
  await prove([maha, faisal], payment);
});

test('staff read a ticket with what is owed, what was paid and the run that paid its agency', async () => {
  const ticket = await financed('200.00', 2);
  const read = () =>
    faisal.call('read_financed_ticket', { params: { ticket_number: ticket.ticket_number } });
  const details = await read();
  expect(details).toMatchObject({
    ticket: { id: ticket.id, status: 'Active' },
    payout: { status: 'Confirmed', gross_amount: '200.00', net_amount: '190.00' },
    open_amount: '200.00',
    is_in_open_run: false,
  });
  expect(details.installments.map(({ amount_sar }) => amount_sar)).toEqual(['100.00', '100.00']);
  await writeOff([maha, faisal], ticket, 'The company is insolvent');
  expect(await read()).toMatchObject({ ticket: { status: 'Closed' }, open_amount: '0.00' });
  await expect(
    faisal.call('read_financed_ticket', { params: { ticket_number: 'HM-000001' } }),
  ).rejects.toThrow('not_found');
});

test('companies are found by a part of their name, in which wildcard characters stand for themselves', async () => {
  const found = async (search: string) =>
    (await maha.call('find_companies', { query: { search } })).items.map(({ name }) => name);
  expect(await found('coffee')).toEqual(['Najd 100% Coffee']);
  expect(await found('100%')).toEqual(['Najd 100% Coffee']);
  expect(await found('1%0')).toEqual([]);
});

test('one letter or two find the companies whose name they begin', async () => {
  const found = async (search: string) =>
    (await maha.call('find_companies', { query: { search } })).items.map(({ name }) => name);
  expect(await found(' na ')).toContain('Najd 100% Coffee');
  expect(await found('N')).toContain('Najd 100% Coffee');
  expect(await found('aj')).toEqual([]);
  expect(await found('n_')).toEqual([]);
});

test('sums above the largest single amount are shown on every screen', async () => {
  const most = '999999999999.99';
  const twice = '1999999999999.98';
  const [rich, asked] = [await product.signUp('company'), await product.signUp('agency')];
  const { id: agency_id } = await asked.call('upsert_agency', { body: { name: 'Sada Grand' } });
  for (let n = 0; n < 2; n += 1) {
    const ticket = await requestTicket({ company: rich, agency_id }, most, 1);
    await asked.call('approve_ticket', { params: { id: ticket.id } });
    await acceptTicketDocuments(rich, ticket);
    await maha.call('record_payment', {
      body: { amount_sar: most, value_date: '2026-02-01', is_another: true, reason: 'Two of them' },
    });
  }
  const { budget, upcoming_installments } = await rich.call('company_dashboard');
  expect([budget.committed_funds, upcoming_installments.amount_sar]).toEqual([twice, twice]);
  const { expected_payouts } = await asked.call('agency_dashboard');
  // 5% of each, half up: 50,000,000,000.00.
  expect(expected_payouts).toMatchObject({ gross_amount: twice, fee_amount: '100000000000.00' });
  const { waits, balances } = await maha.call('operations_overview');
  // Whatever else waits.
  for (const sum of [waits.tickets_to_review.amount_sar, waits.payments_unidentified.amount_sar])
    expect(Number(sum)).toBeGreaterThanOrEqual(Number(twice));
  expect(Number(balances.unidentified_receipts)).toBeGreaterThanOrEqual(Number(twice));
});
