import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  BankStatementLineView,
  ImportedBankStatement,
  LineList,
} from '#api/bank-statements.ts';
import { readTicket, type Ticket } from '#api/tickets.ts';
import { paymentReference } from '#domain/servicing/payment-reference.ts';
import { textFile } from '#server/product-client/product-client.ts';
import { camtFile } from '#server/servicing/sample-bank-statement.testing.ts';
import {
  releaseRun,
  requestPayable,
  reportTransfer,
  importStatement,
} from '#server/product-client/financing.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { signUpAgency, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** The bank's statements: imported, matched, confirmed, through the public API. Nothing is counted twice. */

let company: Actor;
let ticket: Ticket;
let reference: string;
let statements = 0;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 900.00 in three months of one company, whose agency was paid on 1 February. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  company = await product.signUp('company');
  await company.call('upsert_company', { body: { name: `Najd Coffee ${(statements += 1)}` } });
  const { agency, agency_id } = await signUpAgency(product, maha);
  ticket = await requestPayable(maha, { company, agency, agency_id }, '900.00', 3);
  await releaseRun([maha, faisal]);
  product.clock.set('2026-02-10T09:00:00Z');
  reference = paymentReference(ticket.ticket_number);
});

/** A file of the bank's; each row is a day, an amount, what was written, and the bank's reference. */
const csv = (...rows: string[]) => ['date,amount,details,bank reference', ...rows].join('\n');

const importFile = (text: string, by = maha) => importStatement(by, text);

const refusal = async (text: string) => {
  const answer = await maha.send('import_bank_statement', textFile('statement.csv', text));
  return JSON.parse(answer.text) as { code: string; fields: { field: string }[] };
};

const linesOf = async ({ statement }: ImportedBankStatement, list: LineList) =>
  (await maha.call('list_bank_statement_lines', { params: { id: statement.id }, query: { list } }))
    .items;

const read = async () =>
  readTicket.reply.parse(
    await company.call('read_ticket', { params: { ticket_number: ticket.ticket_number } }),
  );

const confirmAll = (imported: ImportedBankStatement, count: number, by = maha, key?: string) =>
  by.call('confirm_certain_lines', { params: { id: imported.statement.id }, body: { count }, key });

const code = (text: string) => (JSON.parse(text) as { code: string }).code;

test('confirming a certain bank line records the payment and pays the installment', async () => {
  const imported = await importFile(csv(`2026-02-09,300.00,Payment ${reference},FT${reference}`));
  expect(imported).toMatchObject({
    is_known: false,
    statement: { line_count: 1, known_count: 0, open_count: 1, imported_by: 'Maha' },
    counts: { certain: { count: 1, amount_sar: '300.00' } },
  });
  const [line] = await linesOf(imported, 'certain');
  expect(line).toMatchObject({
    certainty: 'certain',
    match_reason: 'reference',
    proposed: { ticket_number: ticket.ticket_number },
  });
  expect(await confirmAll(imported, 1)).toEqual({
    confirmed: { count: 1, amount_sar: '300.00' },
    demoted: 0,
    left: 0,
  });
  const details = await read();
  expect(details.installments!.map(({ status }) => status)).toEqual(['Paid', 'Due', 'Due']);
  expect(details.payments).toMatchObject([{ value_date: '2026-02-09', paid_amount: '300.00' }]);
  const [confirmed] = await linesOf(imported, 'confirmed');
  expect(confirmed).toMatchObject({
    decided_by: 'Maha',
    payment: { id: details.payments![0]!.id },
  });
});

describe('nothing is counted twice', () => {
  test('importing the same file again returns the first statement', async () => {
    const file = csv(`2026-02-09,300.00,${reference},`);
    const first = await importFile(file);
    await confirmAll(first, 1);
    const again = await importFile(file, faisal);
    expect(again).toMatchObject({ is_known: true, statement: { id: first.statement.id } });
    expect((await read()).payments).toHaveLength(1);
  });

  test('of an overlapping statement only the new lines are imported', async () => {
    const old = `2026-02-08,300.00,${reference} first,`;
    const first = await importFile(csv(old));
    await confirmAll(first, 1);
    const second = await importFile(csv(old, `2026-02-09,200.00,${reference} second,`));
    expect(second.statement).toMatchObject({ line_count: 1, known_count: 1 });
    expect(second.counts.certain.count + second.counts.likely.count).toBe(1);
  });

  test('two identical transfers on one statement are both kept and both paid', async () => {
    const row = `2026-02-09,300.00,${reference} twin,`;
    const imported = await importFile(csv(row, row));
    expect(imported.statement.line_count).toBe(2);
    // The second is not confirmed with the others: somebody looks at it.
    const [twin] = await linesOf(imported, 'likely');
    expect(twin).toMatchObject({ line_no: 2, match_reason: 'paid_alike' });
    await maha.call('match_bank_statement_lines', { params: { id: imported.statement.id } });
    expect(await confirmAll(imported, 1)).toMatchObject({ confirmed: { count: 1 } });
    const body = { ticket_number: ticket.ticket_number };
    await maha.call('confirm_bank_statement_line', { params: { id: twin!.id }, body });
    expect((await read()).payments).toHaveLength(2);
    // A third of them on a longer statement is new; the two are known.
    const longer = await importFile(csv(row, row, row));
    expect(longer.statement).toMatchObject({ line_count: 1, known_count: 2 });
  });

  test("a payment that staff recorded before is proposed for its line and becomes the line's payment", async () => {
    const payment = await maha.call('record_payment', {
      body: { amount_sar: '300.00', value_date: '2026-02-09', ticket_number: ticket.ticket_number },
    });
    const imported = await importFile(csv(`2026-02-09,300.00,${reference} recorded,`));
    const [line] = await linesOf(imported, 'likely');
    expect(line).toMatchObject({
      match_reason: 'already_recorded',
      proposed: { payment_id: payment.id },
    });
    await maha.call('confirm_bank_statement_line', {
      params: { id: line!.id },
      body: { payment_id: payment.id },
    });
    expect((await read()).payments).toHaveLength(1);
  });

  test('a payment that a line or another payment shows is typed a second time only with a reason', async () => {
    const imported = await importFile(csv(`2026-02-09,300.00,${reference} by hand,`));
    const body = {
      amount_sar: '300.00',
      value_date: '2026-02-10',
      ticket_number: ticket.ticket_number,
    };
    const record = (more: object) => faisal.send('record_payment', { body: { ...body, ...more } });
    expect(code((await record({})).text)).toBe('payment_alike');
    await confirmAll(imported, 1);
    expect(code((await record({})).text)).toBe('payment_alike');
    expect(code((await record({ is_another: true })).text)).toBe('validation_failed');
    expect((await record({ is_another: true, reason: 'Paid twice' })).status).toBe(200);
    expect((await read()).payments).toHaveLength(2);
  });

  test('a payment recorded after the import makes its line uncertain when all are confirmed', async () => {
    const imported = await importFile(csv(`2026-02-09,300.00,${reference} later,`));
    await faisal.call('record_payment', {
      body: {
        amount_sar: '300.00',
        value_date: '2026-02-09',
        ticket_number: ticket.ticket_number,
        is_another: true,
        reason: 'Seen in the app of the bank',
      },
    });
    expect(await confirmAll(imported, 1)).toMatchObject({ confirmed: { count: 0 }, demoted: 1 });
    const [line] = await linesOf(imported, 'likely');
    expect(line!.match_reason).toBe('already_recorded');
    // Another look finds the payment.
    await maha.call('match_bank_statement_lines', { params: { id: imported.statement.id } });
    expect((await linesOf(imported, 'likely'))[0]!.proposed!.payment_id).not.toBeNull();
  });

  test('a payment of an unknown payer also makes the line uncertain', async () => {
    const imported = await importFile(csv(`2026-02-09,300.00,${reference} nobody,`));
    const payment = await faisal.call('record_payment', {
      body: {
        amount_sar: '300.00',
        value_date: '2026-02-10',
        is_another: true,
        reason: 'Seen in the app of the bank',
      },
    });
    expect(await confirmAll(imported, 1)).toMatchObject({ confirmed: { count: 0 }, demoted: 1 });
    await maha.call('match_bank_statement_lines', { params: { id: imported.statement.id } });
    const [line] = await linesOf(imported, 'likely');
    expect(line).toMatchObject({
      match_reason: 'already_recorded',
      proposed: { ticket_number: ticket.ticket_number },
    });
    await maha.call('reverse_payment', {
      params: { id: payment.id },
      body: { reason: 'Recorded by mistake' },
    });
  });

  test('a payment recorded meanwhile stops the same line from being confirmed without a reason', async () => {
    const rows = ['2026-02-09,300.00,', '2026-02-09,300.00,'].map(
      (row, n) => `${row}${reference} meanwhile ${n},`,
    );
    const imported = await importFile(csv(...rows));
    const [line, other] = await linesOf(imported, 'certain');
    const unknown = await faisal.call('record_payment', {
      body: {
        amount_sar: '300.00',
        value_date: '2026-02-07',
        is_another: true,
        reason: 'Seen in the app of the bank',
      },
    });
    const confirm = (id: string, body: object) =>
      maha.send('confirm_bank_statement_line', { params: { id }, body });
    const { ticket_number } = ticket;
    const refused = await confirm(line!.id, { ticket_number });
    expect([refused.status, code(refused.text)]).toEqual([409, 'payment_alike']);
    expect(code((await confirm(line!.id, {})).text)).toBe('payment_alike');
    expect((await read()).payments).toEqual([]);
    const stated = { ticket_number, is_another: true, reason: 'Paid twice' };
    const another = await confirm(line!.id, stated);
    expect(another.status).toBe(200);
    await confirm(other!.id, { ticket_number, payment_id: unknown.id });
    expect((await read()).payments).toHaveLength(2);
  });

  test('confirming a line twice under one key confirms it once', async () => {
    const imported = await importFile(csv(`2026-02-09,300.00,${reference} key,`));
    const [line] = await linesOf(imported, 'certain');
    const confirm = () =>
      maha.call('confirm_bank_statement_line', {
        params: { id: line!.id },
        body: { ticket_number: ticket.ticket_number },
        key: 'one-intention',
      });
    expect(await confirm()).toEqual(await confirm());
    expect((await read()).payments).toHaveLength(1);
  });
});

