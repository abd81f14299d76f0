import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ProposedPolicy } from '#api/credit-policies.ts';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { newestPolicy } from '#domain/credit/policy.ts';
import { seedCreditPolicy } from '#server/credit/policy-that-counts.ts';
import { financeTicket } from '#server/product-client/financing.ts';
import { closeDay } from '#server/servicing/close-day.ts';
import { planPolicy, usualPolicy } from '../testing/credit-policies.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import { asOwner } from '../testing/people.ts';
import type { Actor } from '../testing/product.ts';
import { codeOf } from '../testing/refusals.ts';

/** Which version of the credit policy counts, and with which limits: two people, from a day on. */

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z', {
  REQUEST_GRACE_DAYS: '5',
  UNSET_BUDGET_LIMIT_SAR: '1000',
});
const noura = await product.addStaff('Noura');
afterAll(() => product.close());

const read = () => maha.call('read_credit_policies');
const tomorrow = () => addDays(riyadhDate(product.clock.now()), 1);
const propose = (change: Partial<ProposedPolicy> = {}, applies_from = tomorrow()) =>
  maha.call('propose_credit_policy', {
    body: { ...usualPolicy, ...change, applies_from, reason: 'Careful' },
  });
const approve = (by: Actor, id: string) => codeOf(by.send('approve_request', { params: { id } }));
/** The next day begins, with its close. */
async function nextDay() {
  product.clock.moveDays(1);
  const today = riyadhDate(product.clock.now());
  await closeDay(product.database.pools.jobs, addDays(today, -1), product.clock.now());
  await product.settled();
}

// No test leaves something planned or proposed.
beforeEach(async () => {
  const { planned, proposal } = await read();
  if (planned ?? proposal) throw new Error('the test before has left a policy');
});

test('the environment of the first start sets the limits, and of a later one nothing', async () => {
  const { counts } = await read();
  expect(counts).toMatchObject({
    policy: {
      model_version: newestPolicy.version,
      request_grace_days: 5,
      payout_grace_days: 14,
      unset_budget_limit_sar: '1000.00',
      company_limit_sar: null,
      agency_limit_sar: null,
      applies_from: null,
    },
    request: null,
  });
  const otherwise = await seedCreditPolicy(
    product.database.pools.jobs,
    { request_grace_days: 9, unset_budget_limit_halalas: 100_000 },
    product.clock.now(),
  );
  expect(otherwise).toEqual(['request_grace_days']);
  expect((await read()).counts).toEqual(counts);
});

test('what is outside of the bounds, or of today, is refused by its name; the database refuses it too', async () => {
  const fieldOf = async (change: Partial<ProposedPolicy>, applies_from = tomorrow()) => {
    const body = { ...usualPolicy, ...change, applies_from, reason: 'Careful' };
    const { text } = await maha.send('propose_credit_policy', { body });
    return (JSON.parse(text) as { fields: { field: string; message: string }[] }).fields[0];
  };
  expect(await fieldOf({ payout_grace_days: 91 })).toEqual({
    field: 'payout_grace_days',
    message: 'must be from 0 to 90',
  });
  expect(await fieldOf({ company_limit_sar: '0.00' })).toMatchObject({
    field: 'company_limit_sar',
  });
  expect(await fieldOf({}, '2026-02-01')).toEqual({
    field: 'applies_from',
    message: 'must be a day to come',
  });
  const { request_grace_days, payout_grace_days } = newestPolicy.limits;
  const { rows } = await asOwner(product.database, (client) =>
    client.query<{ name: string; definition: string }>(
      `select a.attname as name, pg_get_constraintdef(c.oid) as definition
         from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
        where c.conrelid = 'credit_policies'::regclass and c.contype = 'c' and a.attname like '%days'
        order by 1`,
    ),
  );
  for (const [n, { min, max }] of [payout_grace_days, request_grace_days].entries())
    expect(rows[n]!.definition).toMatch(new RegExp(`>= ${min}\\).*<= ${max}\\)`));
});

