import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type OperationSchemas } from '#api/contract.ts';
import { operations, type OperationId } from '#api/operations.ts';
import { problem } from '#api/wire.ts';
import {
  onceServed,
  send,
  type Answer,
  type RawInput,
} from '#server/product-client/product-client.ts';
import { startProduct, type Product } from '../testing/product.ts';
import { fingerprint, makeWorld, requests, type World } from '../testing/requests.ts';

/** Whatever comes in: never a 5xx, never the server's inside, and nothing changed by what was refused. */

let product: Product;
let world: World;
let tokens: Record<'company' | 'agency' | 'staff', string>;

beforeAll(async () => {
  product = await startProduct('2026-03-10T06:00:00Z');
  world = await makeWorld(product);
  await product.settled();
  known = await fingerprint(product);
  tokens = {
    company: await world.company.token(),
    agency: await world.agency.token(),
    staff: await world.staff.token(),
  };
});
afterAll(() => product.close());

// The stream has no input; uploads have their own tests beside their code.
const ids = (Object.keys(operations) as OperationId[]).filter(
  (id) => !['subscribe_events', 'upload_file'].includes(id),
);

/** What has broken servers before, for any place that takes a value. */
const hostile: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  9_007_199_254_740_991,
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-0.01',
  '1e3',
  '0x10',
  '999999999999999999999999999999.99',
  '٣٤٥٫٦٧',
  '۱۲۳',
  '1,000.00',
  '\0',
  'a\0b',
  '\ud800',
  'tail \udfff',
  '\u202egnp.exe',
  '\ufeff\u200b',
  '🏳️‍🌈'.repeat(300),
  'x'.repeat(100_000),
  `' or '1'='1`,
  `'; drop table tickets; --`,
  `1) union select email, password_hash from auth.users --`,
  `"; select pg_sleep(10); --`,
  '%27%20or%201=1',
  '%_\\',
  '${7*7}{{7*7}}',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  '..\\..\\secret.key',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  [],
  [[]],
  ['x', 'y'],
  Array(10_000).fill('1.00'),
  {},
  { $ne: null },
  { constructor: { prototype: { admin: true } } },
  { length: 6, 0: '1.00' },
];

/** What tells of the server's inside. */
const inside =
  /\bat .+\.(ts|js):\d+|node_modules|server\/src|syntax error|\bpg_|relation "|column "|postgres|ECONN|fastify/i;

/** What is wrong with an answer, in words; empty when it is as it should be. */
function faults(id: OperationId, { status, contentType, text }: Answer): string[] {
  const found: string[] = [];
  if (status >= 500) found.push(`status ${status}`);
  // Node itself refuses a head that is too large, before there is a request.
  if (status === 431) return found;
  if (status !== 200 && inside.test(text)) found.push('tells its inside');
  if (status === 200) {
    const { reply, file } = contract[id] as OperationSchemas;
    if (reply ? !reply.safeParse(JSON.parse(text)).success : contentType !== file) {
      found.push('a reply outside its schema');
    }
  } else if (
    !contentType.startsWith('application/problem+json') ||
    !problem.safeParse(JSON.parse(text)).success
  ) {
    found.push(`no problem document but ${contentType}`);
  }
  return found;
}

/** What the rows were after the last accepted request. */
let known = '';

/** A starved machine may answer that it is busy, which says nothing of the input. */
const ask = (id: OperationId, input: RawInput) =>
  onceServed(() => send(product.url, id, tokens[requests[id].by], input));

