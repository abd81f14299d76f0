import { Client } from 'pg';
import { afterEach, beforeEach, afterAll, describe, expect, test } from 'vitest';
import { recordPlatformIdentity } from '#server/documents/record-platform-identity.ts';
import { readSettings } from '#server/platform/config/settings.ts';
import type { Payment } from '#api/payments.ts';
import type { Ticket } from '#api/tickets.ts';
import {
  confirmPaid,
  payOutDue,
  releaseRun,
  requestTicket,
  makePayable,
} from '#server/product-client/financing.ts';
import { prove, recordProven, refund, writeOff } from '../testing/approvals.ts';
import { approveIbans } from '../testing/ibans.ts';
import { readPdf } from '../testing/pdf-text.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';
import { codeOf, refusal } from '../testing/refusals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { ticketMoney } from '../testing/ticket-money.ts';

/**
 * The money of whole tickets through the public API, with a moved clock and the arithmetic beside it. Each test is a
 * company's and an agency's own; the ledger is everybody's, and after each life it equals the tables and every account
 * has moved by what the life says.
 */

// 9 in the morning in Riyadh.
const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z', {
  // Of the settings: a Sunday on which banks are closed, and what our bank says of a code.
  BANK_HOLIDAYS: '2026-02-08',
  BANK_CODES: '20:RIBLSARIRUH,99:ABCDSARI',
});
afterAll(() => product.close());

/** The company and the agency of one life. */
let company: Actor;
let agency: Actor;
let agency_id: string;

beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
  await startOfMoves();
});

afterEach(() => expectSoundBooks(product.database));

const { today, startOfMoves, moved, approved, financed, pay } = ticketMoney(
  { product, maha, faisal },
  () => ({ company, agency, agency_id }),
);

const request = (amount: string, months: 1 | 2 | 3): Promise<Ticket> =>
  requestTicket({ company, agency_id }, amount, months);

/** Prepared by one, released by the other. */
async function send(): Promise<{ id: string; payouts: string[] }> {
  const { run, lines } = await releaseRun([maha, faisal]);
  return { id: run.id, payouts: lines.map(({ payout_id }) => payout_id) };
}

/** The payouts of everything approved are sent and have arrived. */
const payOut = () => payOutDue([maha, faisal]);

const payCompany = (amount_sar: string, company_id: string) =>
  recordProven([maha, faisal], {
    amount_sar,
    value_date: today(),
    company_id,
    is_another: true,
    reason: 'One of several',
  });

const on = (day: string) => product.beginDay(day);

const read = async (ticket: Ticket) => {
  const details = await company.call('read_ticket', {
    params: { ticket_number: ticket.ticket_number },
  });
  return {
    status: details.ticket.status,
    installments: details.installments!.map(({ status }) => status),
    story: details.story.map(({ kind }) => kind),
  };
};

const payoutOf = async (ticket: Ticket) => {
  const [payout] = await product.rows<{ status: string }>(
    'select status from agency_payouts where ticket_id = $1',
    [ticket.id],
  );
  return payout?.status;
};

const paidOf = ({ allocations }: Payment) =>
  allocations.map(({ seq, amount_sar, reversed_at }) => [
    seq,
    amount_sar,
    reversed_at === null ? 'stands' : 'reversed',
  ]);

test('a ticket is repaid over three months, each installment on its day', async () => {
  const ticket = await financed('10000.00', 3);
  // 5% of 10,000 is 500, of which 15/115 is VAT: 65.22; we earn 434.78. The agency has 9,500 from our bank.
  expect(await moved()).toEqual({
    receivable: 10_000,
    bank: -9_500,
    fee_income: -434.78,
    vat_payable: -65.22,
  });
  const plan = [
    ['2026-03-01', '3333.33'],
    ['2026-04-01', '3333.33'],
    ['2026-05-01', '3333.34'],
  ] as const;
  for (const [index, [day, amount]] of plan.entries()) {
    await on(day);
    const payment = await pay(amount, ticket);
    expect(paidOf(payment)).toEqual([[index + 1, amount, 'stands']]);
    expect(payment.credit_amount).toBe('0.00');
  }
  expect(await read(ticket)).toEqual({
    status: 'Completed',
    installments: ['Paid', 'Paid', 'Paid'],
    story: [
      'submitted',
      'approved',
      'documents_accepted',
      'paid_out',
      'payout_sent',
      'payment_received',
      'payment_received',
      'payment_received',
      'completed',
    ],
  });
  // −9,500 + 10,000 = 500 more than we had: the fee, 434.78 of it ours and 65.22 the tax authority's.
  expect(await moved()).toEqual({ bank: 500, fee_income: -434.78, vat_payable: -65.22 });
});

test('a ticket is paid early, all at once', async () => {
  const ticket = await financed('900.00', 3);
  await on('2026-02-10');
  expect(paidOf(await pay('900.00', ticket))).toEqual([
    [1, '300.00', 'stands'],
    [2, '300.00', 'stands'],
    [3, '300.00', 'stands'],
  ]);
  expect((await read(ticket)).status).toBe('Completed');
  // 5% of 900 is 45.00, of which 45 × 15 / 115 = 5.869… is VAT: 5.87; 45 − 5.87 = 39.13.
  expect(await moved()).toEqual({ bank: 45, fee_income: -39.13, vat_payable: -5.87 });
});

test('part payments add up to the halala', async () => {
  const ticket = await financed('100.00', 3);
  // 33.33, 33.33, 33.34. Fee 5: VAT 5 × 15 / 115 = 0.65, ours 4.35. The agency has 95 from our bank.
  const earned = { fee_income: -4.35, vat_payable: -0.65 };
  expect(await moved()).toEqual({ receivable: 100, bank: -95, ...earned });
  expect(paidOf(await pay('33.32', ticket))).toEqual([[1, '33.32', 'stands']]);
  expect((await read(ticket)).installments).toEqual(['Due', 'Due', 'Due']);
  // 100 − 33.32 and −95 + 33.32.
  expect(await moved()).toEqual({ receivable: 66.68, bank: -61.68, ...earned });
  expect(paidOf(await pay('0.01', ticket))).toEqual([[1, '0.01', 'stands']]);
  expect((await read(ticket)).installments).toEqual(['Paid', 'Due', 'Due']);
  expect(await moved()).toEqual({ receivable: 66.67, bank: -61.67, ...earned });
  expect(paidOf(await pay('40.00', ticket))).toEqual([
    [2, '33.33', 'stands'],
    [3, '6.67', 'stands'],
  ]);
  expect((await read(ticket)).installments).toEqual(['Paid', 'Paid', 'Due']);
  // 100 − 73.33 = 26.67 is left.
  expect(await moved()).toEqual({ receivable: 26.67, bank: -21.67, ...earned });
  expect(paidOf(await pay('26.67', ticket))).toEqual([[3, '26.67', 'stands']]);
  expect(await read(ticket)).toMatchObject({
    status: 'Completed',
    installments: ['Paid', 'Paid', 'Paid'],
  });
  expect(await payoutOf(ticket)).toBe('Confirmed');
  expect(await moved()).toEqual({ bank: 5, ...earned });
});

