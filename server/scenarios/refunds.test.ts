import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Refund } from '#api/refunds.ts';
import { problem } from '#api/wire.ts';
import { refundEndToEndId } from '#domain/servicing/refund.ts';
import { readSettings } from '#server/platform/config/settings.ts';
import { importCompared, importStatement } from '#server/product-client/financing.ts';
import { prove, depositProven, refund as sendBack } from '../testing/approvals.ts';
import { REFUND_IBAN, giveRefundIbans } from '../testing/ibans.ts';
import { startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';
import { expectSoundBooks } from '../testing/sound-books.ts';

/** Refunds: where they go, the files that carry them to the bank, and what becomes of them. */

const payerIban = 'SA9480000000000000000001';

let company: Actor;
let company_id: string;
let files = 0;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z', {
  PLATFORM_NAME: 'Hamla Company',
  PLATFORM_IBAN: 'SA3180000000608010167500',
});
afterAll(() => product.close());
beforeEach(async () => {
  product.clock.set('2026-02-10T09:00:00Z');
  company = await product.signUp('company');
  ({ id: company_id } = await company.call('upsert_company', { body: { name: 'Najd Trading' } }));
});
afterEach(() => expectSoundBooks(product.database));

const code = ({ text }: { text: string }) => problem.parse(JSON.parse(text)).code;
const answerOf = (answer: { status: number; text: string }) =>
  answer.status === 200 ? 'done' : code(answer);

/** Money of the company's, which owes nothing: all of it is credit. Another person has seen that it came. */
const deposit = (amount_sar: string) =>
  depositProven([maha, faisal], company_id, amount_sar, '2026-02-09');
/** The same, as a line of a statement has shown it; of nobody known where `whose` is null. */
async function depositFrom(iban: string, amount: string, whose: string | null = company_id) {
  const text = [
    'date,amount,details,bank reference,payer iban,payer name',
    `2026-02-09,${amount},Transfer,FT${(files += 1)},${iban},Najd Coffee Trading`,
  ].join('\n');
  const { statement } = await importCompared([maha, faisal], text);
  const { items } = await maha.call('list_bank_statement_lines', {
    params: { id: statement.id },
    query: { list: 'unclear' },
  });
  const { payment } = await maha.call('confirm_bank_statement_line', {
    params: { id: items[0]!.id },
    body: { company_id: whose, is_another: true, reason: 'A deposit' },
  });
  return { id: payment!.id };
}
const giveIban = () => giveRefundIbans(product, product.clock.now());
const ask = (id: string, amount_sar: string, to: 'payer' | 'company' = 'company') =>
  maha.send('refund_credit', {
    params: { id },
    body: { amount_sar, to, reason: 'They asked for it' },
  });
const approve = (id: string) => faisal.send('approve_request', { params: { id } });
const details = (id: string) => maha.call('read_payment', { params: { id } });
const read = async (id: string) => (await details(id)).payment;
const refundsOf = async (id: string) => (await details(id)).refunds;
async function refunded(
  id: string,
  amount: string,
  to: 'payer' | 'company' = 'company',
): Promise<Refund> {
  const request = JSON.parse((await ask(id, amount, to)).text) as { id: string };
  expect(answerOf(await approve(request.id))).toBe('done');
  return (await refundsOf(id)).at(-1)!;
}
const makeFile = () => maha.call('make_refund_file');
const confirm = (id: string) => maha.send('confirm_refund', { params: { id } });
const fail = (id: string) =>
  maha.send('fail_refund', { params: { id }, body: { reason: 'Account closed' } });
const askBack = (id: string) =>
  maha.send('return_refund', { params: { id }, body: { reason: 'Account closed' } });
/** Two people say that a refund which a file carries failed or came back. */
async function comeBack(id: string) {
  const asked = await askBack(id);
  return asked.status === 200 ? approve((JSON.parse(asked.text) as { id: string }).id) : asked;
}
const reverse = (id: string) =>
  maha.call('reverse_payment', { params: { id }, body: { reason: 'Recalled' } });
const list = async (of: 'waiting' | 'sent' | 'answered') => {
  const { items } = await maha.call('list_refunds', { query: { list: of } });
  return items.filter((one) => one.company_id === company_id);
};

