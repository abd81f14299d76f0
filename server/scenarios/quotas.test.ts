import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { quotaWindows } from '#domain/quotas.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { startProduct, type Actor } from '../testing/product.ts';
import { shippedQuotas } from '#server/platform/quotas.testing.ts';
import { startTestServer } from '../testing/server.ts';
import { asOwner } from '../testing/people.ts';

/** What one organisation may do in a stretch of time, through the public API. */

const product = await startProduct('2026-03-01T06:00:00Z', shippedQuotas);
const agency = await product.signUp('agency');
const agency_id = await idOf(agency, 'Sada Creative');
afterAll(() => product.close());

/** Another server on the same database, which takes the tokens of the first. */
const startSecond = (env: Record<string, string>) =>
  startTestServer(product.database, {
    clock: product.clock,
    env: { ...shippedQuotas, SITE_URL: product.url, ...env },
  });

async function idOf(someAgency: Actor, name: string): Promise<string> {
  return (await someAgency.call('upsert_agency', { body: { name } })).id;
}

/** As many uploaded invoices of a company as are named, made without uploading them, which has a quota of its own. */
async function invoicesOf(company: Actor, count: number): Promise<string[]> {
  return asOwner(product.database, async (client) => {
    const { rows } = await client.query<{ path: string }>(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at, stored_at)
       select $1::uuid, 'invoice', 'ticket-invoices', $1::uuid || '/' || uuidv7() || '.pdf', 'invoice.pdf', 1000, 'application/pdf', sha256(uuidv7()::text::bytea),
              uuidv7()::text, $3::timestamptz, $3::timestamptz
         from generate_series(1, $2::integer) returning path`,
      [company.user_id, count, product.clock.now()],
    );
    return rows.map(({ path }) => path);
  });
}

const bodyOf = (invoice: string, changed: object = {}) => ({
  p_agency_id: agency_id,
  p_amount_sar: '999999999.00',
  p_term_months: 3,
  p_invoice_url: invoice,
  ...changed,
});

interface Asked {
  url?: string;
  key?: string;
  language?: string;
}

/** A ticket request as any client sends it. */
async function ask(
  company: Actor,
  body: object,
  { url = product.url, key = randomUUID(), language = 'en' }: Asked = {},
): Promise<Response> {
  return fetch(`${url}/api/tickets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await company.token()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
      'accept-language': language,
    },
    body: JSON.stringify(body),
  });
}

async function sendTickets(company: Actor, count: number, changed: object = {}): Promise<void> {
  for (const invoice of await invoicesOf(company, count)) {
    const answer = await ask(company, bodyOf(invoice, changed));
    expect(answer.status).toBe(200);
  }
}

