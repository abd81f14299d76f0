import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { addDays } from '#domain/calendar.ts';
import { DUE_SOON_DAYS } from '#domain/installments/position.ts';
import { decimalFromHalalas } from '#domain/money.ts';
import {
  position,
  type Position,
  type PositionBalances,
  type PositionTicket,
} from '#domain/reference/position.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, addStaff, asOwner } from '../../testing/people.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const today = '2026-05-04';
const installment = fc
  .record({
    days: fc.integer({ min: -30, max: 40 }),
    amount_halalas: fc.integer({ min: 1, max: 90_000 }),
    share: fc.constantFrom(0, 0, 0.3, 1),
  })
  .map(({ days, amount_halalas, share }) => ({
    due_date: addDays(today, days),
    amount_halalas,
    paid_halalas: Math.floor(amount_halalas * share),
  }));
const reported = fc.oneof(fc.constant(0), fc.nat({ max: 300_000 }));
const tickets: fc.Arbitrary<PositionTicket[]> = fc.array(
  fc.oneof(
    fc.record({
      status: fc.constantFrom('Approved' as const, 'Active' as const, 'Active' as const),
      installments: fc.array(installment, { minLength: 1, maxLength: 3 }),
      in_default_halalas: fc.constant(0),
      reported_halalas: reported,
    }),
    fc.record({
      status: fc.constantFrom('Closed' as const, 'Completed' as const),
      installments: fc.array(installment, { minLength: 1, maxLength: 3 }),
      in_default_halalas: fc.oneof(fc.constant(0), fc.nat({ max: 90_000 })),
      reported_halalas: reported,
    }),
  ),
  { maxLength: 5 },
);
const halalas = fc.nat({ max: 500_000 });
const balances: fc.Arbitrary<PositionBalances> = fc.record({
  credit: halalas,
  refund_due: halalas,
  refunds_in_default: fc.oneof(fc.constant(0), halalas),
});
const none: PositionBalances = { credit: 0, refund_due: 0, refunds_in_default: 0 };

