import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { errorMessages } from '#api/error-messages.ts';
import type { Upload } from '#api/files.ts';
import type { ErrorCode } from '#domain/error-codes.ts';
import { withoutHiddenCharacters } from '#domain/plain-text.ts';
import type { Quotas } from '#domain/quotas.ts';
import {
  checkFile,
  fileRules,
  nameOfContent,
  storagePath,
  type FileKind,
} from '#domain/files/file-rules.ts';
import { AppError } from '../platform/app-error.ts';
import type { CallContext } from '../platform/http/operations.ts';
import { callFunctionAs, callParsedAs } from '../platform/database/call-function.ts';
import { readContentType, withoutLead } from './content-type.ts';
import { readInvoiceCode } from './read-invoice-code.ts';
import type { ObjectStore } from './object-store.ts';
import type { ReceivedFile } from './receive-file.ts';
import type { ScanFile } from './scan-for-viruses.ts';

type UploadCall = CallContext & { params: { kind: FileKind }; query: { index: number } };

/**
 * Counts an upload towards the quota before it is received, whether it is then stored or refused, because both cost the
 * same.
 * @throws AppError `wrong_role` when the kind is for the other role, `quota_reached`, `session_not_found`.
 */
export async function countUpload(
  { pool, quotas }: { pool: pg.Pool; quotas: Quotas | null },
  call: UploadCall,
): Promise<void> {
  const { role } = fileRules[call.params.kind];
  await callFunctionAs(pool, 'count_upload', call, { role, quota: quotas?.uploads });
}

/**
 * Stores an uploaded file until a profile or ticket uses its path (SPEC section 7). A refused file leaves no row and no
 * bytes; the row is written first, so that the store has no bytes without a row.
 * @returns the upload as JSON text.
 * @throws AppError every `file_…` code, `wrong_role` when the kind is for the other role, `too_many_requests`,
 * `unavailable` when the store or the virus scanner is.
 */
export async function uploadFile(
  { pool, store, scan }: { pool: pg.Pool; store: ObjectStore; scan: ScanFile },
  call: UploadCall,
  received: ReceivedFile,
): Promise<string> {
  const { kind } = call.params;
  const bytes = withoutLead(received.bytes);
  const given = displayName(received.name);
  const refusal = checkFile(kind, { name: given, size_bytes: bytes.length });
  if (refusal) throw new AppError(refusal);
  const content_type = await readContentType(kind, bytes);
  const name = nameOfContent(given, content_type);
  await scan({ name, bytes });

  const storage_key = `${call.caller.user_id}/${randomUUID()}`;
  const file = { name, bytes, content_type, storage_key };
  const code = kind === 'invoice' ? await readInvoiceCode(bytes) : null;
  const { id } = await beginUpload(pool, call, file);
  try {
    await store.put(storage_key, bytes);
    if (code) await callFunctionAs(pool, 'record_invoice_code', call, { id, code });
  } catch (error) {
    // Best effort: the sweeper deletes what is left.
    await callFunctionAs(pool, 'discard_upload', call, { id }).catch(() => undefined);
    throw error;
  }
  return callFunctionAs(pool, 'finish_upload', call, { id });
}

/** Runs an upload; a refusal names the kind in its `fields`, because the form has a field for each kind. */
export async function namingKind<T>(kind: FileKind, upload: () => Promise<T>): Promise<T> {
  try {
    return await upload();
  } catch (error) {
    if (!(error instanceof AppError) || error.fields.length > 0) throw error;
    const { code, words, quota, retryAfterSeconds, cause } = error;
    const fields = [{ field: kind, message: words ?? fieldMessage(kind, code) }];
    throw new AppError(code, { words, fields, quota, retryAfterSeconds, cause });
  }
}

const fieldMessage = (kind: FileKind, code: ErrorCode) =>
  code === 'file_type_not_allowed'
    ? `must end in ${fileRules[kind].extensions.join(', ')}`
    : errorMessages.en[code];

interface CheckedFile extends ReceivedFile {
  content_type: string;
  storage_key: string;
}

/** Inserts the row of an upload at a new path: a second upload of the same millisecond gets the next one. */
async function beginUpload(
  pool: pg.Pool,
  call: UploadCall,
  { name, bytes, content_type, storage_key }: CheckedFile,
): Promise<Upload> {
  const { kind } = call.params;
  const { role, store } = fileRules[kind];
  const sha256 = createHash('sha256').update(bytes).digest();
  for (let timestamp_ms = call.now.getTime(); ; timestamp_ms += 1) {
    const { user_id } = call.caller;
    const path = storagePath(kind, {
      user_id,
      timestamp_ms,
      index: call.query.index,
      file_name: name,
    });
    const upload: Upload | null = await callParsedAs(pool, 'begin_upload', call, {
      role,
      kind,
      store,
      path,
      name,
      size_bytes: bytes.length,
      content_type,
      sha256,
      storage_key,
    });
    if (upload) return upload;
  }
}

/** The file name for display, without direction marks. Control characters stay, and checkFile refuses them. */
const displayName = (name: string) =>
  withoutHiddenCharacters(name)
    .replace(/[\u061C\u200E\u200F]/g, '')
    .trim();
