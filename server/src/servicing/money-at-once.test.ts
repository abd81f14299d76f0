import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import {
  addAgency,
  addCompany,
  addInvoice,
  addStaff,
  asOwner,
  callOf,
  type Person,
} from '../../testing/people.ts';
import { makePayableInDatabase } from '../../testing/payable.ts';
import { callOnceAs } from '../platform/call-as.ts';
import type { Caller } from '../platform/http/operations.ts';
import { ticketActing } from '../tickets/act-on-ticket.ts';
import { ticketCreation } from '../tickets/create-ticket.ts';

/** Two members of staff move the same money at the same moment: the first transaction is still open. */

let database: TestDatabase;
let staff: Caller;
let company: Person;
let ticket_id: string;
let first: PoolClient;
const now = new Date('2026-05-04T09:00:00Z');
const today = '2026-05-04';

beforeAll(async () => {
  database = await createTestDatabase();
  staff = await addStaff(database, now);
});
afterAll(() => database.drop());

const by = (caller: Caller) => callOf(caller, now);
const call = (operation: string, ...args: unknown[]) =>
  callOnceAs(database.pools.staff, operation, by(staff), ...args);

beforeEach(async () => {
  company = await addCompany(database);
  const agency = await addAgency(database);
  await asOwner(database, (client) =>
    client.query('update agencies set iban = $2, paid_iban = $2 where id = $1', [
      agency.id,
      'SA0380000000608010167519',
    ]),
  );
  const reply = await ticketCreation(database.pools.app)(by(company), {
    p_agency_id: agency.id,
    p_amount_sar: '3000.00',
    p_term_months: 3,
    p_invoice_url: await addInvoice(database, company, now),
  });
  ticket_id = (JSON.parse(reply) as { id: string }).id;
  await ticketActing(database.pools.app)(by(agency), 'approve', ticket_id);
  await makePayableInDatabase(
    database.pools,
    { staff: by(staff), company: by(company) },
    ticket_id,
  );
});

/** Does it in a transaction that stays open while `meanwhile` is begun, and ends once that one waits. */
async function whileOpen<T>(
  operation: string,
  args: unknown[],
  meanwhile: () => Promise<T>,
): Promise<T> {
  first = await database.pools.staff.connect();
  try {
    await first.query('begin');
    const { key, request_hash } = by(staff).idempotency;
    const all = [staff.user_id, staff.session_id, now, key, request_hash, ...args];
    const places = all.map((_, index) => `$${index + 1}`).join(', ');
    await first.query(`select ${operation}(${places})`, all);
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
  const prepared = whileOpen('close_ticket', [ticket_id, 'Withdrawn'], () =>
    call('prepare_payout_run', today),
  );
  await expect(prepared).rejects.toMatchObject({ code: 'no_payouts_due' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a ticket that is being collected for a payout is not closed', async () => {
  const closed = whileOpen('prepare_payout_run', [today], () =>
    call('close_ticket', ticket_id, 'Withdrawn'),
  );
  await expect(closed).rejects.toMatchObject({ code: 'ticket_in_payout_run' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a payment that is being identified is reversed with what it has paid by then', async () => {
  const recorded = await call('record_payment', today, '500.00', today, null, null, null, false);
  const { id } = JSON.parse(recorded) as { id: string };
  const reversed = await whileOpen('identify_payment', [id, company.id, null], () =>
    call('reverse_payment', today, id, 'Recalled'),
  );
  expect(JSON.parse(reversed)).toMatchObject({ company_id: company.id, credit_amount: '0.00' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});
