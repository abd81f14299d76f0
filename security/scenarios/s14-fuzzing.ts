import * as fc from 'fast-check';
import type { RawInput } from '#server/product-client/product-client.ts';
import { retryWhileBusy } from '#server/product-client/product-client.ts';
import { scenario } from '../../reliability/scenario.ts';
import { cut, faultsOf, hostile } from '../../server/testing/hostile-input.ts';
import { requests } from '../../server/testing/requests.ts';
import { ask, eachOf, openSite, operationsOf, readOpenApi } from '../site.ts';
import type { DescribedOperation, JsonSchema, OpenApi, Site } from '../site.ts';

const roles = ['company', 'agency', 'staff', 'noRole'] as const;

export default scenario({
  id: 'S14',
  title: 'random requests to every operation, as every role',
  small: { examples: 2 },
  full: { examples: 1000 },
  async run({ examples }, outcome) {
    const site = await openSite();
    const document = await readOpenApi(site.url);
    // The stream has no end; the uploads of S13 are files.
    const described = operationsOf(document).filter(
      ({ id }) => !['subscribe_events', 'upload_file'].includes(id),
    );
    const seed = Number(process.env.FUZZ_SEED ?? 20260310);
    let sent = 0;
    const statuses = new Map<number, number>();
    for (const operation of described) {
      const inputs = fc.sample(inputsOf(document, operation, site), {
        numRuns: examples * roles.length,
        seed,
      });
      const faults = await eachOf([...inputs.entries()], async ([index, input]) => {
        const role = roles[index % roles.length]!;
        const token = await site.fixture[role].token();
        const answer = await retryWhileBusy(() => ask(site, operation.id, token, input));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        return faultsOf(operation.id, answer).map(
          (fault) =>
            `${operation.id} as ${role}: ${fault}: ${JSON.stringify(input)} → ${cut(answer.text)}`,
        );
      });
      sent += inputs.length;
      outcome.expectNone(faults.flat());
    }
    const body = { contentType: 'application/json', text: '{"id": 1}' };
    outcome.expectNoticed('a 500', faultsOf('read_company', { ...body, status: 500 }));
    outcome.expectNoticed(
      'a reply outside its schema',
      faultsOf('read_company', { ...body, status: 200 }),
    );
    const said = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, n]) => `${n} × ${status}`);
    return `${sent} requests to ${described.length} operations (seed ${seed}; ${said.join(', ')}), ${outcome.breaches.length} violations`;
  },
});

/** What one operation may be sent: mostly what its schemas allow, and sometimes what they do not. */
function inputsOf(
  document: OpenApi,
  { id, parameters, body }: DescribedOperation,
  site: Site,
): fc.Arbitrary<RawInput> {
  const right: RawInput = requests[id].input(site.fixture);
  const known = idsOf(site);
  const within = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place)
          .map(({ name, schema }) => [name, mostly(fc.oneof(known, valuesOf(document, schema)))]),
      ),
    );
  const random = fc.record({
    params: within('path'),
    query: fc.oneof(within('query'), fc.constant({})),
    ...(body && { body: mostly(valuesOf(document, body)).map(asJson) }),
  });
  // A field of the right request that is another: deeper than what refuses the rest.
  const mutated = fc
    .tuple(random, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([other, share]): RawInput => {
      const pick = (a: unknown, b: unknown, n: number) => ((share * (n + 7)) % 1 < 0.3 ? b : a);
      const mixed = (a: unknown, b: unknown) =>
        Object.fromEntries(
          Object.entries(a ?? {}).map(([key, value], n) => [
            key,
            pick(value, (b as Record<string, unknown> | undefined)?.[key] ?? value, n),
          ]),
        );
      return {
        ...right,
        ...(right.params !== undefined && { params: mixed(right.params, other.params) }),
        ...(right.query !== undefined && { query: mixed(right.query, other.query) }),
        ...(typeof right.body === 'object' && {
          body: mixed(right.body, bodyOf('body' in other ? other.body : '{}')),
        }),
      };
    });
  return fc.oneof({ weight: 1, arbitrary: random }, { weight: 2, arbitrary: mutated });
}