describe('bank reversals', () => {
  const said = () => `${reference},FR${ticket.ticket_number}`;
  const signed = (...rows: string[]) =>
    ['date,amount,type,details,bank reference', ...rows].join('\n');
  const confirm = (id: string, body: object) =>
    maha.send('confirm_bank_statement_line', { params: { id }, body });

  test('a credit and its reversal on the statement settle each other: no payment, no certain line', async () => {
    const imported = await importFile(
      signed(`2026-02-08,900.00,credit,${said()}`, `2026-02-09,-900.00,credit,REVERSAL ${said()}`),
    );
    expect(imported.counts).toMatchObject({
      certain: { count: 0 },
      likely: { count: 1 },
      reversals: { count: 1, amount_sar: '900.00' },
    });
    const [credit] = await linesOf(imported, 'likely');
    expect(credit!.match_reason).toBe('taken_back');
    const refused = await confirm(credit!.id, { ticket_number: ticket.ticket_number });
    expect(code(refused.text)).toBe('bank_statement_line_taken_back');
    const [reversal] = await linesOf(imported, 'reversals');
    expect(reversal).toMatchObject({
      match_reason: 'takes_back_reference',
      proposed: { credit_line: { id: credit!.id } },
    });
    expect((await confirm(reversal!.id, { line_id: credit!.id })).status).toBe(200);
    expect(await linesOf(imported, 'settled')).toMatchObject([
      { counter_line: { id: reversal!.id }, payment: null },
      { counter_line: { id: credit!.id }, payment: null },
    ]);
    expect((await read()).payments).toEqual([]);
    expect(code((await confirm(reversal!.id, { line_id: credit!.id })).text)).toBe(
      'bank_statement_line_decided',
    );
  });

  test('a bank reversal reverses the payment, closes its line and turns down its report', async () => {
    await reportTransfer(company, ticket, '900.00', '2026-02-08');
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    await confirmAll(first, 1);
    const [credit] = await linesOf(first, 'confirmed');
    const payment_id = credit!.payment!.id;
    expect((await read()).transfer_reports).toMatchObject([{ status: 'Matched' }]);
    const second = await importFile(
      signed(`2026-02-08,900.00,credit,${said()}`, `2026-02-09,-900.00,CR,Storno ${said()}`),
    );
    expect(second.statement).toMatchObject({ line_count: 1, known_count: 1 });
    const [reversal] = await linesOf(second, 'reversals');
    expect(reversal).toMatchObject({ certainty: 'likely', proposed: { payment_id } });
    const reason = 'The payer’s bank recalled it';
    expect((await confirm(reversal!.id, { payment_id, reason })).status).toBe(200);
    const details = await read();
    expect(details.installments!.map(({ status }) => status)).toEqual(['Due', 'Due', 'Due']);
    expect(details.transfer_reports).toMatchObject([{ status: 'TurnedDown', reason }]);
    expect(await linesOf(first, 'settled')).toMatchObject([
      { id: credit!.id, counter_line: { id: reversal!.id } },
    ]);
    expect(await linesOf(first, 'unclear')).toEqual([]);
    const wrong = await confirm(reversal!.id, { payment_id });
    expect(code(wrong.text)).toBe('bank_statement_line_decided');
  });

  test('of a confirmed credit the bank takes parts back: the rest stays paid and proven, and is counted once', async () => {
    const { ticket_number } = ticket;
    await reportTransfer(company, ticket, '900.00', '2026-02-08');
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    await confirmAll(first, 1);
    const [paid] = await linesOf(first, 'confirmed');
    await faisal.call('confirm_payment', { params: { id: paid!.payment!.id } });
    const standing = async () => (await read()).payments!.filter((one) => one.reversed_at === null);
    const reason = 'The payer’s bank recalled a part';
    const takeBack = async (amount: string, payment_id?: string) => {
      const file = await importFile(signed(`2026-02-09,-${amount},credit,Recall ${said()}`));
      const [part] = await linesOf(file, 'reversals');
      const body = { payment_id: payment_id ?? part!.proposed!.payment_id, reason };
      expect((await confirm(part!.id, body)).status).toBe(200);
      return part!;
    };
    expect(await takeBack('200.00')).toMatchObject({
      match_reason: 'takes_back_part',
      certainty: 'possible',
      proposed: { payment_amount_sar: '900.00' },
    });
    await takeBack('100.00');
    const [rest, ...others] = await standing();
    expect([rest!.paid_amount, others]).toEqual(['600.00', []]);
    const details = await read();
    expect(details.installments!.map(({ status }) => status)).toEqual(['Paid', 'Paid', 'Due']);
    expect(details.transfer_reports).toMatchObject([{ status: 'Matched' }]);
    const payment = () => maha.call('read_payment', { params: { id: rest!.id } });
    expect((await payment()).payment.proven_at).not.toBeNull();
    const [credit] = await linesOf(first, 'confirmed');
    expect(credit).toMatchObject({ taken_back_sar: '300.00', payment: { id: rest!.id } });
    // It is the same money as before.
    const { company_id } = ticket;
    const typed = { amount_sar: '900.00', value_date: '2026-02-10', company_id };
    expect(code((await maha.send('record_payment', { body: typed })).text)).toBe('payment_alike');
    // Decided again, it is a payment of what is left.
    await maha.call('reverse_payment', { params: { id: rest!.id }, body: { reason: 'A mistake' } });
    const again = { ticket_number, is_another: true, reason: 'The same transfer' };
    expect((await confirm(credit!.id, again)).status).toBe(200);
    const [now] = await standing();
    expect(now!.paid_amount).toBe('600.00');
    await takeBack('600.00', now!.id);
    expect(await standing()).toEqual([]);
    expect((await linesOf(first, 'settled')).map(({ id }) => id)).toEqual([credit!.id]);
    await expectSoundBooks(product.database);
  });

  test('a debit to the payer of as much is asked about, whatever the bank calls it', async () => {
    const named = (...rows: string[]) =>
      ['date,amount,payer,details,bank reference', ...rows].join('\n');
    const ft = (letter: string) => `F${letter}${statements}`;
    const first = await importFile(named(`2026-02-08,900.00,Najd Coffee,${reference},${ft('X')}`));
    await confirmAll(first, 1);
    const [credit] = await linesOf(first, 'confirmed');
    const second = await importFile(
      named(
        `2026-02-09,-900.00,NAJD COFFEE EST,TRANSFER OUT,${ft('Y')}`,
        `2026-02-09,-900.00,Wadi Plastics,TRANSFER OUT,${ft('Z')}`,
      ),
    );
    const payment_id = credit!.payment!.id;
    const [reversal, ...others] = await linesOf(second, 'reversals');
    expect(others).toEqual([]);
    expect(reversal).toMatchObject({
      is_reversal: true,
      certainty: 'possible',
      match_reason: 'takes_back_payer',
      proposed: { payment_id },
    });
    expect(await linesOf(second, 'apart')).toMatchObject([{ payer_name: 'Wadi Plastics' }]);
    expect((await confirm(reversal!.id, { payment_id })).status).toBe(200);
    expect((await read()).ticket.status).toBe('Active');
  });

  test('a bank reversal does not reverse a payment again that was recorded and reversed by hand', async () => {
    const payment = await maha.call('record_payment', {
      body: { amount_sar: '901.00', value_date: '2026-02-08', ticket_number: ticket.ticket_number },
    });
    await maha.call('reverse_payment', {
      params: { id: payment.id },
      body: { reason: 'Recalled' },
    });
    const imported = await importFile(signed(`2026-02-09,-901.00,credit,${said()}`));
    const [reversal] = await linesOf(imported, 'reversals');
    expect(reversal!.proposed).toMatchObject({ payment_id: payment.id });
    expect((await confirm(reversal!.id, { payment_id: payment.id })).status).toBe(200);
    expect(await linesOf(imported, 'settled')).toMatchObject([{ payment: { id: payment.id } }]);
  });

  test('a bank reversal of a payment that was reversed by hand leaves no credit line open', async () => {
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    await confirmAll(first, 1);
    const [credit] = await linesOf(first, 'confirmed');
    const payment_id = credit!.payment!.id;
    await maha.call('reverse_payment', {
      params: { id: payment_id },
      body: { reason: 'Recalled, says the bank' },
    });
    const second = await importFile(signed(`2026-02-09,-900.00,credit,REVERSAL ${said()}`));
    const [reversal] = await linesOf(second, 'reversals');
    expect((await confirm(reversal!.id, { payment_id })).status).toBe(200);
    expect(await linesOf(first, 'settled')).toMatchObject([
      { id: credit!.id, counter_line: { id: reversal!.id } },
    ]);
    const again = await confirm(credit!.id, {
      ticket_number: ticket.ticket_number,
      is_another: true,
      reason: 'Really',
    });
    expect(code(again.text)).toBe('bank_statement_line_decided');
    const third = await importFile(signed(`2026-02-10,-900.00,credit,REVERSAL,FQ${reference}`));
    const [twice] = await linesOf(third, 'reversals');
    expect(code((await confirm(twice!.id, { line_id: credit!.id })).text)).toBe(
      'bank_statement_line_decided',
    );
  });

  test('a bank reversal applies to what the line has become since its payment was reversed by hand', async () => {
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    await confirmAll(first, 1);
    const [credit] = await linesOf(first, 'confirmed');
    const payment_id = credit!.payment!.id;
    await maha.call('reverse_payment', {
      params: { id: payment_id },
      body: { reason: 'A mistake' },
    });
    const { ticket_number } = ticket;
    expect((await confirm(credit!.id, { ticket_number })).status).toBe(200);
    const second = await importFile(signed(`2026-02-09,-900.00,credit,REVERSAL ${said()}`));
    const [reversal] = await linesOf(second, 'reversals');
    expect(code((await confirm(reversal!.id, { payment_id })).text)).toBe(
      'payment_already_reversed',
    );
    const [now] = await linesOf(first, 'confirmed');
    expect((await confirm(reversal!.id, { payment_id: now!.payment!.id })).status).toBe(200);
    expect((await read()).ticket.status).toBe('Active');
  });

  test('a recorded payment that the bank takes back is reversed, and no second telling of it is settled instead', async () => {
    const { ticket_number } = ticket;
    const paid = async () => (await read()).payments!.filter((one) => one.reversed_at === null);
    const reverse = async (
      line: BankStatementLineView,
      credit_line: string,
      payment_id = line.proposed!.payment_id,
    ) => {
      // What was proposed before the payment was known is refused.
      const passed = await confirm(line.id, { line_id: credit_line });
      expect(code(passed.text)).toBe('credit_line_recorded');
      expect((await confirm(line.id, { payment_id })).status).toBe(200);
      expect(await paid()).toEqual([]);
    };
    // Told again on another day.
    const bank = `FY${ticket_number}`;
    const told_first = await importFile(csv(`2026-02-05,900.00,${reference},${bank}`));
    await confirmAll(told_first, 1);
    const [paying] = await linesOf(told_first, 'confirmed');
    const again = await importFile(csv(`2026-02-06,900.00,${reference},${bank}`));
    const [second] = await linesOf(again, 'unclear');
    const [first] = await linesOf(
      await importFile(csv(`2026-02-08,-900.00,REVERSAL,${bank}`)),
      'reversals',
    );
    await reverse(first!, second!.id, paying!.payment!.id);
    // Typed by hand, its line on the same file as what takes it back: that line is closed with it.
    const typed = await maha.call('record_payment', {
      body: { amount_sar: '300.00', value_date: '2026-02-07', ticket_number },
    });
    const other = `FZ${ticket_number}`;
    const file = await importFile(
      csv(`2026-02-07,300.00,${reference},${other}`, `2026-02-08,-300.00,REVERSAL,${other}`),
    );
    const [open] = await linesOf(file, 'likely');
    const [taken] = await linesOf(file, 'reversals');
    expect(taken!.proposed).toMatchObject({ payment_id: typed.id, credit_line: null });
    await reverse(taken!, open!.id);
    expect(await linesOf(file, 'settled')).toHaveLength(2);
    // Told in parts, which are paid, and as a whole, which nobody has confirmed.
    const batch = `FB${ticket_number}`;
    const parts = camtFile(
      'camt.053.001.08',
      [
        {
          amount: '600.00',
          day: '2026-02-08',
          reference: batch,
          text: reference,
          parts: ['300.00', '300.00'],
        },
      ],
      'SA0380000000608010167519',
    );
    await confirmAll(await importFile(parts), 2);
    const whole = await importFile(csv(`2026-02-08,600.00,BATCH,${batch}`));
    const [told] = await linesOf(whole, 'unclear');
    const [all] = await linesOf(
      await importFile(csv(`2026-02-09,-600.00,REVERSAL,${batch}`)),
      'reversals',
    );
    expect(all).toMatchObject({ match_reason: 'takes_back_unknown', proposed: null });
    const wrong = await confirm(all!.id, { line_id: told!.id });
    expect(code(wrong.text)).toBe('credit_line_recorded');
    expect(await paid()).toHaveLength(2);
  });

  test('of a standing order the bank takes the latest transfer back: it is proposed, and settled with a reason', async () => {
    const bank = `FS${ticket.ticket_number}`;
    await confirmAll(await importFile(csv(`2026-02-01,300.00,${reference},${bank}`)), 1);
    const next = csv(`2026-02-08,300.00,${reference},${bank}`);
    const [repeated] = await linesOf(await importFile(next), 'likely');
    const back = await importFile(csv(`2026-02-09,-300.00,REVERSAL,${bank}`));
    await maha.call('match_bank_statement_lines', { params: { id: back.statement.id } });
    const [taken] = await linesOf(back, 'reversals');
    expect(taken).toMatchObject({
      certainty: 'possible',
      proposed: { payment_id: null, credit_line: { id: repeated!.id } },
    });
    const target = { line_id: repeated!.id };
    expect(code((await confirm(taken!.id, target)).text)).toBe('credit_line_recorded');
    const unsaid = await confirm(taken!.id, { ...target, is_another: true });
    expect(code(unsaid.text)).toBe('validation_failed');
    const stated = { ...target, is_another: true, reason: 'A standing order' };
    expect((await confirm(taken!.id, stated)).status).toBe(200);
    expect((await read()).payments).toMatchObject([{ reversed_at: null }]);
  });

  test('a credit line that is imported after its reversal is not confirmed as certain', async () => {
    const { ticket_number } = ticket;
    const bank_reference = `FR${ticket_number}`;
    const payment = await maha.call('record_payment', {
      body: { amount_sar: '900.00', value_date: '2026-02-08', ticket_number, bank_reference },
    });
    const second = await importFile(signed(`2026-02-09,-900.00,credit,REVERSAL ${said()}`));
    const [reversal] = await linesOf(second, 'reversals');
    await confirm(reversal!.id, { payment_id: payment.id });
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    expect(await confirmAll(first, first.counts.certain.count)).toMatchObject({
      confirmed: { count: 0 },
    });
    const [credit] = await linesOf(first, 'likely');
    expect(credit!.match_reason).toBe('taken_back');
    const another = await confirm(credit!.id, { ticket_number, is_another: true });
    expect(code(another.text)).toBe('validation_failed');
    expect((await read()).ticket.status).toBe('Active');
  });

  test('a credit line that is imported after its open reversal waits until that is decided', async () => {
    const second = await importFile(signed(`2026-02-09,-900.00,credit,REVERSAL ${said()}`));
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    expect(await confirmAll(first, 1)).toMatchObject({ confirmed: { count: 0 }, demoted: 1 });
    const [credit] = await linesOf(first, 'likely');
    const refused = await confirm(credit!.id, { ticket_number: ticket.ticket_number });
    expect(code(refused.text)).toBe('bank_statement_line_taken_back');
    const [reversal] = await linesOf(second, 'reversals');
    expect((await confirm(reversal!.id, { line_id: credit!.id })).status).toBe(200);
    expect((await read()).payments).toEqual([]);
  });

  test('a debit with reference and amount of a credit is its reversal, without a matching text', async () => {
    const bank = `FW${ticket.ticket_number}`;
    const one = await importFile(
      csv(`2026-02-08,300.00,${reference},${bank}`, `2026-02-09,-300.00,Inward transfer,${bank}`),
    );
    expect(one.counts).toMatchObject({ certain: { count: 0 }, reversals: { count: 1 } });
    const other = `FV${ticket.ticket_number}`;
    await confirmAll(await importFile(csv(`2026-02-08,900.00,${reference},${other}`)), 1);
    const later = await importFile(
      csv(`2026-02-09,-900.00,Inward transfer,${other}`, `2026-02-09,-2.00,Fee,${other}`),
    );
    expect(await linesOf(later, 'reversals')).toMatchObject([
      { amount: '900.00', match_reason: 'takes_back_reference' },
    ]);
    expect(await linesOf(later, 'apart')).toMatchObject([{ amount: '2.00' }]);
  });

  test('a reversal with a future value date is decided on its day', async () => {
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    await confirmAll(first, 1);
    const [credit] = await linesOf(first, 'confirmed');
    const payment_id = credit!.payment!.id;
    const file = await importFile(signed(`2026-02-11,-900.00,credit,REVERSAL ${said()}`));
    const [reversal] = await linesOf(file, 'reversals');
    expect(code((await confirm(reversal!.id, { payment_id })).text)).toBe(
      'bank_statement_line_ahead',
    );
    product.clock.moveDays(1);
    expect((await confirm(reversal!.id, { payment_id })).status).toBe(200);
  });

  test('a bank reversal takes back a payment or a credit of its own amount only, also a credit that was set aside', async () => {
    const refusedField = async (id: string, body: object) => {
      const { status, text } = await confirm(id, body);
      return [status, (JSON.parse(text) as { fields?: { field: string }[] }).fields?.[0]?.field];
    };
    const first = await importFile(
      signed(`2026-02-08,900.00,credit,${said()}`, `2026-02-08,41.30,credit,odd,FODD1`),
    );
    await confirmAll(first, 1);
    const [credit] = await linesOf(first, 'confirmed');
    const [odd] = await linesOf(first, 'unclear');
    const payment_id = credit!.payment!.id;
    const second = await importFile(signed('2026-02-09,-41.20,credit,REVERSAL,'));
    const [reversal] = await linesOf(second, 'reversals');
    expect(await refusedField(reversal!.id, { payment_id })).toEqual([404, 'payment_id']);
    expect(await refusedField(reversal!.id, { line_id: credit!.id })).toEqual([404, 'payment_id']);
    expect(await refusedField(reversal!.id, { line_id: odd!.id })).toEqual([404, 'line_id']);
    expect((await read()).ticket.status).toBe('Active');
    expect((await read()).installments!.map(({ status }) => status)).toEqual([
      'Paid',
      'Paid',
      'Paid',
    ]);
    const params = { id: odd!.id };
    const body = { reason: 'Nobody knows it' };
    await maha.call('set_aside_bank_statement_line', { params, body });
    const third = await importFile(signed('2026-02-10,-41.30,credit,REVERSAL,FODD1'));
    const [right] = await linesOf(third, 'reversals');
    expect((await confirm(right!.id, { line_id: odd!.id })).status).toBe(200);
    expect(await linesOf(first, 'settled')).toMatchObject([
      { id: odd!.id, counter_line: { id: right!.id }, set_aside_reason: null },
    ]);
  });

  /** The bank takes back what paid the ticket, and the company has so much credit; its other ticket waits for its payout. */
  async function reversedBeside(credit_amount: string | null) {
    const first = await importFile(signed(`2026-02-08,900.00,credit,${said()}`));
    await confirmAll(first, 1);
    const [credit] = await linesOf(first, 'confirmed');
    if (credit_amount !== null) {
      const { ticket_number } = ticket;
      const { id } = await maha.call('record_payment', {
        body: { amount_sar: credit_amount, value_date: '2026-02-10', ticket_number },
      });
      await faisal.call('confirm_payment', { params: { id } });
    }
    product.clock.set('2026-03-20T09:00:00Z');
    const { agency, agency_id } = await signUpAgency(product, maha);
    const { id } = await requestPayable(maha, { company, agency, agency_id }, '600.00', 3);
    const second = await importFile(signed(`2026-03-19,-900.00,credit,REVERSAL ${said()}`));
    const [reversal] = await linesOf(second, 'reversals');
    const isStopped = async () =>
      (await maha.call('list_stopped_payouts')).items.some(({ ticket: one }) => one.id === id);
    expect(await isStopped()).toBe(false);
    await confirm(reversal!.id, { payment_id: credit!.payment!.id });
    const paid = (await read()).installments!.map(({ paid_amount }) => paid_amount);
    const result = { paid, isStopped: await isStopped() };
    // Nothing is left that another test's payout run would pay.
    if (result.isStopped) {
      const body = { reason: 'Too late' };
      const ended = await maha.call('end_stopped_ticket', { params: { id }, body });
      await faisal.call('approve_request', { params: { id: ended.id } });
    } else await maha.call('close_ticket', { params: { id }, body: { reason: 'Not needed' } });
    return result;
  }

  test('what a bank reversal opens is paid from credit that is left, and a late company’s payouts stop at once', async () => {
    const paid = ['250.00', '0.00', '0.00'];
    expect(await reversedBeside('250.00')).toEqual({ paid, isStopped: true });
  });

  test('where no credit is left a bank reversal stops a late company’s payouts at once too', async () => {
    const paid = ['0.00', '0.00', '0.00'];
    expect(await reversedBeside(null)).toEqual({ paid, isStopped: true });
  });

  test('where credit pays all that a bank reversal opens, no payout stops', async () => {
    const paid = ['300.00', '300.00', '300.00'];
    expect(await reversedBeside('905.00')).toEqual({ paid, isStopped: false });
  });

  test('a reversal without a matching credit is a task, and never incoming money', async () => {
    const imported = await importFile(signed('2026-02-09,-77.31,credit,who knows,'));
    expect(await linesOf(imported, 'reversals')).toMatchObject([
      { match_reason: 'takes_back_unknown', proposed: null },
    ]);
    const [reversal] = await linesOf(imported, 'reversals');
    expect(code((await confirm(reversal!.id, {})).text)).toBe('validation_failed');
    const { waits } = await maha.call('operations_overview');
    expect(waits.bank_reversals_open.count).toBeGreaterThan(0);
    await maha.call('set_aside_bank_statement_line', {
      params: { id: reversal!.id },
      body: { reason: 'Not ours' },
    });
  });
});

