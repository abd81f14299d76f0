import type pg from 'pg';
import type { FinancingDocumentKind } from '#domain/documents/acceptance.ts';
import { linkToFile } from '../files/open-file.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import type { Pools } from '../platform/database/pools.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { acceptDocuments, renewDocuments } from './accept-documents.ts';
import {
  certifiedCopy,
  storedDocument,
  type CopyDeps,
  type StoredDocument,
} from './certified-copy.ts';

/** The company reads and accepts its financing documents. Staff read them, which is recorded. */
export function registerFinancingDocuments(
  route: RegisterOperation,
  { pools, secrets, ...deps }: { pools: Pick<Pools, 'app' | 'staff'>; secrets: Secrets } & CopyDeps,
): void {
  route('renew_documents', (call) =>
    renewDocuments(pools.app, call, call.params.id, call.body?.cr_number),
  );
  route('accept_documents', (call) =>
    acceptDocuments(pools.app, call, {
      ...call.body,
      ticket_id: call.params.id,
      address: call.request.ip,
    }),
  );
  const link = async (
    pool: pg.Pool,
    functionName: 'document_to_open' | 'document_to_inspect',
    call: Parameters<typeof callParsedAs>[2] & {
      params: { id: string };
      query: { original?: 'true' | undefined };
    },
  ) => {
    const found = await callParsedAs(pool, functionName, call, {
      document_id: call.params.id,
    });
    const file = storedDocument.parse(found);
    const isOriginal = file.acceptance === null || call.query.original !== undefined;
    const storage_key = isOriginal ? file.storage_key : await certifiedCopy(deps, file);
    const name = nameOf(file, file.acceptance !== null && isOriginal);
    return linkToFile(secrets, { storage_key, name, content_type: 'application/pdf' }, call.now);
  };
  route('create_document_link', (call) => link(pools.app, 'document_to_open', call));
  route('inspect_document', (call) => link(pools.staff, 'document_to_inspect', call));
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
