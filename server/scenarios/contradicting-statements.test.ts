import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import type { Ticket } from '#api/tickets.ts';
import { endToEndId } from '#domain/payouts/pain-001.ts';
import { refundEndToEndId } from '#domain/servicing/refund.ts';
import {
  confirmPaid,
  importCompared,
  importStatement,
  releaseRun,
} from '#server/product-client/financing.ts';
import { refund } from '../testing/approvals.ts';
import { giveRefundIbans, REFUND_IBAN } from '../testing/ibans.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { codeOf } from '../testing/refusals.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';
import { ticketMoney } from '../testing/ticket-money.ts';

/** Statements that contradict each other: neither proves anything new until two people have decided. */

let company: Actor;
let agency: Actor;
let agency_id: string;
/** Each test has a month of its own, so that no statement meets another test's. */
let month = 1;
let ticket: Ticket;

const staffed = await startStaffedProduct('2026-02-01T06:00:00Z');
const { product, maha, faisal } = staffed;
afterAll(() => product.close());
const money = ticketMoney(staffed, () => ({ company, agency, agency_id }));

const day = (of: number) => new Date(Date.UTC(2026, month - 1, of)).toISOString().slice(0, 10);
const on = (of: number) => product.clock.set(`${day(of)}T06:00:00Z`);

beforeEach(async () => {
  month += 1;
  on(1);
  ({ company, agency, agency_id } = await signUpParties(product, maha));
  ticket = await money.financed('900.00', 1);
});
afterEach(() => expectSoundBooks(product.database));

/** Rows of a file: the day, the amount, what else tells it, and the balance after it where the file states one. */
type Row = [of: number, amount: string, reference: string, balance?: string, details?: string];
const file = (rows: readonly Row[]) =>
  [
    'date,amount,details,bank reference,balance',
    ...rows.map(([of, amount, name, balance = '', details = 'Transfer']) =>
      [day(of), amount, details, `${name}${month}0`, balance].join(','),
    ),
  ].join('\n');
const bring = (...rows: Row[]) => importStatement(maha, file(rows));
const bringCompared = (...rows: Row[]) => importCompared([maha, faisal], file(rows));

const decided = async ({ statement }: ImportedBankStatement) =>
  (
    await maha.call('list_bank_statement_lines', {
      params: { id: statement.id },
      query: { list: 'confirmed' },
    })
  ).items;

/** The lines of a statement are payments of the ticket, or the recorded payment of their amount (`known`), or what `as` says. */
async function confirm(
  { statement }: ImportedBankStatement,
  as: object = { ticket_number: ticket.ticket_number, is_another: true, reason: 'Its own' },
  known?: { id: string; amount_sar: string },
) {
  const lines = await product.rows<{ id: string; amount: string }>(
    `select id, amount::numeric(14,2)::text as amount from bank_statement_lines
      where statement_id = $1 and status = 'Open'`,
    [statement.id],
  );
  for (const { id, amount } of lines)
    await maha.call('confirm_bank_statement_line', {
      params: { id },
      body: amount === known?.amount_sar ? { payment_id: known.id } : as,
    });
}
const read = ({ statement }: ImportedBankStatement) =>
  maha.call('read_bank_statement', { params: { id: statement.id } });
const against = async (one: ImportedBankStatement) =>
  (await read(one)).contradiction.statements.map(({ id }) => id);
const waiting = async () =>
  (await maha.call('operations_overview')).waits.bank_statements_contradicted.count;
const letter = () =>
  codeOf(
    company.send('settlement_letter', {
      params: { ticket_number: ticket.ticket_number },
      query: { language: 'en' },
    }),
  );
async function decide(
  operation: 'reject_bank_statement' | 'accept_bank_statement',
  { statement }: ImportedBankStatement,
) {
  const { id } = await maha.call(operation, {
    params: { id: statement.id },
    body: { reason: 'The bank says so' },
  });
  expect(await codeOf(maha.send('approve_request', { params: { id } }))).toBe(
    'own_request_refused',
  );
  await faisal.call('approve_request', { params: { id } });
}
const approve = ({ id }: { id: string }) => faisal.call('approve_request', { params: { id } });
const status = async () =>
  (await company.call('read_ticket', { params: { ticket_number: ticket.ticket_number } })).ticket
    .status;

