import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { callFunction } from '#server/platform/database/call-function.ts';
import { payOutDue, reportTransfer, importStatement } from '#server/product-client/financing.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { depositProven, refund } from '../testing/approvals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import { asOwner } from '../testing/people.ts';
import type { Actor } from '../testing/product.ts';
import { tally } from '../testing/refusals.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';
import { ticketMoney } from '../testing/ticket-money.ts';

/** Money that several people move at one moment, through the public API: each move is made once, and no halala is lost. */

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** The company and the agency of one test. */
let company: Actor;
let company_id: string;
let agency: Actor;
let agency_id: string;

beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, company_id, agency, agency_id } = await signUpParties(product, maha));
  await startOfMoves();
});
afterEach(() => expectSoundBooks(product.database));

const { today, startOfMoves, moved, approved, financed, pay } = ticketMoney(
  { product, maha, faisal },
  () => ({ company, agency, agency_id }),
);

const statusOf = async ({ ticket_number }: Ticket) =>
  (await company.call('read_ticket', { params: { ticket_number } })).ticket.status;

const paymentsOf = async ({ ticket_number }: Ticket) =>
  (await company.call('read_ticket', { params: { ticket_number } })).payments!;

test('two payments of one company at once take turns, and no installment is paid twice', async () => {
  const ticket = await financed('1000.00', 3);
  const payments = await Promise.all(Array.from({ length: 12 }, () => pay('100.00', ticket)));
  const credit = payments.map(({ credit_amount }) => Number(credit_amount)).reduce((a, b) => a + b);
  // 12 × 100 − 1,000.
  expect(credit).toBe(200);
  expect(await statusOf(ticket)).toBe('Completed');
  expect(await moved()).toMatchObject({ company_credit: -200 });
});

test('a payment repeated under one key at once is recorded once', async () => {
  const ticket = await financed('1000.00', 1);
  const input = {
    key: 'the-same-transfer',
    body: { amount_sar: '10.00', value_date: today(), ticket_number: ticket.ticket_number },
  };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => maha.call('record_payment', input)),
  );
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  expect(await moved()).toMatchObject({ receivable: 990 });
});

test('payments, reversals, write-offs and the close of a day at once cause no deadlock and lose no halala', async () => {
  const tickets: Ticket[] = [];
  for (let n = 0; n < 6; n += 1) tickets.push(await approved('300.00', 3));
  await payOutDue([maha, faisal]);
  product.clock.set('2026-03-03T09:00:00Z');
  const payments = await Promise.all(tickets.map((ticket) => pay('150.00', ticket)));
  const said = { is_another: true, reason: 'One for each ticket' };
  const answers = tickets.flatMap((ticket, n) => [
    maha.send('record_payment', {
      body: { ...said, amount_sar: '120.00', value_date: today(), company_id },
    }),
    faisal.send('reverse_payment', {
      params: { id: payments[n]!.id },
      body: { reason: 'Recalled' },
    }),
    ...(n < 2
      ? [
          faisal.send('write_off_ticket', {
            params: { id: ticket.id },
            body: { reason: 'Insolvent' },
          }),
        ]
      : []),
  ]);
  const [closed, found] = await Promise.all([
    closeDay(product.database.pools.jobs, '2026-03-02', product.clock.now()),
    tally(answers),
  ]);
  expect(closed.day).toBe('2026-03-02');
  // What loses a race is refused in words; nothing fails.
  const { accepted, payment_already_reversed = 0, ticket_state_changed = 0, ...others } = found;
  expect(others).toEqual({});
  expect(accepted! + payment_already_reversed + ticket_state_changed).toBe(14);
  // 6 × 120 came in and stays, 6 × 150 came and went; 6 × 285 was paid out.
  expect(await moved()).toMatchObject({ bank: 720 - 1_710 });
});

test('many payments and roll-ups of the balances at once lose nothing and count nothing twice', async () => {
  const { jobs } = product.database.pools;
  const body = { value_date: today(), company_id, is_another: true, reason: 'A deposit' };
  await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? callFunction(jobs, 'roll_up_balances', { limit: 2 })
        : maha.call('record_payment', { body: { ...body, amount_sar: '1.00' } }),
    ),
  );
  expect(await moved()).toMatchObject({ bank: 20 });
});

test('of two who write the same payment down at once one is asked', async () => {
  const body = { amount_sar: '44.44', value_date: today() };
  const both = [maha, faisal].map((who) => who.send('record_payment', { body }));
  expect(await tally(both)).toEqual({ accepted: 1, payment_alike: 1 });
});

