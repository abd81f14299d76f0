import type pg from 'pg';
import { z } from 'zod';
import {
  financingDocumentKinds,
  type FinancingDocumentKind,
} from '#domain/documents/acceptance.ts';
import { languages } from '#domain/languages.ts';
import { linkToFile } from '../files/open-file.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { callAs } from '../platform/call-as.ts';
import type { Pools } from '../platform/postgres/pools.ts';
import type { Secrets } from '../platform/secrets.ts';
import { acceptDocuments, renewDocuments } from './accept-documents.ts';

/** The company reads and accepts its financing documents; staff read them, which is kept. */
export function registerFinancingDocuments(
  route: RegisterOperation,
  { pools, secrets }: { pools: Pick<Pools, 'app' | 'staff'>; secrets: Secrets },
): void {
  route('renew_documents', (call) => renewDocuments(pools.app, call, call.params.id));
  route('accept_documents', (call) =>
    acceptDocuments(pools.app, call, {
      ...call.body,
      ticket_id: call.params.id,
      address: call.request.ip,
    }),
  );
  const link = async (
    pool: pg.Pool,
    lookUp: string,
    call: Parameters<typeof callAs>[2],
    id: string,
  ) => {
    const file = storedDocument.parse(JSON.parse(await callAs(pool, lookUp, call, id)));
    return linkToFile(
      secrets,
      { ...file, name: nameOf(file), content_type: 'application/pdf' },
      call.now,
    );
  };
  route('create_document_link', (call) =>
    link(pools.app, 'document_to_open', call, call.params.id),
  );
  route('inspect_document', (call) =>
    link(pools.staff, 'document_to_inspect', call, call.params.id),
  );
}

const storedDocument = z.object({
  storage_key: z.string(),
  kind: z.enum(financingDocumentKinds),
  seq: z.number().int().nullable(),
  language: z.enum(languages),
  version: z.number().int(),
  ticket_number: z.string(),
});

const fileNames: Record<FinancingDocumentKind, string> = {
  financing_agreement: 'financing-agreement',
  promissory_note: 'promissory-note',
};

/** "HM-100001-promissory-note-2-v1-ar.pdf" */
function nameOf({
  ticket_number,
  kind,
  seq,
  version,
  language,
}: z.infer<typeof storedDocument>): string {
  const parts = [ticket_number, fileNames[kind], seq, `v${version}`, language];
  return `${parts.filter((part) => part !== null).join('-')}.pdf`;
}
