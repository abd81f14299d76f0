import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorMessages } from '#api/error-messages.ts';
import { operations } from '#api/operations.ts';
import { positiveAmount } from '#api/payments.ts';
import type { AgencyPayoutPage } from '#api/payouts.ts';
import {
  availableBudget,
  committedStatuses,
  heldStatuses,
} from '#domain/reference/available-budget.ts';
import {
  budgetDecisions,
  budgetStatuses,
  type BudgetStatus,
} from '#domain/budget/budget-decision.ts';
import { budgetObstacle, isWithinBudget, needsDecision } from '#domain/reference/budget-review.ts';
import { addDays, riyadhDate } from '#domain/calendar.ts';
import { reviewDay } from '#domain/reference/review-day.ts';
import { payoutRunStatuses } from '#api/payout-runs.ts';
import { acceptanceObstacle, financingDocumentKinds } from '#domain/documents/acceptance.ts';
import { stoppedDays } from '#domain/reference/stopped-days.ts';
import { installmentStatus, installmentMoves } from '#domain/reference/installment-status.ts';
import { installmentStatuses } from '#domain/installments/installment.ts';
import { smallRests } from '#domain/reference/small-rests.ts';
import { coversOverdue, lateSince, pauseKept } from '#domain/reference/company-lateness.ts';
import { stopsFrom, requestState, isBeyondGrace } from '#domain/installments/lateness.ts';
import { restOf } from '#domain/installments/owed.ts';
import { accounts, ledgerEvents } from '#domain/ledger/accounts.ts';
import { compactIban, isSaudiIban } from '#domain/iban.ts';
import { referenceKey } from '#domain/servicing/bank-statement-line.ts';
import { approvalKinds, approvalOutcomes } from '#domain/servicing/approval-kinds.ts';
import { reminderOn } from '#domain/reference/reminder.ts';
import { remindedDueDates } from '#domain/servicing/reminders.ts';
import { ibanChangeStatuses, ibanPauseEnds, maskedIban } from '#domain/profiles/iban-change.ts';
import { isAboveInvoice } from '#domain/reference/invoice-parts.ts';
import { foldedText } from '#domain/folded-text.ts';
import { ibanObstacle } from '#domain/reference/iban-obstacle.ts';
import { callFunction } from '#server/platform/database/call-function.ts';
import type { Caller } from '#server/platform/http/operations.ts';
import { contentTypesOf, fileKinds, stores } from '#domain/files/file-rules.ts';
import { languages } from '#domain/languages.ts';
import { canMove, type Move } from '#domain/moves.ts';
import {
  decimalFromHalalas,
  halalasFromDecimal,
  MAX_AMOUNT_HALALAS,
  sumHalalas,
} from '#domain/money.ts';
import { allocationRank } from '#domain/reference/allocation.ts';
import { overdueAges, type OverdueAge } from '#domain/servicing/overdue-age.ts';
import { expectedPaymentDate } from '#domain/payouts/expected-payment.ts';
import { isLatinName } from '#domain/payouts/latin-name.ts';
import { refundDestinations, refundObstacles, refundStatuses } from '#domain/servicing/refund.ts';
import { isTransferAmount } from '#domain/servicing/transfer.ts';
import { refundMoves } from '#domain/reference/refund-moves.ts';
import { payoutMoves, payoutStatuses, shownPayoutStatus } from '#domain/payouts/payout.ts';
import { serviceFee } from '#domain/payouts/service-fee.ts';
import { specializationCodes } from '#domain/profiles/agency-profile.ts';
import { repaymentTerms } from '#domain/tickets/repayment-term.ts';
import { ticketHistoryKinds } from '#domain/tickets/ticket-history.ts';
import { checkTicketRequest, MINIMUM_TICKET_HALALAS } from '#domain/tickets/ticket-request.ts';
import {
  agencyColumnOf,
  companyGroupOf,
  ticketMoves,
  ticketStatuses,
  type TicketStatus,
} from '#domain/tickets/ticket.ts';
import { createTestDatabase } from '../testing/database.ts';
import { addAgency, addCompany, addStaff, asOwner, type Person } from '../testing/people.ts';

/**
 * Rules that stand twice, in domain/ for the browser and the use cases and in SQL where only the lock or the index makes
 * them true: here the two are held equal.
 */

let agency: Person;
let staff: Caller;
const database = await createTestDatabase();

beforeAll(async () => {
  staff = await addStaff(database, start);
  agency = await addAgency(database);
});
afterAll(() => database.drop());

const start = new Date('2026-05-04T08:00:00Z');
const amount = fc.oneof(fc.integer({ min: 100, max: 10_000 }), fc.integer({ min: 100, max: 1e12 }));

interface MadeTicket {
  status: TicketStatus;
  amount_halalas: number;
  created_at?: Date;
}

/** Tickets in states that are arranged, not reached: what is tested is how SQL reads them. */
async function addTickets(client: Client, company: Person, of: Person, tickets: MadeTicket[]) {
  const { rows } = await client.query<{ id: string; status: string; lists: string[] }>(
    `insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
       created_local_date, updated_at)
     select $1, $2, t.status, t.amount, 'OneMonth', t.invoice, t.created_at, t.created_at::date, t.created_at
       from unnest($3::text[], $4::numeric[], $5::text[], $6::timestamptz[]) as t(status, amount, invoice, created_at)
     returning id, status, array[company_list, agency_list] as lists`,
    [
      company.id,
      of.id,
      tickets.map(({ status }) => status),
      tickets.map(({ amount_halalas }) => decimalFromHalalas(amount_halalas)),
      tickets.map(() => randomUUID()),
      tickets.map(({ created_at }) => created_at ?? start),
    ],
  );
  return rows;
}

test('the service fee is the same in SQL and in the rules, for any amount', async () => {
  await asOwner(database, (client) =>
    fc.assert(
      fc.asyncProperty(fc.array(amount, { minLength: 500, maxLength: 2_000 }), async (amounts) => {
        const { rows } = await client.query<{ fee: string }>(
          'select service_fee(a)::text as fee from unnest($1::numeric[]) with ordinality as t(a, n) order by n',
          [amounts.map(decimalFromHalalas)],
        );
        expect(rows.map(({ fee }) => halalasFromDecimal(fee))).toEqual(
          amounts.map((gross) => serviceFee(gross).fee_halalas),
        );
      }),
      { numRuns: 15 },
    ),
  );
});

