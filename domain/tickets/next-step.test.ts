import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roles } from '../accounts/roles.ts';
import { addDays } from '../calendar.ts';
import { installmentStatuses } from '../installments/installment.ts';
import type { InstallmentStatus } from '../installments/installment.ts';
import { installmentSchedule } from '../installments/schedule.ts';
import { sumHalalas } from '../money.ts';
import { nextStep } from './next-step.ts';
import { allows, ticketMoves, ticketStatuses } from './ticket.ts';
import type { TicketMove, TicketStatus } from './ticket.ts';

const CREATED = '2026-01-31';
/** Due on 28 February, 31 March and 30 April: SAR 333.33 twice and 333.34. */
const schedule = installmentSchedule({ amount_halalas: 100_000, term_months: 3, start: CREATED });
const paid = (count: number) =>
  schedule.map((one, index) => ({
    ...one,
    status: (index < count ? 'Paid' : 'Due') as InstallmentStatus,
  }));
const ticket = (status: TicketStatus) => ({
  status,
  created_local_date: CREATED,
  documents_accepted_on: '2026-02-01',
});

test('a new ticket waits for the agency, which approves or rejects; the company may cancel', () => {
  const pending = ticket('PendingAgencyApproval');
  expect(nextStep(pending, 'agency', CREATED, [])).toEqual({
    kind: 'answer',
    waits_on: 'agency',
    moves: ['approve', 'reject'],
  });
  expect(nextStep(pending, 'company', CREATED, paid(0))).toEqual({
    kind: 'answer',
    waits_on: 'agency',
    moves: ['cancel'],
  });
});

test('a ticket that is paid in full is verified by us until its payments are proven', () => {
  const step = (settlement_awaits_proof: boolean) =>
    nextStep({ ...ticket('Active'), settlement_awaits_proof }, 'company', CREATED, paid(3));
  expect(step(true)).toEqual({ kind: 'being_verified', waits_on: 'platform', moves: [] });
  expect(step(false)).toEqual({ kind: 'completed', waits_on: 'nobody', moves: [] });
});

test('a ticket of which only a small rest is left waits for nobody', () => {
  const left = { ...ticket('Active'), small_rest_halalas: 115 };
  expect(nextStep(left, 'company', CREATED, paid(2))).toEqual({
    kind: 'small_rest',
    waits_on: 'nobody',
    moves: [],
    amount_halalas: 115,
  });
});

test('an approved ticket waits for the company to accept its documents, before and again when that is too old', () => {
  const issued = { schedule_start: CREATED, issued_at: '2026-01-31T09:00:00Z', accepted_at: null };
  const step = (documents_accepted_on: string | null, role: 'company' | 'agency') =>
    nextStep(
      { ...ticket('Approved'), documents_accepted_on, documents: issued },
      role,
      CREATED,
      paid(0),
    );
  const documents = { kind: 'documents', moves: [], isAgain: false };
  expect(step(null, 'company')).toEqual({ ...documents, waits_on: 'company', state: 'ready' });
  expect(step(null, 'agency')).toEqual({ ...documents, waits_on: 'company', state: null });
  expect(step('2026-01-23', 'company')).toMatchObject({ state: 'ready', isAgain: true });
  const of = { ...ticket('Approved'), documents_accepted_on: null };
  const preparing = { ...issued, issued_at: null };
  expect(nextStep({ ...of, documents: preparing }, 'company', CREATED, [])).toMatchObject({
    waits_on: 'platform',
    state: 'preparing',
  });
  expect(nextStep({ ...of, documents: issued }, 'company', '2026-02-01', [])).toMatchObject({
    waits_on: 'company',
    state: 'outdated',
  });
  // Without it none are prepared; the agency is not told.
  const awaiting = { ...of, awaits_details: true };
  expect(nextStep(awaiting, 'company', CREATED, [])).toMatchObject({
    waits_on: 'company',
    state: 'details_missing',
  });
  expect(nextStep(awaiting, 'agency', CREATED, [])).toMatchObject({ state: null });
});

