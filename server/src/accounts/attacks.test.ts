import {
  SignJWT,
  base64url,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AccountService,
  authClient,
  goodPassword,
  newAddress,
  startAccountService,
} from './account-service.testing.ts';
import { proveMailbox } from './factors.testing.ts';
import { createTokenVerifier } from './tokens.ts';

let service: AccountService;

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Record<string, string> = json) =>
  fetch(`${service.url}${path}`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const encode = (value: object) => base64url.encode(JSON.stringify(value));

const publicKey = async () => {
  const { keys } = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as {
    keys: { kid: string; x: string; y: string }[];
  };
  return keys[0]!;
};

describe('forged access tokens', () => {
  let real: string;
  let refreshToken: string;
  let victim: string;

  beforeAll(async () => {
    service = await startAccountService();
    const signUp = () =>
      authClient(service.url).signUp({ email: newAddress(), password: goodPassword });
    victim = (await signUp()).data.user?.id ?? '';
    const { session } = (await signUp()).data;
    real = session?.access_token ?? '';
    refreshToken = session?.refresh_token ?? '';
  });
  afterAll(() => service.stop());

  const parts = () => real.split('.') as [string, string, string];
  const withHeader = (header: object) => `${encode(header)}.${parts()[1]}.${parts()[2]}`;
  const withClaims = (claims: object) =>
    `${parts()[0]}.${encode({ ...decodeJwt(real), ...claims })}.${parts()[2]}`;
  /** Signs with an attacker's own key. */
  const foreign = async (header: (jwk: object) => object, claims: object = {}) => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(pair.publicKey);
    return new SignJWT({ ...decodeJwt(real), ...claims })
      .setProtectedHeader({ alg: 'ES256', ...header(jwk) })
      .sign(pair.privateKey);
  };
  const hmac = async (secret: string) =>
    new SignJWT(decodeJwt(real))
      .setProtectedHeader({ alg: 'HS256', kid: (await publicKey()).kid })
      .sign(new TextEncoder().encode(secret));

  const attacks: Record<string, () => Promise<string> | string> = {
    'alg none': () => `${encode({ alg: 'none' })}.${parts()[1]}.`,
    'alg None with the kid': async () =>
      `${encode({ alg: 'None', kid: (await publicKey()).kid })}.${parts()[1]}.`,
    'HS256 with the public key as JWK': async () => hmac(JSON.stringify(await publicKey())),
    'HS256 with the public x': async () => hmac((await publicKey()).x.padEnd(32, 'A')),
    'a foreign key under our kid': async () =>
      foreign(() => ({ kid: decodeProtectedHeader(real).kid })),
    'a foreign key without kid': async () => foreign(() => ({})),
    'a key inside the header': async () => foreign((jwk) => ({ jwk, kid: 'mine' })),
    'a key behind jku': async () =>
      foreign(() => ({ jku: 'https://evil.example/jwks.json', kid: 'mine' })),
    'a key behind x5u': async () =>
      foreign(() => ({ x5u: 'https://evil.example/cert.pem', kid: 'mine' })),
    'kid as path': async () => foreign(() => ({ kid: '../../../../dev/null' })),
    'kid as SQL': async () => foreign(() => ({ kid: `' or '1'='1` })),
    'an unknown critical header': () =>
      withHeader({ ...decodeProtectedHeader(real), crit: ['x'], x: 1 }),
    'ES384 named': () => withHeader({ ...decodeProtectedHeader(real), alg: 'ES384' }),
    'an edited sub': () => withClaims({ sub: victim }),
    'an edited role': () => withClaims({ role: 'service_role' }),
    'an edited expiry': () => withClaims({ exp: 4_102_444_800 }),
    'another session': () => withClaims({ session_id: crypto.randomUUID() }),
    'no signature': () => `${parts()[0]}.${parts()[1]}.`,
    'a cut signature': () => real.slice(0, -4),
    'an edited signature': () => real.replace(/.{10}$/, 'AAAAAAAAAA'),
    'two parts': () => `${parts()[0]}.${parts()[1]}`,
    'five parts': () => `${real}.a.b`,
    'the refresh token': () => refreshToken,
    'the anonymous key': () => 'anon',
    'no JSON inside': () => 'aaaa.bbbb.cccc',
    'twelve kilobytes': () => `${real}${'A'.repeat(12_000)}`,
  };

  test.each(Object.keys(attacks))('the forged token "%s" is rejected', async (name) => {
    const token = await attacks[name]!();
    const headers = { ...json, authorization: `Bearer ${token}` };
    const replies = await Promise.all([
      fetch(`${service.url}/user`, { headers }),
      fetch(`${service.url}/user`, { method: 'PUT', headers, body: '{"data":{"owned":true}}' }),
      fetch(`${service.url}/logout`, { method: 'POST', headers }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(replies.map((reply) => reply.headers.get('x-sb-error-code'))).toEqual(
      Array(3).fill('bad_jwt'),
    );
  });

  test('a token of a megabyte is rejected', async () => {
    const reply = await fetch(`${service.url}/user`, {
      headers: { authorization: `Bearer ${'A'.repeat(1024 * 1024)}` },
    });
    expect(reply.status).toBe(431);
  });

  test.each(['', 'Bearer', 'Basic abc', 'Bearer a b'])(
    'the header %j is not accepted as authorization',
    async (authorization) => {
      const reply = await fetch(`${service.url}/user`, { headers: { authorization } });
      expect(reply.status).toBe(401);
      expect(reply.headers.get('x-sb-error-code')).toBe('no_authorization');
    },
  );

  test('a token of another site or audience, or an expired one, is rejected', async () => {
    const deps = {
      pool: service.database.pools.accounts,
      secrets: service.database.secrets,
      clock: service.clock,
      siteUrl: () => service.siteUrl,
    };
    const verify = await createTokenVerifier(deps);
    expect(await verify(real)).toEqual({
      user_id: decodeJwt(real).sub,
      session_id: decodeJwt(real).session_id,
    });
    const elsewhere = await createTokenVerifier({ ...deps, siteUrl: () => 'http://other.test' });
    expect(await elsewhere(real)).toBeNull();
    const afterwards = { now: () => new Date(service.clock.now().getTime() + 3_600_000) };
    const later = await createTokenVerifier({ ...deps, clock: afterwards });
    expect(await later(real)).toBeNull();
  });

  test("a token in the verifier's cache expires too", async () => {
    let at = service.clock.now().getTime();
    const verify = await createTokenVerifier({
      pool: service.database.pools.accounts,
      secrets: service.database.secrets,
      clock: { now: () => new Date(at) },
      siteUrl: () => service.siteUrl,
    });
    expect(await verify(real)).not.toBeNull();
    at += 3_600_000;
    expect(await verify(real)).toBeNull();
  });

  test('the private signing key is stored encrypted, and only the public key is published', async () => {
    const [row] = await service.sql<{ private_key_sealed: Buffer; public_jwk: object }>(
      'select private_key_sealed, public_jwk from auth.signing_keys',
    );
    expect(row?.private_key_sealed.toString('latin1')).not.toContain('"d"');
    const reply = await fetch(`${service.url}/.well-known/jwks.json`);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=600');
    const { keys } = (await reply.json()) as { keys: Record<string, unknown>[] };
    expect(keys).toEqual([row?.public_jwk]);
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(
      ['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y'].sort(),
    );
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a broken text', '{"email": "a'],
    ['JavaScript', '{email: 1}'],
    ['a prototype', '{"__proto__": {"admin": true}}'],
    ['a nested prototype', '{"data": {"__proto__": {"role": "x"}}}'],
    [
      'a NUL',
      String.raw`{"email": "a@b.co", "password": "abcdef\u0000", "refresh_token": "\u0000"}`,
    ],
    ['half a surrogate', String.raw`{"email": "a@b.co", "password": "x", "data": {"a": "\ud800"}}`],
    ['depth', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['an array', '[]'],
    ['a text', '"email"'],
    ['a number', '1e999'],
    ['null', 'null'],
    [
      'foreign types',
      '{"email": {"$gt": ""}, "password": [], "token": {}, "data": 1, "refresh_token": 1, "type": []}',
    ],
  ])('a body of %s is rejected with 400 by every endpoint', async (_name, body) => {
    const paths = [
      '/signup',
      '/recover',
      '/resend',
      '/verify',
      '/token?grant_type=password',
      '/token?grant_type=refresh_token',
      '/token?grant_type=pkce',
      '/token',
      '/token?grant_type[]=x',
    ];
    for (const path of paths) {
      const reply = await post(path, body);
      expect([path, reply.status]).toEqual([path, 400]);
      expect(await reply.json()).toMatchObject({ code: 400, msg: expect.any(String) });
    }
  });

  test('a body that is not JSON is rejected with the code bad_json', async () => {
    const { error } = await authClient(service.url).signInWithPassword({
      email: 'a@b.co',
      password: 'x',
    });
    expect(error?.code).toBe('invalid_credentials');
    expect((await post('/signup', '{')).headers.get('x-sb-error-code')).toBe('bad_json');
  });

  test('form bodies, plain text and oversized bodies are rejected and change nothing', async () => {
    const email = newAddress();
    const body = JSON.stringify({ email, password: goodPassword });
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect((await post('/signup', body, { 'content-type': type })).status).toBe(415);
    }
    const large = await post('/signup', {
      email,
      password: goodPassword,
      data: { a: 'x'.repeat(70_000) },
    });
    expect(large.status).toBe(413);
    expect(large.headers.get('x-sb-error-code')).toBe('request_entity_too_large');
    expect(await service.sql('select from auth.users where email = $1', [email])).toHaveLength(0);
  });

  test.each([
    `a@b.co' or '1'='1`,
    `a@b.co"; drop table auth.users; --`,
    '%@%.%',
    `a'--@example.com`,
    `$1@example.com`,
  ])('SQL in an email address is treated as text: %j', async (email) => {
    const reply = await post('/token?grant_type=password', { email, password: `' or 1=1 --` });
    expect(reply.status).toBe(400);
    expect((await service.sql('select from auth.users')).length).toBeGreaterThan(0);
  });
});

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]);
}

/** A confirmed account, an unconfirmed one and an address without account; addresses of equal length. */
async function addresses() {
  const stem = crypto.randomUUID();
  const [confirmed, waiting, unknown] = ['c', 'w', 'u'].map(
    (first) => `${first}${stem}@example.com`,
  ) as [string, string, string];
  for (const email of [confirmed, waiting]) {
    await authClient(service.url).signUp({ email, password: goodPassword });
  }
  await fetch(await service.linkTo(confirmed), { redirect: 'manual' });
  await proveMailbox(service, confirmed);
  service.clock.move(61);
  return { confirmed, waiting, unknown };
}

/** What a stranger can compare: status, headers except the date, and the shape of the body. */
async function seen(path: string, body: object) {
  const reply = await post(path, body, { ...json, 'x-supabase-api-version': '2024-01-01' });
  const headers = [...reply.headers].filter(([name]) => name !== 'date' && name !== 'keep-alive');
  return { status: reply.status, headers, shape: shapeOf(await reply.json()) };
}

describe('enumeration of accounts', () => {
  beforeAll(async () => {
    service = await startAccountService({ EMAIL_CONFIRMATION: 'on' });
  });
  afterAll(() => service.stop());

  test.each([
    ['sign-up', '/signup', { password: 'one-more-zafaran-71', data: { role: 'company' } }],
    ['recovery', '/recover', {}],
    ['resending a confirmation', '/resend', { type: 'signup' }],
    ['resending an address change', '/resend', { type: 'email_change' }],
    ['a one-time password', '/otp', { create_user: true }],
    ['a wrong password', '/token?grant_type=password', { password: 'wrong-password' }],
    ['a wrong token', '/verify', { type: 'recovery', token: '123456' }],
    ['wrong digits', '/verify', { type: 'email', token: '123456' }],
    ['a weak password', '/signup', { password: '12345' }],
  ])(
    '%s responds alike for confirmed, unconfirmed and unknown addresses',
    async (_name, path, body) => {
      const { confirmed, waiting, unknown } = await addresses();
      const reference = await seen(path, { ...body, email: unknown });
      expect(await seen(path, { ...body, email: confirmed })).toEqual(reference);
      expect(await seen(path, { ...body, email: waiting })).toEqual(reference);
      // A second request within the quiet time shows no difference either.
      expect(await seen(path, { ...body, email: confirmed })).toEqual(reference);
    },
  );

  test('a sign-up with a taken address reveals nothing about its account', async () => {
    const { confirmed } = await addresses();
    const [known] = await service.sql<{ id: string }>(
      'select id from auth.users where email = $1',
      [confirmed],
    );
    const { data, error } = await authClient(service.url).signUp({
      email: confirmed,
      password: 'one-more-zafaran-71',
      options: { data: { role: 'agency' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email: confirmed,
      role: '',
      identities: [],
      user_metadata: { role: 'agency' },
    });
    expect(data.user?.id).not.toBe(known?.id);
  });
});
