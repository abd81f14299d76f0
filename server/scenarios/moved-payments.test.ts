import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { problem } from '#api/wire.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import {
  financeTicket,
  requestTicket,
  reportTransfer,
  importStatement,
} from '#server/product-client/financing.ts';
import { prove } from '../testing/approvals.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** A payment that was recorded for the wrong company is moved to the one that paid. */

let agency: Actor;
let agency_id: string;
let wrong: { company: Actor; ticket: Ticket };
let right: { company: Actor; ticket: Ticket };

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** Two companies owe SAR 600.00 each, in two months. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ agency, agency_id } = await signUpAgency(product, maha));
  wrong = await owing('Najd Coffee');
  right = await owing('Gulf Dental');
  product.clock.set('2026-02-10T09:00:00Z');
});
afterEach(() => expectSoundBooks(product.database));

async function owing(name: string) {
  const company = await product.signUp('company');
  await company.call('upsert_company', { body: { name } });
  const parties = { company, agency, agency_id };
  return { company, ticket: await financeTicket([maha, faisal], parties, '600.00', 2) };
}

const pay = (amount_sar: string, { ticket_number }: Ticket) =>
  maha.call('record_payment', {
    body: { amount_sar, value_date: '2026-02-09', ticket_number, is_another: true },
  });
const move = (id: string, { ticket_number }: Ticket, key?: string) =>
  maha.call('move_payment', {
    params: { id },
    body: { ticket_number, reason: 'Paid by another company' },
    key,
  });
const refusal = async (id: string, body: object) => {
  const answer = await maha.send('move_payment', { params: { id }, body });
  const { code, fields = [] } = problem.parse(JSON.parse(answer.text));
  return [code, ...fields.map(({ field }) => field)];
};
const read = async ({ company, ticket }: typeof right) =>
  readTicket.reply.parse(
    await company.call('read_ticket', { params: { ticket_number: ticket.ticket_number } }),
  );
const paidOf = async (party: typeof right) =>
  (await read(party)).installments!.map(({ paid_amount }) => paid_amount);

test('a payment moved to another company is owed again at the first one, and the other has paid it on its day', async () => {
  const { id } = await pay('600.00', wrong.ticket);
  await prove([maha, faisal], { id });
  expect((await read(wrong)).ticket.status).toBe('Completed');
  const moved = await move(id, right.ticket);
  await prove([maha, faisal], moved);
  expect(moved).toMatchObject({
    company_name: 'Gulf Dental',
    amount_sar: '600.00',
    allocated_amount: '600.00',
    value_date: '2026-02-09',
  });
  expect([await paidOf(wrong), await paidOf(right)]).toEqual([
    ['0.00', '0.00'],
    ['300.00', '300.00'],
  ]);
  const [first, second] = [await read(wrong), await read(right)];
  expect([first.ticket.status, second.ticket.status]).toEqual(['Active', 'Completed']);
  expect(second.installments!.map(({ paid_on }) => paid_on)).toEqual(['2026-02-09', '2026-02-09']);
  const { payment } = await maha.call('read_payment', { params: { id } });
  expect(payment).toMatchObject({
    moved_to_payment_id: moved.id,
    reversal_reason: 'Paid by another company',
    credit_amount: '0.00',
  });
});

test("the bank line of a moved payment shows the new payment, and the first company's report is turned down", async () => {
  const report = await reportTransfer(wrong.company, wrong.ticket, '300.00', '2026-02-09');
  const reference = paymentReference(wrong.ticket.ticket_number);
  const file = `date,amount,details,bank reference\n2026-02-09,300.00,${reference},FT1`;
  const { statement } = await importStatement(maha, file);
  const params = { id: statement.id };
  await maha.call('confirm_certain_lines', { params, body: { count: 1 } });
  const confirmed = async () =>
    (await maha.call('list_bank_statement_lines', { params, query: { list: 'confirmed' } })).items;
  const [line] = await confirmed();
  const moved = await move(line!.payment!.id, right.ticket);
  expect(await confirmed()).toMatchObject([
    { payment: { id: moved.id, company_name: 'Gulf Dental' } },
  ]);
  const { transfer_reports } = await read(wrong);
  expect(transfer_reports).toMatchObject([
    { id: report.id, status: 'TurnedDown', reason: expect.stringContaining('another payer') },
  ]);
  // Why it was moved is staff's own, and may name the other company.
  expect(transfer_reports![0]!.reason).not.toContain('Paid by another company');
});

