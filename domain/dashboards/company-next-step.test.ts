import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { DUE_SOON_DAYS } from '../installments/position.ts';
import { companyCompletion, companyFileFields } from '../profiles/company-profile.ts';
import type { CompanyProfile } from '../profiles/company-profile.ts';
import {
  companyNextStep,
  type CompanyNextStep,
  type CompanySituation,
  type SumOwed,
} from './company-next-step.ts';

const today = '2026-11-20';
const documents: CompanyProfile = {
  company_registration_file: 'a/company_registration.pdf',
  financial_statement_file: 'a/financial_statement.pdf',
  bank_statement_6m_file: 'a/bank_statement.pdf',
};
const owed = (due_date: string): SumOwed => ({
  due_date,
  amount_halalas: 83_333,
  count: 2,
  ticket_numbers: ['HM-100001', 'HM-100002'],
});

const toPay = (to_pay_now: number, being_checked = 0) => ({
  position: { to_pay_now, to_pay_soon: to_pay_now, being_checked, planned: 0 },
});

/** Owed next, on a day of the coming week. */
const toPaySoon = (next_owed: SumOwed, being_checked = 0) => ({
  next_owed,
  position: {
    to_pay_now: 0,
    to_pay_soon: Math.max(0, next_owed.amount_halalas - being_checked),
    being_checked,
    planned: 0,
  },
});

/** Everything is done and nothing is asked for. */
const quiet: CompanySituation<string> = {
  today,
  budget: 'set',
  available_halalas: 5_000_000,
  completion: companyCompletion(documents),
  overdue: null,
  next_owed: null,
  in_default: null,
  position: { to_pay_now: 0, to_pay_soon: 0, being_checked: 0, planned: 0 },
  documents_count: 0,
  oldest_to_accept: null,
  ticket_count: 4,
  waiting_count: 0,
  oldest_waiting: null,
};

test('overdue installments are named before everything else', () => {
  const overdue = owed('2026-11-01');
  const step = companyNextStep({
    ...quiet,
    ...toPay(83_333),
    overdue,
    budget: 'not_set',
    completion: companyCompletion({}),
    next_owed: owed(today),
  });
  expect(step).toEqual({
    step: 'pay_overdue',
    overdue,
    to_pay_now_halalas: 83_333,
    being_checked_halalas: 0,
  });
});

test('amounts in default are named right after overdue installments', () => {
  const in_default = { amount_halalas: 99_000, count: 1 };
  const situation = {
    ...quiet,
    ...toPay(99_000),
    in_default,
    documents_count: 1,
    oldest_to_accept: 'HM-100007',
  };
  expect(companyNextStep(situation)).toEqual({ step: 'pay_default', in_default });
  const overdue = owed('2026-11-01');
  expect(companyNextStep({ ...situation, overdue }).step).toBe('pay_overdue');
});

test('a transfer that is being checked is not asked for again', () => {
  const overdue = owed('2026-11-01');
  expect(companyNextStep({ ...quiet, ...toPay(50_000, 33_333), overdue })).toMatchObject({
    step: 'pay_overdue',
    to_pay_now_halalas: 50_000,
    being_checked_halalas: 33_333,
  });
  const awaited = { step: 'await_check', being_checked_halalas: 83_333 };
  expect(companyNextStep({ ...quiet, ...toPay(0, 83_333), overdue })).toEqual(awaited);
  const soon = owed('2026-11-22');
  expect(companyNextStep({ ...quiet, ...toPaySoon(soon, 83_333) })).toEqual(awaited);
  expect(companyNextStep({ ...quiet, ...toPaySoon(soon, 33_333) })).toMatchObject({
    step: 'pay_soon',
    being_checked_halalas: 33_333,
  });
});

test('nothing is owed for a ticket whose agency has not been paid, and it is not nothing either', () => {
  const position = { ...quiet.position, planned: 300_000 };
  expect(companyNextStep({ ...quiet, position })).toEqual({
    step: 'await_payout',
    planned_halalas: 300_000,
  });
});

