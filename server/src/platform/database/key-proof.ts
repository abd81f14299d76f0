import { Client, type ClientConfig } from 'pg';
import type { KeyState, Secrets } from '../config/secrets.ts';
import { decryptForRow } from '../encryption.ts';
import { rolePassword, roles, type Role } from './pools.ts';

/**
 * The database stores a value derived from the secret key, which reveals nothing about the key. A process with another
 * key is refused before anything is written; otherwise it would change the logins' passwords under the running servers.
 */

/** The error for a wrong key. */
const wrongKey =
  'The secret key is not the one that this database was set up with. Nothing was changed. Set SECRET_KEY to the key of its ' +
  'installation, or put its secret.key into DATA_DIR.';

/** The stored value: 32 bytes. */
const proofOf = (secrets: Secrets): Buffer => secrets.derive('proof of the secret key');

/** Whether this database has anything of the product. */
export async function isSetUp(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_set_up: boolean }>(
    `select coalesce(to_regclass('public.migrations'), to_regclass('public.schema_files')) is not null as is_set_up`,
  );
  return rows[0]!.is_set_up;
}

/**
 * Checks the key and writes nothing. True: it matches the stored proof. False: there is no proof yet, and the key is
 * confirmed by what it encrypted or derived, or the database is new.
 * @throws Error with a message when the key is another.
 */
export async function proveKey(
  client: Client,
  { owner, secrets }: { owner: ClientConfig; secrets: Secrets },
): Promise<boolean> {
  const state = await readKeyState(client);
  if (state) {
    if (!secrets.learn(state)) throw new Error(wrongKey);
    return true;
  }
  if (!(await isSetUp(client))) return false;
  // Databases from before the proof: first checks what the key has encrypted, because a wrong key may have changed the
  // passwords.
  const opened = await opensSigningKey(client, secrets);
  if (opened === false) throw new Error(wrongKey);
  if (opened === undefined && (await refusedLogins(client, owner, secrets)).length > 0)
    throw new Error(wrongKey);
  return false;
}

/** Undefined: the database keeps no proof of its key yet. */
export async function readKeyState(client: Client): Promise<KeyState | undefined> {
  const { rows: found } = await client.query<{ is_there: boolean; has_earlier: boolean }>(
    `select to_regclass('public.secret_key_proof') is not null as is_there,
            to_regclass('public.earlier_keys') is not null as has_earlier`,
  );
  if (!found[0]!.is_there) return undefined;
  const { rows } = await client.query<{ proof: Buffer }>('select proof from secret_key_proof');
  const proof = rows[0]?.proof;
  if (!proof) return undefined;
  const earlier = found[0]!.has_earlier
    ? await client.query<KeyState['earlier'][number]>(
        'select id, purpose, key_sealed, accepted_until from earlier_keys',
      )
    : undefined;
  return { proof, earlier: earlier?.rows ?? [] };
}

export const proofTable = `
  create table if not exists secret_key_proof (only_row boolean primary key default true check (only_row), proof bytea not null);
`;

/** Stores the proof of a confirmed key. */
export async function keepProof(client: Client, secrets: Secrets): Promise<void> {
  await client.query(proofTable);
  await client.query('insert into secret_key_proof (proof) values ($1) on conflict do nothing', [
    proofOf(secrets),
  ]);
}

/** Whether the key decrypts one of the signing keys of access tokens; undefined without signing keys. */
export async function opensSigningKey(
  client: Client,
  secrets: Secrets,
): Promise<boolean | undefined> {
  const table = await client.query(
    `select to_regclass('auth.signing_keys') is not null as is_there`,
  );
  if (!table.rows[0].is_there) return undefined;
  const { rows } = await client.query<{ kid: string; private_key_sealed: Buffer }>(
    'select kid, private_key_sealed from auth.signing_keys',
  );
  if (rows.length === 0) return undefined;
  const key = secrets.derive('signing keys');
  return rows.some(({ kid, private_key_sealed }) => decrypts(key, kid, private_key_sealed));
}

/** Whether `key` encrypted it. */
export function decrypts(key: Buffer, id: string, encrypted: Buffer): boolean {
  try {
    decryptForRow([key], id, encrypted);
    return true;
  } catch {
    return false;
  }
}

/** The existing logins that do not accept the password derived from this key. */
async function refusedLogins(
  client: Client,
  owner: ClientConfig,
  secrets: Secrets,
): Promise<Role[]> {
  const { rows } = await client.query<{ rolname: Role }>(
    'select rolname from pg_roles where rolname = any($1)',
    [[...roles]],
  );
  const present = rows.map(({ rolname }) => rolname);
  const answers = await Promise.all(present.map((role) => signIn(role, { owner, secrets })));
  return present.filter((_role, index) => answers[index] === false);
}

/**
 * Tries to sign in as a login. False: wrong password. Undefined: this database has not granted it the right to connect.
 * Otherwise the value of `synchronous_commit` on its connection.
 */
export async function signIn(
  role: Role,
  { owner, secrets }: { owner: ClientConfig; secrets: Secrets },
): Promise<string | undefined | false> {
  const client = new Client({ ...owner, user: role, password: rolePassword(role, secrets) });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ synchronous_commit: string }>('show synchronous_commit');
    return rows[0]!.synchronous_commit;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === '28P01') return false;
    // The password was right; only the right to connect is missing.
    if (code === '42501') return undefined;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}