test('a company’s position is the same in SQL and in the rules, and in what it can choose to pay, for any tickets, reports and balances', async () => {
  const agency = await addAgency(database);
  const staff = await addStaff(database, new Date(`${today}T08:00:00Z`));
  const found: Record<keyof Position, number> = Object.fromEntries(
    Object.keys(position([], none, today)).map((name) => [name, 0]),
  ) as Position;
  await asOwner(database, (client) =>
    fc.assert(
      fc.asyncProperty(tickets, balances, async (arranged, beside) => {
        const company = await addCompany(database);
        for (const one of arranged) {
          const { rows } = await client.query<{ id: string }>(
            `insert into tickets (company_id, agency_id, status, amount_sar, repayment_term, invoice_url, created_at,
               created_local_date, updated_at, written_off_amount, written_off_on)
             values ($1, $2, $3, 900, 'OneMonth', $4, $5, $6, $5, $7, case when $7::numeric > 0 then $6::date end)
             returning id`,
            [
              company.id,
              agency.id,
              one.status,
              randomUUID(),
              `${today}T09:00:00Z`,
              today,
              decimalFromHalalas(one.in_default_halalas),
            ],
          );
          const { id } = rows[0]!;
          for (const [index, part] of one.installments.entries()) {
            const isPaid = part.paid_halalas === part.amount_halalas;
            await client.query(
              `insert into ticket_installments (ticket_id, company_id, seq, due_date, amount_sar, paid_amount, status, paid_on, is_owed)
               values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
              [
                id,
                company.id,
                index + 1,
                part.due_date,
                decimalFromHalalas(part.amount_halalas),
                decimalFromHalalas(part.paid_halalas),
                isPaid ? 'Paid' : 'Due',
                isPaid ? today : null,
                one.status === 'Active',
              ],
            );
          }
          if (one.reported_halalas > 0)
            await client.query(
              `insert into transfer_reports (company_id, ticket_id, amount_sar, transferred_on, proof_file, reported_at)
               values ($1, $2, $3, $4, $5, $6)`,
              [
                company.id,
                id,
                decimalFromHalalas(one.reported_halalas),
                today,
                randomUUID(),
                `${today}T09:00:00Z`,
              ],
            );
        }
        await client.query(
          `insert into payments (company_id, amount_sar, refunded_amount, written_off_amount, loss_recovered_amount,
             written_off_on, value_date, recorded_by, recorded_at, reversed_at, reversed_by, reversal_reason)
           select $1, m.amount, m.refunded, m.lost, m.lost - m.still_lost, case when m.lost > 0 then $5::date end, $5::date, $6,
                  $5::date, case when m.refunded > 0 then $5::date end, case when m.refunded > 0 then $6::uuid end,
                  case when m.refunded > 0 then 'Taken back' end
             from (values ($2::numeric, 0::numeric, 0::numeric, 0::numeric), ($3, $3, 0, 0), ($4::numeric + 7, $4::numeric + 7, $4::numeric + 7, $4))
                  m(amount, refunded, lost, still_lost)
            where m.amount > 0`,
          [
            company.id,
            decimalFromHalalas(beside.credit),
            decimalFromHalalas(beside.refund_due),
            decimalFromHalalas(beside.refunds_in_default),
            today,
            staff.user_id,
          ],
        );
        const expected = position(arranged, beside, today);
        const { rows } = await client.query('select company_position_json($1, $2) as found', [
          company.id,
          today,
        ]);
        expect(rows[0].found).toEqual(
          Object.fromEntries(
            Object.entries(expected).map(([name, sum]) => [`${name}_sar`, decimalFromHalalas(sum)]),
          ),
        );
        // The items that a company chooses from leave out the same of what is being checked.
        const { rows: items } = await client.query(
          `select sum(i.being_checked)::numeric(18,2)::text as being_checked,
                  sum(i.rest - i.being_checked) filter (where i.kind <> 'installment' or i.due_date < $2)
                    ::numeric(18,2)::text as to_pay_now,
                  sum(i.rest - i.being_checked) filter (where i.kind <> 'installment' or i.due_date <= $3)
                    ::numeric(18,2)::text as to_pay_soon
             from payable_items($1) i`,
          [company.id, today, addDays(today, DUE_SOON_DAYS)],
        );
        for (const [name, sum] of Object.entries(items[0]))
          expect([name, sum ?? '0.00']).toEqual([
            name,
            decimalFromHalalas(expected[name as keyof Position]),
          ]);
        for (const [name, sum] of Object.entries(expected))
          if (sum > 0) found[name as keyof Position] += 1;
      }),
      { numRuns: 40 },
    ),
  );
  // No amount is zero in all of them.
  expect(Object.values(found).every((times) => times > 0)).toBe(true);
});

test('a reported transfer leaves what is owed and takes itself out of what is to be paid now', () => {
  const of = (checked: number): PositionTicket => ({
    status: 'Active',
    installments: [
      { due_date: '2026-03-01', amount_halalas: 244_000, paid_halalas: 0 },
      { due_date: '2026-04-01', amount_halalas: 244_000, paid_halalas: 0 },
      { due_date: '2026-05-01', amount_halalas: 244_000, paid_halalas: 0 },
    ],
    in_default_halalas: 0,
    reported_halalas: checked,
  });
  // 3 × 2,440.00 are overdue; 2,440.00 of it is being checked.
  expect(position([of(244_000)], none, today)).toMatchObject({
    owed: 732_000,
    overdue: 732_000,
    being_checked: 244_000,
    to_pay_now: 488_000,
  });
  // 8,000.00 for this ticket: 680.00 more than it owes marks another one.
  const other = { ...of(0), installments: of(0).installments.slice(0, 1) };
  expect(position([of(800_000), other], none, today)).toMatchObject({
    overdue: 976_000,
    being_checked: 800_000,
    to_pay_now: 176_000,
  });
});