test('a text is folded the same in SQL and in the rules', async () => {
  // The letters of Latin to Cyrillic, of Arabic, its forms, and wide ones: each before another one, and any together.
  const blocks = '20-52f 600-6ff 750-77f 2000-214f fb50-fdff fe70-ffef'.split(' ').map((block) => {
    const [from, to] = block.split('-').map((code) => Number.parseInt(code, 16)) as [
      number,
      number,
    ];
    return Array.from({ length: to - from + 1 }, (_, n) => String.fromCharCode(from + n));
  });
  const letter = fc.constantFrom(...blocks.flat());
  const any = fc.sample(fc.array(letter), 1_000).map((text) => text.join(''));
  const texts = [...blocks.flat().map((one) => `a${one}ب`), ...any];
  const { rows } = await asOwner(database, (client) =>
    client.query<{ folded: string }>(
      'select folded(t) from unnest($1::text[]) with ordinality as t(t, n) order by n',
      [texts],
    ),
  );
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldedText));
});

/** A budget's state that is arranged, not reached. */
const decide = (
  client: Client,
  company: Person,
  to: { budget_status: BudgetStatus; proposed?: string | null },
) =>
  client.query(
    `update companies set budget_status = $2, budget_decided_at = $3, budget_decided_by = $4, budget_reason = 'Under review',
            proposed_budget = $5 where id = $1`,
    [company.id, to.budget_status, start, staff.user_id, to.proposed ?? null],
  );

const anyStatus = fc.constantFrom(...budgetStatuses);

const lose = (client: Client, company: { id: string }, halalas: number) =>
  client.query('update companies set unrecovered_loss = $2 where id = $1', [
    company.id,
    decimalFromHalalas(halalas),
  ]);

