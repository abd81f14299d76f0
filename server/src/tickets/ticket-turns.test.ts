import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addTicket } from '../../testing/payable.ts';
import { addAgency, addCompany, asOwner, callOf, type Person } from '../../testing/people.ts';
import { lockWaitedFor, type Statement } from '../../testing/waiting.ts';

/** What a request and an answer wait for, seen in PostgreSQL's own list of locks. */

const now = new Date('2026-05-04T09:00:00Z');

let database: TestDatabase;
let company: Person;
let agency: Person;
let ticket_id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  [company, agency] = [await addCompany(database), await addAgency(database)];
  ticket_id = (await addTicket(database, { company, agency }, now)).id;
});
afterAll(() => database.drop());

const rowOf = (table: string, id: string): Statement => ({
  text: `select from ${table} where id = $1 for no key update`,
  values: [id],
});

/** A request that is refused for its missing agency, once its caller may ask at all. */
const requestOf = (person: Person): Statement => ({
  text: 'select api.create_tickets_with_installments($1, true) as answers',
  values: [
    JSON.stringify([
      {
        user_id: person.user_id,
        session_id: person.session_id,
        asked_at: now,
        key: randomUUID(),
        refusal: 'agency_required',
      },
    ]),
  ],
});

test('a request that is alone waits for its company, whose budget somebody else may be using', async () => {
  const held = rowOf('companies', company.id);
  expect(await lockWaitedFor(database, held, requestOf(company), 'app')).toBe('transactionid');
});

test('an answer to a ticket waits for whoever is answering it', async () => {
  const { key, request_hash } = callOf(agency, now).idempotency;
  const answer = {
    text: `select act_on_ticket($1, $2, $3, $4, $5, 'approve', 'agency', $6)`,
    values: [agency.user_id, agency.session_id, now, key, request_hash, ticket_id],
  };
  const held = rowOf('tickets', ticket_id);
  expect(await lockWaitedFor(database, held, answer, 'app')).toBe('transactionid');
});

test('a ticket keeps what was available of the budget when it was requested', async () => {
  const financed = await addCompany(database, { total_approval_budget: '1000.00' });
  for (const amount of ['300.00', '700.00'])
    await addTicket(database, { company: financed, agency }, now, { amount });
  const kept = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ available: string }>(
      'select available_budget_before::text as available from tickets where company_id = $1 order by id',
      [financed.id],
    );
    return rows.map(({ available }) => available);
  });
  expect(kept).toEqual(['1000.00', '700.00']);
});

test('a ticket bears the day that it is in Riyadh, and its first installment is due a month later', async () => {
  const night = new Date('2026-05-04T21:30:00Z');
  const ticket = await addTicket(database, { company, agency }, night, { months: 1 });
  expect(ticket).toMatchObject({ created_local_date: '2026-05-05' });
  const due = await asOwner(database, async (client) => {
    const { rows } = await client.query<{ due_date: string }>(
      'select due_date::text from ticket_installments where ticket_id = $1',
      [ticket.id],
    );
    return rows;
  });
  expect(due).toEqual([{ due_date: '2026-06-05' }]);
});
