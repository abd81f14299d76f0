import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contract, type OperationSchemas } from '#api/contract.ts';
import { operations, type OperationId } from '#api/operations.ts';
import { readTicket } from '#api/tickets.ts';
import { problem } from '#api/wire.ts';
import { listen, send, type Answer, type RawInput } from '#server/product-client/product-client.ts';
import { startProduct, type Actor, type Product } from '../testing/product.ts';
import { fingerprint, makeWorld, requests, type World } from '../testing/requests.ts';

/** Every operation × everybody who may not use it: refused in one voice, nothing told, nothing changed. */

let product: Product;
let world: World;
/** Tokens that were good once. */
let expired: string;
let signedOut: string;
let banned: string;
/** Of staff: one who has not shown a second factor, one who is staff no more. */
let withoutFactor: string;
let suspended: string;
let refreshToken: string;
let before: string;

beforeAll(async () => {
  product = await startProduct('2026-03-10T06:00:00Z');
  expired = await (await product.signUp('company')).token();
  // An access token lasts an hour.
  product.clock.set('2026-03-10T07:00:01Z');
  world = await makeWorld(product);
  const leaver = await product.signUp('company');
  signedOut = await leaver.token();
  await leaver.auth.signOut();
  const bannedPerson = await product.signUp('company');
  banned = await bannedPerson.token();
  await product.rows(`update auth.users set banned_until = '2027-01-01' where id = $1`, [
    bannedPerson.user_id,
  ]);
  const [half, former] = [await product.addStaff('Omar'), await product.addStaff('Noura')];
  await product.rows(`update auth.sessions set aal = 'aal1' where user_id = $1`, [half.user_id]);
  // As suspend_staff does, but for the sessions: they are refused though they live.
  await product.rows('update staff set suspended_at = added_at where user_id = $1', [
    former.user_id,
  ]);
  [withoutFactor, suspended] = [await half.token(), await former.token()];
  refreshToken = (await world.company.auth.getSession()).data.session!.refresh_token;
});
afterAll(() => product.close());
beforeEach(async () => {
  await product.settled();
  before = await fingerprint(product);
});

const ids = Object.keys(operations) as OperationId[];
const ask = (id: OperationId, token: string | null, input?: RawInput) =>
  send(product.url, id, token, input ?? requests[id].input(world));