test('the available budget is the same in SQL and in the rules, whatever tickets there are', async () => {
  const total = fc.option(fc.oneof(fc.constant(0), amount), { nil: null });
  const loss = fc.oneof(fc.constant(0), amount);
  const tickets = fc.array(
    fc.record({ status: fc.constantFrom(...ticketStatuses), amount_halalas: amount }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(
      total,
      loss,
      tickets,
      anyStatus,
      async (total_approval_budget_halalas, loss_halalas, made, any) => {
        const budget_status =
          any === 'Confirmed' && total_approval_budget_halalas === null ? 'Preliminary' : any;
        const company = await addCompany(database, {
          total_approval_budget:
            total_approval_budget_halalas === null
              ? undefined
              : decimalFromHalalas(total_approval_budget_halalas),
        });
        const found = await asOwner(database, async (client) => {
          await addTickets(client, company, agency, made);
          await decide(client, company, { budget_status });
          await lose(client, company, loss_halalas);
          return (await client.query('select budget_json($1) as budget', [company.id])).rows[0]
            .budget;
        });
        const sum = (statuses: readonly TicketStatus[]) =>
          sumHalalas(
            made.filter((one) => statuses.includes(one.status)).map((one) => one.amount_halalas),
          );
        const [held_halalas, committed_halalas] = [sum(heldStatuses), sum(committedStatuses)];
        const available = availableBudget({
          total_approval_budget_halalas,
          loss_halalas,
          held_halalas,
          committed_halalas,
          budget_status,
        });
        expect(found).toEqual({
          total_approval_budget:
            total_approval_budget_halalas === null
              ? null
              : decimalFromHalalas(total_approval_budget_halalas),
          held_funds: decimalFromHalalas(held_halalas),
          committed_funds: decimalFromHalalas(committed_halalas),
          available_budget: available === null ? null : decimalFromHalalas(available),
          budget_status,
          max_term_months: null,
          suspension_reason: budget_status === 'Suspended' ? 'Under review' : null,
          unrecovered_loss: decimalFromHalalas(loss_halalas),
          unproven_recoveries: '0.00',
          reductions:
            loss_halalas > 0
              ? [
                  {
                    code: 'loss_not_recovered',
                    amount_sar: decimalFromHalalas(loss_halalas),
                  },
                ]
              : [],
          suspended_for_ticket: null,
          is_suspended_for_refund: false,
        });
      },
    ),
    { numRuns: 60 },
  );
});

test('decisions about budgets follow the rules in SQL, and the same ones wait for a decision', async () => {
  const moves = await asOwner(database, async (client) => {
    const { rows } = await client.query(
      'select decision, from_status, to_status from budget_moves order by 1, 2',
    );
    return rows.map((row) => [row.decision, row.from_status, row.to_status].join(' '));
  });
  const table = Object.entries(budgetDecisions).flatMap(([name, { from, to }]) =>
    from.map((one) => `${name} ${one} ${to}`),
  );
  expect(moves).toEqual(table.toSorted());
  const sum = fc.option(fc.nat({ max: 1e6 }), { nil: null });
  await asOwner(database, (client) =>
    fc.assert(
      fc.asyncProperty(sum, sum, anyStatus, async (total, proposed, budget_status) => {
        fc.pre(budget_status !== 'Confirmed' || total !== null);
        const decimal = (halalas: number | null) =>
          halalas === null ? null : decimalFromHalalas(halalas);
        const company = await addCompany(database, {
          total_approval_budget: decimal(total) ?? undefined,
        });
        await decide(client, company, { budget_status, proposed: decimal(proposed) });
        const { rows } = await client.query('select needs_decision from companies where id = $1', [
          company.id,
        ]);
        const expected = needsDecision({
          budget_status,
          total_approval_budget_halalas: total,
          proposed_budget_halalas: proposed,
        });
        expect(rows).toEqual([{ needs_decision: expected }]);
      }),
      { numRuns: 40 },
    ),
  );
});

test('the order in which a payment pays items is the same in SQL and in the rules', async () => {
  const day = fc.nat({ max: 20 }).map((days) => addDays('2026-03-01', days));
  const item = fc.record({
    due_date: day,
    ticket_number: fc.constantFrom('HM-1', 'HM-2', null),
    is_loss: fc.boolean(),
  });
  await asOwner(database, (client) =>
    fc.assert(
      fc.asyncProperty(item, day, day, fc.boolean(), async (one, value_date, today, hasLoss) => {
        const { rows } = await client.query(
          'select allocation_rank($1, $2, $3, $4, $5, $6) as turn',
          [hasLoss, one.ticket_number === 'HM-1', one.is_loss, one.due_date, value_date, today],
        );
        const terms = { named_ticket: 'HM-1', value_date, today };
        const open = { ...one, seq: 1, open_halalas: 1 };
        expect(rows).toEqual([{ turn: allocationRank(open, terms, hasLoss) }]);
      }),
      { numRuns: 200 },
    ),
  );
});

test('a budget stops a payout in SQL exactly when the rules say so', async () => {
  const either = [false, true];
  for (const status of budgetStatuses)
    for (const isSet of either)
      for (const isReviewed of either)
        for (const isWithin of either) {
          const { rows } = await asOwner(database, (client) =>
            client.query('select budget_obstacle($1, $2, $3, $4) as obstacle', [
              status,
              isSet,
              isReviewed,
              isWithin,
            ]),
          );
          expect(rows[0].obstacle).toBe(
            budgetObstacle({ status, isSet }, { isReviewed, isWithinBudget: isWithin }),
          );
        }
});

test('parts of an invoice are above its total in SQL exactly when the rules say so', async () => {
  const part = fc.integer({ min: 100, max: 3_000 });
  const parts = fc.array(part, { maxLength: 4 });
  const total = fc.option(fc.integer({ min: 100, max: 9_000 }), { nil: null });
  await asOwner(database, (client) =>
    fc.assert(
      fc.asyncProperty(part, parts, total, async (one, others, all) => {
        const { rows } = await client.query('select is_above_invoice($1, $2, $3) as above', [
          decimalFromHalalas(one),
          others.map(decimalFromHalalas),
          all === null ? null : decimalFromHalalas(all),
        ]);
        expect(rows[0].above).toBe(isAboveInvoice(one, others, all));
      }),
      { numRuns: 200 },
    ),
  );
});

test('a ticket lies within its budget in SQL exactly when the rules say so', async () => {
  const small = fc.integer({ min: 100, max: 1_000 });
  const tickets = fc.array(
    fc.record({
      status: fc.constantFrom(...ticketStatuses),
      amount_halalas: small,
      isReviewed: fc.boolean(),
      before_halalas: fc.option(fc.constant(1_000), { nil: null }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  const total = fc.option(fc.nat({ max: 3_000 }), { nil: null });
  const loss = fc.nat({ max: 2_000 });
  await asOwner(database, (client) =>
    fc.assert(
      fc.asyncProperty(
        total,
        loss,
        tickets,
        async (total_approval_budget_halalas, loss_halalas, made) => {
          const company = await addCompany(database);
          await lose(client, company, loss_halalas);
          const added = await addTickets(client, company, agency, made);
          await client.query(
            `update tickets t set available_budget_before = m.before,
                  reviewed_at = case when m.is_reviewed then $4::timestamptz end,
                  reviewed_by = case when m.is_reviewed then $5::uuid end
             from unnest($1::uuid[], $2::numeric[], $3::boolean[]) as m(id, before, is_reviewed) where m.id = t.id`,
            [
              added.map(({ id }) => id),
              made.map(({ before_halalas: before }) => before && decimalFromHalalas(before)),
              made.map(({ isReviewed }) => isReviewed),
              start,
              staff.user_id,
            ],
          );
          const { rows } = await client.query(
            `select is_within_budget(t.company_id, t.available_budget_before, $2) as is_within from unnest($1::uuid[]) with ordinality as m(id, place)
             join tickets t on t.id = m.id order by m.place`,
            [
              added.map(({ id }) => id),
              total_approval_budget_halalas === null
                ? null
                : decimalFromHalalas(total_approval_budget_halalas),
            ],
          );
          const unreviewed = made.filter(
            ({ status, isReviewed }) =>
              !isReviewed && committedStatuses.some((committed) => committed === status),
          );
          const unreviewed_halalas = sumHalalas(unreviewed.map((one) => one.amount_halalas));
          expect(rows.map(({ is_within }) => is_within)).toEqual(
            made.map(({ before_halalas: available_budget_before_halalas }) =>
              isWithinBudget({
                available_budget_before_halalas,
                unreviewed_halalas,
                total_approval_budget_halalas,
                loss_halalas,
              }),
            ),
          );
        },
      ),
      { numRuns: 60 },
    ),
  );
});

test('a ticket is in the list and the column that the rules say for its status', async () => {
  const company = await addCompany(database);
  const rows = await asOwner(database, (client) =>
    addTickets(
      client,
      company,
      agency,
      ticketStatuses.map((status) => ({ status, amount_halalas: 100 })),
    ),
  );
  expect(rows.map(({ status, lists }) => [status, ...lists])).toEqual(
    ticketStatuses.map((status) => [status, companyGroupOf(status), agencyColumnOf(status)]),
  );
});

/** A list from its first page, as the dashboard shows it, to its end: its pages are in order and say the same of the whole. */
async function walk(client: Client, agencyId: string, window: string, first: AgencyPayoutPage) {
  const pageAt = async (cursor: string | null): Promise<AgencyPayoutPage> =>
    (
      await client.query('select payout_page_of_agency_json($1, $2, $3, $4) as page', [
        agencyId,
        start,
        window,
        cursor,
      ])
    ).rows[0].page;
  const { items: _, next_cursor: __, ...whole } = first;
  expect(await pageAt(null)).toEqual(first);
  const items = [...first.items];
  for (let cursor = first.next_cursor; cursor !== null;) {
    const page = await pageAt(cursor);
    expect(page).toMatchObject(whole);
    expect(page.items.length).toBeGreaterThan(0);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  const newestFirst = items.toSorted(
    (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1),
  );
  expect(items).toEqual(newestFirst);
  expect(items).toHaveLength(whole.count);
  return { ...whole, items };
}

const createdTimes = ({ items }: Pick<AgencyPayoutPage, 'items'>) =>
  items.map(({ created_at }) => new Date(created_at).getTime()).sort((a, b) => a - b);

test('a payout is expected or late in SQL exactly when the rules say so, to the millisecond, and reviewed in that sum alone', async () => {
  const company = await addCompany(database);
  const hours168 = 168 * 3_600_000;
  const age_ms = fc.oneof(
    fc.integer({ min: 0, max: 30 * 86_400_000 }),
    fc.integer({ min: hours168 - 3, max: hours168 + 3 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(age_ms, { minLength: 1, maxLength: 60, size: 'max' }),
      async (ages) => {
        const of = await addAgency(database);
        const tickets = ages.map((age) => ({
          status: 'Approved' as const,
          amount_halalas: 10_000,
          created_at: new Date(start.getTime() - age),
        }));
        const pages = await asOwner(database, async (client) => {
          await addTickets(client, company, of, tickets);
          await client.query(
            `insert into agency_payouts
               (agency_id, ticket_id, gross_amount, fee_amount, net_amount, created_at, stopped_on)
             select agency_id, id, amount_sar, 5, amount_sar - 5, created_at,
                    case when (extract(epoch from created_at) * 1000)::bigint % 2 = 0
                         then (created_at at time zone 'Asia/Riyadh')::date end
               from tickets where agency_id = $1`,
            [of.id],
          );
          await client.query("select set_config('hamla.agency_id', $1, false)", [of.id]);
          const { rows } = await client.query<Record<'expected' | 'late', AgencyPayoutPage>>(
            'select expected, late from awaited_payout_pages($1, $2)',
            [of.id, start],
          );
          const { expected, late } = rows[0]!;
          return {
            expected: await walk(client, of.id, 'expected', expected),
            late: await walk(client, of.id, 'late', late),
          };
        });
        const times = (soon: boolean) =>
          tickets
            .filter(({ created_at }) => start.getTime() - created_at.getTime() <= hours168 === soon)
            .map(({ created_at }) => created_at.getTime())
            .sort((a, b) => a - b);
        expect(createdTimes(pages.expected)).toEqual(times(true));
        expect(createdTimes(pages.late)).toEqual(times(false));
        for (const soon of [true, false]) {
          const stopped = times(soon).filter((time) => time % 2 === 0);
          expect(pages[soon ? 'expected' : 'late'].in_review).toEqual(
            stopped.length === 0
              ? null
              : {
                  count: stopped.length,
                  net_amount: `${stopped.length * 95}.00`,
                  by: reviewDay({ stopped_on: riyadhDate(new Date(stopped.at(-1)!)) }, []),
                  is_late:
                    reviewDay({ stopped_on: riyadhDate(new Date(stopped[0]!)) }, []) <
                    riyadhDate(start),
                },
          );
        }
        // Totals add rows: n × 100.00 and n × 95.00.
        expect(pages.expected.gross_amount).toBe(`${times(true).length * 100}.00`);
        expect(pages.late.net_amount).toBe(`${times(false).length * 95}.00`);
      },
    ),
    // Three pages of each list; of one moment they are told apart by their ids.
    { numRuns: 25, examples: [[Array.from({ length: 90 }, (_, n) => (n % 2) * 2 * hours168)]] },
  );
});

test('a payout has the same day of its review in SQL and in the rules', async () => {
  const holidays = ['2026-03-18', '2026-03-19', '2026-03-22', '2026-03-23', '2026-03-24'];
  await callFunction(database.pools.jobs, 'set_bank_holidays', { days: holidays });
  const days = Array.from({ length: 400 }, (_, n) => addDays('2025-12-01', n));
  const { rows } = await asOwner(database, (client) =>
    client.query<{ reviewed: string; decided: string }>(
      `select review_day(null, d)::text as reviewed, review_day(d, null)::text as decided
         from unnest($1::date[]) with ordinality u(d, n) order by n`,
      [days],
    ),
  );
  await callFunction(database.pools.jobs, 'set_bank_holidays', { days: [] });
  expect(rows).toEqual(
    days.map((day) => ({
      reviewed: reviewDay({ accepted_on: day }, holidays),
      decided: reviewDay({ stopped_on: day }, holidays),
    })),
  );
});

test('an overdue item has the same age group in SQL and in the rules', async () => {
  const today = '2026-03-02';
  const ages = await asOwner(database, async (client) => {
    await client.query('begin');
    await client.query('truncate receivable_months, balance_changes');
    // Of each day a halala more than of the day after it.
    await client.query(
      `insert into receivable_months (month, due_date, amount_sar)
       select '2025-01-01', $1::date - days, 1000 + days / 100.0 from generate_series(-3, 400) days`,
      [today],
    );
    const { rows } = await client.query(
      `select age, due_from::text, due_until::text, amount_sar from overdue_ages($1)`,
      [today],
    );
    await client.query('rollback');
    return rows;
  });
  const days = Array.from({ length: 404 }, (_, place) => place - 3);
  expect(ages).toHaveLength(Object.keys(overdueAges).length);
  for (const { age, due_from, due_until, amount_sar } of ages) {
    const [from, to] = overdueAges[age as OverdueAge];
    expect([age, due_until]).toEqual([age, addDays(today, -from)]);
    expect([age, due_from]).toEqual([age, to === null ? '-infinity' : addDays(today, -to)]);
    const halalas = days
      .filter((day) => day >= from && day <= (to ?? Infinity))
      .reduce((sum, day) => sum + 100_000 + day, 0);
    expect([age, amount_sar]).toEqual([age, decimalFromHalalas(halalas)]);
  }
});

test('a payment is expected on the same day in SQL and in the rules, on every day of four years', async () => {
  const days = Array.from({ length: 1_461 }, (_, index) => addDays('2026-01-01', index));
  const found = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ expected: string }>(
      `select expected_payment_date(d)::text as expected from unnest($1::date[]) with ordinality as t(d, n) order by n`,
      [days],
    );
    return rows.map(({ expected }) => expected);
  });
  expect(found).toEqual(days.map(expectedPaymentDate));
});

test('a payout shows the same status in SQL and in the rules, sent or not', async () => {
  const payouts = payoutStatuses.flatMap((status) =>
    [null, '2026-02-03'].map((sent_on) => ({ status, sent_on })),
  );
  const found = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ shown: string }>(
      `select shown_payout_status(jsonb_populate_record(null::agency_payouts, p || jsonb_build_object('sent_at', p -> 'sent_on'))) as shown
         from jsonb_array_elements($1::jsonb) with ordinality as t(p, n) order by n`,
      [JSON.stringify(payouts)],
    );
    return rows.map(({ shown }) => shown);
  });
  expect(found).toEqual(payouts.map(shownPayoutStatus));
});

test("a ticket's history has the same operations in SQL and in the rules, every move of a ticket among them", async () => {
  const asked = [...Object.keys(operations), ...Object.keys(ticketHistoryKinds)];
  const found = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ operation: string; kind: string }>(
      `select distinct o as operation, history_kind(o) as kind from unnest($1::text[]) o where history_kind(o) is not null`,
      [asked],
    );
    return Object.fromEntries(rows.map(({ operation, kind }) => [operation, kind]));
  });
  expect(found).toEqual(ticketHistoryKinds);
  for (const move of Object.keys(ticketMoves)) expect(found).toHaveProperty(`${move}_ticket`);
});

