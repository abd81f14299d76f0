import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { BudgetRequestCondition } from '#api/budget-requests.ts';
import type { Ticket } from '#api/tickets.ts';
import { makePayable, releaseRun, requestTicket } from '#server/product-client/financing.ts';
import { textFile } from '#server/product-client/product-client.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { refusal } from '../testing/refusals.ts';

/** A company asks for a higher budget, and its outcome, through the public API. */

let company: Actor;
let company_id: string;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const { agency, agency_id } = await signUpAgency(product, maha);
afterAll(() => product.close());

/** A company whose analysis has found a budget: without documents, 30,000.00. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  company = await newCompany();
  company_id = (await company.call('read_company')).id;
});

async function newCompany() {
  const actor = await product.signUp('company');
  const body = { name: 'Najd Coffee', revenue_last_6_months: Array(6).fill('100000.00') };
  await actor.call('upsert_company', { body });
  await product.settled();
  return actor;
}

const uploaded = async (who = company) =>
  (await who.upload('request_bank_statement', pdf('statement.pdf', ['Six months']))).path;

const sendAsk = async (amount_sar: string, documents?: string[], who = company) =>
  who.send('ask_for_budget', {
    body: { amount_sar, reason: 'The season', documents: documents ?? [await uploaded(who)] },
  });
async function asked(amount: string): Promise<string> {
  const sent = await sendAsk(amount);
  expect(sent.status).toBe(200);
  return JSON.parse(sent.text).id;
}

const read = () => company.call('read_budget_requests');
const budget = async () => (await read()).budget;
const latest = async () => (await read()).requests[0]!;
const seen = async () => ({
  total_approval_budget: (await budget()).total_approval_budget ?? '0.00',
});
const grant = async (id: string, who = maha) =>
  who.send('decide_budget_request', {
    params: { id },
    body: { decision: 'grant', reason: 'Known for years', ...(await seen()) },
  });
const decline = (id: string, who = maha) =>
  who.send('decide_budget_request', {
    params: { id },
    body: { decision: 'decline', reason: 'The statements show less' },
  });
const counter = async (
  id: string,
  amount_sar: string,
  condition: BudgetRequestCondition | null = null,
  who = maha,
) =>
  who.send('decide_budget_request', {
    params: { id },
    body: {
      decision: 'counter',
      reason: 'Step by step',
      amount_sar,
      condition,
      ...(await seen()),
    },
  });
async function answer(accepts: boolean) {
  const { id, decisions } = await latest();
  return company.send('answer_budget_offer', {
    params: { id },
    body: { decision_id: decisions.at(-1)!.id, accepts },
  });
}
async function accepted() {
  expect((await answer(true)).status).toBe(200);
  await product.settled();
}
const appeal = (id: string) =>
  company.send('appeal_budget_decision', { params: { id }, body: { reason: 'Read page 3' } });
const waiting = async () => {
  const { items } = await maha.call('list_budget_requests', { query: {} });
  return items.filter((one) => one.company_id === company_id);
};
const suspend = () =>
  maha.call('decide_budget', {
    params: { id: company_id },
    body: { decision: 'suspend', reason: 'Court' },
  });
const ok = async (sent: Promise<{ status: number; text: string }>) => {
  const { status, text } = await sent;
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
};

/** A ticket of the company whose payout was sent: its installments are owed. */
async function activeTicket(amount: string, term: 1 | 2 | 3): Promise<Ticket> {
  const ticket = await requestTicket({ company, agency_id }, amount, term);
  await agency.call('approve_ticket', { params: { id: ticket.id } });
  await makePayable({ staff: maha, company }, ticket);
  await releaseRun([maha, faisal]);
  return ticket;
}
async function pays(ticket: Ticket, amount_sar: string, value_date: string) {
  const { ticket_number } = ticket;
  const body = { amount_sar, value_date, ticket_number };
  const { id } = await maha.call('record_payment', { body });
  await product.settled();
  return id;
}
/** Another person has seen it at the bank. */
async function proves(id: string) {
  await faisal.call('confirm_payment', { params: { id } });
  await product.settled();
}