async function importLines(...rows: string[]) {
  const file = ['date,amount,details,bank reference', ...rows].join('\n');
  return (await importStatement(maha, file)).statement;
}
const firstLine = async (id: string, list: 'certain' | 'confirmed' | 'reversals') =>
  (await maha.call('list_bank_statement_lines', { params: { id }, query: { list } })).items[0]!;

test('a bank reversal imported before the move reverses the moved payment', async () => {
  const bank = `FM${wrong.ticket.ticket_number}`;
  const reference = paymentReference(wrong.ticket.ticket_number);
  const came = await importLines(`2026-02-09,300.00,${reference},${bank}`);
  await maha.call('confirm_certain_lines', { params: { id: came.id }, body: { count: 1 } });
  const { payment } = await firstLine(came.id, 'confirmed');
  const went = await importLines(`2026-02-10,-300.00,REVERSAL,${bank}`);
  const moved = await move(payment!.id, right.ticket);
  expect(moved.bank_reference).toBe(bank);
  const { id } = await firstLine(went.id, 'reversals');
  const confirm = (payment_id: string) =>
    maha.send('confirm_bank_statement_line', { params: { id }, body: { payment_id } });
  expect(problem.parse(JSON.parse((await confirm(payment!.id)).text)).code).toBe(
    'payment_already_reversed',
  );
  await maha.call('match_bank_statement_lines', { params: { id: went.id } });
  expect((await firstLine(went.id, 'reversals')).proposed).toMatchObject({ payment_id: moved.id });
  expect((await confirm(moved.id)).status).toBe(200);
  expect([await paidOf(wrong), await paidOf(right)]).toEqual([
    ['0.00', '0.00'],
    ['0.00', '0.00'],
  ]);
});

test('a payment is not moved to a company for which the transfer was already typed in', async () => {
  const bank_reference = `FT${wrong.ticket.ticket_number}`;
  const typed = {
    amount_sar: '300.00',
    value_date: '2026-02-09',
    is_another: true,
    bank_reference,
  };
  const { id } = await maha.call('record_payment', {
    body: { ...typed, ticket_number: wrong.ticket.ticket_number },
  });
  const { ticket_number } = right.ticket;
  const other = await maha.call('record_payment', {
    body: { ...typed, ticket_number, reason: 'The right company' },
  });
  expect(await refusal(id, { ticket_number, reason: 'Wrong' })).toEqual([
    'validation_failed',
    'company_id',
  ]);
  await maha.call('reverse_payment', { params: { id: other.id }, body: { reason: 'Twice' } });
  await move(id, right.ticket);
  expect(await paidOf(right)).toEqual(['300.00', '0.00']);
});

test('money alike is another transfer by a bank reference of its own, or for a reason', async () => {
  await pay('100.00', wrong.ticket);
  const again = async (more: { bank_reference?: string; reason?: string }) => {
    const { ticket_number } = wrong.ticket;
    const body = {
      amount_sar: '100.00',
      value_date: '2026-02-09',
      ticket_number,
      is_another: true,
    };
    return (await maha.send('record_payment', { body: { ...body, ...more } })).status;
  };
  const bank_reference = `A${wrong.ticket.ticket_number}`;
  expect(await again({})).toBe(422);
  expect(await again({ bank_reference })).toBe(200);
  expect(await again({ bank_reference })).toBe(422);
  expect(await again({ bank_reference, reason: 'Paid twice' })).toBe(200);
  expect(await again({ reason: 'Paid by another account' })).toBe(200);
  expect(await paidOf(wrong)).toEqual(['300.00', '100.00']);
});

test('a payment is moved to a company that has typed the same amount only as another transfer', async () => {
  const { id } = await pay('300.00', wrong.ticket);
  await pay('300.00', right.ticket);
  const { ticket_number } = right.ticket;
  const body = { ticket_number, reason: 'Paid by another company' };
  expect(await refusal(id, body)).toEqual(['payment_alike']);
  expect(await paidOf(right)).toEqual(['300.00', '0.00']);
  await maha.call('move_payment', { params: { id }, body: { ...body, is_another: true } });
  expect(await paidOf(right)).toEqual(['300.00', '300.00']);
});