test("one payment pays the company's tickets, the longest due first", async () => {
  const first = await financed('300.00', 3);
  await on('2026-02-05');
  const second = await financed('200.00', 2);
  // Due: 100 on 1 March, 100 on 5 March, 100 on 1 April, 100 on 5 April, 100 on 1 May.
  const payment = await payCompany('250.00', first.company_id);
  expect(
    payment.allocations.map(({ due_date, amount_sar }) => [due_date, amount_sar]).toSorted(),
  ).toEqual([
    ['2026-03-01', '100.00'],
    ['2026-03-05', '100.00'],
    ['2026-04-01', '50.00'],
  ]);
  expect((await read(first)).installments).toEqual(['Paid', 'Due', 'Due']);
  expect((await read(second)).installments).toEqual(['Paid', 'Due']);
  // 300 + 200 − 250 are owed. Fees 15 + 10 = 25: VAT 1.96 + 1.30, ours 13.04 + 8.70. Bank: 250 − 285 − 190.
  const earned = { fee_income: -21.74, vat_payable: -3.26 };
  expect(await moved()).toEqual({ receivable: 250, bank: -225, ...earned });
  await payCompany('250.00', first.company_id);
  for (const ticket of [first, second]) {
    expect((await read(ticket)).status).toBe('Completed');
    expect(await payoutOf(ticket)).toBe('Confirmed');
  }
  expect(await moved()).toEqual({ bank: 25, ...earned });
});

test('a payment for a ticket pays it first, then what else the company owes; what is left pays the next ticket', async () => {
  const first = await financed('300.00', 3);
  await on('2026-02-05');
  const second = await financed('90.00', 1);
  // Due: 100 on 1 March, 90 on 5 March, 100 on 1 April and on 1 May. The second is named.
  const payment = await pay('240.00', second);
  expect(
    payment.allocations.map(({ due_date, amount_sar }) => [due_date, amount_sar]).toSorted(),
  ).toEqual([
    ['2026-03-01', '100.00'],
    ['2026-03-05', '90.00'],
    ['2026-04-01', '50.00'],
  ]);
  expect((await read(second)).status).toBe('Completed');
  expect((await read(first)).installments).toEqual(['Paid', 'Due', 'Due']);
  // 300 + 90 − 240 = 150 is owed; 170 comes in.
  expect((await pay('170.00', first)).credit_amount).toBe('20.00');
  expect((await read(first)).status).toBe('Completed');
  // Fees 15 + 4.50: VAT 1.96 + 0.59, ours 13.04 + 3.91. In: 240 + 170, out: 285 + 85.50.
  const earned = { fee_income: -16.95, vat_payable: -2.55 };
  expect(await moved()).toEqual({ bank: 39.5, company_credit: -20, ...earned });
  const third = await financed('100.00', 1);
  expect(await read(third)).toMatchObject({ status: 'Active', installments: ['Due'] });
  // Out: 95 more; fee 5: VAT 0.65, ours 4.35.
  expect(await moved()).toEqual({
    receivable: 80,
    bank: -55.5,
    fee_income: -21.3,
    vat_payable: -3.2,
  });
  await pay('80.00', third);
  expect((await read(third)).status).toBe('Completed');
  expect(await moved()).toEqual({ bank: 24.5, fee_income: -21.3, vat_payable: -3.2 });
});

test('an overpayment is credit and is refunded', async () => {
  const ticket = await financed('1000.00', 1);
  const payment = await pay('1200.50', ticket);
  expect(payment).toMatchObject({ allocated_amount: '1000.00', credit_amount: '200.50' });
  // Fee 50: VAT 50 × 15 / 115 = 6.52, ours 43.48. Bank: −950 + 1,200.50.
  const earned = { fee_income: -43.48, vat_payable: -6.52 };
  expect(await moved()).toEqual({ company_credit: -200.5, bank: 250.5, ...earned });
  await prove([maha, faisal], payment);
  await refund(product, [maha, faisal], payment, '200.50');
  expect(await moved()).toEqual({ bank: 50, ...earned });
  expect(await read(ticket)).toMatchObject({ status: 'Completed', installments: ['Paid'] });
  expect(await payoutOf(ticket)).toBe('Confirmed');
});

test('when a payment is recalled after a part was refunded, the company owes that too, and its next payments return it', async () => {
  const ticket = await financed('1000.00', 1);
  const { company_id } = ticket;
  const reverse = (id: string) =>
    maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
  const recalled = await pay('1200.50', ticket);
  await refund(product, [maha, faisal], recalled, '200.50');
  expect(await reverse(recalled.id)).toMatchObject({
    allocated_amount: '0.00',
    refunded_amount: '200.50',
    recovered_amount: '0.00',
    to_recover_amount: '200.50',
  });
  expect(await read(ticket)).toMatchObject({ status: 'Active', installments: ['Due'] });
  // Out: 950 to the agency, 200.50 to the company. Fee 50: VAT 6.52, ours 43.48.
  const earned = { fee_income: -43.48, vat_payable: -6.52 };
  expect(await moved()).toEqual({
    receivable: 1_000,
    refunds_receivable: 200.5,
    bank: -1_150.5,
    ...earned,
  });
  const details = await maha.call('read_company_assessment', { params: { id: company_id } });
  expect(details.to_recover_amount).toBe('200.50');
  const statement = await company.call('company_statement', {
    query: { from: '2026-02-01', to: '2026-02-01' },
  });
  expect(statement.totals?.closing_balance).toBe('1200.50');

  // Due since the reversal, and yet behind the ticket that the payer names.
  await on('2026-02-10');
  expect((await pay('1000.00', ticket)).allocations).toMatchObject([
    { ticket_number: ticket.ticket_number, seq: 1, amount_sar: '1000.00' },
  ]);
  expect((await read(ticket)).status).toBe('Completed');
  expect(await moved()).toEqual({ refunds_receivable: 200.5, bank: -150.5, ...earned });
  const part = await payCompany('150.50', company_id);
  expect(part.allocations).toMatchObject([
    {
      ticket_number: null,
      seq: null,
      recovers_payment_id: recalled.id,
      due_date: '2026-02-01',
      amount_sar: '150.50',
    },
  ]);
  // 200.50 − 150.50 = 50 of the 60; 10 are credit.
  expect(await payCompany('60.00', company_id)).toMatchObject({ credit_amount: '10.00' });
  expect(await maha.call('read_payment', { params: { id: recalled.id } })).toMatchObject({
    payment: { recovered_amount: '200.50', to_recover_amount: '0.00' },
  });
  expect(await moved()).toEqual({ company_credit: -10, bank: 60, ...earned });

  // What had returned it is recalled too: 150.50 are owed again, and the credit of 10 pays of it.
  await reverse(part.id);
  expect(await moved()).toEqual({ refunds_receivable: 140.5, bank: -90.5, ...earned });
  // The next ticket is due a month later than that.
  const next = await financed('100.00', 1);
  await payCompany('240.50', company_id);
  expect((await read(next)).status).toBe('Completed');
  // Fees 50 + 5 = 55: VAT 6.52 + 0.65, ours 43.48 + 4.35. All that came in and went out besides is level.
  expect(await moved()).toEqual({ bank: 55, fee_income: -47.83, vat_payable: -7.17 });
});

