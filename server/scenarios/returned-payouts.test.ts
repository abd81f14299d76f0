import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ImportedBankStatement, LineList } from '#api/bank-statements.ts';
import type { Ticket } from '#api/tickets.ts';
import { endToEndId } from '#domain/payouts/pain-001.ts';
import { camtFile, type CamtEntry } from '#server/servicing/sample-bank-statement.testing.ts';
import { recordPlatformIdentity } from '#server/documents/record-platform-identity.ts';
import { readSettings } from '#server/platform/config/settings.ts';
import {
  confirmPaid,
  releaseRun,
  requestPayable,
  reportTransfer,
  importStatement,
} from '#server/product-client/financing.ts';
import { recordProven, refund, writeOff } from '../testing/approvals.ts';
import { giveAgencyIban } from '../testing/ibans.ts';
import { asOwner } from '../testing/people.ts';
import { refusal } from '../testing/refusals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** Payouts that had arrived and that the bank sends back, through the public API. */

let company: Actor;
let agency: Actor;
let agency_id: string;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ company, agency, agency_id } = await signUpParties(product, maha));
});

afterEach(() => expectSoundBooks(product.database));

/** A minute later, so that the story has an order. */
const later = () =>
  product.clock.set(new Date(product.clock.now().getTime() + 60_000).toISOString());

type Line = { id: string; payout_id: string };

/** Prepared by one, released by the other: the one payout that is due. */
async function send(): Promise<Line> {
  later();
  const { run, lines } = await releaseRun([maha, faisal]);
  expect(lines).toHaveLength(1);
  return { id: run.id, payout_id: lines[0]!.payout_id };
}
const confirm = (line: Line) => {
  later();
  return confirmPaid(maha, line.id, [line.payout_id]);
};
const because = (line: Line) => ({ params: line, body: { reason: 'Account closed' } });
const fail = (line: Line) => {
  later();
  return maha.call('fail_payout_line', because(line));
};
const giveBack = (line: Line) => {
  later();
  return maha.call('return_payout_line', because(line));
};

async function request(amount: string, months: 1 | 2 | 3): Promise<Ticket> {
  const ticket = await requestPayable(maha, { company, agency, agency_id }, amount, months);
  return ticket;
}

/** A ticket of SAR 900.00 over three months whose agency has its 855.00. */
async function financed(): Promise<{ ticket: Ticket; line: Line }> {
  const ticket = await request('900.00', 3);
  const line = await send();
  await confirm(line);
  return { ticket, line };
}

const pay = ({ ticket_number }: Ticket, amount_sar: string) => {
  later();
  return recordProven([maha, faisal], {
    amount_sar,
    value_date: '2026-02-01',
    ticket_number,
    is_another: true,
  });
};

const endTogether = async ({ id }: Ticket) => {
  const asked = await maha.call('end_returned_payout', {
    params: { id },
    body: { reason: 'The agency has closed' },
  });
  await faisal.call('approve_request', { params: { id: asked.id } });
  return asked;
};

async function read(by: Actor, { ticket_number }: Ticket) {
  const details = await by.call('read_ticket', { params: { ticket_number } });
  return {
    status: details.ticket.status,
    closed_as: details.ticket.closed_as,
    installments: details.installments?.map(({ status }) => status),
    payout: details.payout && [details.payout.status, details.payout.returned_on],
    documents: details.tax_invoices?.map(({ type }) => type),
    asked_to_pay: details.how_to_pay !== null,
    last: details.story.at(-1)!.kind,
  };
}

/** From when on what its company accepted binds nobody; null: it does. */
const voidedAt = async ({ ticket_number }: Ticket) => {
  const { document_sets } = await company.call('read_ticket', { params: { ticket_number } });
  return document_sets!.map((set) => set.voided_at && new Date(set.voided_at));
};

