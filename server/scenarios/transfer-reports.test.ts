import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { financeTicket, requestTicket, reportTransfer } from '#server/product-client/financing.ts';
import { recordProven } from '../testing/approvals.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { giveRefundIbans } from '../testing/ibans.ts';
import { asOwner } from '../testing/people.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** A company says that it has paid, and staff find out whether it has: through the public API, with a moved clock. */

let company: Actor;
let agency: Actor;
let ticket: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 900.00 in three months of one company, whose agency was paid on 1 February. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  const parties = await signUpParties(product, maha);
  ({ company, agency } = parties);
  ticket = await financeTicket([maha, faisal], parties, '900.00', 3);
  product.clock.set('2026-02-10T09:00:00Z');
});

const report = (
  amount_sar = '300.00',
  bank_reference: string | null = `FT${ticket.ticket_number}`,
) => reportTransfer(company, ticket, amount_sar, '2026-02-09', bank_reference);

const read = async () =>
  readTicket.reply.parse(
    await company.call('read_ticket', { params: { ticket_number: ticket.ticket_number } }),
  );

/** What a reminder asks before it is sent. */
const isBeingChecked = async () => {
  const [row] = await product.rows<{ open: boolean }>(
    'select has_open_transfer_report($1) as open',
    [ticket.id],
  );
  return row!.open;
};

const code = (text: string) => (JSON.parse(text) as { code: string }).code;

test('a reported transfer is checked, and recorded as it was reported: the installment is paid', async () => {
  expect(await isBeingChecked()).toBe(false);
  const { id } = await report();
  expect(await isBeingChecked()).toBe(true);
  expect((await read()).transfer_reports).toMatchObject([
    { id, status: 'Checking', amount_sar: '300.00', transferred_on: '2026-02-09', reason: null },
  ]);
  const { items } = await maha.call('list_transfer_reports', { query: { list: 'checking' } });
  expect(items.at(-1)).toMatchObject({ id, ticket_number: ticket.ticket_number });
  const done = await maha.call('record_reported_transfer', {
    params: { id },
    body: { value_date: '2026-02-10' },
  });
  expect(done).toMatchObject({ status: 'Matched', decided_by: 'Maha' });
  expect(await isBeingChecked()).toBe(false);
  const details = await read();
  expect(details.transfer_reports).toMatchObject([{ id, status: 'Matched' }]);
  expect(details.installments!.map(({ status }) => status)).toEqual(['Paid', 'Due', 'Due']);
  expect(details.payments).toMatchObject([{ id: done.payment_id, value_date: '2026-02-10' }]);
});

test('a report is matched to a payment that was recorded before, and one payment has one report', async () => {
  const { id } = await report();
  const payment = await maha.call('record_payment', {
    body: {
      amount_sar: '300.00',
      value_date: '2026-02-10',
      ticket_number: ticket.ticket_number,
      is_another: true,
      reason: 'Seen in the app of the bank',
    },
  });
  const details = await maha.call('read_transfer_report', { params: { id } });
  expect(details.payments.map((one) => one.id)).toEqual([payment.id]);
  await maha.call('match_transfer_report', { params: { id }, body: { payment_id: payment.id } });
  const again = await report();
  const refused = await maha.send('match_transfer_report', {
    params: { id: again.id },
    body: { payment_id: payment.id },
  });
  expect(code(refused.text)).toBe('payment_answers_report');
  expect((await read()).payments).toHaveLength(1);
});

test('a similar payment without a report stops a second one, unless a reason says that it is another', async () => {
  const { id } = await report();
  const paid = { amount_sar: '300.00', value_date: '2026-02-07' };
  const { ticket_number } = ticket;
  const reason = 'Seen in the app of the bank';
  await faisal.call('record_payment', {
    body: { ...paid, ticket_number, is_another: true, reason },
  });
  const record = (body: object) =>
    maha.send('record_reported_transfer', {
      params: { id },
      body: { value_date: '2026-02-10', ...body },
    });
  const refused = await record({});
  expect([refused.status, code(refused.text)]).toEqual([409, 'payment_alike']);
  expect((await read()).payments).toHaveLength(1);
  expect((await record({ is_another: true })).status).toBe(200);
  expect((await read()).payments).toHaveLength(2);
});

