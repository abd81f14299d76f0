import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { refund, depositProven } from '../testing/approvals.ts';
import { importStatement } from '../testing/bank-statements.ts';
import { codeOf } from '../testing/refusals.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** A refund whose payment was taken back, and that never came back: two people write it off. */

let product: Product;
let maha: Actor;
let faisal: Actor;
let company: Actor;
let company_id: string;
let files = 0;

beforeAll(async () => {
  product = await startProduct('2026-02-01T06:00:00Z', {
    PLATFORM_NAME: 'Hamla Company',
    PLATFORM_IBAN: 'SA3180000000608010167500',
  });
  maha = await product.addStaff('Maha');
  faisal = await product.addStaff('Faisal');
});
afterAll(() => product.close());
beforeEach(async () => {
  product.clock.set('2026-02-10T09:00:00Z');
  company = await product.signUp('company');
  ({ id: company_id } = await company.call('upsert_company', { body: { name: 'Najd Coffee' } }));
});
afterEach(() => expectSoundBooks(product.database));

const deposit = (amount_sar: string) =>
  depositProven([maha, faisal], company_id, amount_sar, '2026-02-09');
const details = (id: string) => maha.call('read_payment', { params: { id } });
const read = async (id: string) => (await details(id)).payment;
const reverse = (id: string) =>
  maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
const budget = () => company.call('company_dashboard').then((screen) => screen.budget);
const ask = (id: string) =>
  maha.send('write_off_refund', { params: { id }, body: { reason: 'They closed the account' } });
const approve = async (by: Actor, { text }: { text: string }) =>
  codeOf(
    await by.send('approve_request', { params: { id: (JSON.parse(text) as { id: string }).id } }),
  );
async function writeOff(id: string): Promise<void> {
  expect(await approve(faisal, await ask(id))).toBeNull();
}
/** What the bank says of the last refund of a payment; a file carries it first. */
async function answer(id: string, ...moves: ('confirm_refund' | 'return_refund')[]) {
  const last = (await details(id)).refunds.at(-1)!;
  if (last.status === 'Sent' && last.file_no === null) await maha.call('make_refund_file');
  const params = { id: last.id };
  for (const move of moves)
    if (move === 'confirm_refund') await maha.call(move, { params });
    else {
      const request = await maha.call(move, { params, body: { reason: 'Account closed' } });
      await faisal.call('approve_request', { params: { id: request.id } });
    }
}
/** SAR 100.00 of which 40.00 went back before the bank took all of it. */
async function recalled() {
  const payment = await deposit('100.00');
  await refund(product, [maha, faisal], payment, '40.00');
  await answer(payment.id, 'confirm_refund');
  await reverse(payment.id);
  return payment;
}

test('an unreturned refund is written off by two people: it is a loss of its company, which owes it as before', async () => {
  const { id } = await recalled();
  const { items } = await maha.call('list_payments', { query: { list: 'owed_back', company_id } });
  expect(items.map((one) => one.id)).toEqual([id]);
  const asked = await ask(id);
  expect(JSON.parse(asked.text)).toMatchObject({
    kind: 'write_off_refund',
    amount_sar: '40.00',
    figures: { amount_sar: '40.00', refunded_amount: '40.00' },
    company_name: 'Najd Coffee',
  });
  expect(await approve(maha, asked)).toBe('own_request_refused');
  expect(await read(id)).toMatchObject({ to_recover_amount: '40.00', written_off_amount: '0.00' });
  expect(await approve(faisal, asked)).toBeNull();
  expect(await read(id)).toMatchObject({
    to_recover_amount: '0.00',
    written_off_amount: '40.00',
    written_off_on: '2026-02-10',
  });
  expect(await codeOf(ask(id))).toBe('nothing_owed_back');
  expect(await budget()).toMatchObject({
    budget_status: 'Suspended',
    suspended_for_ticket: null,
    is_suspended_for_refund: true,
    unrecovered_loss: '40.00',
  });
  const { in_default } = await company.call('company_dashboard');
  expect(in_default).toEqual({
    amount_sar: '40.00',
    count: 1,
    items: [{ ticket_number: null, amount_sar: '40.00', written_off_on: '2026-02-10' }],
  });
  const query = { from: '2026-02-01', to: '2026-02-28' };
  const statement = await company.call('company_statement', { query });
  expect(statement.items.at(-1)).toMatchObject({
    event: 'refund_written_off',
    increase: '0.00',
    decrease: '0.00',
    balance: '40.00',
    in_default: '40.00',
  });
  expect(statement.totals).toMatchObject({ closing_balance: '40.00', in_default: '40.00' });
  for (const language of ['en', 'ar'] as const) {
    const file = { query: { ...query, format: 'pdf', language } };
    expect((await company.send('company_statement', file)).status).toBe(200);
  }
});

