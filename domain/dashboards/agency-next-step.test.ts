import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { agencyCompletion } from '../profiles/agency-profile.ts';
import type { AgencyProfile } from '../profiles/agency-profile.ts';
import { agencyNextStep, type AgencySituation } from './agency-next-step.ts';

const iban = 'SA0380000000608010167519';
const filled: AgencyProfile = {
  name: 'Sada',
  address: 'Riyadh',
  phone: '+966500000000',
  email: 'hello@sada.sa',
  contact_name: 'Noura',
  contact_title: 'Owner',
  iban,
  company_registration_file: 'a/company_registration.pdf',
  specializations: ['branding'],
};
const nothing = { net_halalas: 0, oldest_ticket_date: null, in_review: null };
const some = { net_halalas: 950_000, oldest_ticket_date: '2026-11-20', in_review: null };
const older = { net_halalas: 190_000, oldest_ticket_date: '2026-11-02', in_review: null };

const quiet: AgencySituation<string> = {
  waiting_count: 0,
  oldest_waiting: null,
  iban_obstacle: null,
  completion: agencyCompletion(filled),
  expected: nothing,
  late: nothing,
};

test('a waiting ticket comes before everything: the oldest of them, with their count', () => {
  const step = agencyNextStep({
    ...quiet,
    waiting_count: 3,
    oldest_waiting: 'HM-100001',
    iban_obstacle: 'iban_missing',
    completion: agencyCompletion({}),
    expected: some,
  });
  expect(step).toEqual({ step: 'decide', ticket: 'HM-100001', count: 3 });
});

test('an IBAN is asked for when money is coming, expected or late, with its sum', () => {
  const completion = agencyCompletion({ ...filled, iban: null });
  expect(
    agencyNextStep({
      ...quiet,
      iban_obstacle: 'iban_missing',
      completion,
      expected: some,
      late: older,
    }),
  ).toEqual({ step: 'add_iban', net_halalas: 1_140_000 });
  expect(
    agencyNextStep({ ...quiet, iban_obstacle: 'iban_missing', completion, late: older }),
  ).toEqual({
    step: 'add_iban',
    net_halalas: 190_000,
  });
});

test('an IBAN that cannot be paid to is to be corrected; one that waits to be approved asks for nothing', () => {
  expect(agencyNextStep({ ...quiet, iban_obstacle: 'iban_invalid', late: older })).toEqual({
    step: 'correct_iban',
    net_halalas: 190_000,
  });
  expect(agencyNextStep({ ...quiet, iban_obstacle: 'iban_invalid' }).step).toBe('none');
  expect(agencyNextStep({ ...quiet, iban_obstacle: 'iban_pending', late: older }).step).toBe(
    'await_late_payment',
  );
});

test('without money on its way a missing IBAN is an item of the profile like the others', () => {
  const completion = agencyCompletion({ ...filled, iban: null });
  expect(agencyNextStep({ ...quiet, iban_obstacle: 'iban_missing', completion })).toEqual({
    step: 'finish_profile',
    item: 'iban',
    missing: 1,
  });
});

test('an unfinished profile names the first item that is missing, before the date of a payment', () => {
  const completion = agencyCompletion({ ...filled, phone: null, specializations: [] });
  expect(agencyNextStep({ ...quiet, completion, expected: some })).toEqual({
    step: 'finish_profile',
    item: 'phone',
    missing: 2,
  });
});

test('with nothing to do the next payment is named, by the day a week after its oldest ticket', () => {
  expect(agencyNextStep({ ...quiet, expected: some, late: older })).toEqual({
    step: 'expect_payment',
    by: '2026-11-27',
    net_halalas: 950_000,
  });
});

test('where only late payments are pending, it says so, and where none are, that nothing is to do', () => {
  expect(agencyNextStep({ ...quiet, late: older })).toEqual({
    step: 'await_late_payment',
    net_halalas: 190_000,
  });
  expect(agencyNextStep(quiet)).toEqual({ step: 'none' });
});