/** Eight at a time: as many as a pool of connections. */
async function askAll(id: OperationId, inputs: readonly RawInput[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let from = 0; from < inputs.length; from += 8) {
    const some = inputs.slice(from, from + 8).map((input) => ask(id, input));
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

/** Sends to an operation as the one it is meant for; refused requests must leave every row as it was. */
async function attempt(id: OperationId, inputs: readonly RawInput[]): Promise<string[]> {
  const answers = await askAll(id, inputs);
  const found = answers.flatMap((answer, index) =>
    faults(id, answer).map(
      (fault) => `${fault}: ${cut(JSON.stringify(inputs[index]))} → ${cut(answer.text)}`,
    ),
  );
  const refused = inputs.filter((_, index) => answers[index]!.status !== 200);
  if (refused.length < inputs.length) {
    // What was accepted has changed rows: what was refused is asked once more, alone.
    await product.settled();
    known = await fingerprint(product);
    const again = await askAll(id, refused);
    if (again.some(({ status }) => status === 200)) {
      await product.settled();
      known = await fingerprint(product);
    }
  }
  const rows = await fingerprint(product);
  if (rows !== known) found.push(`changed rows: one of ${cut(JSON.stringify(refused))}`);
  known = rows;
  return found;
}

const cut = (text: string) => text.slice(0, 200);

/** The right request with one value replaced, at every place that takes one. */
function* places(id: OperationId): Generator<(value: unknown) => RawInput> {
  const schemas = contract[id] as OperationSchemas;
  const right: RawInput = requests[id].input(world);
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = (schemas[part] as { shape?: object } | undefined)?.shape ?? {};
    for (const field of Object.keys(shape)) {
      yield (value) => ({ ...right, [part]: { ...(right[part] as object), [field]: value } });
    }
  }
  if (schemas.body) yield (value) => ({ ...right, body: value ?? 'null' });
}

describe.each(ids)('%s', (id) => {
  test('meets every hostile value in every place without harm', async () => {
    const found: string[] = [];
    for (const place of places(id)) found.push(...(await attempt(id, hostile.map(place))));
    expect(found).toEqual([]);
  }, 120_000);

  test('meets values that nobody thought of without harm', async () => {
    const right: RawInput = requests[id].input(world);
    const schemas = contract[id] as OperationSchemas;
    const fields = Object.keys((schemas.body as { shape?: object } | undefined)?.shape ?? {});
    const anything = fc.anything({ withUnicodeString: true, maxDepth: 3 } as object);
    const input: fc.Arbitrary<RawInput> = fc.record(
      {
        query: fc.oneof(
          fc.constant(right.query),
          fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
        ),
        params: fc.oneof(fc.constant(right.params), fc.record({ id: fc.string({ minLength: 1 }) })),
        body: fc.oneof(
          fc.constant(right.body),
          fc.json({ maxDepth: 3 }),
          fc.string(),
          fields.length > 0
            ? fc.dictionary(fc.constantFrom(...fields), anything, { maxKeys: 4 }).map(asJson)
            : fc.constant('{}'),
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(input, { minLength: 1, maxLength: 8 }), async (generated) => {
        const isRead = operations[id].method === 'GET';
        const inputs = generated.map((one) => ({
          params: right.params,
          ...one,
          ...(isRead && { body: undefined }),
        }));
        expect(await attempt(id, inputs)).toEqual([]);
      }),
      { numRuns: 6 },
    );
  }, 120_000);
});

/** What JSON cannot say (functions, bigints, cycles) becomes null. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' || typeof inner === 'symbol' ? null : inner,
  );
}

describe('a body', () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    send(product.url, 'upsert_company', tokens.company, { body, headers });

  const deep = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000);
  test.each([
    ['that is cut off', '{"name": "x'],
    ['that is no JSON', 'name=x'],
    ['that is empty', ''],
    ['that is null', 'null'],
    ['that is a text', '"text"'],
    ['that is a list', '[]'],
    ['ten thousand lists deep', deep('[', ']')],
    ['ten thousand objects deep', `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['that reaches for prototypes', '{"__proto__": {"admin": true}, "name": "x"}'],
    ['that reaches for constructors', '{"constructor": {"prototype": {"admin": true}}}'],
    ['with an escaped NUL', String.raw`{"name": "a\u0000b"}`],
    ['with half a letter', String.raw`{"name": "a\ud800"}`],
  ])('%s is refused with words', async (_what, body) => {
    const before = await fingerprint(product);
    const answer = await post(body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(faults('upsert_company', answer)).toEqual([]);
    expect(await fingerprint(product)).toBe(before);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test('of more than 1 MiB is refused as too large', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'request_too_large']);
  });

  test('of another type or with a strange length is refused', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      '*/*',
    ]) {
      const answer = await post('{}', { 'content-type': type });
      expect([type, answer.status, ...faults('upsert_company', answer)]).toEqual([type, 422]);
    }
  });

  test('with a field that does not exist names it', async () => {
    const answer = await post('{"nmae": "x"}');
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: expect.stringContaining('nmae'),
    });
  });

  test('says of every wrong field what is wrong with it', async () => {
    const answer = await post('{"phone": "123", "email": "nobody", "website": "javascript:x"}');
    expect(JSON.parse(answer.text).fields).toEqual([
      { field: 'phone', message: expect.stringContaining('phone number') },
      { field: 'email', message: expect.stringContaining('e-mail') },
      { field: 'website', message: expect.stringContaining('web address') },
    ]);
  });
});