test('a file that one person wrote is contradicted by the bank’s: letters are held at once, and its payments reversed once two people reject it', async () => {
  on(2);
  const written = await bringCompared([2, '900.00', 'FW']);
  await confirm(written);
  expect([await status(), await letter()]).toEqual(['Completed', null]);
  on(4);
  const banks = await bring([1, '5.00', 'FB', '105.00'], [3, '6.00', 'FC', '111.00']);
  expect(await waiting()).toBe(2);
  expect([await against(written), await against(banks)]).toEqual([
    [banks.statement.id],
    [written.statement.id],
  ]);
  // Nothing that was given is undone.
  expect([await status(), await letter()]).toEqual(['Completed', 'payment_not_proven']);
  await money.startOfMoves();
  await decide('reject_bank_statement', written);
  expect(await money.moved()).toEqual({ bank: -900, receivable: 900 });
  expect([await status(), await waiting(), await against(banks)]).toEqual(['Active', 0, []]);
  const byOne = product.rows('update bank_statements set rejected_at = now() where id = $1', [
    banks.statement.id,
  ]);
  await expect(byOne).rejects.toMatchObject({ message: 'bank_statement_not_contradicted' });
  const { statement, counts } = await read(written);
  expect(statement).toMatchObject({ rejected_at: expect.any(String), compared_by: null });
  expect(counts.set_aside.count).toBe(1);
  const params = { id: written.statement.id };
  expect(await codeOf(faisal.send('compare_bank_statement', { params }))).toBe(
    'bank_statement_rejected',
  );
  const { items } = await maha.call('list_bank_statement_lines', {
    params,
    query: { list: 'set_aside' },
  });
  expect(
    await codeOf(maha.send('reopen_bank_statement_line', { params: { id: items[0]!.id } })),
  ).toBe('bank_statement_line_decided');
  // The movement is not known from a file that is not the bank's.
  const again = await bring([2, '900.00', 'FW'], [2, '7.00', 'FX']);
  expect(again.statement).toMatchObject({ line_count: 2, known_count: 0 });
});

test('no refund is asked for, approved or sent while a statement contradicts the one that shows its payment', async () => {
  await giveRefundIbans(product, product.clock.now());
  on(2);
  const shown = await bringCompared([2, '1000.00', 'FR']);
  await confirm(shown);
  const [line] = await decided(shown);
  const asks = (amount_sar: string) => ({
    params: { id: line!.payment!.id },
    body: { amount_sar, to: 'company' as const, reason: 'They asked for it' },
  });
  const first = await maha.call('refund_credit', asks('40.00'));
  await faisal.call('approve_request', { params: { id: first.id } });
  const waits = await maha.call('refund_credit', asks('50.00'));
  on(4);
  await bring([1, '5.00', 'FB', '105.00'], [3, '6.00', 'FC', '111.00']);
  expect(await codeOf(maha.send('refund_credit', asks('1.00')))).toBe(
    'bank_statement_contradicted',
  );
  const second = () => codeOf(faisal.send('approve_request', { params: { id: waits.id } }));
  expect(await second()).toBe('bank_statement_contradicted');
  expect(await codeOf(maha.send('make_refund_file', {}))).toBe('refund_file_empty');
  await decide('accept_bank_statement', shown);
  expect([await waiting(), await second()]).toEqual([0, null]);
  expect((await maha.call('make_refund_file')).file).toMatchObject({ amount_sar: '90.00' });
});

test('a ticket whose payout failed by a contradicted statement alone is not closed by one person', async () => {
  const failed = await money.approved('300.00', 1);
  const { run, lines } = await releaseRun([maha, faisal]);
  const { payout_id, amount_sar } = lines[0]!;
  await maha.call('make_payout_file', { params: { id: run.id } });
  on(2);
  const row = `${day(2)},+${amount_sar},${endToEndId(payout_id, 1)},FP${month}0`;
  const shown = await importCompared(
    [maha, faisal],
    ['date,amount,details,bank reference', row].join('\n'),
  );
  await confirm(shown, {});
  on(4);
  await bring([1, '5.00', 'FB', '105.00'], [3, '6.00', 'FC', '111.00']);
  const close = () =>
    codeOf(
      maha.send('close_ticket', {
        params: { id: failed.id },
        body: { reason: 'No longer wanted' },
      }),
    );
  expect(await close()).toBe('close_takes_two');
  await decide('accept_bank_statement', shown);
  expect(await close()).toBeNull();
});

