import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { errorMessages } from '#api/error-messages.ts';
import type { Ticket } from '#api/tickets.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { openDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts';
import { password, startProduct, type Actor } from '../testing/product.ts';

/** The connection to PostgreSQL is cut after the commit and before its response: what the server says of it. */

let proxy: DatabaseProxy;

const product = await startProduct(
  '2026-03-01T09:00:00Z',
  {},
  async (owner) => (proxy = await openDatabaseProxy(owner)).owner,
);
const company = await product.signUp('company');
const agency = await product.signUp('agency');
const { id: agency_id } = await agency.call('upsert_agency', { body: { name: 'Sada Creative' } });
afterAll(async () => {
  await product.close();
  await proxy.close();
});

const createTicket = async (key: string, headers = {}) =>
  company.send('create_ticket_with_installments', {
    key,
    headers,
    body: {
      p_agency_id: agency_id,
      p_amount_sar: '900.00',
      p_term_months: 3,
      p_invoice_url: (await invoice).path,
    },
  });
let invoice: ReturnType<Actor['upload']>;

test('when the database connection is lost after a ticket was made, the outcome is reported as unknown, and the same key returns the ticket', async () => {
  invoice = company.upload('invoice', pdf('Invoice.pdf', ['SAR 900.00']));
  await invoice;
  const key = randomUUID();
  const lost = proxy.loseResponseTo('create_ticket_with_installments', 'cut');
  const first = createTicket(key, { 'accept-language': 'ar' });
  await lost;
  expect((await first).status).toBe(503);
  const problem = JSON.parse((await first).text);
  expect(problem).toMatchObject({
    code: 'outcome_unknown',
    message: errorMessages.ar.outcome_unknown,
  });
  expect(await product.rows('select amount_sar::text from tickets')).toEqual([
    { amount_sar: '900.00' },
  ]);
  const again = await createTicket(key);
  expect(again.status).toBe(200);
  expect(await product.rows('select id from tickets')).toEqual([
    { id: (JSON.parse(again.text) as Ticket).id },
  ]);
});

test('an approval that was committed before the connection was lost is returned under its key and was made once', async () => {
  const [ticket] = await product.rows<{ id: string }>('select id from tickets');
  const params = { id: ticket!.id };
  const key = randomUUID();
  const approve = () => agency.send('approve_ticket', { params, key });
  const lost = proxy.loseResponseTo('act_on_ticket', 'cut');
  const first = approve();
  await lost;
  expect((await first).status).toBe(503);
  const problem = JSON.parse((await first).text);
  expect(problem).toMatchObject({ code: 'outcome_unknown' });
  expect(problem.message).not.toContain('Nothing was changed');
  expect(JSON.parse((await approve()).text)).toMatchObject({ status: 'Approved' });
  expect(
    await product.rows(`select operation from events where operation = 'approve_ticket'`),
  ).toHaveLength(1);
});

test('a read whose connection is lost reports that it changed nothing', async () => {
  const lost = proxy.loseResponseTo('read_user_role', 'cut');
  const read = company.send('read_user_role');
  await lost;
  expect((await read).status).toBe(503);
  expect(JSON.parse((await read).text)).toMatchObject({
    code: 'unavailable',
    message: errorMessages.en.unavailable,
  });
});

test('when the connection is lost after a password change, the account service reports that it cannot tell', async () => {
  const changed = proxy.loseResponseTo('update_user', 'cut');
  const answer = fetch(`${product.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await company.token()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: 'Jeddah-2026-harbour', current_password: password }),
  });
  await changed;
  expect((await answer).status).toBe(503);
  expect(await (await answer).json()).toMatchObject({ error_code: 'outcome_unknown' });
  const { error } = await company.auth.signInWithPassword({
    email: company.email,
    password: 'Jeddah-2026-harbour',
  });
  expect(error).toBeNull();
});
