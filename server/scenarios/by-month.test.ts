import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { financeTicket, releaseRun, requestPayable } from '#server/product-client/financing.ts';
import { halalasFromDecimal } from '#domain/money.ts';
import { writeOff } from '../testing/approvals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/**
 * A ticket of SAR 600.00 is financed on 1 February in three installments, one of SAR 200.00 in one, and one of SAR 900.00 is
 * approved and not paid out. On 10 March the company has paid 50.00 of what was due on 1 March.
 */
const { product, maha, faisal } = await startStaffedProduct('2026-01-31T06:00:00Z', {
  UNSET_BUDGET_LIMIT_SAR: '1000000',
});
const staff = [maha, faisal] as const;
const parties = await signUpParties(product, maha);
const { company, company_id, agency } = parties;
product.clock.set('2026-02-01T06:00:00Z');
await financeTicket(staff, parties, '600.00', 3);
await financeTicket(staff, parties, '200.00', 1);
await requestPayable(maha, parties, '900.00', 3);
product.clock.set('2026-03-10T09:00:00Z');

await maha.call('record_payment', {
  body: { amount_sar: '50.00', value_date: '2026-03-10', bank_reference: 'FT-1', company_id },
});
afterAll(() => product.close());

const monthsOf = async (actor: Actor) => (await actor.call('read_payments_by_month')).months;

test('the months hold each riyal once: paid, overdue, due, later and planned, and when budget comes back', async () => {
  const months = await monthsOf(company);
  expect(months.map(({ from }) => from)).toEqual([
    '2025-10-01',
    '2025-11-01',
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
    '2026-04-01',
    '2026-05-01',
    '2026-06-01',
  ]);
  const shown = months.slice(5).map(({ from: _from, ...sums }) => Object.values(sums).map(Number));
  // paid, overdue, due soon, later, planned, budget back
  expect(shown).toEqual([
    [50, 350, 0, 0, 300, 200],
    [0, 0, 0, 200, 300, 0],
    [0, 0, 0, 200, 300, 1500],
    [0, 0, 0, 0, 0, 0],
  ]);
});

test('together the months are what the dashboard says is owed', async () => {
  const [months, { position }] = [await monthsOf(company), await company.call('company_dashboard')];
  const sum = (part: 'overdue_sar' | 'due_soon_sar' | 'later_sar' | 'planned_sar') =>
    months.reduce((all, month) => all + halalasFromDecimal(month[part]), 0);
  for (const part of ['overdue_sar', 'due_soon_sar', 'later_sar', 'planned_sar'] as const)
    expect(sum(part)).toBe(halalasFromDecimal(position[part]));
});

test("an agency's months say what was sent and what is expected, with the days that the sending took", async () => {
  const { months } = await agency.call('read_payouts_by_month');
  expect(months.map(({ from }) => from)).toHaveLength(13);
  expect(months.filter(({ count, expected_sar }) => count > 0 || expected_sar !== '0.00')).toEqual([
    { from: '2026-02-01', paid_sar: '760.00', expected_sar: '0.00', count: 2, days: 0 },
    { from: '2026-03-01', paid_sar: '0.00', expected_sar: '855.00', count: 0, days: null },
  ]);
});

test('a party reads only its own months, and a written-off ticket is no longer in them', async () => {
  const [stranger, other] = [await product.signUp('company'), await product.signUp('agency')];
  await stranger.call('upsert_company', { body: { name: 'Stranger' } });
  await other.call('upsert_agency', { body: { name: 'Other' } });
  for (const month of await monthsOf(stranger))
    expect(
      Object.values(month)
        .slice(1)
        .every((sum) => sum === '0.00'),
    ).toBe(true);
  const { months } = await other.call('read_payouts_by_month');
  expect(months.every(({ count, expected_sar }) => count === 0 && expected_sar === '0.00')).toBe(
    true,
  );

  const { items } = await company.call('list_own_tickets', { query: { status: 'Active' } });
  const largest = items.find(({ amount_sar }) => amount_sar === '600.00')!;
  await writeOff(staff, largest, 'Cannot be reached');
  const [march, april] = (await monthsOf(company)).slice(5);
  expect([march!.budget_back_sar, april!.later_sar]).toEqual(['200.00', '0.00']);
});

/** Of an agency of which twelve payouts were sent on 2 March, at one moment, and twelve on the 3rd. */
describe('the remittances of an agency', () => {
  const SENT_AT_ONCE = 12;
  let payee: Actor;
  beforeAll(async () => {
    product.clock.set('2026-03-02T08:00:00Z');
    const others = await signUpParties(product, maha);
    payee = others.agency;
    for (let day = 1; day <= 2; day += 1) {
      for (let n = 1; n <= SENT_AT_ONCE; n += 1)
        await requestPayable(faisal, others, `${day}${n}00.00`, 1);
      const { run } = await releaseRun(staff);
      await maha.call('make_payout_file', { params: { id: run.id } });
      product.clock.moveDays(1);
    }
  }, 120_000);

  test('each remittance is on exactly one page, in the order of sending, and every page has the totals of all', async () => {
    const query = { from: '2026-03-01', to: '2026-03-31' };
    const first = await payee.call('list_remittances', { query });
    expect(first.items).toHaveLength(20);
    const second = await payee.call('list_remittances', {
      query: { ...query, cursor: first.next_cursor! },
    });
    expect(second.next_cursor).toBe(null);
    expect(second.totals).toEqual(first.totals);
    const items = [...first.items, ...second.items];
    expect(new Set(items.map(({ id }) => id)).size).toBe(2 * SENT_AT_ONCE);
    expect(items.map(({ sent_on }) => sent_on)).toEqual([
      ...Array<string>(SENT_AT_ONCE).fill('2026-03-02'),
      ...Array<string>(SENT_AT_ONCE).fill('2026-03-03'),
    ]);
    const halalas = (amount: string) => Number(amount.replace('.', ''));
    for (const figure of ['gross_amount', 'fee_amount', 'fee_vat_amount', 'net_amount'] as const)
      expect(items.reduce((sum, item) => sum + halalas(item[figure]), 0)).toBe(
        halalas(first.totals[figure]),
      );
    expect(first.totals.count).toBe(2 * SENT_AT_ONCE);
  });

  test('the file holds every remittance once', async () => {
    const response = await payee.send('list_remittances', {
      query: { from: '2026-03-01', to: '2026-03-31', format: 'csv' },
    });
    const numbers = response.text.match(/HM-\d+/g);
    expect(numbers).toHaveLength(2 * SENT_AT_ONCE);
    expect(new Set(numbers).size).toBe(2 * SENT_AT_ONCE);
  });
});