describe('a request', () => {
  test('a request reaches staff with its documents, and one that is granted is the confirmed budget', async () => {
    const id = await asked('60000.00');
    expect(await latest()).toMatchObject({
      status: 'Asked',
      amount_sar: '60000.00',
      total_then_sar: '30000.00',
      reason: 'The season',
      documents: [{ kind: 'request_bank_statement', name: 'statement.pdf' }],
      decisions: [],
    });
    const [item] = await waiting();
    expect(item).toMatchObject({ id, may_decide: true, documents: [{ name: 'statement.pdf' }] });
    const details = await maha.call('read_company_assessment', { params: { id: company_id } });
    expect(details.budget_request?.id).toBe(id);
    await maha.call('open_document', { params: { id: item!.documents[0]!.id } });
    await ok(grant(id));
    expect(await budget()).toMatchObject({
      total_approval_budget: '60000.00',
      budget_status: 'Confirmed',
    });
    expect(await latest()).toMatchObject({
      status: 'Granted',
      decisions: [{ decision: 'grant', amount_sar: '60000.00', reason: 'Known for years' }],
    });
    expect(await waiting()).toEqual([]);
    expect(await refusal(grant(id))).toEqual([409, 'budget_request_changed']);
  });

  test('a company asks for more than it has, with documents of its own that no other request names', async () => {
    expect(await refusal(sendAsk('30000.00'))).toEqual([422, 'validation_failed']);
    expect(await refusal(sendAsk('50000.00', []))).toEqual([422, 'validation_failed']);
    const path = await uploaded(await newCompany());
    expect(await refusal(sendAsk('50000.00', [path]))).toEqual([422, 'validation_failed']);
    const own = await uploaded();
    expect(await refusal(sendAsk('50000.00', [own, own]))).toEqual([422, 'validation_failed']);
    // Nothing of a refused request is kept: the same upload can be sent again.
    expect((await sendAsk('50000.00', [own])).status).toBe(200);
    expect(await refusal(sendAsk('60000.00'))).toEqual([409, 'budget_request_open']);
    const { id } = await latest();
    await company.call('withdraw_budget_request', { params: { id } });
    expect(await refusal(sendAsk('60000.00', [own]))).toEqual([422, 'validation_failed']);
    expect((await sendAsk('60000.00')).status).toBe(200);
  });

  test('without a budget, and while it is suspended, nothing is asked for or granted', async () => {
    const poor = await product.signUp('company');
    expect(await refusal(sendAsk('500.00', undefined, poor))).toEqual([409, 'no_budget_to_raise']);
    const id = await asked('60000.00');
    await suspend();
    expect(await refusal(grant(id))).toEqual([409, 'budget_changed']);
    await ok(decline(id));
    expect(await refusal(sendAsk('60000.00'))).toEqual([422, 'budget_suspended']);
    expect((await read()).obstacle).toBe('budget_suspended');
  });

  test('nobody decides on a budget that changed since it was read', async () => {
    const id = await asked('60000.00');
    const input = {
      params: { id },
      body: {
        decision: 'grant' as const,
        reason: 'Known for years',
        total_approval_budget: '29999.00',
      },
    };
    expect(await refusal(maha.send('decide_budget_request', input))).toEqual([
      409,
      'budget_changed',
    ]);
  });

  test('of another company nothing is read, answered, withdrawn or appealed', async () => {
    const id = await asked('60000.00');
    await ok(counter(id, '40000.00'));
    const { decisions } = await latest();
    const other = await newCompany();
    expect((await other.call('read_budget_requests')).requests).toEqual([]);
    const body = { decision_id: decisions[0]!.id, accepts: true };
    expect(await refusal(other.send('answer_budget_offer', { params: { id }, body }))).toEqual([
      404,
      'not_found',
    ]);
    expect(await refusal(other.send('withdraw_budget_request', { params: { id } }))).toEqual([
      404,
      'not_found',
    ]);
    const reason = { reason: 'x' };
    expect(
      await refusal(other.send('appeal_budget_decision', { params: { id }, body: reason })),
    ).toEqual([404, 'not_found']);
  });
});