/** Asks PostgreSQL one thing of many values at once; the answers in their order. */
const ask = (sql: string, values: unknown[][]) =>
  asOwner(database, async (client) => {
    const { rows } = await client.query<{ answer: unknown }>(sql, values);
    return rows.map(({ answer }) => answer);
  });

test('the VAT inside a fee is the same in SQL and in the rules, for any amount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 500, maxLength: 1_000 }), async (amounts) => {
      const fees = amounts.map(serviceFee);
      const found = await ask(
        `select vat_of_fee(f)::text as answer from unnest($1::numeric[]) with ordinality as t(f, n) order by n`,
        [fees.map(({ fee_halalas }) => decimalFromHalalas(fee_halalas))],
      );
      expect(found).toEqual(fees.map(({ vat_halalas }) => decimalFromHalalas(vat_halalas)));
    }),
    { numRuns: 20 },
  );
});

test('a name is acceptable to banks in SQL exactly when the rules say so', async () => {
  const letters = fc.constantFrom(...Array.from('aZ09 /-?:().,\'+&"é\nصد\\_'));
  const names = fc.oneof(fc.string({ unit: letters, maxLength: 150 }), fc.string());
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 1 }), async (typed) => {
      const all = typed.map((name) => name.replaceAll('\0', ''));
      const { rows } = await asOwner(database, (client) =>
        client.query<{ answer: boolean }>(
          'select is_latin_name(t) as answer from unnest($1::text[]) with ordinality as x(t, n) order by n',
          [all],
        ),
      );
      expect(rows.map(({ answer }) => answer)).toEqual(all.map(isLatinName));
    }),
  );
});

