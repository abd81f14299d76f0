import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { addCompany, asOwner } from '../../testing/people.ts';
import { callFunctionAs } from '../platform/database/call-function.ts';

const now = new Date('2026-05-04T09:00:00Z');

const database = await createTestDatabase();
const [company, stranger] = [await addCompany(database), await addCompany(database)];
afterAll(() => database.drop());

/** An incomplete upload of the company; `replaced_at`: or one that was replaced before it completed. */
const begun = (replaced_at: Date | null) =>
  asOwner(database, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
                          created_at, replaced_at)
       values ($1, 'invoice', 'ticket-invoices', $2, 'invoice.pdf', 1000, 'application/pdf', '', $2, $3, $4)
       returning id`,
      [company.user_id, `${company.user_id}/${randomUUID()}`, now, replaced_at],
    );
    return rows[0]!.id;
  });

test('an upload is completed once, by its owner, and not after it was replaced', async () => {
  const finish = (id: string, by = company) =>
    callFunctionAs(database.pools.app, 'finish_upload', { caller: by, now }, { id });
  const missing = { code: 'not_found' };
  const upload = await begun(null);
  await expect(finish(upload, stranger)).rejects.toMatchObject(missing);
  expect(JSON.parse(await finish(upload))).toMatchObject({ id: upload });
  await expect(finish(upload)).rejects.toMatchObject(missing);
  await expect(finish(await begun(now))).rejects.toMatchObject(missing);
});