describe('a counter-offer', () => {
  test('an offer without a condition is the budget once the company accepts it, and once only', async () => {
    const id = await asked('60000.00');
    expect(await refusal(counter(id, '30000.00'))).toEqual([422, 'validation_failed']);
    expect(await refusal(counter(id, '60000.01'))).toEqual([422, 'validation_failed']);
    expect(await refusal(counter(id, '60000.00'))).toEqual([422, 'validation_failed']);
    await ok(counter(id, '40000.00'));
    expect((await budget()).total_approval_budget).toBe('30000.00');
    await accepted();
    expect(await budget()).toMatchObject({
      total_approval_budget: '40000.00',
      budget_status: 'Confirmed',
    });
    expect((await latest()).status).toBe('Granted');
    expect(await refusal(answer(true))).toEqual([409, 'budget_request_changed']);
    const [last] = (await maha.call('read_company_assessment', { params: { id: company_id } }))
      .decisions;
    // The system acted; the person who made the offer answers for it.
    expect(last).toMatchObject({ decided_by: null, reason: 'Step by step' });
    const [row] = await product.rows<{ name: string }>(
      `select s.name from companies c join staff s on s.user_id = c.budget_decided_by where c.id = $1`,
      [company_id],
    );
    expect(row!.name).toBe('Maha');
  });

  test('an offer that the company declines changes nothing', async () => {
    const id = await asked('60000.00');
    await ok(counter(id, '40000.00'));
    expect((await answer(false)).status).toBe(200);
    expect((await latest()).status).toBe('OfferDeclined');
    await product.settled();
    expect((await budget()).total_approval_budget).toBe('30000.00');
  });

  test('an offer on installments paid on time takes effect with the last of them, by itself', async () => {
    const ticket = await activeTicket('3000.00', 3);
    const id = await asked('60000.00');
    await ok(counter(id, '50000.00', { kind: 'paid_on_time', installments: 2 }));
    await accepted();
    expect(await latest()).toMatchObject({ status: 'Accepted', progress: 0 });
    expect(await refusal(sendAsk('70000.00'))).toEqual([409, 'budget_request_open']);
    product.clock.set('2026-03-01T06:00:00Z');
    const first = await pays(ticket, '1000.00', '2026-03-01');
    expect(await latest()).toMatchObject({ status: 'Accepted', progress: 0 });
    await proves(first);
    expect(await latest()).toMatchObject({ status: 'Accepted', progress: 1 });
    expect((await budget()).total_approval_budget).toBe('30000.00');
    // A late one does not count.
    product.clock.set('2026-04-10T06:00:00Z');
    await proves(await pays(ticket, '1000.00', '2026-04-10'));
    expect(await latest()).toMatchObject({ status: 'Accepted', progress: 1 });
    product.clock.set('2026-04-20T06:00:00Z');
    await proves(await pays(ticket, '1000.00', '2026-04-20'));
    expect(await latest()).toMatchObject({ status: 'Granted', progress: null });
    expect((await budget()).total_approval_budget).toBe('50000.00');
  });

  test('an offer on nothing overdue waits until what is overdue is paid', async () => {
    const ticket = await activeTicket('1000.00', 1);
    product.clock.set('2026-03-10T06:00:00Z');
    const id = await asked('60000.00');
    await ok(counter(id, '60000.00', { kind: 'nothing_overdue' }));
    await accepted();
    expect((await latest()).status).toBe('Accepted');
    const paid = await pays(ticket, '1000.00', '2026-03-10');
    // One person's word does not end what is overdue.
    expect((await latest()).status).toBe('Accepted');
    await proves(paid);
    expect((await latest()).status).toBe('Granted');
    expect((await budget()).total_approval_budget).toBe('60000.00');
  });

  test('no offer takes effect while something is overdue past the grace', async () => {
    const ticket = await activeTicket('1000.00', 1);
    product.clock.set('2026-03-10T06:00:00Z');
    await ok(counter(await asked('60000.00'), '50000.00'));
    await accepted();
    expect((await latest()).status).toBe('Accepted');
    expect((await read()).waits_for).toBe('company_overdue');
    expect((await budget()).total_approval_budget).toBe('30000.00');
    const paid = await pays(ticket, '1000.00', '2026-03-10');
    // One person's word does not end what is overdue.
    expect((await latest()).status).toBe('Accepted');
    await proves(paid);
    expect((await latest()).status).toBe('Granted');
    expect((await budget()).total_approval_budget).toBe('50000.00');
  });

  test('a longest term limits new tickets from the grant to the next decision about the budget', async () => {
    const id = await asked('60000.00');
    await ok(counter(id, '60000.00', { kind: 'max_term', months: 2 }));
    await accepted();
    expect(await budget()).toMatchObject({
      total_approval_budget: '60000.00',
      max_term_months: 2,
    });
    // Another invoice each time.
    const invoice = async () =>
      (await company.upload('invoice', pdf('i.pdf', [randomUUID()]))).path;
    const request = async (p_term_months: 1 | 2 | 3) =>
      company.send('create_ticket_with_installments', {
        body: {
          p_agency_id: agency_id,
          p_amount_sar: '100.00',
          p_term_months,
          p_description: null,
          p_invoice_url: await invoice(),
        },
      });
    expect(await refusal(request(3))).toEqual([422, 'term_above_limit']);
    await ok(request(2));
    await maha.call('decide_budget', {
      params: { id: company_id },
      body: {
        decision: 'adjust',
        total_approval_budget: '50000.00',
        reason: 'Two months are over',
      },
    });
    expect((await budget()).max_term_months).toBeNull();
    await ok(request(3));
  });

  test('an offer lapses where staff decide about the budget before it takes effect', async () => {
    const id = await asked('60000.00');
    await ok(counter(id, '40000.00', { kind: 'paid_on_time', installments: 3 }));
    await accepted();
    await suspend();
    expect((await latest()).status).toBe('Lapsed');
    await maha.call('decide_budget', {
      params: { id: company_id },
      body: { decision: 'lift', reason: 'Over' },
    });
    await product.settled();
    expect((await budget()).total_approval_budget).toBe('30000.00');
  });

  test('an offer that a newer analysis has passed lowers nothing', async () => {
    const id = await asked('60000.00');
    await ok(counter(id, '35000.00'));
    await company.call('upsert_company', {
      body: { revenue_last_6_months: Array(6).fill('200000.00') },
    });
    await product.settled();
    const before = (await budget()).total_approval_budget;
    expect(Number(before)).toBeGreaterThan(35_000);
    await accepted();
    expect((await budget()).total_approval_budget).toBe(before);
    expect((await latest()).status).toBe('Lapsed');
  });
});

