import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import type pg from 'pg';
import { EXPORT_DAYS } from '#domain/privacy/retention.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import {
  callFunctionAs,
  callIdempotent,
  callParsedAs,
} from '../platform/database/call-function.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { exportEntries, type PersonExport } from './person-export.ts';

/** The latest requests and erasures that the screen shows. */
const LATEST = 50;

/** How long personal data is stored, and what people ask for of theirs. */
export function registerPrivacy(
  route: RegisterOperation,
  deps: { pool: pg.Pool; store: ObjectStore; secrets: Secrets },
): void {
  const { pool } = deps;
  route('read_privacy', (call) =>
    callFunctionAs(pool, 'read_privacy', call, { days: EXPORT_DAYS, limit: LATEST }),
  );
  route('find_person', (call) =>
    callFunctionAs(pool, 'find_person', call, { email: call.query.email }),
  );
  for (const kind of ['export_person', 'erase_person'] as const)
    route(kind, (call) =>
      callIdempotent(pool, 'request_about_person', call, {
        kind,
        account_id: call.params.id,
        identified: call.body.identified,
        reason: call.body.reason,
      }),
    );
  route('person_export_file', async (call) => {
    const data = await callParsedAs<'read_person_export', PersonExport>(
      pool,
      'read_person_export',
      call,
      { request_id: call.params.id, days: EXPORT_DAYS },
    );
    return call.reply
      .type('application/zip')
      .header('content-disposition', `attachment; filename="person-${call.params.id}.zip"`)
      .header('cache-control', 'no-store')
      .send(Readable.fromWeb(makeZip(exportEntries(data, deps)) as WebStream));
  });
  route('count_past_retention', (call) =>
    callFunctionAs(pool, 'count_past_retention', call, {
      kind: call.params.kind,
      months: call.query.months,
    }),
  );
  route('change_retention', (call) =>
    callIdempotent(pool, 'change_retention', call, {
      kind: call.params.kind,
      months: call.body.months,
      source: call.body.source,
      reason: call.body.reason,
    }),
  );
}
