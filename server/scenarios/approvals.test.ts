import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { servicingJobs } from '#server/servicing/close-day.ts';
import { financeTicket } from '#server/product-client/financing.ts';
import { recordProven } from '../testing/approvals.ts';
import { giveRefundIbans, REFUND_IBAN } from '../testing/ibans.ts';
import { codeOf } from '../testing/refusals.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** What takes two people: one asks, another one approves within seven days and on unchanged figures. */

let company: Actor;

const { product, maha, faisal } = await startStaffedProduct('2026-03-10T06:00:00Z');
const noura = await product.addStaff('Noura');
const { agency, agency_id } = await signUpAgency(product, maha);
afterAll(() => product.close());

/** Whose ticket was written off in one test is suspended in the next. */
beforeEach(async () => {
  company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: 'Najd Coffee Roasters' } });
});

/** A ticket of 5,500.00 whose agency has been paid. */
async function financed(): Promise<Ticket> {
  return financeTicket([maha, faisal], { company, agency, agency_id }, '5500.00', 1);
}

const ask = (by: Actor, { id }: Ticket, reason = 'The company is insolvent') =>
  by.call('write_off_ticket', { params: { id }, body: { reason } });

const approve = (by: Actor, id: string) => codeOf(by.send('approve_request', { params: { id } }));
const decline = (by: Actor, id: string) =>
  codeOf(by.send('decline_request', { params: { id }, body: { reason: 'They still pay' } }));
const withdraw = (by: Actor, id: string) => codeOf(by.send('withdraw_request', { params: { id } }));

const statusOf = async ({ ticket_number }: Ticket) =>
  (await maha.call('read_financed_ticket', { params: { ticket_number } })).ticket.status;

const historyOf = async ({ id }: Ticket) =>
  product.rows<{ operation: string; actor_user_id: string | null; after: object | null }>(
    `select operation, actor_user_id, after from events
      where subject = 'ticket' and subject_id = $1 and operation ~ '_request$|^request_|^write_off' order by id`,
    [id],
  );

test('a write-off takes two people: one requests it with figures and reason, another approves it', async () => {
  const ticket = await financed();
  const asked = await ask(maha, ticket);
  expect(asked).toMatchObject({
    kind: 'write_off_ticket',
    ticket_number: ticket.ticket_number,
    company_name: 'Najd Coffee Roasters',
    amount_sar: '5500.00',
    figures: { amount_sar: '5500.00' },
    reason: 'The company is insolvent',
    requested_by: 'Maha',
    expires_at: '2026-03-17T06:00:00+00:00',
    is_own: true,
    outcome: null,
  });
  expect(await statusOf(ticket)).toBe('Active');
  expect(await approve(maha, asked.id)).toBe('own_request_refused');
  expect(await decline(maha, asked.id)).toBe('own_request_refused');
  const { approval_requests } = await faisal.call('read_financed_ticket', {
    params: { ticket_number: ticket.ticket_number },
  });
  expect(approval_requests).toEqual([{ ...asked, is_own: false }]);
  const { waits } = await faisal.call('operations_overview');
  expect(waits.approval_requests).toEqual({ count: 1, has_more: false, amount_sar: '5500.00' });
  const done = await faisal.call('approve_request', { params: { id: asked.id } });
  expect(done).toMatchObject({ outcome: 'Approved', decided_by: 'Faisal', is_own: false });
  expect(await statusOf(ticket)).toBe('Closed');
  const amount = { operation: 'write_off_ticket', amount_sar: '5500.00' };
  expect(await historyOf(ticket)).toEqual([
    {
      operation: 'request_approval',
      actor_user_id: maha.user_id,
      after: { ...amount, reason: 'The company is insolvent' },
    },
    { operation: 'approve_request', actor_user_id: faisal.user_id, after: amount },
    {
      operation: 'write_off_ticket',
      actor_user_id: faisal.user_id,
      after: { status: 'Closed', reason: 'The company is insolvent' },
    },
  ]);
  expect(await approve(noura, asked.id)).toBe('approval_ended');
});

