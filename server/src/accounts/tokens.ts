import { hash, randomUUID } from 'node:crypto';
import {
  type CryptoKey,
  type JWK,
  SignJWT,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
} from 'jose';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import type { Caller, VerifyToken } from '../platform/http/operations.ts';
import { callFunction } from '../platform/database/call-function.ts';
import { withRetries } from '../platform/database/query.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { accountPolicy } from './account-policy.ts';
import type { OpenedSession } from './account-store.ts';
import { encryptForRow, decryptForRow } from '../platform/encryption.ts';

const algorithm = 'ES256';
const audience = 'authenticated';
/** Longer tokens are rejected unread; a valid one has about 1 kB. */
const longestToken = 8192;
const cachedTokens = 10_000;
/** Least time between two reads of the keys for an unknown key id. */
const keyReloadMs = 10_000;

export const issuerOf = (siteUrl: string): string => `${siteUrl}/auth/v1`;

/** Signs access tokens and publishes the public keys. */
export interface AccessTokens {
  /** Signs a token of one hour for the session, with the claims that auth-js expects. */
  sign(opened: OpenedSession, now: Date): Promise<string>;
  /** The public keys, for `/.well-known/jwks.json`. */
  jwks(): Promise<{ keys: JWK[] }>;
}

/** Reads the signing key, creating the first one; servers that start at once get the same one. */
export async function openAccessTokens(deps: {
  pool: pg.Pool;
  secrets: Secrets;
  clock: Clock;
  siteUrl: () => string;
}): Promise<AccessTokens> {
  const { pool, secrets, clock } = deps;
  let active = await activeKey(pool, secrets, clock.now());
  return {
    async sign({ user, session }, now) {
      // A rotation of the secret key has made another.
      if (active.encryptionKey !== secrets.derive('signing keys'))
        active = await activeKey(pool, secrets, now);
      const { kid, privateKey } = active;
      const issuedAt = Math.floor(now.getTime() / 1000);
      return new SignJWT({
        email: user.email,
        phone: '',
        role: user.role,
        app_metadata: user.app_metadata,
        user_metadata: user.user_metadata,
        session_id: session.id,
        aal: session.aal,
        amr: session.amr,
        is_anonymous: false,
      })
        .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
        .setIssuer(issuerOf(deps.siteUrl()))
        .setSubject(user.id)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + accountPolicy.accessToken)
        .sign(privateKey);
    },
    async jwks() {
      return { keys: (await publicKeys(pool, clock.now())).map(({ public_jwk }) => public_jwk) };
    },
  };
}

/**
 * Verifies access tokens: signature, algorithm, key id, issuer, audience, expiry. From the header only `kid` is used,
 * to choose among the product's own keys. Valid tokens are cached by their hash.
 * @returns a function that returns null for an invalid token, and the caller without a promise for a cached one.
 */
export async function createTokenVerifier(deps: {
  pool: pg.Pool;
  secrets: Secrets;
  clock: Clock;
  siteUrl: () => string;
}): Promise<VerifyToken> {
  let rotation = deps.secrets.derive('signing keys');
  const keyring = await openKeyring(deps.pool, deps.clock.now());
  const verified = new Map<string, { caller: Caller; expires_at: number }>();
  const verify = async (bearer: string, cacheKey: string, now: Date) => {
    try {
      let retired_at = Infinity;
      const keyOf = async ({ kid }: { kid?: string }) => {
        const key = await keyring.keyOf(kid, now);
        retired_at = key.retired_at;
        return key.key;
      };
      const { payload } = await jwtVerify(bearer, keyOf, {
        algorithms: [algorithm],
        issuer: issuerOf(deps.siteUrl()),
        audience,
        requiredClaims: ['sub', 'exp', 'session_id'],
        currentDate: now,
      });
      const caller = {
        user_id: uuidClaim(payload.sub),
        session_id: uuidClaim(payload.session_id),
      };
      if (verified.size >= cachedTokens) verified.delete(verified.keys().next().value ?? '');
      const expires_at = Math.min((payload.exp ?? 0) * 1000, retired_at);
      verified.set(cacheKey, { caller, expires_at });
      return caller;
    } catch (error) {
      // jose's errors mean an invalid token; other errors, such as a lost database, are thrown.
      if ((error as { code?: string }).code?.startsWith('ERR_')) return null;
      throw error;
    }
  };
  return (bearer) => {
    if (bearer.length > longestToken) return null;
    const now = deps.clock.now();
    if (rotation !== deps.secrets.derive('signing keys')) {
      rotation = deps.secrets.derive('signing keys');
      verified.clear();
      keyring.forget();
    }
    const cacheKey = hash('sha256', bearer, 'base64url');
    const known = verified.get(cacheKey);
    if (!known) return verify(bearer, cacheKey, now);
    return known.expires_at > now.getTime() ? known.caller : null;
  };
}