test('what the bank’s file shows too, and what another person has confirmed, stays when the contradicted file is rejected', async () => {
  on(2);
  const written = await bringCompared(
    [2, '300.00', 'FT'],
    [2, '200.00', 'FP'],
    [2, '100.00', 'FQ'],
  );
  const typed = await money.pay('100.00', ticket);
  await confirm(written, undefined, typed);
  on(4);
  const banks = await bringCompared(
    [1, '5.00', 'FB', '105.00'],
    [2, '300.00', 'FT', '405.00'],
    [3, '6.00', 'FC', '411.00'],
  );
  expect(await against(banks)).toEqual([written.statement.id]);
  await money.startOfMoves();
  await decide('reject_bank_statement', written);
  expect(await money.moved()).toEqual({ bank: -200, receivable: 200 });
  const kept = await decided(banks);
  expect(kept.map(({ line_no, amount }) => [line_no, amount])).toEqual([[2, '300.00']]);
  const { payment } = await maha.call('read_payment', { params: { id: kept[0]!.payment!.id } });
  expect(payment.proven_at).not.toBeNull();
  const { payment: own } = await maha.call('read_payment', { params: { id: typed.id } });
  expect(own.reversed_at).toBeNull();
});

/** The bank's file of the first days: it has nothing of what the others tell. */
const banksFile = () => bring([1, '5.00', 'FB', '1005.00'], [4, '6.00', 'FC', '1011.00']);
/** The statement that brings a credit, and those that take it back, or parts of it. */
async function takenBack(...amounts: string[]) {
  on(2);
  const first = await bringCompared([2, '900.00', 'FT']);
  await confirm(first);
  on(3);
  const takers: ImportedBankStatement[] = [];
  for (const amount of amounts) {
    const taker = await bringCompared([3, `-${amount}`, 'FT', '', 'REVERSAL']);
    const [open] = await product.rows<{ id: string }>(
      'select id from bank_statement_lines where statement_id = $1',
      [taker.statement.id],
    );
    const [line] = await decided(first);
    await maha.call('confirm_bank_statement_line', {
      params: { id: open!.id },
      body: { payment_id: line!.payment!.id },
    });
    takers.push(taker);
  }
  on(6);
  await banksFile();
  return { first, second: takers[0]!, third: takers[1]! };
}

test('what a rejected file had taken back is decided again', async () => {
  const { first, second } = await takenBack('900.00');
  await decide('reject_bank_statement', second);
  const { counts } = await read(first);
  expect(counts.unclear).toEqual({ count: 1, amount_sar: '900.00' });
});

test('parts that rejected files had taken back, one after the other, are of the payment again', async () => {
  const { first, second, third } = await takenBack('300.00', '200.00');
  const left = async () => (await decided(first))[0]!.taken_back_sar;
  expect(await left()).toBe('500.00');
  await money.startOfMoves();
  await decide('reject_bank_statement', second);
  expect(await left()).toBe('200.00');
  // Somebody has looked at the rest anew.
  const params = { id: (await decided(first))[0]!.payment!.id };
  await maha.call('reverse_payment', { params, body: { reason: 'The wrong ticket' } });
  await confirm(first);
  await decide('reject_bank_statement', third);
  expect([await left(), await status()]).toEqual([null, 'Completed']);
  expect(await money.moved()).toEqual({ bank: 500, receivable: -500 });
});