test('documents that an agency waits for come before what only the company waits for', () => {
  const waiting = { ...quiet, documents_count: 2, oldest_to_accept: 'HM-100007' };
  expect(companyNextStep({ ...waiting, budget: 'not_set', next_owed: owed(today) })).toEqual({
    step: 'accept_documents',
    ticket: 'HM-100007',
    count: 2,
  });
  expect(
    companyNextStep({ ...waiting, ...toPay(83_333), overdue: owed('2026-11-01') }),
  ).toMatchObject({
    step: 'pay_overdue',
  });
});

test('a company without revenue adds it: nothing else brings a budget', () => {
  const situation = { ...quiet, budget: 'not_set', available_halalas: null } as const;
  expect(companyNextStep({ ...situation, ticket_count: 0 })).toEqual({ step: 'add_revenue' });
  expect(companyNextStep({ ...situation, next_owed: owed(today) })).toEqual({
    step: 'add_revenue',
  });
});

test('missing documents are asked for by name, the first with how many there are', () => {
  const completion = companyCompletion({ ...documents, financial_statement_file: null });
  expect(companyNextStep({ ...quiet, completion })).toEqual({
    step: 'add_documents',
    item: 'financial_statement_file',
    missing: 1,
  });
  expect(companyNextStep({ ...quiet, completion: companyCompletion({}) })).toEqual({
    step: 'add_documents',
    item: 'company_registration_file',
    missing: 3,
  });
});

test.each([
  ['2026-11-20', 0],
  ['2026-11-27', 7],
])('a payment of the coming week is the next step: %s is in %i days', (due_date, in_days) => {
  expect(companyNextStep({ ...quiet, ticket_count: 0, ...toPaySoon(owed(due_date)) })).toEqual({
    step: 'pay_soon',
    owed: owed(due_date),
    in_days,
    being_checked_halalas: 0,
  });
});

test('a payment on the eighth day waits its turn', () => {
  const next_owed = owed('2026-11-28');
  expect(companyNextStep({ ...quiet, next_owed })).toEqual({ step: 'pay_later', owed: next_owed });
});

test('a company that has never asked for a ticket does so, unless nothing can be requested', () => {
  const none = { ...quiet, ticket_count: 0 };
  expect(companyNextStep(none)).toEqual({ step: 'request_first_ticket' });
  expect(companyNextStep({ ...none, available_halalas: 0 })).toEqual({ step: 'none' });
  expect(companyNextStep({ ...none, budget: 'on_its_way', available_halalas: null })).toEqual({
    step: 'await_budget',
  });
});

test('with nothing to do it sees what it waits for: answers, its budget, its next payment', () => {
  const waiting = { oldest_waiting: 'HM-100003', waiting_count: 2 };
  const later = { next_owed: owed('2026-12-20') };
  expect(companyNextStep({ ...quiet, ...waiting, ...later })).toEqual({
    step: 'await_answers',
    ticket: 'HM-100003',
    count: 2,
  });
  expect(companyNextStep({ ...quiet, ...later, budget: 'on_its_way' })).toEqual({
    step: 'await_budget',
  });
  expect(companyNextStep(quiet)).toEqual({ step: 'none' });
});

const sums = fc.record({
  due_date: fc.nat({ max: 60 }).map((days) => addDays(today, days)),
  amount_halalas: fc.integer({ min: 1, max: 10_000_000 }),
  count: fc.integer({ min: 1, max: 9 }),
  ticket_numbers: fc.constant(['HM-100001']),
});
const situations: fc.Arbitrary<CompanySituation<string>> = fc
  .record({
    today: fc.constant(today),
    budget: fc.constantFrom('not_set', 'on_its_way', 'set'),
    available_halalas: fc.nat({ max: 10_000_000 }),
    completion: fc
      .subarray([...companyFileFields])
      .map((files) => companyCompletion(Object.fromEntries(files.map((file) => [file, 'a/b'])))),
    overdue: fc.option(sums),
    next_owed: fc.option(sums),
    in_default: fc.option(
      fc.record({
        amount_halalas: fc.integer({ min: 1, max: 10_000_000 }),
        count: fc.integer({ min: 1, max: 3 }),
      }),
    ),
    being_checked: fc.nat({ max: 2 }),
    planned: fc.nat({ max: 2 }),
    waiting_count: fc.nat({ max: 3 }),
    documents_count: fc.nat({ max: 2 }),
    further_tickets: fc.nat({ max: 3 }),
  })
  .map(({ further_tickets, being_checked, planned, ...rest }) => ({
    ...rest,
    position: positionOf(rest, { being_checked, planned }),
    available_halalas: rest.budget === 'set' ? rest.available_halalas : null,
    ticket_count: rest.waiting_count + further_tickets,
    oldest_to_accept: rest.documents_count > 0 ? 'HM-100002' : null,
    oldest_waiting: rest.waiting_count > 0 ? 'HM-100003' : null,
  }));

