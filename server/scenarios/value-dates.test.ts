import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { problem } from '#api/wire.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import {
  financeTicket,
  makePayable,
  releaseRun,
  reportTransfer,
  importStatement,
} from '#server/product-client/financing.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** The days of money: never ahead, not before it could be owed without a reason, and on a line's day where a line has shown it. */

let company: Actor;
let company_id: string;
let agency: Actor;
let agency_id: string;
let ticket: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 900.00 in three months, owed since 1 February; today is 10 February. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, company_id, agency, agency_id } = await signUpParties(product, maha));
  ticket = await finance();
  product.clock.set('2026-02-10T09:00:00Z');
});
afterEach(() => expectSoundBooks(product.database));

const finance = () => financeTicket([maha, faisal], { company, agency, agency_id }, '900.00', 3);

interface Recorded {
  amount_sar?: string;
  ticket_number?: string;
  company_id?: string;
  bank_reference?: string;
  reason?: string;
}
let typed = 0;
/** A payment with a bank reference of its own. */
const recordOn = (value_date: string, more: Recorded = { ticket_number: ticket.ticket_number }) =>
  maha.send('record_payment', {
    body: {
      amount_sar: '300.00',
      value_date,
      bank_reference: `TYPED-${(typed += 1)}`,
      is_another: true,
      ...more,
    },
  });
const recorded = async (value_date: string, more?: Recorded) => {
  const { status, text } = await recordOn(value_date, more);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text) as { id: string; value_date: string };
};

/** Code and named fields of a refusal. */
const refusal = async (answer: Promise<{ status: number; text: string }>) => {
  const { code, fields = [] } = problem.parse(JSON.parse((await answer).text));
  return [code, ...fields.map(({ field }) => field)];
};

const read = async (of = ticket) =>
  readTicket.reply.parse(
    await company.call('read_ticket', { params: { ticket_number: of.ticket_number } }),
  );
const paidOn = async () => (await read()).installments!.map(({ paid_on }) => paid_on);

async function importLines(...rows: string[]): Promise<ImportedBankStatement> {
  const text = ['date,value date,amount,details,bank reference', ...rows].join('\n');
  return importStatement(maha, text);
}
async function lineOf(imported: ImportedBankStatement, list: 'certain' | 'likely' | 'unclear') {
  const params = { id: imported.statement.id };
  const { items } = await maha.call('list_bank_statement_lines', { params, query: { list } });
  expect(items).toHaveLength(1);
  return items[0]!;
}
const confirm = (id: string, body: object) =>
  maha.send('confirm_bank_statement_line', { params: { id }, body });

describe('payments from before the debt', () => {
  test('a payment of a ticket from before the debt needs a reason, on its first day none, and a day outside the calendar is none', async () => {
    const { ticket_number } = ticket;
    for (const day of ['2026-01-31', '2019-05-01', '1900-01-01', '0206-02-09']) {
      expect(await refusal(recordOn(day))).toEqual(['payment_before_debt', 'reason']);
      const body = { ticket_number, reason: 'Paid ahead by agreement' };
      expect(await recorded(day, body)).toMatchObject({ value_date: day });
    }
    expect(await recorded('2026-02-01')).toMatchObject({ value_date: '2026-02-01' });
    expect(await refusal(recordOn('0000-01-01'))).toEqual(['validation_failed', 'value_date']);
  });

  test('a payment of a company needs no reason from its first ticket on, a payment of a ticket from that ticket on', async () => {
    product.clock.set('2026-02-12T09:00:00Z');
    const second = await finance();
    const { ticket_number } = second;
    expect(await refusal(recordOn('2026-01-31', { company_id }))).toEqual([
      'payment_before_debt',
      'reason',
    ]);
    await recorded('2026-02-01', { company_id });
    expect(await refusal(recordOn('2026-02-11', { ticket_number }))).toEqual([
      'payment_before_debt',
      'reason',
    ]);
    await recorded('2026-02-12', { ticket_number });
  });

  test('a payment of a company that owes nothing yet needs a reason on any day', async () => {
    const other = await product.signUp('company');
    const { id } = await other.call('upsert_company', { body: { name: 'Gulf Dental' } });
    expect(await refusal(recordOn('2026-02-10', { company_id: id }))).toEqual([
      'payment_before_debt',
      'reason',
    ]);
    await recorded('2026-02-10', { company_id: id, reason: 'A deposit' });
  });

  test('a payment of an unknown payer needs no reason from the first company on, and is checked again once the payer is known', async () => {
    expect(await refusal(recordOn('1999-02-01', {}))).toEqual(['payment_before_debt', 'reason']);
    const { id } = await recorded('2026-01-31', { reason: 'Of the time before' });
    const params = { id };
    const body = { ticket_number: ticket.ticket_number };
    expect(await refusal(maha.send('identify_payment', { params, body }))).toEqual([
      'payment_before_debt',
      'reason',
    ]);
    const reason = 'Paid ahead by agreement';
    await maha.call('identify_payment', { params, body: { ...body, reason } });
    expect(await paidOn()).toEqual(['2026-02-01', null, null]);
  });

  test('a reported transfer from before the debt needs a reason', async () => {
    const { id } = await report('2026-01-30');
    const record = (reason?: string) =>
      maha.send('record_reported_transfer', {
        params: { id },
        body: { value_date: '2026-01-30', ...(reason && { reason }) },
      });
    expect(await refusal(record())).toEqual(['payment_before_debt', 'reason']);
    expect((await record('Paid ahead')).status).toBe(200);
  });

  test('a payment without a payer from before the debt needs a reason when a report names its company', async () => {
    const { id } = await report('2026-01-31');
    const payment = await recorded('2026-01-31', { reason: 'Of the time before' });
    const match = (reason?: string) =>
      maha.send('match_transfer_report', {
        params: { id },
        body: { payment_id: payment.id, ...(reason && { reason }) },
      });
    expect(await refusal(match())).toEqual(['payment_before_debt', 'reason']);
    expect((await match('Paid ahead')).status).toBe(200);
  });

  test('credit that is applied automatically needs no reason', async () => {
    await recorded('2026-01-20', { company_id, amount_sar: '1000.00', reason: 'Paid ahead' });
    product.clock.set('2026-02-12T09:00:00Z');
    const second = await finance();
    const [first] = (await read(second)).installments!;
    expect(first).toMatchObject({ paid_amount: '100.00' });
  });
});

