import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ticket } from '#api/tickets.ts';
import { financeTicket, reportTransfer, requestTicket } from '#server/product-client/financing.ts';
import { recordProven, writeOff } from '../testing/approvals.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';
import type { Actor } from '../testing/product.ts';

/** What a late company promises to pay, and its outcome: the public API, with a moved clock. */

let company: Actor;
let company_id: string;
let agency_id: string;
let ticket: Ticket;

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
afterAll(() => product.close());

/** SAR 900.00 in three months, whose agency was paid on 1 February: 300.00 is due on the first of each month from March on. */
beforeEach(async () => {
  product.clock.set('2026-02-01T06:00:00Z');
  await product.rows('update lateness_settings set analysed_until = null');
  const parties = await signUpParties(product, maha);
  ({ company, company_id, agency_id } = parties);
  ticket = await financeTicket([maha, faisal], parties, '900.00', 3);
});

const on = (day: string) => product.beginDay(day);

const promise = (promised_for: string, amount_sar = '300.00') =>
  company.call('promise_payment', { body: { amount_sar, promised_for } });
const pay = (amount_sar: string, value_date: string) =>
  recordProven([maha, faisal], {
    amount_sar,
    value_date,
    ticket_number: ticket.ticket_number,
    is_another: true,
  });
const refused = (code: string) => new RegExp(`"code":"${code}"`);

const promised = async () => (await company.call('read_pay_centre')).promise;
const inConsole = async () => {
  const { promises } = await maha.call('read_company_assessment', { params: { id: company_id } });
  return promises.map(({ promised_for, status }) => [promised_for, status]);
};
const told = async (actor: Actor) =>
  (await actor.call('list_notifications', { query: {} })).items
    .filter(({ kind }) => kind.startsWith('promise'))
    .map(({ kind, amount_sar }) => [kind, amount_sar]);
/** The mails of these days that remind the company. */
const reminded = async () =>
  (
    await product.rows<{ day: string }>(
      `select day::text from mails where kind = 'reminder' and company_id = $1 order by day`,
      [company_id],
    )
  ).map(({ day }) => day);

describe('making a promise', () => {
  test('a promise is made of all that is overdue, for today or one of the seven days after it, while something is overdue', async () => {
    await on('2026-03-01');
    await expect(promise('2026-03-02')).rejects.toThrow(refused('nothing_overdue'));
    await on('2026-03-02');
    for (const day of ['2026-03-01', '2026-03-10'])
      await expect(promise(day)).rejects.toThrow('"field":"promised_for"');
    for (const amount of ['299.99', '600.00'])
      await expect(promise('2026-03-09', amount)).rejects.toThrow(
        refused('promise_amount_changed'),
      );
    const made = {
      amount_sar: '300.00',
      made_on: '2026-03-02',
      promised_for: '2026-03-09',
      status: 'Open',
    };
    expect(await promise('2026-03-09')).toEqual(made);
    expect(await promised()).toEqual(made);
    expect((await company.call('company_dashboard')).lateness?.promise).toEqual(made);
    const { items } = await maha.call('list_overdue_installments', {
      query: { age: 'days_1_7' },
    });
    expect(items.find((one) => one.company_id === company_id)?.promise).toEqual(made);
    expect(await inConsole()).toEqual([['2026-03-09', 'Open']]);
    expect(await told(maha)).toContainEqual(['promise_made', '300.00']);
  });

  test('a promise is made once until nothing is overdue any more, whatever became of it', async () => {
    await on('2026-03-02');
    await promise('2026-03-05');
    await expect(promise('2026-03-06')).rejects.toThrow(refused('promise_made_before'));
    await on('2026-03-06');
    await expect(promise('2026-03-06')).rejects.toThrow(refused('promise_made_before'));
    await pay('300.00', '2026-03-06');
    expect(await promised()).toBeNull();
    await on('2026-04-02');
    await promise('2026-04-02');
    expect(await inConsole()).toEqual([
      ['2026-04-02', 'Open'],
      ['2026-03-05', 'Broken'],
    ]);
  });
});

describe('keeping a promise', () => {
  test('a promise is kept once all that was overdue is paid by its day; what falls due meanwhile is not part of it', async () => {
    await on('2026-03-30');
    await promise('2026-04-03');
    await on('2026-04-02');
    await pay('296.99', '2026-04-02');
    expect(await promised()).toMatchObject({ status: 'Open' });
    product.clock.set('2026-04-03T09:00:00Z');
    await pay('2.00', '2026-04-03');
    // The second installment is overdue: there is no other promise yet.
    expect(await promised()).toMatchObject({ status: 'Kept', amount_sar: '300.00' });
    await expect(promise('2026-04-05')).rejects.toThrow(refused('promise_made_before'));
    await on('2026-04-04');
    expect(await inConsole()).toEqual([['2026-04-03', 'Kept']]);
    expect(await told(company)).toEqual([['promise_kept', '300.00']]);
  });

  test('a promise is kept by a payment that is recorded after its day, and reached us by its day', async () => {
    await on('2026-03-02');
    await promise('2026-03-04');
    await on('2026-03-05');
    expect(await promised()).toMatchObject({ status: 'Broken' });
    await pay('300.00', '2026-03-04');
    expect(await inConsole()).toEqual([['2026-03-04', 'Kept']]);
    expect(await told(company)).toEqual([
      ['promise_kept', '300.00'],
      ['promise_broken', '300.00'],
    ]);
  });

  test('a promise is no longer kept when the bank takes the payment back', async () => {
    await on('2026-03-02');
    await promise('2026-03-05');
    const { id } = await pay('300.00', '2026-03-02');
    expect(await inConsole()).toEqual([['2026-03-05', 'Kept']]);
    const reverse = (payment: string) =>
      maha.call('reverse_payment', { params: { id: payment }, body: { reason: 'Recalled' } });
    await reverse(id);
    expect(await promised()).toMatchObject({ status: 'Open' });
    const again = await pay('300.00', '2026-03-02');
    await on('2026-03-06');
    await reverse(again.id);
    expect(await inConsole()).toEqual([['2026-03-05', 'Broken']]);
  });
});

