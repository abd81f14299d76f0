import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PayoutRunDetails } from '#api/payout-runs.ts';
import { createStaffedDatabase } from '../../testing/parties.ts';
import { addPaidIban, addPayableTicket } from '../../testing/payable.ts';
import { depositOf, identifiedAs } from '../../testing/payments.ts';
import { addAgency, addCompany } from '../../testing/people.ts';
import { lockWaitedFor, operationOf, type Statement } from '../../testing/waiting.ts';
import type { IdempotentArgs, IdempotentFunction } from '../platform/database/call-function.ts';
import type { Caller } from '../platform/http/operations.ts';

/**
 * Each move of money waits for what it must not run beside: one connection holds a lock, and another is seen to wait for it
 * in PostgreSQL's own list of locks.
 */

const now = new Date('2026-05-04T09:00:00Z');
const today = '2026-05-04';

let ticket_id: string;
let run_id: string;
let payment_id: string;

/** A company with a ticket in a prepared payout run and a payment that is not identified. */
const { database, staff, colleague: second, call } = await createStaffedDatabase(now);
const [company, agency] = [await addCompany(database), await addAgency(database)];
await addPaidIban(database, agency);

beforeAll(async () => {
  ticket_id = (await payableTicket()).id;
  const { run }: PayoutRunDetails = await call(staff, 'prepare_payout_run', { today });
  run_id = run.id;
  const payment: { id: string } = await call(staff, 'record_payment', depositOf('500.00', today));
  payment_id = payment.id;
});
afterAll(() => database.drop());

const payableTicket = () => addPayableTicket(database, { staff, company, agency }, now);

/** An operation of staff as one statement. */
const operation = <Name extends IdempotentFunction>(
  name: Name,
  caller: Caller,
  ...args: IdempotentArgs<Name>
) => operationOf(name, caller, now, ...args);

const waitsFor = (held: Statement, statement: Statement, pool: 'staff' | 'jobs' = 'staff') =>
  lockWaitedFor(database, held, statement, pool);

/** What an operation of staff begins with that moves the money of what it names. */
const locking = (name: string, id: string): Statement => ({
  text: `select set_staff_caller($1, $2, $3), ${name}($4)`,
  values: [staff.user_id, staff.session_id, now, [id]],
});

/** How the day's close holds the turn of money: nothing else moves any. */
const closeOfDay: Statement = { text: 'select pg_advisory_xact_lock(money_lock_key())' };
/** How a move of money holds it. */
const moveOfMoney: Statement = { text: 'select pg_advisory_xact_lock_shared(money_lock_key())' };
const rowOf = (table: string, id: string): Statement => ({
  text: `select from ${table} where id = $1 for no key update`,
  values: [id],
});

/** The ways in which the locks of money are taken, each by an operation that takes them so. */
const moves: Record<string, () => Statement> = {
  'a payment that is recorded': () =>
    operation(
      'record_payment',
      staff,
      depositOf('10.00', today, { company_id: company.id, is_another: true }),
    ),
  'a payment that is identified': () =>
    operation('identify_payment', staff, identifiedAs(payment_id, company.id)),
  'lines of a statement that are confirmed at once': () =>
    locking('lock_companies_money', company.id),
  'a payout run that is prepared': () => locking('lock_tickets_money', ticket_id),
  'a payout run that is released': () => operation('release_payout_run', second, { today, run_id }),
};

describe('while the day is being closed', () => {
  test.each(Object.keys(moves))('%s waits for the turn of money', async (name) => {
    expect(await waitsFor(closeOfDay, moves[name]!())).toBe('advisory');
  });

  test.each(Object.keys(moves))('%s runs beside another move of money', async (name) => {
    expect(await waitsFor(moveOfMoney, moves[name]!())).toBeNull();
  });
});

