import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { PayCentre, PaymentRequest } from '#api/payment-requests.ts';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { toPay } from '#domain/servicing/payment-request.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { writeOff } from '../testing/approvals.ts';
import {
  financeTicket,
  reportTransfer,
  importStatement,
} from '#server/product-client/financing.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { codeOf } from '../testing/refusals.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** A company chooses what one transfer pays. */

let company: Actor;
let first: Ticket;
let second: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** The company owes SAR 600.00 in three months and SAR 900.00 in three; one installment of each is overdue. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  const { agency, agency_id } = await signUpAgency(product, maha);
  company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  const parties = { company, agency, agency_id };
  first = await financeTicket([maha, faisal], parties, '600.00', 3);
  second = await financeTicket([maha, faisal], parties, '900.00', 3);
  product.clock.set('2026-03-10T09:00:00Z');
});
afterEach(() => expectSoundBooks(product.database));

const centre = () => company.call('read_pay_centre');
type Item = PayCentre['items'][number];
const amountOf = (items: readonly Item[]) => decimalFromHalalas(sumHalalas(items.map(toPay)));
const bodyOf = (items: readonly Item[]) => ({
  items: items.map(({ kind, id }) => ({ kind, id })),
  amount_sar: amountOf(items),
});
const choose = (items: readonly Item[]) =>
  company.call('create_payment_request', { body: bodyOf(items) });
const overdue = async () =>
  (await centre()).items.filter(({ due_date }) => due_date < '2026-03-10');
const again = ({ id }: PaymentRequest) => company.call('read_payment_request', { params: { id } });
const record = (amount_sar: string, request_number: string, value_date = '2026-03-10') =>
  maha.call('record_payment', {
    body: { amount_sar, value_date, request_number, is_another: true, reason: 'One of several' },
  });
const refusalOf = (...args: Parameters<Actor['send']>) => codeOf(company.send(...args));
const paidOf = async ({ ticket_number }: Ticket) => {
  const reply = await company.call('read_ticket', { params: { ticket_number } });
  return readTicket.reply.parse(reply).installments!.map(({ paid_amount }) => paid_amount);
};
const importLine = async (amount: string, day: string, text: string) => {
  const csv = `date,amount,details\n${day},${amount},${text}\n`;
  return (await importStatement(maha, csv)).statement.id;
};

test('the pay centre lists what is owed, when, and what can be chosen, the longest due first', async () => {
  const { position, due_in, items, requests, payee } = await centre();
  expect(position).toMatchObject({ owed_sar: '1500.00', overdue_sar: '500.00' });
  expect(due_in).toEqual({ days_30_sar: '500.00', days_60_sar: '1000.00', days_90_sar: '1000.00' });
  expect(items.map(({ ticket_number, seq, open_sar }) => [ticket_number, seq, open_sar])).toEqual([
    [first.ticket_number, 1, '200.00'],
    [second.ticket_number, 1, '300.00'],
    [first.ticket_number, 2, '200.00'],
    [second.ticket_number, 2, '300.00'],
    [first.ticket_number, 3, '200.00'],
    [second.ticket_number, 3, '300.00'],
  ]);
  expect(items[0]).toMatchObject({ agency_name: 'Sada Creative', term_months: 3 });
  expect(requests).toEqual([]);
  expect(payee).toMatchObject({ iban: expect.stringMatching(/^SA/) as string });
});

test('one transfer with the reference of a payment request pays what was chosen and is proposed as certain', async () => {
  const items = (await centre()).items.filter(({ seq }) => seq !== 3);
  // All of the second ticket's two and only the first of the other: the rule alone would pay in another order.
  const chosen = items.filter(
    ({ ticket_number, seq }) => ticket_number === second.ticket_number || seq === 1,
  );
  const request = await choose(chosen);
  expect(request).toMatchObject({
    status: 'Open',
    amount_sar: '800.00',
    open_sar: '800.00',
    would_pay: null,
  });
  expect(request.expires_on).toBe('2026-03-24');
  const statement = await importLine(
    '800.00',
    '2026-03-10',
    paymentReference(request.request_number),
  );
  const { items: lines } = await maha.call('list_bank_statement_lines', {
    params: { id: statement },
    query: { list: 'certain' },
  });
  expect(lines).toMatchObject([
    {
      match_reason: 'reference',
      proposed: { request_number: request.request_number, ticket_number: null },
    },
  ]);
  await maha.call('confirm_certain_lines', { params: { id: statement }, body: { count: 1 } });
  expect(await paidOf(first)).toEqual(['200.00', '0.00', '0.00']);
  expect(await paidOf(second)).toEqual(['300.00', '300.00', '0.00']);
  expect(await again(request)).toMatchObject({
    status: 'Paid',
    open_sar: '0.00',
    received_sar: '800.00',
  });
});

