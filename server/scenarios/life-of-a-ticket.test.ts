import { afterAll, expect, test } from 'vitest';
import { companyDashboard, agencyDashboard } from '#api/dashboards.ts';
import { agency as agencySchema, company as companySchema } from '#api/profiles.ts';
import { ticket as ticketSchema, type Ticket } from '#api/tickets.ts';
import { pdf, png } from '#server/product-client/sample-uploads.ts';
import { confirmPaid, makePayable, requestTicket } from '#server/product-client/financing.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { approveIbans } from '../testing/ibans.ts';
import { asOwner } from '../testing/people.ts';
import { startProduct, type Actor } from '../testing/product.ts';

/** Whole tickets through the public API, with a moved clock and the arithmetic beside it. Each test goes on from the last. */

let company: Actor;
let agency: Actor;
let agency_id: string;
const acknowledged: string[] = [];

// Half past midnight on 1 February in Riyadh, while it is still January in Greenwich.
const product = await startProduct('2026-01-31T21:30:00Z');
afterAll(() => product.close());

const companyScreen = async () =>
  companyDashboard.reply.parse(await company.call('company_dashboard'));
const agencyScreen = async () => agencyDashboard.reply.parse(await agency.call('agency_dashboard'));

/** The invoice of the ticket at a place of those requested here. */
const invoiceAt = (place: number) => pdf('Invoice.pdf', ['Campaign', String(place)]);

async function request(amount: string, months: 1 | 2 | 3): Promise<Ticket> {
  const file = invoiceAt(acknowledged.length);
  const ticket = await requestTicket({ company, agency_id }, amount, months, 'حملة رمضان', file);
  acknowledged.push(ticket.id);
  return ticketSchema.parse(ticket);
}

async function expectInvariants() {
  const broken = await asOwner(product.database, (client) =>
    brokenInvariants(client, acknowledged),
  );
  expect(broken).toEqual([]);
}

test('a company and an agency sign up through the account client and get a role and an empty profile', async () => {
  company = await product.signUp('company', 'company');
  agency = await product.signUp('agency', 'agency');
  expect(await company.call('read_user_role')).toEqual({
    role: 'company',
    can_change: true,
  });
  const { data } = await company.auth.getUser();
  expect(data.user?.user_metadata).toMatchObject({ role: 'company' });
  const screen = await companyScreen();
  expect(screen.company).toMatchObject({ name: null, profile_completed: false });
  expect(screen.budget).toEqual({
    total_approval_budget: null,
    held_funds: '0.00',
    committed_funds: '0.00',
    available_budget: null,
    budget_status: 'Preliminary',
    max_term_months: null,
    suspension_reason: null,
    unrecovered_loss: '0.00',
    unproven_recoveries: '0.00',
    reductions: [],
    suspended_for_ticket: null,
    is_suspended_for_refund: false,
  });
  await expectInvariants();
});

test('the agency saves its profile with documents; companies can choose it once it has a name', async () => {
  expect((await company.call('list_agencies', { query: {} })).items).toEqual([]);
  const registration = await agency.upload('agency_registration_file', pdf('CR.pdf', ['CR']));
  const others = [
    await agency.upload('other_docs_files', pdf('Licence.pdf', ['Licence']), 0),
    await agency.upload('other_docs_files', png('Award.png'), 1),
  ].map(({ path }) => path);
  const saved = agencySchema.parse(
    await agency.call('upsert_agency', {
      body: {
        name: 'Sada Creative',
        phone: '0555000111',
        iban: 'SA03 8000 0000 6080 1016 7519',
        company_registration_file: registration.path,
        other_docs_files: others,
        specializations: ['branding', 'other'],
        specialization_other: 'Trade fairs',
      },
    }),
  );
  agency_id = saved.id;
  // SPEC section 7: {user_id}/company_registration.pdf and {user_id}/doc_{timestamp}_{index}.pdf.
  const at = product.clock.now().getTime();
  expect(saved.company_registration_file).toBe(`${agency.user_id}/company_registration.pdf`);
  expect(saved.other_docs_files).toEqual([
    `${agency.user_id}/doc_${at}_0.pdf`,
    `${agency.user_id}/doc_${at}_1.pdf`,
  ]);
  expect((await company.call('list_agencies', { query: {} })).items).toMatchObject([
    { id: agency_id, name: 'Sada Creative' },
  ]);
  await expectInvariants();
});