/** What an answer says of itself, and whether it told or changed anything. */
async function outcome({ status, contentType, text }: Answer) {
  const parsed = problem.safeParse(JSON.parse(text));
  return {
    status,
    code: parsed.data?.code,
    isProblem: contentType.startsWith('application/problem+json') && parsed.data?.status === status,
    hasWords: Boolean(parsed.data?.message),
    told: world.secrets.filter((secret) => text.includes(secret)),
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

describe.each(ids)('%s', (id) => {
  test('is refused without a token', async () => {
    expect(await outcome(await ask(id, null))).toEqual(refused(401, 'no_authorization'));
  });

  test('is refused with a token that has expired', async () => {
    expect(await outcome(await ask(id, expired))).toEqual(refused(401, 'no_authorization'));
  });

  test('is refused with the token of a session that has ended', async () => {
    expect(await outcome(await ask(id, signedOut))).toEqual(refused(401, 'session_not_found'));
  });

  test('is refused to a person who is banned', async () => {
    expect(await outcome(await ask(id, banned))).toEqual(refused(401, 'session_not_found'));
  });

  test('is refused with a token that we did not make', async () => {
    for (const forged of forgedTokens(await world.company.token())) {
      expect(await outcome(await ask(id, forged))).toEqual(refused(401, 'no_authorization'));
    }
  });
});

/** What attackers make of a good token, and what is no token at all. */
function forgedTokens(good: string): string[] {
  const [head, body, signature] = good.split('.') as [string, string, string];
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = parse(body);
  const another = part({ ...claims, sub: world.otherCompany.user_id });
  const none = part({ ...parse(head), alg: 'none' });
  const hs256 = part({ ...parse(head), alg: 'HS256' });
  const hmac = createHmac('sha256', 'hamla').update(`${hs256}.${body}`).digest('base64url');
  const injected = part({ ...parse(head), jwk: { kty: 'oct', k: 'AA' }, jku: 'https://evil.sa' });
  return [
    'garbage',
    'a.b.c',
    `${head}.${body}.`,
    `${head}.${another}.${signature}`,
    `${none}.${body}.`,
    `${hs256}.${body}.${hmac}`,
    `${injected}.${body}.${signature}`,
    `${part({ ...parse(head), kid: '../../etc/passwd' })}.${body}.${signature}`,
    `${head}.${part({ ...claims, exp: 9_999_999_999 })}.${signature}`,
    refreshToken,
    'x'.repeat(9_000),
  ];
}

describe('the wrong role', () => {
  const ofOneRole = ids.filter((id) =>
    ['company', 'agency', 'staff'].includes(operations[id].access),
  );

  test.each(ofOneRole)(
    '%s is refused to every other role and to a person without one',
    async (id) => {
      const roles = (['company', 'agency', 'staff'] as const).filter(
        (role) => role !== requests[id].by,
      );
      for (const person of [...roles.map((role) => world[role]), world.noRole]) {
        expect(await outcome(await ask(id, await person.token()))).toEqual(
          refused(403, 'wrong_role'),
        );
      }
    },
  );

  test.each(ofOneRole.filter((id) => operations[id].access === 'staff'))(
    '%s is refused to staff who are suspended or have not shown a second factor',
    async (id) => {
      expect(await outcome(await ask(id, suspended))).toEqual(refused(403, 'wrong_role'));
      expect(await outcome(await ask(id, withoutFactor))).toEqual(
        refused(403, 'second_factor_required'),
      );
    },
  );

  test('a person without a role has no lists, no uploads and no files', async () => {
    const token = await world.noRole.token();
    expect(await outcome(await ask('list_tickets', token))).toEqual(refused(403, 'wrong_role'));
    expect(await outcome(await ask('upload_file', token))).toEqual(refused(403, 'wrong_role'));
    expect(await outcome(await ask('create_download_link', token))).toEqual(
      refused(404, 'not_found'),
    );
    expect(await outcome(await ask('discard_upload', token))).toEqual(refused(404, 'not_found'));
    expect(await outcome(await ask('read_ticket', token))).toEqual(refused(404, 'not_found'));
    expect((await ask('read_user_role', token)).text).toBe('{"role" : null, "can_change" : true}');
  });

  test("a company cannot upload an agency's document, nor see a list of the agency's", async () => {
    const token = await world.company.token();
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

  test('a role cannot be changed once a ticket exists, nor become one that is not offered', async () => {
    const change = { body: { role: 'agency' } };
    const token = await world.company.token();
    expect(await outcome(await ask('upsert_user_role', token, change))).toEqual(
      refused(409, 'role_change_refused'),
    );
    for (const role of ['staff', 'admin', 'service_role', '']) {
      const answer = await ask('upsert_user_role', token, { body: { role } });
      expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
    }
  });

  test('metadata never authorises: a role written there by hand opens nothing', async () => {
    const { otherCompany } = world;
    const { error } = await otherCompany.auth.updateUser({ data: { role: 'staff' } });
    expect(error?.code).toBe('validation_failed');
    expect(await outcome(await ask('agency_dashboard', await otherCompany.token()))).toEqual(
      refused(403, 'wrong_role'),
    );
  });
});

describe("another's rows", () => {
  const strangers = ['otherCompany', 'otherAgency'] as const;

  test.each(['cancel_ticket', 'approve_ticket', 'reject_ticket'] as const)(
    '%s of a ticket between others looks like one that does not exist',
    async (id) => {
      const stranger = requests[id].by === 'company' ? world.otherCompany : world.otherAgency;
      const token = await stranger.token();
      expect(await outcome(await ask(id, token))).toEqual(refused(404, 'not_found'));
      const missing = await ask(id, token, {
        ...requests[id].input(world),
        params: { id: '01990000-0000-7000-8000-000000000000' },
      });
      expect(await outcome(missing)).toEqual(refused(404, 'not_found'));
    },
  );

  test.each(strangers)('%s reads a ticket of others as one that does not exist', async (name) => {
    const token = await world[name].token();
    const foreign = await ask('read_ticket', token);
    expect(await outcome(foreign)).toEqual(refused(404, 'not_found'));
    const missing = await ask('read_ticket', token, { params: { ticket_number: 'HM-999999' } });
    expect(missing.text.replace('HM-999999', world.approved.ticket_number)).toBe(foreign.text);
  });

  test("the company of a ticket reads nothing of the agency's payout, the agency no installment", async () => {
    const read = async (actor: Actor) =>
      readTicket.reply.parse(JSON.parse((await ask('read_ticket', await actor.token())).text));
    const [company, agency] = [await read(world.company), await read(world.agency)];
    expect(company).toMatchObject({ role: 'company', payout: null });
    expect(company.installments).toHaveLength(3);
    expect(agency).toMatchObject({ role: 'agency', installments: null });
    expect(agency.payout?.gross_amount).toBe('432.10');
    expect(agency.story).toEqual(company.story);
  });

  test.each(strangers)("%s gets no link to the company's files", async (name) => {
    const token = await world[name].token();
    const paths = await product.rows<{ store: string; path: string }>(
      'select store, path from files where owner_user_id = $1',
      [world.company.user_id],
    );
    expect(paths.length).toBeGreaterThan(2);
    for (const body of paths) {
      expect(await outcome(await ask('create_download_link', token, { body }))).toEqual(
        refused(404, 'not_found'),
      );
    }
  });

  test('the agency of the ticket opens its invoice and nothing else of the company', async () => {
    const token = await world.agency.token();
    const link = { body: { store: 'ticket-invoices', path: world.waiting.invoice_url } };
    expect((await ask('create_download_link', token, link)).status).toBe(200);
    const [unused] = await product.rows<{ store: string; path: string }>(
      'select store, path from files where id = $1',
      [world.upload_id],
    );
    const answer = await ask('create_download_link', token, { body: unused });
    expect(await outcome(answer)).toEqual(refused(404, 'not_found'));
  });

  test.each(strangers)("%s cannot forget the company's upload", async (name) => {
    const answer = await ask('discard_upload', await world[name].token());
    expect(await outcome(answer)).toEqual(refused(404, 'not_found'));
  });

  test("a ticket cannot use another company's invoice, nor a profile another's file", async () => {
    const [upload] = await product.rows<{ path: string }>('select path from files where id = $1', [
      world.upload_id,
    ]);
    const [company, agency] = [await world.otherCompany.token(), await world.otherAgency.token()];
    const ticket = requests.create_ticket_with_installments.input(world);
    const stolen = { body: { ...ticket.body, p_invoice_url: upload!.path } };
    const invoice = await ask('create_ticket_with_installments', company, stolen);
    // The field is named; the path is not repeated.
    expect(await outcome(invoice)).toEqual(refused(422, 'invoice_not_found'));
    for (const field of ['company_registration_file', 'bank_statement_6m_file']) {
      const answer = await ask('upsert_company', company, { body: { [field]: upload!.path } });
      expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
    }
    const answer = await ask('upsert_agency', agency, {
      body: { other_docs_files: [upload!.path] },
    });
    expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
  });

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
  ] as const;
  test.each(reads)('%s reads by %s nothing of others', async (name, id, input) => {
    const answer = await ask(id, await world[name].token(), input);
    expect(answer.status).toBe(200);
    expect(world.secrets.filter((secret) => answer.text.includes(secret))).toEqual([]);
  });

  test("another's row as the place in a list opens nothing", async () => {
    const [payout] = await product.rows<{ id: string }>('select id from agency_payouts');
    const pages = [
      await ask('list_tickets', await world.otherCompany.token(), {
        query: { list: 'waiting', cursor: world.waiting.id },
      }),
      await ask('list_tickets', await world.otherAgency.token(), {
        query: { list: 'waiting', cursor: world.waiting.id },
      }),
      await ask('list_agency_payouts', await world.otherAgency.token(), {
        query: { window: 'expected', cursor: payout!.id },
      }),
    ];
    for (const page of pages) expect(JSON.parse(page.text)).toMatchObject({ items: [], count: 0 });
  });

  test("one company's idempotency key tells another company nothing", async () => {
    const input = { ...requests.upsert_company.input(), key: 'the-same-key' };
    const own = await ask('upsert_company', await world.company.token(), input);
    expect(own.text).toContain('Secret Coffee Company');
    const foreign = await ask('upsert_company', await world.otherCompany.token(), input);
    expect(foreign.status).toBe(200);
    expect(world.secrets.filter((secret) => foreign.text.includes(secret))).toEqual([]);
  });
});

describe('what a request may not decide', () => {
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
    const input: RawInput = requests[id].input(world);
    const body = { ...(input.body as object), [field]: value };
    const answer = await ask(id, await world[requests[id].by].token(), { ...input, body });
    expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
    expect(JSON.parse(answer.text).message).toContain(field);
  });
});

describe('a foreign page', () => {
  test.each(ids.filter((id) => operations[id].method !== 'GET' && id !== 'upload_file'))(
    '%s takes no body that a form could send',
    async (id) => {
      const input: RawInput = requests[id].input(world);
      const token = await world[requests[id].by].token();
      for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
        const answer = await ask(id, token, {
          ...input,
          body: JSON.stringify(input.body ?? {}),
          headers: { 'content-type': type, origin: 'https://evil.sa' },
        });
        expect(await outcome(answer)).toEqual(refused(422, 'validation_failed'));
      }
    },
  );

  test('no answer invites another origin to read it', async () => {
    const response = await fetch(`${product.url}/api/company`, {
      headers: {
        origin: 'https://evil.sa',
        authorization: `Bearer ${await world.company.token()}`,
      },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the stream of events', () => {
  test('a company hears of its ticket, an agency of a new one, and nobody else of either', async () => {
    const streams = {
      company: await world.company.listen(),
      otherCompany: await world.otherCompany.listen(),
      agency: await world.agency.listen(),
      otherAgency: await world.otherAgency.listen(),
      noRole: await world.noRole.listen(),
    };
    const { id } = world.waiting;
    await world.agency.call('reject_ticket', { params: { id }, body: {} });
    await streams.company.hears('reject_ticket');
    await streams.agency.hears('reject_ticket');
    // What the others hear first is what they did themselves afterwards.
    await world.otherAgency.call('upsert_agency', { body: { address: 'Riyadh' } });
    expect(await streams.otherAgency.next()).toEqual({
      event: 'change',
      data: '{"operation":"upsert_agency"}',
    });
    await world.otherCompany.call('upsert_company', { body: { address: 'Riyadh' } });
    expect(await streams.otherCompany.next()).toEqual({
      event: 'change',
      data: '{"operation":"upsert_company"}',
    });
    // A person without a role hears nothing at all until the session ends.
    await world.noRole.auth.signOut();
    expect(await streams.noRole.next()).toMatchObject({ event: 'end' });
    for (const stream of Object.values(streams)) await stream.close();
  });

  test('ends with its session, and only with its own', async () => {
    const person = await product.signUp('company');
    const first = await person.listen();
    const { data } = await person.auth.signInWithPassword({
      email: person.email,
      password: 'Riyadh-2026-campaign',
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
  test('describes every operation of the product, and no other', async () => {
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

  test('says of each its words, its safety, its reply and its refusal', async () => {
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