test('when a payment that completed a ticket is reversed, the ticket reopens and is paid again', async () => {
  const ticket = await financed('500.00', 2);
  const payment = await pay('500.00', ticket);
  expect(await read(ticket)).toMatchObject({ status: 'Completed', installments: ['Paid', 'Paid'] });
  // Fee 25: VAT 25 × 15 / 115 = 3.26, ours 21.74. Bank: −475 + 500.
  const earned = { fee_income: -21.74, vat_payable: -3.26 };
  expect(await moved()).toEqual({ bank: 25, ...earned });
  await on('2026-03-05');
  const reverse = { params: { id: payment.id }, body: { reason: 'Recalled by the bank' } };
  const reversed = await faisal.call('reverse_payment', reverse);
  expect(paidOf(reversed)).toEqual([
    [1, '250.00', 'reversed'],
    [2, '250.00', 'reversed'],
  ]);
  // Due on 1 March, which has passed, and on 1 April.
  expect(await read(ticket)).toMatchObject({ status: 'Active', installments: ['Overdue', 'Due'] });
  expect(await moved()).toEqual({ receivable: 500, bank: -475, ...earned });
  await on('2026-03-06');
  expect(paidOf(await pay('500.00', ticket))).toEqual([
    [1, '250.00', 'stands'],
    [2, '250.00', 'stands'],
  ]);
  expect(await read(ticket)).toEqual({
    status: 'Completed',
    installments: ['Paid', 'Paid'],
    story: [
      'submitted',
      'approved',
      'documents_accepted',
      'paid_out',
      'payout_sent',
      'payment_received',
      'completed',
      'payment_returned',
      'reopened',
      'payment_received',
      'completed',
    ],
  });
  expect(await payoutOf(ticket)).toBe('Confirmed');
  // 500 came, went and came.
  expect(await moved()).toEqual({ bank: 25, ...earned });
  const query = { ticket_number: ticket.ticket_number };
  const { items } = await maha.call('list_events', { query });
  const told = items
    .filter(({ subject }) => subject === 'installment')
    .map(({ operation, subject_name, actor }) => [operation, subject_name, actor.name]);
  const [one, two] = [1, 2].map((seq) => `${ticket.ticket_number} · ${seq}`);
  // The newest first.
  expect(told).toEqual([
    ['pay_installment', two, 'Maha'],
    ['pay_installment', one, 'Maha'],
    ['reopen_installment', two, 'Faisal'],
    ['reopen_overdue_installment', one, 'Faisal'],
    ['pay_installment', two, 'Maha'],
    ['pay_installment', one, 'Maha'],
  ]);
});

test('an installment is overdue from the close of its day, then paid', async () => {
  const ticket = await financed('600.00', 2);
  // Fee 30: VAT 30 × 15 / 115 = 3.91, ours 26.09. The agency has 570.
  const earned = { fee_income: -26.09, vat_payable: -3.91 };
  await on('2026-03-01');
  expect((await read(ticket)).installments).toEqual(['Due', 'Due']);
  await on('2026-03-02');
  expect(await statusesOf(ticket)).toEqual(['Overdue', 'Due']);
  expect((await read(ticket)).installments).toEqual(['Overdue', 'Due']);
  const screen = await company.call('company_dashboard');
  expect(screen.overdue_owed).toMatchObject({ amount_sar: '300.00', due_date: '2026-03-01' });
  const { items: closes } = await maha.call('list_events', {
    query: { operation: 'close_day', from: '2026-03-02', to: '2026-03-02' },
  });
  expect(closes[0]).toMatchObject({
    actor: { kind: 'system' },
    subject: 'day',
    subject_name: '2026-03-01',
    after: { day: '2026-03-01', overdue: 1 },
  });
  // That a day has passed moves no money.
  expect(await moved()).toEqual({ receivable: 600, bank: -570, ...earned });
  await pay('100.00', ticket);
  expect((await read(ticket)).installments).toEqual(['Overdue', 'Due']);
  expect(await moved()).toEqual({ receivable: 500, bank: -470, ...earned });
  const partly = await company.call('company_dashboard');
  expect(partly.overdue_owed).toMatchObject({ amount_sar: '200.00' });
  await pay('200.00', ticket);
  expect((await read(ticket)).installments).toEqual(['Paid', 'Due']);
  expect((await company.call('company_dashboard')).overdue_owed).toBeNull();
  expect(await moved()).toEqual({ receivable: 300, bank: -270, ...earned });
  // The second is due on 1 April, and overdue as well before it is paid.
  await on('2026-04-02');
  expect((await read(ticket)).installments).toEqual(['Paid', 'Overdue']);
  await pay('300.00', ticket);
  expect(await read(ticket)).toEqual({
    status: 'Completed',
    installments: ['Paid', 'Paid'],
    story: [
      'submitted',
      'approved',
      'documents_accepted',
      'paid_out',
      'payout_sent',
      'payment_received',
      'payment_received',
      'payment_received',
      'completed',
    ],
  });
  expect(await payoutOf(ticket)).toBe('Confirmed');
  expect(await moved()).toEqual({ bank: 30, ...earned });
});

test('a payment reversed before the close of a day makes nothing overdue: the close does, and tells of it', async () => {
  const ticket = await financed('600.00', 2);
  await on('2026-03-01');
  // Half past twelve in the night after the first installment's day, which is not closed yet.
  product.clock.set('2026-03-01T21:30:00Z');
  const { id } = await pay('100.00', ticket);
  await faisal.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
  expect(await statusesOf(ticket)).toEqual(['Due', 'Due']);
  await on('2026-03-02');
  expect(await statusesOf(ticket)).toEqual(['Overdue', 'Due']);
  const { items: closes } = await maha.call('list_events', {
    query: { operation: 'close_day', from: '2026-03-02', to: '2026-03-02' },
  });
  expect(closes[0]).toMatchObject({ after: { day: '2026-03-01', overdue: 1 } });
  const moves = await product.rows(
    `select e.operation from events e join ticket_installments i on i.id = e.subject_id where i.ticket_id = $1`,
    [ticket.id],
  );
  expect(moves).toEqual([]);
});

/** As the table has them: screens go by the day, closed or not. */
async function statusesOf(ticket: Ticket): Promise<string[]> {
  const rows = await product.rows<{ status: string }>(
    'select status from ticket_installments where ticket_id = $1 order by seq',
    [ticket.id],
  );
  return rows.map(({ status }) => status);
}