/** What the entries of a ticket's parties add up to, in SAR; accounts at zero are left out. */
async function balances({ company_id }: Ticket): Promise<Record<string, number>> {
  const rows = await product.rows<{ account: string; sum: string }>(
    `select l.account, sum(l.amount_sar)::text as sum from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.company_id = $1 group by l.account having sum(l.amount_sar) <> 0`,
    [company_id],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** The same of what is claimed of the ticket's agency, in entries without a company. */
async function claimed({ id }: Ticket): Promise<Record<string, number>> {
  const rows = await product.rows<{ account: string; sum: string }>(
    `select l.account, sum(l.amount_sar)::text as sum from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.ticket_id = $1 and e.company_id is null group by l.account having sum(l.amount_sar) <> 0`,
    [id],
  );
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
}

/** Of the fee of 45.00: 5.87 VAT. */
const earned = { fee_income: -39.13, vat_payable: -5.87 };

test('while the company repays, a returned payout is undone like a failed one and sent again', async () => {
  const { ticket, line } = await financed();
  await pay(ticket, '350.00');
  await giveBack(line);
  expect(await balances(ticket)).toEqual({ bank: 350, company_credit: -350 });
  expect(await read(company, ticket)).toMatchObject({
    status: 'Approved',
    installments: ['Due', 'Due', 'Due'],
    asked_to_pay: false,
    last: 'payout_failed',
  });
  expect(await read(agency, ticket)).toMatchObject({
    payout: ['Pending', null],
    documents: ['invoice', 'credit_note'],
    last: 'payout_returned',
  });
  const { lines } = await maha.call('read_payout_run', { params: { id: line.id } });
  expect(lines).toMatchObject([{ outcome: 'Returned', reason: 'Account closed' }]);
  // It is another run's now.
  expect(await refusal(maha.send('return_payout_line', because(line)))).toEqual([
    409,
    'payout_run_not_open',
  ]);
  await confirm(await send());
  // The credit has paid what is owed again: 900 − 350.
  expect(await balances(ticket)).toEqual({ receivable: 550, bank: -505, ...earned });
});

test('while a transfer of the company is being checked, ending a returned payout needs an explicit confirmation', async () => {
  const { ticket, line } = await financed();
  await pay(ticket, '900.00');
  await giveBack(line);
  const other = await request('300.00', 1);
  const run = await releaseRun([maha, faisal]);
  await reportTransfer(company, other, '300.00', '2026-02-01');
  // Both were sent with this run: the one that came back comes back again.
  await confirm({ id: run.run.id, payout_id: line.payout_id });
  await giveBack({ id: run.run.id, payout_id: line.payout_id });
  const asks = { params: { id: ticket.id }, body: { reason: 'The agency has closed' } };
  expect(await refusal(maha.send('end_returned_payout', asks))).toEqual([
    409,
    'report_being_checked',
  ]);
  const body = { ...asks.body, despite_report: true };
  const asked = await maha.call('end_returned_payout', { ...asks, body });
  expect(asked.figures).toMatchObject({ reported_sar: '300.00' });
  await faisal.call('approve_request', { params: { id: asked.id } });
  expect((await read(company, ticket)).status).toBe('Closed');
});

test('only a payout that has arrived can be returned', async () => {
  await request('900.00', 3);
  const line = await send();
  expect(await refusal(maha.send('return_payout_line', because(line)))).toEqual([
    409,
    'payout_not_confirmed',
  ]);
  await fail(line);
  expect(await refusal(maha.send('return_payout_line', because(line)))).toEqual([
    409,
    'payout_run_not_open',
  ]);
  await confirm(await send());
});

test('a returned payout of a completed ticket is owed by us and sent again, although the budget is suspended and the acceptance is old; the company is asked for nothing', async () => {
  const { ticket, line } = await financed();
  await pay(ticket, '900.00');
  product.clock.set('2026-03-20T09:00:00Z');
  const told = await read(company, ticket);
  expect(told).toMatchObject({ status: 'Completed', last: 'completed' });
  await giveBack(line);
  // 900 came in, 855 came back; the fee stays ours, and 855 the agency's.
  expect(await balances(ticket)).toEqual({ bank: 900, agency_payable: -855, ...earned });
  expect(await read(company, ticket)).toEqual(told);
  expect(await read(agency, ticket)).toMatchObject({
    status: 'Completed',
    payout: ['Pending', '2026-03-20'],
    documents: ['invoice'],
    last: 'payout_returned',
  });
  const advice = {
    params: { ticket_number: ticket.ticket_number },
    query: { language: 'en' as const },
  };
  expect(await refusal(agency.send('remittance_advice', advice))).toEqual([404, 'not_found']);
  const { late_payouts, expected_payouts } = await agency.call('agency_dashboard');
  expect([late_payouts.net_amount, expected_payouts.count]).toEqual(['855.00', 0]);
  expect((await maha.call('operations_overview')).waits.payouts_due).toMatchObject({
    count: 1,
    amount_sar: '855.00',
  });
  await maha.call('decide_budget', {
    params: { id: ticket.company_id },
    body: { decision: 'suspend', reason: 'Insolvent' },
  });
  const again = await send();
  expect(await read(agency, ticket)).toMatchObject({
    payout: ['Sent', '2026-03-20'],
    last: 'payout_sent_again',
  });
  await confirm(again);
  expect(await balances(ticket)).toEqual({ bank: 45, ...earned });
  expect(await read(agency, ticket)).toMatchObject({
    status: 'Completed',
    payout: ['Confirmed', null],
    documents: ['invoice'],
    last: 'payout_arrived',
  });
  expect(await read(company, ticket)).toEqual(told);
});

test('a returned payout that fails again can be ended by two people: everything is undone for good', async () => {
  const { ticket, line } = await financed();
  await pay(ticket, '900.00');
  await giveBack(line);
  const asks = { params: { id: ticket.id }, body: { reason: 'The agency has closed' } };
  const again = await send();
  expect(await refusal(maha.send('end_returned_payout', asks))).toEqual([
    409,
    'payout_not_returned',
  ]);
  await maha.call('make_payout_file', { params: { id: again.id } });
  await fail(again);
  expect(await balances(ticket)).toEqual({ bank: 900, agency_payable: -855, ...earned });
  expect(await read(agency, ticket)).toMatchObject({
    status: 'Completed',
    payout: ['Pending', '2026-02-01'],
    documents: ['invoice'],
    last: 'payout_failed_again',
  });
  const { run } = await maha.call('prepare_payout_run');
  expect(await refusal(maha.send('end_returned_payout', asks))).toEqual([
    409,
    'ticket_in_payout_run',
  ]);
  await maha.call('discard_payout_run', { params: { id: run.id } });
  later();
  const asked = await maha.call('end_returned_payout', asks);
  expect(asked).toMatchObject({ amount_sar: '900.00', figures: { paid_amount: '900.00' } });
  expect(await voidedAt(ticket)).toEqual([null]);
  await faisal.call('approve_request', { params: { id: asked.id } });
  expect(await voidedAt(ticket)).toEqual([product.clock.now()]);
  // What the company had paid is its credit.
  expect(await balances(ticket)).toEqual({ bank: 900, company_credit: -900 });
  expect(await read(company, ticket)).toMatchObject({
    status: 'Closed',
    closed_as: 'ended',
    installments: ['Due', 'Due', 'Due'],
    asked_to_pay: false,
    last: 'ended',
  });
  expect(await read(agency, ticket)).toMatchObject({
    payout: ['Cancelled', null],
    documents: ['invoice', 'credit_note'],
    last: 'ended',
  });
  for (const one of [line, again])
    expect(await refusal(maha.send('return_payout_line', because(one)))).toEqual([
      409,
      'payout_run_not_open',
    ]);
  expect(await refusal(maha.send('end_returned_payout', asks))).toEqual([
    409,
    'payout_not_returned',
  ]);
  expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
});

/** What an agency was told of a ticket's payouts, the latest first. */
const toldAgency = async ({ ticket_number }: Ticket) =>
  (await agency.call('list_notifications', { query: {} })).items
    .filter((one) => one.ticket_number === ticket_number && one.kind.startsWith('payout'))
    .map(({ kind }) => kind);

test('a released payout that one person fails before any file is postponed: nobody is told that it did not arrive', async () => {
  const ticket = await request('900.00', 3);
  await fail(await send());
  for (const reader of [company, agency])
    expect((await read(reader, ticket)).last).toBe('payout_postponed');
  expect(await toldAgency(ticket)).toEqual(['payout_postponed']);
  const [undone] = await product.rows<{ reason: string }>(
    `select reason from tax_invoices where ticket_id = $1 and type = 'credit_note'`,
    [ticket.id],
  );
  expect(undone!.reason).toBe('payout_stopped');
  const line = await send();
  await confirm(line);
  await pay(ticket, '900.00');
  await giveBack(line);
  const told = await read(company, ticket);
  expect(told).toMatchObject({ status: 'Completed', last: 'completed' });
  await fail(await send());
  expect(await read(company, ticket)).toEqual(told);
  expect((await read(agency, ticket)).last).toBe('payout_postponed');
  await confirm(await send());
});

test('a written-off ticket keeps its loss and recoveries when its payout returns; its end undoes both', async () => {
  const { ticket, line } = await financed();
  await pay(ticket, '300.00');
  await writeOff([maha, faisal], ticket, 'Insolvent');
  await pay(ticket, '200.00');
  const lost = { bad_debt: 600, recoveries: -200 };
  expect(await balances(ticket)).toEqual({ bank: -355, ...lost, ...earned });
  await giveBack(line);
  expect(await balances(ticket)).toEqual({ bank: 500, agency_payable: -855, ...lost, ...earned });
  // Its company owes the rest as before, and pays a part of it.
  await pay(ticket, '100.00');
  expect(await read(company, ticket)).toMatchObject({ status: 'Closed', closed_as: 'written_off' });
  expect(await voidedAt(ticket)).toEqual([null]);
  await endTogether(ticket);
  expect(await read(company, ticket)).toMatchObject({ status: 'Closed', closed_as: 'ended' });
  expect(await voidedAt(ticket)).toEqual([product.clock.now()]);
  expect(await balances(ticket)).toEqual({ bank: 600, company_credit: -600 });
  const [left] = await product.rows<{ loss: string; status: string }>(
    'select unrecovered_loss::text as loss, budget_status as status from companies where id = $1',
    [ticket.company_id],
  );
  // Two people lift the suspension, as after every write-off.
  expect(left).toEqual({ loss: '0.00', status: 'Suspended' });
});

test('a returned payout is sent again without a VAT number: the invoice of its fee exists', async () => {
  const { ticket, line } = await financed();
  await pay(ticket, '900.00');
  await giveBack(line);
  const called = (vat_number: string | null) => {
    const identity = { ...readSettings({}).platform, vat_number };
    return asOwner(product.database, (owner) =>
      recordPlatformIdentity(owner, identity, product.clock.now()),
    );
  };
  await called(null);
  const again = await send();
  await called('399999999900003');
  await confirm(again);
  expect((await read(agency, ticket)).documents).toEqual(['invoice']);
});

describe("a payout that failed by one person's word", () => {
  const end = ({ id }: Ticket) => ({ params: { id }, body: { reason: 'The campaign is over' } });
  const closeAlone = (ticket: Ticket) => refusal(maha.send('close_ticket', end(ticket)));
  const inConsole = async ({ ticket_number }: Ticket) =>
    (await maha.call('read_financed_ticket', { params: { ticket_number } })).closing_takes_two;

  test("a payout that failed by one person's word is ended by two: its agency may have the money", async () => {
    const { ticket, line } = await financed();
    expect(await inConsole(ticket)).toBe(false);
    await giveBack(line);
    expect(await inConsole(ticket)).toBe(true);
    expect(await closeAlone(ticket)).toEqual([409, 'close_takes_two']);
    later();
    const asked = await endTogether(ticket);
    expect(asked).toMatchObject({ amount_sar: '900.00', figures: { paid_amount: '0.00' } });
    expect(await read(company, ticket)).toMatchObject({ status: 'Closed', last: 'closed' });
    expect(await read(agency, ticket)).toMatchObject({ payout: ['Cancelled', null] });
    expect(await voidedAt(ticket)).toEqual([product.clock.now()]);
    expect(await inConsole(ticket)).toBe(false);
  });

  test("a payout that failed by one person's word is not ended while a run includes it, nor once it is sent", async () => {
    const ticket = await request('900.00', 3);
    await fail(await send());
    const { run } = await maha.call('prepare_payout_run');
    const asks = () => refusal(maha.send('end_returned_payout', end(ticket)));
    expect(await asks()).toEqual([409, 'ticket_in_payout_run']);
    await faisal.call('release_payout_run', { params: { id: run.id } });
    expect(await asks()).toEqual([409, 'payout_not_returned']);
    await maha.call('make_payout_file', { params: { id: run.id } });
  });

  test('a ticket whose payout failed is closed by one person once a statement line shows the failure', async () => {
    const ticket = await request('900.00', 3);
    const line = await send();
    await maha.call('make_payout_file', { params: { id: line.id } });
    await fail(line);
    expect(await closeAlone(ticket)).toEqual([409, 'close_takes_two']);
    const text = `date,amount,details,bank reference\n2026-02-01,+855.00,${endToEndId(line.payout_id, 1)},`;
    const { statement } = await importStatement(maha, text);
    const query = { list: 'payouts' as const };
    const found = { params: { id: statement.id }, query };
    const { items } = await maha.call('list_bank_statement_lines', found);
    await maha.call('confirm_bank_statement_line', { params: { id: items[0]!.id }, body: {} });
    expect(await closeAlone(ticket)).toEqual([409, 'close_takes_two']);
    await faisal.call('compare_bank_statement', { params: { id: statement.id } });
    expect((await maha.call('close_ticket', end(ticket))).status).toBe('Closed');
  });

  test('a ticket whose payout was stopped before the bank knew of it is closed by one person', async () => {
    const ticket = await request('900.00', 3);
    const line = await send();
    const params = { id: agency_id };
    await maha.call('suspend_agency', { params, body: { reason: 'Its papers have expired' } });
    await maha.call('make_payout_file', { params: { id: line.id } });
    for (const reader of [company, agency])
      expect((await read(reader, ticket)).last).toBe('payout_postponed');
    expect(await refusal(maha.send('end_returned_payout', end(ticket)))).toEqual([
      409,
      'payout_not_returned',
    ]);
    expect((await maha.call('close_ticket', end(ticket))).status).toBe('Closed');
  });
});

test('when a payment is reversed after the payout returned, the ticket is approved again and nothing is owed', async () => {
  const { ticket, line } = await financed();
  await pay(ticket, '400.00');
  const { id } = await pay(ticket, '500.00');
  await giveBack(line);
  later();
  await maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
  expect(await balances(ticket)).toEqual({ bank: 400, company_credit: -400 });
  expect(await read(company, ticket)).toMatchObject({
    status: 'Approved',
    installments: ['Due', 'Due', 'Due'],
    asked_to_pay: false,
    last: 'payout_failed',
  });
  expect(await read(agency, ticket)).toMatchObject({
    payout: ['Pending', null],
    documents: ['invoice', 'credit_note'],
  });
  await confirm(await send());
  expect(await balances(ticket)).toEqual({ receivable: 500, bank: -455, ...earned });
});

test('when a payment is reversed after the payout was sent again, the ticket is active and owes it', async () => {
  const { ticket, line } = await financed();
  const { id } = await pay(ticket, '900.00');
  await giveBack(line);
  const again = await send();
  later();
  await maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
  expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
  expect((await read(company, ticket)).status).toBe('Active');
  // And one that fails now is undone like any other.
  await fail(again);
  expect(await balances(ticket)).toEqual({});
  expect((await read(company, ticket)).status).toBe('Approved');
  await confirm(await send());
});

describe('payouts on a bank statement', () => {
  /** A ticket of SAR 900.00 whose payout was handed to the bank, and the name under which it went. */
  async function handedOver() {
    const ticket = await request('900.00', 3);
    const line = await send();
    await maha.call('make_payout_file', { params: { id: line.id } });
    return { ticket, line, name: endToEndId(line.payout_id, 1) };
  }

  const importFile = (text: string) => importStatement(maha, text);
  const csv = (...rows: string[]) =>
    importFile(['date,amount,details,bank reference', ...rows].join('\n'));
  const camt = (entry: Omit<CamtEntry, 'day'>) =>
    importFile(
      camtFile('camt.053.001.08', [{ ...entry, day: '2026-02-01' }], 'SA0380000000608010167519'),
    );
  const linesOf = async ({ statement }: ImportedBankStatement, list: LineList) => {
    const asked = { params: { id: statement.id }, query: { list } };
    return (await maha.call('list_bank_statement_lines', asked)).items;
  };
  const decide = ({ id }: { id: string }) =>
    maha.call('confirm_bank_statement_line', { params: { id }, body: {} });
  const outcomeOf = async (line: Line) => {
    const { lines } = await maha.call('read_payout_run', { params: { id: line.id } });
    return [lines[0]!.outcome, lines[0]!.reason];
  };
  const theLine = async (imported: ImportedBankStatement) => {
    expect(imported.counts.payouts.count).toBe(1);
    return (await linesOf(imported, 'payouts'))[0]!;
  };

  test('a debit with the message and the sum of a payout file is that file, and proves none of its payouts; of another sum it is asked about', async () => {
    const { line } = await handedOver();
    const runOf = () => maha.call('read_payout_run', { params: { id: line.id } });
    const { files } = await runOf();
    const { message_id } = files[0]!;
    const debit = (amount: string, reference: string) =>
      camt({ direction: 'DBIT', amount, text: `Salaries ${message_id}`, reference });
    const other = await debit('850.00', `FB1${line.id}`);
    const [asked] = await linesOf(other, 'unclear');
    expect(asked).toMatchObject({
      match_reason: 'payout_file_differs',
      payout_file: { run_id: line.id, file_no: 1 },
    });
    const params = { id: asked!.id };
    expect(await refusal(maha.send('confirm_bank_statement_line', { params, body: {} }))).toEqual([
      409,
      'payout_line_unclear',
    ]);
    await maha.call('match_bank_statement_lines', { params: { id: other.statement.id } });
    expect(await linesOf(other, 'unclear')).toMatchObject([
      { match_reason: 'payout_file_differs' },
    ]);
    await maha.call('set_aside_bank_statement_line', { params, body: { reason: 'Another batch' } });
    expect((await runOf()).lines[0]).toMatchObject({ is_debited: false });
    const whole = await debit('855.00', `FB2${line.id}`);
    expect(await linesOf(whole, 'apart')).toMatchObject([
      { status: 'Debit', payout_file: { run_id: line.id, file_no: 1 } },
    ]);
    expect((await runOf()).lines[0]).toMatchObject({ is_debited: true, outcome: null });
    const again = await debit('855.00', `FB3${line.id}`);
    expect(await linesOf(again, 'unclear')).toMatchObject([
      { match_reason: 'payout_file_differs' },
    ]);
  });

  test('a debit on a statement confirms a payout, and a credit returns it and is no payment of the company', async () => {
    const { ticket, line, name } = await handedOver();
    const out = await theLine(await csv(`2026-02-01,-855.00,TRANSFER ${name.toUpperCase()},`));
    expect(out).toMatchObject({
      match_reason: 'own_payout',
      proposed: null,
      payout: { run_id: line.id, ticket_number: ticket.ticket_number, outcome: null },
    });
    expect(await decide(out)).toMatchObject({
      status: 'Settled',
      payout: { outcome: 'Confirmed' },
    });
    expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
    const back = await theLine(
      await camt({
        amount: '855.00',
        endToEnd: name,
        returned: 'AC04',
        payer: 'Najd Coffee Roasters',
      }),
    );
    expect(back).toMatchObject({ direction: 'credit', proposed: null });
    expect(await decide(back)).toMatchObject({
      status: 'Settled',
      payout: { outcome: 'Returned' },
    });
    expect(await outcomeOf(line)).toEqual(['Returned', 'AC04']);
    expect(await balances(ticket)).toEqual({});
    expect((await read(company, ticket)).status).toBe('Approved');
    await confirm(await send());
  });

  test('a credit on a statement fails a payout that is under way, also when the bank calls it a reversal', async () => {
    const { ticket, line, name } = await handedOver();
    const back = await theLine(await camt({ amount: '855.00', endToEnd: name, reversal: true }));
    expect(await decide(back)).toMatchObject({ payout: { outcome: 'Failed' } });
    expect(await outcomeOf(line)).toEqual(['Failed', name]);
    expect(await balances(ticket)).toEqual({});
    await confirm(await send());
  });

  test("a payout's line is settled with what staff have recorded, and a line of another amount is not", async () => {
    const { line, name } = await handedOver();
    await confirm(line);
    const out = await theLine(await csv(`2026-02-01,-855.00,${name},`));
    expect(await decide(out)).toMatchObject({ payout: { outcome: 'Confirmed' } });
    const less = await theLine(await csv(`2026-02-01,+850.00,${name},`));
    const asked = { params: { id: less.id }, body: {} };
    expect(await refusal(maha.send('confirm_bank_statement_line', asked))).toEqual([
      409,
      'payout_amount_differs',
    ]);
    await giveBack(line);
    const back = await theLine(await csv(`2026-02-01,+855.00,${name},`));
    expect(await decide(back)).toMatchObject({ payout: { outcome: 'Returned' } });
    // One person sets it aside: its amount is not the payout's.
    await maha.call('set_aside_bank_statement_line', {
      params: { id: less.id },
      body: { reason: 'Less charges' },
    });
    await confirm(await send());
  });

  const refused = async ({ id }: { id: string }, body: object = {}) =>
    refusal(maha.send('confirm_bank_statement_line', { params: { id }, body }));

  test('a payout that comes back less a charge of the bank is returned in full, and one person books the charge', async () => {
    const { ticket, line, name } = await handedOver();
    await confirm(line);
    const back = await theLine(await csv(`2026-02-01,+840.00,${name},RC1`));
    expect(back.return_charges).toEqual({ amount_sar: '15.00', takes_two: false });
    expect(await refused(back)).toEqual([409, 'payout_amount_differs']);
    expect(await refused(back, { bank_charges_sar: '14.99' })).toEqual([
      409,
      'payout_amount_differs',
    ]);
    const params = { id: back.id };
    const body = { bank_charges_sar: '15.00' };
    expect(await maha.call('confirm_bank_statement_line', { params, body })).toMatchObject({
      status: 'Settled',
      payout: { outcome: 'Returned' },
      bank_charges_sar: '15.00',
    });
    expect(await balances(ticket)).toEqual({});
    expect(await claimed(ticket)).toEqual({ bank: -15, bank_charges: 15 });
    await confirm(await send());
  });

  test('beyond SAR 25.00 two people book what the bank has kept of a return', async () => {
    const { ticket, line, name } = await handedOver();
    const back = await theLine(await csv(`2026-02-01,+829.99,${name},RC2`));
    expect(back.return_charges).toEqual({ amount_sar: '25.01', takes_two: true });
    expect(await refused(back, { bank_charges_sar: '25.01' })).toEqual([
      409,
      'bank_charges_take_two',
    ]);
    const asked = await maha.call('settle_return_charges', {
      params: { id: back.id },
      body: { reason: 'A correspondent kept it' },
    });
    expect(asked).toMatchObject({ amount_sar: '25.01', figures: { returned_sar: '829.99' } });
    await faisal.call('approve_request', { params: { id: asked.id } });
    expect((await outcomeOf(line))[0]).toBe('Failed');
    expect(await claimed(ticket)).toEqual({ bank: -25.01, bank_charges: 25.01 });
    await confirm(await send());
  });

  test('a second debit or credit of one payout attempt is a question for the bank', async () => {
    const { ticket, line, name } = await handedOver();
    await decide(await theLine(await csv(`2026-02-01,-855.00,${name},FT1`)));
    const again = await theLine(await csv(`2026-02-01,-855.00,${name},FT2`));
    expect(await refused(again)).toEqual([409, 'payout_line_unclear']);
    await decide(await theLine(await csv(`2026-02-01,+855.00,${name},FT3`)));
    const backAgain = await theLine(await csv(`2026-02-01,+855.00,${name},FT4`));
    expect(await refused(backAgain)).toEqual([409, 'payout_line_unclear']);
    expect(await outcomeOf(line)).toEqual(['Returned', 'FT3']);
    expect(await balances(ticket)).toEqual({});
    for (const open of [again, backAgain]) await setAside(open);
    await confirm(await send());
  });

  const compare = ({ statement: { id } }: ImportedBankStatement) =>
    faisal.call('compare_bank_statement', { params: { id } });
  /** The line of a statement of which it is the only one, once the statement is compared. */
  async function compared(row: string) {
    const imported = await csv(row);
    await compare(imported);
    return theLine(imported);
  }
  const claimsOf = async ({ ticket_number }: Ticket) =>
    (await maha.call('read_financed_ticket', { params: { ticket_number } })).payout!.claims;
  /** Two people set a line aside that names a payout of ours. */
  async function setAside({ id }: { id: string }) {
    const asked = await maha.call('set_aside_own_transfer_line', {
      params: { id },
      body: { reason: 'The bank knows of no such debit' },
    });
    return faisal.call('approve_request', { params: { id: asked.id } });
  }
  const holds = async (ticket: Ticket) => {
    const params = { ticket_number: ticket.ticket_number };
    return (await maha.call('read_financed_ticket', { params })).holds.map(({ code }) => code);
  };

  test('the debit of a compared statement turns round a payout that one person had called failed', async () => {
    const { ticket, line, name } = await handedOver();
    await fail(line);
    expect(await balances(ticket)).toEqual({});
    const imported = await csv(`2026-02-01,-855.00,${name},FT21`);
    const out = await theLine(imported);
    // Until the line is decided nothing is sent again.
    expect(await holds(ticket)).toEqual(['bank_line_open']);
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    expect(await refused(out)).toEqual([409, 'bank_statement_not_compared']);
    await compare(imported);
    // The acceptance has grown too old meanwhile: what the bank had paid stands all the same.
    product.clock.set('2026-02-11T06:00:00Z');
    await decide(out);
    expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
    expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
    expect((await read(company, ticket)).status).toBe('Active');
    expect(await read(agency, ticket)).toMatchObject({ payout: ['Confirmed', null] });
    const [days] = await product.rows<{ sent: string; filed: string }>(
      `select p.sent_at::text as sent, f.made_at::text as filed
         from agency_payouts p join payout_files f on f.run_id = $1 where p.id = $2`,
      [line.id, line.payout_id],
    );
    expect(days!.sent).toBe(days!.filed);
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
  });

  test.each(['the debit of a compared statement', 'two people'])(
    '%s turns round a payout that one person had called returned',
    async (who) => {
      const { ticket, line, name } = await handedOver();
      await confirm(line);
      await giveBack(line);
      if (who === 'two people') {
        const asked = await maha.call('confirm_doubtful_payout', because(line));
        await faisal.call('approve_request', { params: { id: asked.id } });
      } else await decide(await compared(`2026-02-01,-855.00,${name},FT26`));
      expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
      expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
      expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
    },
  );

  test('credit that a wrong failure has freed is owed back where it was refunded, and pays anew where it has paid something else', async () => {
    const { ticket, line, name } = await handedOver();
    const payment = await pay(ticket, '900.00');
    await fail(line);
    await refund(product, [maha, faisal], payment, '400.00');
    const other = await request('300.00', 1);
    // From now on the first payout waits for the line.
    const out = await compared(`2026-02-01,-855.00,${name},FT25`);
    await send();
    expect((await read(company, other)).installments).toEqual(['Paid']);
    await decide(out);
    expect((await read(company, ticket)).installments).toEqual(['Paid', 'Paid', 'Paid']);
    expect((await read(company, other)).installments).toEqual(['Due']);
    expect(await balances(ticket)).toMatchObject({ receivable: 300, refunds_receivable: 400 });
    const { payment: first } = await maha.call('read_payment', { params: { id: payment.id } });
    const params = { id: first.moved_to_payment_id! };
    const { payment: anew } = await maha.call('read_payment', { params });
    expect(anew).toMatchObject({ allocated_amount: '900.00', recorded_by: 'Maha' });
    expect([first.to_recover_amount, anew.proven_at]).toEqual(['400.00', first.proven_at]);
  });

  test('a payout that was turned round can still come back', async () => {
    const { ticket, line, name } = await handedOver();
    await fail(line);
    const imported = await csv(
      `2026-02-01,-855.00,${name},FT22`,
      `2026-02-01,+855.00,${name},FT23`,
    );
    await compare(imported);
    const lines = await linesOf(imported, 'payouts');
    const of = (direction: string) => lines.find((one) => one.direction === direction)!;
    await decide(of('debit'));
    await decide(of('credit'));
    expect(await outcomeOf(line)).toEqual(['Returned', 'FT23']);
    expect(await balances(ticket)).toEqual({});
    await confirm(await send());
  });

  test('a payout that was turned round and came back is turned round again where the bank takes that back', async () => {
    const { ticket, line, name } = await handedOver();
    await fail(line);
    product.clock.set('2026-02-04T06:00:00Z');
    await decide(await compared(`2026-02-01,-855.00,${name},FT27`));
    await decide(await compared(`2026-02-02,+855.00,${name},FT28`));
    expect(await outcomeOf(line)).toEqual(['Returned', 'FT28']);
    await decide(await compared(`2026-02-03,-855.00,REVERSAL ${name},FT29`));
    expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
    expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
  });

  test.each(['imported', 'never imported'])(
    'a debit that takes a return back turns the payout round, where its first debit was %s',
    async (first) => {
      const { ticket, line, name } = await handedOver();
      const of = first.slice(0, 1);
      product.clock.set('2026-02-04T06:00:00Z');
      if (first === 'imported')
        await decide(await theLine(await csv(`2026-02-01,-855.00,${name},${of}1`)));
      else await confirm(line);
      await decide(await theLine(await csv(`2026-02-02,+855.00,${name},${of}2`)));
      expect(await outcomeOf(line)).toEqual(['Returned', `${of}2`]);
      const imported = await csv(`2026-02-03,-855.00,REVERSAL ${name},${of}3`);
      const again = await theLine(imported);
      expect(await refused(again)).toEqual([409, 'bank_statement_not_compared']);
      await compare(imported);
      await decide(again);
      expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
      expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
      expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
      if (first === 'imported') return;
      await decide(await theLine(await csv(`2026-02-01,-855.00,${name},${of}1`)));
      expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
    },
  );

  test('a return and what takes it back are decided in the order of the bank, and no return twice', async () => {
    const { line, name } = await handedOver();
    product.clock.set('2026-02-04T06:00:00Z');
    const imported = await csv(
      `2026-02-03,-855.00,REVERSAL ${name},B3`,
      `2026-02-02,+855.00,${name},B2`,
    );
    await compare(imported);
    const [again] = await linesOf(imported, 'payouts');
    await decide(again!);
    expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
    expect(await linesOf(imported, 'payouts')).toEqual([]);
    const more = await theLine(await csv(`2026-02-03,-855.00,REVERSAL ${name},B4`));
    expect(await refused(more)).toEqual([409, 'payout_line_unclear']);
    await setAside(more);
  });

  test('the debit of an earlier attempt turns the payout round and stops the next one, which no file carries yet', async () => {
    const { ticket, line, name } = await handedOver();
    await fail(line);
    const again = await send();
    const out = await compared(`2026-02-01,-855.00,${name},FT24`);
    await decide(out);
    expect(await outcomeOf(again)).toEqual(['Failed', null]);
    expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
    expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
    expect(await claimsOf(ticket)).toEqual([]);
    // It has arrived meanwhile: nobody is mailed that it is paid later.
    const postponed = await product.rows(
      `select mailed_notification_content(n.id) as content from notifications n
        where n.kind = 'payout_postponed' and n.subject_id = $1`,
      [ticket.id],
    );
    expect(postponed).toEqual([{ content: null }]);
  });

  describe('a payout that the bank has paid twice', () => {
    test('a claim is settled in full by a return less a charge of the bank', async () => {
      const { ticket, again, name } = await paidTwice('RC3');
      await confirm(again);
      const back = await compared(`2026-02-01,+850.00,${name},RC4`);
      await maha.call('confirm_bank_statement_line', {
        params: { id: back.id },
        body: { bank_charges_sar: '5.00' },
      });
      expect(await claimsOf(ticket)).toMatchObject([
        { settled_amount: '855.00', rest_amount: '0.00' },
      ]);
      expect(await claimed(ticket)).toEqual({ bank: -5, bank_charges: 5 });
    });

    /** Its first attempt was called failed, the second is with the bank, and the bank's debit shows the first. */
    async function paidTwice(reference: string) {
      const { ticket, line, name } = await handedOver();
      await fail(line);
      const again = await send();
      await maha.call('make_payout_file', { params: { id: again.id } });
      await decide(await compared(`2026-02-01,-855.00,${name},${reference}`));
      const [claim] = await claimsOf(ticket);
      return { ticket, line, again, name, claim: claim! };
    }
    const settle = (
      claim: { id: string },
      paid_back?: { amount_sar: string; bank_reference: string },
    ) =>
      maha.call('settle_agency_claim', {
        params: { id: claim.id },
        body: { ...(paid_back && { paid_back }), reason: 'The agency was asked' },
      });
    const approve = ({ id }: { id: string }) => faisal.call('approve_request', { params: { id } });
    const open = async () => (await maha.call('operations_overview')).waits.agency_claims_open;

    test('is owed by its agency: nothing is owed or sent anew, and the bank’s credit settles it', async () => {
      const { ticket, line, again, name, claim } = await paidTwice('AC1');
      expect(claim).toMatchObject({ amount_sar: '855.00', rest_amount: '855.00' });
      expect(await outcomeOf(line)).toEqual(['Failed', 'Account closed']);
      await confirm(again);
      // What the company owes is as if the payout had been sent once.
      expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
      expect(await claimed(ticket)).toEqual({ agency_receivable: 855, bank: -855 });
      expect(await open()).toMatchObject({ count: 1, amount_sar: '855.00' });
      expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
      expect((await read(agency, ticket)).last).toBe('payout_arrived');
      const { story } = await agency.call('read_ticket', { params: ticket });
      expect(story).toContainEqual(
        expect.objectContaining({ kind: 'paid_twice', amount_sar: '855.00' }),
      );
      const told = await company.call('read_ticket', { params: ticket });
      expect(told.story.map(({ kind }) => kind)).not.toContain('paid_twice');
      later();
      const imported = await csv(`2026-02-01,+855.00,${name},AC2`);
      const back = await theLine(imported);
      expect(await refused(back)).toEqual([409, 'bank_statement_not_compared']);
      await compare(imported);
      await decide(back);
      expect(await claimed(ticket)).toEqual({});
      expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
      expect((await read(agency, ticket)).last).toBe('paid_back');
      expect(await open()).toMatchObject({ count: 0 });
    });

    test('is paid back in part, which two people book with the credit that shows it, and the rest is written off', async () => {
      const { ticket, again, claim } = await paidTwice('AC3');
      await confirm(again);
      const more = { amount_sar: '855.01', bank_reference: 'AC4' };
      const asks = { params: { id: claim.id }, body: { paid_back: more, reason: 'Paid' } };
      expect(await refusal(maha.send('settle_agency_claim', asks))).toEqual([
        422,
        'validation_failed',
      ]);
      const imported = await csv('2026-02-01,+850.00,From the agency,AC4');
      const asked = await settle(claim, { amount_sar: '850.00', bank_reference: 'AC4' });
      expect(asked).toMatchObject({
        kind: 'settle_agency_claim',
        amount_sar: '850.00',
        figures: { claimed_sar: '855.00', bank_reference: 'AC4' },
      });
      expect(await claimed(ticket)).toEqual({ agency_receivable: 855, bank: -855 });
      await approve(asked);
      expect(await claimed(ticket)).toEqual({ agency_receivable: 5, bank: -5 });
      expect(await linesOf(imported, 'settled')).toMatchObject([
        { payout: { outcome: 'Returned' } },
      ]);
      const rest = await settle(claim);
      expect(rest).toMatchObject({ amount_sar: '5.00', figures: { bank_reference: null } });
      await approve(rest);
      expect(await claimed(ticket)).toEqual({ bad_debt: 5, bank: -5 });
      expect(
        await refusal(maha.send('settle_agency_claim', { ...asks, body: { reason: 'x' } })),
      ).toEqual([409, 'agency_claim_ended']);
      // It is paid back after all: the write-off gives way.
      await approve(await settle(claim, { amount_sar: '5.00', bank_reference: 'AC5' }));
      expect(await claimed(ticket)).toEqual({});
      // A credit of that reference that comes later is asked about.
      const [late] = await linesOf(await csv('2026-02-01,+5.00,The rest,AC5'), 'unclear');
      expect(await refused(late!, { company_id: ticket.company_id, reason: 'Theirs' })).toEqual([
        409,
        'payment_alike',
      ]);
      await maha.call('set_aside_bank_statement_line', {
        params: { id: late!.id },
        body: { reason: 'Settled already' },
      });
    });

    test.each(['fails', 'is returned'])(
      'is owed no more where its second attempt %s: the first one was the payout',
      async (how) => {
        const { ticket, line, again, claim } = await paidTwice(`AC6${how.length}`);
        await approve(await settle(claim));
        expect(await claimed(ticket)).toEqual({ bad_debt: 855, bank: -855 });
        if (how === 'fails') await fail(again);
        else {
          await confirm(again);
          await giveBack(again);
        }
        expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
        expect(await claimed(ticket)).toEqual({});
        expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
        expect((await read(company, ticket)).status).toBe('Active');
        expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
        expect(await claimsOf(ticket)).toMatchObject([{ rest_amount: '0.00' }]);
      },
    );

    test('is owed by its agency once two people say so; the debit that shows it later is the same', async () => {
      const { ticket, line, name } = await handedOver();
      await fail(line);
      const again = await send();
      await maha.call('make_payout_file', { params: { id: again.id } });
      await approve(await maha.call('confirm_doubtful_payout', because(line)));
      await decide(await compared(`2026-02-01,-855.00,${name},AC9`));
      await confirm(again);
      expect(await claimed(ticket)).toEqual({ agency_receivable: 855, bank: -855 });
      expect(await claimsOf(ticket)).toMatchObject([{ rest_amount: '855.00' }]);
    });

    test('is owed by its agency where its ticket is closed meanwhile: the company owes nothing', async () => {
      const { ticket, line, name } = await handedOver();
      await fail(line);
      await endTogether(ticket);
      await decide(await compared(`2026-02-01,-855.00,${name},AC7`));
      expect(await balances(ticket)).toEqual({});
      expect(await claimed(ticket)).toEqual({ agency_receivable: 855, bank: -855 });
      expect((await read(company, ticket)).status).toBe('Closed');
      const [claim] = await claimsOf(ticket);
      await approve(await settle(claim!, { amount_sar: '855.00', bank_reference: 'AC8' }));
      expect(await claimed(ticket)).toEqual({});
    });
  });

  test('two people set a line aside that names a payout; decided again, it holds the payout again', async () => {
    const { ticket, line, name } = await handedOver();
    await fail(line);
    const out = await theLine(await csv(`2026-02-01,-855.00,${name},FT25`));
    const alone = { params: { id: out.id }, body: { reason: 'No debit' } };
    expect(await refusal(maha.send('set_aside_bank_statement_line', alone))).toEqual([
      409,
      'setting_aside_takes_two',
    ]);
    expect(out.setting_aside_takes_two).toBe(true);
    expect(await setAside(out)).toMatchObject({
      amount_sar: '855.00',
      figures: { direction: 'debit', file_name: 'statement.csv', line_no: 1 },
    });
    expect(await holds(ticket)).toEqual([]);
    await maha.call('reopen_bank_statement_line', { params: { id: out.id } });
    expect(await holds(ticket)).toEqual(['bank_line_open']);
    await setAside(out);
    await confirm(await send());
  });

  test("a payout's debit counts before its credit, whichever line is confirmed first", async () => {
    const { ticket, line, name } = await handedOver();
    await pay(ticket, '900.00');
    const imported = await csv(`2026-02-01,+855.00,${name},FT9`, `2026-02-01,-855.00,${name},FT8`);
    const back = (await linesOf(imported, 'payouts')).find(
      ({ direction }) => direction === 'credit',
    )!;
    await decide(back);
    expect(await outcomeOf(line)).toEqual(['Returned', 'FT9']);
    expect(await linesOf(imported, 'payouts')).toEqual([]);
    expect((await read(company, ticket)).status).toBe('Completed');
    expect(await balances(ticket)).toEqual({ bank: 900, agency_payable: -855, ...earned });
    await confirm(await send());
  });

  test('a payment typed beside the open line of a returned payout is asked about', async () => {
    const { ticket, name } = await handedOver();
    await decide(await theLine(await csv(`2026-02-01,-855.00,${name},FT14`)));
    const back = await theLine(await csv(`2026-02-01,+855.00,${name},FT15`));
    const { ticket_number } = ticket;
    const body = { amount_sar: '855.00', value_date: '2026-02-01', ticket_number };
    expect(await refusal(maha.send('record_payment', { body }))).toEqual([409, 'payment_alike']);
    await decide(back);
    await confirm(await send());
  });

  test('a line recorded as a payment is not also a returned payout, until the payment is reversed', async () => {
    const { ticket, name } = await handedOver();
    await decide(await theLine(await csv(`2026-02-01,-855.00,${name},FT11`)));
    const { id } = await maha.call('record_payment', {
      body: {
        amount_sar: '855.00',
        value_date: '2026-02-01',
        bank_reference: 'FT12',
        ticket_number: ticket.ticket_number,
        is_another: true,
      },
    });
    const back = await theLine(await csv(`2026-02-01,+855.00,${name},FT12`));
    expect(await refused(back)).toEqual([409, 'payout_line_recorded']);
    await maha.call('reverse_payment', { params: { id }, body: { reason: 'A payout of ours' } });
    await decide(back);
    expect(await balances(ticket)).toEqual({});
    await confirm(await send());
  });

  test('a line that an earlier file showed without a payout belongs to it once a file names it', async () => {
    const { name } = await handedOver();
    const first = await csv('2026-02-01,+855.00,Returned transfer,FT5');
    expect(first.counts.payouts.count).toBe(0);
    const second = await camt({ amount: '855.00', reference: 'FT5', endToEnd: name });
    expect(second.statement).toMatchObject({ line_count: 0, known_count: 1 });
    const [line] = await linesOf(first, 'payouts');
    expect(line).toMatchObject({ match_reason: 'own_payout', proposed: null });
    await decide(line!);
    await confirm(await send());
  });

  test('the bank’s charge with the reference of a payout is no line of it', async () => {
    const { name } = await handedOver();
    const imported = await csv(`2026-02-01,-0.58,Charge ${name},`);
    expect(imported.counts).toMatchObject({ payouts: { count: 0 }, apart: { count: 1 } });
  });

  test('a line that names a payout cannot be assigned to a payer', async () => {
    const { ticket, name } = await handedOver();
    const out = await theLine(await csv(`2026-02-01,-855.00,${name},FT13`));
    const body = { ticket_number: ticket.ticket_number };
    expect(await refused(out, body)).toEqual([422, 'validation_failed']);
    await decide(out);
  });

  test('an amount without a sign or a direction answers no payout that it names', async () => {
    const { line, name } = await handedOver();
    const bare = await csv(`2026-02-01,855.00,TRANSFER ${name},FT16`);
    expect(bare.counts).toMatchObject({ payouts: { count: 0 }, unclear: { count: 1 } });
    const said = await importFile(
      `date,amount,details,d/c\n2026-02-01,855.00,TRANSFER ${name},D\n2026-02-01,1.00,Fee,D`,
    );
    const out = await theLine(said);
    expect(out.direction).toBe('debit');
    await decide(out);
    expect(await outcomeOf(line)).toEqual(['Confirmed', null]);
  });

  test('an unknown payout reference names no payout', async () => {
    const imported = await csv(`2026-02-01,+855.00,${endToEndId(crypto.randomUUID(), 1)},`);
    expect(imported.counts.payouts.count).toBe(0);
    expect(imported.counts.unclear.count).toBe(1);
  });
});

/**
 * Payouts that are in no file for the bank, that go to an IBAN which their agency has changed, or that somebody has called
 * failed: one person alone does not say that they were paid.
 */
describe('a payout in doubt', () => {
  const first = 'SA0380000000608010167519';
  const second = 'SA4420000001234567891234';
  const paidTo = (iban: string) => giveAgencyIban(product, maha, agency, iban);
  /** A ticket of SAR 900.00 whose payout is released and in no file yet. */
  async function released(): Promise<{ ticket: Ticket; line: Line }> {
    const ticket = await request('900.00', 3);
    return { ticket, line: await send() };
  }
  const ask = (line: Line) => maha.call('confirm_doubtful_payout', because(line));
  const approve = (id: string) => faisal.send('approve_request', { params: { id } });
  const confirmAlone = (line: Line) => maha.send('confirm_payout_line', { params: line });
  const makeFile = ({ id }: Line) => maha.call('make_payout_file', { params: { id } });
  const lineOf = async ({ id }: Line) =>
    (await maha.call('read_payout_run', { params: { id } })).lines[0]!;

  test('a payout that is in no bank file is confirmed by two people, never by one', async () => {
    const { ticket, line } = await released();
    expect(await lineOf(line)).toMatchObject({
      file_no: null,
      is_doubtful: true,
      is_confirmation_requested: false,
    });
    expect(await refusal(confirmAlone(line))).toEqual([409, 'payout_line_doubtful']);
    const asked = await ask(line);
    expect(asked).toMatchObject({
      ticket_number: ticket.ticket_number,
      amount_sar: '855.00',
      figures: { iban: first, file_no: null, present_iban: first },
    });
    expect(await lineOf(line)).toMatchObject({
      outcome: null,
      is_doubtful: true,
      is_confirmation_requested: true,
    });
    expect((await approve(asked.id)).status).toBe(200);
    expect(await lineOf(line)).toMatchObject({
      outcome: 'Confirmed',
      is_doubtful: false,
      is_confirmation_requested: false,
    });
    expect(await refusal(maha.send('confirm_doubtful_payout', because(line)))).toEqual([
      409,
      'payout_line_not_doubtful',
    ]);
  });

  test('a payout in a bank file is confirmed by one person, and an open request about it cannot be approved any more', async () => {
    const { line } = await released();
    const asked = await ask(line);
    await makeFile(line);
    expect(await refusal(approve(asked.id))).toEqual([409, 'payout_line_not_doubtful']);
    expect(await refusal(maha.send('confirm_doubtful_payout', because(line)))).toEqual([
      409,
      'payout_line_not_doubtful',
    ]);
    expect((await confirmAlone(line)).status).toBe(200);
  });

  test('a payout to an IBAN that its agency has changed since is confirmed by two people, who see both IBANs', async () => {
    const { line } = await released();
    await makeFile(line);
    expect((await lineOf(line)).is_doubtful).toBe(false);
    await paidTo(second);
    expect(await refusal(confirmAlone(line))).toEqual([409, 'payout_line_doubtful']);
    const asked = await ask(line);
    expect(asked.figures).toMatchObject({ iban: first, file_no: 1, present_iban: second });
    expect((await approve(asked.id)).status).toBe(200);
    expect((await lineOf(line)).outcome).toBe('Confirmed');
  });

  test('a payout that one person has called failed counts as paid once two people say so', async () => {
    const { ticket, line } = await released();
    await makeFile(line);
    await maha.call('fail_payout_line', because(line));
    expect(await lineOf(line)).toMatchObject({ outcome: 'Failed', is_doubtful: true });
    const { id } = await ask(line);
    const draft = await maha.call('prepare_payout_run');
    expect(await refusal(approve(id))).toEqual([409, 'ticket_in_payout_run']);
    await maha.call('discard_payout_run', { params: { id: draft.run.id } });
    expect((await approve(id)).status).toBe(200);
    expect(await lineOf(line)).toMatchObject({ outcome: 'Confirmed', is_doubtful: false });
    expect(await balances(ticket)).toEqual({ receivable: 900, bank: -855, ...earned });
    expect(await refusal(maha.send('prepare_payout_run'))).toEqual([409, 'no_payouts_due']);
  });

  test('a debit on a statement that names a payout confirms it, whatever the IBAN is now', async () => {
    const { line } = await released();
    await makeFile(line);
    await paidTo(second);
    const name = endToEndId(line.payout_id, 1);
    const text = `date,amount,details,bank reference\n2026-02-01,-855.00,${name},`;
    const { statement } = await importStatement(maha, text);
    const { items } = await maha.call('list_bank_statement_lines', {
      params: { id: statement.id },
      query: { list: 'payouts' },
    });
    const decided = { params: { id: items[0]!.id }, body: {} };
    expect(await refusal(maha.send('confirm_bank_statement_line', decided))).toEqual([
      409,
      'bank_statement_not_compared',
    ]);
    await faisal.call('compare_bank_statement', { params: { id: statement.id } });
    await maha.call('confirm_bank_statement_line', decided);
    expect((await lineOf(line)).outcome).toBe('Confirmed');
  });

  /** Somebody writes past the operations that a payout of a run was paid. */
  const write = ({ id, payout_id }: Line) =>
    product.rows(
      `update payout_run_lines set outcome = 'Confirmed', decided_by = $3, decided_at = '2026-02-01T07:00:00Z'
        where run_id = $1 and payout_id = $2`,
      [id, payout_id, maha.user_id],
    );
  const isRefused = { code: 'HM000', message: 'payout_line_doubtful' };

  test('a confirmation by two people, or a debit of another amount, does not confirm another attempt', async () => {
    const { line } = await released();
    const { id } = await ask(line);
    await approve(id);
    await maha.call('return_payout_line', because(line));
    const { run } = await maha.call('prepare_payout_run');
    // In a run that is not released nothing is in doubt yet.
    const draft = await lineOf({ ...line, id: run.id });
    expect(draft.is_doubtful).toBe(false);
    await faisal.call('release_payout_run', { params: { id: run.id } });
    const again = { ...line, id: run.id };
    await expect(write(again)).rejects.toMatchObject(isRefused);
    await makeFile(again);
    await paidTo(second);
    const text = `date,amount,details,bank reference\n2026-02-01,-855.00,${endToEndId(line.payout_id, 2)},`;
    const { statement } = await importStatement(maha, text);
    const debit = 'update bank_statement_lines set amount = $2 where statement_id = $1';
    await product.rows(debit, [statement.id, '850.00']);
    await expect(write(again)).rejects.toMatchObject(isRefused);
    await product.rows(debit, [statement.id, '855.00']);
    // Nobody else has compared the file.
    await expect(write(again)).rejects.toMatchObject(isRefused);
    expect((await confirmAlone(again)).status).toBe(409);
    const asked = await ask(again);
    expect((await approve(asked.id)).status).toBe(200);
  });

  test('a request about an earlier run does not block a request about the next', async () => {
    const { line } = await released();
    await ask(line);
    await maha.call('fail_payout_line', because(line));
    const { run } = await releaseRun([maha, faisal]);
    const again = { ...line, id: run.id };
    const asked = await ask(again);
    expect((await approve(asked.id)).status).toBe(200);
  });

  test('the database itself refuses the confirmation of such a line by one person', async () => {
    const { line } = await released();
    await expect(write(line)).rejects.toMatchObject(isRefused);
    // Nor does what another person has declined confirm it.
    const { id } = await ask(line);
    await faisal.call('decline_request', {
      params: { id },
      body: { reason: 'Ask the bank first' },
    });
    await expect(write(line)).rejects.toMatchObject(isRefused);
    await maha.call('fail_payout_line', because(line));
  });
});