test('an activation needs two people and takes effect on its day', async () => {
  const { id } = await propose(
    { request_grace_days: 7, company_limit_sar: '20000.00' },
    '2026-02-03',
  );
  expect((await read()).proposal).toMatchObject({
    request: { id, kind: 'activate_policy', is_own: true },
    policy: { request_grace_days: 7, applies_from: '2026-02-03' },
    back_test: { companies: 0 },
  });
  // Nor does the database take one person's word, or a policy without an approved request.
  await expect(
    product.rows(
      `update approval_requests set outcome = 'Approved', decided_by = requested_by, decided_at = requested_at
        where id = $1`,
      [id],
    ),
  ).rejects.toThrow(/check/);
  await expect(
    product.rows(
      `insert into credit_policies (status, model_version, request_grace_days, payout_grace_days,
         unset_budget_limit_sar, request_id, applies_from, activated_at)
       values ('planned', 'scorecard-3', 7, 14, 0, $1, '2026-02-02', $2)`,
      [id, product.clock.now()],
    ),
  ).rejects.toThrow(/two people/);
  expect(await approve(faisal, id)).toBeNull();
  const { counts, planned } = await read();
  expect(counts.policy.request_grace_days).toBe(5);
  expect(planned).toMatchObject({
    policy: { request_grace_days: 7, applies_from: '2026-02-03' },
    request: { requested_by: 'Maha', decided_by: 'Faisal', reason: 'Careful' },
  });
  await nextDay();
  expect(await read()).toEqual({ counts, planned, past: [], proposal: null, today: '2026-02-02' });
  await nextDay();
  const after = await read();
  expect(after).toMatchObject({
    counts: { policy: { id: planned!.policy.id, company_limit_sar: '20000.00' } },
    planned: null,
    past: [{ policy: { id: counts.policy.id, request_grace_days: 5 } }],
  });
  // What has counted stays as it was.
  for (const change of ['request_grace_days = 6', `status = 'past', ended_at = now()`])
    await expect(
      product.rows(`update credit_policies set ${change} where id = $1`, [counts.policy.id]),
    ).rejects.toThrow(/stays as it is/);
  await expect(product.rows('delete from credit_policies')).rejects.toThrow(/credit_policies/);
});

test('of two activations one counts, and a second proposal waits for the first', async () => {
  const { id } = await propose({ request_grace_days: 8 });
  expect(
    await codeOf(
      faisal.send('propose_credit_policy', {
        body: { ...usualPolicy, applies_from: tomorrow(), reason: 'Mine' },
      }),
    ),
  ).toBe('approval_requested');
  expect(await approve(faisal, id)).toBeNull();
  expect(await approve(noura, id)).toBe('approval_ended');
  expect((await read()).planned?.policy.request_grace_days).toBe(8);
  const other = await propose({ request_grace_days: 9 }, addDays(tomorrow(), 9));
  expect(await approve(faisal, other.id)).toBe('policy_planned');
  await nextDay();
  // It was asked for beside a policy that counts no more.
  expect(await approve(faisal, other.id)).toBe('approval_figures_changed');
  await maha.call('withdraw_request', { params: { id: other.id } });
  expect((await read()).counts.policy.request_grace_days).toBe(8);
});

test('a day that has come activates nothing, and what is planned can be cancelled', async () => {
  const { id } = await propose();
  await nextDay();
  expect(await approve(faisal, id)).toBe('policy_day_passed');
  await faisal.call('decline_request', { params: { id }, body: { reason: 'Too late' } });
  await planPolicy([maha, faisal], { request_grace_days: 60 }, tomorrow());
  const { planned, counts } = await read();
  const cancel = { params: { id: planned!.policy.id }, body: { reason: 'A mistake' } };
  await faisal.call('cancel_credit_policy', cancel);
  expect(await codeOf(faisal.send('cancel_credit_policy', cancel))).toBe('policy_not_planned');
  await nextDay();
  expect((await read()).counts).toEqual(counts);
});