describe('a payout that failed', () => {
  const released = ['submitted', 'approved', 'documents_accepted', 'paid_out'];

  test('a failed payout makes its ticket approved again, and a later run pays it from that day on', async () => {
    const ticket = await approved('300.00', 3);
    const { id, payouts } = await send();
    expect(await payoutOf(ticket)).toBe('Sent');
    expect(await moved()).toEqual({
      receivable: 300,
      bank: -285,
      fee_income: -13.04,
      vat_payable: -1.96,
    });
    await maha.call('make_payout_file', { params: { id } });
    await on('2026-02-03');
    await maha.call('fail_payout_line', {
      params: { id, payout_id: payouts[0]! },
      body: { reason: 'Account closed' },
    });
    expect(await read(ticket)).toEqual({
      status: 'Approved',
      installments: ['Due', 'Due', 'Due'],
      story: [...released, 'payout_sent', 'payout_failed'],
    });
    // Everything is as if it had not been sent, and it waits again.
    expect(await moved()).toEqual({});
    expect(await payoutOf(ticket)).toBe('Pending');
    expect(await maha.call('read_payout_run', { params: { id } })).toMatchObject({
      run: { status: 'Completed' },
      lines: [{ outcome: 'Failed', reason: 'Account closed' }],
    });
    await on('2026-03-10');
    expect((await company.call('company_dashboard')).overdue_installments.count).toBe(0);
    // The documents were accepted more than a week before: they are again, with dates from today on.
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    await makePayable({ staff: maha, company }, ticket);
    await payOut();
    const { installments } = await company.call('read_ticket', {
      params: { ticket_number: ticket.ticket_number },
    });
    expect(installments?.map(({ due_date }) => due_date)).toEqual([
      '2026-04-10',
      '2026-05-10',
      '2026-06-10',
    ]);
    expect(await payoutOf(ticket)).toBe('Confirmed');
    // Sent once more: fee 15: VAT 15 × 15 / 115 = 1.96, ours 13.04.
    const earned = { fee_income: -13.04, vat_payable: -1.96 };
    expect(await moved()).toEqual({ receivable: 300, bank: -285, ...earned });
    await pay('300.00', ticket);
    expect(await read(ticket)).toEqual({
      status: 'Completed',
      installments: ['Paid', 'Paid', 'Paid'],
      story: [
        ...released,
        'payout_sent',
        'payout_failed',
        'documents_accepted',
        'paid_out',
        'payout_sent',
        'payment_received',
        'completed',
      ],
    });
    expect(await moved()).toEqual({ bank: 15, ...earned });
  });

  /** The bank has sent the money back. */
  const fail = (run: { id: string }, payout_id: string) =>
    maha.call('fail_payout_line', {
      params: { id: run.id, payout_id },
      body: { reason: 'Account closed' },
    });

  test('a failed payout turns what was paid into credit, which pays again as soon as it is sent again', async () => {
    const ticket = await approved('300.00', 3);
    const first = await send();
    await maha.call('make_payout_file', { params: { id: first.id } });
    const payment = await pay('150.00', ticket);
    await on('2026-02-02');
    await fail(first, first.payouts[0]!);
    expect(await moved()).toEqual({ bank: 150, company_credit: -150 });
    expect(await maha.call('read_payment', { params: { id: payment.id } })).toMatchObject({
      payment: { credit_amount: '150.00', allocated_amount: '0.00' },
    });
    await on('2026-02-03');
    const again = await send();
    // Sent: 300 is owed, of which the 150 that we hold pay the first installment and half of the second. Bank: 150 − 285;
    // fee 15: VAT 15 × 15 / 115 = 1.96, ours 13.04.
    expect(await moved()).toEqual({
      receivable: 150,
      bank: -135,
      fee_income: -13.04,
      vat_payable: -1.96,
    });
    const { payment: applied } = await maha.call('read_payment', {
      params: { id: payment.id },
    });
    expect(applied).toMatchObject({ credit_amount: '0.00', allocated_amount: '150.00' });
    expect(paidOf(applied)).toEqual([
      [1, '100.00', 'reversed'],
      [2, '50.00', 'reversed'],
      [1, '100.00', 'stands'],
      [2, '50.00', 'stands'],
    ]);
    // The history says whose act it was, and what became of the credit.
    const events = await product.rows(
      `select actor_user_id as by, before ->> 'credit_amount' as before, after ->> 'credit_amount' as after
         from events where operation = 'apply_credit' and subject_id = $1`,
      [payment.id],
    );
    expect(events).toEqual([{ by: faisal.user_id, before: '150.00', after: '0.00' }]);
    await confirmPaid(maha, again.id, again.payouts);
    await on('2026-03-20');
    expect((await read(ticket)).installments).toEqual(['Paid', 'Due', 'Due']);
    await pay('150.00', ticket);
    expect(await read(ticket)).toEqual({
      status: 'Completed',
      installments: ['Paid', 'Paid', 'Paid'],
      story: [
        ...released,
        'payout_sent',
        'payment_received',
        'payout_failed',
        'paid_out',
        'payout_sent',
        'payment_received',
        'payment_received',
        'completed',
      ],
    });
    expect(await moved()).toEqual({ bank: 15, fee_income: -13.04, vat_payable: -1.96 });
  });

  test('after a failed payout the company is neither overdue nor reminded while its credit covers what is due, on the new dates too', async () => {
    const ticket = await approved('300.00', 3);
    const first = await send();
    await pay('150.00', ticket);
    await fail(first, first.payouts[0]!);
    await on('2026-03-10');
    await makePayable({ staff: maha, company }, ticket);
    await payOut();
    // Due on 10 April, May and June: 100 are paid of the first, 50 of the second.
    for (const day of ['2026-04-08', '2026-04-11', '2026-05-08', '2026-05-11']) await on(day);
    expect(await read(ticket)).toMatchObject({
      status: 'Active',
      installments: ['Paid', 'Overdue', 'Due'],
    });
    const reminded = await product.rows(
      `select i.seq, r.reminder_day::int as day from reminders r join ticket_installments i on i.id = r.installment_id
        where i.ticket_id = $1 order by 1, 2`,
      [ticket.id],
    );
    // Of the first nobody was ever reminded.
    expect(reminded).toEqual([
      { seq: 2, day: -3 },
      { seq: 2, day: 1 },
    ]);
    await pay('150.00', ticket);
    expect((await read(ticket)).status).toBe('Completed');
    expect(await moved()).toEqual({ bank: 15, fee_income: -13.04, vat_payable: -1.96 });
  });

  test('after a failed payout the credit pays what else the company owes; what was refunded or used meanwhile is gone', async () => {
    const [ticket, other] = [await approved('300.00', 3), await approved('80.00', 1)];
    const run = await send();
    await pay('150.00', ticket);
    const [payout] = await product.rows<{ id: string }>(
      'select id from agency_payouts where ticket_id = $1',
      [ticket.id],
    );
    await fail(run, payout!.id);
    // The other ticket is owed: 80 of the 150 pay it, 70 are left.
    expect(await read(other)).toMatchObject({ status: 'Active', installments: ['Paid'] });
    const { items } = await maha.call('list_payments', { query: { list: 'credit' } });
    const held = items.find(({ company_id }) => company_id === ticket.company_id);
    expect(held).toMatchObject({ amount_sar: '150.00', credit_amount: '70.00' });
    await refund(product, [maha, faisal], held!, '30.00');
    await confirmPaid(maha, run.id, [run.payouts.find((id) => id !== payout!.id)!]);
    expect((await read(other)).status).toBe('Completed');
    await payOut();
    // 70 − 30 = 40 pay of the 300.
    expect((await moved())['receivable']).toBe(260);
    expect((await read(ticket)).installments).toEqual(['Due', 'Due', 'Due']);
    await pay('260.00', ticket);
    expect((await read(ticket)).status).toBe('Completed');
    // Fees 15 + 4 = 19: VAT 1.96 + 0.52, ours 13.04 + 3.48. In: 150 − 30 + 260; out: 285 + 76.
    expect(await moved()).toEqual({ bank: 19, fee_income: -16.52, vat_payable: -2.48 });
  });

  test('a payout that has arrived cannot fail or be confirmed twice', async () => {
    await approved('300.00', 3);
    await approved('400.00', 3);
    const { id, payouts } = await send();
    const line = { params: { id, payout_id: payouts[0]! } };
    await maha.call('make_payout_file', { params: { id } });
    // While another line of the run is open, and when all are answered.
    await maha.call('fail_payout_line', {
      params: { id, payout_id: payouts[1]! },
      body: { reason: 'Account closed' },
    });
    const again = { params: { id, payout_id: payouts[1]! } };
    expect(await refusal(maha.send('confirm_payout_line', again))).toEqual([
      409,
      'payout_run_not_open',
    ]);
    await confirmPaid(maha, id, payouts.slice(0, 1));
    const failed = { ...line, body: { reason: 'Too late' } };
    expect(await refusal(maha.send('fail_payout_line', failed))).toEqual([
      409,
      'payout_run_not_open',
    ]);
    expect(await refusal(maha.send('confirm_payout_line', line))).toEqual([
      409,
      'payout_run_not_open',
    ]);
    await payOut();
  });
});