test('a payment that a person has confirmed is whole again when the file that shows it, and took a part back, is rejected', async () => {
  on(3);
  const payment = await money.pay('900.00', ticket);
  const written = await bringCompared([3, '900.00', 'FT'], [3, '-300.00', 'FT', '', 'REVERSAL']);
  await money.startOfMoves();
  for (const direction of ['credit', 'debit']) {
    const [line] = await product.rows<{ id: string }>(
      'select id from bank_statement_lines where statement_id = $1 and direction = $2',
      [written.statement.id, direction],
    );
    const body = { payment_id: payment.id };
    await maha.call('confirm_bank_statement_line', { params: { id: line!.id }, body });
  }
  expect(await money.moved()).toEqual({ bank: -300, receivable: 300 });
  on(6);
  await banksFile();
  await decide('reject_bank_statement', written);
  expect([await money.moved(), await status()]).toEqual([{}, 'Completed']);
});

test.each(['900.00', '300.00'])(
  'what has taken back SAR %s of a rejected file’s credit is decided again',
  async (amount) => {
    const { first, second } = await takenBack(amount);
    await money.startOfMoves();
    await decide('reject_bank_statement', first);
    expect(await money.moved()).toEqual(amount === '900.00' ? {} : { bank: -600, receivable: 600 });
    const { counts } = await read(second);
    expect(counts.settled.count).toBe(0);
    expect(counts.reversals.count + counts.unclear.count).toBe(1);
    expect((await read(first)).counts.set_aside.count).toBe(1);
  },
);

test('a credit of a rejected file is neither proposed to the line that had taken it back, nor taken back again', async () => {
  on(2);
  const first = await bringCompared([2, '900.00', 'FT']);
  on(3);
  const second = await bringCompared([3, '-900.00', 'FT', '', 'REVERSAL']);
  const [credit, taker] = await product.rows<{ id: string }>(
    'select id from bank_statement_lines where statement_id = any ($1) order by direction',
    [[first.statement.id, second.statement.id]],
  );
  const takeBack = { params: { id: taker!.id }, body: { line_id: credit!.id } };
  const settled = await maha.call('confirm_bank_statement_line', takeBack);
  expect(settled.counter_line?.id).toBe(credit!.id);
  on(6);
  await banksFile();
  await decide('reject_bank_statement', first);
  const { items } = await maha.call('list_bank_statement_lines', {
    params: { id: second.statement.id },
    query: { list: 'reversals' },
  });
  expect(items).toMatchObject([{ id: taker!.id, proposed: null }]);
  expect(await codeOf(maha.send('confirm_bank_statement_line', takeBack))).toBe(
    'bank_statement_rejected',
  );
});

/** A payout in a file for the bank, as a statement names it. */
async function handedOver() {
  const of = await money.approved('300.00', 1);
  const { run, lines } = await releaseRun([maha, faisal]);
  await maha.call('make_payout_file', { params: { id: run.id } });
  const { payout_id } = lines[0]!;
  return { of, run, payout_id, name: endToEndId(payout_id, 1) };
}
const tells = (amount: string, says: string, reference: string) =>
  importCompared(
    [maha, faisal],
    [
      'date,amount,details,bank reference',
      `${day(2)},${amount},${says},${reference}${month}0`,
    ].join('\n'),
  );
const outcomeOf = async ({ run }: { run: { id: string } }) =>
  (await maha.call('read_payout_run', { params: { id: run.id } })).lines[0]!.outcome;

test('a payout that a rejected file alone had called failed has arrived, and no run pays it again', async () => {
  const sent = await handedOver();
  on(2);
  await money.startOfMoves();
  const written = await tells('+285.00', sent.name, 'FP');
  await confirm(written, {});
  expect(await outcomeOf(sent)).toBe('Failed');
  on(6);
  await banksFile();
  await decide('reject_bank_statement', written);
  expect(await outcomeOf(sent)).toBe('Confirmed');
  expect(await money.moved()).toEqual({});
  expect(await codeOf(maha.send('prepare_payout_run'))).toBe('no_payouts_due');
});

test('a payout that came back less a charge, by the word of a rejected file, has arrived, and nothing was kept of it', async () => {
  const sent = await handedOver();
  await confirmPaid(maha, sent.run.id, [sent.payout_id]);
  on(2);
  await money.startOfMoves();
  const written = await tells('+280.00', sent.name, 'FP');
  await confirm(written, { bank_charges_sar: '5.00' });
  expect(await outcomeOf(sent)).toBe('Returned');
  on(6);
  await banksFile();
  await decide('reject_bank_statement', written);
  expect(await outcomeOf(sent)).toBe('Confirmed');
  expect(await money.moved()).toEqual({});
});

