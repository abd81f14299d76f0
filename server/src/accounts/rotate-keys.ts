import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { escapeIdentifier, escapeLiteral, type Client } from 'pg';
import {
  lastingPurposes,
  tokenPurposes,
  type Purpose,
  type Secrets,
} from '../platform/config/secrets.ts';
import { advisoryLock } from '../platform/database/advisory-locks.ts';
import { ownerName } from '../platform/database/embedded-data.ts';
import { decrypts, readKeyState } from '../platform/database/key-proof.ts';
import { migrationLock } from '../platform/database/migrate.ts';
import { roles } from '../platform/database/pools.ts';
import { decryptForRow, encryptForRow } from '../platform/encryption.ts';
import { after } from './account-policy.ts';
import { makeSigningKey } from './tokens.ts';

export interface RotationOptions {
  /** The owner's connection, of its own: it holds a lock until its end. */
  client: Client;
  /** Knows the new key too, or does so after `makeKey`. */
  secrets: Secrets;
  now: Date;
  /** How long tokens and links that the key before made are accepted. */
  overlapDays: number;
  /** Whether the owner has a password of the key too. */
  isEmbedded: boolean;
  /** Makes the new key where none is known yet. Throws with a message where that is not the command's to do. */
  makeKey: () => void;
  /** Stores both keys beside the backups before the new one counts: a restore needs it. */
  storeKeys?: () => Promise<void>;
  /** How long to wait for servers, milliseconds. */
  patience_ms?: number;
}

const rotationLock = advisoryLock('key rotation');
/** What is encrypted anew, so that its earlier keys are needed for the overlap alone. */
const renewed = [
  {
    purpose: 'second factors',
    table: 'auth.factors',
    id: 'id',
    column: 'secret_sealed',
    needed: 'true',
  },
  {
    purpose: 'signing keys',
    table: 'auth.signing_keys',
    id: 'kid',
    column: 'private_key_sealed',
    needed: 'retired_at is null',
  },
] as const;
const renewedPurposes = renewed.map(({ purpose }) => purpose);

/**
 * Replaces the secret key while servers run (docs/decisions/0082-rotated-keys.md). One transaction makes the new key the
 * current one: proof, passwords of logins, signing key, and the keys derived from the one before, encrypted under the
 * new one. Then second factors are encrypted anew. Interrupted at any moment it is run again.
 * @throws Error with a message when a server does not know the new key; then the one so far counts.
 */
export async function rotateKeys(options: RotationOptions): Promise<Rotation> {
  const { client, secrets, makeKey } = options;
  await client.query(`select pg_advisory_lock(${rotationLock})`);
  await learn(client, secrets);
  const isUnfinished = await hasRenewedPurposes(client);
  // Later the way back is closed.
  const needed = (await encryptAnew(client, secrets)).filter(({ is_needed }) => is_needed);
  if (needed.length > 0 && !isUnfinished)
    throw new Error(
      `The secret key does not open ${namesOf(needed).join(', ')}. Nothing was changed. Let staff remove lost factors.`,
    );
  let unchanged = 'Nothing was changed.';
  if (!isUnfinished && !nextProof(secrets)) {
    await assertAllFollow(options);
    makeKey();
    unchanged = 'A new key lies in DATA_DIR now; it counts from the next run on.';
  }
  const proof = nextProof(secrets);
  if (proof) await options.storeKeys?.();
  const until = proof ? await makeCurrent(options, proof, unchanged) : null;
  return { until, unreadable: namesOf(await finish(options)) };
}

interface Rotation {
  /** When the key before is accepted no more; null: an earlier rotation was finished. */
  until: Date | null;
  /** Rows that no key opens, and that stay as they are. */
  unreadable: string[];
}

/** Undefined: no key but the current one is known. */
const nextProof = (secrets: Secrets): Buffer | undefined =>
  secrets.known('proof of the secret key')[1];

async function learn(client: Client, secrets: Secrets): Promise<void> {
  const state = await readKeyState(client);
  if (!state || !secrets.learn(state))
    throw new Error('The secret key was rotated by another process. Nothing was changed.');
}

/** Before key files are replaced: a server that tells no key would never tell the new one. */
async function assertAllFollow(options: RotationOptions): Promise<void> {
  const proof = options.secrets.derive('proof of the secret key');
  const deaf = await serversWithout(options, knows, proof);
  if (deaf.length > 0)
    throw new Error(
      `These servers are too old to follow a rotation, or do not answer: ${deaf.join(', ')}. Nothing was changed. Upgrade or ` +
        'restart them. A server that was killed is forgotten after a minute.',
    );
}

const knows = 's.key_proofs @> array[$1::bytea]';

async function assertAllKnow(
  options: RotationOptions,
  proof: Buffer,
  unchanged: string,
): Promise<void> {
  const ignorant = await serversWithout(options, knows, proof);
  if (ignorant.length > 0)
    throw new Error(
      `These servers do not know the new key: ${ignorant.join(', ')}. ${unchanged} Give each the new SECRET_KEY and ` +
        'the one so far as SECRET_KEY_PREVIOUS (or secret.key and secret.key.previous of this DATA_DIR), restart them one ' +
        'after another, and run this again. A server that was killed is forgotten after a minute.',
    );
}

const endOf = ({ now, overlapDays }: RotationOptions) => after(now, overlapDays * 86_400);

