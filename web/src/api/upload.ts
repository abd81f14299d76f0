import { operations } from '#api/operations.ts';
import type { Upload } from '#api/files.ts';
import type { FileKind } from '#domain/files/file-rules.ts';
import { errorFromBody, offlineError } from './api-error.ts';
import { operationUrl } from './call.ts';
import { authorization, recheckSession } from './session.ts';

/**
 * Uploads one file (multipart, field `file`) and gives its upload row; a profile or a ticket names its `path`.
 * `onProgress` hears whole percents. Throws ApiError, or the signal's reason when it was cancelled.
 * XMLHttpRequest, because fetch cannot tell how much of a body has gone.
 */
export async function upload(
  file: File,
  options: {
    kind: FileKind;
    /** The place among several files chosen at once. */
    index?: number;
    onProgress?: (percent: number) => void;
    signal?: AbortSignal;
  },
): Promise<Upload> {
  const { kind, index = 0, onProgress, signal } = options;
  const headers = { 'accept-language': document.documentElement.lang, ...(await authorization()) };
  signal?.throwIfAborted();
  const form = new FormData();
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { method, path } = operations.upload_file;
    request.open(method, operationUrl(path, { kind }, { index }));
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? Math.floor((loaded / total) * 100) : 0),
    );
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText) as Upload);
      else {
        if (status === 401) void recheckSession();
        reject(errorFromBody(status, responseText));
      }
    });
    request.addEventListener('error', () => reject(offlineError()));
    const cancel = () => {
      request.abort();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', cancel));
    request.send(form);
  });
}
