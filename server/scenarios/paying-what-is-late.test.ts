import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { groupedReference, paymentReference } from '#domain/servicing/payment-reference.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { financeTicket, importStatement, requestTicket } from '#server/product-client/financing.ts';
import { outboxOf } from '#server/platform/mail/sent-mail.testing.ts';
import { depositProven, refund, writeOff } from '../testing/approvals.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** A company that is late pays all that is to be paid now with one transfer, under a reference of its own. */

let company: Actor;
let agency: Actor;
let agency_id: string;
let company_id: string;
let first: Ticket;
let second: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 600.00 in three months from 1 February and SAR 900.00 from 3 February; later installments of both are open. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  ({ agency, agency_id } = await signUpAgency(product, maha));
  company = await product.signUp('company');
  ({ id: company_id } = await company.call('upsert_company', { body: { name: 'Najd Coffee' } }));
  first = await finance('600.00');
  product.clock.set('2026-02-03T06:00:00Z');
  second = await finance('900.00');
});
afterEach(() => expectSoundBooks(product.database));

const finance = (amount_sar: string) =>
  financeTicket([maha, faisal], { company, agency, agency_id }, amount_sar, 3);
const centre = () => company.call('read_pay_centre');
const toPayNow = async () => (await centre()).position.to_pay_now_sar;
const reference = async () => paymentReference((await centre()).payer_number);
const request = () => requestTicket({ company, agency_id }, '100.00', 3);
const paidOf = async ({ ticket_number }: Ticket) => {
  const reply = await company.call('read_ticket', { params: { ticket_number } });
  return readTicket.reply.parse(reply).installments!.map(({ paid_amount }) => paid_amount);
};

/** A transfer on the bank's statement. The lines that it is proposed as. */
async function arrive(amount: string, details: string, payer = '') {
  const day = product.clock.now().toISOString().slice(0, 10);
  const csv = `date,amount,details,payer name\n${day},${amount},${details},${payer}\n`;
  const { statement } = await importStatement(maha, csv);
  const lists = ['certain', 'likely', 'unclear'] as const;
  const pages = await Promise.all(
    lists.map((list) =>
      maha.call('list_bank_statement_lines', { params: { id: statement.id }, query: { list } }),
    ),
  );
  const lines = pages.flatMap(({ items }) => items);
  return { id: statement.id, lines };
}

/** The same, confirmed as certain and compared with the bank. */
async function pay(amount: string, details: string) {
  const { id, lines } = await arrive(amount, details, 'Najd Coffee');
  expect(lines).toMatchObject([
    {
      certainty: 'certain',
      match_reason: 'reference',
      proposed: { company_id, ticket_number: null },
    },
  ]);
  await maha.call('confirm_certain_lines', { params: { id }, body: { count: 1 } });
  await faisal.call('compare_bank_statement', { params: { id } });
}

test('each place that tells a late company to pay says the same sum, and the one reference with which exactly this sum opens its requests', async () => {
  for (const day of ['2026-03-02', '2026-03-04', '2026-03-10']) await product.beginDay(day);
  const dashboard = await company.call('company_dashboard');
  const { position, payer_number } = await centre();
  const own = paymentReference(payer_number);
  expect(dashboard.overdue_owed).toMatchObject({ amount_sar: '500.00' });
  expect(dashboard.position.to_pay_now_sar).toBe('500.00');
  expect(position).toEqual(dashboard.position);
  await expect(request()).rejects.toThrow(
    `Pay SAR 500.00 with the reference ${groupedReference(own)}, and new requests are open again as soon as it has arrived: the Payments page says how.`,
  );
  // The mails of the days before both were overdue name less.
  const found = () =>
    outboxOf(product.server.dataDir)
      .filter(({ to }) => to === company.email)
      .map(({ text }) => text.replaceAll('\u00a0', ' '))
      .find((text) => text.includes('SAR 500.00 is to be paid now.'));
  await expect.poll(found).toBeDefined();
  const mail = found()!;
  expect(mail.match(/RF\d\dH[MPC]\d+/g)).toEqual([own]);
  expect(mail).toMatch(/How to pay:\s+\S*\/payments\s/);
  const inConsole = await maha.call('read_company_assessment', { params: { id: company_id } });
  expect(inConsole).toMatchObject({ payer_number, position: { to_pay_now_sar: '500.00' } });

  await pay('500.00', `Payment ${own}`);
  expect(await paidOf(first)).toEqual(['200.00', '0.00', '0.00']);
  expect(await paidOf(second)).toEqual(['300.00', '0.00', '0.00']);
  expect(await toPayNow()).toBe('0.00');
  await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
});

test('more than is overdue pays what falls due next, across tickets, and what is more than everything is looked at', async () => {
  product.clock.set('2026-03-10T09:00:00Z');
  await pay('750.00', await reference());
  expect(await paidOf(first)).toEqual(['200.00', '200.00', '0.00']);
  expect(await paidOf(second)).toEqual(['300.00', '50.00', '0.00']);
  const { lines } = await arrive('750.01', await reference());
  expect(lines).toMatchObject([
    { certainty: 'likely', match_reason: 'reference_above_rest', proposed: { company_id } },
  ]);
});