test('the company saves its profile, hears of the analysis, and gets a budget with reasons', async () => {
  const stream = await company.listen();
  const statement = await company.upload(
    'financial_statement_file',
    pdf('Statement.pdf', ['Statement']),
  );
  expect(statement.path).toBe(`${company.user_id}/financial_statement.pdf`);
  const saved = companySchema.parse(
    await company.call('upsert_company', {
      body: {
        name: 'Najd Coffee Roasters',
        business_area: 'Coffee',
        financial_statement_file: statement.path,
        revenue_last_6_months: Array(6).fill('100000.00'),
      },
    }),
  );
  expect(saved.profile_completed).toBe(true);
  await stream.hears('analyse_credit');
  await stream.close();
  const { budget, credit_assessment } = await companyScreen();
  // Level 16 of 20, trend 12 of 15, lowest month 12 of 15, six months 12, one document 6, two details 2, no history 4:
  // 64, a C: 30% of the dependable month of 100,000.
  expect(credit_assessment).toMatchObject({ score: 64, grade: 'C' });
  expect(budget).toEqual({
    total_approval_budget: '30000.00',
    held_funds: '0.00',
    committed_funds: '0.00',
    available_budget: '30000.00',
    budget_status: 'Preliminary',
    max_term_months: null,
    suspension_reason: null,
    unrecovered_loss: '0.00',
    unproven_recoveries: '0.00',
    reductions: [],
    suspended_for_ticket: null,
    is_suspended_for_refund: false,
  });
  await expectInvariants();
});

let first: Ticket;
test('a new ticket reserves its amount, and its installments are due each month from the Riyadh date', async () => {
  first = await request('10000.00', 3);
  expect(first).toMatchObject({
    status: 'PendingAgencyApproval',
    created_local_date: '2026-02-01',
    company_name: 'Najd Coffee Roasters',
    agency_name: 'Sada Creative',
    rejection_reason: null,
  });
  const screen = await companyScreen();
  expect(screen.today).toBe('2026-02-01');
  expect(screen.budget).toMatchObject({ held_funds: '10000.00', available_budget: '20000.00' });
  expect(screen.waiting_tickets.items.map(({ id }) => id)).toEqual([first.id]);
  // Nothing is to be paid before the agency has approved.
  expect(screen.upcoming_installments.count).toBe(0);
  expect(await agencyScreen()).toMatchObject({
    waiting_tickets: { count: 1 },
    oldest_waiting_ticket: { id: first.id },
    expected_payouts: { count: 0, oldest_ticket_date: null },
  });
  await expectInvariants();
});

test('a request above the available budget is refused with the message of the specification and leaves nothing', async () => {
  const invoice = await company.upload('invoice', pdf('Invoice.pdf', ['Too much']));
  const refused = await company.send('create_ticket_with_installments', {
    body: {
      p_agency_id: agency_id,
      p_amount_sar: '20000.01',
      p_term_months: 1,
      p_invoice_url: invoice.path,
    },
  });
  expect(refused.status).toBe(422);
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'not_enough_available_budget',
    message: 'Not enough available budget. Reduce the amount or cancel a pending ticket.',
  });
  expect((await companyScreen()).waiting_tickets.count).toBe(1);
  // The invoice is still the company's to use or to forget.
  expect(await company.call('discard_upload', { params: { id: invoice.id } })).toEqual({
    discarded: true,
  });
  await expectInvariants();
});

test('a cancelled ticket is closed, and its amount is available again', async () => {
  const ticket = await request('20000.00', 1);
  expect((await companyScreen()).budget.available_budget).toBe('0.00');
  const cancelled = await company.call('cancel_ticket', { params: { id: ticket.id } });
  expect(cancelled.status).toBe('Closed');
  const screen = await companyScreen();
  expect(screen.budget.available_budget).toBe('20000.00');
  expect(screen.old_tickets.items.map(({ id }) => id)).toEqual([ticket.id]);
  expect((await agencyScreen()).ticket_history.count).toBe(1);
  await expectInvariants();
});