const report = (transferred_on: string) =>
  reportTransfer(company, ticket, '300.00', transferred_on);

test('a bank line from before the debt gives a payment its day only with a reason', async () => {
  const { ticket_number } = ticket;
  const bank_reference = `FE${ticket_number}`;
  const { id: payment_id } = await recorded('2026-02-09', { ticket_number, bank_reference });
  const line = await lineOf(
    await importLines(`2024-01-05,2024-01-05,300.00,x,${bank_reference}`),
    'likely',
  );
  expect(await refusal(confirm(line.id, { payment_id }))).toEqual([
    'payment_before_debt',
    'reason',
  ]);
  const reason = 'The bank has corrected its day';
  expect((await confirm(line.id, { payment_id, reason })).status).toBe(200);
  expect(
    await product.rows(
      `select after ->> 'reason' as reason from events where subject_id = $1 and operation = 'correct_value_date'`,
      [payment_id],
    ),
  ).toEqual([{ reason }]);
});

describe('the day on which an installment was paid', () => {
  test('an installment was paid on the latest value date of its payments, whichever was recorded last', async () => {
    const { ticket_number } = ticket;
    await recorded('2026-02-09', { ticket_number, amount_sar: '200.00' });
    await recorded('2026-02-03', { ticket_number, amount_sar: '100.00' });
    expect(await paidOn()).toEqual(['2026-02-09', null, null]);
  });

  test('an installment was never paid before the day on which it was owed', async () => {
    const { ticket_number } = ticket;
    await recorded('2026-01-20', { ticket_number, reason: 'Paid ahead by agreement' });
    expect(await paidOn()).toEqual(['2026-02-01', null, null]);
  });

  test('the day of payment is the same on the settlement letter and on the statement of account, which has both days', async () => {
    await recorded('2026-02-09', { ticket_number: ticket.ticket_number, amount_sar: '900.00' });
    expect(await paidOn()).toEqual(['2026-02-09', '2026-02-09', '2026-02-09']);
    const query = { from: '2026-02-01', to: '2026-02-28' };
    const { items } = await company.call('company_statement', { query });
    expect(items.map(({ event, date, value_date }) => [event, date, value_date])).toEqual([
      ['ticket_financed', '2026-02-01', null],
      ['payment_received', '2026-02-10', '2026-02-09'],
    ]);
  });
});