test('a ticket that is paid in full before its payout is confirmed completes with the confirmation', async () => {
  const ticket = await approved('300.00', 1);
  const { id, payouts } = await send();
  await pay('300.00', ticket);
  expect(await read(ticket)).toMatchObject({ status: 'Active', installments: ['Paid'] });
  const balance = { bank: 15, fee_income: -13.04, vat_payable: -1.96 };
  expect(await moved()).toEqual(balance);
  await confirmPaid(maha, id, payouts);
  expect((await read(ticket)).status).toBe('Completed');
  expect(await payoutOf(ticket)).toBe('Confirmed');
  expect(await moved()).toEqual(balance);
});

test('rejected and cancelled tickets never reach the ledger', async () => {
  const [rejected, cancelled] = [await request('100.00', 1), await request('100.00', 1)];
  await agency.call('reject_ticket', { params: { id: rejected.id }, body: {} });
  await company.call('cancel_ticket', { params: { id: cancelled.id } });
  expect((await read(rejected)).status).toBe('Rejected');
  expect((await read(cancelled)).status).toBe('Closed');
  expect(await moved()).toEqual({});
});

test('a ticket unanswered for fourteen days expires once, at the close of the day', async () => {
  const ticket = await request('100.00', 1);
  // Requested on 1 February; fourteen whole days later 15 February ends.
  await on('2026-02-15');
  expect((await read(ticket)).status).toBe('PendingAgencyApproval');
  await on('2026-02-16');
  expect(await read(ticket)).toMatchObject({ status: 'Closed', story: ['submitted', 'expired'] });
  await on('2026-02-16');
  expect((await read(ticket)).story).toEqual(['submitted', 'expired']);
  expect(await moved()).toEqual({});
});

test('a ticket closed before the payout owes nothing and its payout is cancelled', async () => {
  const ticket = await approved('100.00', 1);
  const { run } = await maha.call('prepare_payout_run');
  const close = { params: { id: ticket.id }, body: { reason: 'The agency has closed down' } };
  expect(await refusal(faisal.send('close_ticket', close))).toEqual([409, 'ticket_in_payout_run']);
  await faisal.call('discard_payout_run', { params: { id: run.id } });
  expect(await faisal.call('close_ticket', close)).toMatchObject({
    status: 'Closed',
    closed_as: 'closed',
  });
  expect(await read(ticket)).toMatchObject({
    status: 'Closed',
    installments: ['Due'],
    story: ['submitted', 'approved', 'documents_accepted', 'closed'],
  });
  expect(await payoutOf(ticket)).toBe('Cancelled');
  expect(await moved()).toEqual({});
});

test('a write-off makes the remainder bad debt; a payment reversed afterwards is written off too', async () => {
  const ticket = await approved('900.00', 3);
  const { id, payouts } = await send();
  const asked = { params: { id: ticket.id }, body: { reason: 'Insolvent' } };
  expect(await refusal(maha.send('write_off_ticket', asked))).toEqual([
    409,
    'payout_not_confirmed',
  ]);
  await confirmPaid(maha, id, payouts);
  const payment = await pay('350.00', ticket);
  await on('2026-07-01');
  await writeOff([maha, faisal], ticket, 'Insolvent');
  // 900 − 350 = 550 is lost. Bank: −855 + 350.
  expect(await moved()).toEqual({
    bad_debt: 550,
    bank: -505,
    fee_income: -39.13,
    vat_payable: -5.87,
  });
  expect((await read(ticket)).story.at(-1)).toBe('written_off');
  await maha.call('reverse_payment', { params: { id: payment.id }, body: { reason: 'Recalled' } });
  const earned = { fee_income: -39.13, vat_payable: -5.87 };
  expect(await moved()).toEqual({ bad_debt: 900, bank: -855, ...earned });
  expect(await read(ticket)).toMatchObject({
    status: 'Closed',
    // What was opened again is owed no more; the third fell overdue before it was given up.
    installments: ['Due', 'Due', 'Overdue'],
  });
  expect(await payoutOf(ticket)).toBe('Confirmed');
  // The loss has grown by it, as the story says.
  expect((await read(ticket)).story.slice(-2)).toEqual(['payment_returned', 'loss_raised']);
  // What comes in later pays the loss.
  expect(await pay('10.00', ticket)).toMatchObject({ credit_amount: '0.00' });
  expect(await moved()).toEqual({ bad_debt: 900, bank: -845, recoveries: -10, ...earned });
});

test('a transfer of an unknown payer waits until staff assign it', async () => {
  const ticket = await financed('100.00', 1);
  const payment = await pay('100.00');
  expect(payment).toMatchObject({ company_id: null, allocations: [] });
  // Fee 5: VAT 0.65, ours 4.35. Bank: −95 + 100.
  const earned = { fee_income: -4.35, vat_payable: -0.65 };
  expect(await moved()).toEqual({
    unidentified_receipts: -100,
    receivable: 100,
    bank: 5,
    ...earned,
  });
  const id = { params: { id: payment.id } };
  expect(await refusal(maha.send('identify_payment', { ...id, body: {} }))).toEqual([
    422,
    'validation_failed',
  ]);
  const body = { ticket_number: ticket.ticket_number };
  const known = await maha.call('identify_payment', { ...id, body });
  expect(known).toMatchObject({ company_name: 'Najd Coffee Roasters', credit_amount: '0.00' });
  expect((await read(ticket)).status).toBe('Completed');
  expect(await refusal(maha.send('identify_payment', { ...id, body }))).toEqual([
    409,
    'payment_already_identified',
  ]);
  expect(await moved()).toEqual({ bank: 5, ...earned });
  // Recalled: it was the company's, and is nobody's.
  await maha.call('reverse_payment', { ...id, body: { reason: 'Recalled' } });
  expect(await moved()).toEqual({ receivable: 100, bank: -95, ...earned });
  await pay('100.00', ticket);
  expect((await read(ticket)).status).toBe('Completed');
  expect(await moved()).toEqual({ bank: 5, ...earned });
});