test('an IBAN is Saudi and fits its check digits in SQL exactly when the rules say so, however it is typed', async () => {
  const signs = fc.string({
    unit: fc.constantFrom(...'0123456789AZ'.split('')),
    minLength: 17,
    maxLength: 19,
  });
  const valid = [
    'SA0380000000608010167519',
    'SA4420000001234567891234',
    'SA2380ABC000608010167519',
  ];
  const typed = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1000, max: 9999 }), signs)
      .map(([checks, text]) => `SA${checks}${text}`),
    fc.constantFrom(...valid, 'sa03 8000 0000 6080 1016 7519', 'SA٠٣-8000-0000-6080-1016-7519', ''),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(typed, { minLength: 200, maxLength: 400 }), async (texts) => {
      const storable = texts.filter((text) => !text.includes('\0') && text.isWellFormed());
      const found = await ask(
        `select is_saudi_iban(compact_iban(t)) as answer from unnest($1::text[]) with ordinality as x(t, n) order by n`,
        [storable],
      );
      expect(found).toEqual(storable.map((text) => isSaudiIban(compactIban(text))));
    }),
    { numRuns: 20 },
  );
});

test('the same of a bank’s reference identifies a movement in SQL and in the rules', async () => {
  const parts =
    'NOT,PROVIDED,NA,x,0,#,-,_,.,(, ,/,\\,],FT1,لا يوجد,مرجع,غير متاح,2.02611E,+17,202611220000123,00,RF08HM100001,RF23HC100001,' +
    "GIVEN,NONE,EMPTY,•,٭,\u200f,\u0651,٫,...,…,**,XXX,لا توجد,ة,#VALUE!,#DIV/0!,٢,',=,−";
  const said = fc.array(fc.constantFrom(...parts.split(',')), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 500, maxLength: 600 }), async (all) => {
      const texts = all.map((one) => one.join(''));
      const found = await ask(
        `select reference_key(t) as answer from unnest($1::text[]) with ordinality as x(t, n) order by n`,
        [texts],
      );
      expect(found).toEqual(texts.map(referenceKey));
    }),
    { numRuns: 10 },
  );
});

test('the obstacles of an agency without an IBAN, the pause and the mask are the same in SQL and in the rules', async () => {
  const iban = fc.option(
    fc.constantFrom(
      '',
      ' ',
      'SA0380000000608010167519',
      'SA0480000000608010167519',
      'sa03 8000 0000 6080 1016 7519',
    ),
    { nil: null },
  );
  const one = fc.record({ iban, paid_iban: iban, at: fc.integer({ min: 0, max: 2e12 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 100, maxLength: 200 }), async (all) => {
      const found = await ask(
        `select json_build_array(iban_obstacle(i, p), extract(epoch from iban_pause_ends_at(t)) * 1000, masked_iban(p)) as answer
           from unnest($1::text[], $2::text[], $3::timestamptz[]) with ordinality as x(i, p, t, n) order by n`,
        [
          all.map((each) => each.iban),
          all.map(({ paid_iban }) => paid_iban),
          all.map(({ at }) => new Date(at)),
        ],
      );
      expect(found).toEqual(
        all.map((each) => [
          ibanObstacle(each),
          ibanPauseEnds(new Date(each.at)).getTime(),
          each.paid_iban === null ? null : maskedIban(each.paid_iban),
        ]),
      );
    }),
    { numRuns: 20 },
  );
});

test('an installment has the same status in SQL and in the rules, and an acceptance the same age', async () => {
  const day = fc.nat({ max: 60 }).map((days) => addDays('2026-01-01', days));
  const one = fc.record({
    due_date: day,
    today: day,
    amount: fc.integer({ min: 1, max: 3 }),
    paid: fc.nat({ max: 3 }),
    status: fc.constantFrom(...ticketStatuses),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 300, maxLength: 600 }), async (all) => {
      const columns = [
        all.map(({ due_date }) => due_date),
        all.map((installment) => installment.today),
        all.map((installment) => installment.amount),
        all.map(({ paid }) => paid),
        all.map(({ status }) => status),
      ];
      const found = await ask(
        `select json_build_array(installment_status(d, a, p, t, s),
                  acceptance_obstacle(nullif(least(d, t), '2026-01-01'), p::integer * 12, greatest(d, t))) as answer
           from unnest($1::date[], $2::date[], $3::numeric[], $4::numeric[], $5::text[]) with ordinality as x(d, t, a, p, s, n)
          order by n`,
        columns,
      );
      expect(found).toEqual(
        all.map(({ due_date, today, amount: amount_halalas, paid: paid_halalas, status }) => {
          const [first, last] = [due_date, today].toSorted() as [string, string];
          const state = installmentStatus(
            { due_date, amount_halalas, paid_halalas },
            today,
            status,
          );
          return [
            state,
            acceptanceObstacle(first === '2026-01-01' ? null : first, paid_halalas * 12, last),
          ];
        }),
      );
    }),
    { numRuns: 10 },
  );
});

const tablesOfMoves: Record<string, Record<string, Move<string>>> = {
  ticket: ticketMoves,
  installment: installmentMoves,
  payout: payoutMoves,
  refund: refundMoves,
};

test('the moves of ticket, installment, payout and refund are the same in SQL and in the rules', async () => {
  const found = await ask(
    `select concat_ws(' ', subject, move, from_status, to_status, actor) as answer from legal_moves`,
    [],
  );
  const rules = Object.entries(tablesOfMoves).flatMap(([subject, moves]) =>
    Object.entries(moves).flatMap(([move, { from, to, actor }]) =>
      from.map((one) => [subject, move, one, to, actor].join(' ')),
    ),
  );
  expect(found.toSorted()).toEqual(rules.toSorted());
});

