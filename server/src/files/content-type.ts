import { contentTypesOf, type ContentType, type FileKind } from '#domain/files/file-rules.ts';
import { AppError } from '../platform/app-error.ts';
import { findPdfThreatInThread } from './pdf-threats-in-thread.ts';
import { partsOfPicture } from './picture-parts.ts';

/** Browsers inspect this many bytes to guess a type. */
const SNIFFED_BYTES = 1445;
/** Two bytes alone occur anywhere: a server's script has text after them. */
const MARKUP = /<(?:!doctype|html|head|body|script|svg|iframe|\?php|%[\t\n\r -~]{8})/i;
/** A stream with a filter, up to its end or that of the text. */
const PACKED_STREAM =
  /\/Filter(?:(?!endobj|stream)[^])*>>\s*stream\r?\n(?:(?!endstream)[^])*(?:endstream|$)/g;
const FIRST_BYTES: [RegExp, ContentType][] = [
  [/^%PDF-\d\./, 'application/pdf'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
];

/** Cuts white space and a byte order mark before a PDF off, as some programs write them; readers ignore them. */
export function withoutLead(bytes: Buffer): Buffer {
  const lead = /^(?:\xef\xbb\xbf|[\t\n\f\r ])+(?=%PDF-)/.exec(bytes.toString('latin1', 0, 1024));
  return bytes.subarray(lead?.[0].length ?? 0);
}

/**
 * Detects the type of a file from its content alone.
 * @throws AppError `file_content_mismatch` when it is none of the kind's types or could also be read as a web page;
 * `file_protected` for a PDF that does not open without a password; `file_with_script`, `file_with_launch_action`,
 * `file_with_program` and `file_infected` for a PDF with something that could run; `file_too_complex` for one that takes too
 * long to check.
 */
export async function readContentType(kind: FileKind, bytes: Buffer): Promise<ContentType> {
  const first = bytes.toString('latin1', 0, 8);
  const type = FIRST_BYTES.find(([pattern]) => pattern.test(first))?.[1];
  if (!type || !contentTypesOf(kind).includes(type) || MARKUP.test(sniffedText(type, bytes))) {
    throw new AppError('file_content_mismatch');
  }
  const threat = type === 'application/pdf' ? await findPdfThreatInThread(bytes) : null;
  if (threat) throw new AppError(threat);
  return type;
}

/** What is text of the first bytes: neither pixels nor packed streams. */
function sniffedText(type: ContentType, bytes: Buffer): string {
  const sniffed = bytes.subarray(0, SNIFFED_BYTES);
  if (type === 'application/pdf') return sniffed.toString('latin1').replace(PACKED_STREAM, '');
  return partsOfPicture(sniffed)
    .filter(({ kind }) => kind !== 'pixels')
    .map(({ start, end }) => sniffed.toString('latin1', start, end))
    .join('\n');
}