describe('ticket requests', () => {
  test("a quota refusal states the limit, when to go on, in the reader's language, and the seconds until then; another company goes on", async () => {
    const company = await product.signUp('company');
    await sendTickets(company, 20);
    const [invoice] = await invoicesOf(company, 1);
    product.clock.set(new Date(product.clock.now().getTime() + 17 * 60_000).toISOString());
    const refused = await ask(company, bodyOf(invoice!));
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(43 * 60));
    expect(await refused.json()).toMatchObject({
      code: 'quota_reached',
      message: 'You can send one agency 20 requests an hour. You can go on in 43 minutes.',
    });
    const arabic = await ask(company, bodyOf(invoice!), { language: 'ar' });
    expect(await arabic.json()).toMatchObject({
      message:
        'يمكنك إرسال 20 طلب تمويل كحد أقصى إلى الوكالة الواحدة خلال ساعة. حاول مرة أخرى بعد 43 دقيقة.',
    });
    const other = await product.signUp('company');
    const [theirs] = await invoicesOf(other, 1);
    expect((await ask(other, bodyOf(theirs!))).status).toBe(200);
    // At the moment that was named the next one is made, and not before.
    product.clock.set(
      new Date(
        product.clock.now().getTime() + quotaWindows.tickets_to_agency * 1000 - 17 * 60_000 - 1,
      ).toISOString(),
    );
    const [later] = await invoicesOf(company, 1);
    expect((await ask(company, bodyOf(later!))).status).toBe(429);
    product.clock.set(new Date(product.clock.now().getTime() + 1).toISOString());
    expect((await ask(company, bodyOf(later!))).status).toBe(200);
  });

  test('60 ticket requests in 24 hours are free in all, for any agencies and whatever became of them', async () => {
    const company = await product.signUp('company');
    const others = await Promise.all(
      ['Noor Media', 'Rimal Studio'].map(async (name) =>
        idOf(await product.signUp('agency'), name),
      ),
    );
    for (const p_agency_id of [agency_id, ...others]) {
      await sendTickets(company, 20, { p_agency_id });
    }
    await product.rows(
      `update tickets t set status = 'Closed' from companies c where c.id = t.company_id and c.user_id = $1`,
      [company.user_id],
    );
    const [invoice] = await invoicesOf(company, 1);
    const p_agency_id = await idOf(await product.signUp('agency'), 'Manar Ads');
    const refused = await ask(company, bodyOf(invoice!, { p_agency_id }));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBe(quotaWindows.tickets);
    expect(await refused.json()).toMatchObject({
      message: 'You can send 60 requests in 24 hours. You can go on in 24 hours.',
    });
  });

  test('a repeated key returns its ticket and is not counted, also once the quota is used up', async () => {
    const company = await product.signUp('company');
    const invoices = await invoicesOf(company, 21);
    const key = randomUUID();
    const first = await (await ask(company, bodyOf(invoices[0]!), { key })).json();
    for (let n = 0; n < 25; n += 1) {
      const again = await ask(company, bodyOf(invoices[0]!), { key });
      expect(await again.json()).toEqual(first);
    }
    for (const invoice of invoices.slice(1, 20)) {
      expect((await ask(company, bodyOf(invoice))).status).toBe(200);
    }
    expect((await ask(company, bodyOf(invoices[20]!))).status).toBe(429);
    expect(await (await ask(company, bodyOf(invoices[0]!), { key })).json()).toEqual(first);
  });

  test('the four checks of a new ticket come before the quota', async () => {
    const company = await product.signUp('company');
    await sendTickets(company, 20, { p_amount_sar: '10.00' });
    await product.rows('update companies set total_approval_budget = 500 where user_id = $1', [
      company.user_id,
    ]);
    const [invoice] = await invoicesOf(company, 1);
    const codeOf = async (changed: object) => {
      const { code } = (await (
        await ask(company, bodyOf(invoice!, { p_amount_sar: '10.00', ...changed }))
      ).json()) as { code: string };
      return code;
    };
    expect(await codeOf({ p_invoice_url: null })).toBe('invoice_required');
    expect(await codeOf({ p_amount_sar: '400.00' })).toBe('not_enough_available_budget');
    expect(await codeOf({})).toBe('quota_reached');
  });

  test('a ticket request that is refused for another reason does not count', async () => {
    const company = await product.signUp('company');
    for (let n = 0; n < 30; n += 1) {
      expect((await ask(company, bodyOf('none/1_invoice.pdf'))).status).toBe(422);
    }
    await sendTickets(company, 20);
  });
});

describe('the settings', () => {
  test('a quota is the value of its setting, and QUOTAS=off removes all of them', async () => {
    const small = await startSecond({ QUOTA_TICKETS_TO_AGENCY: '2', QUOTA_TICKETS: '3' });
    const open = await startSecond({ QUOTAS: 'off' });
    try {
      const company = await product.signUp('company');
      const other = await idOf(await product.signUp('agency'), 'Wahat Ads');
      const invoices = await invoicesOf(company, 8);
      const statusAt = async (url: string, p_agency_id: string) =>
        (await ask(company, bodyOf(invoices.shift()!, { p_agency_id }), { url })).status;
      expect(await statusAt(small.url, agency_id)).toBe(200);
      expect(await statusAt(small.url, agency_id)).toBe(200);
      expect(await statusAt(small.url, agency_id)).toBe(429);
      expect(await statusAt(small.url, other)).toBe(200);
      expect(await statusAt(small.url, other)).toBe(429);
      expect(await statusAt(open.url, other)).toBe(200);
    } finally {
      await open.close();
      await small.close();
    }
  });
});

