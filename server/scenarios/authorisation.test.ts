import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { contract, type OperationSchemas } from '#api/contract.ts';
import { operations, type OperationId } from '#api/operations.ts';
import { problem } from '#api/wire.ts';
import { addFactor, codeOf, showCode } from '#server/accounts/factors.testing.ts';
import {
  listen,
  send,
  type ApiResponse,
  type RawInput,
} from '#server/product-client/product-client.ts';
import { password, startProduct } from '../testing/product.ts';
import { refusal } from '../testing/refusals.ts';
import { fingerprint, makeFixture, requests } from '../testing/requests.ts';

/** Whoever may not use an operation is refused in one voice, told nothing and changes nothing. */

let before: string;

const product = await startProduct('2026-03-10T06:00:00Z', { CREDIT_BUREAU: 'sandbox' });
/** Tokens that were good once. */
const expired = await (await product.signUp('company')).token();
// An access token lasts an hour.
product.clock.set('2026-03-10T07:00:01Z');
const fixture = await makeFixture(product);
const leaver = await product.signUp('company');
const signedOut = await leaver.token();
await leaver.auth.signOut();
const bannedPerson = await product.signUp('company');
const banned = await bannedPerson.token();
await product.rows(`update auth.users set banned_until = '2027-01-01' where id = $1`, [
  bannedPerson.user_id,
]);
afterAll(() => product.close());
beforeEach(async () => {
  await product.settled();
  before = await fingerprint(product);
});

const ids = Object.keys(operations) as OperationId[];
/** One operation of each method and party; `npm run security` asks all, as everybody (S1, S5, S9). */
const sample = Object.values(
  Object.groupBy(ids, (id) => `${operations[id].method} ${operations[id].access}`),
).map((alike) => alike[0]!);
const ask = (id: OperationId, token: string | null, input?: RawInput) =>
  send(product.url, id, token, input ?? requests[id].input(fixture));

/** What an answer says of itself, and whether it told or changed anything. */
async function outcome({ status, contentType, text }: ApiResponse) {
  const parsed = problem.safeParse(JSON.parse(text));
  return {
    status,
    code: parsed.data?.code,
    isProblem: contentType.startsWith('application/problem+json') && parsed.data?.status === status,
    hasWords: Boolean(parsed.data?.message),
    told: fixture.secrets.filter((secret) => text.includes(secret)),
    changed: (await fingerprint(product)) !== before,
  };
}

/** A problem document with this status and code, which neither told nor changed anything. */
const refused = (status: number, code: string) => ({
  status,
  code,
  isProblem: true,
  hasWords: true,
  told: [],
  changed: false,
});

test.each(sample)(
  '%s is refused without a token, with an expired one, to an ended session and to a banned person',
  async (id) => {
    expect(await outcome(await ask(id, null))).toEqual(refused(401, 'no_authorization'));
    expect(await outcome(await ask(id, expired))).toEqual(refused(401, 'no_authorization'));
    expect(await outcome(await ask(id, signedOut))).toEqual(refused(401, 'session_not_found'));
    expect(await outcome(await ask(id, banned))).toEqual(refused(401, 'session_not_found'));
  },
);

describe('the wrong role', () => {
  const ofOneRole = sample.filter((id) =>
    ['company', 'agency', 'staff'].includes(operations[id].access),
  );

  test.each(ofOneRole)(
    '%s is refused to every other role and to a person without one',
    async (id) => {
      const roles = (['company', 'agency', 'staff'] as const).filter(
        (role) => role !== requests[id].by,
      );
      for (const person of [...roles.map((role) => fixture[role]), fixture.noRole]) {
        expect(await outcome(await ask(id, await person.token()))).toEqual(
          refused(403, 'wrong_role'),
        );
      }
    },
  );

  test('a person without a role has no lists, no uploads and no files', async () => {
    const token = await fixture.noRole.token();
    expect(await outcome(await ask('list_tickets', token))).toEqual(refused(403, 'wrong_role'));
    expect(await outcome(await ask('upload_file', token))).toEqual(refused(403, 'wrong_role'));
    expect(await outcome(await ask('create_download_link', token))).toEqual(
      refused(404, 'not_found'),
    );
    expect(await outcome(await ask('discard_upload', token))).toEqual(refused(404, 'not_found'));
    expect(await outcome(await ask('read_ticket', token))).toEqual(refused(404, 'not_found'));
    expect((await ask('read_user_role', token)).text).toBe('{"role" : null, "can_change" : true}');
  });

  test("a company cannot upload an agency's document or read an agency's list", async () => {
    const token = await fixture.company.token();
    const input = {
      ...requests.upload_file.input(),
      params: { kind: 'agency_registration_file' },
    };
    expect(await outcome(await ask('upload_file', token, input))).toEqual(
      refused(403, 'wrong_role'),
    );
    for (const list of ['approved', 'history']) {
      const answer = await ask('list_tickets', token, { query: { list } });
      expect(await outcome(answer)).toEqual(refused(403, 'wrong_role'));
    }
  });

  test('a role cannot be changed once a ticket exists, nor set to one that is not offered', async () => {
    const change = { body: { role: 'agency' } };
    const token = await fixture.company.token();
    expect(await outcome(await ask('upsert_user_role', token, change))).toEqual(
      refused(409, 'role_change_refused'),
    );
    for (const role of ['staff', 'admin', 'service_role', '']) {
      const answer = await ask('upsert_user_role', token, { body: { role } });
      expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
    }
  });

  test('metadata never authorises: a role written there by hand opens nothing', async () => {
    const { otherCompany } = fixture;
    const { error } = await otherCompany.auth.updateUser({ data: { role: 'staff' } });
    expect(error?.code).toBe('validation_failed');
    expect(await outcome(await ask('agency_dashboard', await otherCompany.token()))).toEqual(
      refused(403, 'wrong_role'),
    );
  });
});