describe('the destination of a refund', () => {
  test('a refund goes to the IBAN that paid or to the one that its company has given; nobody types one', async () => {
    const unseen = await deposit('100.00');
    expect(code(await ask(unseen.id, '40.00', 'company'))).toBe('refund_iban_missing');
    expect(code(await ask(unseen.id, '40.00', 'payer'))).toBe('refund_iban_missing');
    await giveIban();
    expect(code(await ask(unseen.id, '40.00', 'payer'))).toBe('payer_iban_unknown');
    expect(await refunded(unseen.id, '40.00')).toMatchObject({
      goes_to: 'company',
      iban: REFUND_IBAN,
      beneficiary: 'Najd Trading',
      status: 'Sent',
      file_no: null,
      refunded_by: 'Faisal',
    });
    const seen = await depositFrom(payerIban, '50.00');
    expect((await details(seen.id)).refund_destinations).toEqual({
      payer: payerIban,
      is_payer_usable: true,
      company: REFUND_IBAN,
    });
    expect(await refunded(seen.id, '50.00', 'payer')).toMatchObject({
      goes_to: 'payer',
      iban: payerIban,
      beneficiary: 'Najd Coffee Trading',
    });
  });

  test.each([
    ['a foreign IBAN', 'DE89370400440532013000', '60.00'],
    ["the platform's own account", readSettings({}).platform.iban!, '59.00'],
  ])('a refund never goes to %s, also for an unknown payer', async (_, iban, amount) => {
    const { id } = await depositFrom(iban, amount);
    expect(code(await ask(id, '1.00', 'payer'))).toBe('payer_iban_unusable');
    expect((await details(id)).refund_destinations.is_payer_usable).toBe(false);
    const unknown = await depositFrom(iban, `1${amount}`, null);
    const back = maha.send('send_back_payment', {
      params: { id: unknown.id },
      body: { reason: 'Unknown' },
    });
    expect(code(await back)).toBe('payer_iban_unusable');
  });
});

describe('a refund file', () => {
  beforeEach(giveIban);

  test('a refund file holds each approved refund once and keeps its bytes', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    expect((await list('waiting')).map((one) => one.id)).toEqual([refund.id]);
    await maha.call('correct_refund_name', {
      params: { id: refund.id },
      body: { latin_name: 'Najd Company' },
    });
    const made = await makeFile();
    expect(made.stopped_count).toBe(0);
    expect(code(await maha.send('make_refund_file'))).toBe('refund_file_empty');
    const { file_no } = made.file!;
    expect(await list('waiting')).toEqual([]);
    expect(await list('sent')).toMatchObject([{ id: refund.id, file_no, obstacle: null }]);
    const name = maha.send('correct_refund_name', {
      params: { id: refund.id },
      body: { latin_name: 'Other' },
    });
    expect(code(await name)).toBe('latin_name_fixed');
    const formats = ['csv', 'pain.001.001.03', 'pain.001.001.12'] as const;
    const download = () =>
      Promise.all(
        formats.map((format) =>
          maha.call('download_refund_file', { params: { file_no }, query: { format } }),
        ),
      );
    const before = await download();
    const name33 = refundEndToEndId(refund.id);
    for (const { content } of before) {
      expect(content).toContain(name33);
      expect(content).toContain(REFUND_IBAN);
      expect(content).toContain('40.00');
    }
    expect(before[1]!.content).toContain('<Nm>Najd Company</Nm>');
    expect(before[1]!.content).toContain('<Cd>REFU</Cd>');
    expect(before[1]!.content).toContain('<CtgyPurp><Cd>OTHR</Cd></CtgyPurp>');
    expect(answerOf(await confirm(refund.id))).toBe('done');
    await company.call('upsert_company', { body: { name: 'Another name' } });
    product.clock.moveDays(3);
    expect(await download()).toEqual(before);
    const { items } = await maha.call('list_refund_files', { query: {} });
    expect(items[0]).toMatchObject({ file_no, unanswered_count: items[0]!.count - 1 });
  });

  test('refunds without a file or without a bank answer for five days are counted on the page of today', async () => {
    const waits = async () => {
      const { refunds_to_send, refunds_unanswered } = (await maha.call('operations_overview'))
        .waits;
      return [refunds_to_send.count, refunds_unanswered.count];
    };
    const { id } = await deposit('100.00');
    const [toSend = 0, unanswered = 0] = await waits();
    const refund = await refunded(id, '40.00');
    expect(await waits()).toEqual([toSend + 1, unanswered]);
    await makeFile();
    expect((await waits())[0]).toBe(0);
    product.clock.moveDays(5);
    const [, before = 0] = await waits();
    product.clock.moveDays(1);
    const [, later = 0] = await waits();
    expect(later).toBeGreaterThan(before);
    await confirm(refund.id);
    expect((await waits())[1]).toBe(later - 1);
  });

  test('a refund file tells its company that the refund was sent, and where to in part', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    const mails = () =>
      product.rows<{ content: object }>(
        `select m.kind, refund_content(m.refund_id) as content from mails m where m.refund_id = $1`,
        [refund.id],
      );
    expect(await mails()).toEqual([]);
    await makeFile();
    const content = { amount_sar: '40.00', iban: 'SA44 … 1234' };
    expect(await mails()).toEqual([{ kind: 'refund_sent', content }]);
    await comeBack(refund.id);
    expect(await mails()).toEqual([{ kind: 'refund_sent', content: null }]);
  });

  test('a refund file needs a name in Latin letters that somebody has confirmed; it holds until the name changes', async () => {
    await company.call('upsert_company', { body: { name: 'شركة نجد' } });
    const { id: first } = await deposit('100.00');
    const { id: refund_id } = await refunded(first, '40.00');
    expect(code(await maha.send('make_refund_file'))).toBe('latin_name_missing');
    const body = { latin_name: 'Najd Company' };
    await maha.call('correct_refund_name', { params: { id: refund_id }, body });
    expect((await makeFile()).file).not.toBeNull();
    expect((await refunded(first, '20.00')).latin_name).toBe('Najd Company');
    await company.call('upsert_company', { body: { name: 'شركة نجد الجديدة' } });
    const renamed = await refunded(first, '10.00');
    expect(renamed.latin_name).toBeNull();
    await maha.call('correct_refund_name', { params: { id: renamed.id }, body });
    await makeFile();
  });

  test('a refund file needs a Latin name of each company, without which the bank takes no payment', async () => {
    const nameless = await product.signUp('company');
    const { id: other_id } = await nameless.call('upsert_company', {
      body: { phone: '0512345678' },
    });
    await giveIban();
    const payment = await maha.call('record_payment', {
      body: {
        amount_sar: '100.00',
        value_date: '2026-02-09',
        company_id: other_id,
        is_another: true,
        reason: 'A deposit',
      },
    });
    await prove([maha, faisal], payment);
    const { id } = await refunded(payment.id, '40.00');
    expect(code(await maha.send('make_refund_file'))).toBe('latin_name_missing');
    await maha.call('correct_refund_name', { params: { id }, body: { latin_name: 'Lulua Toys' } });
    const { file_no } = (await makeFile()).file!;
    const query = { format: 'pain.001.001.03' } as const;
    const { content } = await maha.call('download_refund_file', { params: { file_no }, query });
    expect(content).toContain('<Nm>Lulua Toys</Nm>');
  });

  test('making a refund file fails refunds that must not be sent: another IBAN, a reversed payment', async () => {
    const [one, other] = [await deposit('100.00'), await deposit('80.00')];
    const [toOldIban, ofReversed] = [
      await refunded(one.id, '40.00'),
      await refunded(other.id, '30.00'),
    ];
    await product.rows('update companies set refund_iban = $2 where id = $1', [
      company_id,
      payerIban,
    ]);
    expect((await list('waiting')).map(({ obstacle }) => obstacle)).toEqual([
      'iban_changed',
      'iban_changed',
    ]);
    await reverse(other.id);
    expect(await makeFile()).toMatchObject({ file: null, stopped_count: 2 });
    expect(await list('answered')).toMatchObject([
      { id: ofReversed.id, status: 'Failed', stop: 'payment_reversed', reason: null },
      { id: toOldIban.id, status: 'Failed', stop: 'iban_changed', reason: null },
    ]);
    expect(await read(one.id)).toMatchObject({ credit_amount: '100.00', refunded_amount: '0.00' });
    expect(await read(other.id)).toMatchObject({ to_recover_amount: '0.00' });
    await product.rows('update companies set refund_iban = $2 where id = $1', [
      company_id,
      REFUND_IBAN,
    ]);
  });
});

