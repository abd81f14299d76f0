import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { decimalFromHalalas, sumHalalas } from '#domain/money.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { createStaffedDatabase } from '../../testing/parties.ts';
import { addPaidIban, addPayableTicket } from '../../testing/payable.ts';
import { depositOf } from '../../testing/payments.ts';
import { giveRefundIbans } from '../../testing/ibans.ts';
import { addAgency, addCompany, asOwner, type Person } from '../../testing/people.ts';

/** Payments of one company are recorded, refunded and reversed in any order: no halala is made or lost. */

const now = new Date('2026-05-04T09:00:00Z');
const today = '2026-05-04';

const { database, staff: maha, colleague: faisal, call } = await createStaffedDatabase(now);
const agency = await addAgency(database);
await addPaidIban(database, agency);
await asOwner(database, (client) =>
  client.query(
    `insert into iban_changes (agency_id, iban, requested_at, told_emails, told_language, status, ended_at, decided_by)
     select a.id, a.paid_iban, $2::timestamptz - interval '2 days', '{}', 'en', 'Approved', $2::timestamptz - interval '1 day', $3
       from agencies a where a.id = $1`,
    [agency.id, now, maha.user_id],
  ),
);
afterAll(() => database.drop());

/** A company that owes SAR 300.01 in three installments and SAR 100.00 in one; the numbers of its tickets. */
async function indebted(): Promise<{ company: Person; numbers: string[] }> {
  const company = await addCompany(database);
  await asOwner(database, (client) =>
    giveRefundIbans({ rows: (sql, values) => client.query(sql, values) }, now),
  );
  const numbers: string[] = [];
  for (const [amount, months] of [
    ['300.01', 3],
    ['100.00', 1],
  ] as const) {
    const parties = { staff: maha, company, agency };
    const requested = { amount, months };
    numbers.push((await addPayableTicket(database, parties, now, requested)).ticket_number);
  }
  const { run }: PayoutRunDetails = await call(maha, 'prepare_payout_run', { today });
  await call(faisal, 'release_payout_run', { today, run_id: run.id });
  return { company, numbers };
}

/** What the company's accounts come to, and its payments in their order, in halalas. */
const moneyOf = (company: Person) =>
  asOwner(database, async (client) => {
    const { rows: accounts } = await client.query<{ account: string; halalas: number }>(
      `select l.account, (sum(l.amount_sar) * 100)::int as halalas
         from journal_lines l join journal_entries e on e.id = l.entry_id
        where e.company_id = $1 group by 1`,
      [company.id],
    );
    const { rows: payments } = await client.query<{
      id: string;
      amount: number;
      refunded: number;
      credit: number;
      to_recover: number;
      stands: boolean;
    }>(
      `select id, (amount_sar * 100)::int as amount, (refunded_amount * 100)::int as refunded,
              (credit_amount * 100)::int as credit, (to_recover_amount * 100)::int as to_recover,
              reversed_at is null as stands
         from payments where company_id = $1 order by id`,
      [company.id],
    );
    return {
      balances: Object.fromEntries(accounts.map(({ account, halalas }) => [account, halalas])),
      payments,
    };
  });

/** `at` chooses a payment of those that there are, `share` how much of its credit. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('record' as const),
      amount: fc.integer({ min: 1, max: 45_000 }),
      names: fc.option(fc.constantFrom(0, 1)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('refund' as const),
      at: fc.nat(),
      share: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reverse' as const), at: fc.nat() }) },
);

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Does one step, if there is something to do it with. */
async function take(one: Step, company: Person, numbers: readonly string[]): Promise<void> {
  const { payments } = await moneyOf(company);
  if (one.does === 'record') {
    const number = one.names === null ? null : numbers[one.names];
    const amount = decimalFromHalalas(one.amount);
    // Amounts may be drawn twice.
    const whose = {
      company_id: company.id,
      ticket_number: number,
      is_another: true,
      reason: 'Another transfer',
    };
    await call(maha, 'record_payment', depositOf(amount, today, whose));
    return;
  }
  const possible = payments.filter(({ credit, stands }) =>
    one.does === 'refund' ? credit > 0 : stands,
  );
  const payment = possible[one.at % possible.length];
  if (!payment) return;
  if (one.does === 'reverse') {
    await call(maha, 'reverse_payment', { today, payment_id: payment.id, reason: 'Recalled' });
    return;
  }
  // Refunded is only what payments that another person has seen at the bank leave.
  for (const { id, stands } of payments) {
    if (!stands) continue;
    await call(faisal, 'confirm_payment', { payment_id: id }).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'payment_proven') throw error;
    });
  }
  const part = decimalFromHalalas(Math.ceil(payment.credit / one.share));
  const { id }: { id: string } = await call(maha, 'refund_credit', {
    payment_id: payment.id,
    amount_sar: part,
    to: 'company',
    reason: 'Asked',
    despite_report: false,
  });
  await call(faisal, 'approve_request', { today, request_id: id });
}

/** Every balance is what was done. */
async function expectSound(company: Person): Promise<void> {
  const { balances, payments } = await moneyOf(company);
  const { bank = 0, receivable = 0, refunds_receivable = 0, company_credit = 0 } = balances;
  const received = sumHalalas(payments.filter(({ stands }) => stands).map(({ amount }) => amount));
  const refunded = sumHalalas(payments.map((payment) => payment.refunded));
  // 5% of 300.01 is 15.0005, half up 15.00; of 100.00 it is 5.00: 380.01 were paid out.
  expect(bank).toBe(received - refunded - 38_001);
  // What it owes, less what it has left, is what it was financed with and refunded, less what it has paid.
  expect(receivable + refunds_receivable + company_credit).toBe(40_001 + refunded - received);
  // Nothing is left while something is owed, and neither is ever below nothing.
  expect(company_credit === 0 || receivable + refunds_receivable === 0).toBe(true);
  expect(Math.min(receivable, refunds_receivable, -company_credit)).toBeGreaterThanOrEqual(0);
  expect(refunds_receivable).toBe(sumHalalas(payments.map(({ to_recover }) => to_recover)));
}

test('in any order of payments, refunds and reversals every balance is what was done, to the halala', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 10 }), async (steps) => {
      const { company, numbers } = await indebted();
      for (const one of steps) {
        await take(one, company, numbers);
        await expectSound(company);
      }
    }),
    { numRuns: 8, examples: [[recalledThenPaid]] },
  );
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

/** Paid too much, refunded, recalled; paid back in two parts, one of which is recalled too. */
const recalledThenPaid: Step[] = [
  { does: 'record', amount: 45_000, names: null },
  { does: 'refund', at: 0, share: 2 },
  { does: 'reverse', at: 0 },
  { does: 'record', amount: 41_000, names: null },
  { does: 'record', amount: 2_000, names: 1 },
  { does: 'refund', at: 0, share: 1 },
  { does: 'reverse', at: 1 },
  { does: 'reverse', at: 0 },
];
