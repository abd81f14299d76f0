import { afterAll, expect, test } from 'vitest';
import { companyDashboard, type CompanyDashboard } from '#api/dashboards.ts';
import type { Ticket } from '#api/tickets.ts';
import { riyadhDate } from '#domain/calendar.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addTicket } from '../../testing/payable.ts';
import { callOf, addAgency, addCompany, asOwner, type Person } from '../../testing/people.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import { decideTicket } from '../tickets/decide-ticket.ts';

const database = await createTestDatabase();
const agency = await addAgency(database);
afterAll(() => database.drop());

const by = (caller: Person, date: string) => callOf(caller, new Date(`${date}T09:00:00Z`));

const request = (company: Person, date: string, amount: string): Promise<Ticket> =>
  addTicket(database, { company, agency }, by(company, date).now, { amount });

/** A ticket created on `date` and approved by its agency; `isActive`: also paid out, without a payout run. */
async function approved(company: Person, date: string, amount: string, isActive: boolean) {
  const ticket = await request(company, date, amount);
  await decideTicket(database.pools.app, by(agency, date), 'approve', ticket.id);
  if (isActive) await change(`update tickets set status = 'Active' where id = $1`, [ticket.id]);
  return ticket;
}

const change = (sql: string, values: unknown[]) =>
  asOwner(database, (client) => client.query(sql, values));

async function screen(company: Person, today: string): Promise<CompanyDashboard> {
  const call = by(company, today);
  const reply = callParsedAs(database.pools.app, 'company_dashboard', call, {
    today: riyadhDate(call.now),
  });
  return companyDashboard.reply.parse(await reply);
}

test('the dashboard of a company without tickets shows no amounts and no waiting tickets', async () => {
  const company = await addCompany(database);
  expect(await screen(company, '2026-02-01')).toMatchObject({
    oldest_waiting_ticket: null,
    next_due: null,
    next_owed: null,
    overdue_owed: null,
  });
});

test('the next due amount is the sum over tickets whose agency was paid', async () => {
  const company = await addCompany(database);
  const active = await approved(company, '2026-02-01', '1000.00', true);
  const also = await approved(company, '2026-02-01', '500.00', false);
  const { next_due, next_owed, overdue_owed } = await screen(company, '2026-03-01');
  // A third of 1,000 and of 500, rounded down, is due today.
  expect(next_due).toEqual({
    due_date: '2026-03-01',
    amount_sar: '499.99',
    count: 2,
    ticket_numbers: [active.ticket_number, also.ticket_number],
  });
  expect(next_owed).toMatchObject({ amount_sar: '333.33', count: 1 });
  expect(overdue_owed).toBeNull();
});

test('overdue amounts are summed from their earliest day and exclude paid ones', async () => {
  const company = await addCompany(database);
  const active = await approved(company, '2026-02-01', '1000.00', true);
  await approved(company, '2026-01-15', '500.00', false);
  const late = await screen(company, '2026-04-02');
  // The ticket whose agency was not paid has no overdue installment.
  expect(late.overdue_installments).toMatchObject({ count: 2, amount_sar: '666.66' });
  expect(late.overdue_owed).toEqual({
    due_date: '2026-03-01',
    amount_sar: '666.66',
    count: 2,
    ticket_numbers: [active.ticket_number],
  });
  expect(late.next_due?.due_date).toBe('2026-04-15');
  expect(late.next_owed).toMatchObject({ due_date: '2026-05-01', amount_sar: '333.34' });
  // First a part is paid, then the rest.
  await change(
    `update ticket_installments set paid_amount = 100 where ticket_id = $1 and seq = 2`,
    [active.id],
  );
  expect((await screen(company, '2026-04-02')).overdue_owed?.amount_sar).toBe('566.66');
  await change(
    `update ticket_installments set status = 'Paid', paid_amount = amount_sar, paid_on = due_date where ticket_id = $1`,
    [active.id],
  );
  const paid = await screen(company, '2026-04-02');
  expect([paid.overdue_owed, paid.next_owed]).toEqual([null, null]);
});

test('tickets due on the same day are one sum, and the dashboard names the first three', async () => {
  const company = await addCompany(database);
  const first = await approved(company, '2026-02-01', '3.00', true);
  const numbers = [first.ticket_number];
  for (let n = 0; n < 3; n += 1) {
    numbers.push((await approved(company, '2026-02-01', '3.00', true)).ticket_number);
  }
  const { next_owed } = await screen(company, '2026-02-01');
  expect(next_owed).toMatchObject({ amount_sar: '4.00', count: 4 });
  expect(next_owed?.ticket_numbers).toEqual(numbers.slice(0, 3));
});

test('the dashboard names the ticket that has waited longest, even when the first page does not have it', async () => {
  const company = await addCompany(database);
  const oldest = await request(company, '2026-01-01', '10.00');
  for (let n = 0; n < 20; n += 1) await request(company, '2026-01-02', '10.00');
  const { waiting_tickets, oldest_waiting_ticket } = await screen(company, '2026-01-03');
  expect(waiting_tickets.items.map(({ id }) => id)).not.toContain(oldest.id);
  expect(oldest_waiting_ticket?.id).toBe(oldest.id);
});

test('an account that has changed its role is refused the dashboard of the role before', async () => {
  for (const [role, other, person] of [
    ['company', 'agency', await addCompany(database)],
    ['agency', 'company', await addAgency(database)],
  ] as const) {
    const call = by(person, '2026-02-01');
    const read = () =>
      callParsedAs(database.pools.app, `${role}_dashboard`, call, { today: riyadhDate(call.now) });
    expect(await read()).toMatchObject({ [role]: { id: person.id } });
    await change('update user_roles set role = $2 where user_id = $1', [person.user_id, other]);
    await expect(read()).rejects.toMatchObject({ code: 'wrong_role' });
  }
});