test('a reported transfer is not recorded by hand beside its report, unless a reason says that it is another', async () => {
  await report('123.45');
  const record = (body: object) =>
    maha.send('record_payment', {
      body: { amount_sar: '123.45', value_date: '2026-02-10', ...body },
    });
  const { ticket_number } = ticket;
  for (const whose of [{}, { ticket_number }]) {
    const refused = await record(whose);
    expect([refused.status, code(refused.text)]).toEqual([409, 'payment_alike']);
  }
  expect((await read()).payments).toEqual([]);
  const stated = { ticket_number, is_another: true, reason: 'Paid twice' };
  expect((await record(stated)).status).toBe(200);
  // Another company's transfer of that amount is no question, nor one of other days.
  const other = await product.signUp('company');
  const { id: company_id } = await other.call('read_company');
  const reason = 'A deposit';
  expect((await record({ company_id, reason })).status).toBe(200);
  expect((await record({ ticket_number, value_date: '2026-02-03' })).status).toBe(200);
});

test('a report matched to a payment of an unknown payer assigns it and pays the ticket', async () => {
  const payment = await maha.call('record_payment', {
    body: {
      amount_sar: '300.00',
      value_date: '2026-02-10',
      is_another: true,
      reason: 'Nobody is named',
    },
  });
  const { id } = await report();
  const { payments } = await maha.call('read_transfer_report', { params: { id } });
  expect(payments.map((one) => one.id)).toContain(payment.id);
  await maha.call('match_transfer_report', { params: { id }, body: { payment_id: payment.id } });
  expect((await read()).payments).toMatchObject([{ id: payment.id, paid_amount: '300.00' }]);
});

test("of many similar payments those nearest to the report's day are shown, and of one day the latest recorded", async () => {
  const paidOn = async (value_date: string) => {
    const body = { amount_sar: '77.70', value_date, is_another: true, reason: 'One of many' };
    return (await maha.call('record_payment', { body })).id;
  };
  const dayBefore = [];
  for (let n = 0; n < 11; n++) dayBefore.push(await paidOn('2026-02-08'));
  await paidOn('2026-02-07');
  const sameDay = await paidOn('2026-02-09');
  const { id } = await report('77.70');
  const { payments } = await maha.call('read_transfer_report', { params: { id } });
  expect(payments.map((one) => one.id)).toEqual([sameDay, ...dayBefore.slice(2).toReversed()]);
});

test('a report matched to a payment of another amount states how much has arrived, to the company, to staff and in the history', async () => {
  const { id } = await report();
  expect((await read()).transfer_reports).toMatchObject([{ arrived_amount: null }]);
  const payment = await maha.call('record_payment', {
    body: { amount_sar: '1.00', value_date: '2026-02-10', ticket_number: ticket.ticket_number },
  });
  const body = { payment_id: payment.id };
  const matched = await maha.call('match_transfer_report', { params: { id }, body });
  const says = { status: 'Matched', amount_sar: '300.00', arrived_amount: '1.00' };
  expect(matched).toMatchObject(says);
  expect((await read()).transfer_reports).toMatchObject([says]);
  const { items } = await maha.call('list_events', { query: { subject_id: id } });
  expect(items[0]).toMatchObject({
    operation: 'match_transfer_report',
    before: { amount_sar: '300.00' },
    after: { amount_sar: '1.00' },
  });
  // Taken back, nothing has arrived.
  await maha.call('reverse_payment', {
    params: { id: payment.id },
    body: { reason: 'It was not theirs' },
  });
  expect((await read()).transfer_reports).toMatchObject([
    { status: 'Checking', amount_sar: '300.00', arrived_amount: null },
  ]);
});