describe('uploads', () => {
  test('a file above the hourly quota is refused, and the form is told at its field', async () => {
    const server = await startSecond({ QUOTA_UPLOADS: '4' });
    try {
      const company = await product.signUp('company');
      const token = await company.token();
      const send = () => {
        const body = new FormData();
        const { bytes } = pdf('Invoice.pdf', ['Invoice']);
        body.append('file', new Blob([new Uint8Array(bytes)]), 'Invoice.pdf');
        const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
        return fetch(`${server.url}/api/files/invoice`, { method: 'POST', headers, body });
      };
      const answers = [await send(), await send(), await send(), await send()];
      expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200));
      const refused = await send();
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBe(quotaWindows.uploads);
      const message = 'You can upload 4 files an hour. You can go on in 60 minutes.';
      expect(await refused.json()).toMatchObject({
        code: 'quota_reached',
        message,
        fields: [{ field: 'invoice', message }],
      });
      // Discarded files are counted too: they were sent.
      const { id } = (await answers[0]!.json()) as { id: string };
      await company.call('discard_upload', { params: { id } });
      expect((await send()).status).toBe(429);
    } finally {
      await server.close();
    }
  });

  test('a refused file counts towards the quota, after which further files are not even received', async () => {
    const server = await startSecond({ QUOTA_UPLOADS: '3' });
    try {
      const company = await product.signUp('company');
      const token = await company.token();
      const send = async (bytes: Uint8Array, name: string, kind = 'invoice') => {
        const body = new FormData();
        body.append('file', new Blob([new Uint8Array(bytes)]), name);
        const headers = { authorization: `Bearer ${token}` };
        const init = { method: 'POST', headers, body };
        const reply = await fetch(`${server.url}/api/files/${kind}`, init);
        return reply.ok ? 'kept' : ((await reply.json()) as { code: string }).code;
      };
      const good = pdf('Invoice.pdf', ['Invoice']).bytes;
      // A kind of the other role is refused by its name alone.
      expect(await send(good, 'Licence.pdf', 'agency_registration_file')).toBe('wrong_role');
      expect(await send(new TextEncoder().encode('no PDF at all'), 'Invoice.pdf')).toMatch(
        /^file_/,
      );
      expect(await send(good, 'Invoice.exe')).toBe('file_type_not_allowed');
      expect(await send(good, 'Invoice.pdf')).toBe('kept');
      expect(await send(good, 'Invoice.exe')).toBe('quota_reached');
      expect(await send(good, 'Invoice.pdf')).toBe('quota_reached');
      // One that is too large by what its request says of itself is not looked at either.
      expect(await send(new Uint8Array(11_000_000), 'Invoice.pdf')).toBe('quota_reached');
    } finally {
      await server.close();
    }
  });
});

test('a use counts for its account and quota alone, for the length of its window, and the refusal states when the oldest ends', async () => {
  const [one, other] = [await product.signUp('company'), await product.signUp('company')];
  const begun = product.clock.now().getTime();
  const use = ({ user_id }: Actor, name: string, minutes: number) =>
    product
      .rows(`select use_quota($1, $2, 2, '1 hour', $3)`, [
        user_id,
        name,
        new Date(begun + minutes * 60_000),
      ])
      .then(
        () => 'counted',
        ({ detail }: { detail: string }) =>
          (JSON.parse(detail) as { quota: { retry_after_s: number } }).quota.retry_after_s,
      );
  expect(await use(one, 'uploads', 0)).toBe('counted');
  expect(await use(one, 'uploads', 10)).toBe('counted');
  expect(await use(one, 'uploads', 20)).toBe(40 * 60);
  expect(await use(one, 'transfer_reports', 20)).toBe('counted');
  expect(await use(other, 'uploads', 20)).toBe('counted');
  expect(await use(one, 'uploads', 60)).toBe('counted');
  expect(await use(one, 'uploads', 61)).toBe(9 * 60);
});

