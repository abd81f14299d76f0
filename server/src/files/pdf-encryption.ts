/** A trailer is a handful of entries: what is longer is no trailer. */
const DICTIONARY_MAX_LENGTH = 64 * 1024;
/** Each saved change adds a section; more than this is no document but a trap. */
const SECTIONS_MAX = 200;

/**
 * Whether a PDF is encrypted, as its own trailers say: the newest and those it continues (ISO 32000-2, 7.5.5 and 7.6.1).
 * Where the chain of trailers is broken, any mention of an encryption dictionary counts.
 */
export function pdfIsEncrypted(bytes: Buffer): boolean {
  const trailers = readTrailers(bytes);
  if (!trailers) return /\/Encrypt\s*(<<|\d+\s+\d+\s+R)/.test(bytes.toString('latin1'));
  return trailers.some((trailer) => (trailer.get('Encrypt') ?? 'null') !== 'null');
}

type Dictionary = Map<string, string>;

/** From the newest to the first; null where one of them is not where it should be. */
function readTrailers(bytes: Buffer): Dictionary[] | null {
  const trailers: Dictionary[] = [];
  const seen = new Set<string>();
  let offset = newestSection(bytes);
  while (offset !== undefined && !seen.has(offset)) {
    const trailer = seen.size < SECTIONS_MAX ? trailerAt(bytes, offset) : null;
    if (!trailer) return null;
    seen.add(offset);
    trailers.push(trailer);
    offset = trailer.get('Prev');
  }
  return trailers.length > 0 ? trailers : null;
}

/** The offset that stands after the last `startxref`. */
function newestSection(bytes: Buffer): string | undefined {
  const at = bytes.lastIndexOf('startxref');
  return at < 0 ? undefined : /^startxref\s+(\d+)/.exec(bytes.toString('latin1', at, at + 64))?.[1];
}

/** The trailer of the section at `offset`: after a table of references, or as the head of a stream of them. */
function trailerAt(bytes: Buffer, at: string): Dictionary | null {
  const offset = Number(at);
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= bytes.length) return null;
  const head = bytes.toString('latin1', offset, offset + 64);
  const object = /^\s*\d+\s+\d+\s+obj/.exec(head);
  if (object) return dictionaryAt(bytes, offset + object[0].length);
  const trailer = /^\s*xref\b/.test(head) ? bytes.indexOf('trailer', offset) : -1;
  return trailer < 0 ? null : dictionaryAt(bytes, trailer + 'trailer'.length);
}

const TOKEN = /%[^\r\n]*|<<|>>|[[\]()]|<[\dA-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g;

/** The entries of the dictionary at `start`, values as they are written; null: there is none, or it has no end. */
function dictionaryAt(bytes: Buffer, start: number): Dictionary | null {
  const text = bytes.toString('latin1', start, start + DICTIONARY_MAX_LENGTH);
  if (!/^\s*<</.test(text)) return null;
  const entries: Dictionary = new Map();
  const tokens = new RegExp(TOKEN);
  let key = '';
  let value = '';
  let depth = 0;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const word = token[0];
    if (word.startsWith('%')) continue;
    if (word === '(') tokens.lastIndex = endOfString(text, token.index);
    if (word === '>>' || word === ']') depth -= 1;
    const isNewKey = depth === 1 && word.startsWith('/') && (key === '' || value !== '');
    if ((isNewKey || depth === 0) && key !== '') entries.set(key, value);
    if (depth === 0 && word === '>>') return entries;
    if (isNewKey) [key, value] = [nameOf(word), ''];
    else if (key !== '') value += value === '' ? word : ` ${word}`;
    if (word === '<<' || word === '[') depth += 1;
  }
  return null;
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

/** A name may be written with hexadecimal escapes. */
const nameOf = (word: string) =>
  word
    .slice(1)
    .replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