test('a refund takes two people and is stopped by what its credit pays meanwhile', async () => {
  const ticket = await financed();
  const { id } = await recordProven([maha, faisal], {
    amount_sar: '5600.00',
    value_date: product.clock.now().toISOString().slice(0, 10),
    ticket_number: ticket.ticket_number,
  });
  const params = { id };
  const refund = () =>
    maha.call('refund_credit', {
      params,
      body: { amount_sar: '60.00', to: 'company', reason: 'Paid too much' },
    });
  const creditOf = async () => (await maha.call('read_payment', { params })).payment.credit_amount;
  await giveRefundIbans(product, product.clock.now());
  const asked = await refund();
  expect(asked).toMatchObject({
    kind: 'refund_credit',
    subject_type: 'payment',
    amount_sar: '60.00',
    figures: { amount_sar: '60.00', credit_amount: '100.00', iban: REFUND_IBAN },
    details: { amount_sar: '60.00', to: 'company' },
  });
  expect(await creditOf()).toBe('100.00');
  const { approval_requests } = await faisal.call('read_payment', { params });
  expect(approval_requests).toEqual([{ ...asked, is_own: false }]);
  // Another campaign is owed from now on: the credit pays it.
  await financed();
  expect(await creditOf()).toBe('0.00');
  expect(await approve(faisal, asked.id)).toBe('amount_above_credit');
  expect(await withdraw(maha, asked.id)).toBeNull();
});

test('a refund is approved on unchanged figures and debits its credit once', async () => {
  const owner = await product.signUp('company');
  const { id: company_id } = await owner.call('upsert_company', { body: { name: 'Asir Honey' } });
  const payment = await recordProven([maha, faisal], {
    amount_sar: '70.00',
    value_date: product.clock.now().toISOString().slice(0, 10),
    company_id,
    reason: 'A deposit',
  });
  const params = { id: payment.id };
  const askFor = (amount_sar: string) =>
    maha.call('refund_credit', {
      params,
      body: { amount_sar, to: 'company', reason: 'Paid twice' },
    });
  await giveRefundIbans(product, product.clock.now());
  const first = await askFor('20.00');
  expect(
    await codeOf(
      maha.send('refund_credit', {
        params,
        body: { amount_sar: '1.00', to: 'company', reason: 'Again' },
      }),
    ),
  ).toBe('approval_requested');
  expect(await approve(faisal, first.id)).toBeNull();
  expect(await approve(noura, first.id)).toBe('approval_ended');
  expect((await maha.call('read_payment', { params })).payment).toMatchObject({
    refunded_amount: '20.00',
    credit_amount: '50.00',
  });
  const refunds = await product.rows(
    'select amount_sar::text, refunded_by from payment_refunds where payment_id = $1',
    [payment.id],
  );
  expect(refunds).toEqual([{ amount_sar: '20.00', refunded_by: faisal.user_id }]);
});

test('a payment since the request stops its approval until it is requested again', async () => {
  const ticket = await financed();
  const asked = await ask(maha, ticket);
  await maha.call('record_payment', {
    body: {
      amount_sar: '0.01',
      value_date: '2026-03-10',
      ticket_number: ticket.ticket_number,
      is_another: true,
    },
  });
  expect(await approve(faisal, asked.id)).toBe('approval_figures_changed');
  expect(await statusOf(ticket)).toBe('Active');
  expect(await codeOf(maha.send('write_off_ticket', again(ticket)))).toBe('approval_requested');
  expect(await withdraw(faisal, asked.id)).toBe('request_of_other');
  expect(await withdraw(maha, asked.id)).toBeNull();
  const second = await ask(maha, ticket);
  expect(second.amount_sar).toBe('5499.99');
  expect(await approve(faisal, second.id)).toBeNull();
  expect(await statusOf(ticket)).toBe('Closed');
});

const again = ({ id }: Ticket) => ({ params: { id }, body: { reason: 'Again' } });

test('another person declines a request with a stored reason, and it can be requested again', async () => {
  const ticket = await financed();
  const asked = await ask(maha, ticket);
  expect(await codeOf(faisal.send('decline_request', { params: { id: asked.id } }))).toBe(
    'validation_failed',
  );
  expect(await decline(faisal, asked.id)).toBeNull();
  expect(await approve(noura, asked.id)).toBe('approval_ended');
  expect(await withdraw(maha, asked.id)).toBe('approval_ended');
  expect(await statusOf(ticket)).toBe('Active');
  const { items } = await maha.call('list_approval_requests', { query: { list: 'ended' } });
  expect(items[0]).toMatchObject({
    id: asked.id,
    outcome: 'Declined',
    decided_by: 'Faisal',
    decision_reason: 'They still pay',
  });
  expect((await ask(noura, ticket)).requested_by).toBe('Noura');
});

