import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import {
  addAgency,
  addCompany,
  addStaff,
  asOwner,
  callOf,
  type Person,
} from '../../testing/people.ts';
import { addPaidIban, addPayableTicket } from '../../testing/payable.ts';
import { operationOf, type Statement } from '../../testing/waiting.ts';
import {
  callIdempotent,
  type IdempotentArgs,
  type IdempotentFunction,
} from '../platform/database/call-function.ts';
import type { Caller } from '../platform/http/operations.ts';

/** Two members of staff move the same money at the same moment: the first transaction is still open. */

let database: TestDatabase;
let staff: Caller;
let colleague: Caller;
let company: Person;
let ticket_id: string;
let first: PoolClient;
const now = new Date('2026-05-04T09:00:00Z');
const today = '2026-05-04';

beforeAll(async () => {
  database = await createTestDatabase();
  [staff, colleague] = [await addStaff(database, now), await addStaff(database, now)];
});
afterAll(() => database.drop());

const by = (caller: Caller) => callOf(caller, now);
const call = <Name extends IdempotentFunction>(operation: Name, ...args: IdempotentArgs<Name>) =>
  callIdempotent(database.pools.staff, operation, by(staff), ...args);
/** The same as a statement. */
const held = <Name extends IdempotentFunction>(operation: Name, ...args: IdempotentArgs<Name>) =>
  operationOf(operation, staff, now, ...args);

let agency: Person;
beforeEach(async () => {
  [company, agency] = [await addCompany(database), await addAgency(database)];
  await addPaidIban(database, agency);
  ticket_id = await payableTicket();
});

const payableTicket = () => addPayableTicket(database, { staff, company, agency }, now);

/** Does it in a transaction that stays open while `meanwhile` is begun, and ends once that one waits. */
async function whileOpen<T>(statement: Statement, meanwhile: () => Promise<T>): Promise<T> {
  first = await database.pools.staff.connect();
  try {
    await first.query('begin');
    await first.query(statement.text, statement.values);
    const second = meanwhile();
    // Its answer is looked at below; until then a refusal is nobody's.
    second.catch(() => {});
    await someoneWaits();
    await first.query('commit');
    return await second;
  } finally {
    first.release();
  }
}

const someoneWaits = () =>
  asOwner(database, (client) =>
    expect
      .poll(
        async () =>
          (
            await client.query(
              `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rowCount,
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0),
  );

test('a ticket that is being closed is not collected for a payout', async () => {
  const prepared = whileOpen(
    held('close_ticket', { ticket_id, reason: 'Withdrawn', despite_report: false }),
    () => call('prepare_payout_run', { today }),
  );
  await expect(prepared).rejects.toMatchObject({ code: 'no_payouts_due' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a ticket that is being collected for a payout is not closed', async () => {
  const closed = whileOpen(held('prepare_payout_run', { today }), () =>
    call('close_ticket', { ticket_id, reason: 'Withdrawn', despite_report: false }),
  );
  await expect(closed).rejects.toMatchObject({ code: 'ticket_in_payout_run' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a payment that is being identified is reversed with what it has paid by then', async () => {
  const args = {
    today,
    amount_sar: '500.00',
    value_date: today,
    bank_reference: null,
    company_id: null,
    ticket_number: null,
    is_another: false,
    reason: 'A deposit',
  };
  const recorded = await call('record_payment', args);
  const { id } = JSON.parse(recorded) as { id: string };
  const reversed = await whileOpen(
    held('identify_payment', {
      payment_id: id,
      company_id: company.id,
      ticket_number: null,
      reason: 'A deposit',
    }),
    () => call('reverse_payment', { today, payment_id: id, reason: 'Recalled' }),
  );
  expect(JSON.parse(reversed)).toMatchObject({ company_id: company.id, credit_amount: '0.00' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a payout run that is being released is released once, and not discarded any more', async () => {
  for (const other of ['release_payout_run', 'discard_payout_run'] as const) {
    const prepared = await call('prepare_payout_run', { today });
    const { id } = (JSON.parse(prepared) as { run: { id: string } }).run;
    const release = operationOf('release_payout_run', colleague, now, { today, run_id: id });
    const second = whileOpen(release, () =>
      other === 'release_payout_run'
        ? callIdempotent(database.pools.staff, other, by(colleague), { today, run_id: id })
        : callIdempotent(database.pools.staff, other, by(colleague), { run_id: id }),
    );
    await expect(second).rejects.toMatchObject({ code: 'payout_run_not_open' });
    ticket_id = await payableTicket();
  }
});

test('a budget that is being suspended is not decided about by what stood before', async () => {
  const suspend = {
    company_id: company.id,
    decision: 'suspend',
    total: null,
    reason: 'Under review',
  };
  const second = whileOpen(held('decide_budget', suspend), () => call('decide_budget', suspend));
  await expect(second).rejects.toMatchObject({ code: 'budget_changed' });
});
