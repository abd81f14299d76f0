import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { problem } from '#api/wire.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { textFile } from '#server/product-client/product-client.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { financeTicket } from '../testing/financed-ticket.ts';
import { approveIbans } from '../testing/ibans.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** The days of money: never ahead, not before it could be owed without a reason, and on a line's day where a line has shown it. */

let product: Product;
let maha: Actor;
let faisal: Actor;
let company: Actor;
let company_id: string;
let agency: Actor;
let agency_id: string;
let ticket: Ticket;

beforeAll(async () => {
  product = await startProduct('2026-02-01T06:00:00Z');
  maha = await product.addStaff('Maha');
  faisal = await product.addStaff('Faisal');
});
afterAll(() => product.close());

/** SAR 900.00 in three months, owed since 1 February; today is 10 February. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  company = await product.signUp('company');
  ({ id: company_id } = await company.call('upsert_company', { body: { name: 'Najd Coffee' } }));
  agency = await product.signUp('agency');
  ({ id: agency_id } = await agency.call('upsert_agency', {
    body: { name: 'Sada Creative', iban: 'SA0380000000608010167519' },
  }));
  await approveIbans(product, maha);
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
const recordOn = (value_date: string, more: Recorded = { ticket_number: ticket.ticket_number }) =>
  maha.send('record_payment', {
    body: { amount_sar: '300.00', value_date, is_another: true, ...more },
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
  const answer = await maha.send('import_bank_statement', textFile('statement.csv', text));
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as ImportedBankStatement;
}
async function lineOf(imported: ImportedBankStatement, list: 'certain' | 'likely' | 'unclear') {
  const params = { id: imported.statement.id };
  const { items } = await maha.call('list_bank_statement_lines', { params, query: { list } });
  expect(items).toHaveLength(1);
  return items[0]!;
}
const confirm = (id: string, body: object) =>
  maha.send('confirm_bank_statement_line', { params: { id }, body });

describe('money that came before anything was owed that it may be for is recorded only with a reason', () => {
  test.each(['2026-01-31', '2019-05-01', '1900-01-01', '0206-02-09'])(
    'of a ticket: %s',
    async (day) => {
      expect(await refusal(recordOn(day))).toEqual(['payment_before_debt', 'reason']);
      const body = { ticket_number: ticket.ticket_number, reason: 'Paid ahead by agreement' };
      expect(await recorded(day, body)).toMatchObject({ value_date: day });
    },
  );

  test('the day on which it was owed first needs none', async () => {
    expect(await recorded('2026-02-01')).toMatchObject({ value_date: '2026-02-01' });
  });

  test('of a company since its first ticket, of a named ticket since that one', async () => {
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

  test('of a company that owes nothing yet every day needs one', async () => {
    const other = await product.signUp('company');
    const { id } = await other.call('upsert_company', { body: { name: 'Gulf Dental' } });
    expect(await refusal(recordOn('2026-02-10', { company_id: id }))).toEqual([
      'payment_before_debt',
      'reason',
    ]);
    await recorded('2026-02-10', { company_id: id, reason: 'A deposit' });
  });

  test('of a payer who is not known, since the first company came; and asked again once the payer is known', async () => {
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

  test('of a reported transfer', async () => {
    const { id } = await report('2026-01-30');
    const record = (reason?: string) =>
      maha.send('record_reported_transfer', {
        params: { id },
        body: { value_date: '2026-01-30', ...(reason && { reason }) },
      });
    expect(await refusal(record())).toEqual(['payment_before_debt', 'reason']);
    expect((await record('Paid ahead')).status).toBe(200);
  });

  test('a payment without a payer that a report tells of', async () => {
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

  test('credit that is applied by itself needs none', async () => {
    await recorded('2026-01-20', { company_id, amount_sar: '1000.00', reason: 'Paid ahead' });
    expect((await read()).ticket.status).toBe('Completed');
    product.clock.set('2026-02-12T09:00:00Z');
    const second = await finance();
    const [first] = (await read(second)).installments!;
    expect(first).toMatchObject({ paid_amount: '100.00' });
  });
});

async function report(transferred_on: string) {
  const proof = await company.upload('transfer_proof', pdf('Proof.pdf', ['Transfer']));
  return company.call('report_transfer', {
    params: { id: ticket.id },
    body: { amount_sar: '300.00', transferred_on, proof_file: proof.path },
  });
}

test('a line of a day before anything was owed gives a payment its day only with a reason', async () => {
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

test.each(['2026-02-11', '2027-01-01'])('money of a day to come is refused: %s', async (day) => {
  expect(await refusal(recordOn(day))).toEqual(['validation_failed', 'value_date']);
});

test('a day that no calendar of ours has is refused by name', async () => {
  const value_date = '0000-01-01';
  expect(await refusal(recordOn(value_date))).toEqual(['validation_failed', 'value_date']);
});

describe('the day on which an installment was paid', () => {
  test('is the latest value date of what paid it, whichever was written down last', async () => {
    const { ticket_number } = ticket;
    await recorded('2026-02-09', { ticket_number, amount_sar: '200.00' });
    await recorded('2026-02-03', { ticket_number, amount_sar: '100.00' });
    expect(await paidOn()).toEqual(['2026-02-09', null, null]);
  });

  test('does not lie before the day since which it was owed', async () => {
    const { ticket_number } = ticket;
    await recorded('2026-01-20', { ticket_number, reason: 'Paid ahead by agreement' });
    expect(await paidOn()).toEqual(['2026-02-01', null, null]);
  });

  test('stands on the settlement letter as on the statement of account, which names both days', async () => {
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

describe('a payment that a line shows has the day of the line', () => {
  test('whatever was written down by hand', async () => {
    const { id } = await recorded('2026-02-05');
    const reference = paymentReference(ticket.ticket_number);
    const imported = await importLines(`2026-02-08,2026-02-08,300.00,${reference},FT1`);
    const line = await lineOf(imported, 'likely');
    expect(line.match_reason).toBe('already_recorded');
    expect((await confirm(line.id, { payment_id: id })).status).toBe(200);
    expect(await paidOn()).toEqual(['2026-02-08', null, null]);
    expect((await read()).payments).toMatchObject([{ value_date: '2026-02-08' }]);
  });

  test('by the bank’s reference whatever the days between', async () => {
    const body = { ticket_number: ticket.ticket_number, bank_reference: 'FT 77' };
    const { id } = await recorded('2026-02-02', body);
    const imported = await importLines('2026-02-09,2026-02-09,300.00,Transfer,FT77');
    const line = await lineOf(imported, 'likely');
    expect((await confirm(line.id, { payment_id: id })).status).toBe(200);
    expect(await paidOn()).toEqual(['2026-02-09', null, null]);
  });

  test('a payment of other days, which no reference makes the same, is not its payment', async () => {
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

describe('a line whose value date is still to come', () => {
  test('is likely and says so, is confirmed on its day, and certain once it is looked at again', async () => {
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

  test('can be set aside at once', async () => {
    const imported = await importLines('2026-02-10,2026-02-12,50.00,Somebody,FT3');
    const { id } = await lineOf(imported, 'unclear');
    const body = { reason: 'Not ours' };
    const line = await maha.call('set_aside_bank_statement_line', { params: { id }, body });
    expect(line.status).toBe('SetAside');
  });
});

test('a line of a day before its ticket was owed is likely, and confirmed only with a reason', async () => {
  const reference = paymentReference(ticket.ticket_number);
  const imported = await importLines(`2026-01-31,2026-01-31,300.00,${reference},FT4`);
  const line = await lineOf(imported, 'likely');
  expect(line.match_reason).toBe('before_debt');
  const body = { ticket_number: ticket.ticket_number };
  expect(await refusal(confirm(line.id, body))).toEqual(['payment_before_debt', 'reason']);
  expect((await confirm(line.id, { ...body, reason: 'Paid ahead' })).status).toBe(200);
  expect(await paidOn()).toEqual(['2026-02-01', null, null]);
});

test('a line that was certain is likely once its ticket has been financed anew on a later day', async () => {
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
  await acceptTicketDocuments(company, ticket);
  const { run } = await maha.call('prepare_payout_run');
  await faisal.call('release_payout_run', { params: { id: run.id } });
  const params = { id: imported.statement.id };
  expect(await maha.call('confirm_certain_lines', { params, body: { count: 1 } })).toMatchObject({
    confirmed: { count: 0 },
    demoted: 1,
  });
  expect((await lineOf(imported, 'likely')).match_reason).toBe('before_debt');
});