describe('a request for financing', () => {
  test.each([
    ['agency_required', 'Please select an agency.', { p_agency_id: '' }],
    ['agency_required', 'Please select an agency.', { p_agency_id: ' ', p_amount_sar: '' }],
    ['amount_below_minimum', 'Amount must be at least SAR 1.00.', { p_amount_sar: '' }],
    ['invoice_required', 'Please upload an invoice.', { p_invoice_url: '' }],
  ])('with an empty field is answered with %s', async (code, message, empty) => {
    const whole = { p_agency_id: world.agency_id, p_amount_sar: '100.00', p_term_months: 1 };
    const answer = await send(product.url, 'create_ticket_with_installments', tokens.company, {
      body: { ...whole, ...empty },
    });
    expect(JSON.parse(answer.text)).toMatchObject({ status: 422, code, message });
  });

  test.each([[0], [4], [1.5], ['3'], [null], [undefined]])(
    'over %j months is refused by the name of the term',
    async (p_term_months) => {
      const before = await fingerprint(product);
      const answer = await send(product.url, 'create_ticket_with_installments', tokens.company, {
        body: JSON.stringify({ p_amount_sar: '100.00', p_term_months }),
        headers: { 'idempotency-key': `term-${p_term_months}` },
      });
      expect(JSON.parse(answer.text)).toMatchObject({
        status: 422,
        code: 'validation_failed',
        fields: [{ field: 'p_term_months' }],
      });
      expect(await fingerprint(product)).toBe(before);
    },
  );
});

describe('an idempotency key', () => {
  test.each([
    ['missing', ''],
    ['longer than 200 characters', 'k'.repeat(201)],
  ])('%s is refused by name', async (_what, key) => {
    for (const id of ids.filter((one) => 'idempotent' in operations[one])) {
      const answer = await send(product.url, id, tokens[requests[id].by], {
        ...requests[id].input(world),
        key,
      });
      expect([id, answer.status, JSON.parse(answer.text).fields?.[0]?.field]).toEqual([
        id,
        422,
        'Idempotency-Key',
      ]);
    }
  });
});

describe('an address', () => {
  test.each([
    '/api/nothing',
    '/api/tickets/',
    '/api/tickets/x/approve/y',
    '/api/company%00',
    '/api/%ff',
    '/api/..%2f..%2fetc%2fpasswd',
    '/auth/v1/nothing',
    `/api/${'x'.repeat(4_000)}`,
  ])('%s that leads nowhere is a problem, not a page and not an error', async (path) => {
    const response = await fetch(`${product.url}${path}`, {
      headers: { authorization: `Bearer ${tokens.company}` },
    });
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(text).not.toMatch(inside);
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/./) });
  });

  test('with the same parameter twice is refused', async () => {
    const answer = await send(product.url, 'list_tickets', tokens.company, {
      query: { list: ['waiting', 'old'] },
    });
    expect(answer.status).toBe(422);
  });
});
