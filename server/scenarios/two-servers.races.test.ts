import { randomUUID } from 'node:crypto';
import { toBuffer } from 'qrcode';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { taxInvoiceQr } from '#domain/documents/tax-invoice-qr.ts';
import { accountPolicy } from '#server/accounts/account-policy.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import {
  retryWhileBusy,
  send,
  upload,
  type RawInput,
} from '#server/product-client/product-client.ts';
import { shippedQuotas } from '#server/platform/quotas.testing.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { asOwner } from '../testing/people.ts';
import { password, startProduct, type Actor } from '../testing/product.ts';
import { refusal, tally } from '../testing/refusals.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { lockWaitedFor, type Statement } from '../testing/waiting.ts';

/** Many at once, through two servers on one database: what is promised once is given once. */

const product = await startProduct('2026-03-10T06:00:00Z');
// One address for both, as behind a balancer: tokens name it.
const second = await startTestServer(product.database, {
  clock: product.clock,
  env: { SITE_URL: product.url },
});
const agency = await product.signUp('agency');
const agency_id = (await agency.call('upsert_agency', { body: { name: 'Sada Creative' } })).id;
afterAll(async () => {
  await second.close();
  await product.close();
});

/** A company with a budget that only an analysis could set. */
async function companyWith(budget: string): Promise<Actor> {
  const company = await product.signUp('company');
  await product.rows('update companies set total_approval_budget = $2 where user_id = $1', [
    company.user_id,
    budget,
  ]);
  return company;
}

async function requestOf(
  company: Actor,
  amount: string,
  file = pdf('Invoice.pdf', [randomUUID()]),
): Promise<RawInput> {
  const { path } = await company.upload('invoice', file);
  const body = {
    p_agency_id: agency_id,
    p_amount_sar: amount,
    p_term_months: 3,
    p_invoice_url: path,
  };
  return { key: randomUUID(), body };
}

/** Creates a ticket; a server that is busy is asked again under the same key, as the browser does. */
const requestTicket = (url: string, token: string, input: RawInput) =>
  retryWhileBusy(() => send(url, 'create_ticket_with_installments', token, input));

/** To each server in turn. */
const urlOf = (turn: number) => (turn % 2 === 0 ? product.url : second.url);

const broken = async (acknowledged: string[] = []) =>
  asOwner(product.database, (client) => brokenInvariants(client, acknowledged));

async function create(company: Actor, amount: string): Promise<string> {
  const answer = await company.send(
    'create_ticket_with_installments',
    await requestOf(company, amount),
  );
  return JSON.parse(answer.text).id;
}

test('of fifty requests against a budget for ten, ten are accepted and the others get the exact message', async () => {
  for (let round = 0; round < 2; round += 1) {
    const company = await companyWith('1000.00');
    const token = await company.token();
    const inputs: RawInput[] = [];
    for (let n = 0; n < 50; n += 1) inputs.push(await requestOf(company, '100.00'));
    const answers = await Promise.all(
      inputs.map((input, n) => requestTicket(urlOf(n), token, input)),
    );
    expect(await tally(answers)).toEqual({ accepted: 10, not_enough_available_budget: 40 });
    const words = answers.map(({ text }) => (JSON.parse(text) as { message?: string }).message);
    expect(new Set(words.filter(Boolean))).toEqual(
      new Set(['Not enough available budget. Reduce the amount or cancel a pending ticket.']),
    );
    const [left] = await product.rows<{ tickets: number; files: number }>(
      `select (select count(*)::int from tickets t join companies c on c.id = t.company_id where c.user_id = $1) as tickets,
              (select count(*)::int from files where owner_user_id = $1 and attached_at is not null) as files`,
      [company.user_id],
    );
    expect(left).toEqual({ tickets: 10, files: 10 });
  }
  expect(await broken()).toEqual([]);
}, 120_000);

test('approve, reject, approve and cancel at once: one wins, the others are told that the ticket is answered', async () => {
  const company = await companyWith('100000.00');
  const [byCompany, byAgency] = [await company.token(), await agency.token()];
  for (let round = 0; round < 25; round += 1) {
    const params = { id: await create(company, '100.00') };
    const answers = await Promise.all([
      send(urlOf(0), 'approve_ticket', byAgency, { params }),
      send(urlOf(1), 'reject_ticket', byAgency, { params, body: {} }),
      send(urlOf(1), 'approve_ticket', byAgency, { params }),
      send(urlOf(0), 'cancel_ticket', byCompany, { params }),
    ]);
    expect(await tally(answers)).toEqual({ accepted: 1, ticket_not_pending: 3 });
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  }
  expect(await broken()).toEqual([]);
}, 120_000);