test('one account cannot use up the quota of another', async () => {
  const [one, other] = [await product.signUp('company'), await product.signUp('company')];
  const asked = product.database.pools.app.query(
    `select set_config('hamla.user_id', $1, true), use_quota($2::uuid, 'uploads', 2, '1 hour', $3)`,
    [one.user_id, other.user_id, product.clock.now()],
  );
  await expect(asked).rejects.toThrow('a quota of somebody else');
});

test('when both quotas of tickets are used up, the refusal names the one that is free later', async () => {
  const company = await product.signUp('company');
  const other = await idOf(await product.signUp('agency'), 'Dune Media');
  await sendTickets(company, 1, { p_agency_id: other });
  product.clock.set(new Date(product.clock.now().getTime() + 23.5 * 3_600_000).toISOString());
  await sendTickets(company, 2);
  const [row] = await product.rows(
    `select ticket_quota_problem_json(c.id, $2, 2, 3, $3) as problem from companies c where c.user_id = $1`,
    [company.user_id, agency_id, product.clock.now()],
  );
  expect(row).toEqual({
    problem: { quota: { name: 'tickets_to_agency', limit: 2, retry_after_s: 3_600 } },
  });
});

test('code and database agree on how long a mail to another address counts', async () => {
  const { user_id } = await product.signUp('company');
  const now = product.clock.now();
  const [row] = await product.rows(
    `with link as (
       insert into auth.one_time_tokens (user_id, kind, email, redirect_to, created_at, expires_at)
       values ($1, 'email_change', 'other@example.sa', '/', $2, $2) returning id)
     select count(*)::int as links from link`,
    [user_id, now],
  );
  expect(row).toEqual({ links: 1 });
  expect(
    await product.rows('select auth.seconds_until_other_mail_may_be_sent($1, 1, $2) as seconds', [
      user_id,
      now,
    ]),
  ).toEqual([{ seconds: quotaWindows.mails_to_others }]);
});

describe('reports of transfers', () => {
  test('of six transfer reports of one company the daily quota is accepted; a repeated key does not count', async () => {
    const server = await startSecond({ QUOTA_TRANSFER_REPORTS: '2' });
    try {
      const company = await product.signUp('company');
      const tickets = await activeTickets(company, 3);
      const bodies = await Promise.all(
        Array.from({ length: 6 }, async (_, n) => {
          const proof = await company.upload('transfer_proof', pdf('Proof.pdf', [`Proof ${n}`]));
          return { id: tickets[n % 3]!, proof_file: proof.path, key: randomUUID() };
        }),
      );
      const token = await company.token();
      const report = (n: number) =>
        fetch(`${server.url}/api/tickets/${bodies[n]!.id}/transfer-reports`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': bodies[n]!.key,
          },
          body: JSON.stringify({
            amount_sar: '10.00',
            transferred_on: '2026-02-20',
            proof_file: bodies[n]!.proof_file,
          }),
        });
      const statuses: number[] = [];
      for (const n of bodies.keys()) statuses.push((await report(n)).status);
      expect(statuses).toEqual([200, 200, 429, 429, 429, 429]);
      expect((await report(0)).status).toBe(200);
      const refused = await report(2);
      expect(refused.headers.get('retry-after')).toBe(String(quotaWindows.transfer_reports));
      expect(await refused.json()).toMatchObject({
        message: 'You can report 2 transfers in 24 hours. You can go on in 24 hours.',
      });
    } finally {
      await server.close();
    }
  });

  /** Tickets that can be paid: their status is arranged, since how they came to it does not matter here. */
  async function activeTickets(company: Actor, count: number): Promise<string[]> {
    await sendTickets(company, count);
    const rows = await product.rows<{ id: string }>(
      `select t.id from tickets t join companies c on c.id = t.company_id where c.user_id = $1`,
      [company.user_id],
    );
    await product.rows('alter table tickets disable trigger user');
    for (const { id } of rows) {
      await product.rows(`update tickets set status = 'Active' where id = $1`, [id]);
    }
    await product.rows('alter table tickets enable trigger user');
    return rows.map(({ id }) => id);
  }
});