test('the stops of a late company use the graces of the policy that counts', async () => {
  const parties = await signUpParties(product, maha);
  const { company } = parties;
  await financeTicket([maha, faisal], parties, '900.00', 3);
  const state = async () => {
    const { lateness } = await company.call('company_dashboard');
    const [row] = await product.rows<{ requests: boolean; payouts: boolean }>(
      `select stops_requests(late_since($1, request_grace_days(), $2), null, $1, $2) as requests,
              stops_payouts(payouts_late_since($1, $2), $2) as payouts`,
      [parties.company_id, riyadhDate(product.clock.now())],
    );
    return { ...row, graces: [lateness?.request_grace_days, lateness?.payout_grace_days] };
  };
  const [due] = await product.rows<{ day: string }>(
    'select min(due_date)::text as day from ticket_installments where company_id = $1',
    [parties.company_id],
  );
  // Two days late, and tomorrow three.
  product.clock.set(`${addDays(due!.day, 2)}T06:00:00Z`);
  expect(await state()).toEqual({ requests: false, payouts: false, graces: [8, 14] });
  await planPolicy(
    [maha, faisal],
    { request_grace_days: 2, payout_grace_days: 3, unset_budget_limit_sar: '1000.00' },
    tomorrow(),
  );
  expect(await state()).toMatchObject({ requests: false, graces: [8, 14] });
  await nextDay();
  expect(await state()).toEqual({ requests: true, payouts: false, graces: [2, 3] });
  await nextDay();
  expect(await state()).toMatchObject({ requests: true, payouts: true });
});

test('a new version assesses every company again, is named in the assessment, and keeps confirmed budgets', async () => {
  const earning = async (name: string) => {
    const company = await product.signUp('company');
    const fields = { name, revenue_last_6_months: Array(6).fill('250000.00') };
    const { id } = await company.call('upsert_company', { body: fields });
    await product.rows(
      `update companies set company_registration_file = 'a', financial_statement_file = 'b',
         bank_statement_6m_file = 'c' where id = $1`,
      [id],
    );
    await company.call('upsert_company', { body: { ...fields, website: 'https://najd.sa' } });
    return id;
  };
  const ids = [await earning('Undecided'), await earning('Confirmed')];
  await product.settled();
  const found = async (id: string) => {
    const { assessment, budget, proposed_budget } = await maha.call('read_company_assessment', {
      params: { id },
    });
    const { model_version, grade } = assessment!;
    return [model_version, grade, budget.total_approval_budget, proposed_budget];
  };
  for (const id of ids) expect(await found(id)).toEqual(['scorecard-3', 'B', '100000.00', null]);
  await maha.call('decide_budget', {
    params: { id: ids[1]! },
    body: { decision: 'confirm', total_approval_budget: '100000.00' },
  });
  await product.settled();
  const other = { ...usualPolicy, model_version: 'scorecard-1' };
  const result = await maha.call('back_test_credit_policy', { body: other });
  // Besides these the late company, which has no revenue and owes 900.00.
  expect(result).toMatchObject({
    companies: 3,
    exposure_sar: '900.00',
    before: {
      companies_by_grade: { A: 0, B: 2 },
      budgets_sar: '200000.00',
      possible_exposure_sar: '200900.00',
      late_for_requests: 1,
    },
    after: {
      companies_by_grade: { A: 2, B: 0 },
      budgets_sar: '225000.00',
      possible_exposure_sar: '225900.00',
      late_for_requests: 1,
    },
    gain: { count: 2, confirmed_count: 1, difference_sar: '50000.00' },
    lose: { count: 0, top: [] },
  });
  expect(result.gain.top.map(({ company_id }) => company_id).toSorted()).toEqual(ids.toSorted());
  const [exposure] = await product.rows(
    'select sum(company_exposure(c.id))::text as exposure_sar from companies c',
  );
  expect(exposure).toEqual({ exposure_sar: result.exposure_sar });
  await planPolicy([maha, faisal], other, tomorrow());
  const { planned } = await read();
  expect(planned?.request?.details).toMatchObject({ back_test: result });
  await nextDay();
  expect(await found(ids[0]!)).toEqual(['scorecard-1', 'A', '125000.00', null]);
  expect(await found(ids[1]!)).toEqual(['scorecard-1', 'A', '100000.00', '125000.00']);
});
