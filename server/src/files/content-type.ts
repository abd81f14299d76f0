import { contentTypesOf, type ContentType, type FileKind } from '#domain/files/file-rules.ts';
import { AppError } from '../platform/app-error.ts';
import { findPdfThreatInThread } from './pdf-threats-in-thread.ts';

/** Browsers inspect this many bytes to guess a type. */
const SNIFFED_BYTES = 1445;
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php|%)/i;

/**
 * Detects the type of a file from its content. `name` has passed `checkFile` of the domain.
 * @throws AppError `file_content_mismatch` when the content differs from the name's extension or could also be read as
 * a web page; `file_protected` for an encrypted PDF; `file_with_script`, `file_with_launch_action`, `file_with_program`
 * and `file_infected` for a PDF with something that could run; `file_too_complex` for one that takes too long to check.
 */
export async function readContentType(
  kind: FileKind,
  name: string,
  bytes: Buffer,
): Promise<ContentType> {
  // Imported on use, so that it takes no memory on an idle server.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  const extension = name.trim().toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg');
  const type = contentTypesOf(kind).find((allowed) => allowed === found?.mime);
  if (!type || found?.ext !== extension) throw new AppError('file_content_mismatch');
  if (MARKUP.test(bytes.toString('latin1', 0, SNIFFED_BYTES))) {
    throw new AppError('file_content_mismatch');
  }
  if (type === 'application/pdf') {
    // Readers and the detector ignore bytes before the header, where a second type could hide.
    if (
      !bytes
        .subarray(0, 8)
        .toString('latin1')
        .match(/^%PDF-\d\./)
    ) {
      throw new AppError('file_content_mismatch');
    }
    const threat = await findPdfThreatInThread(bytes);
    if (threat) throw new AppError(threat);
  }
  return type;
}