test('a request that is not approved within seven days expires and makes room for a new one', async () => {
  product.clock.set('2026-03-10T06:00:00Z');
  const [first, second] = [await financed(), await financed()];
  const asked = [await ask(maha, first), await ask(maha, second)] as const;
  product.clock.set('2026-03-17T05:59:59Z');
  const expire = servicingJobs({
    pool: product.database.pools.jobs,
    clock: product.clock,
  }).expire_approval_requests!;
  await expire({});
  expect(await outcomes(asked)).toEqual([null, null]);
  product.clock.set('2026-03-17T06:00:00Z');
  expect(await approve(faisal, asked[0].id)).toBe('approval_ended');
  expect(await decline(faisal, asked[0].id)).toBe('approval_ended');
  // Whoever asks again need not wait for the job.
  expect((await ask(noura, first)).outcome).toBeNull();
  expect(await outcomes(asked)).toEqual(['Expired', null]);
  await expire({});
  expect(await outcomes(asked)).toEqual(['Expired', 'Expired']);
  expect((await historyOf(second)).at(-1)).toEqual({
    operation: 'expire_request',
    actor_user_id: null,
    after: { operation: 'write_off_ticket', amount_sar: '5500.00' },
  });
  expect(await statusOf(second)).toBe('Active');
});

const outcomes = async (asked: readonly { id: string }[]) =>
  (
    await product.rows<{ outcome: string | null }>(
      'select outcome from approval_requests where id = any ($1::uuid[]) order by requested_at, id',
      [asked.map(({ id }) => id)],
    )
  ).map(({ outcome }) => outcome);

/** What the database answers a member of staff who writes past the functions; null: it took it. */
async function asStaff(by: Actor, sql: string, values: unknown[]): Promise<string | null> {
  const client = await product.database.pools.staff.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('hamla.user_id', $1, true), set_config('hamla.role', 'staff', true)`,
      [by.user_id],
    );
    const { rowCount } = await client.query(sql, values);
    return rowCount === 0 ? 'nothing' : null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('nobody requests or decides in the name of another, and the database itself requires two people', async () => {
  product.clock.set('2026-04-01T06:00:00Z');
  const ticket = await financed();
  const insert = (by: Actor, asker: Actor) =>
    asStaff(
      by,
      `insert into approval_requests (kind, subject_type, subject_id, figures, details, reason, requested_by, requested_at,
         expires_at)
       values ('other', 'ticket', $1, '{}', '{}', 'x', $2, '2026-04-01', '2026-04-08')`,
      [ticket.id, asker.user_id],
    );
  expect(await insert(faisal, faisal)).toBeNull();
  expect(await insert(faisal, maha)).toContain('row-level security');
  const { id } = await ask(maha, ticket);
  const decide = (by: Actor, decider: Actor) =>
    asStaff(
      by,
      `update approval_requests set outcome = 'Approved', decided_by = $2, decided_at = '2026-04-02' where id = $1`,
      [id, decider.user_id],
    );
  expect(await decide(noura, faisal)).toContain('row-level security');
  expect(await decide(maha, maha)).toContain('violates check constraint');
  expect(await decide(faisal, faisal)).toBeNull();
  const late = `update approval_requests set outcome = 'Approved', decided_by = $2, decided_at = expires_at where id = $1`;
  expect(await asStaff(faisal, late, [id, faisal.user_id])).toContain('violates check constraint');
  expect(await withdraw(maha, id)).toBeNull();
  // What has ended stays.
  expect(await decide(faisal, faisal)).toBe('nothing');
});

test('approval requests are listed page by page, waiting ones oldest first', async () => {
  for (const ticket of [await financed(), await financed()]) await ask(maha, ticket);
  for (const list of ['open', 'ended'] as const) {
    const { items } = await maha.call('list_approval_requests', { query: { list } });
    expect(items.length).toBeGreaterThan(1);
    const next = await maha.call('list_approval_requests', {
      query: { list, cursor: items[0]!.id },
    });
    expect(next.items).toEqual(items.slice(1));
  }
});