test('an approved ticket whose documents are accepted waits for our payment to the agency; the company sees what it repays first', () => {
  const payout = { kind: 'payout', waits_on: 'platform', moves: [], expected_date: '2026-02-07' };
  expect(nextStep(ticket('Approved'), 'agency', '2026-02-07', [])).toEqual({
    ...payout,
    is_late: false,
    first: null,
  });
  expect(nextStep(ticket('Approved'), 'company', '2026-02-08', paid(0))).toEqual({
    ...payout,
    is_late: true,
    first: { due_date: '2026-02-28', amount_halalas: 33_333 },
  });
});

test('while a payout is stopped the company reads what to do, the agency a day and no cause, whatever is accepted', () => {
  for (const documents_accepted_on of [null, '2026-02-01']) {
    const of = { ...ticket('Approved'), documents_accepted_on, payout_stopped_on: '2026-02-05' };
    const stopped = { kind: 'payout_stopped', moves: [], decide_by: '2026-02-12' };
    expect(nextStep(of, 'agency', '2026-02-06', [])).toEqual({ ...stopped, waits_on: 'platform' });
    expect(nextStep(of, 'company', '2026-02-06', paid(0))).toEqual({
      ...stopped,
      waits_on: 'company',
    });
  }
});

test('an active ticket waits for the company: its next installment, due today at the latest', () => {
  const step = (count: number, today: string) =>
    nextStep(ticket('Active'), 'company', today, paid(count));
  expect(step(0, '2026-02-28')).toEqual({
    kind: 'installment',
    waits_on: 'company',
    moves: [],
    next: { due_date: '2026-02-28', amount_halalas: 33_333 },
    being_checked_halalas: 0,
  });
  expect(step(2, '2026-03-01')).toMatchObject({
    next: { due_date: '2026-04-30', amount_halalas: 33_334 },
  });
});

test('all overdue installments are named first, with their earliest due date', () => {
  const step = (count: number, today: string) =>
    nextStep(ticket('Active'), 'company', today, paid(count));
  expect(step(0, '2026-03-01')).toEqual({
    kind: 'overdue',
    waits_on: 'company',
    moves: [],
    count: 1,
    amount_halalas: 33_333,
    since: '2026-02-28',
    being_checked_halalas: 0,
  });
  expect(step(1, '2026-05-01')).toMatchObject({
    count: 2,
    amount_halalas: 66_667,
    since: '2026-03-31',
  });
});

test('the agency of an active ticket has been paid; a ticket that has ended waits for nobody', () => {
  expect(nextStep(ticket('Active'), 'agency', '2027-01-01', [])).toMatchObject({
    kind: 'paid_out',
    waits_on: 'company',
  });
  const ended = [
    ['Completed', 'completed'],
    ['Closed', 'closed'],
    ['Rejected', 'rejected'],
  ] as const;
  for (const role of roles) {
    for (const [status, kind] of ended) {
      expect(nextStep(ticket(status), role, CREATED, [])).toEqual({
        kind,
        waits_on: 'nobody',
        moves: [],
      });
    }
  }
  expect(nextStep(ticket('Active'), 'company', CREATED, paid(3))).toMatchObject({
    kind: 'completed',
  });
});

test('what was written off its company owes as before, until it has come back; the agency sees a ticket that has ended', () => {
  const written = { ...ticket('Closed'), unrecovered_halalas: 99_000 };
  expect(nextStep(written, 'company', CREATED, [])).toEqual({
    kind: 'in_default',
    waits_on: 'company',
    moves: [],
    amount_halalas: 99_000,
    being_checked_halalas: 0,
  });
  expect(nextStep(written, 'agency', CREATED, []).kind).toBe('closed');
  expect(nextStep({ ...written, unrecovered_halalas: 0 }, 'company', CREATED, []).kind).toBe(
    'closed',
  );
});

