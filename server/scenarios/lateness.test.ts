import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readTicket, type Ticket } from '#api/tickets.ts';
import {
  confirmPaid,
  makePayable,
  releaseRun,
  requestTicket,
  reportTransfer,
  requestPayable,
} from '#server/product-client/financing.ts';
import { recordProven, writeOff } from '../testing/approvals.ts';
import { asOwner } from '../testing/people.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** What a company that pays late can no longer do, and its outcome: the public API, with a moved clock. */

let company: Actor;
let agency: Actor;
let agency_id: string;
let ticket: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 900.00 in three months of one company, whose agency was paid on 1 February: 300.00 is due on 1 March. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
  ticket = await requestPayable(maha, { company, agency, agency_id }, '900.00', 3);
  await sendAll();
});

const request = (amount_sar = '900.00'): Promise<Ticket> =>
  requestTicket({ company, agency_id }, amount_sar, 3);

async function sendAll() {
  const { run } = await releaseRun([maha, faisal]);
  return run.id;
}

const on = (day: string) => product.beginDay(day);

/** Recorded by one person and confirmed by another. */
const pay = (amount_sar: string, value_date: string, { ticket_number } = ticket) =>
  recordProven([maha, faisal], { amount_sar, value_date, ticket_number, is_another: true });

const report = (amount_sar: string, transferred_on: string, of = ticket) =>
  reportTransfer(company, of, amount_sar, transferred_on);

const refused = (code: string) => new RegExp(`"code":"${code}"`);
const stopped = refused('installments_overdue');
const lateness = async () => (await company.call('company_dashboard')).lateness;
const stoppedOn = async ({ ticket_number }: Ticket, by = agency) =>
  readTicket.reply.parse(await by.call('read_ticket', { params: { ticket_number } }))
    .payout_stopped_on;
const stoppedWait = async () => (await maha.call('operations_overview')).waits.payouts_stopped;
/** Whether the console has its payout to decide about. */
const isListed = async ({ id }: Ticket) =>
  (await maha.call('list_stopped_payouts', { query: {} })).items.some(
    ({ ticket: one }) => one.id === id,
  );