test('moving a payment ends the lateness of its new company and restores that of the old one', async () => {
  const owed = async ({ ticket }: typeof right) =>
    (
      await product.rows<{ stopped_on: string | null }>(
        `select p.stopped_on::text from agency_payouts p join tickets t on t.id = p.ticket_id
          where t.company_id = $1 and p.status = 'Pending'`,
        [ticket.company_id],
      )
    ).map(({ stopped_on }) => stopped_on);
  const waiting = async ({ company }: typeof right) => {
    const { id } = await requestTicket({ company, agency_id }, '100.00', 1);
    await agency.call('approve_ticket', { params: { id } });
  };
  const { id } = await pay('300.00', wrong.ticket);
  for (const party of [wrong, right]) await waiting(party);
  product.clock.set('2026-03-20T09:00:00Z');
  expect([await owed(wrong), await owed(right)]).toEqual([[null], [null]]);
  await prove([maha, faisal], await move(id, right.ticket));
  expect([await owed(wrong), await owed(right)]).toEqual([['2026-03-20'], [null]]);
});

test("after a move the first company's credit pays what is owed again, and a refund of it is owed back", async () => {
  const { id } = await pay('600.00', wrong.ticket);
  await pay('100.00', wrong.ticket);
  await move(id, right.ticket);
  expect(await paidOf(wrong)).toEqual(['100.00', '0.00']);
});

test('a bank reversal reverses the moved payment, not the one that was reversed', async () => {
  const { id } = await pay('300.00', wrong.ticket);
  const moved = await move(id, right.ticket);
  await maha.call('reverse_payment', { params: { id: moved.id }, body: { reason: 'Recalled' } });
  expect([await paidOf(wrong), await paidOf(right)]).toEqual([
    ['0.00', '0.00'],
    ['0.00', '0.00'],
  ]);
  expect(await refusal(id, { ticket_number: right.ticket.ticket_number, reason: 'Again' })).toEqual(
    ['payment_already_reversed'],
  );
});

test('a move requested twice under one key is made once', async () => {
  const { id } = await pay('300.00', wrong.ticket);
  const [first, again] = [
    await move(id, right.ticket, 'once'),
    await move(id, right.ticket, 'once'),
  ];
  expect(again).toEqual(first);
  expect([await paidOf(wrong), await paidOf(right)]).toEqual([
    ['0.00', '0.00'],
    ['300.00', '0.00'],
  ]);
});

test('a move without a company, to the same company, without a reason or of an unknown payer is refused', async () => {
  const { id, company_id } = await pay('300.00', wrong.ticket);
  const reason = 'Paid by another company';
  expect(await refusal(id, { reason })).toEqual(['validation_failed', 'company_id']);
  expect(await refusal(id, { reason, company_id })).toEqual(['validation_failed', 'company_id']);
  expect(await refusal(id, { ticket_number: right.ticket.ticket_number })).toEqual([
    'validation_failed',
    'reason',
  ]);
  const unknown = await maha.call('record_payment', {
    body: { amount_sar: '50.00', value_date: '2026-02-09', is_another: true },
  });
  expect(await refusal(unknown.id, { ticket_number: right.ticket.ticket_number, reason })).toEqual([
    'payment_not_identified',
  ]);
  expect(await paidOf(wrong)).toEqual(['300.00', '0.00']);
});

test('it is moved to a payment request of the company that paid, and pays what that has chosen', async () => {
  const { items } = await right.company.call('read_pay_centre');
  const [first] = items;
  const { request_number } = await right.company.call('create_payment_request', {
    body: { items: [{ kind: first!.kind, id: first!.id }], amount_sar: first!.open_sar },
  });
  const { id } = await pay('300.00', wrong.ticket);
  const moved = await maha.call('move_payment', {
    params: { id },
    body: { request_number, reason: 'Paid by another company' },
  });
  expect(moved).toMatchObject({ request_number, company_name: 'Gulf Dental' });
  const requests = await right.company.call('list_payment_requests', {});
  expect(requests.items[0]).toMatchObject({ status: 'Paid' });
});