async function makeCurrent(
  options: RotationOptions,
  proof: Buffer,
  unchanged: string,
): Promise<Date> {
  const { client, secrets, now, isEmbedded } = options;
  await assertAllKnow(options, proof, unchanged);
  const until = endOf(options);
  const [before, next] = [0, 1].map(
    (index) => (purpose: Purpose) => secrets.known(purpose)[index]!,
  ) as [(purpose: Purpose) => Buffer, (purpose: Purpose) => Buffer];
  const keep = (id: string, purpose: string, key: string, accepted_until: Date | null) =>
    client.query(
      `insert into earlier_keys (id, purpose, key_sealed, accepted_until) values ($1, $2, $3, $4)
       on conflict (id) do update set key_sealed = excluded.key_sealed, accepted_until = excluded.accepted_until`,
      [id, purpose, encryptForRow(next('earlier keys'), id, key), accepted_until],
    );
  await client.query('begin');
  try {
    // A start that sets passwords by the key before comes before or after this as a whole.
    await client.query(`select pg_advisory_xact_lock(${migrationLock})`);
    // One may have started since.
    await assertAllKnow({ ...options, patience_ms: 0 }, proof, unchanged);
    await client.query('delete from earlier_keys where accepted_until <= $1', [now]);
    const { earlier } = (await readKeyState(client))!;
    for (const { id, purpose, key_sealed, accepted_until } of earlier) {
      const key = decryptForRow([before('earlier keys')], id, key_sealed);
      const isLonger = accepted_until !== null && accepted_until > until;
      await keep(id, purpose, key, isLonger ? until : accepted_until);
    }
    for (const purpose of lastingPurposes)
      await keep(randomUUID(), purpose, before(purpose).toString('hex'), null);
    for (const purpose of tokenPurposes)
      await keep(randomUUID(), purpose, before(purpose).toString('hex'), until);
    const signingKey = await makeSigningKey(next('signing keys'));
    await client.query(
      'update auth.signing_keys set retired_at = $1 where retired_at is null or retired_at > $1',
      [until],
    );
    await client.query(
      'insert into auth.signing_keys (kid, public_jwk, private_key_sealed, created_at) values ($1, $2, $3, $4)',
      [signingKey.kid, signingKey.public_jwk, signingKey.private_key_sealed, now],
    );
    for (const login of isEmbedded ? [...roles, ownerName] : roles) {
      const password = next(`postgres role ${login}`).toString('hex');
      await client.query(
        `alter role ${escapeIdentifier(login)} password ${escapeLiteral(password)}`,
      );
    }
    await client.query('update secret_key_proof set proof = $1', [proof]);
    await client.query(`select pg_notify('hamla_keys', '')`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await learn(client, secrets);
  return until;
}

interface Unreadable {
  table: string;
  id: string;
  /** Not a signing key that is retired: its public half is enough. */
  is_needed: boolean;
}

const namesOf = (rows: Unreadable[]) => rows.map(({ table, id }) => `${table} ${id}`);

/**
 * Encrypts under the current key what another one encrypted. A row that was replaced meanwhile stays as it is.
 * @returns the rows that no key opens.
 */
async function encryptAnew(client: Client, secrets: Secrets): Promise<Unreadable[]> {
  const unreadable: Unreadable[] = [];
  for (const { purpose, table, id, column, needed } of renewed) {
    const { rows } = await client.query<{ id: string; sealed: Buffer; is_needed: boolean }>(
      `select ${id} as id, ${column} as sealed, ${needed} as is_needed from ${table} order by 1`,
    );
    const key = secrets.derive(purpose);
    for (const row of rows) {
      if (decrypts(key, row.id, row.sealed)) continue;
      const opening = secrets.accepted(purpose).find((one) => decrypts(one, row.id, row.sealed));
      if (!opening) {
        unreadable.push({ table, id: row.id, is_needed: row.is_needed });
        continue;
      }
      await client.query(`update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`, [
        row.id,
        row.sealed,
        encryptForRow(key, row.id, decryptForRow([opening], row.id, row.sealed)),
      ]);
    }
  }
  return unreadable;
}

/**
 * Encrypts anew. Once no server encrypts with the key before any more, what was encrypted until then follows, and its key
 * gets an end.
 * @returns the rows that no key opens.
 */
async function finish(options: RotationOptions): Promise<Unreadable[]> {
  const { client, secrets } = options;
  const unreadable = await encryptAnew(client, secrets);
  if (!(await hasRenewedPurposes(client))) return unreadable;
  const proof = secrets.derive('proof of the secret key');
  const late = await serversWithout(options, 's.key_proofs[1] = $1', proof);
  if (late.length > 0)
    throw new Error(
      `The new key counts, but these servers have not taken it on yet: ${late.join(', ')}. Run this again in a minute.`,
    );
  const leftUnreadable = await encryptAnew(client, secrets);
  await client.query(
    'update earlier_keys set accepted_until = $2 where purpose = any ($1) and accepted_until is null',
    [renewedPurposes, endOf(options)],
  );
  return leftUnreadable;
}

async function hasRenewedPurposes(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from earlier_keys where purpose = any ($1) and accepted_until is null limit 1',
    [renewedPurposes],
  );
  return (rowCount ?? 0) > 0;
}

/** Hosts of servers that are up and for which `condition` is not so, after waiting for them. */
async function serversWithout(
  { client, patience_ms = 20_000 }: RotationOptions,
  condition: string,
  proof: Buffer,
): Promise<string[]> {
  for (let waited_ms = 0; ; waited_ms += 250) {
    // They beat at once instead of in a quarter of a minute.
    if (waited_ms % 5_000 === 0) await client.query(`select pg_notify('hamla_keys', '')`);
    const { rows } = await client.query<{ host: string }>(
      `select s.host || ' (' || s.release || ')' as host from api.servers_up() s
        where (${condition}) is not true order by 1`,
      [proof],
    );
    if (rows.length === 0 || waited_ms >= patience_ms) return rows.map(({ host }) => host);
    await delay(250);
  }
}