test('a transfer below a payment request pays the oldest due of the choice first; the rest keeps its reference', async () => {
  const { items } = await centre();
  const request = await choose(
    items.filter(({ ticket_number }) => ticket_number === second.ticket_number),
  );
  await record('350.00', request.request_number);
  expect(await paidOf(first)).toEqual(['0.00', '0.00', '0.00']);
  expect(await paidOf(second)).toEqual(['300.00', '50.00', '0.00']);
  expect(await again(request)).toMatchObject({ status: 'Open', open_sar: '550.00' });
  await record('550.00', request.request_number);
  expect(await paidOf(second)).toEqual(['300.00', '300.00', '300.00']);
  expect((await again(request)).status).toBe('Paid');
});

test('a transfer above a payment request pays the rest by the ordinary rule, the longest due first', async () => {
  const { items } = await centre();
  const request = await choose(
    items.filter(({ ticket_number, seq }) => ticket_number === second.ticket_number && seq === 1),
  );
  await record('450.00', request.request_number);
  expect(await paidOf(second)).toEqual(['300.00', '0.00', '0.00']);
  expect(await paidOf(first)).toEqual(['150.00', '0.00', '0.00']);
});

test('a transfer valued after the end of a payment request goes by the ordinary rule, one valued before it as chosen, whenever it is imported', async () => {
  const ofSecond = (await centre()).items.filter(
    ({ ticket_number }) => ticket_number === second.ticket_number,
  );
  const request = await choose(ofSecond);
  product.clock.set('2026-03-27T09:00:00Z');
  expect((await again(request)).status).toBe('Expired');
  await record('100.00', request.request_number, '2026-03-24');
  expect(await paidOf(second)).toEqual(['100.00', '0.00', '0.00']);
  await record('100.00', request.request_number, '2026-03-25');
  expect([await paidOf(first), await paidOf(second)]).toEqual([
    ['100.00', '0.00', '0.00'],
    ['100.00', '0.00', '0.00'],
  ]);
  const statement = await importLine(
    '700.00',
    '2026-03-26',
    paymentReference(request.request_number),
  );
  const { items: lines } = await maha.call('list_bank_statement_lines', {
    params: { id: statement },
    query: { list: 'likely' },
  });
  expect(lines).toMatchObject([{ match_reason: 'request_ended' }]);
});

test('a withdrawn payment request counts for transfers valued until that day, and frees its items', async () => {
  const chosen = await overdue();
  const request = await choose(chosen);
  expect(
    (await centre()).items.filter(({ request_number }) => request_number !== null),
  ).toHaveLength(2);
  expect(await refusalOf('create_payment_request', { body: bodyOf(chosen) })).toBe(
    'item_in_payment_request',
  );
  const withdrawn = await company.call('withdraw_payment_request', { params: { id: request.id } });
  expect(withdrawn.status).toBe('Withdrawn');
  expect(await refusalOf('withdraw_payment_request', { params: { id: request.id } })).toBe(
    'payment_request_ended',
  );
  expect((await centre()).requests).toEqual([]);
  const next = await choose(chosen);
  expect(next.request_number).not.toBe(request.request_number);
  const { items } = await company.call('list_payment_requests', { query: {} });
  expect(items.map(({ id }) => id)).toEqual([next.id, request.id]);
});

test('a payment request refuses a later installment without the earlier ones, and any other amount', async () => {
  const { items } = await centre();
  const late = items.filter(
    ({ ticket_number, seq }) => ticket_number === first.ticket_number && seq === 2,
  );
  expect(await refusalOf('create_payment_request', { body: bodyOf(late) })).toBe(
    'earlier_installment_missing',
  );
  const one = items.slice(0, 1);
  expect(
    await refusalOf('create_payment_request', { body: { ...bodyOf(one), amount_sar: '199.99' } }),
  ).toBe('payment_request_changed');
  const other = await product.signUp('company');
  await other.call('upsert_company', { body: { name: 'Gulf Dental' } });
  expect(await codeOf(other.send('create_payment_request', { body: bodyOf(one) }))).toBe(
    'payment_request_changed',
  );
  expect((await company.call('list_payment_requests', { query: {} })).items).toEqual([]);
});

test('an item of which two open requests have chosen a part stands once in the pay centre', async () => {
  const report = await reportTransfer(company, first, '150.00', '2026-03-10');
  const request = await choose((await centre()).items.slice(0, 1));
  const { id } = await record('50.00', request.request_number);
  await company.call('withdraw_transfer_report', { params: { id: report.id } });
  const rest = await choose((await centre()).items.slice(0, 1));
  await maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
  const { items, requests } = await centre();
  expect(requests.map(({ open_sar }) => open_sar)).toEqual(['150.00', '50.00']);
  expect(rest.amount_sar).toBe('150.00');
  expect(items).toHaveLength(6);
  expect(items[0]).toMatchObject({ open_sar: '200.00', request_number: request.request_number });
});

