import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type OperationSchemas } from '#api/contract.ts';
import { operations, type OperationId } from '#api/operations.ts';
import {
  retryWhileBusy,
  send,
  type ApiResponse,
  type RawInput,
} from '#server/product-client/product-client.ts';
import { cut, faultsOf, hostile, inside, placesOf } from '../testing/hostile-input.ts';
import { startProduct } from '../testing/product.ts';
import { fingerprint, makeFixture, requests } from '../testing/requests.ts';

/** Whatever comes in: never a 5xx, never the server's inside, and nothing changed by what was refused. */

let tokens: Record<'company' | 'agency' | 'staff', string>;

const product = await startProduct('2026-03-10T06:00:00Z', { CREDIT_BUREAU: 'sandbox' });
const fixture = await makeFixture(product);
await product.settled();

beforeAll(async () => {
  known = await fingerprint(product);
  tokens = {
    company: await fixture.company.token(),
    agency: await fixture.agency.token(),
    staff: await fixture.staff.token(),
  };
});
afterAll(() => product.close());

// The stream has no input; uploads have their own tests beside their code.
const ids = (Object.keys(operations) as OperationId[]).filter(
  (id) => !['subscribe_events', 'upload_file'].includes(id),
);

/** A quarter of the operations; the proof tries all. */
const sample =
  process.env.HOSTILE_INPUT === 'all' ? ids : ids.filter((_, index) => index % 4 === 0);

/** What the rows were after the last accepted request. */
let known = '';

/** A starved machine may answer that it is busy, which says nothing of the input. */
const ask = (id: OperationId, input: RawInput) =>
  retryWhileBusy(() => send(product.url, id, tokens[requests[id].by], input));

/** Eight at a time: as many as a pool of connections. */
async function askAll(id: OperationId, inputs: readonly RawInput[]): Promise<ApiResponse[]> {
  const answers: ApiResponse[] = [];
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
    faultsOf(id, answer).map(
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

describe.each(sample)('%s', (id) => {
  test('an operation refuses or stores every hostile value in every place without harm', async () => {
    const found: string[] = [];
    for (const place of placesOf(id, fixture))
      found.push(...(await attempt(id, hostile.map(place))));
    expect(found).toEqual([]);
  }, 120_000);

  test('an operation handles random values without harm', async () => {
    const right: RawInput = requests[id].input(fixture);
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
  ])('a body %s is refused with a message', async (_what, body) => {
    const before = await fingerprint(product);
    const answer = await post(body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(faultsOf('upsert_company', answer)).toEqual([]);
    expect(await fingerprint(product)).toBe(before);
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  test('a body of more than 1 MiB is refused as too large', async () => {
    const answer = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
    expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'request_too_large']);
  });

  test('a body of another type or with a wrong length is refused', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      '*/*',
    ]) {
      const answer = await post('{}', { 'content-type': type });
      expect([type, answer.status, ...faultsOf('upsert_company', answer)]).toEqual([type, 422]);
    }
  });

  test('a body with an unknown field is refused, and the error names the field', async () => {
    const answer = await post('{"nmae": "x"}');
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 422,
      code: 'validation_failed',
      message: expect.stringContaining('nmae'),
    });
  });

  test('a body with wrong fields is refused, and the error says of each what is wrong', async () => {
    const answer = await post('{"phone": "123", "email": "nobody", "website": "javascript:x"}');
    expect(JSON.parse(answer.text).fields).toEqual([
      { field: 'phone', message: expect.stringContaining('phone number') },
      { field: 'email', message: expect.stringContaining('email') },
      { field: 'website', message: expect.stringContaining('web address') },
    ]);
  });
});

describe('a request for financing', () => {
  test.each([
    ['agency_required', 'Please select an agency.', { p_agency_id: '' }],
    ['amount_below_minimum', 'Amount must be at least SAR 1.00.', { p_amount_sar: '' }],
    ['invoice_required', 'Please upload an invoice.', { p_invoice_url: '' }],
  ])(
    'a request for financing with an empty field is refused with %s',
    async (code, message, empty) => {
      const whole = { p_agency_id: fixture.agency_id, p_amount_sar: '100.00', p_term_months: 1 };
      const answer = await send(product.url, 'create_ticket_with_installments', tokens.company, {
        body: { ...whole, ...empty },
      });
      expect(JSON.parse(answer.text)).toMatchObject({ status: 422, code, message });
    },
  );

  test.each([[0], [4], [1.5], ['3'], [null], [undefined]])(
    'a request for financing over %j months is refused, and the error names the term',
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
  ])('an idempotency key that is %s is refused, and the error names it', async (_what, key) => {
    for (const id of ids.filter((one) => 'idempotent' in operations[one])) {
      const answer = await send(product.url, id, tokens[requests[id].by], {
        ...requests[id].input(fixture),
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
  ])('the unknown address %s is answered with a problem, not a page or a failure', async (path) => {
    const response = await fetch(`${product.url}${path}`, {
      headers: { authorization: `Bearer ${tokens.company}` },
    });
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(text).not.toMatch(inside);
    expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/./) });
  });

  test('an address with the same parameter twice is refused', async () => {
    const answer = await send(product.url, 'list_tickets', tokens.company, {
      query: { list: ['waiting', 'old'] },
    });
    expect(answer.status).toBe(422);
  });
});
