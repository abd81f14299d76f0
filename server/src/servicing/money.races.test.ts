import { afterAll, beforeEach, expect, test } from 'vitest';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { brokenInvariants } from '../../testing/invariants.ts';
import { createStaffedDatabase } from '../../testing/parties.ts';
import { addAgency, addCompany, asOwner, type Person } from '../../testing/people.ts';
import { addPaidIban, addPayableTicket } from '../../testing/payable.ts';
import { depositOf, identifiedAs } from '../../testing/payments.ts';
import { operationOf, whileOpen, type Statement } from '../../testing/waiting.ts';
import type { IdempotentArgs, IdempotentFunction } from '../platform/database/call-function.ts';
import { closeDay } from './close-day.ts';

/** Two members of staff move the same money at the same moment: the first transaction is still open. */

let company: Person;
let ticket_id: string;
const now = new Date('2026-05-04T09:00:00Z');
const today = '2026-05-04';

const { database, staff, colleague, call } = await createStaffedDatabase(now);
afterAll(() => database.drop());

/** As whileOpen: what is held is an operation of staff. */
const whileStaffDo = <T>(operation: Statement, meanwhile: () => Promise<T>): Promise<T> =>
  whileOpen(database, operation, meanwhile, 'staff');
/** An operation as a statement. */
const held = <Name extends IdempotentFunction>(operation: Name, ...args: IdempotentArgs<Name>) =>
  operationOf(operation, staff, now, ...args);

let agency: Person;
beforeEach(async () => {
  [company, agency] = [await addCompany(database), await addAgency(database)];
  await addPaidIban(database, agency);
  ticket_id = (await payableTicket()).id;
});

const payableTicket = () => addPayableTicket(database, { staff, company, agency }, now);

test('a ticket that is being closed is not collected for a payout', async () => {
  const prepared = whileStaffDo(
    held('close_ticket', { ticket_id, reason: 'Withdrawn', despite_report: false }),
    () => call(staff, 'prepare_payout_run', { today }),
  );
  await expect(prepared).rejects.toMatchObject({ code: 'no_payouts_due' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a ticket that is being collected for a payout is not closed', async () => {
  const closed = whileStaffDo(held('prepare_payout_run', { today }), () =>
    call(staff, 'close_ticket', { ticket_id, reason: 'Withdrawn', despite_report: false }),
  );
  await expect(closed).rejects.toMatchObject({ code: 'ticket_in_payout_run' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a payment that is being identified is reversed with what it has paid by then', async () => {
  const { id }: { id: string } = await call(staff, 'record_payment', depositOf('500.00', today));
  const reversed = await whileStaffDo(held('identify_payment', identifiedAs(id, company.id)), () =>
    call(staff, 'reverse_payment', { today, payment_id: id, reason: 'Recalled' }),
  );
  expect(reversed).toMatchObject({ company_id: company.id, credit_amount: '0.00' });
  expect(await asOwner(database, brokenInvariants)).toEqual([]);
});

test('a payout run that is being released is released once, and not discarded any more', async () => {
  for (const other of ['release_payout_run', 'discard_payout_run'] as const) {
    const { id } = await preparedRun();
    const release = operationOf('release_payout_run', colleague, now, { today, run_id: id });
    const second = whileStaffDo(release, () =>
      other === 'release_payout_run'
        ? call(colleague, other, { today, run_id: id })
        : call(colleague, other, { run_id: id }),
    );
    await expect(second).rejects.toMatchObject({ code: 'payout_run_not_open' });
    ticket_id = (await payableTicket()).id;
  }
});

test('a budget that is being suspended is not decided about by what stood before', async () => {
  const suspend = {
    company_id: company.id,
    decision: 'suspend',
    total: null,
    reason: 'Under review',
  };
  const second = whileStaffDo(held('decide_budget', suspend), () =>
    call(staff, 'decide_budget', suspend),
  );
  await expect(second).rejects.toMatchObject({ code: 'budget_changed' });
});

const limitShares = (company_limit: number | null, agency_limit: number | null) =>
  asOwner(database, (client) =>
    client.query('update credit_policies set company_limit_sar = $1, agency_limit_sar = $2', [
      company_limit,
      agency_limit,
    ]),
  );
const preparedRun = async () => {
  const { run }: PayoutRunDetails = await call(staff, 'prepare_payout_run', { today });
  return run;
};
const release = (run_id: string) => call(colleague, 'release_payout_run', { today, run_id });

test('two runs that are prepared at once do not take an agency above its share together', async () => {
  await limitShares(null, 5_000);
  let second = { ticket_number: '' };
  const prepared = whileStaffDo(held('prepare_payout_run', { today }), async () => {
    // Of another company: its row is not locked by the first run.
    company = await addCompany(database);
    second = await payableTicket();
    return call(staff, 'prepare_payout_run', { today });
  });
  await prepared.catch(() => {});
  await expect(prepared).rejects.toMatchObject({
    code: 'no_payouts_due',
    holds: expect.arrayContaining([
      {
        ticket_number: second.ticket_number,
        code: 'agency_share',
        figures: { unpaid_sar: '6000.00', limit_sar: '5000.00' },
      },
    ]),
  });
  await limitShares(null, null);
  const drafts = await asOwner(database, (client) =>
    client.query<{ id: string }>(`select id from payout_runs where status = 'Draft'`),
  );
  for (const { id } of drafts.rows) await call(staff, 'discard_payout_run', { run_id: id });
});

test('a payment that is being reversed counts as owed for a release that waits for it', async () => {
  await release((await preparedRun()).id);
  const deposit = depositOf('1000.00', today, { company_id: company.id });
  const { id: payment_id }: { id: string } = await call(staff, 'record_payment', deposit);
  await payableTicket();
  await limitShares(5_000, null);
  const { id } = await preparedRun();
  const released = whileStaffDo(
    held('reverse_payment', { today, payment_id, reason: 'Recalled' }),
    () => release(id),
  );
  await expect(released).rejects.toMatchObject({
    code: 'payout_not_payable',
    holds: [{ code: 'company_share', figures: { unpaid_sar: '6000.00', limit_sar: '5000.00' } }],
  });
  await call(staff, 'discard_payout_run', { run_id: id });
  await limitShares(null, null);
});

test('closes of a day at once mark, expire and remind of everything once', async () => {
  await asOwner(database, (client) =>
    client.query(
      `with ticket as (
         insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
           created_local_date, updated_at)
         select $1, $2, n.status, 100, 'OneMonth', gen_random_uuid(), '2026-04-03', '2026-04-03', '2026-04-03'
           from (select case when n % 3 = 0 then 'PendingAgencyApproval' else 'Active' end as status from generate_series(1, 60) n) n
         returning id, status)
       insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, is_owed)
       select id, $1, 1, '2026-05-03', 100, status = 'Active' from ticket`,
      [company.id, agency.id],
    ),
  );
  const day = '2026-05-03';
  const all = await Promise.all(
    Array.from({ length: 4 }, () => closeDay(database.pools.jobs, day, now, 3)),
  );
  const sum = (what: 'overdue' | 'expired' | 'reminded') =>
    all.map((one) => one[what]).reduce((a, b) => a + b);
  expect([sum('overdue'), sum('expired'), sum('reminded')]).toEqual([40, 20, 40]);
  const { rows } = await asOwner(database, (client) =>
    client.query(
      'select count(*)::int as reminders, count(distinct mail_day)::int as days from reminders',
    ),
  );
  expect(rows).toEqual([{ reminders: 40, days: 1 }]);
});
