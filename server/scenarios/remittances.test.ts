import { afterAll, beforeAll, expect, test } from 'vitest';
import { releaseRun, requestPayable } from '#server/product-client/financing.ts';
import { approveIbans } from '../testing/ibans.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';

/** An agency of which twelve payouts were sent on 2 March, at one moment, and twelve on the 3rd. */

const SENT_AT_ONCE = 12;
let product: Product;
let agency: Actor;

beforeAll(async () => {
  product = await startProduct('2026-03-02T08:00:00Z', { UNSET_BUDGET_LIMIT_SAR: '1000000' });
  const company = await product.signUp('company');
  agency = await product.signUp('agency');
  const staff = [await product.addStaff('Maha'), await product.addStaff('Faisal')] as const;
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  const { id: agency_id } = await agency.call('upsert_agency', {
    body: { name: 'Sada Creative', iban: 'SA0380000000608010167519' },
  });
  await approveIbans(product, staff[0]);
  for (let day = 1; day <= 2; day += 1) {
    for (let n = 1; n <= SENT_AT_ONCE; n += 1)
      await requestPayable(staff[1], { company, agency, agency_id }, `${day}${n}00.00`, 1);
    await releaseRun([staff[0], staff[1]]);
    product.clock.moveDays(1);
  }
}, 120_000);
afterAll(() => product.close());

test('each remittance is on exactly one page, in the order of sending, and every page has the totals of all', async () => {
  const query = { from: '2026-03-01', to: '2026-03-31' };
  const first = await agency.call('list_remittances', { query });
  expect(first.items).toHaveLength(20);
  const second = await agency.call('list_remittances', {
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
  const response = await agency.send('list_remittances', {
    query: { from: '2026-03-01', to: '2026-03-31', format: 'csv' },
  });
  const numbers = response.text.match(/HM-\d+/g);
  expect(numbers).toHaveLength(2 * SENT_AT_ONCE);
  expect(new Set(numbers).size).toBe(2 * SENT_AT_ONCE);
});
