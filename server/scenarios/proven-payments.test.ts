import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import {
  financeTicket,
  makePayable,
  requestTicket,
  reportTransfer,
  importStatement,
} from '#server/product-client/financing.ts';
import { giveRefundIbans } from '../testing/ibans.ts';
import { refusal } from '../testing/refusals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/**
 * A payment that no line of a statement shows gives no letter and no refund and lifts no stop until another person confirms it:
 * one person could type a payment that never came.
 */

let company: Actor;
let agency: Actor;
let agency_id: string;
let ticket: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 900.00 in three months, whose agency was paid on 1 February, a Sunday: 300.00 is due on 1 March. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
  ticket = await financeTicket([maha, faisal], { company, agency, agency_id }, '900.00', 3);
});
afterEach(() => expectSoundBooks(product.database));

const on = (day: string) => product.beginDay(day);

const today = () => product.clock.now().toISOString().slice(0, 10);
const record = (amount_sar: string) =>
  maha.call('record_payment', {
    body: {
      amount_sar,
      value_date: today(),
      ticket_number: ticket.ticket_number,
      is_another: true,
    },
  });
const confirm = ({ id }: { id: string }, by = faisal) =>
  by.send('confirm_payment', { params: { id } });
const read = async ({ id }: { id: string }) =>
  (await maha.call('read_payment', { params: { id } })).payment;

const compare = (id: string, by = faisal) => by.send('compare_bank_statement', { params: { id } });

/** A line of a statement of today, which Maha imports, shows the payment. @returns the statement's id. */
async function tell({ id, amount_sar }: { id: string; amount_sar: string }): Promise<string> {
  const text = `date,amount,details,bank reference\n${today()},${amount_sar},Transfer,FT${id.slice(-8)}`;
  const { statement } = await importStatement(maha, text);
  const [line] = await product.rows<{ id: string }>(
    'select id from bank_statement_lines where statement_id = $1',
    [statement.id],
  );
  await maha.call('confirm_bank_statement_line', {
    params: { id: line!.id },
    body: { payment_id: id },
  });
  return statement.id;
}

const show = async (payment: { id: string; amount_sar: string }) => compare(await tell(payment));

test('an unproven payment is confirmed once, by another person than its recorder', async () => {
  const payment = await record('300.00');
  expect(payment).toMatchObject({ proven_at: null, confirmed_by: null });
  expect((await read(payment)).is_recorded_by_caller).toBe(true);
  expect(await refusal(confirm(payment, maha))).toEqual([403, 'own_payment_refused']);
  expect((await confirm(payment)).status).toBe(200);
  const { confirmed_by, proven_at } = await read(payment);
  expect([confirmed_by, new Date(proven_at!)]).toEqual(['Faisal', product.clock.now()]);
  expect(await refusal(confirm(payment))).toEqual([409, 'payment_proven']);
  const events = await product.rows(
    `select actor_user_id as by from events where operation = 'confirm_payment' and subject_id = $1`,
    [payment.id],
  );
  expect(events).toEqual([{ by: faisal.user_id }]);
  // Nor does the database take the word of the one who recorded it.
  const own = product.rows('update payments set confirmed_by = recorded_by where id = $1', [
    payment.id,
  ]);
  await expect(own).rejects.toMatchObject({ constraint: 'payments_confirmed_by_another' });
});