class InvalidToken extends Error {
  readonly code = 'ERR_INVALID_TOKEN';
}

function uuidClaim(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    return value;
  throw new InvalidToken('not a uuid');
}

interface PublicKey {
  key: CryptoKey;
  /** Milliseconds since 1970; Infinity: it is not retired. */
  retired_at: number;
}

/**
 * The public keys by id. Another server may have created one since, so unknown ids cause a reload, at most every
 * `keyReloadMs`.
 */
async function openKeyring(pool: pg.Pool, opened_at: Date) {
  let keys = new Map<string, PublicKey>();
  let loadedAt = 0;
  const load = async (now: Date) => {
    loadedAt = performance.now();
    const found = await publicKeys(pool, now);
    const entries = found.map(async ({ kid, public_jwk, retired_at }) => {
      const key = (await importJWK(public_jwk, algorithm)) as CryptoKey;
      return [kid, { key, retired_at: retired_at ? Date.parse(retired_at) : Infinity }] as const;
    });
    keys = new Map(await Promise.all(entries));
  };
  await load(opened_at);
  return {
    forget: () => keys.clear(),
    async keyOf(kid: string | undefined, now: Date): Promise<PublicKey> {
      if (typeof kid !== 'string') throw new InvalidToken('no key id');
      if (!keys.has(kid) && (keys.size === 0 || performance.now() - loadedAt > keyReloadMs))
        await load(now);
      const found = keys.get(kid);
      if (!found || found.retired_at <= now.getTime()) throw new InvalidToken('unknown key id');
      return found;
    },
  };
}

async function publicKeys(
  pool: pg.Pool,
  now: Date,
): Promise<{ kid: string; public_jwk: JWK; retired_at: string | null }[]> {
  const { rows } = await withRetries(() =>
    pool.query({
      name: 'auth.counting_public_keys',
      text: `select kid, public_jwk, retired_at from auth.signing_keys
              where retired_at is null or retired_at > $1 order by created_at`,
      values: [now],
    }),
  );
  return rows;
}

async function activeKey(pool: pg.Pool, secrets: Secrets, now: Date) {
  const encryptionKey = secrets.derive('signing keys');
  const read = async () => {
    const { rows } = await pool.query<{ kid: string; private_key_sealed: Buffer }>(
      'select kid, private_key_sealed from auth.signing_keys where retired_at is null order by created_at desc limit 1',
    );
    return rows[0];
  };
  const row = (await read()) ?? (await makeFirstKey(pool, encryptionKey, now).then(read));
  if (!row) throw new Error('there is no signing key');
  const keys = secrets.accepted('signing keys');
  const jwk = JSON.parse(decryptForRow(keys, row.kid, row.private_key_sealed)) as JWK;
  const privateKey = (await importJWK(jwk, algorithm)) as CryptoKey;
  return { encryptionKey, kid: row.kid, privateKey };
}

async function makeFirstKey(pool: pg.Pool, encryptionKey: Buffer, now: Date): Promise<void> {
  // Of several servers that start at once, the first one's key is stored.
  await callFunction(pool, 'add_first_signing_key', {
    ...(await makeSigningKey(encryptionKey)),
    now,
  });
}

/** A new row of `auth.signing_keys`. */
export async function makeSigningKey(encryptionKey: Buffer) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const kid = randomUUID();
  const publicJwk = {
    ...(await exportJWK(publicKey)),
    kid,
    alg: algorithm,
    use: 'sig',
    key_ops: ['verify'],
  };
  const encrypted = encryptForRow(encryptionKey, kid, JSON.stringify(await exportJWK(privateKey)));
  return { kid, public_jwk: publicJwk, private_key_sealed: encrypted };
}
