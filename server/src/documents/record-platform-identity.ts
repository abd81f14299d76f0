import type pg from 'pg';
import { callFunctionOn } from '../platform/database/call-function.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';

/** Keeps how the platform is called from now on, so that a tax invoice names it as it was when it was issued. */
export async function recordPlatformIdentity(
  client: pg.ClientBase | pg.Pool,
  identity: PlatformIdentity,
  now: Date,
): Promise<void> {
  await callFunctionOn(client, 'name_platform', { now, ...identity });
}
