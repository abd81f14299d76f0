import { isDeepStrictEqual } from 'node:util';
import { scenario } from '../../reliability/scenario.ts';
import { openProduct } from '../site.ts';

/** Where somebody could ask whether an address has an account. */
const questions: [path: string, body: object][] = [
  ['/signup', { password: 'one-more-zafaran-71', data: { role: 'company' } }],
  ['/token?grant_type=password', { password: 'wrong-password' }],
  ['/recover', {}],
  ['/resend', { type: 'signup' }],
  ['/otp', { create_user: true }],
  ['/verify', { type: 'recovery', token: '123456' }],
  ['/verify', { type: 'email', token: '123456' }],
];

/** Milliseconds that the medians of known and unknown addresses may differ by. */
const GAP_MS = 5;

interface Answer {
  status: number;
  headers: string[];
  shape: unknown;
  ms: number;
}

export default scenario({
  id: 'S8',
  title: 'addresses asked for on seven ways in',
  // A gap of milliseconds says something of many answers alone: with few it is told, not judged.
  small: { addresses: 12, judgesTime: false },
  full: { addresses: 200, judgesTime: true },
  async run({ addresses, judgesTime }, outcome) {
    const product = await openProduct({ EMAIL_CONFIRMATION: 'on', TRUST_PROXY: 'true' });
    let senders = 0;
    const seen = async (path: string, body: object): Promise<Answer> => {
      // From many networks: the limit of one is not what is asked about.
      senders += 1;
      const from = performance.now();
      const response = await fetch(`${product.url}/auth/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-supabase-api-version': '2024-01-01',
          'x-forwarded-for': `198.51.${Math.floor(senders / 250) % 250}.${senders % 250}`,
        },
        body: JSON.stringify(body),
      });
      const text = await response.text();
      const ms = performance.now() - from;
      const changing = /^(date|x-request-id|content-length|keep-alive|set-cookie)$/;
      return {
        status: response.status,
        headers: [...response.headers]
          .filter(([name]) => !changing.test(name))
          .map((pair) => pair.join(': ')),
        shape: shapeOf(JSON.parse(text)),
        ms,
      };
    };
    const known = Array.from({ length: addresses }, (_, n) => `known-${1000 + n}@example.sa`);
    for (const email of known) await seen('/signup', { email, password: 'oryx-palm-71' });
    await product.rows(
      `update auth.users set email_confirmed_at = created_at, owner_proven_at = created_at where email like 'known-%'`,
    );
    const gaps: string[] = [];
    for (const [way, [path, body]] of questions.entries()) {
      const [ofKnown, ofUnknown]: [Answer[], Answer[]] = [[], []];
      for (const [n, email] of known.entries()) {
        // By turns, so that what makes the machine slow makes both slow.
        const both = [
          async () => ofKnown.push(await seen(path, { ...body, email })),
          async () =>
            ofUnknown.push(
              await seen(path, {
                ...body,
                email: `other-${1000 * (way + 1) + n}@example.sa`,
              }),
            ),
        ];
        for (const one of n % 2 ? both : both.toReversed()) await one();
      }
      outcome.expectNone(differences(path, ofKnown, ofUnknown));
      const gap = Math.abs(median(ofKnown) - median(ofUnknown));
      gaps.push(`${path.split('?')[0]} ${gap.toFixed(1)}`);
      if (judgesTime)
        outcome.expect(gap <= GAP_MS, `${path}: the medians are ${gap.toFixed(1)} ms apart`);
    }
    const one = await seen('/otp', { email: known[0], create_user: true });
    outcome.expectNoticed(
      'a reply of another shape',
      differences('/otp', [one], [{ ...one, shape: { id: 'string' } }]),
    );
    return `${addresses} known and as many unknown on ${questions.length} ways, median gaps in ms: ${gaps.join(', ')}`;
  },
});

function differences(path: string, known: readonly Answer[], unknown: readonly Answer[]): string[] {
  const sorts = (answers: readonly Answer[]) => {
    const said = answers.map(({ status, headers, shape }) => ({ status, headers, shape }));
    return said.filter(
      (one, index) => said.findIndex((other) => isDeepStrictEqual(one, other)) === index,
    );
  };
  const [a, b] = [sorts(known), sorts(unknown)];
  return a.length === 1 && isDeepStrictEqual(a, b)
    ? []
    : [`${path} tells them apart: ${JSON.stringify(a)} and ${JSON.stringify(b)}`];
}

/** The keys of a reply and the types of its values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([key, inner]) => [key, shapeOf(inner)]),
  );
}

function median(answers: readonly Answer[]): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