test('where all that is pending is being reviewed, that is the step; a late payment counts without what is being reviewed', () => {
  const reviewed = (payouts: typeof some, by: string, net_halalas = payouts.net_halalas) => ({
    ...payouts,
    in_review: { net_halalas, by, is_late: by < '2026-12-01' },
  });
  const expected = reviewed(some, '2026-12-02');
  const late = reviewed(older, '2026-11-30');
  expect(agencyNextStep({ ...quiet, expected, late })).toEqual({
    step: 'await_review',
    by: '2026-12-02',
    is_late: true,
    net_halalas: 1_140_000,
  });
  // Of the first nobody has said a day.
  const undated = { ...some, in_review: { ...expected.in_review, by: null, is_late: false } };
  expect(agencyNextStep({ ...quiet, expected: undated, late })).toMatchObject({
    by: null,
    is_late: false,
  });
  // Another payment is still on its way.
  expect(agencyNextStep({ ...quiet, expected: some, late }).step).toBe('expect_payment');
  expect(agencyNextStep({ ...quiet, late: reviewed(older, '2026-12-02', 90_000) })).toEqual({
    step: 'await_late_payment',
    net_halalas: 100_000,
  });
});

const payouts = fc.oneof(
  fc.constant(nothing),
  fc.record({
    net_halalas: fc.integer({ min: 1, max: 10 ** 12 }),
    oldest_ticket_date: fc.constantFrom('2026-10-31', '2026-11-20', '2026-12-31'),
    in_review: fc.constant(null),
  }),
);
const situation = fc
  .record({
    waiting: fc.nat({ max: 30 }),
    absent: fc.subarray(Object.keys(filled)),
    expected: payouts,
    late: payouts,
    stored: fc.constantFrom('iban_invalid', 'iban_pending', null),
    isReviewed: fc.boolean(),
  })
  .map(({ waiting, absent, expected, late, stored, isReviewed }): AgencySituation<string> => {
    const profile = { ...filled, ...Object.fromEntries(absent.map((item) => [item, null])) };
    return {
      waiting_count: waiting,
      oldest_waiting: waiting > 0 ? 'HM-100001' : null,
      iban_obstacle: profile.iban ? stored : 'iban_missing',
      completion: agencyCompletion(profile),
      expected,
      late:
        isReviewed && late.net_halalas > 0
          ? { ...late, in_review: { net_halalas: late.net_halalas, by: null, is_late: false } }
          : late,
    };
  });

test('a step is only asked for when it is there to be taken, and none only when nothing is', () => {
  fc.assert(
    fc.property(situation, (now) => {
      const next = agencyNextStep(now);
      const pending = now.expected.net_halalas + now.late.net_halalas;
      const missing = now.completion.items.filter((one) => !one.filled).map((one) => one.item);
      const isThere = {
        decide: now.waiting_count > 0,
        add_iban: now.iban_obstacle === 'iban_missing' && pending > 0,
        correct_iban: now.iban_obstacle === 'iban_invalid' && pending > 0,
        finish_profile: next.step === 'finish_profile' && missing[0] === next.item,
        expect_payment: now.expected.net_halalas > 0,
        await_late_payment: now.late.net_halalas > 0,
        await_review: pending > 0 && now.late.in_review?.net_halalas === pending,
        none: now.waiting_count + pending + missing.length === 0,
      };
      expect(isThere[next.step]).toBe(true);
      expect(next.step === 'decide').toBe(isThere.decide);
    }),
  );
});

test('taking the step that is asked for always leads to a less urgent one', () => {
  const done: Record<string, Partial<AgencySituation<string>>> = {
    decide: { waiting_count: 0, oldest_waiting: null },
    add_iban: { iban_obstacle: 'iban_pending', completion: agencyCompletion(filled) },
    correct_iban: { iban_obstacle: 'iban_pending', completion: agencyCompletion(filled) },
    finish_profile: { iban_obstacle: 'iban_pending', completion: agencyCompletion(filled) },
    expect_payment: { expected: nothing },
    await_late_payment: { late: nothing },
    await_review: { expected: nothing, late: nothing },
  };
  const order = [...Object.keys(done), 'none'];
  fc.assert(
    fc.property(situation, (now) => {
      const { step } = agencyNextStep(now);
      fc.pre(step !== 'none');
      const after = agencyNextStep({ ...now, ...done[step] }).step;
      expect(order.indexOf(after)).toBeGreaterThan(order.indexOf(step));
    }),
  );
});
