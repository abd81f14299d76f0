import { afterAll, expect, test } from 'vitest';
import { financeTicket } from '#server/product-client/financing.ts';
import { signUpParties, startStaffedProduct } from '../testing/parties.ts';

/** A company's due dates in a calendar program, by a secret link. */

const { product, maha, faisal } = await startStaffedProduct('2026-02-01T06:00:00Z');
const parties = await signUpParties(product, maha);
const { company } = parties;
const ticket = await financeTicket([maha, faisal], parties, '900.00', 3);
afterAll(() => product.close());

const get = async (url: string) => {
  const response = await fetch(url.replace(/^https?:\/\/[^/]+/, product.url));
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const renew = async (by = company, key?: string) =>
  (await by.call('renew_due_date_feed', key === undefined ? {} : { key })).url!;
const summaries = (text: string) =>
  text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .filter((line) => line.startsWith('SUMMARY:'));

test('whoever has the link reads what is still to be paid, and no names', async () => {
  expect(await company.call('read_due_date_feed')).toEqual({ url: null, renewed_at: null });
  const url = await renew();
  expect(url).toMatch(/\/api\/due-dates\/[\w-]{22}\.ics$/);
  expect((await company.call('read_due_date_feed')).url).toBe(url);
  const { status, headers, text } = await get(url);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect(headers.get('cache-control')).toMatch(/^private/);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(text.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual([
    'DTSTART;VALUE=DATE:20260301',
    'DTSTART;VALUE=DATE:20260401',
    'DTSTART;VALUE=DATE:20260501',
  ]);
  expect(summaries(text)[0]).toContain(ticket.ticket_number);
  expect(text).not.toMatch(/Najd|Sada|@example/);
});

test('a paid installment leaves the calendar, and a partly paid one shows the rest', async () => {
  const url = await renew();
  const uids = async () => (await get(url)).text.match(/UID:.*/g);
  const before = await uids();
  const value_date = '2026-02-01';
  const { ticket_number } = ticket;
  await maha.call('record_payment', {
    body: { amount_sar: '400.00', value_date, ticket_number, is_another: true },
  });
  expect(await uids()).toEqual(before!.slice(1));
  const { text } = await get(url);
  expect(summaries(text)[0]).toContain('200.00');
  expect(text.match(/SEQUENCE:\d+/g)).toEqual(['SEQUENCE:1', 'SEQUENCE:0']);
});

test('a renewed link differs, and the old link is not found', async () => {
  const old = await renew();
  const fresh = await renew();
  expect(fresh).not.toBe(old);
  expect((await get(old)).status).toBe(404);
  expect((await get(fresh)).status).toBe(200);
  // The same key again changes nothing.
  const kept = await renew(company, 'once');
  expect(await renew(company, 'once')).toBe(kept);
  expect((await get(kept)).status).toBe(200);
});

test('the database stores no link, and each company has its own', async () => {
  const url = await renew();
  const other = await product.signUp('company');
  await other.call('upsert_company', { body: { name: 'Sahara Trading' } });
  const others = await renew(other);
  expect(others).not.toBe(url);
  expect((await get(others)).text).not.toContain('VEVENT');
  const rows = JSON.stringify(
    await product.rows(
      `select f.*, encode(f.token_digest, 'base64') as digest from due_date_feeds f`,
    ),
  );
  const stored = JSON.stringify(await product.rows('select * from idempotency_keys'));
  const token = /([\w-]{22})\.ics/.exec(url)![1]!;
  expect(rows + stored).not.toContain(token);
});

test('a wrong link is not found, and a network that sends too many requests must wait', async () => {
  for (const name of ['x.ics', `${'a'.repeat(22)}.ics`, 'a'.repeat(22)]) {
    expect((await get(`${product.url}/api/due-dates/${name}`)).status).toBe(404);
  }
  const answers = await Promise.all(
    Array.from({ length: 130 }, () => get(`${product.url}/api/due-dates/x.ics`)),
  );
  const late = answers.find(({ status }) => status === 429);
  expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
});
