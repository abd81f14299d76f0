import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { callFunction } from '../platform/database/call-function.ts';

/** Milliseconds until a held database is asked again. */
const LOOK_AGAIN_MS = 2_000;

export interface RestoreHold {
  isHeld(this: void): boolean;
  stop(this: void): Promise<void>;
}

/**
 * Runs `start` when the database is not held after a restore (restore-hold.sql): at once, or once two members of staff
 * have confirmed it. A failure of the first look or start is thrown.
 */
export async function startUnlessHeld(
  { pool, log }: { pool: pg.Pool; log: FastifyBaseLogger },
  start: () => Promise<void>,
): Promise<RestoreHold> {
  const stopping = new AbortController();
  const ask = (): Promise<boolean> => callFunction(pool, 'is_held_after_restore');
  let isHeld = await ask();
  const wait = async () => {
    while (isHeld && !stopping.signal.aborted) {
      await pause(LOOK_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        if (await ask()) continue;
        await start();
        isHeld = false;
        log.warn('the restore is confirmed: jobs and mails begin');
      } catch (error) {
        log.error(error);
      }
    }
  };
  if (isHeld) log.warn('restored from a backup: no job and no mail until two of staff confirm it');
  else await start();
  const waiting = wait();
  return {
    isHeld: () => isHeld,
    stop: async () => {
      stopping.abort();
      await waiting;
    },
  };
}