describe('new requests of a company that is late', () => {
  test('new requests of a late company are possible for three days, then refused with what to pay and where, until it is paid', async () => {
    await on('2026-03-04');
    await expect(request('100.00')).resolves.toMatchObject({ amount_sar: '100.00' });
    await on('2026-03-05');
    const refusal = await request('100.00').catch(String);
    expect(refusal).toMatch(stopped);
    expect(refusal).toMatch(/Pay SAR 300\.00 with the reference RF.* the Payments page says how\./);
    await pay('296.99', '2026-03-05');
    await expect(request('100.00')).rejects.toThrow('Pay SAR 3.01 with');
    await pay('3.01', '2026-03-05');
    await expect(request('100.00')).resolves.toMatchObject({ amount_sar: '100.00' });
  });

  test('a small rest is shown as overdue, and stops nothing, reminds of nothing and is not late', async () => {
    const repayments = async (today: string) => {
      const [found] = await product.rows<{ inputs: Record<string, unknown> }>(
        'select api.lock_credit_inputs($1, $2, 30) as inputs',
        [ticket.company_id, today],
      );
      const { paid_on_time, paid_late, overdue_now, is_long_overdue } = found!.inputs;
      return { paid_on_time, paid_late, overdue_now, is_long_overdue };
    };
    await on('2026-03-01');
    await pay('298.85', '2026-03-01');
    const waiting = await request('100.00');
    await agency.call('approve_ticket', { params: { id: waiting.id } });
    for (const day of ['2026-03-02', '2026-03-09', '2026-03-16', '2026-04-01']) await on(day);
    await expect(request('100.00')).resolves.toMatchObject({ amount_sar: '100.00' });
    expect(await isListed(waiting)).toBe(false);
    const shown = await company.call('company_dashboard');
    expect(shown.overdue_owed).toMatchObject({ amount_sar: '1.15', due_date: '2026-03-01' });
    expect(shown.lateness).toMatchObject({ overdue_since: null });
    const reminders = await product.rows(
      `select from reminders r join ticket_installments i on i.id = r.installment_id
        where i.ticket_id = $1 and r.due_date = '2026-03-01' and r.reminder_day > 0`,
      [ticket.id],
    );
    expect(reminders).toEqual([]);
    const none = { paid_on_time: 0, paid_late: 0, overdue_now: 0, is_long_overdue: false };
    expect(await repayments('2026-04-01')).toEqual(none);
    await pay('1.15', '2026-04-01');
    expect(await repayments('2026-04-01')).toEqual({ ...none, paid_on_time: 1 });
  });

  test('new requests of a late company are first checked for agency, amount, invoice and budget', async () => {
    await on('2026-03-05');
    const body = { p_agency_id: agency_id, p_amount_sar: '100.00', p_term_months: 3 as const };
    const asked = (changes: object) =>
      company.call('create_ticket_with_installments', {
        body: { ...body, p_invoice_url: 'u/1.pdf', ...changes },
      });
    await expect(asked({ p_invoice_url: '' })).rejects.toThrow(refused('invoice_required'));
    await asOwner(product.database, (client) =>
      // Staff have: an analysis would find none.
      client.query(
        `update companies set total_approval_budget = 950, budget_decided_by = $2, budget_decided_at = created_at
          where id = $1`,
        [ticket.company_id, maha.user_id],
      ),
    );
    await expect(asked({})).rejects.toThrow(refused('not_enough_available_budget'));
    await expect(asked({ p_amount_sar: '50.00' })).rejects.toThrow(stopped);
  });

  test('the stop of new requests is paused by reported transfers only when these pay all that is overdue, for three days, once', async () => {
    await on('2026-03-09');
    await report('1.00', '2026-03-09');
    await expect(request('100.00')).rejects.toThrow(stopped);
    await on('2026-03-10');
    const second = await report('299.00', '2026-03-10');
    expect(await lateness()).toEqual({
      request_grace_days: 3,
      payout_grace_days: 14,
      overdue_since: '2026-03-01',
      paused_from: '2026-03-10',
      are_reports_enough: true,
      being_verified: null,
      promise: null,
    });
    await expect(request('100.00')).resolves.toMatchObject({ amount_sar: '100.00' });
    // The last day of the pause; then, while one report is withdrawn.
    await on('2026-03-12');
    await company.call('withdraw_transfer_report', { params: { id: second.id } });
    await expect(request('100.00')).rejects.toThrow(stopped);
    await report('299.00', '2026-03-12');
    await expect(request('100.00')).resolves.toMatchObject({ amount_sar: '100.00' });
    await on('2026-03-13');
    await expect(request('100.00')).rejects.toThrow(stopped);
    // Nothing is overdue any more: the next lateness has its own pause.
    await pay('300.00', '2026-03-13');
    expect(await lateness()).toBeNull();
    await on('2026-04-20');
    await report('300.00', '2026-04-20');
    expect(await lateness()).toMatchObject({ paused_from: '2026-04-20' });
    await expect(request('100.00')).resolves.toMatchObject({ amount_sar: '100.00' });
  });

  /** Another ticket whose agency was paid on 1 February as well. */
  async function anotherFinanced(amount_sar: string) {
    product.clock.set('2026-02-01T07:00:00Z');
    const other = await request(amount_sar);
    await agency.call('approve_ticket', { params: { id: other.id } });
    await makePayable({ staff: maha, company }, other);
    const run = await sendAll();
    return { other, run };
  }

  test('the stop of new requests is not paused by a transfer that pays one ticket ahead while another is overdue', async () => {
    const { other } = await anotherFinanced('300.00');
    await on('2026-03-09');
    await report('400.00', '2026-03-09');
    expect(await lateness()).toMatchObject({ paused_from: null });
    await expect(request('100.00')).rejects.toThrow(stopped);
    await report('100.00', '2026-03-09', other);
    expect(await lateness()).toMatchObject({ paused_from: '2026-03-09' });
  });

  test('the stop of new requests is not paused by a transfer for a ticket in default, which it pays first', async () => {
    const { other, run } = await anotherFinanced('300.00');
    const payouts = await product.rows<{ id: string }>(
      'select id from agency_payouts where ticket_id = $1',
      [other.id],
    );
    await confirmPaid(maha, run, [payouts[0]!.id]);
    await writeOff([maha, faisal], other, 'Insolvent');
    await on('2026-03-09');
    await report('300.00', '2026-03-09', other);
    expect(await lateness()).toMatchObject({ paused_from: null });
    await report('300.00', '2026-03-09');
    expect(await lateness()).toMatchObject({ paused_from: '2026-03-09' });
  });

  test('the stop of new requests is paused from its first day when the transfer was reported on its due date', async () => {
    await on('2026-03-01');
    await report('300.00', '2026-03-01');
    await on('2026-03-02');
    expect(await lateness()).toMatchObject({ paused_from: '2026-03-05' });
    await on('2026-03-07');
    await expect(request('100.00')).resolves.toMatchObject({ amount_sar: '100.00' });
    await on('2026-03-08');
    await expect(request('100.00')).rejects.toThrow(stopped);
  });
});

