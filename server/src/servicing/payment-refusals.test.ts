import { afterAll, describe, expect, test } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { giveRefundIbans } from '../../testing/ibans.ts';
import { createStaffedDatabase } from '../../testing/parties.ts';
import { addCompany, asOwner, type Person } from '../../testing/people.ts';
import { depositOf } from '../../testing/payments.ts';

/** What the database refuses of a payment that is written down by hand. */

const now = new Date('2026-05-04T09:00:00Z');
const today = '2026-05-04';

const { database, staff, colleague, call } = await createStaffedDatabase(now);
const [company, other] = [await addCompany(database), await addCompany(database)];
afterAll(() => database.drop());

interface Payment {
  amount: string;
  day?: string;
  from?: Person | null;
  isAnother?: boolean;
}
const record = ({
  amount,
  day = today,
  from = company,
  isAnother = false,
}: Payment): Promise<{ id: string }> =>
  call(
    staff,
    'record_payment',
    depositOf(amount, today, { value_date: day, company_id: from?.id, is_another: isAnother }),
  );

test('a payment bears the day of today or an earlier one, never a later one', async () => {
  await record({ amount: '1.00' });
  await expect(record({ amount: '2.00', day: '2026-05-05' })).rejects.toMatchObject({
    code: 'validation_failed',
    fields: [{ field: 'value_date' }],
  });
  await record({ amount: '2.00', day: '2026-05-03' });
});

describe('money that may have been recorded already', () => {
  const alike = { code: 'payment_alike' };

  test('is asked about up to five days before and after, and recorded where it is another transfer', async () => {
    const day = '2026-04-10';
    await record({ amount: '10.00', day });
    for (const days of [-5, 0, 5])
      await expect(record({ amount: '10.00', day: addDays(day, days) })).rejects.toMatchObject(
        alike,
      );
    await record({ amount: '10.00', day: addDays(day, -6) });
    await record({ amount: '10.00', day: addDays(day, 6) });
    await record({ amount: '10.00', day, isAnother: true });
  });

  test('is asked about of the same company, and of anybody where a payer is not known', async () => {
    await record({ amount: '20.00' });
    await record({ amount: '20.01' });
    await record({ amount: '20.00', from: other });
    await expect(record({ amount: '20.00', from: null })).rejects.toMatchObject(alike);
    await record({ amount: '30.00', from: null });
    await expect(record({ amount: '30.00' })).rejects.toMatchObject(alike);
  });

  test('is not asked about once the bank has taken it back', async () => {
    const { id } = await record({ amount: '40.00' });
    await expect(record({ amount: '40.00' })).rejects.toMatchObject(alike);
    await call(staff, 'reverse_payment', { today, payment_id: id, reason: 'Recalled' });
    expect(await record({ amount: '40.00' })).toHaveProperty('id');
  });
});

test('a payment whose payer is not known is not refunded, and none beyond what is left of it', async () => {
  const unknown = await record({ amount: '50.00', from: null });
  const refund = (id: string, amount: string): Promise<{ id: string }> =>
    call(staff, 'refund_credit', {
      payment_id: id,
      amount_sar: amount,
      to: 'company',
      reason: 'Asked',
      despite_report: false,
    });
  await expect(refund(unknown.id, '1.00')).rejects.toMatchObject({
    code: 'payment_not_identified',
  });
  const known = await record({ amount: '60.00' });
  await call(colleague, 'confirm_payment', { payment_id: known.id });
  await expect(refund(known.id, '60.01')).rejects.toMatchObject({ code: 'amount_above_credit' });
  await expect(refund(known.id, '60.00')).rejects.toMatchObject({ code: 'refund_iban_missing' });
  await asOwner(database, (client) =>
    giveRefundIbans({ rows: (sql, values) => client.query(sql, values) }, now),
  );
  const { id } = await refund(known.id, '60.00');
  await call(colleague, 'approve_request', { today, request_id: id });
  await expect(refund(known.id, '0.01')).rejects.toMatchObject({ code: 'amount_above_credit' });
});

test('a payment is taken back once', async () => {
  const { id } = await record({ amount: '70.00' });
  await call(staff, 'reverse_payment', { today, payment_id: id, reason: 'Recalled' });
  await expect(
    call(staff, 'reverse_payment', { today, payment_id: id, reason: 'Recalled' }),
  ).rejects.toMatchObject({
    code: 'payment_already_reversed',
  });
  const { rows } = await asOwner(database, (client) =>
    client.query(`select sum(amount_sar)::text as sum from journal_lines l
      join journal_entries e on e.id = l.entry_id where e.payment_id = '${id}' and l.account = 'bank'`),
  );
  expect(rows).toEqual([{ sum: '0.00' }]);
});