test('a ticket that an unproven payment has paid stays Active, keeps its room and has no letter until it is confirmed', async () => {
  const payment = await record('900.00');
  const of = { params: { ticket_number: ticket.ticket_number } };
  const letter = { ...of, query: { language: 'en' as const } };
  const details = () => company.call('read_ticket', of);
  const committed = async () => (await company.call('company_dashboard')).budget.committed_funds;
  expect(await details()).toMatchObject({
    ticket: { status: 'Active' },
    settled_on: null,
    settlement_awaits_proof: true,
    installments: [{ status: 'Paid' }, { status: 'Paid' }, { status: 'Paid' }],
  });
  expect(await committed()).toBe('900.00');
  const rows = async () => {
    const text = ticket.ticket_number;
    const card = await company.call('list_tickets', { query: { list: 'current' } });
    const list = await company.call('list_own_tickets', { query: { text } });
    const found = await company.call('search_own', { query: { text } });
    const desk = await maha.call('search_desk', { query: { text } });
    const told = await agency.call('list_own_tickets', { query: { text } });
    return [card, list, told]
      .map(({ items }) => items)
      .concat([found.tickets], desk.tickets as never)
      .flat()
      .map(({ is_being_verified }) => is_being_verified);
  };
  // Its agency does not read what its company has paid.
  expect(await rows()).toEqual([true, true, false, true, true]);
  const query = { text: ticket.ticket_number, format: 'csv' as const };
  expect((await company.send('list_own_tickets', { query })).text).toMatch(/,Active,1,/);
  for (const asked of [
    company.send('settlement_letter', letter),
    maha.send('staff_settlement_letter', letter),
  ])
    expect(await refusal(asked)).toEqual([404, 'not_found']);
  const inConsole = await maha.call('read_financed_ticket', of);
  expect(inConsole).toMatchObject({ settlement_awaits_proof: true });
  const given_up = maha.send('write_off_ticket', {
    params: { id: ticket.id },
    body: { reason: 'Nothing came' },
  });
  expect(await refusal(given_up)).toEqual([409, 'payment_not_proven']);
  await confirm(payment);
  expect(await details()).toMatchObject({
    ticket: { status: 'Completed', is_being_verified: false },
    settlement_awaits_proof: false,
  });
  expect(await committed()).toBe('0.00');
  expect((await company.send('settlement_letter', letter)).status).toBe(200);
});

test('a comparison has the credit analysis count what the payments on a statement have paid', async () => {
  const paidOnTime = async () => {
    await product.settled();
    const [latest] = await product.rows<{ paid_on_time: number }>(
      `select (a.inputs -> 'repayments' -> 'paid_on_time')::integer as paid_on_time from credit_assessments a
        where a.company_id = $1 order by a.id desc limit 1`,
      [ticket.company_id],
    );
    return latest?.paid_on_time;
  };
  const statement = await tell(await record('300.00'));
  expect(await paidOnTime()).toBe(0);
  await compare(statement);
  expect(await paidOnTime()).toBe(1);
});

test('a comparison completes what the payments on a statement have paid; what an earlier release completed without proof stays so', async () => {
  const of = { params: { ticket_number: ticket.ticket_number } };
  const status = async () => (await company.call('read_ticket', of)).ticket.status;
  const statement = await tell(await record('900.00'));
  expect(await status()).toBe('Active');
  await compare(statement);
  expect(await status()).toBe('Completed');
  const prove = (at: string) =>
    product.rows(`update payments set proven_at = ${at} where ticket_id = $1`, [ticket.id]);
  await prove('null');
  await product.rows('select update_ticket_completion($1, now())', [ticket.id]);
  expect(await status()).toBe('Completed');
  await prove('now()');
});

test('an unproven payment gives no refund until a line of a statement shows it', async () => {
  await giveRefundIbans(product, product.clock.now());
  const payment = await record('950.00');
  const asks = {
    params: { id: payment.id },
    body: { amount_sar: '50.00', to: 'company' as const, reason: 'They asked for it' },
  };
  expect(await refusal(maha.send('refund_credit', asks))).toEqual([409, 'payment_not_proven']);
  await show(payment);
  expect(await read(payment)).toMatchObject({ confirmed_by: null });
  expect((await read(payment)).proven_at).not.toBeNull();
  expect((await maha.send('refund_credit', asks)).status).toBe(200);
});