const because = ({ run, payout_id }: { run: { id: string }; payout_id: string }) => ({
  params: { id: run.id, payout_id },
  body: { reason: 'X' },
});
const paidTwice = { agency_receivable: 285, bank: -285 };
/** One person has called its first attempt failed, and the second has arrived. */
async function sentTwice() {
  const sent = await handedOver();
  await maha.call('fail_payout_line', because(sent));
  const { run } = await releaseRun([maha, faisal]);
  await confirmPaid(maha, run.id, [sent.payout_id]);
  on(2);
  await money.startOfMoves();
  return sent;
}

test.each(['what paid it back', 'the claim'])(
  'rejected files neither claim a payout back from its agency nor have it paid back, where the file of %s is rejected first',
  async (first) => {
    const sent = await sentTwice();
    const claimed = await tells('-285.00', sent.name, 'FP');
    await confirm(claimed, {});
    expect(await money.moved()).toEqual(paidTwice);
    const back = await tells('+285.00', sent.name, 'FR');
    await confirm(back, {});
    expect(await money.moved()).toEqual({});
    on(6);
    await banksFile();
    const isBackFirst = first === 'what paid it back';
    await decide('reject_bank_statement', isBackFirst ? back : claimed);
    expect(await money.moved()).toEqual(isBackFirst ? paidTwice : {});
    await decide('reject_bank_statement', isBackFirst ? claimed : back);
    expect(await money.moved()).toEqual({});
  },
);

test('what two people have said of a claim stays when the files that showed it too are rejected', async () => {
  const sent = await sentTwice();
  await approve(await maha.call('confirm_doubtful_payout', because(sent)));
  on(3);
  const debit = await tells('-285.00', sent.name, 'FP');
  await confirm(debit, {});
  const back = await bringCompared([3, '185.00', 'FR']);
  on(6);
  const [claim] = await product.rows<{ id: string }>(
    'select id from agency_claims where payout_id = $1',
    [sent.payout_id],
  );
  const settle = async (amount_sar: string, bank_reference: string) =>
    approve(
      await maha.call('settle_agency_claim', {
        params: { id: claim!.id },
        body: { paid_back: { amount_sar, bank_reference }, reason: 'The agency was asked' },
      }),
    );
  await banksFile();
  await decide('reject_bank_statement', debit);
  expect(await money.moved()).toEqual(paidTwice);
  await settle('100.00', 'FT');
  await settle('185.00', `FR${month}0`);
  expect((await read(back)).counts.settled.count).toBe(1);
  await decide('reject_bank_statement', back);
  expect(await money.moved()).toEqual({});
});

test('an attempt that the bank’s debit had claimed already is not claimed again when the file that had called it failed is rejected', async () => {
  const sent = await handedOver();
  on(6);
  await money.startOfMoves();
  const failed = await importCompared([maha, faisal], file([[3, '+285.00', 'FP', '', sent.name]]));
  await confirm(failed, {});
  const { run } = await releaseRun([maha, faisal]);
  await maha.call('make_payout_file', { params: { id: run.id } });
  await confirm(await bringCompared([5, '-285.00', 'FQ', '', `REVERSAL ${sent.name}`]), {});
  await bring([2, '5.00', 'FB', '1005.00'], [4, '6.00', 'FC', '1011.00']);
  await decide('reject_bank_statement', failed);
  expect(await money.moved()).toEqual(paidTwice);
});

test('the debit of a whole payout file is the bank’s own one once the file that told it is rejected', async () => {
  await money.approved('300.00', 1);
  const { run } = await releaseRun([maha, faisal]);
  const { files } = await maha.call('make_payout_file', { params: { id: run.id } });
  on(2);
  const whole = (reference: string): Row => [
    2,
    '-285.00',
    reference,
    '',
    `Salaries ${files[0]!.message_id}`,
  ];
  const isDebited = async () =>
    (await maha.call('read_payout_run', { params: { id: run.id } })).lines[0]!.is_debited;
  const written = await bringCompared(whole('FM'), [2, '2.00', 'FA']);
  expect(await isDebited()).toBe(true);
  on(6);
  await banksFile();
  await decide('reject_bank_statement', written);
  expect(await isDebited()).toBe(false);
  await bring(whole('FN'));
  expect(await isDebited()).toBe(true);
});