test('two members of staff confirm one line of a statement at once: one is told that it is decided', async () => {
  const ticket = await financed('900.00', 3);
  const row = `${today()},300.00,${paymentReference(ticket.ticket_number)},`;
  const { statement } = await importStatement(maha, `date,amount,details,bank reference\n${row}`);
  const params = { id: statement.id };
  const { items } = await maha.call('list_bank_statement_lines', {
    params,
    query: { list: 'certain' },
  });
  const line = {
    params: { id: items[0]!.id },
    body: { ticket_number: ticket.ticket_number },
  };
  const answers = [
    maha.send('confirm_bank_statement_line', line),
    faisal.send('confirm_bank_statement_line', line),
    faisal.send('confirm_certain_lines', { params, body: { count: 1 } }),
  ];
  expect((await tally(answers))['accepted']).toBeGreaterThan(0);
  expect(await paymentsOf(ticket)).toHaveLength(1);
});

test('a statement is compared while its line is confirmed: the payment is proven', async () => {
  const ticket = await financed('900.00', 3);
  const row = `${today()},300.00,${paymentReference(ticket.ticket_number)},`;
  const { statement } = await importStatement(maha, `date,amount,details,bank reference\n${row}`);
  const params = { id: statement.id };
  const answers = [
    maha.send('confirm_certain_lines', { params, body: { count: 1 } }),
    faisal.send('compare_bank_statement', { params }),
  ];
  expect(await tally(answers)).toEqual({ accepted: 2 });
  const [{ id } = { id: '' }] = await paymentsOf(ticket);
  const { payment } = await maha.call('read_payment', { params: { id } });
  expect(payment.proven_at).not.toBeNull();
});

test('two members of staff import one file at once: one statement results', async () => {
  const file = `date,amount,details,bank reference\n${today()},77.70,both,`;
  const both = await Promise.all([maha, faisal].map((who) => importStatement(who, file)));
  expect(both.map(({ is_known }) => is_known).toSorted()).toEqual([false, true]);
  expect(both[0]!.statement.id).toBe(both[1]!.statement.id);
});

test('two members of staff decide a reported transfer at once: one decides', async () => {
  const ticket = await financed('900.00', 3);
  const { id } = await reportTransfer(company, ticket, '300.00', today());
  const recorded = { params: { id }, body: { value_date: today() } };
  const answers = [
    maha.send('record_reported_transfer', recorded),
    faisal.send('turn_down_transfer_report', { params: { id }, body: { reason: 'No' } }),
    faisal.send('record_reported_transfer', recorded),
  ];
  expect(await tally(answers)).toEqual({ accepted: 1, transfer_report_decided: 2 });
});

test('a payment that two people move at once is moved once', async () => {
  const wrong = await financed('600.00', 2);
  const { id } = await pay('300.00', wrong);
  ({ company, agency, agency_id } = await signUpParties(product, maha));
  const { ticket_number } = await financed('600.00', 2);
  const body = { ticket_number, reason: 'Paid by another company' };
  const both = [maha, faisal].map((who) => who.send('move_payment', { params: { id }, body }));
  expect(await tally(both)).toEqual({ accepted: 1, payment_already_reversed: 1 });
  expect(await moved()).toMatchObject({ bank: 300 - 2 * 570 });
});

test('two members of staff who make a refund file at once make one', async () => {
  const payment = await depositProven([maha, faisal], company_id, '100.00', today());
  await refund(product, [maha, faisal], payment, '40.00');
  const both = [maha, faisal].map((who) => who.send('make_refund_file'));
  expect(await tally(both)).toEqual({ accepted: 1, refund_file_empty: 1 });
});

test('a company that chooses the same items many times at once makes one payment request', async () => {
  await financed('600.00', 3);
  const [item] = (await company.call('read_pay_centre')).items;
  const { kind, id, open_sar } = item!;
  const body = { items: [{ kind, id }], amount_sar: open_sar };
  const many = Array.from({ length: 8 }, () => company.send('create_payment_request', { body }));
  expect(await tally(many)).toEqual({ accepted: 1, item_in_payment_request: 7 });
  expect((await company.call('read_pay_centre')).requests).toHaveLength(1);
});

