import type pg from 'pg';
import type { PlatformIdentity } from '../platform/config/settings.ts';

/** Records the platform's current name and details, so that a tax invoice shows those of its own time. */
export async function recordPlatformIdentity(
  client: pg.ClientBase | pg.Pool,
  { name, name_ar, vat_number, cr_number, address }: PlatformIdentity,
  now: Date,
): Promise<void> {
  const values = [now, name, name_ar, vat_number, cr_number, address];
  await client.query('select api.name_platform($1, $2, $3, $4, $5, $6)', values);
}
