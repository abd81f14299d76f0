import { afterAll, beforeEach, expect, test } from 'vitest';
import { problem } from '#api/wire.ts';
import { requestTicket } from '#server/product-client/financing.ts';
import { refusal } from '../testing/refusals.ts';
import { startProduct, type Actor } from '../testing/product.ts';

/** What companies and agencies ask the platform: it waits as a task in the console until staff answer it, once. */

let company: Actor;
let agency: Actor;
let ticket_number: string;

const product = await startProduct('2026-02-01T06:00:00Z', {
  SUPPORT_EMAIL: 'help@hamla.test',
  SUPPORT_PHONE: '+966 11 234 5678',
  QUOTA_HELP_MESSAGES: '3',
});
const staff = await product.addStaff('Maha');
const other = await product.addStaff('Faisal');
afterAll(() => product.close());

beforeEach(async () => {
  company = await product.signUp('company');
  agency = await product.signUp('agency');
  await company.call('upsert_company', { body: { name: 'Najd Coffee' } });
  const { id } = await agency.call('upsert_agency', { body: { name: 'Sada Creative' } });
  ({ ticket_number } = await requestTicket({ company, agency_id: id }, '100.00', 1));
});

const ask = (who: Actor, message: string, about?: string, key?: string) =>
  who.call('send_help_message', { body: { message, ticket_number: about ?? null }, key });
const waits = async () =>
  (await staff.call('list_help_messages', { query: { list: 'waiting' } })).items;

test('a help message waits in the queue of staff with ticket and time until it is answered, and its party reads the answer', async () => {
  const before = (await staff.call('operations_overview')).waits.help_messages.count;
  const sent = await ask(company, 'When is the agency paid?', ticket_number);
  expect((await staff.call('operations_overview')).waits.help_messages.count).toBe(before + 1);
  const waiting = (await waits()).find(({ id }) => id === sent.id);
  expect(waiting).toMatchObject({
    name: 'Najd Coffee',
    ticket_number,
    message: 'When is the agency paid?',
    sent_at: '2026-02-01T06:00:00+00:00',
    answer: null,
  });

  product.clock.set('2026-02-02T08:00:00Z');
  const body = { answer: 'Within a week of your request.' };
  await staff.call('answer_help_message', { params: { id: sent.id }, body });
  expect((await waits()).map(({ id }) => id)).not.toContain(sent.id);
  const [answered] = (await staff.call('list_help_messages', { query: { list: 'answered' } }))
    .items;
  expect(answered).toMatchObject({ id: sent.id, answered_by: 'Maha', ...body });
  const { items } = await company.call('read_help');
  expect(items).toMatchObject([{ id: sent.id, ...body, answered_at: '2026-02-02T08:00:00+00:00' }]);
  // Who of staff has answered is not told, and nobody else reads it.
  expect(JSON.stringify(items)).not.toContain('Maha');
  expect((await agency.call('read_help')).items).toEqual([]);
  product.clock.set('2026-02-01T06:00:00Z');
});

test('a second answer to a help message is refused, also from another person', async () => {
  const { id } = await ask(agency, 'What is the fee?', ticket_number);
  await staff.call('answer_help_message', { params: { id }, body: { answer: '5%.' } });
  const again = other.send('answer_help_message', { params: { id }, body: { answer: '6%.' } });
  expect(await refusal(again)).toEqual([409, 'help_message_answered']);
});

test('a help message sent twice under one key is one, and a ticket of another party is refused', async () => {
  const first = await ask(company, 'Hello', undefined, 'one-key');
  expect(await ask(company, 'Hello', undefined, 'one-key')).toEqual(first);
  const stranger = await product.signUp('company');
  const refused = await stranger.send('send_help_message', {
    body: { message: 'Whose is it?', ticket_number },
  });
  expect(refused.status).toBe(422);
  expect(problem.parse(JSON.parse(refused.text)).fields?.[0]?.field).toBe('ticket_number');
});

test('the help page shows only the contact ways that the operator offers', async () => {
  expect((await company.call('read_help')).contact).toEqual({
    email: 'help@hamla.test',
    phone: '+966112345678',
    whatsapp: null,
  });
});

test('help messages above the daily quota are refused', async () => {
  for (const message of ['One', 'Two', 'Three']) await ask(company, message);
  const fourth = company.send('send_help_message', { body: { message: 'Four' } });
  expect(await refusal(fourth)).toEqual([429, 'quota_reached']);
});
