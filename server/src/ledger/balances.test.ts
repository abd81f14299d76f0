import { afterAll, expect, test } from 'vitest';
import { asOwner } from '../../testing/people.ts';
import { startProduct } from '../../testing/product.ts';
import { ledgerJobs } from './roll-up-balances.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Balances are kept with each entry, and equal the journal before, while and after they are rolled up. */

const product = await startProduct('2026-03-10T06:00:00Z');
const maha = await product.addStaff('Maha');
const company = await product.signUp('company');
const company_id = (await company.call('upsert_company', { body: { name: 'Najd Coffee' } })).id;
afterAll(() => product.close());

const pay = (amount_sar: string, of?: string) =>
  maha.call('record_payment', {
    body: {
      amount_sar,
      value_date: '2026-03-10',
      is_another: true,
      reason: 'A deposit',
      ...(of && { company_id: of }),
    },
  });
const bank = async () => (await maha.call('operations_overview')).balances.bank;
const differing = async () =>
  (await asOwner(product.database, verifyLedger))
    .filter(({ rows_that_differ }) => rows_that_differ > 0)
    .map(({ figure }) => figure);

test('a balance holds every entry at once, rolled up or not', async () => {
  await pay('100.00', company_id);
  await pay('0.01');
  expect(await bank()).toBe('100.01');
  await ledgerJobs({ pool: product.database.pools.jobs }).roll_up_balances!(null);
  expect(await product.rows('select * from balance_changes')).toEqual([]);
  expect(await bank()).toBe('100.01');
  await pay('20.00', company_id);
  expect(await bank()).toBe('120.01');
  expect(await differing()).toEqual([]);
});

test('the check finds a balance that is a halala off, wherever it is kept', async () => {
  await ledgerJobs({ pool: product.database.pools.jobs }).roll_up_balances!(null);
  for (const [table, figure] of [
    ['ledger_days', 'kept by day'],
    ['company_balances', 'kept by company'],
  ]) {
    const spoil = (by: string) =>
      product.rows(
        `update ${table} set amount_sar = amount_sar + ${by} where account = 'company_credit'`,
      );
    await spoil('0.01');
    expect(await differing()).toEqual([figure]);
    await spoil('-0.01');
  }
  expect(await differing()).toEqual([]);
});

test('no request writes a balance: not the logins, and the job only by rolling up', async () => {
  const grants = await product.rows<{ grantee: string; privilege: string }>(
    `select distinct grantee, privilege_type as privilege from information_schema.role_table_grants
      where table_name in ('balance_changes', 'ledger_days', 'receivable_months', 'company_balances', 'agency_balances')
        and grantee in ('hamla_app', 'hamla_staff', 'hamla_accounts') order by 1, 2`,
  );
  expect(grants).toEqual([
    { grantee: 'hamla_app', privilege: 'SELECT' },
    { grantee: 'hamla_staff', privilege: 'SELECT' },
  ]);
});
