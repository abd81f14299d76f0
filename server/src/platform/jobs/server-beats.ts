import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { systemClock } from '../clock.ts';
import type { Secrets } from '../config/secrets.ts';
import { callFunction } from '../database/call-function.ts';
import { withinLimit } from '../stop-signals.ts';

/** Milliseconds between two beats; a server that was not seen for a minute is not up (jobs.sql). */
const BEAT_MS = 15_000;
/** Milliseconds that the last call may take when the server stops. */
const LEAVE_MS = 1_000;

/**
 * Records that this process is up, until it is closed: the list of servers at `/operations/system`. By the
 * database's time.
 */
export function openServerBeats(options: {
  /** Pool of the role `hamla_jobs` for beats only. */
  pool: pg.Pool;
  log: FastifyBaseLogger;
  /** As in package.json. */
  release: string;
  secrets: Secrets;
}): { beat(): void; close(): Promise<void> } {
  const { pool, log, release, secrets } = options;
  const id = randomUUID();
  const started_at = systemClock.now();
  const record = async () => {
    await callFunction(pool, 'record_server_beat', {
      id,
      host: hostname().slice(0, 255) || 'unknown',
      release,
      node_version: process.versions.node,
      started_at,
      now: systemClock.now(),
    });
    await followRotation(pool, id, secrets);
  };
  const beat = () =>
    record().catch((error: unknown) =>
      log.warn(error, 'that this server is up could not be recorded'),
    );
  let last = beat();
  const timer = setInterval(() => void (last = beat()), BEAT_MS).unref();
  return {
    beat: () => void (last = last.then(beat)),
    async close() {
      clearInterval(timer);
      // A later beat would insert the row again.
      await withinLimit(LEAVE_MS, last);
      await withinLimit(LEAVE_MS, callFunction(pool, 'delete_server', { id }));
    },
  };
}

interface ReadKeyState {
  /** Hexadecimal, as the sealed keys. */
  proof: string;
  earlier: { id: string; purpose: string; key_sealed: string; accepted_until: string | null }[];
}

/** Tells which secret keys this server knows, and takes on which of them is current (rotate-keys.ts). */
async function followRotation(pool: pg.Pool, id: string, secrets: Secrets): Promise<void> {
  secrets.reload();
  const tell = () =>
    callFunction<'record_server_keys', ReadKeyState | null>(pool, 'record_server_keys', {
      id,
      key_proofs: secrets.known('proof of the secret key'),
    });
  const before = secrets.derive('proof of the secret key');
  const state = await tell();
  if (!state) return;
  const isKnown = secrets.learn({
    proof: Buffer.from(state.proof, 'hex'),
    earlier: state.earlier.map(({ key_sealed, accepted_until, ...row }) => ({
      ...row,
      key_sealed: Buffer.from(key_sealed, 'hex'),
      accepted_until: accepted_until === null ? null : new Date(accepted_until),
    })),
  });
  if (!isKnown)
    throw new Error('The secret key was rotated: start this server again with the new one.');
  // The rotation waits for this.
  if (secrets.derive('proof of the secret key') !== before) await tell();
}
