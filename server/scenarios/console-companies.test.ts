import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { readAgencyDesk, listAgenciesDesk } from '#api/operations-agencies.ts';
import {
  listCompanies,
  listTicketsToReview,
  readCompanyAssessment,
} from '#api/operations-companies.ts';
import { makePayable, ticketRequest } from '#server/product-client/financing.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { approveIbans } from '../testing/ibans.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { addCompany, asOwner } from '../testing/people.ts';
import { refusal } from '../testing/refusals.ts';
import { startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** Companies, agencies and the tickets to review as staff read and search them, through the public API. */

let company: Actor;
let company_id: string;
let agency: Actor;
let agency_id: string;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  company = await product.signUp('company');
  agency = await product.signUp('agency');
  const registration = await company.upload('company_registration_file', pdf('CR.pdf', ['CR']));
  const saved = await company.call('upsert_company', {
    body: {
      name: 'Najd 100% Coffee',
      email: `finance@${company.user_id}.example`,
      revenue_last_6_months: Array(6).fill('100000.00'),
      company_registration_file: registration.path,
    },
  });
  company_id = saved.id;
  await product.settled();
  const paper = await agency.upload('agency_registration_file', pdf('Licence.pdf', ['Licence']));
  const profile = await agency.call('upsert_agency', {
    body: {
      name: 'Sada Creative',
      iban: 'SA0380000000608010167519',
      company_registration_file: paper.path,
    },
  });
  agency_id = profile.id;
  await approveIbans(product, maha);
});

const request = async (amount: string) =>
  company.send(
    'create_ticket_with_installments',
    await ticketRequest({ company, agency_id }, amount, 1),
  );
const requested = async (amount: string): Promise<Ticket> =>
  JSON.parse((await request(amount)).text);

const companies = async (query: object) =>
  listCompanies.reply.parse(await maha.call('list_companies', { query })).items;
const read = async () =>
  readCompanyAssessment.reply.parse(
    await maha.call('read_company_assessment', { params: { id: company_id } }),
  );
const readAgency = async () =>
  readAgencyDesk.reply.parse(await maha.call('read_agency_desk', { params: { id: agency_id } }));

describe('companies', () => {
  test('staff find companies by a part of the name or address, by a ticket number, and by what waits', async () => {
    const { ticket_number } = await requested('10.00');
    const ids = async (query: object) => (await companies(query)).map(({ id }) => id);
    expect((await ids({ search: '100% c' }))[0]).toBe(company_id);
    expect(await ids({ search: `finance@${company.user_id}` })).toEqual([company_id]);
    expect(await ids({ search: ticket_number.toLowerCase() })).toEqual([company_id]);
    const inArabic = ticket_number.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);
    expect(await ids({ search: ` ${inArabic} ` })).toEqual([company_id]);
    expect(await ids({ search: '100_' })).toEqual([]);
    expect((await ids({ budget: 'to_decide' }))[0]).toBe(company_id);
    expect(await ids({ budget: 'Suspended', search: 'Najd' })).toEqual([]);
    expect((await ids({ budget: 'Preliminary' }))[0]).toBe(company_id);
  });

  test('companies are listed by page, newest first, and exported to a file', async () => {
    for (let n = 0; n < 21; n += 1) await addCompany(product.database);
    const first = await maha.call('list_companies', { query: {} });
    const rest = await maha.call('list_companies', { query: { cursor: first.next_cursor! } });
    expect(first.items).toHaveLength(20);
    const seen = [...first.items, ...rest.items].map(({ id }) => id);
    expect(seen.slice(0, 22)).toEqual(seen.slice(0, 22).toSorted().toReversed());
    const { text } = await maha.send('list_companies', { query: { format: 'csv' } });
    expect(text.split('\n')[0]).toContain('Company,Email,Since (Riyadh time),Grade,Budget status');
    expect(text).toContain('Najd 100% Coffee');
  });

  test('staff read a company with profile, documents, factors that add up, the used budget and its decisions', async () => {
    await requested('1000.00');
    const before = await read();
    expect(before).toMatchObject({
      company: { id: company_id, name: 'Najd 100% Coffee' },
      needs_decision: true,
      proposed_budget: null,
      budget: { budget_status: 'Preliminary', held_funds: '1000.00', committed_funds: '0.00' },
      documents: [{ kind: 'company_registration_file', name: 'CR.pdf' }],
      decisions: [],
    });
    const { assessment, budget } = before;
    expect(assessment!.factors.reduce((sum, { points }) => sum + points, 0)).toBe(
      assessment!.score,
    );
    expect(before.assessments.map(({ id }) => id)).toEqual([assessment!.id]);
    const total = budget.total_approval_budget!;
    const params = { id: company_id };
    await maha.call('decide_budget', {
      params,
      body: { decision: 'confirm', total_approval_budget: total },
    });
    product.clock.moveDays(1);
    await company.call('upsert_company', {
      body: { revenue_last_6_months: Array(6).fill('300000.00') },
    });
    await product.settled();
    const after = await read();
    expect(after).toMatchObject({
      needs_decision: true,
      proposed_budget: after.assessment!.total_approval_budget,
      budget: { budget_status: 'Confirmed', total_approval_budget: total },
      decisions: [
        {
          decision: 'confirm',
          decided_by: 'Maha',
          before: { budget_status: 'Preliminary', total_approval_budget: total },
          after: { budget_status: 'Confirmed', total_approval_budget: total },
          reason: null,
        },
      ],
    });
    expect(after.assessments).toHaveLength(2);
    const { waits } = await maha.call('operations_overview');
    expect(waits.budgets_to_decide.count).toBe((await companies({ budget: 'to_decide' })).length);
  });
});