/** A refund of SAR 1,000.00 in a file for the bank, as a statement names it; its payment has paid the ticket. */
async function refundSent() {
  await giveRefundIbans(product, product.clock.now());
  on(2);
  const payment = await money.pay('1900.00', ticket);
  await refund(product, [maha, faisal], payment, '1000.00');
  const statuses = async () =>
    (await maha.call('read_payment', { params: { id: payment.id } })).refunds;
  const [sent] = await statuses();
  await maha.call('make_refund_file');
  await money.startOfMoves();
  return {
    payment,
    name: refundEndToEndId(sent!.id),
    statuses: async () => (await statuses()).map((one) => one.status),
  };
}

test.each([
  'paid another ticket',
  'were refunded again',
  'were refunded again, of a payment that was reversed since,',
])(
  'a refund that a rejected file alone had called failed has arrived: what it freed and %s is owed',
  async (how) => {
    const { payment, name, statuses } = await refundSent();
    const written = await tells('+1000.00', name, 'FR');
    await confirm(written, {});
    on(6);
    await banksFile();
    const paid = how === 'paid another ticket';
    const reversed = how.includes('reversed');
    if (paid) await money.financed('400.00', 1);
    else await refund(product, [maha, faisal], payment, '1000.00');
    const params = { id: payment.id };
    if (reversed) await maha.call('reverse_payment', { params, body: { reason: 'Not ours' } });
    await decide('reject_bank_statement', written);
    const earned = { fee_income: -17.39, vat_payable: -2.61 };
    expect(await money.moved()).toEqual(
      paid
        ? { bank: -380, receivable: 400, ...earned }
        : reversed
          ? { bank: -2900, receivable: 900, refunds_receivable: 2000 }
          : { bank: -1000, receivable: 900, refunds_receivable: 100 },
    );
    expect(await statuses()).toEqual(
      paid ? ['Confirmed'] : reversed ? ['Confirmed', 'Sent'] : ['Sent'],
    );
  },
);

test.each(['a line of its own', 'a line that another file had told first'])(
  'a refund that failed by %s, which no other compared file shows than the rejected one, has arrived: the line is decided again',
  async (whose) => {
    const { name, statuses } = await refundSent();
    const line: Row = [2, '+1000.00', 'FR', '', name];
    const files = [
      () => bringCompared(line, [2, '+2.00', 'FZ']),
      () => bring(line, [2, '+3.00', 'FY']),
    ];
    if (whose !== 'a line of its own') files.reverse();
    const first = await files[0]!();
    const second = await files[1]!();
    const [credit] = await product.rows<{ id: string }>(
      'select id from bank_statement_lines where statement_id = $1 and refund_id is not null',
      [first.statement.id],
    );
    await maha.call('confirm_bank_statement_line', { params: credit!, body: {} });
    expect(await statuses()).toEqual(['Failed']);
    on(6);
    await banksFile();
    await decide('reject_bank_statement', whose === 'a line of its own' ? first : second);
    expect(await statuses()).toEqual(['Confirmed']);
    expect((await read(whose === 'a line of its own' ? second : first)).counts.payouts.count).toBe(
      1,
    );
  },
);