test('a refund that is owed back is a part of what is to be paid now: without it what is overdue would stay', async () => {
  const deposit = await depositProven([maha, faisal], company_id, '2500.00', '2026-02-03');
  product.clock.set('2026-02-04T06:00:00Z');
  await refund(product, [maha, faisal], deposit, '100.00');
  await maha.call('reverse_payment', {
    params: { id: deposit.id },
    body: { reason: 'The bank took it back' },
  });
  product.clock.set('2026-03-10T09:00:00Z');
  expect((await centre()).position).toMatchObject({
    overdue_sar: '500.00',
    refund_due_sar: '100.00',
    to_pay_now_sar: '600.00',
  });
  await pay('600.00', await reference());
  expect((await centre()).position).toMatchObject({ overdue_sar: '0.00', refund_due_sar: '0.00' });
  await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
});

test('beside a loss the reference of the company pays what is due, then the loss, and only then what falls due later', async () => {
  product.clock.set('2026-03-10T09:00:00Z');
  await writeOff([maha, faisal], first, 'They do not pay');
  expect(await toPayNow()).toBe('900.00');
  await pay('900.00', await reference());
  expect(await paidOf(second)).toEqual(['300.00', '0.00', '0.00']);
  expect((await centre()).position).toMatchObject({ overdue_sar: '0.00', in_default_sar: '0.00' });
});

test('another payer, a mistyped digit or the reference of another company too: no company is paid without a person', async () => {
  product.clock.set('2026-03-10T09:00:00Z');
  const other = await product.signUp('company');
  const { payer_number } = await other.call('read_pay_centre');
  const own = await reference();
  const mistyped = own.slice(0, -1) + String((Number(own.at(-1)) + 1) % 10);
  const reasonOf = async (...said: Parameters<typeof arrive>) => {
    const [line] = (await arrive(...said)).lines;
    return [line!.certainty, line!.match_reason];
  };
  expect(await reasonOf('500.00', own, 'Gulf Dental Centre')).toEqual([
    'likely',
    'reference_other_payer',
  ]);
  expect((await reasonOf('499.00', mistyped))[0]).toBe('none');
  expect(await reasonOf('498.00', `${own} ${paymentReference(payer_number)}`)).toEqual([
    'none',
    'references_several_companies',
  ]);
});

test('a reported transfer of the company covers what is to be paid now, is told once, and pays what has been due longest', async () => {
  await product.beginDay('2026-03-10');
  const proof = await company.upload('transfer_proof', pdf('Transfer.pdf', ['Transfer to Hamla']));
  const report = await company.call('report_company_transfer', {
    body: {
      amount_sar: '500.00',
      transferred_on: '2026-03-10',
      bank_reference: null,
      proof_file: proof.path,
    },
  });
  const { position, transfer_reports } = await centre();
  expect(position).toMatchObject({ to_pay_now_sar: '0.00', being_checked_sar: '500.00' });
  expect(transfer_reports).toMatchObject([{ id: report.id, status: 'Checking' }]);
  // It covers all that is overdue: requests are open for three days.
  await expect(request()).resolves.toMatchObject({ amount_sar: '100.00' });
  await product.beginDay('2026-03-17');
  const reminders = await product.rows(
    `select from reminders r join ticket_installments i on i.id = r.installment_id
      where i.company_id = $1 and r.mail_day > '2026-03-10'`,
    [company_id],
  );
  expect(reminders).toEqual([]);
  const details = await maha.call('read_transfer_report', { params: { id: report.id } });
  expect(details.report).toMatchObject({ ticket_number: null, request_number: null });
  expect(paymentReference(details.report.payer_number!)).toBe(await reference());
  await maha.call('record_reported_transfer', {
    params: { id: report.id },
    body: { value_date: '2026-03-17' },
  });
  expect(await paidOf(first)).toEqual(['200.00', '0.00', '0.00']);
  expect(await paidOf(second)).toEqual(['300.00', '0.00', '0.00']);
});

test('staff find a company by its number and by its payment reference, however it is typed', async () => {
  const { payer_number } = await centre();
  const own = await reference();
  // Whoever calls itself by this number is another company.
  await (
    await product.signUp('company')
  ).call('upsert_company', { body: { name: `${payer_number} A` } });
  for (const search of [payer_number.toLowerCase(), own, groupedReference(own)]) {
    const expected = [{ id: company_id, name: 'Najd Coffee' }];
    expect((await maha.call('find_companies', { query: { search } })).items).toEqual(expected);
    expect((await maha.call('search_desk', { query: { text: search } })).companies).toEqual(
      expected,
    );
    const { items } = await maha.call('list_companies', { query: { search } });
    expect(items.map(({ id }) => id)).toContain(company_id);
  }
});