test('items covered in part by a reported transfer can be chosen for the rest, which is paid once that has arrived', async () => {
  await reportTransfer(company, first, '150.00', '2026-03-10');
  const request = await choose((await centre()).items.slice(0, 1));
  expect(request.amount_sar).toBe('50.00');
  await record('50.00', request.request_number);
  expect(await paidOf(first)).toEqual(['50.00', '0.00', '0.00']);
  expect(await again(request)).toMatchObject({ status: 'Paid', open_sar: '0.00' });
});

test('a reported transfer of a payment request marks what it covers and is matched to its payment', async () => {
  const request = await choose(await overdue());
  const proof = await company.upload('transfer_proof', pdf('proof.pdf', ['Transfer']));
  const report = await company.call('report_request_transfer', {
    params: { id: request.id },
    body: { amount_sar: '500.00', transferred_on: '2026-03-10', proof_file: proof.path },
  });
  expect(report.status).toBe('Checking');
  const { position, items } = await centre();
  expect(position).toMatchObject({
    being_checked_sar: '500.00',
    to_pay_now_sar: '0.00',
    overdue_sar: '500.00',
  });
  expect(items.slice(0, 3).map(({ being_checked_sar }) => being_checked_sar)).toEqual([
    '200.00',
    '300.00',
    '0.00',
  ]);
  const { ticket_number } = first;
  const { how_to_pay } = readTicket.reply.parse(
    await company.call('read_ticket', { params: { ticket_number } }),
  );
  expect(how_to_pay).toMatchObject({ rest_sar: '400.00', being_checked_sar: '200.00' });
  const { items: reports } = await maha.call('list_transfer_reports', {
    query: { list: 'checking' },
  });
  expect(reports.at(-1)).toMatchObject({
    ticket_number: null,
    request_number: request.request_number,
  });
  await maha.call('record_reported_transfer', {
    params: { id: report.id },
    body: { value_date: '2026-03-10' },
  });
  expect([await paidOf(first), await paidOf(second)]).toEqual([
    ['200.00', '0.00', '0.00'],
    ['300.00', '0.00', '0.00'],
  ]);
  expect((await again(request)).transfer_reports).toMatchObject([
    { status: 'Matched', arrived_amount: '500.00' },
  ]);
});

test('for a company with a loss a payment request pays in the order of losses and says so before the transfer', async () => {
  await writeOff([maha, faisal], first, 'Lost');
  const { items } = await centre();
  expect(
    items.map(({ kind, ticket_number, open_sar }) => [kind, ticket_number, open_sar]),
  ).toContainEqual(['loss', first.ticket_number, '600.00']);
  const ahead = items.filter(({ ticket_number }) => ticket_number === second.ticket_number);
  const request = await choose(ahead);
  expect(request.would_pay!.map(({ kind, amount_sar }) => [kind, amount_sar])).toEqual([
    ['installment', '300.00'],
    ['loss', '600.00'],
  ]);
  await record('900.00', request.request_number);
  expect(await paidOf(second)).toEqual(['300.00', '0.00', '0.00']);
  expect((await again(request)).open_sar).toBe('600.00');
});

test('a defaulted amount is payable by a payment request like any other', async () => {
  await writeOff([maha, faisal], first, 'Lost');
  const { items } = await centre();
  const request = await choose(items.filter(({ kind }) => kind === 'loss'));
  expect(request.would_pay).toBeNull();
  await record('600.00', request.request_number);
  expect(await paidOf(second)).toEqual(['0.00', '0.00', '0.00']);
  expect((await again(request)).status).toBe('Paid');
  expect((await centre()).position.in_default_sar).toBe('0.00');
});

test('a request of more than 300 items is refused with what to do', async () => {
  const [item] = (await centre()).items;
  const { kind, id } = item!;
  const items = Array.from({ length: 301 }, () => ({ kind, id }));
  const answer = await company.send('create_payment_request', {
    body: { items, amount_sar: '1.00' },
  });
  expect(JSON.parse(answer.text)).toMatchObject({
    status: 422,
    code: 'too_many_payment_items',
    message: expect.stringContaining('Choose a ticket or a month') as string,
  });
});

test('staff read whose a payment request is before they record a transfer for it', async () => {
  const request = await choose(await overdue());
  const { request_number } = request;
  const params = { request_number: request_number.toLowerCase() };
  expect(await maha.call('find_payment_request', { params })).toEqual({
    request_number,
    status: 'Open',
    company_id: first.company_id,
    company_name: 'Najd Coffee',
    open_sar: '500.00',
  });
  const missing = maha.send('find_payment_request', { params: { request_number: 'HP-999999' } });
  expect(await codeOf(missing)).toBe('not_found');
});