test('a budget that is preliminary for more than 24 hours is a line of its own in the queue and in the list', async () => {
  const late = async () => {
    const { waits } = await maha.call('operations_overview');
    const items = await companies({ budget: 'late' });
    expect(waits.budgets_preliminary_long.count).toBe(items.length);
    return items.some(({ id }) => id === company_id);
  };
  product.clock.set('2026-02-02T06:00:00Z');
  expect(await late()).toBe(false);
  product.clock.set('2026-02-02T06:00:01Z');
  expect(await late()).toBe(true);
  const params = { id: company_id };
  await maha.call('decide_budget', { params, body: { decision: 'suspend', reason: 'Seen' } });
  expect(await late()).toBe(false);
  // A lifted suspension begins anew.
  await maha.call('decide_budget', { params, body: { decision: 'lift', reason: 'Seen' } });
  expect(await late()).toBe(false);
  product.clock.moveDays(2);
  expect(await late()).toBe(true);
});

describe('documents', () => {
  test("only staff open a company's documents by link, and the history records who did", async () => {
    const ticket = await requested('10.00');
    const { invoice } = await maha.call('read_financed_ticket', {
      params: { ticket_number: ticket.ticket_number },
    });
    const [registration] = (await read()).documents;
    const [licence] = (await readAgency()).documents;
    const opened = [registration!, licence!, invoice];
    for (const { id, name } of opened) {
      const { url } = await maha.call('open_document', { params: { id } });
      const file = await fetch(`${product.url}${url}`);
      expect(file.headers.get('content-disposition')).toContain(name);
      for (const stranger of [company, agency]) {
        expect(await refusal(stranger.send('open_document', { params: { id } }))).toEqual([
          403,
          'wrong_role',
        ]);
      }
    }
    const history = await product.rows(
      `select subject_id, actor_user_id, company_id, agency_id from events
        where operation = 'open_document' and subject_id = any ($1) order by id`,
      [opened.map(({ id }) => id)],
    );
    const by = { actor_user_id: maha.user_id };
    expect(history).toEqual([
      { subject_id: registration!.id, ...by, company_id, agency_id: null },
      { subject_id: licence!.id, ...by, company_id: null, agency_id },
      { subject_id: invoice.id, ...by, company_id, agency_id: null },
    ]);
    // An upload that no profile names is nobody's document.
    const { id } = await company.upload('invoice', pdf('Draft.pdf', ['Draft']));
    expect(await refusal(maha.send('open_document', { params: { id } }))).toEqual([
      404,
      'not_found',
    ]);
  });
});