/** As it is for what is overdue, in default and next, while no transfer covers any of it. */
function positionOf(
  {
    overdue,
    in_default,
    next_owed,
  }: Pick<CompanySituation<string>, 'overdue' | 'in_default' | 'next_owed'>,
  { being_checked, planned }: { being_checked: number; planned: number },
): CompanySituation<string>['position'] {
  const to_pay_now = (overdue?.amount_halalas ?? 0) + (in_default?.amount_halalas ?? 0);
  const isSoon = next_owed !== null && next_owed.due_date <= addDays(today, DUE_SOON_DAYS);
  const to_pay_soon = to_pay_now + (isSoon ? next_owed.amount_halalas : 0);
  return { to_pay_now, to_pay_soon, being_checked, planned };
}

/** Most urgent first. */
const urgency: CompanyNextStep<string>['step'][] = [
  'pay_overdue',
  'pay_default',
  'accept_documents',
  'add_revenue',
  'add_documents',
  'pay_soon',
  'request_first_ticket',
  'await_answers',
  'await_budget',
  'await_check',
  'pay_later',
  'await_payout',
  'none',
];

const withPosition = (situation: CompanySituation<string>) => ({
  ...situation,
  position: positionOf(situation, situation.position),
});

/** The situation after the step has been taken, by the company or by those it waits for. */
function afterTaking(situation: CompanySituation<string>): CompanySituation<string> {
  const { step } = companyNextStep(situation);
  switch (step) {
    case 'pay_overdue':
      return withPosition({ ...situation, overdue: null });
    case 'pay_default':
      return withPosition({ ...situation, in_default: null });
    case 'accept_documents':
      return { ...situation, documents_count: 0, oldest_to_accept: null };
    case 'add_revenue':
      return { ...situation, budget: 'on_its_way' };
    case 'add_documents':
      return { ...situation, completion: companyCompletion(documents) };
    case 'pay_soon':
    case 'pay_later':
      return withPosition({ ...situation, next_owed: null });
    case 'request_first_ticket':
      return { ...situation, ticket_count: 1, waiting_count: 1, oldest_waiting: 'HM-100009' };
    case 'await_answers':
      return { ...situation, waiting_count: 0, oldest_waiting: null };
    case 'await_budget':
      return { ...situation, budget: 'set', available_halalas: 0 };
    case 'await_check':
      return { ...situation, position: { ...situation.position, being_checked: 0 } };
    case 'await_payout':
      return { ...situation, position: { ...situation.position, planned: 0 } };
    case 'none':
      return situation;
  }
}

test('taking the step that is asked for always leads to a less urgent one', () => {
  fc.assert(
    fc.property(situations, (situation) => {
      const { step } = companyNextStep(situation);
      const after = companyNextStep(afterTaking(situation)).step;
      const place = urgency.indexOf(after);
      expect(step === 'none' ? place === urgency.length - 1 : place > urgency.indexOf(step)).toBe(
        true,
      );
    }),
  );
});

test('a payment is named soon exactly from seven days before its day on', () => {
  fc.assert(
    fc.property(sums, ({ due_date, ...rest }) => {
      const next_owed = { due_date, ...rest };
      const situation = withPosition({ ...quiet, next_owed });
      const { step } = companyNextStep(situation);
      const soon = due_date <= addDays(today, DUE_SOON_DAYS);
      expect(step).toBe(soon ? 'pay_soon' : 'pay_later');
    }),
  );
});