test.each(['identified', 'sent back again and reversed'])(
  'money of nobody that was sent back, and counts as arrived although it was %s meanwhile, is owed back',
  async (how) => {
    on(2);
    const came = await importCompared(
      [maha, faisal],
      [
        'date,amount,details,bank reference,payer iban,payer name',
        `${day(2)},700.00,Transfer,FU${month}0,${REFUND_IBAN},A Trader`,
      ].join('\n'),
    );
    await confirm(came, {});
    const [line] = await decided(came);
    const params = { id: line!.payment!.id };
    const body = { reason: 'Not ours' };
    const sendBack = async () => {
      await approve(await maha.call('send_back_payment', { params, body }));
      await maha.call('make_refund_file');
    };
    await sendBack();
    const { refunds } = await maha.call('read_payment', { params });
    const written = await tells('+700.00', refundEndToEndId(refunds[0]!.id), 'FR');
    await confirm(written, {});
    const { ticket_number } = ticket;
    const isIdentified = how === 'identified';
    await money.startOfMoves();
    if (isIdentified) {
      await maha.call('identify_payment', { params, body: { ...body, ticket_number } });
      // What it has paid, this one pays then.
      await money.pay('500.00', ticket);
    } else {
      await sendBack();
      await maha.call('reverse_payment', { params, body });
    }
    on(6);
    await banksFile();
    await decide('reject_bank_statement', written);
    expect(await money.moved()).toEqual(
      isIdentified
        ? { bank: -200, receivable: -500, unidentified_receipts: 700 }
        : { bank: -2100, refunds_receivable: 1400, unidentified_receipts: 700 },
    );
  },
);

test('the bank’s own line of a movement is decided again when the file that told it first is rejected', async () => {
  on(2);
  const written = await bringCompared([2, '900.00', 'FT'], [2, '1.00', 'FA']);
  await confirm(written);
  on(6);
  const banks = await importStatement(
    maha,
    [
      'date,amount,details,bank reference,balance',
      `${day(1)},5.00,Transfer,FB${month}0,1005.00`,
      `${day(2)},900.00,Transfer,,1905.00`,
      `${day(4)},6.00,Transfer,FC${month}0,1911.00`,
    ].join('\n'),
  );
  const [own] = await product.rows<{ id: string; told: boolean }>(
    `select id, told_line_id is not null as told from bank_statement_lines
      where statement_id = $1 and amount = 900`,
    [banks.statement.id],
  );
  expect(own!.told).toBe(true);
  const { id } = own!;
  await maha.call('set_aside_bank_statement_line', {
    params: { id },
    body: { reason: 'Told before' },
  });
  await decide('reject_bank_statement', written);
  const params = { id: banks.statement.id };
  const { items } = await maha.call('list_bank_statement_lines', {
    params,
    query: { list: 'unclear' },
  });
  expect(items.map((line) => line.id)).toContain(id);
});

test('a line moves from one rejected file to the next that tells it, and a rejected file may be imported again', async () => {
  on(2);
  const first = await bringCompared([2, '900.00', 'FT'], [2, '1.00', 'FA']);
  await confirm(first);
  on(3);
  const second = await bring([2, '900.00', 'FT'], [2, '2.00', 'FD']);
  const third = await bringCompared([2, '900.00', 'FT'], [2, '3.00', 'FE']);
  on(6);
  await banksFile();
  await decide('reject_bank_statement', first);
  expect(await decided(third)).toHaveLength(1);
  await decide('reject_bank_statement', third);
  expect((await read(second)).counts.unclear).toEqual({ count: 2, amount_sar: '902.00' });
  const again = await bring([2, '900.00', 'FT'], [2, '3.00', 'FE']);
  expect(again.is_known).toBe(false);
  expect(again.statement).toMatchObject({ line_count: 1, known_count: 1 });
});

test('a compared file proves the payments of lines that another file told first, until two people reject it', async () => {
  on(2);
  const first = await bring([2, '900.00', 'FT']);
  await confirm(first);
  expect([await status(), await letter()]).toEqual(['Active', 'not_found']);
  const second = await bringCompared([2, '900.00', 'FT'], [2, '3.00', 'FE']);
  expect([await status(), await letter()]).toEqual(['Completed', null]);
  on(6);
  await banksFile();
  expect(await letter()).toBe('payment_not_proven');
  await decide('reject_bank_statement', second);
  expect([await status(), await letter()]).toEqual(['Completed', 'payment_not_proven']);
  await faisal.call('compare_bank_statement', { params: { id: first.statement.id } });
});

