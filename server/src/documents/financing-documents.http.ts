import type pg from 'pg';
import type { DocumentsToRead } from '#api/financing-documents.ts';
import { deviceFamily } from '#domain/accounts/device-family.ts';
import type { PersonProofs } from '../accounts/prove-person.ts';
import { linkToFile } from '../files/open-file.ts';
import type { RegisterOperation } from '../platform/http/operations.ts';
import { callParsedAs } from '../platform/database/call-function.ts';
import type { Pools } from '../platform/database/pools.ts';
import type { Secrets } from '../platform/config/secrets.ts';
import { acceptDocuments, renewDocuments } from './accept-documents.ts';
import { sendPdf } from './account-statement-files.ts';
import { fileToOpen, signingRecordPdf, storedDocument, type CopyDeps } from './certified-copy.ts';
import { methodFor, sendSigningCode, signingProof } from './signing-proof.ts';

interface FinancingDocumentDeps extends CopyDeps {
  pools: Pick<Pools, 'app' | 'staff'>;
  secrets: Secrets;
  proofs: PersonProofs;
  /** Whether mail reaches people: SMTP_URL is set. */
  isMailSent: boolean;
}

/** The company reads and accepts its financing documents. Staff read them, which is recorded. */
export function registerFinancingDocuments(
  route: RegisterOperation,
  { pools, secrets, proofs, isMailSent, ...deps }: FinancingDocumentDeps,
): void {
  const signing = { pool: pools.app, proofs, secrets, isMailSent };
  route('renew_documents', (call) =>
    renewDocuments(pools.app, call, call.params.id, call.body ?? {}),
  );
  route('read_documents', async (call) => {
    const { has_factor, ...found }: Omit<DocumentsToRead, 'confirm_by'> & { has_factor: boolean } =
      await callParsedAs(pools.app, 'read_documents', call, { ticket_id: call.params.id });
    return JSON.stringify({ ...found, confirm_by: methodFor(isMailSent, has_factor) });
  });
  route('send_signing_code', async (call) =>
    sendSigningCode(signing, call, { ticket_id: call.params.id, version: call.body.version }),
  );
  route('accept_documents', async (call) => {
    const { code, password, ...acceptance } = call.body;
    const { version } = acceptance;
    const ticket_id = call.params.id;
    const proof = await signingProof(signing, call, { ticket_id, version, code, password });
    const { ip: address, headers } = call.request;
    return acceptDocuments(
      signing,
      call,
      { ...acceptance, ticket_id, address, ...deviceFamily(headers['user-agent']) },
      proof,
    );
  });
  for (const [id, pool, read] of [
    ['signing_record_file', pools.app, 'read_signing_record'],
    ['staff_signing_record_file', pools.staff, 'read_staff_signing_record'],
  ] as const) {
    route(id, async (call) => {
      const { id: ticket_id, version } = call.params;
      const found = storedDocument.parse(
        await callParsedAs(pool, read, call, { ticket_id, version }),
      );
      const pdf = await signingRecordPdf(deps, found, call.query.language, call.caller.user_id);
      return sendPdf(call.reply, `${found.ticket_number}-signing-record-v${version}`, pdf);
    });
  }
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
    const file = await fileToOpen(deps, storedDocument.parse(found), call.query.original);
    return linkToFile(secrets, file, call.now);
  };
  route('create_document_link', (call) => link(pools.app, 'document_to_open', call));
  route('inspect_document', (call) => link(pools.staff, 'document_to_inspect', call));
}
