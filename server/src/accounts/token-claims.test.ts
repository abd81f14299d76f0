import { randomUUID } from 'node:crypto';
import { type JWK, type JWTPayload, SignJWT, importJWK } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { asOwner } from '../../testing/people.ts';
import { decryptForRow } from '../platform/encryption.ts';
import { createTokenVerifier, issuerOf, openAccessTokens } from './tokens.ts';

/** Tokens signed with the product's own key are accepted only with every claim of an access token. */

const now = new Date('2026-05-04T09:00:00Z');
const siteUrl = () => 'http://hamla.test';

const database = await createTestDatabase();
const { accounts } = database.pools;
const deps = { pool: accounts, secrets: database.secrets, clock: { now: () => now }, siteUrl };
await openAccessTokens(deps);
const verify = await createTokenVerifier(deps);
const [row] = await asOwner(
  database,
  async (client) =>
    (
      await client.query<{ kid: string; private_key_sealed: Buffer }>(
        'select kid, private_key_sealed from auth.signing_keys',
      )
    ).rows,
);
const { kid, private_key_sealed } = row!;
const key = decryptForRow([database.secrets.derive('signing keys')], kid, private_key_sealed);
const privateKey = await importJWK(JSON.parse(key) as JWK, 'ES256');
const sign = (claims: JWTPayload) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
afterAll(() => database.drop());

const right = {
  iss: issuerOf(siteUrl()),
  aud: 'authenticated',
  sub: randomUUID(),
  session_id: randomUUID(),
  iat: now.getTime() / 1000,
  exp: now.getTime() / 1000 + 3600,
};

test('a token with the claims of an access token is accepted', async () => {
  expect(await verify(await sign(right))).toEqual({
    user_id: right.sub,
    session_id: right.session_id,
  });
});

test.each<[string, Record<string, unknown>]>([
  ['another audience', { aud: 'download' }],
  ['no audience', { aud: undefined }],
  ['another issuer', { iss: 'http://other.test/auth/v1' }],
  ['no issuer', { iss: undefined }],
  ['no expiry', { exp: undefined }],
  ['an expiry that has passed', { exp: now.getTime() / 1000 }],
  ['no session', { session_id: undefined }],
  ['a session that is no id', { session_id: 'all' }],
  ['no person', { sub: undefined }],
  ['a person that is no id', { sub: '*' }],
])('a token with %s is refused', async (_what, change) => {
  expect(await verify(await sign({ ...right, ...change }))).toBeNull();
});
