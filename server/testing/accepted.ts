import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { riyadhDate } from '#domain/calendar.ts';
import { languages } from '#domain/languages.ts';
import { pdf } from '#server/product-client/sample-uploads.ts';
import { acceptDocuments } from '#server/documents/accept-documents.ts';
import type { RenderFinancing } from '#server/documents/issue-documents.ts';
import { signingCodeDigest } from '#server/documents/signing-proof.ts';
import { sampleIdentityNumber } from '#server/product-client/acceptance.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { CallContext } from '#server/platform/http/operations.ts';
import { callFunction, callIdempotent } from '#server/platform/database/call-function.ts';
import { testSecrets } from './secrets.ts';

/** Small real PDFs where no test looks at what documents say. */
export const renderSmall: RenderFinancing = async ({ kind, language, data }) =>
  pdf('document.pdf', [`${kind} ${language}`, JSON.stringify(data)]).bytes;

/** The newest version of a ticket's documents, issued with hashes of nothing where a test has no jobs. */
async function issueInDatabase(pool: pg.Pool, ticket_id: string, now: Date) {
  const { rows } = await pool.query<{ id: string; version: number; count: number }>(
    `select s.id, s.version, (select count(*)::int from ticket_installments i where i.ticket_id = s.ticket_id) as count
       from document_sets s where s.ticket_id = $1 order by s.version desc limit 1`,
    [ticket_id],
  );
  const [set] = rows;
  // Never approved: nothing to read.
  if (!set) return { version: 1, sha256: [] };
  const documents = languages.flatMap((language) =>
    Array.from({ length: set.count + 1 }, (_, seq) => {
      const storage_key = `${set.id}/${seq}/${language}`;
      return {
        kind: seq === 0 ? 'financing_agreement' : 'promissory_note',
        seq: seq === 0 ? null : seq,
        language,
        size_bytes: 1,
        sha256: createHash('sha256').update(storage_key).digest('hex'),
        storage_key,
      };
    }),
  );
  await callFunction(pool, 'issue_documents', { set_id: set.id, now, documents });
  return { version: set.version, sha256: documents.map(({ sha256 }) => sha256) };
}

/** The same by the functions of the database alone, proven by a code that nobody mails. @throws AppError as the product refuses. */
export async function acceptInDatabase(
  { app, jobs }: { app: pg.Pool; jobs: pg.Pool },
  by: CallContext,
  ticket_id: string,
): Promise<void> {
  const issued = await issueInDatabase(jobs, ticket_id, by.now);
  const acceptance = {
    ...issued,
    ticket_id,
    language: 'ar' as const,
    name: 'Layla',
    capacity: 'General Manager',
    identity_number: sampleIdentityNumber,
    address: '192.0.2.1',
    browser: null,
    system: null,
  };
  const { version } = issued;
  const code_digest = signingCodeDigest(testSecrets, '123456', {
    user_id: by.caller.user_id,
    ticket_id,
    version,
  });
  await callIdempotent(app, 'send_signing_code', by, {
    today: riyadhDate(by.now),
    ticket_id,
    version,
    code_id: randomUUID(),
    code_digest,
    expires_at: new Date(by.now.getTime() + 60_000),
    quiet_seconds: 0,
    hourly: 1_000_000,
  }).catch((error: unknown) => {
    // Without a code the acceptance is refused for the same reason.
    if (!(error instanceof AppError)) throw error;
  });
  const proof = { method: 'mail' as const, code_digest: code_digest.toString('hex') };
  await acceptDocuments({ pool: app, secrets: testSecrets }, by, acceptance, proof);
}