describe('a payout run', () => {
  test('a payout run is released by another person than its preparer, also by the database alone', async () => {
    await approved('100.00', 1);
    const { run } = await maha.call('prepare_payout_run');
    const release = { params: { id: run.id } };
    expect(await refusal(maha.send('release_payout_run', release))).toEqual([
      403,
      'same_person_refused',
    ]);
    const alone = product.rows(
      `update payout_runs set status = 'Released', released_by = prepared_by, released_at = prepared_at where id = $1`,
      [run.id],
    );
    await expect(alone).rejects.toMatchObject({ code: '23514' });
    expect(await moved()).toEqual({});
    await faisal.call('release_payout_run', release);
    expect(await refusal(faisal.send('release_payout_run', release))).toEqual([
      409,
      'payout_run_not_open',
    ]);
  });

  test('a payout run leaves out whom it cannot pay and says why; no payout is in two runs', async () => {
    await approved('100.00', 1);
    const sent = agency_id;
    for (const iban of ['SA04 8000 0000 6080 1016 7519', null]) {
      agency = await product.signUp('agency');
      const body = { name: 'Noon Digital', ...(iban && { iban: 'SA0380000000608010167519' }) };
      agency_id = (await agency.call('upsert_agency', { body })).id;
      // As it may have been saved before IBANs were checked.
      if (iban) {
        await approveIbans(product, maha);
        await product.rows('update agencies set paid_iban = $2 where id = $1', [
          agency_id,
          iban.replaceAll(' ', ''),
        ]);
      }
      await approved('200.00', 1);
    }
    const { run, lines, left_out } = await maha.call('prepare_payout_run');
    expect(lines.map((line) => [line.agency_id, line.iban, line.amount_sar])).toEqual([
      [sent, 'SA0380000000608010167519', '95.00'],
    ]);
    expect(left_out.map(({ reason, amount_sar }) => [reason, amount_sar])).toEqual([
      ['iban_invalid', '190.00'],
      ['iban_missing', '190.00'],
    ]);
    expect(await refusal(faisal.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    const params = { id: run.id };
    // Nobody holds what moves the money before the second person, nor after the run was given up.
    const makeFile = () => faisal.send('make_payout_file', { params });
    expect(await refusal(makeFile())).toEqual([409, 'payout_run_not_released']);
    await faisal.call('discard_payout_run', { params: { id: run.id } });
    expect(await refusal(makeFile())).toEqual([409, 'payout_run_not_released']);
    await product.rows('update agencies set suspended_at = $2 where id = $1', [
      sent,
      product.clock.now(),
    ]);
    expect(await refusal(faisal.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    await product.rows('update agencies set suspended_at = null, paid_iban = null where id = $1', [
      sent,
    ]);
    await discardAll();
  });

  type Format = 'csv' | 'pain.001.001.03' | 'pain.001.001.12';
  const makeFile = (id: string) => maha.call('make_payout_file', { params: { id } });
  const file = (id: string, file_no = 1, format: Format = 'csv') =>
    faisal.call('download_payout_file', { params: { id, file_no }, query: { format } });
  /** A file in every format, as it is handed over. */
  const copies = async (id: string, file_no: number) => {
    const formats: Format[] = ['csv', 'pain.001.001.03', 'pain.001.001.12'];
    return Promise.all(formats.map((format) => file(id, file_no, format)));
  };
  const all = (xml: string, name: string) =>
    [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.+?)<`, 'g'))].map(([, value]) => value);

  test('a released payout run has its bank file: CSV or ISO 20022', async () => {
    await approved('100.00', 1);
    const uninstructed = async () =>
      (await maha.call('operations_overview')).waits.payouts_to_instruct;
    const others = await uninstructed();
    const { id } = await send();
    const after = await uninstructed();
    expect([after.count - others.count, Number(after.amount_sar)]).toEqual([
      1,
      Number(others.amount_sar) + 95,
    ]);
    product.clock.set('2026-02-01T21:30:00Z');
    const { files, next_file } = await makeFile(id);
    expect(await uninstructed()).toEqual(others);
    expect([files.length, next_file]).toEqual([1, { count: 0, amount_sar: '0.00' }]);
    const [csv, old, recent] = await copies(id, 1);
    expect(csv!.content.split('\r\n')[1]).toMatch(
      /^Sada Creative,SA0380000000608010167519,95\.00,SAR,HM-\d+,[0-9a-f]{32}-1$/,
    );
    // Half past midnight in Riyadh.
    expect(old!.name).toMatch(/^payouts-2026-02-02-\w{6}-1\.xml$/);
    for (const { content } of [old!, recent!]) {
      expect(all(content, 'CtrlSum')).toEqual(['95.00', '95.00']);
      expect(all(content, 'CreDtTm')).toEqual(['2026-02-01T21:30:00Z']);
      expect([all(content, 'MsgId'), all(content, 'PmtInfId')]).toEqual([
        [files[0]!.message_id],
        [files[0]!.message_id],
      ]);
      expect(csv!.content).toContain(all(content, 'EndToEndId')[0]!);
    }
    expect(
      await refusal(maha.send('download_payout_file', { params: { id, file_no: 2 } })),
    ).toEqual([404, 'not_found']);
  });

  test('a payout file has names in Latin letters, banks, a purpose and a banking day, and is stored as made', async () => {
    await agency.call('upsert_agency', { body: { name: 'شركة نجد للتجارة' } });
    await approved('100.00', 1);
    await approved('200.00', 1);
    const { run, lines } = await maha.call('prepare_payout_run');
    const { id } = run;
    expect(lines.map(({ beneficiary, latin_name }) => [beneficiary, latin_name])).toEqual([
      ['شركة نجد للتجارة', null],
      ['شركة نجد للتجارة', null],
    ]);
    const correct = (line: number, latin_name: string) => ({
      params: { id, payout_id: lines[line]!.payout_id },
      body: { latin_name },
    });
    const wrong = faisal.send('correct_latin_name', correct(1, 'نجد'));
    expect(await refusal(wrong)).toEqual([422, 'validation_failed']);
    const corrected = await faisal.call('correct_latin_name', correct(1, 'Najd Trading Co.'));
    // Of each line of the agency.
    expect(corrected.line.latin_name).toBe('Najd Trading Co.');
    await faisal.call('release_payout_run', { params: { id } });
    // Half past midnight in Riyadh, on a Friday: banks work again on Monday, after the holiday of the settings.
    product.clock.set('2026-02-05T21:30:00Z');
    const made = await makeFile(id);
    expect(made.files[0]!.execution_date).toBe('2026-02-09');
    expect(made.lines.map(({ latin_name }) => latin_name)).toEqual([
      'Najd Trading Co.',
      'Najd Trading Co.',
    ]);
    const copiesMade = await copies(id, 1);
    for (const { content } of copiesMade.slice(1)) {
      expect(all(content, 'Nm')).toEqual([
        'Hamla',
        'Hamla',
        'Najd Trading Co.',
        'Najd Trading Co.',
      ]);
      // The debtor's, then each creditor's: both accounts are with Al Rajhi.
      expect(all(content, 'BIC(?:FI)?')).toEqual(['RJHISARI', 'RJHISARI', 'RJHISARI']);
      expect(content.split('<Purp><Cd>SUPP</Cd></Purp>')).toHaveLength(3);
      expect(content).toMatch(/<ReqdExctnDt>(?:<Dt>)?2026-02-09</);
      expect(content).toMatch(/^[\x20-\x7E\n]+$/);
    }
    // What was told stays: nobody renames a line afterwards, and another name of the agency changes no copy.
    const late = faisal.send('correct_latin_name', correct(0, 'Najd'));
    expect(await refusal(late)).toEqual([409, 'latin_name_fixed']);
    await agency.call('upsert_agency', { body: { latin_name: 'NAJD TRADING COMPANY' } });
    expect(await copies(id, 1)).toEqual(copiesMade);
    // The agency's own word goes with the next run.
    await approved('300.00', 1);
    const next = await maha.call('prepare_payout_run');
    expect(next.lines[0]!.latin_name).toBe('NAJD TRADING COMPANY');
    await faisal.call('release_payout_run', { params: { id: next.run.id } });
  });

  test.each(['广告', 'شركة نجد للتجارة'])(
    'a payout run has no file until staff have written the name of %s in Latin letters',
    async (name) => {
      await agency.call('upsert_agency', { body: { name } });
      await approved('100.00', 1);
      const { run, lines } = await maha.call('prepare_payout_run');
      await faisal.call('release_payout_run', { params: { id: run.id } });
      const make = () => maha.send('make_payout_file', { params: { id: run.id } });
      expect(await refusal(make())).toEqual([409, 'latin_name_missing']);
      await faisal.call('correct_latin_name', {
        params: { id: run.id, payout_id: lines[0]!.payout_id },
        body: { latin_name: 'A name' },
      });
      expect((await make()).status).toBe(200);
    },
  );

  test('an agency is paid again under the Latin name that staff have entered once', async () => {
    await agency.call('upsert_agency', { body: { name: 'خطوة' } });
    await approved('100.00', 1);
    const { run, lines } = await maha.call('prepare_payout_run');
    const params = { id: run.id, payout_id: lines[0]!.payout_id };
    await faisal.call('correct_latin_name', { params, body: { latin_name: 'Khatwa' } });
    await faisal.call('discard_payout_run', { params: { id: run.id } });
    const again = await maha.call('prepare_payout_run');
    expect(again.lines[0]!.latin_name).toBe('Khatwa');
    await faisal.call('discard_payout_run', { params: { id: again.run.id } });
    // Under another name it is somebody whom nobody has looked at.
    await agency.call('upsert_agency', { body: { name: 'خطوة ثابتة' } });
    const renamed = await maha.call('prepare_payout_run');
    expect(renamed.lines[0]!.latin_name).toBeNull();
    await faisal.call('release_payout_run', { params: { id: renamed.run.id } });
  });

  test('a payout file names each attempt to pay a payout separately, and stores who made and downloaded it', async () => {
    await approved('100.00', 1);
    const nameOf = async (id: string) =>
      all((await file(id, 1, 'pain.001.001.12')).content, 'EndToEndId');
    const first = await send();
    await makeFile(first.id);
    const name = await nameOf(first.id);
    const params = { id: first.id, payout_id: first.payouts[0]! };
    const failed = await maha.call('fail_payout_line', { params, body: { reason: 'Closed' } });
    expect(failed).toMatchObject({
      run: { id: first.id, status: 'Completed' },
      line: { payout_id: params.payout_id, attempt: 1, outcome: 'Failed', file_no: 1 },
    });
    const second = await send();
    expect(second.payouts).toEqual(first.payouts);
    await makeFile(second.id);
    expect(await nameOf(second.id)).not.toEqual(name);
    expect(await nameOf(first.id)).toEqual(name);
    const events = await product.rows<{ operation: string; by: string; after: object }>(
      `select operation, actor_user_id as by, after from events
        where operation ~ 'payout_file' and subject_id = $1 order by id`,
      [first.id],
    );
    const after = { file_no: 1, format: 'pain.001.001.12' };
    const taken = { operation: 'download_payout_file', by: faisal.user_id, after };
    expect(events).toEqual([
      {
        operation: 'make_payout_file',
        by: maha.user_id,
        after: { file_no: 1, amount_sar: '95.00' },
      },
      taken,
      taken,
    ]);
  });

  const stand = (which: string, move: 'suspend_agency' | 'lift_agency_suspension') =>
    maha.call(move, { params: { id: which }, body: { reason: 'The licence' } });
  /** Of each line: its amount, the file that carries it, and what is the matter. */
  const linesOf = async (id: string) =>
    (await maha.call('read_payout_run', { params: { id } })).lines.map(
      ({ amount_sar, file_no, obstacle }) => [amount_sar, file_no, obstacle],
    );

  test('a payout file holds each payout once and leaves out stopped ones; a file stays as it was made', async () => {
    await approved('100.00', 1);
    const paidMeanwhile = await approved('200.00', 1);
    const suspended = agency_id;
    agency = await product.signUp('agency');
    const body = { name: 'Noon Digital', iban: 'SA0380000000608010167519' };
    agency_id = (await agency.call('upsert_agency', { body })).id;
    await approveIbans(product, maha);
    await approved('300.00', 1);
    // Net of 5%: 95.00, 190.00 and 285.00.
    const { id, payouts } = await send();
    await pay('200.00', paidMeanwhile);
    await stand(suspended, 'suspend_agency');
    expect(await linesOf(id)).toEqual([
      ['95.00', null, 'agency_suspended'],
      ['190.00', null, 'agency_suspended'],
      ['285.00', null, null],
    ]);
    await maha.call('make_payout_file', { params: { id } });
    expect(await codeOf(faisal.send('make_payout_file', { params: { id } }))).toBe(
      'payout_file_empty',
    );
    const first = await maha.call('read_payout_run', { params: { id } });
    expect(first.files).toMatchObject([{ file_no: 1, count: 1, amount_sar: '285.00' }]);
    expect(first.lines.map(({ outcome, reason, stop }) => [outcome, reason, stop])).toEqual([
      ['Failed', null, 'agency_suspended'],
      ['Failed', null, 'agency_suspended'],
      [null, null, null],
    ]);
    // What was paid for a ticket that is stopped pays what else the company owes.
    expect(await read(paidMeanwhile)).toMatchObject({ status: 'Approved', installments: ['Due'] });
    // 300 owed, of which the 200 pay; the bank pays 285 and got 200; fee 15, of which 1.96 is VAT.
    expect(await moved()).toEqual({
      receivable: 100,
      bank: -85,
      fee_income: -13.04,
      vat_payable: -1.96,
    });
    const handedOver = await copies(id, 1);

    // Nor does the database take a line into a second file.
    const twice = product.rows(
      `insert into payout_files (run_id, file_no, made_by, made_at) values ($1, 2, $3, $4);
       insert into payout_file_lines (run_id, payout_id, file_no, attempt) values ($1, $2, 2, 9)`
        .replaceAll('$1', `'${id}'`)
        .replaceAll('$2', `'${payouts[2]}'`)
        .replaceAll('$3', `'${maha.user_id}'`)
        .replaceAll('$4', `'2026-02-02'`),
    );
    await expect(twice).rejects.toMatchObject({ code: '23505' });

    // What is in a file was handed over, whatever becomes of its agency: the bank's answer is taken.
    await stand(agency_id, 'suspend_agency');
    expect((await linesOf(id))[2]).toEqual(['285.00', 1, 'agency_suspended']);
    const { run } = await maha.call('confirm_payout_line', {
      params: { id, payout_id: payouts[2]! },
    });
    expect(run.status).toBe('Completed');
    expect(await copies(id, 1)).toEqual(handedOver);
    // What was stopped waits for a run of its own, under another name.
    await stand(suspended, 'lift_agency_suspension');
    const again = await send();
    expect(again.payouts).toEqual(payouts.slice(0, 2));
    await makeFile(again.id);
    const second = await file(again.id, 1, 'pain.001.001.03');
    expect(all(second.content, 'EndToEndId')).toEqual(
      again.payouts.map((payout_id) => `${payout_id.replaceAll('-', '')}-2`),
    );
    expect(all(second.content, 'MsgId')).not.toEqual(all(handedOver[1]!.content, 'MsgId'));
  });

  test('a payout run makes no file when all is stopped, by a suspended budget or another IBAN', async () => {
    const ticket = await approved('100.00', 1);
    const first = await send();
    // Suspended between the release and the file.
    const budget = (decision: 'suspend' | 'lift') =>
      maha.call('decide_budget', {
        params: { id: ticket.company_id },
        body: { decision, reason: 'Under review' },
      });
    await budget('suspend');
    expect(await makeFile(first.id)).toMatchObject({
      run: { status: 'Completed' },
      files: [],
      lines: [{ outcome: 'Failed', reason: null, stop: 'budget_suspended', obstacle: null }],
    });
    expect(await read(ticket)).toMatchObject({ status: 'Approved', installments: ['Due'] });
    expect(await moved()).toEqual({});
    // The parties are not told why: that is between the company and us. Nor does the agency read that it came back.
    const [note] = await product.rows<{ id: string; reason: string }>(
      `select id, reason from tax_invoices where ticket_id = $1 and type = 'credit_note'`,
      [ticket.id],
    );
    expect(note!.reason).toBe('payout_stopped');
    const paper = await fetch(`${product.url}/api/tax-invoices/${note!.id}/file?language=en`, {
      headers: { authorization: `Bearer ${await agency.token()}` },
    });
    const { lines: said } = await readPdf(new Uint8Array(await paper.arrayBuffer()), 'en');
    expect(said.join(' ')).toContain('The payout was stopped before it was sent to the bank');
    expect(said.join(' ')).not.toContain('returned');
    expect(await refusal(maha.send('make_payout_file', { params: { id: first.id } }))).toEqual([
      409,
      'payout_file_empty',
    ]);
    await budget('lift');
    const second = await send();
    await agency.call('upsert_agency', { body: { iban: 'SA4420000001234567891234' } });
    await approveIbans(product, maha);
    expect(await linesOf(second.id)).toEqual([['95.00', null, 'iban_changed']]);
    const { lines } = await makeFile(second.id);
    expect(lines.map(({ outcome, stop }) => [outcome, stop])).toEqual([['Failed', 'iban_changed']]);
    const third = await send();
    await makeFile(third.id);
    expect((await file(third.id)).content).toContain('SA4420000001234567891234,95.00');
    // Our own account's bank is the product's knowledge, this agency's the settings'.
    const { content } = await file(third.id, 1, 'pain.001.001.12');
    expect(all(content, 'BICFI')).toEqual(['RJHISARI', 'RIBLSARIRUH']);
  });

  test('the age of an acceptance is checked at the release of a run, and not again at the file', async () => {
    await approved('100.00', 1);
    product.clock.moveDays(7);
    const { id } = await send();
    product.clock.moveDays(1);
    expect(await makeFile(id)).toMatchObject({ files: [{ count: 1 }], lines: [{ outcome: null }] });
  });

  test('a payout run is not released while VAT would be charged without a VAT number', async () => {
    await approved('100.00', 1);
    const client = new Client(product.database.owner);
    await client.connect();
    const name = (vat_number: string | null) =>
      recordPlatformIdentity(
        client,
        { ...readSettings({}).platform, vat_number },
        product.clock.now(),
      );
    await name(null);
    const { run, lacks_vat_number } = await maha.call('prepare_payout_run');
    expect(lacks_vat_number).toBe(true);
    const release = () => faisal.send('release_payout_run', { params: { id: run.id } });
    expect(await refusal(release())).toEqual([409, 'platform_vat_number_missing']);
    expect(await moved()).toEqual({});
    await name('399999999900003');
    expect(await maha.call('read_payout_run', { params: { id: run.id } })).toMatchObject({
      lacks_vat_number: false,
    });
    expect((await release()).status).toBe(200);
    await client.end();
  });

  test('a payout run is not released when an IBAN has changed since', async () => {
    await approved('100.00', 1);
    const { run } = await maha.call('prepare_payout_run');
    await agency.call('upsert_agency', { body: { iban: 'SA4420000001234567891234' } });
    await approveIbans(product, maha);
    const release = faisal.send('release_payout_run', { params: { id: run.id } });
    expect(await refusal(release)).toEqual([409, 'payout_iban_changed']);
    await faisal.call('discard_payout_run', { params: { id: run.id } });
    await payOut();
    expect(await moved()).toMatchObject({ bank: -95 });
  });
});

/** Tickets whose agency cannot be paid would stand in every later run's list of what is left out. */
async function discardAll(): Promise<void> {
  const open = await product.rows<{ id: string }>(
    `select id from tickets where status = 'Approved'`,
  );
  for (const { id } of open) {
    const input = { params: { id }, body: { reason: 'End of this life' } };
    const code = await codeOf(maha.send('close_ticket', input));
    if (code === null) continue;
    // Its payout failed by the word of one person.
    expect(code).toBe('close_takes_two');
    const asked = await maha.call('end_returned_payout', input);
    await faisal.call('approve_request', { params: { id: asked.id } });
  }
}

test('every figure leads to its journal lines, page by page', async () => {
  const ticket = await financed('300.00', 3);
  for (let n = 0; n < 20; n += 1) await pay('1.00', ticket);
  const journal = (query: object) => maha.call('list_journal_entries', { query });
  const first = await journal({ ticket_number: ticket.ticket_number });
  const rest = await journal({
    ticket_number: ticket.ticket_number,
    cursor: first.next_cursor!,
  });
  // Financing, fee, payout, and one allocation for each payment.
  expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([20, 3, null]);
  const lines = [...first.items, ...rest.items].flatMap((entry) => entry.lines);
  const receivable = lines
    .filter(({ account }) => account === 'receivable')
    .reduce(
      (sum, { side, amount_sar }) => sum + Number(amount_sar) * (side === 'debit' ? 1 : -1),
      0,
    );
  // 300 − 20 × 1.
  expect(receivable).toBe(280);
  const bank = await journal({ company_id: ticket.company_id, account: 'bank' });
  expect(bank.items.map(({ event }) => event)).toEqual(Array(20).fill('payment_received'));
  expect(bank.next_cursor).not.toBeNull();
  const [entry] = rest.items.toReversed();
  expect(entry).toMatchObject({ event: 'ticket_financed', posted_by: 'Faisal' });
});

test('a figure of a day leads to the lines of that day alone, also when the day before was written late', async () => {
  const { id: company_id } = await company.call('read_company');
  const received = (amount_sar: string) =>
    maha.call('record_payment', {
      body: { amount_sar, value_date: '2026-02-01', company_id, reason: 'A deposit' },
    });
  // Midnight in Riyadh. The second began a second before it, and had to wait for the first.
  product.clock.set('2026-02-01T21:00:00Z');
  await received('10.00');
  product.clock.set('2026-02-01T20:59:59Z');
  await received('7.00');
  product.clock.set('2026-02-01T21:00:01Z');
  await received('20.00');
  const figures = [{ account: 'bank' }, { event: 'payment_received' }] as const;
  for (const figure of figures) {
    const amounts = async (day: string) => {
      const query = { ...figure, company_id, from: day, to: day };
      const { items } = await maha.call('list_journal_entries', { query });
      return items.map(({ lines }) => lines.find(({ account }) => account === 'bank')?.amount_sar);
    };
    expect(await amounts('2026-02-02')).toEqual(['20.00', '10.00']);
    expect(await amounts('2026-02-01')).toEqual(['7.00']);
  }
});

test('a suspended member of staff can do nothing any more', async () => {
  const leaver = await product.addStaff('Huda');
  await leaver.call('operations_overview');
  const token = await leaver.token();
  await product.rows('select api.suspend_staff($1, $2)', [leaver.email, product.clock.now()]);
  const answer = await fetch(`${product.url}/api/operations`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(401);
});