describe('one movement is recorded once', () => {
  const camt = (day: string, ...more: string[]) =>
    camtFile(
      'camt.053.001.08',
      [
        { amount: '300.00', day, structured: reference, reference: `FX${ticket.ticket_number}` },
        ...more.map((text) => ({ amount: '1.00', day, text, reference: text })),
      ],
      'SA0380000000608010167519',
    );
  const row = (day: string) => csv(`${day},300.00,Payment ${reference},FX${ticket.ticket_number}`);
  const confirm = (id: string, body: object) =>
    maha.send('confirm_bank_statement_line', { params: { id }, body });

  test('a movement in a CSV and in a camt.053 file is one line', async () => {
    const first = await importFile(row('2026-02-09'));
    const second = await importFile(camt('2026-02-09'));
    expect(first.statement).toMatchObject({ line_count: 1, known_count: 0 });
    expect(second.statement).toMatchObject({ line_count: 0, known_count: 1 });
  });

  test('under one reference in two files payments of two companies are both certain, and confirmed', async () => {
    const other = await product.signUp('company');
    await other.call('upsert_company', { body: { name: 'Hejaz Dates' } });
    const { agency, agency_id } = await signUpAgency(product, maha);
    const next = await requestPayable(maha, { company: other, agency, agency_id }, '900.00', 3);
    await releaseRun([maha, faisal]);
    const fileOf = (said: string) => csv(`2026-02-10,300.00,Transfer ${said},STMT-OF-${ticket.id}`);
    for (const said of [reference, paymentReference(next.ticket_number)]) {
      expect(await confirmAll(await importFile(fileOf(said)), 1)).toMatchObject({
        confirmed: { count: 1 },
        demoted: 0,
      });
    }
  });

  test('under one reference balances that follow from file to file bring two movements', async () => {
    const rows = (at: string, ...balances: string[]) =>
      [
        'date,amount,details,bank reference,balance',
        `2026-02-05,303.30,Transfer,STMT-${ticket.id},${balances[0]}`,
        `2026-02-05,-1.00,Fee,FX${at}${ticket.id},${balances[1]}`,
      ].join('\n');
    await importFile(rows('noon', '90303.30', '90302.30'));
    const evening = await importFile(rows('evening', '90605.60', '90604.60'));
    expect(evening.statement).toMatchObject({ line_count: 2, known_count: 0 });
    const again = await importFile(rows('again', '90605.60', '90604.60'));
    expect(again.statement).toMatchObject({ line_count: 1, known_count: 1 });
  });

  test('the same reference on another day is recorded only with a reason', async () => {
    await confirmAll(await importFile(row('2026-02-09')), 1);
    const second = await importFile(camt('2026-02-03'));
    expect(second.counts).toMatchObject({ certain: { count: 0 }, likely: { count: 1 } });
    const [line] = await linesOf(second, 'likely');
    expect(line!.match_reason).toBe('told_before');
    await maha.call('match_bank_statement_lines', { params: { id: second.statement.id } });
    expect(await linesOf(second, 'certain')).toEqual([]);
    const { ticket_number } = ticket;
    expect(code((await confirm(line!.id, { ticket_number })).text)).toBe('payment_alike');
    const unsaid = await confirm(line!.id, { ticket_number, is_another: true });
    expect(JSON.parse(unsaid.text)).toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'reason' }],
    });
    expect((await read()).payments).toHaveLength(1);
    const reason = 'A standing order of each month';
    expect((await confirm(line!.id, { ticket_number, is_another: true, reason })).status).toBe(200);
    expect((await read()).payments).toHaveLength(2);
  });

  test('a booking that is whole in one file and split in another is recorded once', async () => {
    const booking = `BE${ticket.ticket_number}`;
    const whole = await importFile(csv(`2026-02-09,600.00,${reference},${booking}`));
    const parts = await importFile(
      camtFile(
        'camt.053.001.08',
        [{ amount: '600.00', day: '2026-02-09', reference: booking, parts: ['350.00', '250.00'] }],
        'SA0380000000608010167519',
      ),
    );
    expect(parts.statement).toMatchObject({ line_count: 2, known_count: 0 });
    const [first, second] = await linesOf(parts, 'unclear');
    expect([first!.match_reason, second!.match_reason]).toEqual(['told_before', 'told_before']);
    // What was certain is not, since its parts are told, although nobody has confirmed them yet.
    expect(await confirmAll(whole, 1)).toMatchObject({ confirmed: { count: 0 }, demoted: 1 });
    const [line] = await linesOf(whole, 'likely');
    expect(line!.match_reason).toBe('told_before');
    const { ticket_number } = ticket;
    for (const { id } of [first!, second!]) {
      expect((await confirm(id, { ticket_number })).status).toBe(200);
    }
    // It is recorded only with a reason.
    expect(code((await confirm(line!.id, { ticket_number })).text)).toBe('payment_alike');
    const again = await importFile(csv(`2026-02-08,600.00,later,${booking}`));
    const [retold] = (await linesOf(again, 'likely')).concat(await linesOf(again, 'unclear'));
    expect(code((await confirm(retold!.id, { ticket_number })).text)).toBe('payment_alike');
    expect((await read()).payments).toHaveLength(2);
  });

  test('of a booking that was told in parts and confirmed as a whole no part is recorded again', async () => {
    const booking = `BP${ticket.ticket_number}`;
    const entry = { amount: '600.00', day: '2026-02-09', reference: booking, text: reference };
    const parts = await importFile(
      camtFile(
        'camt.053.001.08',
        [{ ...entry, parts: ['300.00', '300.00'] }],
        'SA0380000000608010167519',
      ),
    );
    const whole = await importFile(csv(`2026-02-09,600.00,BATCH,${booking}`));
    const [told] = (await linesOf(whole, 'likely')).concat(await linesOf(whole, 'unclear'));
    const { ticket_number } = ticket;
    expect((await confirm(told!.id, { ticket_number })).status).toBe(200);
    expect(await confirmAll(parts, 2)).toMatchObject({ confirmed: { count: 0 }, demoted: 2 });
    for (const { id } of await linesOf(parts, 'likely'))
      expect(code((await confirm(id, { ticket_number })).text)).toBe('payment_alike');
    expect((await read()).payments).toHaveLength(1);
  });

  test('a booking that was typed as a whole is recorded in parts only with a reason', async () => {
    const booking = `BT${ticket.ticket_number}`;
    const { ticket_number } = ticket;
    const typed = { amount_sar: '600.00', value_date: '2026-02-09', bank_reference: booking };
    await maha.call('record_payment', { body: { ...typed, ticket_number } });
    const parts = await importFile(
      camtFile(
        'camt.053.001.08',
        [{ amount: '600.00', day: '2026-02-09', reference: booking, parts: ['340.00', '260.00'] }],
        'SA0380000000608010167519',
      ),
    );
    for (const { id } of await linesOf(parts, 'unclear'))
      expect(code((await confirm(id, { ticket_number })).text)).toBe('payment_alike');
    expect((await read()).payments).toHaveLength(1);
  });

  test('a pending entry is not money and does not count as known once it is booked', async () => {
    const status = (is: string) =>
      [
        'date,amount,details,reference,status',
        `2026-02-09,300.00,${reference},P${ticket.id},${is}`,
      ].join('\n');
    const pending = await importFile(status('Pending'));
    expect(pending.counts).toMatchObject({ certain: { count: 0 }, apart: { count: 1 } });
    const booked = await importFile(status('Booked'));
    expect(booked).toMatchObject({
      statement: { line_count: 1, known_count: 0 },
      counts: { certain: { count: 1 } },
    });
  });

  test('a payment is not typed by hand while a line with its reference is open, whatever its day', async () => {
    await importFile(row('2026-02-09'));
    const body = {
      amount_sar: '300.00',
      value_date: '2026-02-02',
      bank_reference: `fx ${ticket.ticket_number}`,
      ticket_number: ticket.ticket_number,
    };
    expect(code((await faisal.send('record_payment', { body })).text)).toBe('payment_alike');
    expect((await read()).payments).toEqual([]);
  });

  test('a payment typed with the bank’s reference after the import makes the line uncertain, whatever its day', async () => {
    const bank_reference = `FK${ticket.ticket_number}`;
    const imported = await importFile(csv(`2026-02-10,300.00,${reference},${bank_reference}`));
    expect(imported.counts.certain.count).toBe(1);
    await maha.call('record_payment', {
      body: {
        amount_sar: '300.00',
        value_date: '2026-02-02',
        ticket_number: ticket.ticket_number,
        bank_reference,
        is_another: true,
        reason: 'Seen in the app of the bank',
      },
    });
    expect(await confirmAll(imported, 1)).toMatchObject({ confirmed: { count: 0 }, demoted: 1 });
    expect(await linesOf(imported, 'likely')).toMatchObject([{ match_reason: 'already_recorded' }]);
  });

  test("a payment typed with the bank’s reference becomes the line's payment, whatever its day", async () => {
    const body = {
      amount_sar: '300.00',
      value_date: '2026-02-03',
      bank_reference: `fx ${ticket.ticket_number}`,
      ticket_number: ticket.ticket_number,
    };
    const payment = await maha.call('record_payment', { body });
    const imported = await importFile(row('2026-02-09'));
    const [line] = await linesOf(imported, 'likely');
    expect(line).toMatchObject({
      match_reason: 'already_recorded',
      proposed: { payment_id: payment.id },
    });
    const { ticket_number } = ticket;
    expect(code((await confirm(line!.id, { ticket_number })).text)).toBe('payment_alike');
    await confirm(line!.id, { payment_id: payment.id });
    expect((await read()).payments).toHaveLength(1);
    // Nor is it typed again.
    const far = { ...body, value_date: '2026-02-01' };
    const again = (more: object) => faisal.send('record_payment', { body: { ...far, ...more } });
    expect(code((await again({})).text)).toBe('payment_alike');
    expect(code((await again({ is_another: true })).text)).toBe('validation_failed');
    expect((await again({ is_another: true, reason: 'Paid twice' })).status).toBe(200);
  });
});