describe('an appeal', () => {
  test('an appeal is made once, and answered by another person than the decider', async () => {
    const id = await asked('60000.00');
    await ok(decline(id));
    await ok(appeal(id));
    expect(await latest()).toMatchObject({ status: 'Appealed', appeal_reason: 'Read page 3' });
    expect((await waiting())[0]).toMatchObject({ may_decide: false, deciders: ['Maha'] });
    expect(await refusal(grant(id))).toEqual([403, 'appeal_takes_another']);
    expect(await refusal(decline(id))).toEqual([403, 'appeal_takes_another']);
    await ok(grant(id, faisal));
    expect((await budget()).total_approval_budget).toBe('60000.00');
    expect(await refusal(appeal(id))).toEqual([409, 'budget_request_changed']);
  });

  test('the answer to an appeal is final, and a counter-offer may be appealed too', async () => {
    const id = await asked('60000.00');
    await ok(counter(id, '35000.00'));
    await ok(appeal(id));
    // What was offered is not on the table any more.
    expect(await refusal(answer(true))).toEqual([409, 'budget_request_changed']);
    await ok(counter(id, '40000.00', null, faisal));
    expect(await refusal(appeal(id))).toEqual([409, 'budget_request_appealed']);
    await accepted();
    expect((await budget()).total_approval_budget).toBe('40000.00');
    expect((await latest()).decisions.map(({ on_appeal }) => on_appeal)).toEqual([false, true]);
  });

  test('an older request than the latest is not appealed', async () => {
    const id = await asked('60000.00');
    await ok(decline(id));
    await asked('50000.00');
    expect(await refusal(appeal(id))).toEqual([409, 'budget_request_changed']);
  });
});

