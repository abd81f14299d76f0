import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDay } from '#server/servicing/close-day.ts';
import { ledgerJobs } from '#server/ledger/roll-up-balances.ts';
import { confirmPaid, releaseRun, requestPayable } from '#server/product-client/financing.ts';
import { decimalFromHalalas, halalasFromDecimal } from '#domain/money.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import type { Ticket } from '#api/tickets.ts';
import { giveAgencyIban } from '../testing/ibans.ts';
import { startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** What staff read of it all: the portfolio, the audit log, the search, and lists as files. */

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const [company, agency] = [await product.signUp('company'), await product.signUp('agency')];
const profile = await company.call('upsert_company', { body: { name: '=Najd, "100%" Coffee' } });
const company_id = profile.id;
await product.settled();
await giveAgencyIban(product, maha, agency);
// Of 300.00 the fee is 15.00 = 13.04 + 1.96 VAT; due on 1 March, 1 April and 1 May.
const ticket = await paidOut('300.00', 'confirm_payout_line');
// Financed, and taken back the same day.
await paidOut('1000.00', 'fail_payout_line');
product.clock.set('2026-03-02T09:00:00Z');
const payment = await maha.call('record_payment', {
  body: {
    amount_sar: '100.00',
    value_date: '2026-03-02',
    bank_reference: 'FT26061-77',
    ticket_number: ticket.ticket_number,
  },
});
const payment_id = payment.id;
product.clock.set('2026-04-05T09:00:00Z');
afterAll(() => product.close());

async function paidOut(
  amount: string,
  answer: 'confirm_payout_line' | 'fail_payout_line',
): Promise<Ticket> {
  const { id } = await agency.call('read_agency');
  const asked = await requestPayable(maha, { company, agency, agency_id: id }, amount, 3);
  const { run, lines } = await releaseRun([maha, faisal]);
  const params = { id: run.id, payout_id: lines[0]!.payout_id };
  if (answer === 'confirm_payout_line') await confirmPaid(maha, run.id, [params.payout_id]);
  else await maha.call('fail_payout_line', { params, body: { reason: 'Account closed' } });
  return asked;
}

describe('the portfolio', () => {
  const flows = (of: object) => ({
    financed: '0.00',
    collected: '0.00',
    fee_income: '0.00',
    vat: '0.00',
    written_off: '0.00',
    ...of,
  });

  test('the portfolio states what is financed, owed, collected and earned, now and by month, net of reversals', async () => {
    const { months, ...now } = await maha.call('read_portfolio');
    expect(now).toMatchObject({
      today: '2026-04-05',
      all_time: flows({
        financed: '300.00',
        collected: '100.00',
        fee_income: '13.04',
        vat: '1.96',
      }),
      // 300 − 100; of it what was due on 1 April is four days late.
      standing: { outstanding: '200.00', overdue: '100.00' },
      overdue: { days_1_7: '100.00', days_8_30: '0.00', days_31_60: '0.00', days_60_plus: '0.00' },
      companies: [{ id: company_id, outstanding: '200.00' }],
      agencies: [{ name: 'Sada Creative', outstanding: '200.00' }],
    });
    expect(months).toHaveLength(12);
    expect(months[0]).toMatchObject({ from: '2025-05-01', to: '2025-05-31', flows: flows({}) });
    expect(months.slice(9)).toMatchObject([
      {
        from: '2026-02-01',
        to: '2026-02-28',
        flows: flows({ financed: '300.00', fee_income: '13.04', vat: '1.96' }),
        standing: { outstanding: '300.00', overdue: '0.00' },
      },
      {
        flows: flows({ collected: '100.00' }),
        standing: { outstanding: '200.00', overdue: '0.00' },
      },
      {
        from: '2026-04-01',
        to: '2026-04-05',
        flows: flows({}),
        standing: { outstanding: '200.00', overdue: '100.00' },
      },
    ]);
  });

  test('the portfolio is the same after its changes are rolled up, and its overdue sum is that of the list', async () => {
    const before = await maha.call('read_portfolio');
    await ledgerJobs({ pool: product.database.pools.jobs }).roll_up_balances!(null);
    expect(await maha.call('read_portfolio')).toEqual(before);
    const { overdue } = await maha.call('operations_overview');
    for (const age of Object.keys(overdueAges) as OverdueAge[]) {
      const { items } = await maha.call('list_overdue_installments', { query: { age } });
      const sum = items.reduce((all, { open_amount }) => all + halalasFromDecimal(open_amount), 0);
      const told = { count: items.length, has_more: false, amount_sar: decimalFromHalalas(sum) };
      expect(overdue[age]).toEqual(told);
      expect(before.overdue[age]).toBe(told.amount_sar);
    }
  });

  /** The lines that were asked for, and what they come to: debits above 0. */
  const asked = async (query: object) => {
    const { items } = await maha.call('list_journal_entries', { query });
    return items.flatMap(({ event, lines }) =>
      lines.filter(({ is_asked }) => is_asked).map((line) => ({ event, ...line })),
    );
  };
  const sum = async (query: object) =>
    (await asked(query)).reduce(
      (all, { amount_sar, side }) =>
        all + halalasFromDecimal(amount_sar) * (side === 'debit' ? 1 : -1),
      0,
    );

  test('the portfolio leads to its journal lines, reversed ones among them', async () => {
    const financed = { account: 'receivable', event: 'ticket_financed' };
    expect(await sum(financed)).toBe(300_00);
    expect(await sum({ ...financed, from: '2026-03-01' })).toBe(0);
    const collected = { account: 'receivable', event: 'payment_allocated' };
    expect(await sum({ ...collected, from: '2026-03-01', to: '2026-03-31' })).toBe(-100_00);
    expect(await sum({ ...collected, to: '2026-03-01' })).toBe(0);
    expect(await sum({ account: 'receivable', company_id })).toBe(200_00);
    // Every line of an entry, where none was asked for: debits and credits are equal.
    expect(await sum({ company_id })).toBe(0);
  });

  test('the overdue sum of a past month leads to the lines of what had fallen due', async () => {
    const { months, standing } = await maha.call('read_portfolio');
    for (const { to, standing: then } of months) {
      const due_to = to < '2026-04-04' ? to : '2026-04-04';
      expect(await sum({ account: 'receivable', to, due_to })).toBe(
        halalasFromDecimal(then.overdue),
      );
    }
    expect(await sum({ account: 'receivable', due_to: '2026-04-04' })).toBe(
      halalasFromDecimal(standing.overdue),
    );
  });

  test('an overdue installment, a ticket and a payment lead to the journal lines of each amount', async () => {
    const { items } = await maha.call('list_overdue_installments', { query: { age: 'days_1_7' } });
    expect(items).toMatchObject([{ seq: 2, open_amount: '100.00' }]);
    expect(await asked({ account: 'receivable', installment_id: items[0]!.id })).toMatchObject([
      { event: 'ticket_financed', side: 'debit', amount_sar: '100.00' },
    ]);
    const { installments } = await maha.call('read_financed_ticket', {
      params: { ticket_number: ticket.ticket_number },
    });
    const {
      payment: { allocations },
    } = await maha.call('read_payment', { params: { id: payment_id } });
    const installment_id = installments[0]!.id;
    expect(allocations).toMatchObject([{ installment_id, amount_sar: '100.00' }]);
    expect(await asked({ account: 'receivable', payment_id, installment_id })).toMatchObject([
      { event: 'payment_allocated', side: 'credit', amount_sar: '100.00' },
    ]);
    expect(await sum({ installment_id })).toBe(0);
    expect(await asked({ account: 'bank', installment_id })).toEqual([]);
  });
});

describe("the portfolio's trends", () => {
  const trends = () => maha.call('read_portfolio_trends');
  const close = (day: string) => closeDay(product.database.pools.jobs, day, product.clock.now());

  test('before a month is closed only what is due is told, and nothing is expected without a past', async () => {
    const { forecast, ...past } = await trends();
    expect(past).toEqual({
      today: '2026-04-05',
      until: null,
      roll_rates: [],
      cohorts: [],
      loss_allowance: [],
      rates: [],
    });
    expect(
      forecast.map(({ due_sar, overdue_sar, expected_sar }) => [
        due_sar,
        overdue_sar,
        expected_sar,
      ]),
    ).toEqual([
      ['100.00', '0.00', '0.00'],
      ['100.00', '100.00', '0.00'],
      ...Array.from({ length: 4 }, () => ['0.00', '200.00', '0.00']),
    ]);
  });

  test('the close of a month counts what became of its receivable, and a forecast follows', async () => {
    await close('2026-03-31');
    const counted = await trends();
    expect(counted).toMatchObject({
      until: '2026-03-31',
      // Nothing was open when February began; in March 100.00 was paid on its due date, and 200.00 was not due yet.
      roll_rates: [
        {
          month: '2026-03-01',
          buckets: [
            { bucket: 'current', open_sar: '300.00', moved_sar: '0.00' },
            { bucket: 'days_1_30', open_sar: '0.00', moved_sar: '0.00' },
            { bucket: 'days_31_60', open_sar: '0.00', moved_sar: '0.00' },
            { bucket: 'days_61_90', open_sar: '0.00', moved_sar: '0.00' },
          ],
        },
      ],
      cohorts: [
        {
          month: '2026-02-01',
          financed_sar: '300.00',
          repaid_sar: '100.00',
          overdue_sar: '0.00',
          written_off_sar: '0.00',
          repaid_by_month: ['0.00', '100.00'],
        },
      ],
      rates: [{ state: 'due', open_sar: '100.00', collected_sar: '100.00' }],
    });
    // All of what fell due was collected; of April 26 of 30 days are left.
    expect(counted.forecast.slice(0, 3)).toEqual([
      { month: '2026-04-01', due_sar: '100.00', overdue_sar: '0.00', expected_sar: '86.66' },
      { month: '2026-05-01', due_sar: '100.00', overdue_sar: '13.34', expected_sar: '100.00' },
      { month: '2026-06-01', due_sar: '0.00', overdue_sar: '13.34', expected_sar: '0.00' },
    ]);
    await close('2026-03-31');
    await close('2026-04-04');
    expect(await trends()).toEqual(counted);
  });

  test('what stays unpaid moves to later buckets, as much as the portfolio says is overdue', async () => {
    product.clock.set('2026-07-01T09:00:00Z');
    await close('2026-06-30');
    const { roll_rates, cohorts, until } = await trends();
    expect(until).toBe('2026-06-30');
    const moved = roll_rates.map(({ month, buckets }) => [
      month,
      ...buckets.map(({ open_sar, moved_sar }) => `${moved_sar} of ${open_sar}`),
    ]);
    expect(moved).toEqual([
      ['2026-03-01', '0.00 of 300.00', '0.00 of 0.00', '0.00 of 0.00', '0.00 of 0.00'],
      // Of 1 April: 30 days late when April is over.
      ['2026-04-01', '100.00 of 200.00', '0.00 of 0.00', '0.00 of 0.00', '0.00 of 0.00'],
      // Of 1 May 31 days, of 1 April 61.
      ['2026-05-01', '100.00 of 100.00', '100.00 of 100.00', '0.00 of 0.00', '0.00 of 0.00'],
      // 61 days and 91.
      ['2026-06-01', '0.00 of 0.00', '0.00 of 0.00', '100.00 of 100.00', '100.00 of 100.00'],
    ]);
    expect(cohorts).toMatchObject([{ repaid_sar: '100.00', overdue_sar: '200.00' }]);
    const { months } = await maha.call('read_portfolio');
    expect(months.find(({ to }) => to === until)!.standing.overdue).toBe('200.00');
    product.clock.set('2026-04-05T09:00:00Z');
  });
});

describe('the audit log', () => {
  const log = async (query: object) => (await maha.call('list_events', { query })).items;

  test('the audit log states who did what, to what, when, and what it was before and after', async () => {
    const [released] = await log({
      operation: 'release_ticket',
      ticket_number: ticket.ticket_number,
    });
    expect(released).toMatchObject({
      occurred_at: '2026-02-01T06:00:00+00:00',
      actor: { id: faisal.user_id, kind: 'staff', name: 'Faisal' },
      subject: 'ticket',
      subject_name: ticket.ticket_number,
      before: { status: 'Approved' },
      after: { status: 'Active' },
    });
    const [approved] = await log({ operation: 'approve_ticket', subject_id: ticket.id });
    expect(approved!.actor).toMatchObject({ kind: 'agency', name: 'Sada Creative' });
    const [analysed] = await log({ operation: 'analyse_credit' });
    expect(analysed).toMatchObject({
      actor: { kind: 'system', id: null },
      subject_name: '=Najd, "100%" Coffee',
    });
  });

  test('the audit log is filtered by person, operation, ticket with payout and installments, row and period', async () => {
    const ofTicket = await log({ ticket_number: ticket.ticket_number });
    expect(new Set(ofTicket.map(({ subject }) => subject))).toEqual(
      new Set(['ticket', 'payout', 'installment']),
    );
    expect(await log({ ticket_number: 'HM-999999' })).toEqual([]);
    expect(await log({ subject_id: payment_id })).toMatchObject([{ operation: 'record_payment' }]);
    const march = await log({ from: '2026-03-01', to: '2026-03-31' });
    // The payment asks for an analysis, too.
    expect(
      march.map(({ operation }) => operation).filter((operation) => operation !== 'analyse_credit'),
    ).toEqual(['record_payment', 'pay_installment']);
    const { operations, staff } = await maha.call('read_audit_filters');
    expect(operations).toEqual(operations.toSorted());
    expect(operations).toContain('release_payout_run');
    expect(staff.map(({ name }) => name)).toEqual(['Faisal', 'Maha']);
  });

  test('the audit log is read by page without a gap, also for one person and for events of one moment', async () => {
    // No job writes an event between the pages.
    await product.settled();
    // As if Faisal had done what others did, at the same moments.
    await product.rows(
      `insert into events (occurred_at, actor_user_id, operation, subject, subject_id)
       select occurred_at, $1, (array['record_payment', 'analyse_credit', 'pay_installment'])[1 + id % 3], subject, subject_id
         from events`,
      [faisal.user_id],
    );
    for (const actor of [undefined, faisal.user_id]) {
      const seen: string[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await maha.call('list_events', { query: { actor, cursor } });
        seen.push(...page.items.map(({ id }) => id));
        if (page.next_cursor === null) break;
        cursor = page.next_cursor;
      }
      const all = await product.rows<{ id: number }>(
        `select id from events where $1::uuid is null or actor_user_id = $1
          order by occurred_at desc, id desc`,
        [actor ?? null],
      );
      expect(all.length).toBeGreaterThan(20);
      expect(seen).toEqual(all.map(({ id }) => String(id)));
    }
  });
});

test('the search of staff leads from a number, a reference, a name or an amount to its page', async () => {
  const search = (text: string) => maha.call('search_desk', { query: { text } });
  const digits = ticket.ticket_number.slice(3);
  expect((await search(`hm ${digits}`)).tickets).toMatchObject([
    { ticket_number: ticket.ticket_number, status: 'Active', amount_sar: '300.00' },
  ]);
  expect((await search('100%')).companies).toMatchObject([{ id: company_id }]);
  expect((await search('sada')).agencies).toMatchObject([{ name: 'Sada Creative' }]);
  expect((await search('ft26061-77')).payments).toMatchObject([{ id: payment_id }]);
  expect((await search('١٠٠٫٠٠')).payments).toMatchObject([{ id: payment_id }]);
  expect(await search('nothing of it')).toEqual({
    tickets: [],
    companies: [],
    agencies: [],
    payments: [],
  });
});

describe('a list as a file', () => {
  const file = async (path: string, actor: Actor, language = 'en') =>
    fetch(`${product.url}/api/operations/${path}`, {
      headers: { authorization: `Bearer ${await actor.token()}`, 'accept-language': language },
    });

  beforeAll(async () => {
    await maha.call('write_off_ticket', {
      params: { id: ticket.id },
      body: { reason: 'Insolvent' },
    });
  });

  test("an exported list is complete, with its header in the reader's language and no formula", async () => {
    await product.rows(
      `insert into payments (company_id, amount_sar, value_date, bank_reference, recorded_by, recorded_at)
       select $1, 1 + n, '2026-04-01', '@ref ' || n, $2, '2026-04-01' from generate_series(1, 1200) n`,
      [company_id, maha.user_id],
    );
    const answer = await file('payments?list=all&format=csv', maha, 'ar');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe(
      'attachment; filename="payments-2026-04-05.csv"',
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = bytes.toString('utf8').trimEnd().split('\r\n');
    // One more than a file reads at once, twice over.
    expect(lines).toHaveLength(1 + 1200 + 1);
    expect(lines[0]).toContain('تاريخ القيمة,الشركة');
    expect(lines[1]).toContain(`2026-04-01,"'=Najd, ""100%"" Coffee",,'@ref 1200,1201.00,0.00`);
    await product.rows(`delete from payments where value_date = '2026-04-01'`);
  });

  test.each([
    'payments?list=all',
    'payout-runs',
    'overdue?age=days_1_7',
    'journal',
    'audit',
    'iban-changes?list=ended',
    'approvals?list=open',
  ])('only staff can export the list %s', async (path) => {
    const csv = `${path}${path.includes('?') ? '&' : '?'}format=csv`;
    const taken = await file(csv, maha);
    expect(taken.status).toBe(200);
    expect((await taken.text()).split('\r\n').length).toBeGreaterThan(2);
    for (const other of [company, agency]) {
      const refused = await file(csv, other);
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        403,
        'application/problem+json; charset=utf-8',
      ]);
    }
  });
});
