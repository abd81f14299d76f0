import type pg from 'pg';
import { callFunction } from '../platform/database/call-function.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';

/** Records the platform's current name and details, so that a tax invoice shows those of its own time. */
export async function recordPlatformIdentity(
  client: pg.ClientBase | pg.Pool,
  identity: PlatformIdentity,
  now: Date,
): Promise<void> {
  await callFunction(client, 'record_platform_identity', { now, ...identity });
}