test('a company is told of a decision, and each of staff of a request and an appeal', async () => {
  const toldOf = async (user_id: string, subject_id: string) =>
    (
      await product.rows<{ kind: string }>(
        'select kind from notifications where user_id = $1 and subject_id = $2 order by id',
        [user_id, subject_id],
      )
    ).map(({ kind }) => kind);
  const id = await asked('60000.00');
  await ok(decline(id));
  await ok(appeal(id));
  expect(await toldOf(company.user_id, id)).toEqual(['budget_request_answered']);
  expect(await toldOf(faisal.user_id, id)).toEqual(['budget_requested', 'budget_requested']);
  const { items } = await company.call('list_notifications', { query: {} });
  expect(items.find(({ kind }) => kind === 'budget_request_answered')).toMatchObject({
    amount_sar: '60000.00',
  });
});

describe('revenue with proof', () => {
  /** January, the last of the six months, as the bank says it: what came in and what went out. */
  const file = (incoming: string) =>
    textFile(
      'bank.csv',
      `date,amount,details\n2026-01-05,${incoming},Customers\n2026-01-20,-3.00,Rent\n2025-06-01,9.00,Old\n`,
    );
  const added = (id: string, incoming = '60000.00', who = company) =>
    who.send('add_budget_statement', { params: { id }, ...file(incoming) });
  const statement = async () => (await latest()).statement!;
  const prove = async (id: string, added_at?: string) =>
    maha.send('prove_revenue', {
      params: { id },
      body: { added_at: added_at ?? (await statement()).added_at },
    });

  test('the bank’s file is summed by month beside the typed revenue, and is no proof by itself', async () => {
    const id = await asked('60000.00');
    await ok(added(id));
    expect(await statement()).toMatchObject({ name: 'bank.csv', proven_at: null });
    const { months } = await statement();
    expect(months.map(({ month }) => month)).toEqual([
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
    ]);
    expect(months.map(({ incoming_sar }) => incoming_sar)).toEqual([
      ...Array(5).fill('0.00'),
      '60000.00',
    ]);
    expect(months[5]!.typed_sar).toBe('100000.00');
    await product.settled();
    expect((await budget()).total_approval_budget).toBe('30000.00');
  });

  test('once staff have compared it with the PDF it adds to the budget, once, and the assessment says so', async () => {
    const id = await asked('60000.00');
    await ok(added(id));
    const first = (await statement()).added_at;
    // Another file takes the place of the one that was read.
    product.clock.set('2026-02-01T06:05:00Z');
    await ok(added(id, '90000.00'));
    expect(await refusal(prove(id, first))).toEqual([409, 'budget_request_changed']);
    await ok(prove(id));
    await product.settled();
    // A C: 30 % of a dependable month, and a quarter of it more for what is proven, 2 × 30,000 ÷ 9: 499.75.
    expect((await budget()).total_approval_budget).toBe('30400.00');
    const { assessment } = await maha.call('read_company_assessment', {
      params: { id: company_id },
    });
    expect(assessment).toMatchObject({
      model_version: 'scorecard-3',
      proven_monthly_sar: '15000.00',
    });
    expect(await refusal(prove(id))).toEqual([409, 'budget_request_changed']);
    expect(await refusal(added(id, '95000.00'))).toEqual([409, 'budget_request_changed']);
    expect((await statement()).proven_at).not.toBeNull();
  });

  test('a file is added to an own open request with the PDF of a bank statement, and only one that can be read', async () => {
    const path = (await company.upload('request_vat_return', pdf('vat.pdf', ['VAT']))).path;
    const id: string = JSON.parse((await sendAsk('50000.00', [path])).text).id;
    expect(await refusal(added(id))).toEqual([422, 'validation_failed']);
    await company.call('withdraw_budget_request', { params: { id } });
    expect(await refusal(added(id))).toEqual([409, 'budget_request_changed']);
    const next = await asked('50000.00');
    expect(await refusal(added(next, '1.00', await newCompany()))).toEqual([404, 'not_found']);
    const unreadable = { params: { id: next }, ...textFile('bank.csv', 'no statement') };
    expect(await refusal(company.send('add_budget_statement', unreadable))).toEqual([
      422,
      'bank_statement_unreadable',
    ]);
    expect((await latest()).statement).toBeNull();
  });
});
