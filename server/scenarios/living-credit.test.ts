import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { financeTicket } from '#server/product-client/financing.ts';
import { prove, recordProven, writeOff } from '../testing/approvals.ts';
import { planPolicy } from '../testing/credit-policies.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** A company's credit analysis follows what happens to it: the public API, with a moved clock. */

let company: Actor;
let company_id: string;
let ticket: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 900.00 in three months, whose agency was paid on 1 February: 300.00 is due on the first of each month from March on. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  // The clock goes back with each test, and with it what closes have looked at.
  await product.rows('update lateness_settings set analysed_until = null');
  const parties = await signUpParties(product, maha);
  ({ company, company_id } = parties);
  await product.settled();
  await earns('100000.00');
  ticket = await financeTicket([maha, faisal], parties, '900.00', 3);
  await product.settled();
});
const earns = async (amount: string) => {
  await company.call('upsert_company', {
    body: { name: 'Najd Coffee Roasters', revenue_last_6_months: Array(6).fill(amount) },
  });
  await product.settled();
};

/** A day that begins, with its close. */
async function on(day: string) {
  await product.beginDay(day);
  await product.settled();
}

async function pay(amount_sar: string, value_date: string) {
  const { ticket_number } = ticket;
  const payment = await recordProven([maha, faisal], {
    amount_sar,
    value_date,
    ticket_number,
    is_another: true,
  });
  await product.settled();
  return payment;
}

/** `count`: how many analyses there are besides that of the empty profile. */
const analysed = async () => {
  const { assessment, assessments } = await maha.call('read_company_assessment', {
    params: { id: company_id },
  });
  const repayment = assessment!.factors.find(({ factor }) => factor === 'repayment_history')!;
  return { ...assessment!, ...repayment, count: assessments.length - 1 };
};

const repaid = (paid_on_time: number, paid_late: number) => ({
  reason_code: 'repayments_made',
  reason_values: { paid_on_time, paid_late },
});

describe('a new analysis is made', () => {
  test('after each payment and after its reversal', async () => {
    expect(await analysed()).toMatchObject({ reason_code: 'no_repayments_yet', points: 4 });
    product.clock.set('2026-02-20T09:00:00Z');
    const { id } = await pay('300.00', '2026-02-20');
    expect(await analysed()).toMatchObject({ ...repaid(1, 0), points: 6, count: 2 });
    await maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
    await product.settled();
    expect(await analysed()).toMatchObject({ reason_code: 'no_repayments_yet', count: 3 });
    // A part of an installment changes nothing that an analysis reads.
    await pay('1.00', '2026-02-20');
    expect(await analysed()).toMatchObject({ count: 3 });
  });

  test('when lateness crosses a threshold: overdue, stopped, more than 30 days late, and paid', async () => {
    const { total_approval_budget } = await analysed();
    await on('2026-03-02');
    expect(await analysed()).toMatchObject({
      reason_code: 'installments_overdue',
      points: 0,
      count: 2,
      grade_limit: null,
    });
    await on('2026-03-04');
    expect(await analysed()).toMatchObject({ count: 2 });
    await on('2026-03-05');
    expect(await analysed()).toMatchObject({ count: 3, grade_limit: null });
    await on('2026-03-31');
    expect(await analysed()).toMatchObject({ count: 3, grade_limit: null });
    await on('2026-04-01');
    const late = await analysed();
    expect(late).toMatchObject({
      count: 4,
      grade: 'D',
      grade_limit: {
        reason_code: 'long_overdue',
        reason_values: { days: 30 },
        improvement: { code: 'overdue_paid', values: { overdue_now: 1 } },
      },
    });
    expect(Number(late.total_approval_budget)).toBeLessThan(Number(total_approval_budget));
    await pay('300.00', '2026-04-01');
    const { grade, total_approval_budget: after } = late.grade_limit!.improvement;
    expect(await analysed()).toMatchObject({ ...repaid(0, 1), grade, grade_limit: null });
    expect((await analysed()).total_approval_budget).toBe(after);
  });

  test('once after days that nobody closed, and not again when a day is closed twice', async () => {
    await on('2026-04-05');
    expect(await analysed()).toMatchObject({ count: 2, grade: 'D' });
    await on('2026-04-05');
    expect(await analysed()).toMatchObject({ count: 2 });
    const [settings] = await product.rows<{ analysed_until: string }>(
      'select analysed_until::text from lateness_settings',
    );
    expect(settings).toEqual({ analysed_until: '2026-04-04' });
  });

  test('for each late company at the next close when the grace of requests changes', async () => {
    await on('2026-04-05');
    const grace = (request_grace_days: number, from: string) =>
      planPolicy([maha, faisal], { request_grace_days }, from);
    await grace(60, '2026-04-06');
    await on('2026-04-06');
    expect(await analysed()).toMatchObject({ count: 3 });
    await grace(3, '2026-04-07');
    await on('2026-04-07');
    expect(await analysed()).toMatchObject({ count: 4 });
  });

  test('after a write-off and when the loss has come back', async () => {
    await on('2026-03-02');
    await writeOff([maha, faisal], ticket, 'Insolvent');
    await product.settled();
    expect(await analysed()).toMatchObject({
      reason_values: { overdue_now: 3 },
      grade_limit: { reason_code: 'long_overdue' },
    });
    await pay('900.00', '2026-03-02');
    expect(await analysed()).toMatchObject({ ...repaid(0, 3), grade_limit: null });
  });
});