describe('a payment with a bank line', () => {
  test('a payment with a bank line has the day of the line, whatever was typed', async () => {
    const { id } = await recorded('2026-02-05');
    const reference = paymentReference(ticket.ticket_number);
    const imported = await importLines(`2026-02-08,2026-02-08,300.00,${reference},FT1`);
    const line = await lineOf(imported, 'likely');
    expect(line.match_reason).toBe('already_recorded');
    expect((await confirm(line.id, { payment_id: id })).status).toBe(200);
    expect(await paidOn()).toEqual(['2026-02-08', null, null]);
    expect((await read()).payments).toMatchObject([{ value_date: '2026-02-08' }]);
  });

  test('a payment with the bank’s reference has the day of its line, however far apart they are', async () => {
    const body = { ticket_number: ticket.ticket_number, bank_reference: 'FT 77' };
    const { id } = await recorded('2026-02-02', body);
    const imported = await importLines('2026-02-09,2026-02-09,300.00,Transfer,FT77');
    const line = await lineOf(imported, 'likely');
    expect((await confirm(line.id, { payment_id: id })).status).toBe(200);
    expect(await paidOn()).toEqual(['2026-02-09', null, null]);
  });

  test("a payment of another day without the same reference is not the line's payment", async () => {
    const { id } = await recorded('2026-02-02');
    const imported = await importLines(`2026-02-09,2026-02-09,300.00,Transfer,FT9`);
    const { id: line_id } = await lineOf(imported, 'unclear');
    expect(await refusal(confirm(line_id, { payment_id: id }))).toEqual([
      'not_found',
      'payment_id',
    ]);
    expect(await paidOn()).toEqual(['2026-02-02', null, null]);
  });
});

describe('a line with a future value date', () => {
  test('a line with a future value date is likely and says so, is confirmed on its day, and is certain when it is matched again', async () => {
    const reference = paymentReference(ticket.ticket_number);
    const imported = await importLines(`2026-02-10,2026-02-11,300.00,${reference},FT2`);
    const line = await lineOf(imported, 'likely');
    expect(line.match_reason).toBe('value_date_ahead');
    const body = { ticket_number: ticket.ticket_number };
    expect(await refusal(confirm(line.id, body))).toEqual(['bank_statement_line_ahead']);
    expect((await read()).payments).toEqual([]);
    product.clock.set('2026-02-11T09:00:00Z');
    const params = { id: imported.statement.id };
    await maha.call('match_bank_statement_lines', { params });
    expect(await lineOf(imported, 'certain')).toMatchObject({ match_reason: 'reference' });
    await maha.call('confirm_certain_lines', { params, body: { count: 1 } });
    expect((await read()).payments).toMatchObject([{ value_date: '2026-02-11' }]);
  });

  test('a line with a future value date can be set aside at once', async () => {
    const imported = await importLines('2026-02-10,2026-02-12,50.00,Somebody,FT3');
    const { id } = await lineOf(imported, 'unclear');
    const body = { reason: 'Not ours' };
    const line = await maha.call('set_aside_bank_statement_line', { params: { id }, body });
    expect(line.status).toBe('SetAside');
  });
});

test('a line from before its ticket was owed is likely and confirmed only with a reason', async () => {
  const reference = paymentReference(ticket.ticket_number);
  const imported = await importLines(`2026-01-31,2026-01-31,300.00,${reference},FT4`);
  const line = await lineOf(imported, 'likely');
  expect(line.match_reason).toBe('before_debt');
  const body = { ticket_number: ticket.ticket_number };
  expect(await refusal(confirm(line.id, body))).toEqual(['payment_before_debt', 'reason']);
  expect((await confirm(line.id, { ...body, reason: 'Paid ahead' })).status).toBe(200);
  expect(await paidOn()).toEqual(['2026-02-01', null, null]);
});

test('a certain line becomes likely when its ticket is financed again on a later day', async () => {
  const reference = paymentReference(ticket.ticket_number);
  const imported = await importLines(`2026-02-09,2026-02-09,300.00,${reference},FT5`);
  await lineOf(imported, 'certain');
  const { payout } = await maha.call('read_financed_ticket', {
    params: { ticket_number: ticket.ticket_number },
  });
  const run_id = payout!.run_id!;
  const { lines } = await maha.call('read_payout_run', { params: { id: run_id } });
  const { payout_id } = lines.find(({ ticket_number }) => ticket_number === ticket.ticket_number)!;
  await maha.call('return_payout_line', {
    params: { id: run_id, payout_id },
    body: { reason: 'Account closed' },
  });
  product.clock.set('2026-02-12T09:00:00Z');
  await makePayable({ staff: maha, company }, ticket);
  await releaseRun([maha, faisal]);
  const params = { id: imported.statement.id };
  expect(await maha.call('confirm_certain_lines', { params, body: { count: 1 } })).toMatchObject({
    confirmed: { count: 0 },
    demoted: 1,
  });
  expect((await lineOf(imported, 'likely')).match_reason).toBe('before_debt');
});