describe('tickets to review', () => {
  const list = async (status: 'Approved' | 'PendingAgencyApproval') =>
    listTicketsToReview.reply
      .parse(await maha.call('list_tickets_to_review', { query: { status } }))
      .items.filter(({ ticket }) => ticket.company_id === company_id)
      .map(({ ticket }) => ticket.ticket_number);

  test('tickets to review are those without a confirmed budget, until it is confirmed or they are reviewed', async () => {
    const [one, two, three] = [
      await requested('10.00'),
      await requested('20.00'),
      await requested('30.00'),
    ];
    await agency.call('approve_ticket', { params: { id: two.id } });
    await agency.call('approve_ticket', { params: { id: three.id } });
    expect(await list('PendingAgencyApproval')).toEqual([one.ticket_number]);
    expect(await list('Approved')).toEqual([two.ticket_number, three.ticket_number]);
    const before = (await maha.call('operations_overview')).waits.tickets_to_review;
    await maha.call('review_ticket', { params: { id: two.id } });
    expect(await list('Approved')).toEqual([three.ticket_number]);
    const after = (await maha.call('operations_overview')).waits.tickets_to_review;
    expect(before.count - after.count).toBe(1);
    const { reviewed_by, budget_status } = await maha.call('read_financed_ticket', {
      params: { ticket_number: two.ticket_number },
    });
    expect([reviewed_by, budget_status]).toEqual(['Maha', 'Preliminary']);
    const { budget } = await read();
    await maha.call('decide_budget', {
      params: { id: company_id },
      body: { decision: 'confirm', total_approval_budget: budget.total_approval_budget! },
    });
    expect([...(await list('Approved')), ...(await list('PendingAgencyApproval'))]).toEqual([]);
    // What a smaller amount does not hold waits again, and is counted.
    const counted = async () => (await maha.call('operations_overview')).waits.tickets_to_review;
    const { count } = await counted();
    await maha.call('decide_budget', {
      params: { id: company_id },
      body: { decision: 'adjust', total_approval_budget: '29.99', reason: 'One season only' },
    });
    expect(await list('Approved')).toEqual([three.ticket_number]);
    expect((await counted()).count - count).toBe(1);
    for (const { id } of [two, three]) {
      await maha.call('close_ticket', { params: { id }, body: { reason: 'End of this test' } });
    }
  });
});

