import type pg from 'pg';
import type { PlatformIdentity } from '../platform/config/settings.ts';

/** Keeps how the platform is called from now on, so that a tax invoice names it as it was when it was issued. */
export async function recordPlatformIdentity(
  client: pg.ClientBase | pg.Pool,
  { name, name_ar, vat_number, cr_number, address }: PlatformIdentity,
  now: Date,
): Promise<void> {
  const values = [now, name, name_ar, vat_number, cr_number, address];
  await client.query('select api.name_platform($1, $2, $3, $4, $5, $6)', values);
}
