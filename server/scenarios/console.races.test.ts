import { afterAll, beforeEach, expect, test } from 'vitest';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { creditJobs } from '#server/credit/analyse-credit.ts';
import { summaryJobs } from '#server/notifications/queue-summaries.ts';
import { acceptTicketDocuments } from '#server/product-client/acceptance.ts';
import { financeTicket, requestTicket } from '#server/product-client/financing.ts';
import { textFile, type ApiResponse } from '#server/product-client/product-client.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { depositProven } from '../testing/approvals.ts';
import { usualPolicy } from '../testing/credit-policies.ts';
import { giveRefundIbans, REFUND_IBAN, saudiIban } from '../testing/ibans.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import { asOwner } from '../testing/people.ts';
import type { Actor } from '../testing/product.ts';
import { codeOf, tally } from '../testing/refusals.ts';
import { failedMail } from '../testing/requests.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';
import { whileOpen } from '../testing/waiting.ts';

/** Several of staff decide one thing at one moment, and jobs run beside each other: each is done once. */

let company: Actor;
let company_id: string;
let agency: Actor;
let agency_id: string;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const noura = await product.addStaff('Noura');
afterAll(async () => {
  await expectSoundBooks(product.database);
  await product.close();
});

/** A company whose analysis has found a budget, and an agency. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, company_id, agency, agency_id } = await signUpParties(product, maha));
  const body = { revenue_last_6_months: Array(6).fill('100000.00') };
  await company.call('upsert_company', { body });
  await product.settled();
});

const approvals = (id: string) =>
  [faisal, noura].map((who) => who.send('approve_request', { params: { id } }));

/** The first test: no company has a ticket that waits for one. */
test('virtual IBANs are approved by one of two at once, and the last one is given to one company', async () => {
  let made = 0;
  const load = (by: Actor, ibans: string[]) =>
    by.send('load_virtual_ibans', textFile('list.csv', ibans.join('\n')));
  const bring = async (count: number) => {
    const loaded = await load(
      maha,
      Array.from({ length: count }, () => saudiIban((made += 1))),
    );
    product.clock.moveDays(1);
    const { list } = JSON.parse(loaded.text) as { list: { request: { id: string } } };
    expect(await tally(approvals(list.request.id))).toEqual({ accepted: 1, approval_ended: 1 });
  };
  const counts = () => maha.call('list_virtual_iban_lists');
  const give = (to: string) =>
    asOwner(product.database, async (client) => {
      const { rows } = await client.query<{ iban: string | null }>(
        'select give_virtual_iban($1, $2) as iban',
        [to, product.clock.now()],
      );
      return rows[0]!.iban;
    });
  await bring(1);
  expect(await counts()).toMatchObject({ free_count: 1, waiting_count: 0 });
  const other = (await signUpParties(product, maha)).company_id;
  const given = await Promise.all([company_id, other].map(give));
  expect(given.filter((iban) => iban === null)).toHaveLength(1);
  expect(await counts()).toMatchObject({ free_count: 0, waiting_count: 1 });
  await bring(3);
  expect(await counts()).toMatchObject({ free_count: 2, waiting_count: 0 });
  const { company_id: third } = await signUpParties(product, maha);
  expect(new Set(await Promise.all([third, third, third].map(give))).size).toBe(1);
  expect((await counts()).free_count).toBe(1);
});

test('a write-off that two people approve at once is made once', async () => {
  const parties = { company, agency, agency_id };
  const { id: ticket_id } = await financeTicket([maha, faisal], parties, '5500.00', 1);
  const ask = { params: { id: ticket_id }, body: { reason: 'Insolvent' } };
  const { id } = await maha.call('write_off_ticket', ask);
  expect(await tally(approvals(id))).toMatchObject({ accepted: 1 });
  const lost = await product.rows(
    `select sum(l.amount_sar)::text as sum from journal_lines l join journal_entries e on e.id = l.entry_id
      where l.account = 'bad_debt' and e.ticket_id = $1`,
    [ticket_id],
  );
  expect(lost).toEqual([{ sum: '5500.00' }]);
});

test('a refund that two people approve at once is made once', async () => {
  const paid = await depositProven([maha, faisal], company_id, '70.00', '2026-02-01');
  await giveRefundIbans(product, product.clock.now());
  const params = { id: paid.id };
  const body = { amount_sar: '20.00', to: 'company' as const, reason: 'Paid twice' };
  const { id } = await maha.call('refund_credit', { params, body });
  expect(await tally(approvals(id))).toEqual({ accepted: 1, approval_ended: 1 });
  const { payment } = await maha.call('read_payment', { params });
  expect(payment).toMatchObject({ refunded_amount: '20.00', credit_amount: '50.00' });
});