describe('rows of another party', () => {
  const strangers = ['otherCompany', 'otherAgency'] as const;

  test.each(strangers)(
    '%s reads a ticket of other parties as one that does not exist',
    async (name) => {
      const token = await fixture[name].token();
      const foreign = await ask('read_ticket', token);
      expect(await outcome(foreign)).toEqual(refused(404, 'not_found'));
      const missing = await ask('read_ticket', token, { params: { ticket_number: 'HM-999999' } });
      expect(withoutId(missing.text.replace('HM-999999', fixture.approved.ticket_number))).toBe(
        withoutId(foreign.text),
      );
    },
  );

  const reads = [
    ['otherCompany', 'read_company', {}],
    ['otherCompany', 'company_dashboard', {}],
    ['otherCompany', 'list_agencies', { query: {} }],
    ['otherCompany', 'list_files', { params: { store: 'ticket-invoices' } }],
    ['otherAgency', 'list_files', { params: { store: 'ticket-invoices' } }],
    ['otherCompany', 'list_tickets', { query: { list: 'waiting' } }],
    ['otherAgency', 'read_agency', {}],
    ['otherAgency', 'agency_dashboard', {}],
    ['otherAgency', 'list_tickets', { query: { list: 'waiting' } }],
    ['otherAgency', 'list_agency_payouts', { query: { window: 'expected' } }],
    ['otherCompany', 'list_own_tickets', { query: {} }],
    ['otherAgency', 'list_own_tickets', { query: {} }],
    ['otherCompany', 'list_own_payments', { query: {} }],
    ['otherCompany', 'list_own_documents', { query: {} }],
    ['otherAgency', 'list_own_documents', { query: {} }],
    ['otherCompany', 'search_own', { query: { text: 'hm' } }],
    ['otherAgency', 'search_own', { query: { text: 'najd' } }],
    ['otherAgency', 'list_own_payouts', { query: {} }],
  ] as const;
  test.each(reads)('%s reads by %s nothing of other parties', async (name, id, input) => {
    const answer = await ask(id, await fixture[name].token(), input);
    expect(answer.status).toBe(200);
    expect(fixture.secrets.filter((secret) => answer.text.includes(secret))).toEqual([]);
  });

  test("another party's row as a list cursor returns nothing", async () => {
    const [payout] = await product.rows<{ id: string }>('select id from agency_payouts');
    const pages = [
      await ask('list_tickets', await fixture.otherCompany.token(), {
        query: { list: 'waiting', cursor: fixture.waiting.id },
      }),
      await ask('list_tickets', await fixture.otherAgency.token(), {
        query: { list: 'waiting', cursor: fixture.waiting.id },
      }),
      await ask('list_agency_payouts', await fixture.otherAgency.token(), {
        query: { window: 'expected', cursor: payout!.id },
      }),
      await ask('list_own_tickets', await fixture.otherCompany.token(), {
        query: { cursor: fixture.waiting.id },
      }),
      await ask('list_own_payouts', await fixture.otherAgency.token(), {
        query: { cursor: payout!.id },
      }),
    ];
    for (const page of pages) expect(JSON.parse(page.text)).toMatchObject({ items: [], count: 0 });
  });

  test("one company's idempotency key tells another company nothing", async () => {
    const input = { ...requests.upsert_company.input(), key: 'the-same-key' };
    const own = await ask('upsert_company', await fixture.company.token(), input);
    expect(own.text).toContain('Secret Coffee Company');
    const foreign = await ask('upsert_company', await fixture.otherCompany.token(), input);
    expect(foreign.status).toBe(200);
    expect(fixture.secrets.filter((secret) => foreign.text.includes(secret))).toEqual([]);
  });
});