test('a statement proves once another person than its importer has compared it with the bank', async () => {
  const payment = await record('300.00');
  const waiting = async () =>
    (await maha.call('operations_overview')).waits.bank_statements_to_compare.count;
  const before = await waiting();
  const id = await tell(payment);
  expect(await waiting()).toBe(before + 1);
  expect((await read(payment)).proven_at).toBeNull();
  expect(await maha.call('read_bank_statement', { params: { id } })).toMatchObject({
    statement: { is_imported_by_caller: true, compared_by: null },
    to_prove: { count: 1, amount_sar: '300.00' },
  });
  expect(await refusal(compare(id, maha))).toEqual([403, 'own_bank_statement_refused']);
  product.clock.set('2026-02-01T06:05:00Z');
  expect((await compare(id)).status).toBe(200);
  const proven = await read(payment);
  expect(new Date(proven.proven_at!)).toEqual(product.clock.now());
  const { statement } = await maha.call('read_payment', { params: { id: payment.id } });
  expect(statement).toMatchObject({ id, imported_by: 'Maha', compared_by: 'Faisal' });
  expect(await maha.call('read_bank_statement', { params: { id } })).toMatchObject({
    statement: { compared_by: 'Faisal' },
    to_prove: { count: 0 },
  });
  expect(await waiting()).toBe(before);
  expect(await refusal(compare(id))).toEqual([409, 'bank_statement_compared']);
  // A line that is decided later is proven at once.
  await maha.call('reverse_payment', {
    params: { id: payment.id },
    body: { reason: 'Of another ticket' },
  });
  const [line] = await product.rows<{ id: string }>(
    'select id from bank_statement_lines where statement_id = $1',
    [id],
  );
  const { ticket_number } = ticket;
  const confirmed = await maha.call('confirm_bank_statement_line', {
    params: { id: line!.id },
    body: { ticket_number },
  });
  expect((await read(confirmed.payment!)).proven_at).not.toBeNull();
});

test('the database takes no comparison by the importer, and no proof without one', async () => {
  const id = await tell(await record('300.00'));
  const write = (text: string) => product.rows(text, [id]);
  await expect(
    write(
      'update bank_statements set compared_by = imported_by, compared_at = imported_at where id = $1',
    ),
  ).rejects.toMatchObject({ constraint: 'bank_statements_compared_by_another' });
  await expect(
    write('update bank_statement_lines set is_proven = true where statement_id = $1'),
  ).rejects.toMatchObject({ code: 'HM000', message: 'bank_statement_not_compared' });
});

test('credit that an unproven payment has freed cannot be refunded', async () => {
  await giveRefundIbans(product, product.clock.now());
  const typed = await record('900.00');
  // What would have paid the ticket is credit now.
  const came = await record('1000.00');
  await show(came);
  const asks = (amount_sar: string) => ({
    params: { id: came.id },
    body: { amount_sar, to: 'company' as const, reason: 'They asked for it' },
  });
  const refund = (amount: string) => refusal(maha.send('refund_credit', asks(amount)));
  expect(await refund('100.01')).toEqual([409, 'payment_not_proven']);
  const { id } = await maha.call('refund_credit', asks('100.00'));
  await faisal.call('approve_request', { params: { id } });
  expect(await refund('0.01')).toEqual([409, 'payment_not_proven']);
  await confirm(typed);
  // Nor is an unproven payment refunded because another one has as much proven credit.
  const later = { ...asks('50.00'), params: { id: (await record('50.00')).id } };
  expect(await refusal(maha.send('refund_credit', later))).toEqual([409, 'payment_not_proven']);
  expect((await maha.send('refund_credit', asks('900.00'))).status).toBe(200);
});

async function request(): Promise<Ticket> {
  return requestTicket({ company, agency_id }, '100.00', 3);
}
/** As the newest credit analysis found it. */
async function areRequestsStopped(): Promise<boolean> {
  await product.settled();
  const [newest] = await product.rows<{ is_stopped: boolean }>(
    `select (inputs -> 'are_requests_stopped')::boolean as is_stopped from credit_assessments
      where company_id = $1 order by created_at desc, id desc limit 1`,
    [ticket.company_id],
  );
  return newest!.is_stopped;
}
const verified = async () => (await company.call('company_dashboard')).lateness?.being_verified;