function bodyOf(text: unknown): unknown {
  const value: unknown = JSON.parse(typeof text === 'string' ? text : '{}');
  return typeof value === 'object' ? value : {};
}

/** Ids that exist, and one that does not. */
const idsOf = ({ fixture }: Site) =>
  fc.constantFrom(
    ...Object.values(fixture).filter((value): value is string => typeof value === 'string'),
    fixture.waiting.id,
    fixture.approved.ticket_number,
    '01990000-0000-7000-8000-000000000000',
  );

/** One in eight is something else. */
const mostly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 7, arbitrary: right },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(...hostile), fc.anything({ maxDepth: 2 })) },
  );

/** What JSON cannot say becomes null; a text, so that it is sent as it is. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? null : inner)) ??
  'null';

/** Values that a JSON schema of the document allows. Formats and patterns that it does not know may be missed. */
function valuesOf(document: OpenApi, schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  const { $ref, type, anyOf, oneOf, allOf, enum: members } = schema as Record<string, never>;
  const inner = (one: JsonSchema) => valuesOf(document, one, depth + 1);
  if ($ref) return inner(document.components.schemas?.[String($ref).split('/').at(-1)!] ?? {});
  if ('const' in schema) return fc.constant(schema.const);
  if (members) return fc.constantFrom(...(members as unknown[]));
  const some = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (some) return fc.oneof(...some.map(inner));
  if (allOf) return fc.oneof(...(allOf as JsonSchema[]).map(inner));
  const kinds = ([type] as unknown[]).flat();
  const made = kinds.map((kind) => ofType(String(kind), schema, inner, depth));
  return made.length === 1 ? made[0]! : fc.oneof(...made);
}

function ofType(
  kind: string,
  schema: JsonSchema,
  inner: (one: JsonSchema) => fc.Arbitrary<unknown>,
  depth: number,
): fc.Arbitrary<unknown> {
  const number = (name: string, other: number) =>
    typeof schema[name] === 'number' ? schema[name] : other;
  switch (kind) {
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      const required = (schema.required ?? []) as string[];
      return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, inner(one)])), {
        requiredKeys: required.filter((name) => properties.some(([other]) => other === name)),
      });
    }
    case 'array':
      return fc.array(inner((schema.items ?? {}) as JsonSchema), {
        minLength: Math.min(number('minItems', 0), 10),
        maxLength: Math.min(number('maxItems', 4), depth > 2 ? 2 : 10),
      });
    case 'integer':
      return fc.integer({
        min: Math.max(number('minimum', -10), -(2 ** 31)),
        max: Math.min(number('maximum', 1000), 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: number('minimum', -1e6), max: number('maximum', 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return textsOf(schema, number('maxLength', 200));
  }
}

const plainTexts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('شركة نجد للقهوة', 'Najd Coffee', '0555000123', 'a@example.sa', '1000.00', '0'),
);

function textsOf(schema: JsonSchema, maxLength: number): fc.Arbitrary<unknown> {
  const fitting = plainTexts.map((text) => text.slice(0, maxLength));
  const { format, pattern } = schema as { format?: string; pattern?: string };
  if (format === 'uuid') return fc.uuid();
  if (format === 'date' || /\\d\{4\}-/.test(pattern ?? ''))
    return fc.constantFrom('2026-03-10', '2024-02-29', '2026-12-31', '1900-01-01', '9999-12-31');
  if (format === 'email') return fc.emailAddress();
  if (format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (!pattern) return fitting;
  try {
    return fc.oneof(fc.stringMatching(new RegExp(pattern)), fitting);
  } catch {
    return fitting;
  }
}
