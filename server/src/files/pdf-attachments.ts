/** First bytes of programs: Windows, Linux, macOS, Java, archives that may contain one, scripts. */
const PROGRAM =
  // oxlint-disable-next-line no-control-regex
  /^\s*(?:MZ|\x7fELF|\xca\xfe\xba\xbe|[\xcf\xce]\xfa\xed\xfe|PK\x03\x04|\xd0\xcf\x11\xe0|#!|Rar!|7z\xbc\xaf)/;
/** Elements that make a browser run a file as a page. */
const PAGE = /<(?:[\w.-]+:)?(?:script|html|svg|iframe)\b/i;
/** Characters that no text file has. */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\0-\x08\x0e-\x19\x1b-\x1f]/;

type Kind = 'xml' | 'text' | 'pdf' | 'picture';

/** Kinds of files allowed inside a PDF, as the Saudi e-invoice in PDF/A-3: data that no program runs. */
const KINDS: Record<string, Kind> = {
  xml: 'xml',
  txt: 'text',
  csv: 'text',
  json: 'text',
  pdf: 'pdf',
  png: 'picture',
  jpg: 'picture',
  jpeg: 'picture',
};

/** The kind of an attached file, if each of its names and its content agree; else it may be a program. */
export function readAttachment(names: readonly string[], content: Buffer): Kind | 'program' {
  const kind = kindOf(content);
  if (kind === null) return 'program';
  const isNamed = names.every((name) => {
    const named = kindByName(name);
    return named === kind || (named === 'text' && kind === 'xml');
  });
  return isNamed ? kind : 'program';
}

function kindByName(name: string): Kind | undefined {
  // Systems may cut a name at a zero, and direction marks can reverse it.
  if (/[\p{Cc}\p{Cf}]/u.test(name)) return undefined;
  const extension = /\.([a-z]+)$/i.exec(name.trim())?.[1];
  return extension === undefined ? undefined : KINDS[extension.toLowerCase()];
}

function kindOf(content: Buffer): Kind | null {
  const start = content.toString('latin1', 0, 8);
  if (start.startsWith('%PDF-')) return 'pdf';
  if (start.startsWith('\x89PNG\r\n\x1a\n') || start.startsWith('\xff\xd8\xff')) return 'picture';
  const text = textOf(content);
  if (PROGRAM.test(text) || BINARY.test(text) || PAGE.test(text)) return null;
  return /^\s*</.test(text) ? 'xml' : 'text';
}

/** Latin-1, because letters beyond ASCII do not matter here. */
function textOf(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return content.toString('utf16le', 2);
  if (content[0] === 0xfe && content[1] === 0xff) {
    return new TextDecoder('utf-16be').decode(content);
  }
  const text = content.toString('latin1');
  return text.startsWith('\xef\xbb\xbf') ? text.slice(3) : text;
}