describe('the stop of requests', () => {
  test('the stop of requests stays until a late payment is proven, and says so', async () => {
    await on('2026-03-05');
    const payment = await record('300.00');
    expect(await verified()).toEqual({
      amount_sar: '300.00',
      requests_since: '2026-03-01',
      payouts_since: null,
    });
    await expect(request()).rejects.toThrow('"code":"payment_being_verified"');
    const id = await tell(payment);
    await expect(request()).rejects.toThrow('"code":"payment_being_verified"');
    await compare(id);
    expect(await verified()).toBeUndefined();
    await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
  });

  test('the stop of requests does not begin for a company that has paid within the grace, however late staff record it', async () => {
    await on('2026-03-04');
    await record('300.00');
    await on('2026-03-25');
    expect(await verified()).toBeUndefined();
    await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
  });

  test('a payment that compared statements lack for five working days counts as unpaid; while none is compared, or a line may be it, nobody is stopped', async () => {
    const bring = (...rows: string[]) =>
      importStatement(maha, ['date,amount,details,bank reference', ...rows].join('\n'));
    await on('2026-03-04');
    await record('300.00');
    await on('2026-03-12');
    const { statement } = await bring('2026-03-04,11.00,Other,FA1', '2026-03-11,12.00,Other,FA2');
    await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
    expect(await areRequestsStopped()).toBe(false);
    await compare(statement.id);
    expect(await areRequestsStopped()).toBe(true);
    expect(await verified()).toEqual({
      amount_sar: '300.00',
      requests_since: '2026-03-01',
      payouts_since: '2026-03-01',
    });
    await expect(request()).rejects.toThrow('"code":"payment_being_verified"');
    const later = await bring('2026-03-05,300.00,Other,FA3');
    expect(await areRequestsStopped()).toBe(false);
    await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
    const [line] = await product.rows<{ id: string }>(
      'select id from bank_statement_lines where statement_id = $1',
      [later.statement.id],
    );
    await maha.call('set_aside_bank_statement_line', {
      params: { id: line!.id },
      body: { reason: 'Of somebody else' },
    });
    expect(await areRequestsStopped()).toBe(true);
    await expect(request()).rejects.toThrow('"code":"payment_being_verified"');
  });

  test('the credit analysis knows at the close of the day that a payment which did not come stops requests', async () => {
    await on('2026-02-20');
    await record('300.00');
    await on('2026-03-03');
    const rows = ['2026-02-20,11.00,Other,FC1', '2026-03-03,12.00,Other,FC2'];
    const { statement } = await importStatement(
      maha,
      ['date,amount,details,bank reference', ...rows].join('\n'),
    );
    await compare(statement.id);
    await on('2026-03-04');
    // Other tests have closed later days.
    await product.rows(`update lateness_settings set analysed_until = '2026-03-03'`);
    expect(await areRequestsStopped()).toBe(false);
    await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
    await on('2026-03-05');
    expect(await areRequestsStopped()).toBe(true);
    await expect(request()).rejects.toThrow('"code":"payment_being_verified"');
  });

  test('compared statements of fewer days, or with a working day missing between them, stop nobody', async () => {
    let lines = 0;
    const compareDays = async (from: string, to: string) => {
      const row = (day: string) => `${day},11.00,Other,FB${(lines += 1)}`;
      const { statement } = await importStatement(
        maha,
        ['date,amount,details,bank reference', row(from), row(to)].join('\n'),
      );
      await compare(statement.id);
    };
    await on('2026-02-20');
    await confirm(await record('300.00'));
    await on('2026-04-01');
    await record('300.00');
    await on('2026-04-26');
    // Four working days after Wednesday, 1 April.
    await compareDays('2026-04-01', '2026-04-07');
    expect(await verified()).toBeUndefined();
    await compareDays('2026-04-09', '2026-04-20');
    expect(await verified()).toBeUndefined();
    await compareDays('2026-04-08', '2026-04-08');
    expect(await verified()).toMatchObject({ requests_since: '2026-04-01' });
    // To a credit analysis it is not late.
    const [company_row] = await product.rows(
      `select is_long_overdue(c, '2026-05-05', 30) from companies c where c.id = $1`,
      [ticket.company_id],
    );
    expect(company_row).toEqual({ is_long_overdue: false });
  });

  test('the stop of requests stays paused while the payment of a reported transfer is unproven', async () => {
    await on('2026-03-09');
    const report = await reportTransfer(company, ticket, '300.00', '2026-03-09');
    await maha.call('record_reported_transfer', {
      params: { id: report.id },
      body: { value_date: '2026-03-09' },
    });
    await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
    await on('2026-03-12');
    await expect(request()).rejects.toThrow('"code":"payment_being_verified"');
  });
});