test('a line that was set aside before a file proved it is unproven once that file is rejected', async () => {
  on(2);
  const line: Row = [2, '900.00', 'FT'];
  const first = await bring(line);
  const [told] = await product.rows<{ id: string }>(
    'select id from bank_statement_lines where statement_id = $1',
    [first.statement.id],
  );
  const params = { id: told!.id };
  await maha.call('set_aside_bank_statement_line', { params, body: { reason: 'Not yet' } });
  on(3);
  const second = await bringCompared(line, [2, '3.00', 'FE']);
  on(6);
  await banksFile();
  await decide('reject_bank_statement', second);
  await maha.call('reopen_bank_statement_line', { params });
  await confirm(first);
  expect([await status(), await letter()]).toEqual(['Active', 'not_found']);
  await faisal.call('compare_bank_statement', { params: { id: first.statement.id } });
});

test('a payment that two rejected files had proven, one after the other, is proven by nothing: no letter, and no more of it is refunded', async () => {
  await giveRefundIbans(product, product.clock.now());
  on(2);
  const line: Row = [2, '1000.00', 'FT'];
  const first = await bring(line);
  await confirm(first);
  const second = await bringCompared(line, [2, '3.00', 'FE']);
  const params = { id: (await decided(first))[0]!.payment!.id };
  const asks = (amount_sar: string) => ({
    params,
    body: { amount_sar, to: 'company' as const, reason: 'They asked for it' },
  });
  await approve(await maha.call('refund_credit', asks('40.00')));
  on(3);
  const third = await bringCompared(line, [2, '4.00', 'FG']);
  on(6);
  await banksFile();
  await decide('reject_bank_statement', second);
  await decide('reject_bank_statement', third);
  expect(await letter()).toBe('payment_not_proven');
  expect(await codeOf(maha.send('refund_credit', asks('1.00')))).toBe('payment_not_proven');
  expect(await codeOf(maha.send('make_refund_file', {}))).toBe('refund_file_empty');
  await faisal.call('compare_bank_statement', { params: { id: first.statement.id } });
});

test('statements contradict each other by a balance that does not follow, and by a movement that one of them lacks on a day that it tells whole', async () => {
  on(2);
  const shown = await bringCompared([2, '10.00', 'FA', '110.00'], [2, '20.00', 'FB', '130.00']);
  // The first was read on its last day, which goes on.
  on(4);
  const next = await bring(
    [2, '10.00', 'FA', '110.00'],
    [2, '20.00', 'FB', '130.00'],
    [2, '-3.00', 'FX', '127.00'],
    [3, '33.00', 'FC', '160.00'],
  );
  expect(await against(next)).toEqual([]);
  on(8);
  const follows = await bring([4, '1.00', 'FD', '161.00'], [5, '1.00', 'FG', '162.00']);
  expect(await against(follows)).toEqual([]);
  const doubt = await bring([2, '10.00', 'FA', '110.00'], [2, '21.00', 'FZ', '131.00']);
  expect(await against(doubt)).toEqual([shown.statement.id]);
  const breaks = await bringCompared([6, '1.00', 'FE', '900.00'], [6, '1.00', 'FH', '901.00']);
  // Nobody has compared the one before it, but it is compared itself.
  expect(await against(breaks)).toEqual([follows.statement.id]);
  const gap = await bringCompared([8, '1.00', 'FF', '5000.00'], [8, '1.00', 'FI', '5001.00']);
  expect(await against(gap)).toEqual([]);
});

test('files that were read within a day contradict neither the next one of that day nor that of the next day', async () => {
  on(20);
  await bringCompared([20, '10.00', 'GA', '110.00'], [20, '20.00', 'GB', '130.00']);
  const noon = await bring([20, '5.00', 'GC', '135.00'], [20, '6.00', 'GD', '141.00']);
  expect(await against(noon)).toEqual([]);
  on(22);
  // The afternoon is in neither, and the last one begins within a day.
  const next = await bring([21, '1.00', 'GE', '500.00'], [21, '2.00', 'GF', '502.00']);
  expect(await against(next)).toEqual([]);
  const rows = await bring([21, '2.00', 'GF', '502.00'], [22, '4.00', 'GG', '506.00']);
  expect(await against(rows)).toEqual([]);
});