describe('breaking a promise', () => {
  test('a promise is broken by the close of its day: both sides are told, and analyses count it until all is paid', async () => {
    await on('2026-03-02');
    // On its day nothing else happens that asks for an analysis.
    await promise('2026-03-03');
    await on('2026-03-03');
    expect(await promised()).toMatchObject({ status: 'Open' });
    await on('2026-03-04');
    expect(await promised()).toMatchObject({ status: 'Broken' });
    expect(await told(company)).toEqual([['promise_broken', '300.00']]);
    expect(await told(maha)).toContainEqual(['promise_missed', '300.00']);
    await on('2026-03-04');
    expect(await told(company)).toHaveLength(1);
    await product.settled();
    expect(await isBrokenInput()).toBe(true);
    await pay('290.00', '2026-03-04');
    await product.settled();
    expect(await isBrokenInput()).toBe(true);
    await pay('10.00', '2026-03-04');
    await product.settled();
    expect(await isBrokenInput()).toBe(false);
    expect(await inConsole()).toEqual([['2026-03-03', 'Broken']]);
  });

  const isBrokenInput = async () =>
    (
      await product.rows<{ is_broken: boolean }>(
        `select (inputs -> 'repayments' -> 'is_promise_broken')::boolean as is_broken from credit_assessments
          where company_id = $1 order by id desc limit 1`,
        [company_id],
      )
    )[0]!.is_broken;

  test('a promise is not broken while a reported transfer of all of it is being checked', async () => {
    await on('2026-03-02');
    await promise('2026-03-04');
    await on('2026-03-04');
    const { id } = await reportTransfer(company, ticket, '300.00', '2026-03-04');
    await on('2026-03-05');
    expect(await promised()).toMatchObject({ status: 'Open' });
    await maha.call('turn_down_transfer_report', {
      params: { id },
      body: { reason: 'It has not arrived' },
    });
    await on('2026-03-06');
    expect(await promised()).toMatchObject({ status: 'Broken' });
  });

  test('a promise is broken when what was promised is written off', async () => {
    await on('2026-03-02');
    await promise('2026-03-04');
    await writeOff([maha, faisal], ticket, 'Insolvent');
    expect(await promised()).toMatchObject({ status: 'Open' });
    await on('2026-03-05');
    expect(await inConsole()).toEqual([['2026-03-04', 'Broken']]);
    expect(await promised()).toBeNull();
  });
});

test('a broken promise is past once what it named is written off: nothing is overdue any more', async () => {
  await on('2026-03-02');
  await promise('2026-03-03');
  await on('2026-03-04');
  expect(await promised()).toMatchObject({ status: 'Broken' });
  await writeOff([maha, faisal], ticket, 'Insolvent');
  await on('2026-03-05');
  expect(await promised()).toBeNull();
});

describe('a pause of reminders', () => {
  test('a promise pauses the reminders of what it promises until its day is over, and of nothing else', async () => {
    await on('2026-03-02');
    await promise('2026-03-09');
    for (let day = 3; day <= 9; day += 1) await on(`2026-03-0${day}`);
    // Three days before, on the day and the day after; the one a week after waits.
    expect(await reminded()).toEqual(['2026-03-02']);
    await on('2026-03-10');
    expect(await reminded()).toEqual(['2026-03-02', '2026-03-10']);
    await on('2026-03-29');
    // Of the next installment: three days before it is due.
    expect(await reminded()).toContain('2026-03-29');
  });

  test('a promise pauses a reminder that is queued already: its mail says nothing of what is promised since', async () => {
    await on('2026-03-02');
    // As it is read when it is sent, which may have been done already.
    const read = async () =>
      (
        await product.rows<{ content: unknown }>(
          `select reminder_content(m, '2026-03-02') as content from mails m
            where m.kind = 'reminder' and m.company_id = $1 and m.day = '2026-03-02'`,
          [company_id],
        )
      )[0]!.content;
    expect(await read()).not.toBeNull();
    await promise('2026-03-03');
    expect(await read()).toBeNull();
  });

  test('a promise pauses neither the stop of requests nor that of payouts', async () => {
    const ask = () => requestTicket({ company, agency_id }, '100.00', 1);
    await on('2026-03-04');
    await promise('2026-03-11');
    await expect(ask()).resolves.toMatchObject({ amount_sar: '100.00' });
    await on('2026-03-05');
    await expect(ask()).rejects.toThrow(refused('installments_overdue'));
    await pay('300.00', '2026-03-05');
    await expect(ask()).resolves.toMatchObject({ amount_sar: '100.00' });
  });
});
