/** White space of PDF as a character class: NUL is, a no-break space is not (ISO 32000-2, 7.2.3). */
export const PDF_SPACE = '\\0\\t\\n\\f\\r ';
const REGULAR = `[^${PDF_SPACE}()<>[\\]{}/%]`;
const TOKEN = new RegExp(`%[^\\r\\n]*|<<|>>|[[\\]()<]|/${REGULAR}*|${REGULAR}+`, 'g');

interface PdfToken {
  /** As written; a string includes its brackets. */
  text: string;
  start: number;
  /** Offset after the token. */
  end: number;
}

/** The tokens of PDF syntax from `start` on (ISO 32000-2, 7.2), without comments. */
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

/** Brackets in strings nest and are escaped with a backslash. */
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

/** A name with hexadecimal escapes decoded. */
export const nameOf = (token: string): string =>
  token.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

export const isString = (token: string): boolean => /^(?:\(|<(?!<))/.test(token);

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a literal or hexadecimal string. */
export function bytesOfString(token: string): Buffer {
  if (token.startsWith('<')) return hexadecimal(Buffer.from(token, 'latin1'));
  const text = token
    .slice(1, -1)
    .replace(/\\(?:([0-7]{1,3})|\r?\n|([^]))/g, (_, octal?: string, letter?: string) => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return letter === undefined ? '' : (escapes[letter] ?? letter);
    });
  return Buffer.from(text, 'latin1');
}

/** The text of a string: Latin-1, or UTF-16BE or UTF-8 with a byte order mark. */
export function stringOf(token: string): string {
  const bytes = bytesOfString(token);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return new TextDecoder('utf-16be').decode(bytes);
  }
  const isUtf8 = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return isUtf8 ? bytes.toString('utf8', 3) : bytes.toString('latin1');
}

/** By character code. */
const DIGITS: (number | undefined)[] = [];
for (const digit of '0123456789abcdefABCDEF')
  DIGITS[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** Other characters are ignored, as by PDF readers; half a byte counts as if followed by a zero. */
export function hexadecimal(text: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.ceil(text.length / 2));
  let digits = 0;
  for (const character of text) {
    const digit = DIGITS[character];
    if (digit === undefined) continue;
    bytes[digits >> 1]! += digits % 2 === 0 ? 16 * digit : digit;
    digits += 1;
  }
  return bytes.subarray(0, Math.ceil(digits / 2));
}