describe('while a report is checked', () => {
  /** The same, sent although a report is being checked: before, it is refused. */
  async function despite<Body extends { reason: string }>(
    operation: 'write_off_ticket' | 'refund_credit' | 'close_ticket',
    id: string,
    body: Body,
  ) {
    const input = { params: { id }, body };
    const refused = await maha.send(operation, input);
    expect([refused.status, code(refused.text)]).toEqual([409, 'report_being_checked']);
    return { ...input, body: { ...body, despite_report: true } };
  }
  const approve = async (request: { id: string }) => {
    const { status, text } = await faisal.send('approve_request', { params: { id: request.id } });
    return status === 200 ? 'approved' : code(text);
  };

  test('while a report is checked, a write-off needs an explicit confirmation, and the second person reads what is being checked', async () => {
    const { id } = await report();
    const request = await maha.call(
      'write_off_ticket',
      await despite('write_off_ticket', ticket.id, { reason: 'Insolvent' }),
    );
    expect(request).toMatchObject({
      figures: { amount_sar: '900.00', reported_sar: '300.00', reports: [id] },
    });
    expect(await approve(request)).toBe('approved');
  });

  test('while a report is checked, a refund of the company’s credit needs an explicit confirmation', async () => {
    await report();
    const payment = await recordProven([maha, faisal], {
      amount_sar: '950.00',
      value_date: '2026-02-10',
      ticket_number: ticket.ticket_number,
    });
    await giveRefundIbans(product, product.clock.now());
    const body = { amount_sar: '50.00', to: 'company' as const, reason: 'They asked for it' };
    const request = await maha.call(
      'refund_credit',
      await despite('refund_credit', payment.id, body),
    );
    expect(request.figures).toMatchObject({ amount_sar: '50.00', reported_sar: '300.00' });
    expect(await approve(request)).toBe('approved');
  });

  test('while a report is checked, closing another ticket of the company needs an explicit confirmation', async () => {
    await report();
    const next = await requestTicket({ company, agency_id: ticket.agency_id }, '600.00', 3);
    await agency.call('approve_ticket', { params: { id: next.id } });
    const closed = await maha.call(
      'close_ticket',
      await despite('close_ticket', next.id, { reason: 'Fraud' }),
    );
    expect(closed).toMatchObject({ status: 'Closed' });
  });
});

test('a report is not matched to a payment of another company', async () => {
  const { id } = await report();
  const other = await product.signUp('company');
  const { id: company_id } = await other.call('read_company');
  const payment = await maha.call('record_payment', {
    body: { amount_sar: '300.00', value_date: '2026-02-10', company_id, reason: 'A deposit' },
  });
  const refused = await maha.send('match_transfer_report', {
    params: { id },
    body: { payment_id: payment.id },
  });
  expect([refused.status, code(refused.text)]).toEqual([404, 'not_found']);
});

test('a turned-down report tells the company why, and no money has moved', async () => {
  const { id } = await report();
  await maha.call('turn_down_transfer_report', {
    params: { id },
    body: { reason: 'The proof is of another account.' },
  });
  const details = await read();
  expect(details.transfer_reports).toMatchObject([
    { status: 'TurnedDown', reason: 'The proof is of another account.' },
  ]);
  expect(details.payments).toEqual([]);
  const { items } = await maha.call('list_transfer_reports', { query: { list: 'decided' } });
  expect(items[0]).toMatchObject({ id, status: 'TurnedDown' });
  const query = { list: 'decided', format: 'csv' };
  const file = await maha.send('list_transfer_reports', { query });
  expect(file.text).toContain('TurnedDown,Maha,');
  expect(file.text).toContain(id);
});