test('payments after the write-off of a refund reduce the loss; a reversal restores it', async () => {
  const { id } = await recalled();
  await writeOff(id);
  const first = await deposit('15.00');
  expect(first).toMatchObject({
    credit_amount: '0.00',
    allocations: [
      {
        ticket_number: null,
        recovers_payment_id: id,
        is_recovery: true,
        amount_sar: '15.00',
        due_date: '2026-02-10',
      },
    ],
  });
  expect(await read(id)).toMatchObject({
    loss_recovered_amount: '15.00',
    recovered_amount: '0.00',
  });
  const second = await deposit('30.00');
  expect(second).toMatchObject({ credit_amount: '5.00' });
  expect(await budget()).toMatchObject({ unrecovered_loss: '0.00', budget_status: 'Suspended' });
  const lift = await maha.send('lift_suspension', {
    params: { id: company_id },
    body: { reason: 'All of it came back' },
  });
  expect(await approve(faisal, lift)).toBeNull();
  await reverse(first.id);
  // The five that were left pay it at once; ten are lost again.
  expect(await budget()).toMatchObject({
    budget_status: 'Suspended',
    is_suspended_for_refund: true,
    unrecovered_loss: '10.00',
  });
});

test('no refund is written off while the bank is paying one of the same payment', async () => {
  const payment = await deposit('100.00');
  await refund(product, [maha, faisal], payment, '40.00');
  expect(await codeOf(ask(payment.id))).toBe('nothing_owed_back');
  await maha.call('make_refund_file');
  await reverse(payment.id);
  expect(await codeOf(ask(payment.id))).toBe('refund_not_answered');
});

test('the write-off of a refund is not approved once a part has come back', async () => {
  const { id } = await recalled();
  const asked = await ask(id);
  await deposit('10.00');
  expect(await approve(faisal, asked)).toBe('approval_figures_changed');
});

test('a refund that comes back after its write-off undoes it, and what was paid of it is credit', async () => {
  const { id } = await recalled();
  await writeOff(id);
  const later = await deposit('25.00');
  expect(later).toMatchObject({ credit_amount: '0.00' });
  await answer(id, 'return_refund');
  expect(await read(id)).toMatchObject({
    written_off_amount: '0.00',
    written_off_on: null,
    loss_recovered_amount: '0.00',
    to_recover_amount: '0.00',
  });
  expect(await read(later.id)).toMatchObject({ credit_amount: '25.00' });
  expect(await budget()).toMatchObject({ unrecovered_loss: '0.00', budget_status: 'Suspended' });
  const events = await product.rows<{ operation: string }>(
    'select operation from events where subject_id = $1 order by id desc limit 1',
    [id],
  );
  expect(events).toEqual([{ operation: 'undo_refund_write_off' }]);
});

test('a written-off refund of an unknown payer is a loss and owed by nobody', async () => {
  const text = [
    'date,amount,details,bank reference,payer iban,payer name',
    `2026-02-09,63.00,Transfer,FT${(files += 1)},SA0380000000608010167519,Somebody`,
  ].join('\n');
  const { statement } = await importStatement(maha, text);
  const { items } = await maha.call('list_bank_statement_lines', {
    params: { id: statement.id },
    query: { list: 'unclear' },
  });
  const { payment } = await maha.call('confirm_bank_statement_line', {
    params: { id: items[0]!.id },
    body: { is_another: true, reason: 'Nobody knows' },
  });
  const { id } = payment!;
  const back = await maha.send('send_back_payment', {
    params: { id },
    body: { reason: 'Unknown' },
  });
  expect(await approve(faisal, back)).toBeNull();
  await answer(id, 'confirm_refund');
  await reverse(id);
  expect(await read(id)).toMatchObject({ to_recover_amount: '63.00' });
  await writeOff(id);
  expect(await read(id)).toMatchObject({ to_recover_amount: '0.00', written_off_amount: '63.00' });
  await answer(id, 'return_refund');
  expect(await read(id)).toMatchObject({ written_off_amount: '0.00', refunded_amount: '0.00' });
});