test('a status changes in the database exactly as the rules allow, for every login', async () => {
  const company = await addCompany(database);
  const statuses = {
    ticket: ticketStatuses,
    installment: installmentStatuses,
    payout: payoutStatuses,
    refund: refundStatuses,
  } as const;
  const write = {
    ticket: 'update tickets set status = $2 where id = $1',
    installment: `update ticket_installments set status = $2, paid_amount = case $2 when 'Paid' then 1 else 0 end,
                    paid_on = case $2 when 'Paid' then date '2026-05-04' end where ticket_id = $1`,
    payout: 'update agency_payouts set status = $2 where ticket_id = $1',
    refund: `update payment_refunds set status = $2, reason = case when $2 in ('Failed', 'Returned') then 'Closed' end,
               decided_by = case when $2 <> 'Sent' then refunded_by end, decided_at = case when $2 <> 'Sent' then refunded_at end
              where payment_id = $1`,
  } as const;
  await asOwner(database, async (client) => {
    const [ticket] = await addTickets(client, company, agency, [
      { status: 'Approved', amount_halalas: 100 },
    ]);
    await client.query(
      `insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar) values ($1, $2, 1, '2026-06-04', 1)`,
      [ticket!.id, company.id],
    );
    await client.query(
      `insert into agency_payouts (ticket_id, agency_id, gross_amount, fee_amount, net_amount, created_at)
       values ($1, $2, 1, 0.05, 0.95, $3)`,
      [ticket!.id, agency.id, start],
    );
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into payment_refunds (payment_id, amount_sar, goes_to, iban, beneficiary, entry_id, refunded_by, refunded_at)
       values ($1, 1, 'payer', 'SA0380000000608010167519', 'Najd', 1, $2, $3)`,
      [ticket!.id, staff.user_id, start],
    );
    // Two people have said that the refund came back (refuse_unproven_return).
    await client.query(
      `insert into approval_requests (kind, subject_type, subject_id, figures, details, reason, requested_by, requested_at,
         expires_at, outcome, decided_by, decided_at)
       select 'return_refund', 'payment', $1, '{}', jsonb_build_object('refund_id', r.id), 'Closed', $2, $3,
              $3::timestamptz + interval '7 days', 'Approved', r.id, $3
         from payment_refunds r where r.payment_id = $1`,
      [ticket!.id, staff.user_id, start],
    );
    await client.query('set session_replication_role = origin');
    for (const subject of ['ticket', 'installment', 'payout', 'refund'] as const) {
      for (const from of statuses[subject]) {
        // Arranged, not reached.
        await client.query('set session_replication_role = replica');
        await client.query(write[subject], [ticket!.id, from]);
        await client.query('set session_replication_role = origin');
        for (const to of statuses[subject]) {
          const legal =
            from === to ||
            Object.values(tablesOfMoves[subject]!).some(
              (move) => canMove(move, from) && move.to === to,
            );
          await client.query('begin');
          const done = await client.query(write[subject], [ticket!.id, to]).then(
            () => true,
            () => false,
          );
          await client.query('rollback');
          expect([subject, from, to, done]).toEqual([subject, from, to, legal]);
        }
      }
    }
    // The platform by itself lets an installment fall overdue, and makes no other move of it.
    const asJob = (sql: string) =>
      database.pools.jobs.query(`update ticket_installments set ${sql}`).then(
        ({ rowCount }) => rowCount,
        ({ code }: { code: string }) => code,
      );
    await client.query(write.installment, [ticket!.id, 'Due']);
    expect(await asJob(`status = 'Paid' where status = 'Due'`)).toBe('HM000');
    expect(await asJob(`status = 'Overdue' where status = 'Due'`)).toBe(1);
    expect(await asJob(`status = 'Due' where status = 'Overdue'`)).toBe(0);
  });
});

/** The words that a check of the column lists, in its order. */
const words = async (table: string, column: string) =>
  asOwner(database, async (client) => {
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_constraintdef(k.oid) as definition from pg_constraint k
         join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
        where k.contype = 'c' and k.conrelid = $1::regclass and a.attname = $2`,
      [table, column],
    );
    return Array.from(rows[0]!.definition.matchAll(/'([^']+)'/g), ([, word]) => word);
  });

describe('an amount has the same limits in the database, on the wire and in the rules', () => {
  /** Whether the database takes a row. @throws whatever it refuses for another reason than an amount. */
  const isStored = (insert: (client: Client) => Promise<unknown>) =>
    asOwner(database, async (client) => {
      await client.query('begin');
      try {
        await insert(client);
        return true;
      } catch (error) {
        const { code, constraint } = error as { code?: string; constraint?: string };
        const isOutOfRange = code === '22003';
        if (isOutOfRange || constraint?.endsWith('_amount_sar_check')) return false;
        throw error;
      } finally {
        await client.query('rollback');
      }
    });

  test.each([
    [MINIMUM_TICKET_HALALAS - 1, false],
    [MINIMUM_TICKET_HALALAS, true],
    [MAX_AMOUNT_HALALAS, true],
    [MAX_AMOUNT_HALALAS + 1, false],
  ])(
    'a ticket of %i halalas is possible in the database, on the wire and in the rules: %s',
    async (amount_halalas, is_possible) => {
      const company = await addCompany(database);
      const one = { status: 'PendingAgencyApproval', amount_halalas } as const;
      expect(await isStored((client) => addTickets(client, company, agency, [one]))).toBe(
        is_possible,
      );
      const request = { agency_id: agency.id, amount_halalas, invoice_url: '1.pdf' };
      const refusal = checkTicketRequest({ ...request, budget: null, stopped_by: null });
      expect(refusal === null).toBe(is_possible);
    },
  );

  test.each([
    [0, false],
    [1, true],
    [MAX_AMOUNT_HALALAS, true],
    [MAX_AMOUNT_HALALAS + 1, false],
  ])(
    'a payment of %i halalas is possible in the database, on the wire and in the rules: %s',
    async (amount_halalas, is_possible) => {
      const amount_sar = decimalFromHalalas(amount_halalas);
      const sql = `insert into payments (amount_sar, value_date, recorded_by, recorded_at) values ($1, current_date, $2, now())`;
      const values = [amount_sar, staff.user_id];
      expect(await isStored((client) => client.query(sql, values))).toBe(is_possible);
      expect(isTransferAmount(amount_halalas)).toBe(is_possible);
      expect(positiveAmount.safeParse(amount_sar).success).toBe(is_possible);
    },
  );

  test('a request below the smallest ticket is refused with the smallest amount', () => {
    expect(errorMessages.en.amount_below_minimum).toContain(
      `SAR ${decimalFromHalalas(MINIMUM_TICKET_HALALAS)}.`,
    );
  });
});

describe('the allowed values of the database are those of the rules', () => {
  test.each([
    ['tickets', 'status', ticketStatuses],
    ['tickets', 'repayment_term', repaymentTerms],
    ['agency_payouts', 'status', payoutStatuses],
    ['payment_refunds', 'status', refundStatuses],
    ['payment_refunds', 'goes_to', refundDestinations],
    ['payment_refunds', 'stop', refundObstacles],
    ['journal_entries', 'event', ledgerEvents],
    ['journal_lines', 'account', Object.keys(accounts)],
    ['ticket_installments', 'status', installmentStatuses],
    ['payout_runs', 'status', payoutRunStatuses],
    ['ticket_documents', 'kind', financingDocumentKinds],
    ['ticket_documents', 'language', languages],
    ['agencies', 'specializations', specializationCodes],
    ['iban_changes', 'status', ibanChangeStatuses],
    ['approval_requests', 'outcome', approvalOutcomes],
    ['files', 'store', stores],
    ['files', 'content_type', [...new Set(fileKinds.flatMap(contentTypesOf))]],
  ] as const)('%s.%s', async (table, column, rule) => {
    expect(await words(table, column)).toEqual([...rule]);
  });
});

test('the operations that take two people are the same in SQL and in the rules', async () => {
  const { rows } = await asOwner(database, (client) =>
    client.query<{ kind: string; subject: string; needs_fresh_factor: boolean }>(
      'select kind, subject_type as subject, needs_fresh_factor, wait_hours from approval_kinds()',
    ),
  );
  expect(Object.fromEntries(rows.map(({ kind, ...is }) => [kind, is]))).toEqual(approvalKinds);
});

test('lateness stops requests and payouts, and reports pause it, in SQL exactly as the rules say', async () => {
  const today = '2026-05-04';
  const day = fc.integer({ min: -20, max: 5 }).map((days) => addDays(today, days));
  const part = fc.oneof(
    fc.nat({ max: 60_000 }),
    // All but a small rest, or just more.
    fc.nat({ max: 610 }).map((rest) => 60_000 - rest),
  );
  const installment = fc.record({ due_date: day, amount_halalas: fc.constant(60_000), paid: part });
  const owedTicket = fc.record({
    installments: fc.array(installment, { minLength: 1, maxLength: 3 }),
    reported_halalas: fc.nat({ max: 240_000 }),
  });
  const arranged = fc.record({
    tickets: fc.array(owedTicket, { minLength: 1, maxLength: 3 }),
    paused_from: fc.option(day, { nil: null }),
    grace: fc.constantFrom(0, 3, 10),
    largest: fc.constantFrom(0, 115, 500),
  });
  // Nine rests of SAR 4.00 come to more than a company may leave.
  const nearlyPaid = {
    due_date: addDays(today, -10),
    amount_halalas: 60_000 as const,
    paid: 59_600,
  };
  const manySmall = {
    tickets: [1, 2, 3].map(() => ({
      installments: [nearlyPaid, nearlyPaid, nearlyPaid],
      reported_halalas: 0,
    })),
    paused_from: null,
    grace: 3 as const,
    largest: 500 as const,
  };
  const seen = new Set<string>();
  await asOwner(database, async (client) => {
    await fc.assert(
      fc.asyncProperty(arranged, async ({ tickets, paused_from, grace, largest }) => {
        const company = await addCompany(database);
        const made = tickets.map(() => ({ status: 'Active' as const, amount_halalas: 180_000 }));
        const added = await addTickets(client, company, agency, made);
        await client.query('update lateness_settings set small_rest_sar = $1', [
          decimalFromHalalas(largest),
        ]);
        await client.query(
          'update credit_policies set request_grace_days = $1, payout_grace_days = $2',
          [grace, grace + 5],
        );
        await client.query('update companies set requests_paused_from = $2 where id = $1', [
          company.id,
          paused_from,
        ]);
        for (const [n, { installments, reported_halalas }] of tickets.entries()) {
          const id = added[n]!.id;
          await client.query(
            `insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, paid_amount, status, paid_on, is_owed)
             select $1, $2, m.seq, m.due, m.amount, m.paid, case when m.paid = m.amount then 'Paid' else 'Due' end,
                    case when m.paid = m.amount then $6::date end, true
               from unnest($3::date[], $4::numeric[], $5::numeric[]) with ordinality as m(due, amount, paid, seq)`,
            [
              id,
              company.id,
              installments.map(({ due_date }) => due_date),
              installments.map(({ amount_halalas }) => decimalFromHalalas(amount_halalas)),
              installments.map(({ paid }) => decimalFromHalalas(paid)),
              today,
            ],
          );
          if (reported_halalas > 0)
            await client.query(
              `insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, reported_at)
               values ($1, $2, $3, $4, $5, $6)`,
              [company.id, id, decimalFromHalalas(reported_halalas), today, randomUUID(), start],
            );
        }
        const unpaid = tickets.map(({ installments }) =>
          installments
            .map((one) => ({ ...one, rest_halalas: restOf({ ...one, paid_halalas: one.paid }) }))
            .filter(({ rest_halalas }) => rest_halalas > 0),
        );
        const small = new Set(smallRests(unpaid.flat(), largest));
        const restsOf = (of: (typeof unpaid)[number]) =>
          sumHalalas(of.map(({ rest_halalas }) => rest_halalas));
        const isOverdue = (one: (typeof unpaid)[number][number]) =>
          one.due_date < today && !small.has(one);
        const [overdue_since = null] = unpaid
          .flat()
          .filter(isOverdue)
          .map(({ due_date }) => due_date)
          .toSorted();
        if (small.size > 0) seen.add('small');
        const are_reports_enough = coversOverdue(
          tickets.map(({ reported_halalas }, n) => ({
            reported_halalas,
            rest_halalas: restsOf(unpaid[n]!),
            overdue_halalas: restsOf(unpaid[n]!.filter(isOverdue)),
          })),
        );
        const is = { overdue_since, are_reports_enough, paused_from };
        const { rows } = await client.query(
          `with noted as materialized (select update_lateness_stops($1, $3, true))
           select overdue_since($1, $2)::text as overdue_since, are_reports_enough($1, $2) as are_reports_enough,
                  stops_requests(overdue_since($1, $2), $4, $1, $2) as stops_requests,
                  stops_payouts(overdue_since($1, $2), $2) as stops_payouts
             from noted`,
          [company.id, today, start, paused_from],
        );
        const kept = await client.query(
          'select requests_paused_from::text as day from companies where id = $1',
          [company.id],
        );
        const { state } = requestState(is, today, grace);
        seen.add(state);
        expect({ ...rows[0], kept: kept.rows[0].day }).toEqual({
          overdue_since,
          are_reports_enough,
          stops_requests: state === 'stopped',
          stops_payouts: isBeyondGrace(overdue_since, today, grace + 5),
          kept: pauseKept(is, today, grace),
        });
      }),
      { numRuns: 60, examples: [[manySmall]] },
    );
    await client.query('update credit_policies set request_grace_days = 3, payout_grace_days = 14');
    await client.query('update lateness_settings set small_rest_sar = default');
  });
  expect([...seen].toSorted()).toEqual(['open', 'paused', 'small', 'stopped']);
});

test('what counts as unpaid for each stop because its payment is unproven is the same in SQL and in the rules', async () => {
  const today = '2026-05-04';
  const day = fc.integer({ min: -25, max: 0 }).map((days) => addDays(today, days));
  const part = fc.record({ due_date: day, paid_on: day, is_proven: fc.boolean() });
  const seen = new Set<boolean>();
  await asOwner(database, async (client) => {
    const entry = await client.query<{ id: string }>(
      `with entry as (
         insert into journal_entries (occurred_at, local_date, event, posted_by)
         values ($1, '2026-05-04', 'payment_allocated', $2) returning id),
       lines as (
         insert into journal_lines (entry_id, line_no, account, amount_sar)
         select entry.id, n, 'bank', 3 - 2 * n from entry, generate_series(1, 2) n)
       select id from entry`,
      [start, staff.user_id],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 4 }),
        fc.nat({ max: 10 }),
        async (parts, grace) => {
          const company = await addCompany(database);
          for (const { due_date, paid_on, is_proven } of parts) {
            const [ticket] = await addTickets(client, company, agency, [
              { status: 'Active', amount_halalas: 300 },
            ]);
            await client.query(
              `with payment as (
                 insert into payments (company_id, amount_sar, allocated_amount, value_date, recorded_by, recorded_at, proven_at)
                 values ($1, 3, 3, $4, $5, $6, case when $7 then $6::timestamptz end) returning id),
               installment as (
                 insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, paid_amount, status, paid_on, is_owed)
                 values ($2, $1, 1, $3, 3, 3, 'Paid', $4, true) returning id)
               insert into payment_allocations (payment_id, installment_id, ticket_id, company_id, amount_sar, entry_id, allocated_at)
               select payment.id, installment.id, $2, $1, 3, $8, $6 from payment, installment`,
              [
                company.id,
                ticket!.id,
                due_date,
                paid_on,
                staff.user_id,
                `${paid_on}T09:00:00Z`,
                is_proven,
                entry.rows[0]!.id,
              ],
            );
          }
          await client.query('update credit_policies set payout_grace_days = $1', [grace + 5]);
          const { rows } = await client.query(
            `select late_since($1, $2, $3)::text as requests, payouts_late_since($1, $3)::text as payouts`,
            [company.id, grace, today],
          );
          const unproven = parts.filter(({ is_proven }) => !is_proven);
          const requests = lateSince(null, unproven, (due) => stopsFrom(due, grace));
          const payouts = lateSince(null, unproven, (due) => stopsFrom(due, grace + 5));
          expect(rows).toEqual([{ requests, payouts }]);
          seen.add(requests === null).add(payouts !== null);
        },
      ),
      { numRuns: 40 },
    );
    await client.query('update credit_policies set payout_grace_days = 14');
  });
  expect(seen.size).toBe(2);
});

