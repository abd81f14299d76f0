import type { OperationId } from '#api/operations.ts';
import type { Store } from '#domain/files/file-rules.ts';
import { call, download, type CallInput } from '../api/call.ts';
import { saveFile } from '../ui/save-text.ts';

/** Asks for a short-lived link to a stored file. Throws ApiError when the file may not be opened or there was no answer. */
export const linkToFile = (store: Store, path: string) =>
  call('create_download_link', { body: { store, path } });

/**
 * Lets the browser save a stored file. The `download` attribute keeps the page,
 * and what was typed on it, where it is. Throws as `linkToFile` does.
 */
export async function downloadFile(store: Store, path: string): Promise<void> {
  openDownload((await linkToFile(store, path)).url);
}

/** Lets the browser save a file that an operation makes when it is asked. Throws as `download` does. */
export async function downloadGenerated<Id extends OperationId>(
  of: Id,
  input: CallInput<Id>,
): Promise<void> {
  const { name, content } = await download(of, input);
  saveFile(name, content);
}

/** Lets the browser save what a short-lived link leads to. */
export function openDownload(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
