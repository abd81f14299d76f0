import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../calendar.ts';
import { stopsFrom, requestState, type Lateness } from '../installments/lateness.ts';
import { allocate } from './allocation.ts';
import { coversOverdue, lateSince, pauseKept } from './company-lateness.ts';

const due = '2026-05-01';
const late: Lateness = { overdue_since: due, are_reports_enough: false, paused_from: null };
const after = (days: number) => addDays(due, days);

describe('a pause by reported transfers', () => {
  const paused = { ...late, are_reports_enough: true, paused_from: after(6) };

  test('begins with the stop where the report came before it, so that the grace does not eat it up', () => {
    const reported = { ...late, are_reports_enough: true };
    expect(pauseKept(reported, after(1), 3)).toBe(after(4));
    expect(pauseKept(reported, after(20), 3)).toBe(after(20));
  });

  test('is given once until nothing is overdue', () => {
    expect(pauseKept(paused, after(60), 3)).toBe(after(6));
    expect(pauseKept({ ...paused, are_reports_enough: false }, after(60), 3)).toBe(after(6));
    expect(pauseKept({ ...paused, overdue_since: null }, after(60), 3)).toBeNull();
  });

  test('never lasts longer than three days, however often the company reports', () => {
    const days = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(days, fc.nat({ max: 10 }), (reports, grace) => {
        let { paused_from } = late;
        let pausedDays = 0;
        for (const [day, are_reports_enough] of reports.entries()) {
          const today = after(day + 1);
          paused_from = pauseKept({ ...late, are_reports_enough, paused_from }, today, grace);
          const is = { ...late, are_reports_enough, paused_from };
          if (requestState(is, today, grace).state === 'paused') pausedDays += 1;
        }
        expect(pausedDays).toBeLessThanOrEqual(3);
      }),
    );
  });
});

describe('reported transfers', () => {
  const ticket = { rest_halalas: 100_000, overdue_halalas: 40_000, reported_halalas: 0 };

  test('cover what is overdue only when they add up to all of it', () => {
    expect(coversOverdue([{ ...ticket, reported_halalas: 100 }])).toBe(false);
    expect(coversOverdue([{ ...ticket, reported_halalas: 39_999 }])).toBe(false);
    expect(coversOverdue([{ ...ticket, reported_halalas: 40_000 }])).toBe(true);
  });

  test('pay what is overdue of other tickets with no more than their own ticket leaves', () => {
    const other = { rest_halalas: 50_000, overdue_halalas: 0, reported_halalas: 50_000 };
    expect(coversOverdue([ticket, other])).toBe(false);
    expect(coversOverdue([ticket, { ...other, reported_halalas: 89_999 }])).toBe(false);
    expect(coversOverdue([ticket, { ...other, reported_halalas: 90_000 }])).toBe(true);
  });

  test('pay all that is overdue exactly when transfers that first pay their own tickets would', () => {
    const part = fc.nat({ max: 300 });
    const tickets = fc.array(fc.record({ overdue: part, later: part, reported: part }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(tickets, (made) => {
        const open = made.flatMap(({ overdue, later }, n) => {
          const of = { ticket_number: `T${n}` };
          return [
            { ...of, due_date: after(0), seq: 1, open_halalas: overdue },
            { ...of, due_date: after(90), seq: 2, open_halalas: later },
          ];
        });
        const pay = (amount: number, ticket_number: string | null) => {
          const isOf = (one: (typeof open)[number]) =>
            one.open_halalas > 0 && (ticket_number === null || one.ticket_number === ticket_number);
          const of = open.filter(isOf);
          const { parts, credit_halalas } = allocate(amount, of, {
            named_ticket: ticket_number,
            value_date: after(0),
            today: after(0),
          });
          for (const { item, amount_halalas } of parts) item.open_halalas -= amount_halalas;
          return credit_halalas;
        };
        const spare = made.reduce((sum, { reported }, n) => sum + pay(reported, `T${n}`), 0);
        pay(spare, null);
        const isPaid = open.every(({ seq, open_halalas }) => seq === 2 || open_halalas === 0);
        const said = made.map(({ overdue, later, reported }) => ({
          rest_halalas: overdue + later,
          overdue_halalas: overdue,
          reported_halalas: reported,
        }));
        expect(coversOverdue(said)).toBe(isPaid);
      }),
    );
  });
});

test('what an unproven payment paid counts as unpaid for a stop only once that stop had begun', () => {
  const requests = (due_date: string) => stopsFrom(due_date, 3);
  const payouts = (due_date: string) => stopsFrom(due_date, 14);
  const part = (paid_on: string) => [{ due_date: '2026-03-01', paid_on }];
  expect(lateSince(null, part('2026-03-04'), requests)).toBeNull();
  expect(lateSince(null, part('2026-03-05'), requests)).toBe('2026-03-01');
  expect(lateSince(null, part('2026-03-15'), payouts)).toBeNull();
  expect(lateSince(null, part('2026-03-16'), payouts)).toBe('2026-03-01');
  expect(lateSince('2026-02-20', part('2026-03-16'), payouts)).toBe('2026-02-20');
});