describe('fields that a request may not set', () => {
  test.each([
    ['upsert_company', 'total_approval_budget', '999999.00'],
    ['upsert_company', 'user_id', '01990000-0000-7000-8000-000000000000'],
    ['upsert_company', 'id', '01990000-0000-7000-8000-000000000000'],
    ['upsert_company', 'profile_completed', false],
    ['upsert_agency', 'user_id', '01990000-0000-7000-8000-000000000000'],
    ['create_ticket_with_installments', 'status', 'Approved'],
    ['create_ticket_with_installments', 'company_id', '01990000-0000-7000-8000-000000000000'],
    ['create_ticket_with_installments', 'fee_amount', '0.00'],
    ['reject_ticket', 'status', 'Approved'],
    ['upsert_user_role', 'user_id', '01990000-0000-7000-8000-000000000000'],
  ] as const)('%s refuses the field %s', async (id, field, value) => {
    const input: RawInput = requests[id].input(fixture);
    const body = { ...(input.body as object), [field]: value };
    const answer = await ask(id, await fixture[requests[id].by].token(), { ...input, body });
    expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
    expect(JSON.parse(answer.text).message).toContain(field);
  });
});

describe('a page of another origin', () => {
  const forms = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ];

  test.each(sample.filter((id) => operations[id].method !== 'GET' && id !== 'upload_file'))(
    '%s takes no body that a form could send',
    async (id) => {
      const input: RawInput = requests[id].input(fixture);
      const token = await fixture[requests[id].by].token();
      for (const type of forms) {
        const answer = await ask(id, token, {
          ...input,
          body: JSON.stringify(input.body ?? {}),
          headers: { 'content-type': type, origin: 'https://evil.sa' },
        });
        expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
      }
    },
  );

  test('no response lets another origin read it', async () => {
    const response = await fetch(`${product.url}/api/company`, {
      headers: {
        origin: 'https://evil.sa',
        authorization: `Bearer ${await fixture.company.token()}`,
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the stream of events', () => {
  test('the event stream tells a company of its ticket, an agency of a new one, and nobody else', async () => {
    const streams = {
      company: await fixture.company.listen(),
      otherCompany: await fixture.otherCompany.listen(),
      agency: await fixture.agency.listen(),
      otherAgency: await fixture.otherAgency.listen(),
      noRole: await fixture.noRole.listen(),
    };
    const { id } = fixture.waiting;
    await fixture.agency.call('reject_ticket', { params: { id }, body: {} });
    await streams.company.hears('reject_ticket');
    await streams.agency.hears('reject_ticket');
    // What the others hear first is what they did themselves afterwards.
    await fixture.otherAgency.call('upsert_agency', { body: { address: 'Riyadh' } });
    expect(await streams.otherAgency.next()).toEqual({
      event: 'change',
      data: '{"operation":"upsert_agency"}',
    });
    await fixture.otherCompany.call('upsert_company', { body: { address: 'Riyadh' } });
    expect(await streams.otherCompany.next()).toEqual({
      event: 'change',
      data: '{"operation":"upsert_company"}',
    });
    // A person without a role hears nothing at all until the session ends.
    await fixture.noRole.auth.signOut();
    expect(await streams.noRole.next()).toMatchObject({ event: 'end' });
    for (const stream of Object.values(streams)) await stream.close();
  });

  test('an event stream ends with its own session only', async () => {
    const person = await product.signUp('company');
    const first = await person.listen();
    const { data } = await person.auth.signInWithPassword({
      email: person.email,
      password: person.password,
    });
    const second = await listen(product.url, data.session!.access_token);
    // Signs out the session that was opened last.
    await person.auth.signOut({ scope: 'local' });
    expect(await second.next()).toMatchObject({ event: 'end' });
    expect(await second.next()).toBeNull();
    await person.call('upsert_company', { body: { name: 'Still here' } });
    await first.hears('upsert_company');
    await first.close();
    await expect(listen(product.url, data.session!.access_token)).rejects.toThrow('401');
  });
});

describe('GET /api/openapi.json', () => {
  test('GET /api/openapi.json describes exactly the operations of the product', async () => {
    const document = await (await fetch(`${product.url}/api/openapi.json`)).json();
    expect(document.openapi).toMatch(/^3\.1/);
    const described = Object.entries<Record<string, { operationId: string }>>(
      document.paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method, path })),
    );
    const expected = ids.map((id) => ({
      operationId: id,
      method: operations[id].method.toLowerCase(),
      path: operations[id].path.replace(/:(\w+)/g, '{$1}'),
    }));
    const byId = (a: { operationId: string }, b: { operationId: string }) =>
      a.operationId.localeCompare(b.operationId);
    expect(described.sort(byId)).toEqual(expected.sort(byId));
  });

  test('GET /api/openapi.json gives each operation its text, safety, response and refusals', async () => {
    const document = await (await fetch(`${product.url}/api/openapi.json`)).json();
    for (const id of ids) {
      const { method, path, summary } = operations[id];
      const described = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()];
      expect(described).toMatchObject({ summary, security: [{ bearer: [] }] });
      expect(Object.keys(described.responses['200'].content)).toEqual([
        (contract[id] as OperationSchemas).file ??
          (id === 'subscribe_events' ? 'text/event-stream' : 'application/json'),
      ]);
      expect(Object.keys(described.responses.default.content)).toEqual([
        'application/problem+json',
      ]);
    }
  });
});