describe('an agency', () => {
  const list = async (query: object) =>
    listAgenciesDesk.reply.parse(await maha.call('list_agencies_desk', { query })).items;

  test('an agency is verified once by its registration, which changes only what staff see', async () => {
    const params = { id: agency_id };
    // Under a name of its own, like which nobody else's looks.
    await agency.call('upsert_agency', { body: { name: 'Wakala of Sada' } });
    expect((await list({ standing: 'unverified' }))[0]).toMatchObject({
      id: agency_id,
      iban_obstacle: null,
      is_verified: false,
    });
    await maha.call('verify_agency', { params });
    expect(await refusal(faisal.send('verify_agency', { params }))).toEqual([
      409,
      'agency_state_changed',
    ]);
    expect((await list({ standing: 'verified' })).map(({ id }) => id)).toContain(agency_id);
    const { standing, history } = await readAgency();
    expect(standing.verified_by).toBe('Maha');
    expect(history.map(({ operation }) => operation)).toEqual(['verify_agency']);
    const nameless = await product.signUp('agency');
    const { id } = await nameless.call('read_agency');
    expect(await refusal(maha.send('verify_agency', { params: { id } }))).toEqual([
      409,
      'agency_incomplete',
    ]);
  });

  test("a name that looks like a verified agency's is saved, and not chosen until staff have looked", async () => {
    const [verified, other] = [agency, await product.signUp('agency')];
    const rename = (name: string) => other.call('upsert_agency', { body: { name } });
    await verified.call('upsert_agency', {
      body: { name: 'وكالة صدى', cr_number: '١٠١٠ ٦٥٤ ٣٢١' },
    });
    const { id } = await rename('وكالة صـدى');
    await maha.call('verify_agency', { params: { id: agency_id } });
    const found = async () =>
      (await company.call('list_agencies', { query: { search: 'وكاله' } })).items;
    const joined_on = '2026-02-01';
    // Saved before, it stays; what tells the two apart stands beside the name.
    expect(await found()).toEqual([
      { id: agency_id, name: 'وكالة صدى', is_verified: true, joined_on, cr_number_end: '4321' },
      { id, name: 'وكالة صـدى', is_verified: false, joined_on, cr_number_end: null },
    ]);
    const isOffered = async () => (await found()).some((one) => one.id === id);
    for (const name of ['وكالةصدى', 'وكاله صدي', 'وكالة  صـدى', 'وکالة صدی', 'وكالة-صدى']) {
      await rename('وكالة أخرى');
      expect([name, await isOffered()]).toEqual([name, true]);
      expect((await rename(name)).name).toBe(name);
      expect([name, await isOffered()]).toEqual([name, false]);
    }
    // Saved once more, it is held as before.
    await rename('وكالة-صدى');
    expect((await other.call('agency_dashboard')).is_name_held).toBe(true);
    const asked = await ticketRequest({ company, agency_id: id }, '100.00', 1);
    const sent = company.send('create_ticket_with_installments', asked);
    expect(await refusal(sent)).toEqual([422, 'agency_not_found']);
    expect((await list({ standing: 'name_held' })).map((one) => one.id)).toEqual([id]);
    expect((await maha.call('operations_overview')).waits.agency_names.count).toBe(1);
    const accept = (name: string) =>
      maha.send('accept_agency_name', { params: { id }, body: { name } });
    expect(await refusal(accept('وكالة أخرى'))).toEqual([409, 'agency_state_changed']);
    expect((await accept('وكالة-صدى')).status).toBe(200);
    expect(await refusal(accept('وكالة-صدى'))).toEqual([409, 'agency_state_changed']);
    await rename('وكالة-صدى');
    expect(await isOffered()).toBe(true);
    // A verified agency that takes such a name is verified again.
    const paper = await other.upload('agency_registration_file', pdf('CR.pdf', ['CR']));
    await other.call('upsert_agency', { body: { company_registration_file: paper.path } });
    await maha.call('verify_agency', { params: { id } });
    await rename('وكالة صدى.');
    expect(await isOffered()).toBe(false);
    await maha.call('verify_agency', { params: { id } });
    expect(await isOffered()).toBe(true);
  });

  test('a suspended agency is not offered, not paid and told why, until the suspension is lifted', async () => {
    const params = { id: agency_id };
    const ticket = await requested('100.00');
    await agency.call('approve_ticket', { params: { id: ticket.id } });
    await makePayable({ staff: maha, company }, ticket);
    const reason = 'A campaign was not run';
    /** By when the agency reads that it is paid: on the ticket, in its list, on its dashboard. */
    const promised = async () => [
      (await agency.call('read_ticket', { params: { ticket_number: ticket.ticket_number } })).payout
        ?.expected_date,
      (await agency.call('list_own_payouts', { query: {} })).items.find(
        ({ ticket_number }) => ticket_number === ticket.ticket_number,
      )?.expected_date,
      (await agency.call('agency_dashboard')).expected_payouts.oldest_ticket_date,
    ];
    expect(await promised()).not.toContain(null);
    const unanswered = {
      params: { ticket_number: (await requested('110.00')).ticket_number },
    };
    /** Whether the agency and the company read of a ticket without an answer that the agency is suspended. */
    const told = async () => [
      (await agency.call('read_ticket', unanswered)).is_agency_suspended,
      (await company.call('read_ticket', unanswered)).is_agency_suspended,
    ];
    expect(await told()).toEqual([false, false]);
    const suspend = { params, body: { reason }, key: 'one-suspension' };
    const first = await maha.call('suspend_agency', suspend);
    expect(await maha.call('suspend_agency', suspend)).toEqual(first);
    expect(await refusal(faisal.send('suspend_agency', { params, body: { reason } }))).toEqual([
      409,
      'agency_state_changed',
    ]);
    expect(await refusal(request('50.00'))).toEqual([422, 'agency_not_found']);
    const offered = await company.call('list_agencies', { query: {} });
    expect(offered.items.map(({ id }) => id)).not.toContain(agency_id);
    expect((await company.call('company_dashboard')).current_tickets.items).toMatchObject([
      { agency_name: 'Sada Creative' },
    ]);
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    expect((await agency.call('agency_dashboard')).suspension).toMatchObject({ reason });
    expect(await promised()).toEqual([null, null, null]);
    expect(await told()).toEqual([true, false]);
    expect((await list({ standing: 'suspended', search: 'sada' }))[0]!.id).toBe(agency_id);
    await faisal.call('lift_agency_suspension', { params, body: { reason: 'It was run' } });
    expect((await agency.call('agency_dashboard')).suspension).toBeNull();
    expect((await request('50.00')).status).toBe(200);
    const { lines, run } = await maha.call('prepare_payout_run');
    expect(lines.map(({ ticket_number }) => ticket_number)).toEqual([ticket.ticket_number]);
    await maha.call('discard_payout_run', { params: { id: run.id } });
    expect(
      (await readAgency()).history.map(({ operation, by, reason: why }) => [operation, by, why]),
    ).toEqual([
      ['lift_agency_suspension', 'Faisal', 'It was run'],
      ['suspend_agency', 'Maha', reason],
    ]);
    const close = { params: { id: ticket.id }, body: { reason: 'End of this test' } };
    await maha.call('close_ticket', close);
  });

  test('an agency cannot verify or suspend itself', async () => {
    const params = { id: agency_id };
    for (const stranger of [agency, company]) {
      for (const [operation, body] of [
        ['verify_agency', undefined],
        ['accept_agency_name', { name: 'Sada Creative' }],
        ['suspend_agency', { reason: 'x' }],
        ['lift_agency_suspension', { reason: 'x' }],
      ] as const) {
        expect(await refusal(stranger.send(operation, { params, body }))).toEqual([
          403,
          'wrong_role',
        ]);
      }
    }
  });
});

test('after the tests of companies and agencies every invariant holds', async () => {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
});