test('a credit policy that two people approve at once is planned once', async () => {
  const applies_from = addDays(riyadhDate(product.clock.now()), 1);
  const { id } = await maha.call('propose_credit_policy', {
    body: { ...usualPolicy, request_grace_days: 8, applies_from, reason: 'Careful' },
  });
  expect(await tally(approvals(id))).toEqual({ accepted: 1, approval_ended: 1 });
  expect((await maha.call('read_credit_policies')).planned?.policy.request_grace_days).toBe(8);
});

/** Decisions that staff take alone: each sent twice or more at one moment, with the refusal of all but one. */
const decisions: Record<string, () => Promise<[Promise<ApiResponse>[], string]>> = {
  'a review of a ticket': async () => {
    const ticket = await requestTicket({ company, agency_id }, '100.00', 1);
    const params = { id: ticket.id };
    await agency.call('approve_ticket', { params });
    await acceptTicketDocuments(company, ticket);
    return [
      [maha, faisal].map((who) => who.send('review_ticket', { params })),
      'ticket_already_reviewed',
    ];
  },
  'the verification of an agency': async () => {
    const { path } = await agency.upload(
      'agency_registration_file',
      pdf('Licence.pdf', ['Licence']),
    );
    const name = 'Verified by two';
    await agency.call('upsert_agency', { body: { name, company_registration_file: path } });
    const params = { id: agency_id };
    return [
      [maha, faisal].map((who) => who.send('verify_agency', { params })),
      'agency_state_changed',
    ];
  },
  'a decision about an IBAN': async () => {
    await agency.call('upsert_agency', { body: { iban: REFUND_IBAN } });
    product.clock.moveDays(1);
    const { items } = await maha.call('list_iban_changes', { query: { list: 'pending' } });
    const params = { id: items.find((change) => change.agency_id === agency_id)!.id };
    const answers = [
      maha.send('approve_iban_change', { params }),
      faisal.send('reject_iban_change', { params, body: { reason: 'No' } }),
      faisal.send('approve_iban_change', { params }),
    ];
    return [answers, 'iban_change_ended'];
  },
  'a decision about a requested budget': async () => {
    const documents = [await statement()];
    const { id } = await company.call('ask_for_budget', {
      body: { amount_sar: '60000.00', reason: 'The season', documents },
    });
    const { budget } = await company.call('read_budget_requests');
    const { total_approval_budget } = budget;
    const grant = { decision: 'grant', reason: 'Known for years', total_approval_budget };
    const decline = { decision: 'decline', reason: 'The statements show less' };
    const params = { id };
    const answers = [
      maha.send('decide_budget_request', { params, body: grant }),
      faisal.send('decide_budget_request', { params, body: decline }),
    ];
    return [answers, 'budget_request_changed'];
  },
};
test.each(Object.keys(decisions))('%s is taken once by two at once', async (name) => {
  const [answers, refusal] = await decisions[name]!();
  expect(await tally(answers)).toEqual({ accepted: 1, [refusal]: answers.length - 1 });
});

const statement = async () =>
  (await company.upload('request_bank_statement', pdf('statement.pdf', ['Six months']))).path;

test('of two requests for a budget at once one is kept, and a repeated one is the same', async () => {
  const ask = async (amount_sar: string) => ({
    body: { amount_sar, reason: 'The season', documents: [await statement()] },
  });
  const asked = [await ask('50000.00'), await ask('60000.00')];
  const sent = asked.map((input) => company.send('ask_for_budget', input));
  expect(await tally(sent)).toEqual({ accepted: 1, budget_request_open: 1 });
  const read = async () => (await company.call('read_budget_requests')).requests;
  const { id } = (await read())[0]!;
  await company.call('withdraw_budget_request', { params: { id } });
  const input = { ...(await ask('70000.00')), key: 'one-request' };
  const twice = await Promise.all([1, 2].map(() => company.call('ask_for_budget', input)));
  expect(twice[0]!.id).toBe(twice[1]!.id);
  expect(await read()).toHaveLength(2);
});