describe('decisions about bank lines', () => {
  test('a line becomes a payment of its amount, of the named company and of no other line, and no other one', async () => {
    const { ticket_number } = ticket;
    const record = async (amount_sar: string) =>
      (
        await maha.call('record_payment', {
          body: { amount_sar, value_date: '2026-02-09', ticket_number, is_another: true },
        })
      ).id;
    const [less, payment_id] = [await record('299.00'), await record('300.00')];
    const other = await product.signUp('company');
    const { id: company_id } = await other.call('upsert_company', { body: { name: 'Hejaz' } });
    const rows = ['one', 'two'].map((one) => `2026-02-09,300.00,${reference} its ${one},`);
    const imported = await importFile(csv(...rows));
    const [line, next] = [
      ...(await linesOf(imported, 'certain')),
      ...(await linesOf(imported, 'likely')),
    ].toSorted((a, b) => a.line_no - b.line_no);
    const refused = async (id: string, body: object) => {
      const { text } = await maha.send('confirm_bank_statement_line', { params: { id }, body });
      const { code: is, fields } = JSON.parse(text) as { code: string; fields?: object[] };
      return [is, fields];
    };
    expect(await refused(line!.id, { payment_id: less })).toEqual([
      'not_found',
      [{ field: 'payment_id', message: 'is not a payment of this amount' }],
    ]);
    expect(await refused(line!.id, { payment_id, company_id })).toEqual([
      'not_found',
      [{ field: 'payment_id', message: 'is not a payment of this company' }],
    ]);
    await maha.call('confirm_bank_statement_line', {
      params: { id: line!.id },
      body: { payment_id },
    });
    expect((await refused(next!.id, { payment_id }))[0]).toBe('payment_on_statement');
    expect(await linesOf(imported, 'confirmed')).toHaveLength(1);
  });

  test('staff may confirm a line for another ticket than proposed or for an unknown payer', async () => {
    const imported = await importFile(
      csv('2026-02-09,41.00,who knows,', '2026-02-09,42.00,who knows,'),
    );
    const [one, other] = await linesOf(imported, 'unclear');
    await maha.call('confirm_bank_statement_line', {
      params: { id: one!.id },
      body: { ticket_number: ticket.ticket_number },
    });
    expect((await read()).payments).toMatchObject([{ amount_sar: '41.00' }]);
    const unknown = await maha.call('confirm_bank_statement_line', {
      params: { id: other!.id },
      body: {},
    });
    expect(unknown.payment).toMatchObject({ company_name: null });
    const list = await maha.call('list_payments', { query: { list: 'unidentified' } });
    expect(list.items.map(({ id }) => id)).toContain(unknown.payment!.id);
  });

  test('a line is set aside with a reason and can be decided again', async () => {
    const imported = await importFile(csv('2026-02-09,3.00,interest,'));
    const [line] = await linesOf(imported, 'unclear');
    await maha.call('set_aside_bank_statement_line', {
      params: { id: line!.id },
      body: { reason: 'Interest of the bank' },
    });
    expect(await linesOf(imported, 'set_aside')).toMatchObject([
      { set_aside_reason: 'Interest of the bank', decided_by: 'Maha' },
    ]);
    const late = await faisal.send('confirm_bank_statement_line', {
      params: { id: line!.id },
      body: {},
    });
    expect(code(late.text)).toBe('bank_statement_line_decided');
    await faisal.call('reopen_bank_statement_line', { params: { id: line!.id } });
    expect(await linesOf(imported, 'unclear')).toHaveLength(1);
  });

  test('reversing the payment opens its line again, which is never certain again by itself', async () => {
    const imported = await importFile(csv(`2026-02-09,300.00,${reference} undone,`));
    await confirmAll(imported, 1);
    const [payment] = (await read()).payments!;
    await maha.call('reverse_payment', {
      params: { id: payment!.id },
      body: { reason: 'The wrong company' },
    });
    await maha.call('match_bank_statement_lines', { params: { id: imported.statement.id } });
    const [line] = await linesOf(imported, 'unclear');
    expect(line).toMatchObject({ status: 'Open', match_reason: 'payment_reversed', payment: null });
    expect((await read()).installments!.map(({ status }) => status)).toEqual(['Due', 'Due', 'Due']);
  });

  test('confirming a line matches the report of the same transfer', async () => {
    const report = await reportTransfer(company, ticket, '123.45', '2026-02-09');
    const imported = await importFile(csv('2026-02-10,123.45,no reference,'));
    const [line] = await linesOf(imported, 'likely');
    expect(line).toMatchObject({ match_reason: 'reported', proposed: { report_id: report.id } });
    await maha.call('confirm_bank_statement_line', {
      params: { id: line!.id },
      body: { ticket_number: ticket.ticket_number },
    });
    expect((await read()).transfer_reports).toMatchObject([{ id: report.id, status: 'Matched' }]);
  });

  test('a report of other days is not matched to a line of the same amount', async () => {
    const reportOf = (transferred_on: string) =>
      reportTransfer(company, ticket, '77.70', transferred_on);
    const imported = await importFile(csv('2026-02-10,77.70,no reference,'));
    const [line] = await linesOf(imported, 'unclear');
    const old = await reportOf('2026-02-02');
    const near = await reportOf('2026-02-08');
    const body = { ticket_number: ticket.ticket_number };
    await maha.call('confirm_bank_statement_line', { params: { id: line!.id }, body });
    const statuses = new Map((await read()).transfer_reports!.map((one) => [one.id, one.status]));
    expect([statuses.get(old.id), statuses.get(near.id)]).toEqual(['Checking', 'Matched']);
  });

  test('confirming all certain lines fails when their count has changed', async () => {
    const imported = await importFile(csv(`2026-02-09,300.00,${reference} count,`));
    const refused = await maha.send('confirm_certain_lines', {
      params: { id: imported.statement.id },
      body: { count: 2 },
    });
    expect(code(refused.text)).toBe('bank_statement_lines_changed');
    expect((await read()).payments).toEqual([]);
  });
});