describe('payouts of a company that is late', () => {
  /** Another ticket, requested and accepted while nothing was stopped. */
  async function another(day: string) {
    const { id, ticket_number } = await request('500.00');
    await agency.call('approve_ticket', { params: { id } });
    const made = { ...ticket, id, ticket_number };
    product.clock.set(`${day}T10:00:00Z`);
    await makePayable({ staff: maha, company }, made);
    return made;
  }

  test('payouts of a late company are stopped on the fifteenth day; the agency reads a day and no cause, staff get a task', async () => {
    await on('2026-03-04');
    const other = await another('2026-03-14');
    await on('2026-03-15');
    expect(await stoppedOn(other)).toBe(null);
    expect(await stoppedWait()).toMatchObject({ count: 0 });
    await on('2026-03-16');
    expect(await stoppedOn(other)).toBe('2026-03-16');
    expect(await stoppedOn(other, company)).toBe('2026-03-16');
    const { expected_payouts, late_payouts } = await agency.call('agency_dashboard');
    const review = { by: '2026-03-23', is_late: false };
    expect(expected_payouts).toMatchObject({ count: 0, in_review: null });
    expect(late_payouts).toMatchObject({
      items: [{ review }],
      in_review: { count: 1, net_amount: '475.00', ...review },
    });
    expect(await stoppedWait()).toEqual({ count: 1, has_more: false, amount_sar: '475.00' });
    await expect(maha.call('prepare_payout_run')).rejects.toThrow(refused('no_payouts_due'));
    // A report of all that is overdue changes nothing; a part of the money neither.
    await report('300.00', '2026-03-16');
    await pay('290.00', '2026-03-16');
    await expect(maha.call('prepare_payout_run')).rejects.toThrow(refused('no_payouts_due'));
    await pay('10.00', '2026-03-16');
    expect(await stoppedOn(other)).toBe(null);
    expect(await stoppedWait()).toMatchObject({ count: 0 });
    await sendAll();
    expect((await agency.call('agency_dashboard')).late_payouts.in_review).toBeNull();
  });

  test('payouts of a late company are stopped at the approval, and again when the payment is reversed', async () => {
    await on('2026-03-04');
    const waiting = await request('500.00');
    await on('2026-03-17');
    await agency.call('approve_ticket', { params: { id: waiting.id } });
    expect(await stoppedOn(waiting)).toBe('2026-03-17');
    const { id } = await pay('300.00', '2026-03-17');
    expect(await stoppedOn(waiting)).toBe(null);
    await on('2026-03-18');
    await maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
    expect(await stoppedOn(waiting)).toBe('2026-03-18');
  });

  /** One that has been stopped since 16 March. */
  async function stoppedOne() {
    await on('2026-03-04');
    const other = await another('2026-03-15');
    await on('2026-03-16');
    expect(await stoppedOn(other)).toBe('2026-03-16');
    return other;
  }

  const decide = (operation: 'pay_stopped_payout' | 'end_stopped_ticket', { id }: Ticket) =>
    maha.call(operation, { params: { id }, body: { reason: 'They have paid for years' } });
  const stepTaken = async (by: Actor, { ticket_number }: Ticket) =>
    readTicket.reply.parse(await by.call('read_ticket', { params: { ticket_number } })).story.at(-1)
      ?.kind;
  /** The mails that the ticket has brought, to whom. */
  const mailsOf = ({ id }: Ticket) =>
    product.rows<{ kind: string; side: string }>(
      `select kind, case when company_id is null then 'agency' else 'company' end as side from mails
        where ticket_id = $1 and kind not in ('new_ticket', 'ticket_approved', 'documents_ready', 'payout_sent') order by kind`,
      [id],
    );

  test('payouts of a late company are made when two people decide so, and both parties are told', async () => {
    const other = await stoppedOne();
    const asked = await decide('pay_stopped_payout', other);
    expect(asked).toMatchObject({ kind: 'pay_stopped_payout', amount_sar: '475.00' });
    expect(await stoppedOn(other)).toBe('2026-03-16');
    expect(await isListed(other)).toBe(true);
    await faisal.call('approve_request', { params: { id: asked.id } });
    expect(await stoppedOn(other)).toBe(null);
    expect(await isListed(other)).toBe(false);
    for (const by of [company, agency]) expect(await stepTaken(by, other)).toBe('payout_reviewed');
    expect(await mailsOf(other)).toEqual([
      { kind: 'payout_despite_overdue', side: 'company' },
      { kind: 'payout_in_review', side: 'agency' },
      { kind: 'payout_reviewed', side: 'agency' },
    ]);
    // Nor does the next day stop it, or its file; new requests stay stopped.
    await on('2026-03-17');
    expect(await stoppedOn(other)).toBe(null);
    const id = await sendAll();
    const { lines } = await maha.call('make_payout_file', { params: { id } });
    expect(lines).toMatchObject([{ outcome: null, file_no: 1, obstacle: null }]);
    await expect(request('100.00')).rejects.toThrow(stopped);
  });

  test('a stopped payout is ended with its ticket only when two people decide so, and both parties are told', async () => {
    const other = await stoppedOne();
    const params = { id: other.id };
    await expect(
      maha.call('close_ticket', { params, body: { reason: 'They pay no more' } }),
    ).rejects.toThrow(refused('payout_stopped'));
    const { id, amount_sar } = await decide('end_stopped_ticket', other);
    expect(amount_sar).toBe('500.00');
    await decide('pay_stopped_payout', other);
    await faisal.call('approve_request', { params: { id } });
    expect(await stepTaken(company, other)).toBe('closed');
    expect(await stepTaken(agency, other)).toBe('closed');
    expect(await mailsOf(other)).toEqual([
      { kind: 'payout_cancelled', side: 'agency' },
      { kind: 'payout_in_review', side: 'agency' },
      { kind: 'ticket_closed', side: 'company' },
    ]);
    expect(await isListed(other)).toBe(false);
  });

  test('a payout needs no decision of two people once everything overdue is paid', async () => {
    const other = await stoppedOne();
    const { id } = await decide('pay_stopped_payout', other);
    await pay('300.00', '2026-03-16');
    await expect(faisal.call('approve_request', { params: { id } })).rejects.toThrow(
      refused('payout_not_stopped'),
    );
    await expect(decide('end_stopped_ticket', other)).rejects.toThrow(
      refused('payout_not_stopped'),
    );
    await maha.call('withdraw_request', { params: { id } });
  });

  test('payouts that the bank was told to pay are not recalled', async () => {
    await on('2026-03-04');
    await another('2026-03-14');
    await on('2026-03-15');
    const id = await sendAll();
    await maha.call('make_payout_file', { params: { id } });
    await on('2026-03-16');
    const { lines } = await maha.call('read_payout_run', { params: { id } });
    expect(lines).toMatchObject([{ file_no: 1, obstacle: null }]);
  });

  test('payouts fail before the bank file when the company has become too late since the release', async () => {
    await on('2026-03-04');
    const other = await another('2026-03-14');
    await on('2026-03-15');
    const id = await sendAll();
    await on('2026-03-16');
    expect(await maha.call('read_payout_run', { params: { id } })).toMatchObject({
      lines: [{ obstacle: 'company_overdue' }],
      next_file: { count: 0 },
    });
    const { run, lines } = await maha.call('make_payout_file', { params: { id } });
    expect(run.status).toBe('Completed');
    expect(lines).toMatchObject([{ outcome: 'Failed', stop: 'company_overdue' }]);
    expect(await stoppedOn(other)).toBe('2026-03-16');
  });
});
