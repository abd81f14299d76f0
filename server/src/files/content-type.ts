import { contentTypesOf, type ContentType, type FileKind } from '#domain/files/file-rules.ts';
import { AppError } from '../platform/app-error.ts';
import { findPdfThreatInThread } from './pdf-threats-in-thread.ts';

/** As far as browsers look when they guess a type. */
const SNIFFED_BYTES = 1445;
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php|%)/i;

/**
 * The type of a file by its content. `name` has passed `checkFile` of the domain.
 * @throws AppError `file_content_mismatch` when the content is not what the name's extension says, or could be read as
 * a web page as well; `file_protected` for an encrypted PDF; `file_with_script`, `file_with_launch_action`,
 * `file_with_program` and `file_infected` for a PDF that holds what could run; `file_too_complex` for one that takes too
 * long to look into.
 */
export async function readContentType(
  kind: FileKind,
  name: string,
  bytes: Buffer,
): Promise<ContentType> {
  // Loaded by the first upload: an idle server's memory does not pay for it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  const extension = name.trim().toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg');
  const type = contentTypesOf(kind).find((allowed) => allowed === found?.mime);
  if (!type || found?.ext !== extension) throw new AppError('file_content_mismatch');
  if (MARKUP.test(bytes.toString('latin1', 0, SNIFFED_BYTES))) {
    throw new AppError('file_content_mismatch');
  }
  if (type === 'application/pdf') {
    // The detector forgives what stands before the header, and so do readers: that is where a second type hides.
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
