import { createHash } from 'node:crypto';
import { z } from 'zod';
import { financingDocumentKinds } from '#domain/documents/acceptance.ts';
import { languages } from '#domain/languages.ts';
import type { ObjectStore } from '../files/object-store.ts';
import { AppError } from '../platform/app-error.ts';
import type { PlatformIdentity } from '../platform/config/settings.ts';
import type { LimitDocuments } from './document-limiter.ts';
import type { AcceptanceCertificate } from './document-kinds.ts';
import { renderDocument, type DocumentRequest } from './render-document.ts';

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

const acceptedDocument = z.object({
  kind: z.enum(financingDocumentKinds),
  seq: z.number().int().nullable(),
  language: z.enum(languages),
  sha256: z.string(),
});

/** A financing document as the database knows it; `acceptance` is null before there is one. */
export const storedDocument = acceptedDocument.extend({
  storage_key: z.string(),
  version: z.number().int(),
  ticket_id: z.uuid(),
  ticket_number: z.string(),
  /** The id of the company's user. */
  organisation: z.uuid(),
  acceptance: z
    .object({
      accepted_at: moment,
      name: z.string(),
      capacity: z.string().nullable(),
      company_name: z.string().nullable(),
      cr_number: z.string().nullable(),
      voided_at: moment.nullable(),
      documents: z.array(acceptedDocument),
    })
    .nullable(),
});
export type StoredDocument = z.infer<typeof storedDocument>;

export interface CopyDeps {
  store: ObjectStore;
  platform: PlatformIdentity;
  limitDocuments: LimitDocuments;
}

/**
 * The copy of an accepted document that ends with its certificate page: set when it is first asked for, and kept. Its first bytes
 * are the accepted file. A version that has become void since has another copy, which says so.
 * @returns the key of its bytes in the store.
 * @throws AppError `not_found` where the accepted file is gone, `too_many_requests`.
 */
export async function certifiedCopy(
  { store, platform, limitDocuments }: CopyDeps,
  document: StoredDocument,
): Promise<string> {
  const request = certificateOf(document, platform);
  const content = JSON.stringify([document.sha256, request]);
  const name = createHash('sha256').update(content).digest('hex');
  const key = `${document.ticket_id}/${document.version}/${name}`;
  if (await store.get(key)) return key;
  const accepted = await store.get(document.storage_key);
  if (accepted === null) throw new AppError('not_found');
  const set = () => renderDocument(request, accepted);
  const bytes = await limitDocuments(document.organisation, set);
  await store.put(key, Buffer.from(bytes));
  return key;
}

function certificateOf(
  document: StoredDocument,
  platform: PlatformIdentity,
): DocumentRequest<'acceptance_certificate'> {
  const { kind, seq, language, sha256, version, ticket_number } = document;
  const { documents, ...acceptance } = document.acceptance!;
  const data: AcceptanceCertificate = {
    ...acceptance,
    issued_at: acceptance.accepted_at,
    accepted_at_utc: acceptance.accepted_at.slice(0, 19).replace('T', ' '),
    platform,
    ticket_number,
    version,
    document: { kind, seq, language, sha256 },
    others: documents.filter(
      (one) => one.kind !== kind || one.seq !== seq || one.language !== language,
    ),
  };
  return { kind: 'acceptance_certificate', language, data };
}