test('a transfer that is being checked stays owed and is not asked for again', () => {
  const step = (reported: number, today: string) =>
    nextStep({ ...ticket('Active'), being_checked_halalas: reported }, 'company', today, paid(0));
  // All three have passed: 1,000.00. 333.33 is being checked.
  expect(step(33_333, '2026-05-01')).toMatchObject({
    kind: 'overdue',
    count: 3,
    amount_halalas: 66_667,
    since: '2026-02-28',
    being_checked_halalas: 33_333,
  });
  // The first has passed and is being checked, so the second is next, as how to pay says.
  expect(step(33_333, '2026-03-01')).toMatchObject({
    kind: 'installment',
    waits_on: 'company',
    next: { due_date: '2026-03-31', amount_halalas: 33_333 },
    being_checked_halalas: 33_333,
  });
  // Nothing has passed: the first is being checked, so the second is next.
  expect(step(33_333, '2026-02-28')).toMatchObject({
    kind: 'installment',
    next: { due_date: '2026-03-31', amount_halalas: 33_333 },
    being_checked_halalas: 33_333,
  });
  expect(step(500_000, '2026-02-28')).toMatchObject({
    kind: 'being_checked',
    being_checked_halalas: 100_000,
  });
  const written = { ...ticket('Closed'), unrecovered_halalas: 99_000 };
  const inDefault = (being_checked_halalas: number) =>
    nextStep({ ...written, being_checked_halalas }, 'company', CREATED, []);
  expect(inDefault(9_000)).toMatchObject({ amount_halalas: 90_000, being_checked_halalas: 9_000 });
  expect(inDefault(200_000)).toMatchObject({
    kind: 'being_checked',
    being_checked_halalas: 99_000,
  });
});

const tickets = fc.record({
  status: fc.constantFrom(...ticketStatuses),
  created_local_date: fc.nat({ max: 900 }).map((days) => addDays('2025-01-01', days)),
  documents_accepted_on: fc.option(fc.nat({ max: 900 }).map((days) => addDays('2025-01-01', days))),
});
const installments = fc.array(
  fc.record({
    due_date: fc.nat({ max: 900 }).map((days) => addDays('2025-01-01', days)),
    amount_halalas: fc.integer({ min: 1, max: 1_000_000 }),
    status: fc.constantFrom(...installmentStatuses),
  }),
  { maxLength: 3 },
);
const today = fc.nat({ max: 900 }).map((days) => addDays('2025-01-01', days));
const role = fc.constantFrom(...roles);

test('the reader is offered exactly the moves that are theirs and legal, and offers mean that it waits', () => {
  fc.assert(
    fc.property(tickets, role, today, installments, (of, reader, day, all) => {
      const step = nextStep(of, reader, day, all);
      const legal = (Object.keys(ticketMoves) as TicketMove[]).filter(
        (move) => allows(move, of) && ticketMoves[move].actor === reader,
      );
      expect(step.moves).toEqual(legal);
      expect(step.waits_on === 'nobody' && step.moves.length > 0).toBe(false);
    }),
  );
});

test('what an active ticket asks of its company is unpaid, overdue exactly when its day has passed', () => {
  fc.assert(
    fc.property(tickets, today, installments, (of, day, all) => {
      const open = all.filter(({ status }) => status !== 'Paid');
      const passed = open.filter(({ due_date }) => due_date < day);
      const step = nextStep({ ...of, status: 'Active' }, 'company', day, all);
      const kind =
        open.length === 0 ? 'completed' : passed.length === 0 ? 'installment' : 'overdue';
      expect(step.kind).toBe(kind);
      const due = step.kind === 'overdue' ? step : { count: 0, amount_halalas: 0 };
      expect([due.count, due.amount_halalas]).toEqual([
        passed.length,
        sumHalalas(passed.map((one) => one.amount_halalas)),
      ]);
    }),
  );
});