describe('the outcome of a refund', () => {
  beforeEach(giveIban);

  test('a refund is confirmed only once a file holds it, and answered once', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    expect(code(await confirm(refund.id))).toBe('refund_not_in_file');
    expect(code(await comeBack(refund.id))).toBe('refund_not_in_file');
    await makeFile();
    expect(answerOf(await confirm(refund.id))).toBe('done');
    expect(code(await confirm(refund.id))).toBe('refund_answered');
    expect(code(await fail(refund.id))).toBe('refund_answered');
    expect(await list('answered')).toMatchObject([{ status: 'Confirmed', decided_by: 'Maha' }]);
    expect(await read(id)).toMatchObject({ credit_amount: '60.00', refunded_amount: '40.00' });
    // Its company reads it, and no IBAN in full.
    const { refunds } = await company.call('read_refund_account');
    expect(refunds).toMatchObject([
      {
        amount_sar: '40.00',
        iban: 'SA44 … 1234',
        status: 'Confirmed',
        decided_at: expect.any(String),
      },
    ]);
  });

  test('a failed or returned refund is credit again and can be refunded again', async () => {
    const { id } = await deposit('100.00');
    const first = await refunded(id, '40.00');
    expect(answerOf(await fail(first.id))).toBe('done');
    expect(await read(id)).toMatchObject({ credit_amount: '100.00', refunded_amount: '0.00' });
    const second = await refunded(id, '100.00');
    await makeFile();
    await confirm(second.id);
    expect(answerOf(await comeBack(second.id))).toBe('done');
    expect((await refundsOf(id)).map(({ status, reason }) => [status, reason])).toEqual([
      ['Failed', 'Account closed'],
      ['Returned', 'Account closed'],
    ]);
    expect(await read(id)).toMatchObject({ credit_amount: '100.00', refunded_amount: '0.00' });
    const query = { from: '2026-02-01', to: '2026-02-28' };
    const { items } = await company.call('company_statement', { query });
    expect(items.map(({ event, undoes, balance }) => [event, undoes, balance])).toEqual([
      ['payment_received', null, '-100.00'],
      ['credit_refunded', null, '-60.00'],
      ['refund_came_back', 'credit_refunded', '-100.00'],
      ['credit_refunded', null, '0.00'],
      ['refund_came_back', 'credit_refunded', '-100.00'],
    ]);
  });

  test('one person may fail a refund that is in no file, but not one that the bank has', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    await makeFile();
    expect(code(await fail(refund.id))).toBe('refund_in_file');
    const asked = JSON.parse((await askBack(refund.id)).text) as { id: string };
    expect(await read(id)).toMatchObject({ credit_amount: '60.00' });
    // It arrived meanwhile: that is another question.
    await confirm(refund.id);
    expect(code(await approve(asked.id))).toBe('approval_figures_changed');
    await maha.call('withdraw_request', { params: { id: asked.id } });
    expect(answerOf(await comeBack(refund.id))).toBe('done');
    expect(code(await askBack(refund.id))).toBe('refund_answered');
    expect(await refundsOf(id)).toMatchObject([
      { status: 'Returned', reason: 'Account closed', decided_by: 'Faisal' },
    ]);
    expect(await read(id)).toMatchObject({ credit_amount: '100.00' });
  });

  test('a refund in a file whose IBAN the company has changed since is confirmed by two people or by a debit of a compared statement, never by one person', async () => {
    const { id } = await deposit('100.00');
    const [one, other] = [await refunded(id, '40.00'), await refunded(id, '30.00')];
    await makeFile();
    const pay = async (iban: string) =>
      product.rows('update companies set refund_iban = $2 where id = $1', [company_id, iban]);
    await pay(payerIban);
    expect((await list('sent')).map(({ is_doubtful }) => is_doubtful)).toEqual([true, true]);
    expect(code(await confirm(one.id))).toBe('refund_doubtful');
    const asked = await maha.call('confirm_doubtful_refund', {
      params: { id: one.id },
      body: { reason: 'The bank says that it was paid' },
    });
    expect(asked).toMatchObject({
      amount_sar: '40.00',
      figures: { iban: REFUND_IBAN, present_iban: payerIban },
    });
    expect(code(await maha.send('approve_request', { params: { id: asked.id } }))).toBe(
      'own_request_refused',
    );
    expect(answerOf(await approve(asked.id))).toBe('done');
    const row = `2026-02-10,-30.00,${refundEndToEndId(other.id)},FT${(files += 1)}`;
    const text = ['date,amount,details,bank reference', row].join('\n');
    const { statement } = await importStatement(maha, text);
    const { items } = await maha.call('list_bank_statement_lines', {
      params: { id: statement.id },
      query: { list: 'payouts' },
    });
    const settle = () =>
      maha.send('confirm_bank_statement_line', { params: { id: items[0]!.id }, body: {} });
    expect(code(await settle())).toBe('bank_statement_not_compared');
    // The database itself takes no approval of the one for the other.
    const write = product.rows(
      `update payment_refunds set status = 'Confirmed', decided_by = refunded_by, decided_at = refunded_at where id = $1`,
      [other.id],
    );
    await expect(write).rejects.toThrow('refund_doubtful');
    await faisal.call('compare_bank_statement', { params: { id: statement.id } });
    expect(answerOf(await settle())).toBe('done');
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['Confirmed', 'Confirmed']);
    await pay(REFUND_IBAN);
  });

  test('two refunds of one payment can be returned beside each other, each by its own approval', async () => {
    const { id } = await deposit('100.00');
    const [first, second] = [await refunded(id, '40.00'), await refunded(id, '10.00')];
    await makeFile();
    const asked = JSON.parse((await askBack(first.id)).text) as { id: string };
    expect(answerOf(await askBack(second.id))).toBe('done');
    expect(answerOf(await approve(asked.id))).toBe('done');
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['Failed', 'Sent']);
    expect(await read(id)).toMatchObject({ credit_amount: '90.00' });
  });

  test('the database returns no refund that the bank has without an approval or a statement line', async () => {
    const { id } = await deposit('100.00');
    const [one, other] = [await refunded(id, '40.00'), await refunded(id, '30.00')];
    await makeFile();
    await confirm(other.id);
    // An approval of the one is none of the other.
    await comeBack(one.id);
    const write = product.rows(`update payment_refunds set status = 'Returned' where id = $1`, [
      other.id,
    ]);
    await expect(write).rejects.toThrow('refund_in_file');
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['Failed', 'Confirmed']);
  });

  test('the database returns no refund on an unanswered request, a debit, or a credit of another amount', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    await makeFile();
    const name = refundEndToEndId(refund.id);
    const head = 'date,amount,details,bank reference';
    const rows = ['-40.00', '40.50'].map((of) => `2026-02-10,${of},${name},FT${(files += 1)}`);
    const text = [head, ...rows].join('\n');
    const { counts } = await importCompared([maha, faisal], text);
    expect(counts).toMatchObject({ payouts: { count: 2 } });
    // Nor on a credit of a file that nobody else has compared.
    await importStatement(maha, [head, `2026-02-10,+40.00,${name},FT${(files += 1)}`].join('\n'));
    expect(answerOf(await askBack(refund.id))).toBe('done');
    const write = product.rows(`update payment_refunds set status = 'Failed' where id = $1`, [
      refund.id,
    ]);
    await expect(write).rejects.toThrow('refund_in_file');
    expect((await refundsOf(id)).map(({ status }) => status)).toEqual(['Sent']);
  });

  test('a company reads whether the bank has its refund', async () => {
    const { id } = await deposit('100.00');
    await refunded(id, '40.00');
    const stranger = await product.signUp('company');
    const inFile = async (who: Actor) =>
      (await who.call('read_refund_account')).refunds.map(({ is_in_file }) => is_in_file);
    expect(await inFile(company)).toEqual([false]);
    await makeFile();
    expect(await inFile(company)).toEqual([true]);
    expect(await inFile(stranger)).toEqual([]);
  });

  test('a failed refund of an unknown payer waits for its payer again', async () => {
    const { id } = await depositFrom(payerIban, '62.00', null);
    const request = await maha.call('send_back_payment', {
      params: { id },
      body: { reason: 'Unknown' },
    });
    await approve(request.id);
    const [refund] = await refundsOf(id);
    await fail(refund!.id);
    expect(await read(id)).toMatchObject({ refunded_amount: '0.00', company_id: null });
    await maha.call('identify_payment', {
      params: { id },
      body: { company_id, reason: 'A deposit' },
    });
    expect(await read(id)).toMatchObject({ credit_amount: '62.00' });
    // What nobody was known for stays nobody's.
    expect(await list('answered')).toEqual([]);
  });
});

