import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { textFile } from '#server/product-client/product-client.ts';
import { financeTicket, reportTransfer, importCompared } from '#server/product-client/financing.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import { codeOf } from '../testing/refusals.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** Money of a payer whom nobody knows goes back to the IBAN that it came from, by two people. */

let files = 0;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const company = await product.signUp('company');
await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
const { agency, agency_id } = await signUpAgency(product, maha);
const ticket = await financeTicket([maha, faisal], { company, agency, agency_id }, '600.00', 2);
afterAll(() => product.close());
beforeEach(() => product.clock.set('2026-02-10T09:00:00Z'));
afterEach(() => expectSoundBooks(product.database));

const IBAN = 'SA4420000001234567891234';

/** Money of a payer who is not known, as a line of a statement has shown it. */
async function unknownMoney(amount: string, iban = IBAN) {
  const text = [
    'date,amount,details,bank reference,payer iban',
    `2026-02-09,${amount},Transfer,FT${(files += 1)},${iban}`,
  ].join('\n');
  const { statement } = await importCompared([maha, faisal], text);
  const { items } = await maha.call('list_bank_statement_lines', {
    params: { id: statement.id },
    query: { list: 'unclear' },
  });
  const { payment } = await maha.call('confirm_bank_statement_line', {
    params: { id: items[0]!.id },
    body: { is_another: true, reason: 'Another one' },
  });
  return payment!.id;
}

const ask = (id: string) =>
  maha.send('send_back_payment', { params: { id }, body: { reason: 'Nobody knows them' } });
const asked = async (id: string) =>
  JSON.parse((await ask(id)).text) as { id: string; figures: Record<string, string> };
const approve = (id: string, by = faisal) => by.send('approve_request', { params: { id } });
const read = async (id: string) => maha.call('read_payment', { params: { id } });
const unidentified = async () =>
  (await maha.call('operations_overview')).waits.payments_unidentified;

test('a payment of an unknown payer is sent back in full once another person has approved it', async () => {
  const before = await unidentified();
  const id = await unknownMoney('77.00');
  const { id: request, figures } = await asked(id);
  expect(figures).toMatchObject({ amount_sar: '77.00', iban: IBAN });
  expect((await read(id)).payment.refunded_amount).toBe('0.00');
  expect((await approve(request)).status).toBe(200);
  expect((await read(id)).payment).toMatchObject({ refunded_amount: '77.00', company_id: null });
  expect(await unidentified()).toEqual(before);
  const { items } = await maha.call('list_payments', { query: { list: 'unidentified' } });
  expect(items.map((one) => one.id)).not.toContain(id);
});

test.each(['SA44****1234', '1234567891234', 'SA0000000000000000000000'])(
  'money cannot be sent back to an account that no transfer can name (%s)',
  async (iban) => {
    const id = await unknownMoney('79.00', iban);
    expect(await codeOf(ask(id))).toBe('payer_iban_unusable');
  },
);

test('our own account on a bank line is not the account that the money came from', async () => {
  const ours = 'SA0380000000608010167519';
  const text = `date,amount,details,bank reference,iban\n2026-02-09,76.00,Transfer,FTOURS,${ours}`;
  await maha.send('import_bank_statement', textFile('ours.csv', text));
  expect(
    await product.rows(
      `select payer_iban from bank_statement_lines where bank_reference = 'FTOURS'`,
    ),
  ).toEqual([{ payer_iban: null }]);
});

test('a payment that was sent back can be neither assigned nor sent back again', async () => {
  const id = await unknownMoney('78.00');
  await approve((await asked(id)).id);
  const body = { ticket_number: ticket.ticket_number };
  expect(await codeOf(maha.send('identify_payment', { params: { id }, body }))).toBe(
    'payment_sent_back',
  );
  expect(await codeOf(ask(id))).toBe('payment_sent_back');
});

test('a waiting approval to send money back ends once the payer is known', async () => {
  const id = await unknownMoney('79.00');
  const { id: request } = await asked(id);
  const body = { ticket_number: ticket.ticket_number };
  await maha.call('identify_payment', { params: { id }, body });
  expect(await codeOf(approve(request))).toBe('payment_already_identified');
  expect((await read(id)).payment).toMatchObject({ refunded_amount: '0.00' });
});

test('a payment of unknown origin and a payment of a company are not sent back', async () => {
  const unseen = await maha.call('record_payment', {
    body: { amount_sar: '80.00', value_date: '2026-02-09', is_another: true },
  });
  expect(await codeOf(ask(unseen.id))).toBe('payment_not_proven');
  await faisal.call('confirm_payment', { params: { id: unseen.id } });
  expect(await codeOf(ask(unseen.id))).toBe('payer_iban_unknown');
  expect(await codeOf(ask(await unknownMoney('81.00', '')))).toBe('payer_iban_unknown');
  const known = await maha.call('record_payment', {
    body: {
      amount_sar: '82.00',
      value_date: '2026-02-09',
      ticket_number: ticket.ticket_number,
      is_another: true,
    },
  });
  expect(await codeOf(ask(known.id))).toBe('payment_already_identified');
});

test('a bank reversal after the payment was sent back is owed by nobody', async () => {
  const id = await unknownMoney('83.00');
  await approve((await asked(id)).id);
  await maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
  expect((await read(id)).payment).toMatchObject({ to_recover_amount: '83.00', company_id: null });
});

test('while a matching report is being checked, sending money back needs an explicit confirmation', async () => {
  const report = (amount_sar: string, bank_reference: string | null) =>
    reportTransfer(company, ticket, amount_sar, '2026-02-09', bank_reference);
  const id = await unknownMoney('78.00');
  const { payment } = await read(id);
  const [ofAmount, ofReference] = [
    await report('78.00', null),
    await report('79.00', ` ${payment.bank_reference!.toLowerCase()}`),
  ];
  const other = await report('80.00', 'FT-OTHER');
  expect(await codeOf(ask(id))).toBe('report_being_checked');
  const request = await maha.call('send_back_payment', {
    params: { id },
    body: { reason: 'Nobody knows them', despite_report: true },
  });
  expect(request.figures).toMatchObject({
    reported_sar: '157.00',
    reports: [ofAmount.id, ofReference.id],
  });
  const turnDown = (one: { id: string }) =>
    maha.call('turn_down_transfer_report', {
      params: { id: one.id },
      body: { reason: 'Not this one' },
    });
  await maha.call('withdraw_request', { params: { id: request.id } });
  for (const one of [ofAmount, ofReference, other]) await turnDown(one);
  expect((await ask(id)).status).toBe(200);
});