describe('no new analysis is made', () => {
  test('on unchanged inputs, so that what staff have just refused is not proposed again', async () => {
    const { total_approval_budget } = await analysed();
    const confirm = () =>
      maha.call('decide_budget', {
        params: { id: company_id },
        body: { decision: 'confirm', total_approval_budget: total_approval_budget! },
      });
    await confirm();
    await earns('200000.00');
    const proposed = async () =>
      (await maha.call('read_company_assessment', { params: { id: company_id } })).proposed_budget;
    expect(await proposed()).not.toBeNull();
    await confirm();
    await earns('200000.00');
    await product.settled();
    expect(await analysed()).toMatchObject({ count: 2 });
    expect(await proposed()).toBeNull();
  });
});

describe('of a new analysis', () => {
  const inConsole = () => maha.call('read_company_assessment', { params: { id: company_id } });

  test('company and staff read what changed, from what to what, and since when; a first one changed nothing', async () => {
    const other = await product.signUp('company');
    await other.call('upsert_company', { body: { name: 'Gulf Dental' } });
    await product.settled();
    const { credit_assessment: only } = await other.call('company_dashboard');
    expect(only!.previous).toBeNull();
    expect((await other.call('list_notifications', { query: {} })).items).toEqual([]);
    const first = await analysed();
    await on('2026-03-02');
    const { credit_assessment } = await company.call('company_dashboard');
    expect(credit_assessment).toEqual((await inConsole()).assessment);
    expect(credit_assessment).toMatchObject({
      are_requests_stopped: false,
      previous: {
        created_at: first.created_at,
        grade: first.grade,
        total_approval_budget: first.total_approval_budget,
        are_requests_stopped: false,
        factors: first.factors.map(({ factor, points }) => ({ factor, points })),
      },
    });
  });

  test('the company is mailed when grade, budget or stop changed, and not otherwise', async () => {
    const told = async () => {
      const { items } = await company.call('list_notifications', { query: {} });
      const kinds = new Set(['credit_changed', 'requests_stopped', 'requests_reopened']);
      return items.map(({ kind }) => kind).filter((kind) => kinds.has(kind));
    };
    const mailed = async () => {
      const [count] = await product.rows<{ count: number }>(
        `select count(*)::int as count from mails m join notifications n on n.id = m.notification_id
          where n.user_id = $1 and n.kind in ('credit_changed', 'requests_stopped', 'requests_reopened')`,
        [company.user_id],
      );
      return count!.count;
    };
    // The first analysis of a company is no change. Its revenue came later: a budget was set.
    expect(await told()).toEqual(['credit_changed']);
    // Points are lost; grade and budget are the same.
    const { grade } = await analysed();
    await on('2026-03-02');
    expect(await analysed()).toMatchObject({ grade, points: 0 });
    expect(await told()).toHaveLength(1);
    await on('2026-03-05');
    expect(await told()).toEqual(['requests_stopped', 'credit_changed']);
    await on('2026-04-01');
    expect((await told())[0]).toBe('credit_changed');
    // What is paid is judged, and requests are open, once a second person has proven it.
    const { id } = await maha.call('record_payment', {
      body: {
        amount_sar: '300.00',
        value_date: '2026-04-01',
        ticket_number: ticket.ticket_number,
        is_another: true,
      },
    });
    await product.settled();
    expect(await told()).toHaveLength(3);
    await prove([maha, faisal], { id });
    await product.settled();
    expect((await told())[0]).toBe('requests_reopened');
    expect(await told()).toHaveLength(4);
    expect(await mailed()).toBe(4);
  });

  test('a company whose budget is suspended is not told that new requests are open again', async () => {
    await on('2026-03-05');
    await maha.call('decide_budget', {
      params: { id: company_id },
      body: { decision: 'suspend', reason: 'Its accounts are late' },
    });
    await pay('300.00', '2026-03-05');
    const { items } = await company.call('list_notifications', { query: {} });
    const kinds = items.map(({ kind }) => kind);
    expect(kinds).toContain('requests_stopped');
    expect(kinds).not.toContain('requests_reopened');
  });

  test('a confirmed budget stands, and a proposal below half of it is decided before all others', async () => {
    const { total_approval_budget } = await analysed();
    const total = Number(total_approval_budget);
    const adjust = (amount: number) =>
      maha.call('decide_budget', {
        params: { id: company_id },
        body: {
          decision: 'adjust',
          total_approval_budget: `${amount}.00`,
          reason: 'Seen its accounts',
        },
      });
    await adjust(total * 10);
    const other = await product.signUp('company');
    const { id } = await other.call('upsert_company', {
      body: { name: 'Gulf Dental', revenue_last_6_months: Array(6).fill('50000.00') },
    });
    await product.settled();
    const waiting = async () =>
      (await maha.call('list_companies', { query: { budget: 'to_decide' } })).items.map((one) => [
        one.id,
        one.is_proposal_low,
      ]);
    await on('2026-03-02');
    expect((await waiting()).slice(0, 2)).toEqual([
      [company_id, true],
      [id, false],
    ]);
    expect(await inConsole()).toMatchObject({
      is_proposal_low: true,
      budget: { total_approval_budget: `${total * 10}.00` },
    });
    // Page by page in the same order.
    const { items } = await maha.call('list_companies', { query: { budget: 'to_decide' } });
    expect(items.findLastIndex((one) => one.is_proposal_low)).toBe(0);
    await adjust(total);
    expect(await inConsole()).toMatchObject({ is_proposal_low: false, proposed_budget: null });
  });
});
