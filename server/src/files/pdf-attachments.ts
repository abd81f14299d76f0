/** The first bytes of a program: Windows, Linux, macOS, Java, archives that may hold one, scripts. */
const PROGRAM =
  // oxlint-disable-next-line no-control-regex
  /^\s*(?:MZ|\x7fELF|\xca\xfe\xba\xbe|[\xcf\xce]\xfa\xed\xfe|PK\x03\x04|\xd0\xcf\x11\xe0|#!|Rar!|7z\xbc\xaf)/;
/** What browsers run, when it is opened as a page. */
const PAGE = /<(?:[\w.-]+:)?(?:script|html|svg|iframe)\b/i;
/** Such as no text has. */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\0-\x08\x0e-\x19\x1b-\x1f]/;

type Kind = 'xml' | 'text' | 'pdf' | 'picture';

/** Files that may lie in a PDF, as the Saudi e-invoice lies in a PDF/A-3: data that no program runs. */
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

/**
 * What a file attached to a PDF is, when each of its names says so and its content looks like it; anything else may be
 * a program.
 */
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
  // A system may end the name at a zero, and a mark of direction turns it round.
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

/** Letters beyond ASCII do not matter here. */
function textOf(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return content.toString('utf16le', 2);
  if (content[0] === 0xfe && content[1] === 0xff) {
    return new TextDecoder('utf-16be').decode(content);
  }
  const text = content.toString('latin1');
  return text.startsWith('\xef\xbb\xbf') ? text.slice(3) : text;
}