test('a payment request waits while another one of its company is made', async () => {
  const request = operation('create_payment_request', company, {
    today,
    expires_on: '2026-05-18',
    items: [{ kind: 'installment', id: ticket_id }],
    amount_sar: '1.00',
    most: 20,
  });
  const held = rowOf('companies', company.id);
  // Nothing is owed yet: it is refused, once it has waited.
  expect(await lockWaitedFor(database, held, request, 'app', 'payment_request_changed')).toBe(
    'transactionid',
  );
});

/** The steps of the day's close that no move of money may run beside. */
const steps: Record<string, Statement> = {
  'marking what is overdue': {
    text: `select api.mark_overdue_batch($1, $2, null, '-infinity', '00000000-0000-0000-0000-000000000000', 10)`,
    values: [now, '2026-05-03'],
  },
  'breaking promises': { text: 'select api.break_promises($1, $2)', values: [now, '2026-05-03'] },
  'queueing analyses': {
    text: `select api.queue_analyses_batch($1, 30, '00000000-0000-0000-0000-000000000000', 10)`,
    values: ['2026-05-03'],
  },
};

test.each(Object.keys(steps))(
  'the day’s close waits until no money moves any more: %s',
  async (name) => {
    expect(await waitsFor(moveOfMoney, steps[name]!, 'jobs')).toBe('advisory');
  },
);

describe('while something else of a company moves', () => {
  test.each(Object.keys(moves))('%s waits for the company', async (name) => {
    expect(await waitsFor(rowOf('companies', company.id), moves[name]!())).toBe('transactionid');
  });
});

describe('while a ticket is being acted on', () => {
  test.each(Object.keys(moves))('%s waits for the ticket', async (name) => {
    expect(await waitsFor(rowOf('tickets', ticket_id), moves[name]!())).toBe('transactionid');
  });
});

describe('while an agency is being suspended or given another IBAN', () => {
  test('the release of a run that pays it waits', async () => {
    const release = operation('release_payout_run', second, { today, run_id });
    expect(await waitsFor(rowOf('agencies', agency.id), release)).toBe('transactionid');
  });

  test('a file that orders a payment to it waits', async () => {
    await payableTicket();
    const { run }: PayoutRunDetails = await call(staff, 'prepare_payout_run', { today });
    await call(second, 'release_payout_run', { today, run_id: run.id });
    const file = operation('make_payout_file', staff, {
      today,
      run_id: run.id,
      debtor_name: 'Hamla',
      debtor_iban: 'SA4420000001234567891234',
      details: {},
    });
    expect(await waitsFor(rowOf('agencies', agency.id), file)).toBe('transactionid');
  });
});

describe('two who do the same at one moment take turns', () => {
  test('to prepare a payout run', async () => {
    const held = { text: `select pg_advisory_xact_lock(hashtextextended('payout run', 0))` };
    await payableTicket();
    expect(await waitsFor(held, operation('prepare_payout_run', staff, { today }))).toBe(
      'advisory',
    );
  });

  test('to write down a payment of one amount', async () => {
    const held = {
      text: `select pg_advisory_xact_lock(hashtextextended('record_payment 10.00', 0))`,
    };
    expect(await waitsFor(held, moves['a payment that is recorded']!())).toBe('advisory');
  });

  test('to decide about one budget', async () => {
    const decide = operation('decide_budget', staff, {
      company_id: company.id,
      decision: 'suspend',
      total: null,
      reason: 'Under review',
    });
    expect(await waitsFor(rowOf('companies', company.id), decide)).toBe('transactionid');
  });

  test('to release one run', async () => {
    const release = operation('release_payout_run', second, { today, run_id });
    expect(await waitsFor(rowOf('payout_runs', run_id), release)).toBe('transactionid');
  });
});

test('an analysis waits for what changes the company’s budget, and a budget for an analysis', async () => {
  const analysis = {
    text: 'select api.lock_credit_inputs($1, $2, 30)',
    values: [company.id, today],
  };
  expect(await waitsFor(rowOf('companies', company.id), analysis, 'jobs')).toBe('transactionid');
});