describe('a second factor', () => {
  test('a person with a second factor may do nothing before the code, and everything after', async () => {
    const company = await product.signUp('company');
    await product.rows('select api.prove_mailbox($1, $2)', [company.user_id, product.clock.now()]);
    const { factorId, secret } = await addFactor(product, company.auth);

    product.clock.set('2026-03-10T07:05:00Z');
    const half = await company.auth.signInWithPassword({ email: company.email, password });
    const waiting = half.data.session?.access_token ?? '';
    for (const id of ['company_dashboard', 'subscribe_events'] as const)
      expect(await refusal(send(product.url, id, waiting))).toEqual([
        403,
        'second_factor_required',
      ]);

    const whole = await showCode(company.auth, factorId, await codeOf(product, secret));
    expect(whole.error).toBeNull();
    const token = whole.data?.access_token ?? '';
    expect((await send(product.url, 'company_dashboard', token)).status).toBe(200);
  });

  /** As if the session of the staff who release had shown its factor so long ago; null: never, or only at its enrolment. */
  const proveFactor = (minutesAgo: number | null) =>
    product.rows(
      `update auth.sessions set factor_proven_at = $2::timestamptz - make_interval(mins => $3) where user_id = $1`,
      [fixture.staff.user_id, product.clock.now(), minutesAgo],
    );

  const refund = () =>
    ({
      params: { id: fixture.payment_id },
      body: {
        amount_sar: '0.01',
        to: 'company',
        reason: 'They asked for it',
        despite_report: true,
      },
    }) as const;
  /** A refund that another person has asked for. */
  const refundRequest = async () => (await fixture.otherStaff.call('refund_credit', refund())).id;

  test.each([
    ['approve_request', refundRequest],
    ['release_payout_run', async () => fixture.draft_run_id],
  ] as const)(
    '%s is refused without a fresh code, succeeds with one under the same key, and repeats its reply without one',
    async (operation, subject) => {
      const params = { id: await subject() };
      const attempt = () => fixture.staff.send(operation, { params, key: `proof-${operation}` });
      await product.settled();
      const rows = await fingerprint(product);
      for (const minutes of [null, 10, 60]) {
        await proveFactor(minutes);
        expect(await refusal(attempt())).toEqual([403, 'factor_proof_required']);
      }
      expect(await fingerprint(product)).toBe(rows);
      await proveFactor(9);
      const done = await attempt();
      expect(done.status).toBe(200);
      await proveFactor(null);
      expect(await attempt()).toEqual(done);
    },
  );

  test('an operation that releases no money needs no fresh code: requesting a write-off or a refund, a file of a released run', async () => {
    await proveFactor(null);
    const file = await fixture.staff.send('make_payout_file', {
      params: { id: fixture.draft_run_id },
    });
    expect(file.status).toBe(200);
    const { id } = fixture.active;
    const written = await fixture.staff.send('write_off_ticket', {
      params: { id },
      body: { reason: 'Insolvent' },
    });
    expect(written.text).not.toContain('factor_proof_required');
    const refunded = await fixture.staff.send('refund_credit', refund());
    expect(refunded.text).not.toContain('factor_proof_required');
  });
});

/** A problem document without the id of its own request. */
const withoutId = (text: string) => JSON.stringify({ ...JSON.parse(text), request_id: '' });
