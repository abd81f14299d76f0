import { contract, type OperationSchemas } from '#api/contract.ts';
import type { OperationId } from '#api/operations.ts';
import { problem } from '#api/wire.ts';
import type { ApiResponse, RawInput } from '#server/product-client/product-client.ts';
import { requests, type Fixture } from './requests.ts';

/** What has broken servers before, for any place that takes a value. */
export const hostile: readonly unknown[] = [
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
export const inside =
  /\bat .+\.(ts|js):\d+|node_modules|server\/src|syntax error|\bpg_|relation "|column "|postgres|ECONN|fastify/i;

/** What is wrong with an answer, in words; empty when it is as it should be. */
export function faultsOf(id: OperationId, { status, contentType, text }: ApiResponse): string[] {
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

/** The right request with one value replaced, at every place that takes one. */
export function* placesOf(
  id: OperationId,
  fixture: Fixture,
): Generator<(value: unknown) => RawInput> {
  const schemas = contract[id] as OperationSchemas;
  const right: RawInput = requests[id].input(fixture);
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = (schemas[part] as { shape?: object } | undefined)?.shape ?? {};
    for (const field of Object.keys(shape)) {
      yield (value) => ({ ...right, [part]: { ...(right[part] as object), [field]: value } });
    }
  }
  if (schemas.body) yield (value) => ({ ...right, body: value ?? 'null' });
}

/** The beginning of a text, for a message. */
export const cut = (text: string): string => text.slice(0, 200);
