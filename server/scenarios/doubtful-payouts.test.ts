import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { endToEndId } from '#domain/payouts/pain-001.ts';
import { releaseRun, requestPayable } from '#server/product-client/financing.ts';
import { giveAgencyIban } from '../testing/ibans.ts';
import { importStatement } from '../testing/bank-statements.ts';
import { refusal } from '../testing/refusals.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/**
 * Payouts that are in no file for the bank, or that go to an IBAN which their agency has changed: one person alone does not
 * say that they were paid (docs/decisions/0051-doubtful-payouts.md).
 */

const first = 'SA0380000000608010167519';
const second = 'SA4420000001234567891234';

let product: Product;
let maha: Actor;
let faisal: Actor;
let company: Actor;
let agency: Actor;
let agency_id: string;

beforeAll(async () => {
  product = await startProduct('2026-02-01T06:00:00Z');
  maha = await product.addStaff('Maha');
  faisal = await product.addStaff('Faisal');
});
afterAll(() => product.close());

beforeEach(async () => {
  company = await product.signUp('company');
  agency = await product.signUp('agency');
  await company.call('upsert_company', { body: { name: 'Najd Coffee Roasters' } });
  await paidTo(first);
});
afterEach(() => expectSoundBooks(product.database));

async function paidTo(iban: string): Promise<void> {
  agency_id = await giveAgencyIban(product, maha, agency, iban);
}

type Line = { id: string; payout_id: string };

/** A ticket of SAR 900.00 whose payout is released and in no file yet. */
async function released(): Promise<{ ticket: Ticket; line: Line }> {
  const ticket = await requestPayable(maha, { company, agency, agency_id }, '900.00', 3);
  const { run, lines } = await releaseRun([maha, faisal]);
  return { ticket, line: { id: run.id, payout_id: lines[0]!.payout_id } };
}

const because = (line: Line) => ({ params: line, body: { reason: 'It is on the bank’s screen' } });
const ask = (line: Line) => maha.call('confirm_doubtful_payout', because(line));
const approve = (id: string, by = faisal) => by.send('approve_request', { params: { id } });
const confirm = (line: Line) => maha.send('confirm_payout_line', { params: line });
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
  expect(await refusal(confirm(line))).toEqual([409, 'payout_line_doubtful']);
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
  expect(await refusal(approve(asked.id, maha))).toEqual([403, 'own_request_refused']);
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
  expect((await confirm(line)).status).toBe(200);
});

test('a payout to an IBAN that its agency has changed since is confirmed by two people, who see both IBANs', async () => {
  const { line } = await released();
  await makeFile(line);
  expect((await lineOf(line)).is_doubtful).toBe(false);
  await paidTo(second);
  expect(await refusal(confirm(line))).toEqual([409, 'payout_line_doubtful']);
  const asked = await ask(line);
  expect(asked.figures).toMatchObject({ iban: first, file_no: 1, present_iban: second });
  // It has changed again: another question.
  await paidTo('SA2380ABC000608010167519');
  expect(await refusal(approve(asked.id))).toEqual([409, 'approval_figures_changed']);
  await faisal.call('decline_request', {
    params: { id: asked.id },
    body: { reason: 'Ask the bank first' },
  });
  const again = await ask(line);
  expect((await approve(again.id)).status).toBe(200);
  expect((await lineOf(line)).outcome).toBe('Confirmed');
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
  await maha.call('confirm_bank_statement_line', { params: { id: items[0]!.id }, body: {} });
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
  expect((await confirm(again)).status).toBe(409);
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
  await faisal.call('decline_request', { params: { id }, body: { reason: 'Ask the bank first' } });
  await expect(write(line)).rejects.toMatchObject(isRefused);
  await maha.call('fail_payout_line', because(line));
});