test('a rejected ticket shows its reason to both parties', async () => {
  const ticket = await request('500.00', 2);
  await agency.call('reject_ticket', {
    params: { id: ticket.id },
    body: { rejection_reason: 'الفاتورة غير مقروءة' },
  });
  const [seen] = (await companyScreen()).old_tickets.items;
  expect(seen).toMatchObject({ status: 'Rejected', rejection_reason: 'الفاتورة غير مقروءة' });
  const late = await agency.send('approve_ticket', { params: { id: ticket.id } });
  expect([late.status, JSON.parse(late.text).code]).toEqual([409, 'ticket_not_pending']);
  await expectInvariants();
});

test('an approved ticket is committed and on the timeline, and its payout is expected at 95%', async () => {
  product.clock.moveDays(1);
  await agency.call('approve_ticket', { params: { id: first.id } });
  const { budget, current_tickets, upcoming_installments, overdue_installments } =
    await companyScreen();
  expect(budget).toMatchObject({
    held_funds: '0.00',
    committed_funds: '10000.00',
    available_budget: '20000.00',
  });
  expect(current_tickets.count).toBe(1);
  // 10,000 / 3 = 3,333.33 rounded down; the last takes the remaining 3,333.34.
  expect(
    upcoming_installments.items.map(({ seq, due_date, amount_sar, status }) => [
      seq,
      due_date,
      amount_sar,
      status,
    ]),
  ).toEqual([
    [1, '2026-03-01', '3333.33', 'Due'],
    [2, '2026-04-01', '3333.33', 'Due'],
    [3, '2026-05-01', '3333.34', 'Due'],
  ]);
  expect(upcoming_installments.amount_sar).toBe('10000.00');
  expect(overdue_installments.count).toBe(0);
  const { expected_payouts, late_payouts } = await agencyScreen();
  // 5% of 10,000 is 500.
  expect(expected_payouts).toMatchObject({
    count: 1,
    gross_amount: '10000.00',
    fee_amount: '500.00',
    net_amount: '9500.00',
    oldest_ticket_date: '2026-02-01',
  });
  expect(expected_payouts.items[0]?.ticket.created_local_date).toBe('2026-02-01');
  expect(late_payouts.count).toBe(0);
  await expectInvariants();
});

test('each party opens the invoice by a short-lived link, as an attachment with the uploaded bytes', async () => {
  for (const person of [company, agency]) {
    const { url } = await person.call('create_download_link', {
      body: { store: 'ticket-invoices', path: first.invoice_url },
    });
    const file = await fetch(`${product.url}${url}`);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(invoiceAt(0).bytes);
  }
});

test('seven days after its creation a payout is still expected; a moment later it is late', async () => {
  product.clock.set('2026-02-07T21:30:00.000Z');
  expect((await agencyScreen()).expected_payouts.count).toBe(1);
  product.clock.set('2026-02-07T21:30:00.001Z');
  const { expected_payouts, late_payouts } = await agencyScreen();
  expect(expected_payouts).toMatchObject({ count: 0, net_amount: '0.00' });
  expect(late_payouts).toMatchObject({ count: 1, net_amount: '9500.00' });
  const page = await agency.call('list_agency_payouts', { query: { window: 'late' } });
  expect(page.items.map(({ ticket_id }) => ticket_id)).toEqual([first.id]);
});

test('once the agency is paid the ticket is active, its payout leaves the lists, and due dates count from the acceptance', async () => {
  const [maha, faisal] = [await product.addStaff('Maha'), await product.addStaff('Faisal')];
  await makePayable({ staff: maha, company }, first);
  await approveIbans(product, maha);
  const { run, lines } = await maha.call('prepare_payout_run');
  expect(lines.map(({ amount_sar }) => amount_sar)).toEqual(['9500.00']);
  await faisal.call('release_payout_run', { params: { id: run.id } });
  const { payout_id } = lines[0]!;
  await confirmPaid(faisal, run.id, [payout_id]);
  const { approved_tickets, late_payouts } = await agencyScreen();
  expect(approved_tickets.items.map(({ id, status }) => [id, status])).toEqual([
    [first.id, 'Active'],
  ]);
  expect(late_payouts.count).toBe(0);
  const { current_tickets, upcoming_installments, budget } = await companyScreen();
  expect(current_tickets.items.map(({ status }) => status)).toEqual(['Active']);
  expect(upcoming_installments.items.map(({ due_date }) => due_date)).toEqual([
    '2026-03-08',
    '2026-04-08',
    '2026-05-08',
  ]);
  // Still committed: what is repaid is available only when all of it is.
  expect(budget.committed_funds).toBe('10000.00');
  await expectInvariants();
});

