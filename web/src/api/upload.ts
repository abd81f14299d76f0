import { operations } from '#api/operations.ts';
import type { BudgetRequest } from '#api/budget-requests.ts';
import type { ImportedBankStatement } from '#api/bank-statements.ts';
import type { LoadedVirtualIbans } from '#api/virtual-ibans.ts';
import type { ReplyOf } from '#api/contract.ts';
import type { Upload } from '#api/files.ts';
import type { DayOrder } from '#domain/servicing/bank-statement-line.ts';
import type { FileKind } from '#domain/files/file-rules.ts';
import { errorFromResponse, offlineError, replyFromText } from './api-error.ts';
import { operationUrl } from './call.ts';
import { withSecondAttempt } from './outcome.ts';
import { UPLOAD_MS } from './request-timeout.ts';
import { authorization, recheckSession } from './session.ts';

interface Progress {
  /** Hears whole percents. */
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads one file and gives its upload row; a profile, a ticket or a report names its `path`. It is sent once more where the
 * response does not show its outcome; an upload that nothing names is swept.
 * Throws ApiError, or the signal's reason when it was cancelled.
 */
export function upload(
  file: File,
  options: Progress & {
    kind: FileKind;
    /** The place among several files chosen at once. */
    index?: number;
  },
): Promise<Upload> {
  const { kind, index = 0 } = options;
  const url = operationUrl(operations.upload_file.path, { kind }, { index });
  return withSecondAttempt(
    intentionOf(file, url),
    () => sendFileOnce('upload_file', file, url, options),
    options.signal,
  );
}

/** Imports a statement of the bank's, its days read as `dayOrder` says. Throws as {@link upload}. */
export function uploadBankStatement(
  file: File,
  { dayOrder, ...options }: Progress & { dayOrder?: DayOrder | undefined },
): Promise<ImportedBankStatement> {
  const path = operationUrl(operations.import_bank_statement.path, {}, { day_order: dayOrder });
  const send = async (isSecond: boolean) => {
    const imported = await sendFileOnce('import_bank_statement', file, path, options);
    // Known already the second time: the first attempt imported it.
    return isSecond ? { ...imported, is_known: false } : imported;
  };
  return withSecondAttempt(intentionOf(file, path), send, options.signal);
}

/** Loads the bank's list of virtual IBANs. Throws as {@link upload}. */
export function uploadVirtualIbans(file: File, options: Progress): Promise<LoadedVirtualIbans> {
  const { path } = operations.load_virtual_ibans;
  const send = async (isSecond: boolean) => {
    const loaded = await sendFileOnce('load_virtual_ibans', file, path, options);
    // Known already the second time: the first attempt loaded it.
    return isSecond ? { ...loaded, is_known: false } : loaded;
  };
  return withSecondAttempt(intentionOf(file, path), send, options.signal);
}

/** Adds the bank's file of a request for a higher budget. Throws as {@link upload}. */
export function uploadBudgetStatement(
  file: File,
  { requestId, ...options }: Progress & { requestId: string },
): Promise<BudgetRequest> {
  const url = operationUrl(operations.add_budget_statement.path, { id: requestId });
  return withSecondAttempt(
    intentionOf(file, url),
    () => sendFileOnce('add_budget_statement', file, url, options),
    options.signal,
  );
}

/** The same text whenever the same file is sent to the same place. */
function intentionOf(file: File, url: string): string {
  return JSON.stringify([url, file.name, file.size, file.lastModified]);
}

/** Multipart, field `file`. XMLHttpRequest, because fetch cannot tell how much of a body has gone. */
async function sendFileOnce<
  Id extends
    | 'upload_file'
    | 'import_bank_statement'
    | 'load_virtual_ibans'
    | 'add_budget_statement',
>(id: Id, file: File, url: string, { onProgress, signal }: Progress): Promise<ReplyOf<Id>> {
  const headers = { 'accept-language': document.documentElement.lang, ...(await authorization()) };
  signal?.throwIfAborted();
  const form = new FormData();
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(operations[id].method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? Math.floor((loaded / total) * 100) : 0),
    );
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status === 401) void recheckSession();
      try {
        if (status < 200 || status > 299) {
          const type = request.getResponseHeader('content-type') ?? '';
          throw errorFromResponse(status, type, responseText);
        }
        resolve(replyFromText(status, responseText) as ReplyOf<Id>);
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('error', () => reject(offlineError()));
    request.timeout = UPLOAD_MS;
    request.addEventListener('timeout', () => reject(offlineError()));
    const cancel = () => {
      request.abort();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel));
    request.send(form);
  });
}