describe('a payment reversed during its refund', () => {
  beforeEach(giveIban);

  test('a payment reversed during its refund is owed until the refund itself comes back', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    await makeFile();
    await reverse(id);
    expect(await read(id)).toMatchObject({ to_recover_amount: '40.00' });
    expect(await list('sent')).toMatchObject([{ obstacle: 'payment_reversed' }]);
    await comeBack(refund.id);
    expect(await read(id)).toMatchObject({ to_recover_amount: '0.00', refunded_amount: '0.00' });
  });

  test('a payment reversed during two refunds is owed in part when one of them comes back', async () => {
    const { id } = await deposit('100.00');
    const [first] = [await refunded(id, '40.00'), await refunded(id, '10.00')];
    await makeFile();
    await reverse(id);
    await comeBack(first.id);
    expect(await read(id)).toMatchObject({ to_recover_amount: '10.00' });
  });

  test('a payment reversed during its refund and paid back meanwhile leaves credit from what paid it', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    const small = await refunded(id, '10.00');
    await makeFile();
    await confirm(refund.id);
    await reverse(id);
    const later = await deposit('45.00');
    expect(await read(id)).toMatchObject({ recovered_amount: '45.00', to_recover_amount: '5.00' });
    await comeBack(refund.id);
    // The other refund is out still: ten are owed back, and are paid again.
    expect(await read(id)).toMatchObject({ recovered_amount: '10.00', to_recover_amount: '0.00' });
    expect(await read(later.id)).toMatchObject({ credit_amount: '35.00' });
    await comeBack(small.id);
    expect(await read(later.id)).toMatchObject({ credit_amount: '45.00' });
  });

  test('a reversed payment of an unknown payer is owed by nobody once its refund comes back', async () => {
    const { id } = await depositFrom(payerIban, '63.00', null);
    const request = await maha.call('send_back_payment', {
      params: { id },
      body: { reason: 'Unknown' },
    });
    await approve(request.id);
    const [refund] = await refundsOf(id);
    await reverse(id);
    expect(await read(id)).toMatchObject({ to_recover_amount: '63.00' });
    await fail(refund!.id);
    expect(await read(id)).toMatchObject({ to_recover_amount: '0.00' });
  });

  test('a payment reversed after its refund came back owes nothing for it', async () => {
    const { id } = await deposit('100.00');
    const refund = await refunded(id, '40.00');
    await fail(refund.id);
    await reverse(id);
    expect(await read(id)).toMatchObject({ to_recover_amount: '0.00', refunded_amount: '0.00' });
  });
});