test('the number of days on which a payout was stopped is the same in SQL and in the rules', async () => {
  const day = fc.nat({ max: 40 }).map((days) => addDays('2026-03-01', days));
  const stop = fc.record({
    of: fc.constantFrom('company', 'agency', 'payout', 'stranger'),
    stopped_on: day,
    days: fc.option(fc.nat({ max: 20 })),
  });
  const company = await addCompany(database);
  const stranger = await addCompany(database);
  const of = await addAgency(database);
  await asOwner(database, async (client) => {
    const [ticket] = await addTickets(client, company, of, [
      { status: 'Approved', amount_halalas: 300 },
    ]);
    const payout = await client.query<{ id: string }>(
      `insert into agency_payouts (ticket_id, agency_id, gross_amount, fee_amount, net_amount, created_at)
       values ($1, $2, 3, 0.15, 2.85, $3) returning id`,
      [ticket!.id, of.id, start],
    );
    const subjects = {
      company: company.id,
      agency: of.id,
      payout: payout.rows[0]!.id,
      stranger: stranger.id,
    };
    await fc.assert(
      fc.asyncProperty(fc.array(stop, { maxLength: 4 }), day, day, async (stops, a, b) => {
        const [from, today] = [a, b].toSorted() as [string, string];
        // One of each stands at a time.
        const standing = new Set<string>();
        const noted = stops.map((one) => {
          const lasts = one.days === null && !standing.has(one.of);
          if (lasts) standing.add(one.of);
          return { ...one, ended_on: lasts ? null : addDays(one.stopped_on, one.days ?? 0) };
        });
        await client.query('begin');
        for (const { of: kind, stopped_on, ended_on } of noted) {
          const column = kind === 'stranger' ? 'company_id' : `${kind}_id`;
          await client.query(
            `insert into payout_stops (${column}, stopped_on, ended_on) values ($1, $2, $3)`,
            [subjects[kind], stopped_on, ended_on],
          );
        }
        const { rows } = await client.query(
          'select stopped_days(t, $2, $3) as days from tickets t where t.id = $1',
          [ticket!.id, from, today],
        );
        await client.query('rollback');
        const own = noted.filter((one) => one.of !== 'stranger');
        expect(rows).toEqual([{ days: stoppedDays(own, from, today) }]);
      }),
      { numRuns: 60 },
    );
  });
});

test('the reminder of a day is the same in SQL and in the rules, for any due date', async () => {
  const day = '2026-03-01';
  const dues = Array.from({ length: 81 }, (_, index) => addDays(day, index - 40));
  const { rows } = await asOwner(database, (client) =>
    client.query<{ reminder: number | null }>(
      'select reminder_for_day(d, $1) as reminder from unnest($2::date[]) with ordinality as t(d, n) order by n',
      [day, dues],
    ),
  );
  expect(rows.map(({ reminder }) => reminder)).toEqual(dues.map((due) => reminderOn(due, day)));
  const { earliest, latest } = remindedDueDates(day);
  const reminded = dues.filter((_, place) => rows[place]!.reminder !== null);
  expect([reminded[0], reminded.at(-1)]).toEqual([earliest, latest]);
});