test('a payout that was stopped when a payment was recorded stays stopped until the payment is proven', async () => {
  const other = await request();
  await agency.call('approve_ticket', { params: { id: other.id } });
  await makePayable({ staff: maha, company }, other);
  const stoppedOn = async () =>
    (await agency.call('read_ticket', { params: { ticket_number: other.ticket_number } }))
      .payout_stopped_on;
  await on('2026-03-16');
  expect(await stoppedOn()).toBe('2026-03-16');
  const payment = await record('300.00');
  expect(await stoppedOn()).toBe('2026-03-16');
  const { items } = await maha.call('list_stopped_payouts', { query: {} });
  expect(items.find((one) => one.ticket.id === other.id)).toMatchObject({
    overdue_since: '2026-03-01',
    overdue_amount: '0.00',
    unproven_amount: '300.00',
  });
  await confirm(payment);
  expect(await stoppedOn()).toBeNull();
});

test('an unproven payment is a task of staff after five working days', async () => {
  const waits = async () => (await maha.call('operations_overview')).waits.payments_unproven.count;
  const listed = async (list: 'unproven' | 'unproven_long') =>
    (await maha.call('list_payments', { query: { list } })).items.map(({ id }) => id);
  const { items } = await maha.call('list_payments', { query: { list: 'unproven' } });
  for (const one of items) await confirm(one, one.recorded_by === 'Maha' ? faisal : maha);
  const before = await waits();
  expect(before).toBe(0);
  // On a Sunday.
  const payment = await record('300.00');
  await on('2026-02-07');
  expect(await waits()).toBe(before);
  expect(await listed('unproven')).toContain(payment.id);
  expect(await listed('unproven_long')).not.toContain(payment.id);
  await on('2026-02-08');
  expect(await waits()).toBe(before + 1);
  expect(await listed('unproven_long')).toContain(payment.id);
  await confirm(payment);
  expect(await waits()).toBe(before);
  expect(await listed('unproven')).not.toContain(payment.id);
});

test("a payment moved to its real payer stays proven by its bank line, but not by a person's word", async () => {
  const stranger = await product.signUp('company');
  const { id: company_id } = await stranger.call('upsert_company', { body: { name: 'Hijaz Tea' } });
  const move = async (payment: { id: string }) =>
    maha.call('move_payment', {
      params: { id: payment.id },
      body: { company_id, reason: 'Of another company' },
    });
  const said = await record('300.00');
  await confirm(said);
  expect((await move(said)).proven_at).toBeNull();
  const shown = await record('200.00');
  await show(shown);
  expect(await read(await move(shown))).toMatchObject({ confirmed_by: null });
  expect((await read(await move(await record('100.00')))).proven_at).toBeNull();
  const { items } = await maha.call('list_payments', { query: { list: 'unproven', company_id } });
  expect(items.map(({ amount_sar }) => amount_sar)).toEqual(['100.00', '300.00']);
});