describe('refunds on a bank statement', () => {
  beforeEach(giveIban);

  /** Lines of a statement in the list of those that name something of ours. */
  async function said(...rows: string[]) {
    const header = 'date,amount,details,bank reference,payer iban';
    const { statement } = await importStatement(maha, [header, ...rows].join('\n'));
    const { items } = await maha.call('list_bank_statement_lines', {
      params: { id: statement.id },
      query: { list: 'payouts' },
    });
    return { id: statement.id, items };
  }
  const compare = (id: string) => faisal.call('compare_bank_statement', { params: { id } });
  async function told(...rows: string[]) {
    const { id, items } = await said(...rows);
    await compare(id);
    return items;
  }
  const row = (amount: string, says: string, day = '2026-02-10') =>
    `${day},${amount.startsWith('-') ? '' : '+'}${amount},${says},FT${(files += 1)},`;
  const settle = (id: string) =>
    maha.send('confirm_bank_statement_line', { params: { id }, body: {} });
  async function sent(amount: string) {
    const { id } = await deposit('300.00');
    const refund = await refunded(id, amount);
    await makeFile();
    return { payment: id, refund, name: refundEndToEndId(refund.id) };
  }
  const statusOf = async (payment: string) =>
    (await refundsOf(payment)).map(({ status }) => status);

  test('a debit on a statement confirms a refund and is recorded once', async () => {
    const { payment, name } = await sent('41.00');
    const [line, again] = await told(
      row('-41.00', `Refund ${name}`),
      row('-41.00', `x ${name.toUpperCase()}`),
    );
    expect(line).toMatchObject({
      match_reason: 'own_refund',
      refund: { payment_id: payment, company_name: 'Najd Trading', outcome: null },
    });
    expect(answerOf(await settle(line!.id))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Confirmed']);
    expect(code(await settle(again!.id))).toBe('payout_line_unclear');
  });

  test('a debit without our reference is that of the only unanswered refund of its IBAN and amount', async () => {
    const { payment } = await sent('41.50');
    const debit = (iban: string) => `${row('-41.50', 'SARIE OUTGOING')}${iban}`;
    const [line, other] = await told(debit(REFUND_IBAN), debit(payerIban));
    expect(line).toMatchObject({ match_reason: 'own_refund', refund: { payment_id: payment } });
    expect(other).toBeUndefined();
    expect(answerOf(await settle(line!.id))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Confirmed']);
    const twice = await sent('41.50');
    expect(await told(debit(REFUND_IBAN), debit(REFUND_IBAN))).toEqual([]);
    expect(await statusOf(twice.payment)).toEqual(['Sent']);
  });

  test('a credit on a statement returns or fails a refund and is never a payment of its company', async () => {
    const { payment, name } = await sent('42.00');
    const [out] = await told(row('-42.00', name));
    await settle(out!.id);
    const [back] = await told(row('42.00', `Returned: closed ${name}`));
    expect(back).toMatchObject({ direction: 'credit', proposed: null });
    expect(answerOf(await settle(back!.id))).toBe('done');
    expect((await refundsOf(payment))[0]).toMatchObject({
      status: 'Returned',
      reason: 'Returned: closed',
    });
    const other = await sent('43.00');
    const [failed] = await told(row('43.00', other.name));
    expect(answerOf(await settle(failed!.id))).toBe('done');
    expect(await statusOf(other.payment)).toEqual(['Failed']);
    expect(await read(other.payment)).toMatchObject({ credit_amount: '300.00' });
  });

  test('a credit returns no refund before another person than the importer has compared its file', async () => {
    const { payment, name } = await sent('47.00');
    const { id, items } = await said(row('47.00', name));
    expect(code(await settle(items[0]!.id))).toBe('bank_statement_not_compared');
    expect(await statusOf(payment)).toEqual(['Sent']);
    await compare(id);
    expect(answerOf(await settle(items[0]!.id))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Failed']);
  });

  test('while a debit of a failed refund is not decided, nothing of its payment is refunded', async () => {
    const { payment, refund, name } = await sent('48.00');
    expect(answerOf(await comeBack(refund.id))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Failed']);
    const [out] = await told(row('-48.00', name));
    expect(code(await ask(payment, '48.00'))).toBe('bank_line_open');
    expect(code(await settle(out!.id))).toBe('payout_line_unclear');
    const aside = await maha.call('set_aside_own_transfer_line', {
      params: { id: out!.id },
      body: { reason: 'The bank has taken it back' },
    });
    await faisal.call('approve_request', { params: { id: aside.id } });
    await refunded(payment, '48.00');
    // Nor does a file carry one that was approved before.
    await maha.call('reopen_bank_statement_line', { params: { id: out!.id } });
    expect(code(await maha.send('make_refund_file'))).toBe('refund_file_empty');
  });

  test('a refund that goes out and back in one statement is returned, in any order of the lines', async () => {
    const { payment, name } = await sent('44.00');
    const [back] = await told(row('44.00', name), row('-44.00', name));
    expect(answerOf(await settle(back!.id))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Returned']);
  });

  test('a debit that takes the return of a refund back is a question for the bank, and not the first debit told late', async () => {
    const { payment, name } = await sent('44.50');
    product.clock.set('2026-02-13T09:00:00Z');
    const [back, again] = await told(
      row('44.50', name, '2026-02-11'),
      row('-44.50', `REVERSAL ${name}`, '2026-02-12'),
    );
    expect(code(await settle(again!.id))).toBe('payout_line_unclear');
    expect(answerOf(await settle(back!.id))).toBe('done');
    expect(code(await settle(again!.id))).toBe('payout_line_unclear');
    expect(code(await ask(payment, '44.50'))).toBe('bank_line_open');
    const [late] = await told(row('-44.50', name));
    expect(answerOf(await settle(late!.id))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Failed']);
  });

  test("a refund's line is settled with what staff have recorded; a contradiction is a question for the bank", async () => {
    const { payment, refund, name } = await sent('45.00');
    await confirm(refund.id);
    const [out] = await told(row('-45.00', name));
    expect(answerOf(await settle(out!.id))).toBe('done');
    const other = await sent('46.00');
    await comeBack(other.refund.id);
    const [debit] = await told(row('-46.00', other.name));
    expect(code(await settle(debit!.id))).toBe('payout_line_unclear');
    const [less] = await told(row('45.50', name));
    expect(code(await settle(less!.id))).toBe('payout_amount_differs');
    expect(await statusOf(payment)).toEqual(['Confirmed']);
    const [net] = await told(row('44.50', name));
    const params = { id: net!.id };
    const body = { bank_charges_sar: '0.50' };
    expect(answerOf(await maha.send('confirm_bank_statement_line', { params, body }))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Returned']);
    expect(await read(payment)).toMatchObject({ credit_amount: '300.00' });
  });

  test('a line recorded as a payment is not also a returned refund, until the payment is reversed', async () => {
    const { payment, name } = await sent('48.00');
    const [out] = await told(row('-48.00', name));
    await settle(out!.id);
    const { id } = await maha.call('record_payment', {
      body: {
        amount_sar: '48.00',
        value_date: '2026-02-10',
        bank_reference: 'FB48',
        company_id,
        is_another: true,
        reason: 'Seen in the app of the bank',
      },
    });
    const [back] = await told(`2026-02-10,+48.00,${name},FB48,`);
    expect(code(await settle(back!.id))).toBe('payout_line_recorded');
    expect(await statusOf(payment)).toEqual(['Confirmed']);
    await reverse(id);
    expect(answerOf(await settle(back!.id))).toBe('done');
    expect(await statusOf(payment)).toEqual(['Returned']);
  });

  test('a bank line never names a refund that is in no file', async () => {
    const { id } = await deposit('300.00');
    const refund = await refunded(id, '47.00');
    expect(await told(row('-47.00', refundEndToEndId(refund.id)))).toEqual([]);
    await fail(refund.id);
  });
});

/** A refund whose payment was taken back, and that never came back: two people write it off. */
describe('a refund that is written off', () => {
  const budget = () => company.call('company_dashboard').then((screen) => screen.budget);
  const askLoss = (id: string) =>
    maha.send('write_off_refund', { params: { id }, body: { reason: 'They closed the account' } });
  const approved = async ({ text }: { text: string }) =>
    answerOf(await approve((JSON.parse(text) as { id: string }).id));
  async function writeOff(id: string): Promise<void> {
    expect(await approved(await askLoss(id))).toBe('done');
  }
  /** What is said of the last refund of a payment; a file carries it first. */
  async function tell(id: string, what: typeof confirm | typeof comeBack) {
    const last = (await refundsOf(id)).at(-1)!;
    if (last.status === 'Sent' && last.file_no === null) await makeFile();
    expect(answerOf(await what(last.id))).toBe('done');
  }
  /** SAR 100.00 of which 40.00 went back before the bank took all of it. */
  async function recalled() {
    const payment = await deposit('100.00');
    await sendBack(product, [maha, faisal], payment, '40.00');
    await tell(payment.id, confirm);
    await reverse(payment.id);
    return payment;
  }

  test('an unreturned refund is written off by two people: it is a loss of its company, which owes it as before', async () => {
    const { id } = await recalled();
    const { items } = await maha.call('list_payments', {
      query: { list: 'owed_back', company_id },
    });
    expect(items.map((one) => one.id)).toEqual([id]);
    const asked = await askLoss(id);
    expect(JSON.parse(asked.text)).toMatchObject({
      kind: 'write_off_refund',
      amount_sar: '40.00',
      figures: { amount_sar: '40.00', refunded_amount: '40.00' },
      company_name: 'Najd Trading',
    });
    expect(await read(id)).toMatchObject({
      to_recover_amount: '40.00',
      written_off_amount: '0.00',
    });
    expect(await approved(asked)).toBe('done');
    expect(await read(id)).toMatchObject({
      to_recover_amount: '0.00',
      written_off_amount: '40.00',
      written_off_on: '2026-02-10',
    });
    expect(code(await askLoss(id))).toBe('nothing_owed_back');
    expect(await budget()).toMatchObject({
      budget_status: 'Suspended',
      suspended_for_ticket: null,
      is_suspended_for_refund: true,
      unrecovered_loss: '40.00',
    });
    const { in_default } = await company.call('company_dashboard');
    expect(in_default).toEqual({
      amount_sar: '40.00',
      count: 1,
      items: [{ ticket_number: null, amount_sar: '40.00', written_off_on: '2026-02-10' }],
    });
    const query = { from: '2026-02-01', to: '2026-02-28' };
    const statement = await company.call('company_statement', { query });
    expect(statement.items.at(-1)).toMatchObject({
      event: 'refund_written_off',
      increase: '0.00',
      decrease: '0.00',
      balance: '40.00',
      in_default: '40.00',
    });
    expect(statement.totals).toMatchObject({ closing_balance: '40.00', in_default: '40.00' });
    for (const language of ['en', 'ar'] as const) {
      const file = { query: { ...query, format: 'pdf', language } };
      expect((await company.send('company_statement', file)).status).toBe(200);
    }
  });

  test('payments after the write-off of a refund reduce the loss; a reversal restores it', async () => {
    const { id } = await recalled();
    await writeOff(id);
    const first = await deposit('15.00');
    expect(first).toMatchObject({
      credit_amount: '0.00',
      allocations: [
        {
          ticket_number: null,
          recovers_payment_id: id,
          is_recovery: true,
          amount_sar: '15.00',
          due_date: '2026-02-10',
        },
      ],
    });
    expect(await read(id)).toMatchObject({
      loss_recovered_amount: '15.00',
      recovered_amount: '0.00',
    });
    const second = await deposit('30.00');
    expect(second).toMatchObject({ credit_amount: '5.00' });
    expect(await budget()).toMatchObject({ unrecovered_loss: '0.00', budget_status: 'Suspended' });
    const lift = await maha.send('lift_suspension', {
      params: { id: company_id },
      body: { reason: 'All of it came back' },
    });
    expect(await approved(lift)).toBe('done');
    await reverse(first.id);
    // The five that were left pay it at once; ten are lost again.
    expect(await budget()).toMatchObject({
      budget_status: 'Suspended',
      is_suspended_for_refund: true,
      unrecovered_loss: '10.00',
    });
  });

  test('no refund is written off while the bank is paying one of the same payment', async () => {
    const payment = await deposit('100.00');
    await sendBack(product, [maha, faisal], payment, '40.00');
    expect(code(await askLoss(payment.id))).toBe('nothing_owed_back');
    await makeFile();
    await reverse(payment.id);
    expect(code(await askLoss(payment.id))).toBe('refund_not_answered');
  });

  test('the write-off of a refund is not approved once a part has come back', async () => {
    const { id } = await recalled();
    const asked = await askLoss(id);
    await deposit('10.00');
    expect(await approved(asked)).toBe('approval_figures_changed');
  });

  test('a refund that comes back after its write-off undoes it, and what was paid of it is credit', async () => {
    const { id } = await recalled();
    await writeOff(id);
    const later = await deposit('25.00');
    expect(later).toMatchObject({ credit_amount: '0.00' });
    await tell(id, comeBack);
    expect(await read(id)).toMatchObject({
      written_off_amount: '0.00',
      written_off_on: null,
      loss_recovered_amount: '0.00',
      to_recover_amount: '0.00',
    });
    expect(await read(later.id)).toMatchObject({ credit_amount: '25.00' });
    expect(await budget()).toMatchObject({ unrecovered_loss: '0.00', budget_status: 'Suspended' });
    const events = await product.rows<{ operation: string }>(
      'select operation from events where subject_id = $1 order by id desc limit 1',
      [id],
    );
    expect(events).toEqual([{ operation: 'undo_refund_write_off' }]);
  });

  test('a written-off refund of an unknown payer is a loss and owed by nobody', async () => {
    const { id } = await depositFrom(payerIban, '63.00', null);
    const back = await maha.send('send_back_payment', {
      params: { id },
      body: { reason: 'Unknown' },
    });
    expect(await approved(back)).toBe('done');
    await tell(id, confirm);
    await reverse(id);
    expect(await read(id)).toMatchObject({ to_recover_amount: '63.00' });
    await writeOff(id);
    expect(await read(id)).toMatchObject({
      to_recover_amount: '0.00',
      written_off_amount: '63.00',
    });
    await tell(id, comeBack);
    expect(await read(id)).toMatchObject({ written_off_amount: '0.00', refunded_amount: '0.00' });
  });
});