test('a promise is made by one of two that come at once', async () => {
  await financed('900.00', 3);
  product.clock.set('2026-03-02T09:00:00Z');
  await closeDay(product.database.pools.jobs, '2026-03-01', product.clock.now());
  const body = { amount_sar: '300.00', promised_for: '2026-03-04' };
  const both = [1, 2].map(() => company.send('promise_payment', { body }));
  expect(await tally(both)).toEqual({ accepted: 1, promise_made_before: 1 });
});

test('each of several requests for a link to the due dates at once gets a link, and one link counts', async () => {
  for (let round = 0; round < 40; round += 1) {
    const other = await product.signUp('company');
    await other.call('upsert_company', { body: { name: 'Hail Dates' } });
    const renew = async () => (await other.call('renew_due_date_feed')).url;
    // First links, then new ones.
    for (const length of [8, 2]) {
      const urls = await Promise.all(Array.from({ length }, renew));
      const { url } = await other.call('read_due_date_feed');
      expect(urls).toContain(url);
      const { pathname } = new URL(url!);
      expect((await fetch(`${product.url}${pathname}`)).status).toBe(200);
    }
  }
});

test('two write-offs at once never use more than the allowance holds', async () => {
  const tickets: Ticket[] = [];
  for (let n = 0; n < 2; n += 1) {
    ({ company, agency, agency_id } = await signUpParties(product, maha));
    tickets.push(await financed('3000.00', 1));
  }
  product.clock.set('2026-03-31T21:05:00Z');
  await closeDay(product.database.pools.jobs, '2026-03-31', product.clock.now());
  const asked: { id: string }[] = [];
  for (const ticket of tickets) {
    const ask = { params: { id: ticket.id }, body: { reason: 'Insolvent' } };
    asked.push(await maha.call('write_off_ticket', ask));
  }
  const halalasOf = async (account: string) => {
    const [row] = await product.rows<{ halalas: number }>(
      'select (sum(amount_sar) * 100)::int as halalas from journal_lines where account = $1',
      [account],
    );
    return row!.halalas ?? 0;
  };
  const [allowance, lost] = [-(await halalasOf('loss_allowance')), await halalasOf('bad_debt')];
  expect(allowance).toBeGreaterThan(0);
  expect(allowance).toBeLessThan(300_000);
  await asOwner(product.database, async (client) => {
    await client.query('begin');
    await client.query('select lock_loss_allowance()');
    let ended = 0;
    const approvals = asked.map(({ id }) =>
      faisal.call('approve_request', { params: { id } }).finally(() => (ended += 1)),
    );
    for (let waiting = 0; waiting + ended < 2;) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted`,
      );
      waiting = rows[0]!.count;
    }
    // Each waits for its turn before it reads what is left.
    expect(ended).toBe(0);
    await client.query('commit');
    await Promise.all(approvals);
  });
  expect(await halalasOf('loss_allowance')).toBe(0);
  expect((await halalasOf('bad_debt')) - lost).toBe(600_000 - allowance);
});

/** The last test: payouts that failed wait to be ended. */
test('two payout runs prepared at once share no payout, and one release wins', async () => {
  for (let n = 0; n < 4; n += 1) await approved('100.00', 1);
  const both = [maha.send('prepare_payout_run'), faisal.send('prepare_payout_run')];
  expect(await tally(both)).toEqual({ accepted: 1, no_payouts_due: 1 });
  const [run] = await product.rows<{ id: string; prepared_by: string }>(
    `select id, prepared_by from payout_runs where status = 'Draft'`,
  );
  const other = run!.prepared_by === maha.user_id ? faisal : maha;
  const params = { id: run!.id };
  const releases = Array.from({ length: 6 }, () => other.send('release_payout_run', { params }));
  expect(await tally(releases)).toEqual({ accepted: 1, payout_run_not_open: 5 });
  // 4 × 95.
  expect(await moved()).toMatchObject({ bank: -380 });
  const files = [maha, faisal].map((who) => who.send('make_payout_file', { params }));
  expect(await tally(files)).toEqual({ accepted: 1, payout_file_empty: 1 });
  const { lines } = await maha.call('read_payout_run', { params });
  const decisions = lines.flatMap(({ payout_id }) => {
    const line = { params: { ...params, payout_id } };
    const failed = { ...line, body: { reason: 'Closed' } };
    return [maha.send('confirm_payout_line', line), faisal.send('fail_payout_line', failed)];
  });
  expect(await tally(decisions)).toEqual({ accepted: 4, payout_run_not_open: 4 });
});