test('a budget is decided once, by two members of staff at once or by a repeated key', async () => {
  const { total_approval_budget: total } = (await company.call('company_dashboard')).budget;
  const body = { decision: 'confirm', total_approval_budget: total };
  const params = { id: company_id };
  const both = [maha, faisal].map((who) => who.send('decide_budget', { params, body }));
  expect(await tally(both)).toEqual({ accepted: 1, budget_changed: 1 });
  const suspend = { params, body: { decision: 'suspend', reason: 'Late' }, key: 'one-decision' };
  const answers = await Promise.all([1, 2, 3].map(() => maha.send('decide_budget', suspend)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const history = await product.rows(
    `select actor_user_id, before, after from events where operation = 'decide_budget' and subject_id = $1 order by id`,
    [company_id],
  );
  expect(history).toEqual([
    {
      actor_user_id: expect.any(String),
      before: { budget_status: 'Preliminary', total_approval_budget: total },
      after: { decision: 'confirm', budget_status: 'Confirmed', total_approval_budget: total },
    },
    {
      actor_user_id: maha.user_id,
      before: { budget_status: 'Confirmed', total_approval_budget: total },
      after: {
        decision: 'suspend',
        budget_status: 'Suspended',
        total_approval_budget: total,
        reason: 'Late',
      },
    },
  ]);
});

test('an analysis that three servers make at once is made once', async () => {
  const { jobs } = product.database.pools;
  await product.rows(
    'update companies set revenue_last_6_months = array_fill(50000.00, array[6]) where id = $1',
    [company_id],
  );
  const made = () =>
    product.rows('select from credit_assessments where company_id = $1', [company_id]);
  const before = (await made()).length;
  const { analyse_credit } = creditJobs({ pool: jobs, clock: product.clock });
  await Promise.all([1, 2, 3].map(() => analyse_credit!({ company_id })));
  expect(await made()).toHaveLength(before + 1);
});

test('an analysis waits for a payment that is under way, and reads its figures', async () => {
  const ticket = await financeTicket([maha, faisal], { company, agency, agency_id }, '900.00', 3);
  await product.settled();
  const payment = {
    text: `with locked as materialized (select c.id from companies c where c.id = $1 for no key update)
      update ticket_installments i set status = 'Paid', paid_amount = i.amount_sar, paid_on = i.due_date
        from locked l where i.company_id = l.id and i.ticket_id = $2 and i.seq = 1`,
    values: [company_id, ticket.id],
  };
  const { analyse_credit } = creditJobs({
    pool: product.database.pools.jobs,
    clock: product.clock,
  });
  await whileOpen(product.database, payment, () => analyse_credit!({ company_id }));
  const { assessment } = await maha.call('read_company_assessment', { params: { id: company_id } });
  expect(assessment!.factors.find(({ factor }) => factor === 'repayment_history')).toMatchObject({
    reason_code: 'repayments_made',
    reason_values: { paid_on_time: 1, paid_late: 0 },
  });
  await product.rows(
    `update ticket_installments set status = 'Due', paid_amount = 0, paid_on = null where ticket_id = $1`,
    [ticket.id],
  );
});

test('a mail that was given up is tried again by one of two at once', async () => {
  const id = await failedMail(product, company);
  const both = [maha, faisal].map((who) => who.send('send_mail_again', { params: { id } }));
  expect(await tally(both)).toEqual({ accepted: 1, not_found: 1 });
});

test('of two lists with the same IBAN that are loaded at once the second is refused', async () => {
  const iban = saudiIban(7_001);
  const first = {
    text: `select api.load_virtual_ibans(s.user_id, s.id, $2, 'first.csv', sha256('first'), array[$3])
      from auth.sessions s where s.user_id = $1 and s.revoked_at is null limit 1`,
    values: [maha.user_id, product.clock.now(), iban],
  };
  const second = await whileOpen(product.database, first, () =>
    faisal.send('load_virtual_ibans', textFile('second.csv', iban)),
  );
  expect(await codeOf(second)).toBe('virtual_ibans_refused');
});

test('of a day each person gets one summary, also when the job runs twice at once', async () => {
  await company.call('send_help_message', { body: { message: 'When?' } });
  const { queue_summaries } = summaryJobs({
    pool: product.database.pools.jobs,
    clock: { now: () => new Date('2026-02-02T05:00:00Z') },
  });
  await Promise.all([queue_summaries!({}), queue_summaries!({})]);
  const summaries = await product.rows<{ user_id: string }>(
    `select user_id from mails where kind = 'summary'`,
  );
  const people = summaries.map(({ user_id }) => user_id);
  expect(people).toEqual(
    expect.arrayContaining([maha, faisal, noura].map(({ user_id }) => user_id)),
  );
  expect(new Set(people).size).toBe(people.length);
});
