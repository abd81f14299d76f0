import { afterAll, afterEach, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import type { IsoDate } from '#domain/calendar.ts';
import { financeTicket } from '#server/product-client/financing.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { writeOff } from '../testing/approvals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** The allowance for expected losses: one entry at each month's end, used by write-offs. The tests follow each other. */

let company: Actor;
let oldest: Ticket;
/** Of other companies. */
let others: Ticket[];

const { product, maha, faisal } = await startStaffedProduct('2026-01-10T06:00:00Z');
afterAll(() => product.close());
afterEach(() => expectSoundBooks(product.database));

/** Of a company of its own, due in a month. */
async function finance(amount: string): Promise<{ company: Actor; ticket: Ticket }> {
  const parties = await signUpParties(product, maha);
  const ticket = await financeTicket([maha, faisal], parties, amount, 1);
  return { company: parties.company, ticket };
}

/** Five minutes into the day after, in Riyadh. */
async function close(day: IsoDate): Promise<void> {
  product.clock.set(`${day}T21:05:00Z`);
  await closeDay(product.database.pools.jobs, day, product.clock.now());
}

const months = async () =>
  (await maha.call('read_portfolio_trends')).loss_allowance.map((one) => Object.values(one));

const entries = async (query: { from?: string; to?: string } = {}) => {
  const { items } = await maha.call('list_journal_entries', {
    query: { event: 'allowance_adjusted', ...query },
  });
  return items.map(({ local_date, posted_by, lines }) => [
    local_date,
    posted_by,
    ...lines.map(({ side, account, amount_sar }) => `${side} ${account} ${amount_sar}`),
  ]);
};

const balances = async () => {
  const { loss_allowance, credit_loss_expense, bad_debt } = (await maha.call('operations_overview'))
    .balances;
  return { loss_allowance, credit_loss_expense, bad_debt };
};

test('a month’s end posts one entry for what is expected to be lost, on its last day; the same close again posts none', async () => {
  await close('2025-12-31');
  expect(await months()).toEqual([]);
  product.clock.set('2026-01-10T06:00:00Z');
  // Due on 10 February.
  ({ company, ticket: oldest } = await finance('10000.00'));
  await close('2026-01-30');
  expect(await entries()).toEqual([]);
  await close('2026-01-31');
  await close('2026-01-31');
  expect(await entries()).toEqual([
    ['2026-01-31', null, 'debit credit_loss_expense 100.00', 'credit loss_allowance 100.00'],
  ]);
  expect(await months()).toEqual([['2026-01-01', '10000.00', '0.00', '0.00', '100.00']]);
  expect(await balances()).toEqual({
    loss_allowance: '100.00',
    credit_loss_expense: '100.00',
    bad_debt: '0.00',
  });
});

test('months that no close has seen follow one after another, each by its own stages', async () => {
  product.clock.set('2026-04-01T06:00:00Z');
  others = [];
  for (const amount of ['2000.00', '30.00', '30.00']) others.push((await finance(amount)).ticket);
  // 10,000 is due since 10 February: 18, 49 and 79 days late at the ends of February, March and April.
  await close('2026-04-30');
  expect((await months()).slice(1)).toEqual([
    ['2026-02-01', '10000.00', '0.00', '0.00', '100.00'],
    ['2026-03-01', '0.00', '10000.00', '0.00', '1500.00'],
    ['2026-04-01', '2060.00', '10000.00', '0.00', '1520.60'],
  ]);
  // Nothing for February: the figure was the same. What is posted later stands in its month.
  expect((await entries()).map(([day, , line]) => [day, line])).toEqual([
    ['2026-04-30', 'debit credit_loss_expense 20.60'],
    ['2026-03-31', 'debit credit_loss_expense 1400.00'],
    ['2026-01-31', 'debit credit_loss_expense 100.00'],
  ]);
});

test('a month’s entry that was posted weeks later is found by any period that holds its day', async () => {
  for (const [from, to] of [
    ['2026-03-31', '2026-03-31'],
    ['2026-03-01', '2026-04-02'],
    ['2026-03-05', '2026-04-29'],
  ] as const)
    expect((await entries({ from, to })).map(([day]) => day)).toEqual(['2026-03-31']);
});

test("a write-off uses the allowance first; console and company still see the ticket's whole loss", async () => {
  await writeOff([maha, faisal], oldest, 'Insolvent');
  expect(await balances()).toMatchObject({ loss_allowance: '0.00', bad_debt: '8479.40' });
  const { loss } = await maha.call('read_financed_ticket', {
    params: { ticket_number: oldest.ticket_number },
  });
  expect(loss).toMatchObject({ written_off_amount: '10000.00', unrecovered_amount: '10000.00' });
  const { totals } = await company.call('company_statement', {
    query: { from: '2026-01-01', to: '2026-05-01' },
  });
  expect(totals).toMatchObject({ closing_balance: '10000.00', in_default: '10000.00' });
  const { all_time } = await maha.call('read_portfolio');
  expect(all_time).toMatchObject({ written_off: '10000.00', refunds_written_off: '0.00' });
});

test('a late close counts what was owed at the month’s end, and replaces nothing that was used since', async () => {
  // 2,060 is due since 1 May: 31 days late.
  await close('2026-05-31');
  expect(await balances()).toMatchObject({ loss_allowance: '309.00', bad_debt: '8479.40' });
  // The close of June comes late: by then a write-off has used what there was. The figure of June is what stood then.
  product.clock.set('2026-07-05T06:00:00Z');
  await writeOff([maha, faisal], others[0]!, 'Insolvent');
  await close('2026-07-06');
  expect((await months()).at(-1)).toEqual(['2026-06-01', '0.00', '2060.00', '0.00', '309.00']);
  expect(await balances()).toMatchObject({ loss_allowance: '0.00', bad_debt: '10170.40' });
  // At the end of July 60 is owed, and 92 days late.
  await close('2026-07-31');
  expect(await balances()).toMatchObject({ loss_allowance: '36.00' });
});

test('write-offs never use more than the allowance holds', async () => {
  for (const ticket of others.slice(1)) await writeOff([maha, faisal], ticket, 'Insolvent');
  expect(await balances()).toMatchObject({ loss_allowance: '0.00', bad_debt: '10194.40' });
});

test('a close that comes late releases no more than what is left', async () => {
  // Nothing is owed any more.
  await close('2026-09-30');
  expect(await balances()).toMatchObject({ loss_allowance: '0.00' });
  const [{ ticket }] = [await finance('1000.00')];
  await close('2026-10-31');
  expect(await balances()).toMatchObject({ loss_allowance: '10.00' });
  product.clock.set('2026-11-05T06:00:00Z');
  const payment = {
    amount_sar: '1000.00',
    value_date: '2026-11-05',
    ticket_number: ticket.ticket_number,
  };
  await maha.call('record_payment', { body: payment });
  const lost = await finance('8.00');
  // The month's figure, 0.08, would release 9.92 of the 10; 8 of it is used by the time of its close.
  product.clock.set('2026-12-02T06:00:00Z');
  await writeOff([maha, faisal], lost.ticket, 'Insolvent');
  await close('2026-12-02');
  expect(await balances()).toMatchObject({ loss_allowance: '0.00' });
  expect(
    await product.rows('select month::text from loss_allowance_months where is_used_up'),
  ).toEqual([{ month: '2026-11-01' }]);
});

test('no member of staff posts or changes a month’s figure', async () => {
  const { staff } = product.database.pools;
  for (const sql of [
    `select api.post_loss_allowance('2026-12-01', now(), 0, 'mine')`,
    'update loss_allowance_months set required_sar = 0',
  ])
    await expect(staff.query(sql)).rejects.toThrow('permission denied');
});
