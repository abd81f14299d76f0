/** White space of PDF: NUL is, a no-break space is not (ISO 32000-2, 7.2.3). For a class of characters. */
export const PDF_SPACE = '\\0\\t\\n\\f\\r ';
const REGULAR = `[^${PDF_SPACE}()<>[\\]{}/%]`;
const TOKEN = new RegExp(`%[^\\r\\n]*|<<|>>|[[\\]()<]|/${REGULAR}*|${REGULAR}+`, 'g');

interface PdfToken {
  /** As it is written; of a string its whole text with the brackets. */
  text: string;
  start: number;
  /** Of what follows it. */
  end: number;
}

/** The tokens of PDF syntax from `start` on (ISO 32000-2, 7.2), comments left out. */
export function* pdfTokens(text: string, start = 0): Generator<PdfToken> {
  const tokens = new RegExp(TOKEN);
  tokens.lastIndex = start;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const [word] = token;
    if (word.startsWith('%')) continue;
    if (word === '(') tokens.lastIndex = endOfString(text, token.index);
    if (word === '<') tokens.lastIndex = text.indexOf('>', token.index) + 1 || text.length;
    const end = tokens.lastIndex;
    yield { text: text.slice(token.index, end), start: token.index, end };
  }
}

/** Strings nest their brackets and escape with a backslash. */
function endOfString(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** A name without its slash; it may be written with hexadecimal escapes. */
export const nameOf = (token: string): string =>
  token
    .slice(1)
    .replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );

export const isString = (token: string): boolean => /^(?:\(|<(?!<))/.test(token);

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a literal or hexadecimal string. */
export function bytesOfString(token: string): Buffer {
  if (token.startsWith('<')) return hexadecimal(token);
  const text = token
    .slice(1, -1)
    .replace(/\\(?:([0-7]{1,3})|\r?\n|([^]))/g, (_, octal?: string, letter?: string) => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return letter === undefined ? '' : (escapes[letter] ?? letter);
    });
  return Buffer.from(text, 'latin1');
}

/** The text of a string: Latin-1 or, where it says so, UTF-16BE or UTF-8. */
export function stringOf(token: string): string {
  const bytes = bytesOfString(token);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return new TextDecoder('utf-16be').decode(bytes);
  }
  const isUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isUtf8 ? bytes.toString('utf8', 3) : bytes.toString('latin1');
}

/** What is no digit is left out, as readers do; half a byte counts as if a zero followed. */
export function hexadecimal(text: string): Buffer {
  const digits = text.replace(/[^\dA-Fa-f]/g, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex');
}