test('an installment is due until its day has ended in Riyadh, then it is in the overdue list', async () => {
  // 8 March, one second before midnight in Riyadh.
  product.clock.set('2026-03-08T20:59:59Z');
  const due = await companyScreen();
  expect([due.today, due.upcoming_installments.count, due.overdue_installments.count]).toEqual([
    '2026-03-08',
    3,
    0,
  ]);
  product.clock.set('2026-03-08T21:00:00Z');
  const after = await companyScreen();
  expect(after.upcoming_installments).toMatchObject({ count: 2, amount_sar: '6666.67' });
  expect(after.overdue_installments).toMatchObject({ count: 1, amount_sar: '3333.33' });
  expect(after.overdue_installments.items[0]).toMatchObject({ seq: 1, status: 'Overdue' });
});

test('months later everything is overdue and the timeline is empty', async () => {
  product.clock.set('2026-06-15T09:00:00Z');
  const { upcoming_installments, overdue_installments } = await companyScreen();
  expect(upcoming_installments).toEqual({ items: [], count: 0, amount_sar: '0.00' });
  expect(overdue_installments).toMatchObject({ count: 3, amount_sar: '10000.00' });
  await expectInvariants();
});

test('a repeated request with the same key returns the same ticket and makes no second one', async () => {
  // Of a company that is not late: lateness stops requests.
  company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: 'Tabuk Roses' } });
  const invoice = await company.upload('invoice', pdf('Invoice.pdf', ['Once']));
  const input = {
    key: 'a-key-of-the-browser',
    body: {
      p_agency_id: agency_id,
      p_amount_sar: '100.00',
      p_term_months: 1 as const,
      p_invoice_url: invoice.path,
    },
  };
  const { id } = await company.call('create_ticket_with_installments', input);
  expect((await company.call('create_ticket_with_installments', input)).id).toBe(id);
  acknowledged.push(id);
  const changed = await company.send('create_ticket_with_installments', {
    ...input,
    body: { ...input.body, p_amount_sar: '101.00' },
  });
  expect([changed.status, JSON.parse(changed.text).code]).toEqual([422, 'idempotency_key_reused']);
  await expectInvariants();
});

test('ticket lists are paged, newest first, what waits for an agency oldest first, with the count of the whole list', async () => {
  const made: string[] = [];
  for (let n = 0; n < 21; n += 1) {
    product.clock.set(new Date(product.clock.now().getTime() + 1000).toISOString());
    made.unshift((await request('10.00', 1)).id);
  }
  const { waiting_tickets } = await companyScreen();
  expect(waiting_tickets.count).toBe(22);
  expect(waiting_tickets.items).toHaveLength(20);
  const rest = await company.call('list_tickets', {
    query: { list: 'waiting', cursor: waiting_tickets.next_cursor! },
  });
  expect(rest.next_cursor).toBeNull();
  const seen = [...waiting_tickets.items, ...rest.items].map(({ id }) => id);
  expect(seen.slice(0, 21)).toEqual(made);
  expect(new Set(seen).size).toBe(22);
  const { oldest_waiting_ticket, waiting_tickets: theirs } = await agencyScreen();
  expect(oldest_waiting_ticket?.id).toBe(seen.at(-1));
  const { items } = await agency.call('list_tickets', {
    query: { list: 'waiting', cursor: theirs.next_cursor! },
  });
  expect([...theirs.items, ...items].map(({ id }) => id)).toEqual(seen.toReversed());
  await expectInvariants();
});