describe('files', () => {
  test('a camt.053 file of our account is imported with its debits set aside; one of another account is refused', async () => {
    const day = '2026-02-09';
    const entries = [
      { amount: '300.00', day, structured: reference, reference: `FT${ticket.ticket_number}` },
      { amount: '9.00', day, direction: 'DBIT', reference: `FD${ticket.ticket_number}` },
      { amount: '1200.5', day, currency: 'USD', reference: `FU${ticket.ticket_number}` },
    ];
    const ours = 'SA0380000000608010167519';
    const imported = await importFile(camtFile('camt.053.001.08', entries, ours));
    expect(imported).toMatchObject({
      statement: { format: 'camt.053', account_iban: ours, line_count: 3 },
      counts: { certain: { count: 1 }, apart: { count: 2 } },
    });
    expect(await linesOf(imported, 'apart')).toMatchObject([
      { refusal: null, amount: '9.00', currency: 'SAR' },
      { refusal: 'currency', amount: '1200.50', currency: 'USD' },
    ]);
    const other = await refusal(camtFile('camt.053.001.02', entries, 'SA4420000001234567891234'));
    expect(other.code).toBe('bank_statement_other_account');
  });

  test('a camt.053 file of a day without entries is a statement without lines', async () => {
    const imported = await importFile(camtFile('camt.053.001.08', [], 'SA0380000000608010167519'));
    expect(imported).toMatchObject({
      statement: { line_count: 0, from_date: '2026-03-01', to_date: '2026-03-01' },
    });
    expect(await linesOf(imported, 'certain')).toEqual([]);
  });

  test('a CSV file that names another account above its columns is refused, and one that names ours is recognised', async () => {
    const titled = (account: string) =>
      `Statement of account,Account number ${account},,\n${csv(`2026-02-09,5.00,x,FN${ticket.id}`)}`;
    expect((await refusal(titled('0001234567891234'))).code).toBe('bank_statement_other_account');
    expect((await importFile(titled('608010167519'))).statement.account_iban).toBe(
      'SA0380000000608010167519',
    );
  });

  test('a file whose balances do not add up is refused with the figures; one that adds up stores its balances', async () => {
    const file = (balance: string) =>
      [
        'date,amount,details,bank reference,balance',
        `2026-02-08,103.00,x,FA${ticket.id},1103.00`,
        `2026-02-09,-20.00,y,FB${ticket.id},${balance}`,
      ].join('\n');
    const before = await product.rows('select id from bank_statements');
    expect(await refusal(file('9999.00'))).toMatchObject({
      code: 'bank_statement_unreadable',
      fields: [
        {
          field: 'line 3 · balance',
          message: 'must add up: 1103.00 and -20.00 booked make 1083.00, and it says 9999.00',
        },
      ],
    });
    expect(await product.rows('select id from bank_statements')).toHaveLength(before.length);
    const { statement } = await importFile(file('1083.00'));
    expect([statement.opening_balance, statement.closing_balance]).toEqual(['1000.00', '1083.00']);
    const unverified = await importFile(csv(`2026-02-10,5.00,z,FC${ticket.id}`));
    expect(unverified.before).toBeNull();
    expect(unverified.statement.closing_balance).toBeNull();
    const next = await importFile(
      [
        'date,amount,details,bank reference,balance',
        `2026-02-10,1.00,z,FD${ticket.id},-5.00`,
        `2026-02-10,2.00,z,FE${ticket.id},-3.00`,
      ].join('\n'),
    );
    expect(next.statement.opening_balance).toBe('-6.00');
    expect(next.before).toMatchObject({
      id: statement.id,
      to_date: '2026-02-09',
      closing_balance: '1083.00',
    });
  });

  test('days that nothing decides are asked about, read as chosen, again in the other order until a line is decided, and next time as then', async () => {
    const file = (name: string) =>
      csv(
        `05/11/2025,2.00,${name},G${name}${ticket.id}`,
        `11/11/2025,3.00,${name},H${name}${ticket.id}`,
      );
    expect(await refusal(file('a'))).toMatchObject({
      code: 'bank_statement_days_unclear',
      readings: [
        { day_order: 'day_first', from: '2025-11-05', to: '2025-11-11' },
        { day_order: 'month_first', from: '2025-05-11', to: '2025-11-11' },
      ],
    });
    const chosen = await maha.send('import_bank_statement', {
      ...textFile('statement.csv', file('a')),
      query: { day_order: 'month_first' },
    });
    const { statement } = JSON.parse(chosen.text) as ImportedBankStatement;
    expect(statement).toMatchObject({
      from_date: '2025-05-11',
      day_order: 'month_first',
      day_order_by: 'choice',
    });
    const params = { id: statement.id };
    const again = await faisal.call('read_bank_statement_again', { params });
    expect(again).toMatchObject({
      statement: { from_date: '2025-11-05', day_order: 'day_first', line_count: 2, known_count: 0 },
      other_day_order: 'month_first',
    });
    // Sent twice, it is read once.
    expect(await maha.call('read_bank_statement_again', { params })).toMatchObject({
      statement: { id: again.statement.id, day_order: 'day_first' },
    });
    expect((await maha.send('read_bank_statement', { params })).status).toBe(404);
    const next = await importFile(file('b'));
    expect(next).toMatchObject({
      statement: { from_date: '2025-11-05', day_order: 'day_first', day_order_by: 'earlier_files' },
      other_day_order: 'month_first',
    });
    const [line] = await linesOf(next, 'unclear');
    await maha.call('set_aside_bank_statement_line', {
      params: { id: line!.id },
      body: { reason: 'Interest' },
    });
    const refused = await maha.send('read_bank_statement_again', {
      params: { id: next.statement.id },
    });
    expect(code(refused.text)).toBe('bank_statement_reading_fixed');
    await faisal.call('compare_bank_statement', { params: { id: next.statement.id } });
    const of = [next.statement.id];
    expect(
      await product.rows('select from bank_statement_files where statement_id = $1', of),
    ).toEqual([]);
  });

  test('a file with one wrong line is refused, and the error names line and field', async () => {
    const before = await product.rows('select id from bank_statement_lines');
    const refused = await refusal(csv('2026-02-09,5.00,fine,', '2026-02-09,5;00,wrong,'));
    expect(refused).toMatchObject({
      code: 'bank_statement_unreadable',
      fields: [{ field: 'line 3 · amount' }],
    });
    expect(await product.rows('select id from bank_statement_lines')).toHaveLength(before.length);
  });

  test('twelve hundred lines are imported at once, listed by page and exported as a file', async () => {
    const rows = Array.from(
      { length: 1_200 },
      (_, n) => `2026-02-09,${(n % 50) + 1}.07,${n < 600 ? reference : 'x'}${n},B${ticket.id}${n}`,
    );
    const imported = await importFile(csv(...rows));
    expect(imported.statement).toMatchObject({ line_count: 1_200, open_count: 1_200 });
    const first = await maha.call('list_bank_statement_lines', {
      params: { id: imported.statement.id },
      query: { list: 'unclear' },
    });
    const second = await maha.call('list_bank_statement_lines', {
      params: { id: imported.statement.id },
      query: { list: 'unclear', cursor: first.next_cursor! },
    });
    expect(second.items[0]!.line_no).toBe(first.items.at(-1)!.line_no + 1);
    const { text } = await maha.send('list_bank_statement_lines', {
      params: { id: imported.statement.id },
      query: { list: 'unclear', format: 'csv' },
    });
    const taken = text.trimEnd().split('\r\n');
    expect(taken).toHaveLength(1 + 1_200);
    expect(taken[1]).toMatch(/^1,2026-02-09,2026-02-09,credit,1\.07,SAR,/);
    const list = await maha.send('list_bank_statements', { query: { format: 'csv' } });
    expect(list.text.split('\r\n')[1]).toMatch(/^2026-02-09,2026-02-09,statement\.csv,csv,/);
  });
});

test('the history states what a line paid as an amount in riyals', async () => {
  const paid = await product.rows<{ amount: string }>(
    `select after ->> 'amount_sar' as amount from events where operation = 'record_payment'`,
  );
  expect(paid.length).toBeGreaterThan(2);
  for (const { amount } of paid) expect(amount).toMatch(/^\d+\.\d{2}$/);
});

test('after all bank statement tests the ledger, the schedules, the payments and the lines agree', async () => {
  expect(await asOwner(product.database, (client) => brokenInvariants(client))).toEqual([]);
});