test('one key fifty times at once makes one ticket, and every response is that ticket', async () => {
  const company = await companyWith('100.00');
  const token = await company.token();
  const input = await requestOf(company, '100.00');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => requestTicket(urlOf(n), token, input)),
  );
  expect(await tally(answers)).toEqual({ accepted: 50 });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const other = await companyWith('100.00');
  const same = { ...(await requestOf(other, '100.00')), key: input.key };
  const theirs = await requestTicket(urlOf(1), await other.token(), same);
  expect(JSON.parse(theirs.text).id).not.toBe(JSON.parse(answers[0]!.text).id);
  expect(await broken([JSON.parse(answers[0]!.text).id])).toEqual([]);
});

test('an approval whose response was lost is repeated under its key', async () => {
  const company = await companyWith('100.00');
  const input = { params: { id: await create(company, '100.00') }, key: randomUUID() };
  const token = await agency.token();
  const [first, again] = [
    await send(urlOf(0), 'approve_ticket', token, input),
    await send(urlOf(1), 'approve_ticket', token, input),
  ];
  expect([again.status, again.text]).toEqual([200, first.text]);
  // With a key of its own the second one is late.
  const late = send(urlOf(1), 'approve_ticket', token, { params: input.params });
  expect(await refusal(late)).toEqual([409, 'ticket_not_pending']);
});

test('events on one server reach the streams of the other, and a session ended on one is refused on both', async () => {
  const company = await companyWith('100.00');
  const stream = await company.listen();
  const id = await create(company, '50.00');
  await send(second.url, 'reject_ticket', await agency.token(), { params: { id }, body: {} });
  await stream.hears('reject_ticket');
  const token = await company.token();
  // Both servers have seen the token and know it to be good.
  expect((await send(second.url, 'read_company', token)).status).toBe(200);
  await company.auth.signOut();
  expect((await stream.next())?.event).toBe('end');
  for (const url of [product.url, second.url]) {
    const answer = send(url, 'read_company', token);
    expect(await refusal(answer)).toEqual([401, 'session_not_found']);
  }
});

