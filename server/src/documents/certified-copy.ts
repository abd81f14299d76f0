import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  financingDocumentKinds,
  signingMethods,
  type FinancingDocumentKind,
} from '#domain/documents/acceptance.ts';
import { languages, type Language } from '#domain/languages.ts';
import type { ObjectStore } from '../files/object-store.ts';
import type { LinkedFile } from '../files/open-file.ts';
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

/** A financing document from SQL; `acceptance` is null before it was accepted. */
export const storedDocument = acceptedDocument.extend({
  storage_key: z.string(),
  version: z.number().int(),
  ticket_id: z.uuid(),
  ticket_number: z.string(),
  /** Id of the company's user. */
  organisation: z.uuid(),
  acceptance: z
    .object({
      accepted_at: moment,
      name: z.string(),
      capacity: z.string().nullable(),
      company_name: z.string().nullable(),
      cr_number: z.string().nullable(),
      signing: z
        .object({
          language: z.enum(languages),
          identity_kind: z.enum(['national_id', 'iqama']),
          identity_last4: z.string(),
          method: z.enum(signingMethods),
          browser: z.string().nullable(),
          system: z.string().nullable(),
          address: z.string(),
          seal: z.string(),
        })
        .nullable(),
      voided_at: moment.nullable(),
      documents: z.array(acceptedDocument),
    })
    .nullable(),
});
type StoredDocument = z.infer<typeof storedDocument>;

export interface CopyDeps {
  store: ObjectStore;
  platform: PlatformIdentity;
  limitDocuments: LimitDocuments;
}

/**
 * The file of a document, as it is opened: of an accepted one its certified copy.
 * @param original given: the accepted file without its certificate page.
 * @throws AppError as {@link certifiedCopy}.
 */
export async function fileToOpen(
  deps: CopyDeps,
  file: StoredDocument,
  original?: 'true',
): Promise<LinkedFile> {
  const isOriginal = file.acceptance === null || original !== undefined;
  const storage_key = isOriginal ? file.storage_key : await certifiedCopy(deps, file);
  const name = nameOf(file, file.acceptance !== null && isOriginal);
  return { storage_key, name, content_type: 'application/pdf' };
}

const fileNames: Record<FinancingDocumentKind, string> = {
  financing_agreement: 'financing-agreement',
  promissory_note: 'promissory-note',
};

/**
 * File names such as "HM-100001-promissory-note-2-v1-ar.pdf", and "…-ar-original.pdf" for the accepted file without its
 * certificate page.
 */
function nameOf(
  { ticket_number, kind, seq, version, language }: StoredDocument,
  isOriginal: boolean,
): string {
  const original = isOriginal ? 'original' : null;
  const parts = [ticket_number, fileNames[kind], seq, `v${version}`, language, original];
  return `${parts.filter((part) => part !== null).join('-')}.pdf`;
}

/**
 * The copy of an accepted document with its certificate page, made at the first request and stored. Its first bytes are
 * the accepted file. A version that became void gets another copy, which says so.
 * @returns its key in the object store.
 * @throws AppError `not_found` when the accepted file is missing, `too_many_requests`.
 */
async function certifiedCopy(
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
  const render = () => renderDocument(request, accepted);
  const bytes = await limitDocuments(document.organisation, render);
  await store.put(key, Buffer.from(bytes));
  return key;
}

/**
 * The signing record of a version by itself.
 * @param document any accepted document of the version.
 * @throws AppError `too_many_requests`.
 */
export function signingRecordPdf(
  { platform, limitDocuments }: CopyDeps,
  document: StoredDocument,
  language: Language,
  reader: string,
): Promise<Uint8Array> {
  const { kind, data } = certificateOf({ ...document, language }, platform);
  const all = { ...data, document: null, others: document.acceptance!.documents };
  return limitDocuments(reader, () => renderDocument({ kind, language, data: all }));
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