test('only its company can withdraw a report, and only while it is checked', async () => {
  const first = await report();
  for (const other of [await product.signUp('company'), await product.signUp('agency'), maha]) {
    const refused = await other.send('withdraw_transfer_report', { params: { id: first.id } });
    expect([403, 404]).toContain(refused.status);
  }
  expect(await isBeingChecked()).toBe(true);
  await company.call('withdraw_transfer_report', { params: { id: first.id } });
  expect(await isBeingChecked()).toBe(false);
  // Its proof is given back: opened by nobody any more, and erased as replaced files are.
  expect((await read()).transfer_reports).toMatchObject([
    { status: 'Withdrawn', proof_file: null },
  ]);
  const params = { id: first.id };
  expect((await maha.call('read_transfer_report', { params })).proof).toBeNull();
  expect(code((await maha.send('open_transfer_proof', { params })).text)).toBe('not_found');
  const [swept] = await product.rows<{ files: { id: string }[] }>(
    'select api.files_to_delete($1, 100) as files',
    [new Date(product.clock.now().getTime() + 6 * 60_000)],
  );
  const [released] = await product.rows<{ id: string }>('select id from files where path = $1', [
    first.proof_file,
  ]);
  expect(swept!.files.map(({ id }) => id)).toContain(released!.id);
  const record = await maha.send('record_reported_transfer', {
    params: { id: first.id },
    body: { value_date: '2026-02-10' },
  });
  expect(code(record.text)).toBe('transfer_report_decided');
  const second = await report();
  await maha.call('turn_down_transfer_report', {
    params: { id: second.id },
    body: { reason: 'Nothing arrived.' },
  });
  const late = await company.send('withdraw_transfer_report', { params: { id: second.id } });
  expect(code(late.text)).toBe('transfer_report_decided');
});

test('a report with the bank’s reference of a known transfer is recorded only with a reason', async () => {
  const { id } = await report();
  await faisal.call('record_payment', {
    body: {
      amount_sar: '300.00',
      value_date: '2026-01-20',
      bank_reference: `ft ${ticket.ticket_number}`,
      company_id: null,
      is_another: true,
      reason: 'Of the time before',
    },
  });
  const record = (body: object) =>
    maha.send('record_reported_transfer', {
      params: { id },
      body: { value_date: '2026-02-10', ...body },
    });
  expect(code((await record({})).text)).toBe('payment_alike');
  const unsaid = await record({ is_another: true });
  expect(JSON.parse(unsaid.text)).toMatchObject({
    code: 'validation_failed',
    fields: [{ field: 'reason' }],
  });
  expect((await read()).payments).toEqual([]);
  expect((await record({ is_another: true, reason: 'Paid twice' })).status).toBe(200);
});

test('a report is checked again when its payment is reversed', async () => {
  const { id } = await report();
  const { payment_id } = await maha.call('record_reported_transfer', {
    params: { id },
    body: { value_date: '2026-02-10' },
  });
  await maha.call('reverse_payment', {
    params: { id: payment_id! },
    body: { reason: 'Returned by the bank' },
  });
  expect((await read()).transfer_reports).toMatchObject([{ id, status: 'Checking' }]);
  expect(await isBeingChecked()).toBe(true);
});

test('a report needs an amount above 0, a past day, an own proof and a ticket that owes', async () => {
  const proof = await company.upload('transfer_proof', pdf('Transfer.pdf', ['SAR 1']));
  const body = { amount_sar: '300.00', transferred_on: '2026-02-09', proof_file: proof.path };
  const asked = async (changed: object, id = ticket.id, by = company) =>
    code(
      (await by.send('report_transfer', { params: { id }, body: { ...body, ...changed } })).text,
    );
  expect(await asked({ amount_sar: '0.00' })).toBe('validation_failed');
  expect(await asked({ transferred_on: '2026-02-11' })).toBe('validation_failed');
  expect(await asked({ transferred_on: '2025-01-05' })).toBe('validation_failed');
  expect(await asked({ proof_file: ticket.invoice_url })).toBe('validation_failed');
  const other = await product.signUp('company');
  expect(await asked({}, ticket.id, other)).toBe('not_found');
  expect(await asked({})).toBeUndefined();
  expect(await asked({})).toBe('validation_failed');
  await report();
  await report();
  const fourth = await company.upload('transfer_proof', pdf('Transfer.pdf', ['SAR 4']));
  expect(await asked({ proof_file: fourth.path })).toBe('too_many_transfer_reports');
});

test('staff open the proof of a report by link, and the history records who did', async () => {
  const { id } = await report();
  const { url } = await faisal.call('open_transfer_proof', { params: { id } });
  const file = await fetch(`${product.url}${url}`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const events = await product.rows<{ actor_user_id: string }>(
    `select actor_user_id from events where operation = 'open_transfer_proof' and subject_id = $1`,
    [id],
  );
  expect(events).toEqual([{ actor_user_id: faisal.user_id }]);
});

test('after all tests of reports the ledger, the schedules, the files and the reports agree', async () => {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
});