test('wrong passwords count on all servers together, and a session is refreshed on any server', async () => {
  const { email } = await product.signUp('company');
  const ask = async (turn: number, grant: string, body: object) => {
    const response = await fetch(`${urlOf(turn)}/auth/v1/token?grant_type=${grant}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, reply: (await response.json()) as { refresh_token: string } };
  };
  let { status, reply } = await ask(0, 'password', { email, password });
  for (let turn = 1; turn < 5; turn += 1) {
    expect(status).toBe(200);
    ({ status, reply } = await ask(turn, 'refresh_token', { refresh_token: reply.refresh_token }));
  }
  for (let turn = 0; turn < 2 * accountPolicy.freeFailures && status !== 429; turn += 1)
    ({ status } = await ask(turn, 'password', { email, password: 'a wrong one' }));
  for (const turn of [0, 1])
    expect((await ask(turn, 'password', { email, password })).status).toBe(429);
});

test('a job that either server may run is done once', async () => {
  const companies: Actor[] = [];
  for (let n = 0; n < 4; n += 1) companies.push(await product.signUp('company'));
  const body = { name: 'Najd Coffee', revenue_last_6_months: Array(6).fill('50000.00') };
  for (const [turn, company] of companies.entries()) {
    const answer = await send(urlOf(turn), 'upsert_company', await company.token(), { body });
    expect(answer.status).toBe(200);
  }
  await product.settled();
  const made = await product.rows(
    `select count(*)::int as assessments from credit_assessments a join companies c on c.id = a.company_id
      where c.user_id = any ($1) group by c.id`,
    [companies.map(({ user_id }) => user_id)],
  );
  expect(made).toEqual(companies.map(() => ({ assessments: 1 })));
});

test('of two parts of an invoice that are asked for at the same moment one fits its total', async () => {
  const company = await companyWith('100000.00');
  const token = await company.token();
  const inputs: RawInput[] = [];
  for (let invoice = 0; invoice < 12; invoice += 1) {
    const code = taxInvoiceQr({
      seller: 'Sada Creative',
      vat_number: '310122393500003',
      issued_at: new Date(product.clock.now().getTime() + invoice * 1000),
      total_amount: '1150.00',
      vat_amount: '150.00',
    });
    const file = { name: 'invoice.png', type: 'image/png', bytes: await toBuffer(code) };
    for (let part = 0; part < 2; part += 1) inputs.push(await requestOf(company, '600.00', file));
  }
  const answers = await Promise.all(
    inputs.map((input, n) => requestTicket(urlOf(n), token, input)),
  );
  expect(await tally(answers)).toEqual({ accepted: 12, invoice_already_financed: 12 });
});

test('uploads of the same millisecond and name get different paths', async () => {
  const company = await product.signUp('company');
  const uploads = await Promise.all([
    ...Array.from({ length: 12 }, () => company.upload('invoice', pdf('a.pdf', ['A']))),
    ...Array.from({ length: 5 }, () => agency.upload('other_docs_files', pdf('a.pdf', ['A']))),
  ]);
  expect(new Set(uploads.map(({ path }) => path)).size).toBe(17);
});

test('of 64 unused uploads that one person begins at once 60 are begun', async () => {
  const { user_id } = await product.signUp('company');
  const begun = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) =>
      product.database.pools.app.query(
        `select api.begin_upload(s.user_id, s.id, $2, 'company', 'invoice', 'ticket-invoices', s.user_id || '/' || $3,
                                 'a.pdf', 1, 'application/pdf', '\\x00', $3)
           from auth.sessions s where s.user_id = $1`,
        [user_id, product.clock.now(), `${user_id}-${n}`],
      ),
    ),
  );
  const refused = begun.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
  expect(refused).toEqual(Array(4).fill('too_many_requests'));
});

describe('quotas', () => {
  let pair: TestServer[];
  beforeAll(async () => {
    const env = { ...shippedQuotas, QUOTA_UPLOADS: '4', SITE_URL: product.url };
    const start = () => startTestServer(product.database, { clock: product.clock, env });
    pair = [await start(), await start()];
  });
  afterAll(async () => {
    for (const server of pair) await server.close();
  });

  test('a new company that sends 50 requests at once makes 20 tickets and 20 mails, and the rest get 429', async () => {
    const company = await product.signUp('company');
    const token = await company.token();
    const inputs: RawInput[] = [];
    for (let n = 0; n < 50; n += 1) inputs.push(await requestOf(company, '999999999.00'));
    const answers = await Promise.all(
      inputs.map((input, n) => requestTicket(pair[n % 2]!.url, token, input)),
    );
    expect(await tally(answers)).toEqual({ accepted: 20, quota_reached: 30 });
    const [made] = await product.rows(
      `select count(distinct t.id)::int as tickets, count(m.id)::int as mails
         from tickets t join companies c on c.id = t.company_id left join mails m on m.ticket_id = t.id and m.kind = 'new_ticket'
        where c.user_id = $1`,
      [company.user_id],
    );
    expect(made).toEqual({ tickets: 20, mails: 20 });
  });

  test('of ten files that one account uploads at once only the hourly quota is kept', async () => {
    const token = await (await product.signUp('company')).token();
    const files = await Promise.allSettled(
      Array.from({ length: 10 }, (_, n) =>
        upload(pair[n % 2]!.url, 'invoice', token, pdf('Invoice.pdf', ['Invoice'])),
      ),
    );
    expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  });

  test('concurrent uses of one account are counted one after another, on any server', async () => {
    const [company, other] = [await product.signUp('company'), await product.signUp('company')];
    const use = (user_id: string, name: string) => ({
      text: `select set_config('hamla.user_id', $1::uuid::text, true), use_quota($1::uuid, $2, 1, '1 hour', $3)`,
      values: [user_id, name, product.clock.now()],
    });
    const held = use(company.user_id, 'uploads');
    const waitedFor = (statement: Statement) =>
      lockWaitedFor(product.database, held, statement, 'app');
    expect(await waitedFor(held)).toBe('advisory');
    expect(await waitedFor(use(company.user_id, 'transfer_reports'))).toBeNull();
    expect(await waitedFor(use(other.user_id, 'uploads'))).toBeNull();
  });
});
