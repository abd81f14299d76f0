import { undoFilters, type DecodedStream } from './pdf-filters.ts';
import { bytesOfString, isString, nameOf, PDF_SPACE, pdfTokens } from './pdf-tokens.ts';

/**
 * Most unpacked bytes of all streams of a file. Real documents of 10 MB stay below; files made to fill memory do not.
 */
const UNPACKED_MAX_BYTES = 100 * 2 ** 20;
const STREAM_MAX_BYTES = 32 * 2 ** 20;
/** Most unpacked bytes of a stream that is read as a text: each character takes memory more than once. */
const TEXT_MAX_BYTES = 8 * 2 ** 20;
/** Most unpacked bytes of pictures, which cannot run: beyond this they are not read, and the file is not refused. */
const PICTURES_MAX_BYTES = 200 * 2 ** 20;
const PICTURE_MAX_BYTES = 4 * 2 ** 20;
/** Most bytes of an encrypted stream: decrypting takes ten times their memory. Real ones are pictures, whose beginning is enough. */
const ENCRYPTED_MAX_BYTES = 4 * 2 ** 20;
const ENCRYPTED_PICTURE_BYTES = 64 * 1024;
/** Objects do not overlap, so a file that is read more often than this is made to block the server. */
const READ_MAX_TIMES = 4;
/** Most names, numbers, strings and collections of all objects: some 75 MB of memory. */
const VALUES_MAX = 1_000_000;
/** A reference consists of three words, so a value is complete after that many. */
const REFERENCE_WORDS = 3;
/** Most references that only refer to another. */
const REFERENCES_MAX = 5;
/** Names of what may run, and of a cipher of a stream's own. All names of a file would take as much memory as its values. */
const NOTED_NAMES = new Set(['/JavaScript', '/JS', '/Rendition', '/Launch', '/Crypt']);
/** Between the numbers before `obj`; PDF readers allow comments there. */
const GAP = `(?:[${PDF_SPACE}]|%[^\\r\\n]*[\\r\\n])`;
const OBJECT_HEAD = new RegExp(`(?<!\\d)(\\d{1,10})${GAP}+(\\d{1,10})${GAP}*$`);
const HEAD_MAX_LENGTH = 256;

/** The bytes are not a PDF, or have more than a real document has. */
export class UnreadablePdf extends Error {}

/** A reference by object number; the generation is ignored. */
export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** Keys and values alternate. A key may occur twice, and PDF readers disagree which one is used. */
export class PdfDictionary {
  readonly items: readonly PdfValue[];
  constructor(items: readonly PdfValue[]) {
    this.items = items;
  }

  /** Each key without its slash, and its value. */
  *entries(): Generator<[string, PdfValue]> {
    for (let at = 0; at < this.items.length; at += 1) {
      const key = this.items[at];
      if (!isName(key)) continue;
      at += 1;
      yield [key.slice(1), this.items[at] ?? 'null'];
    }
  }

  /** All values of these keys. */
  all(...keys: string[]): PdfValue[] {
    const found: PdfValue[] = [];
    for (const [key, value] of this.entries()) if (keys.includes(key)) found.push(value);
    return found;
  }

  has(key: string): boolean {
    return this.all(key).length > 0;
  }
}

/** A string value is a name with its slash and without escapes, a string as written, or another word. */
export type PdfValue = number | string | PdfReference | PdfDictionary | PdfValue[];

const isName = (value: PdfValue | undefined): value is string =>
  typeof value === 'string' && value.startsWith('/');

/** Decrypts a string or stream. */
type Decrypt = (bytes: Buffer) => Buffer;

/** What decrypts an object, by its number and generation. */
export type PdfCipher = (number: number, generation: number) => Decrypt;

export interface PdfObject {
  number: number;
  value: PdfValue;
  /** Offset of its stream; null without one. */
  stream: number | null;
  /** For its stream; undefined: the file is not encrypted. */
  decrypt?: Decrypt | undefined;
}

/** A budget for reading; a file that exceeds it is no real document. */
class Allowance {
  #left: number;
  constructor(limit: number) {
    this.#left = limit;
  }

  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new UnreadablePdf();
  }
}

/**
 * The objects of a PDF: each one found anywhere in the file, whether the cross-reference table has it or not, and those
 * packed in streams. PDF readers may use any of them, also older versions.
 */
export class PdfFile {
  readonly objects: PdfObject[] = [];
  /** Trailers of the file; each saved change adds one. */
  readonly trailers: PdfValue[] = [];
  /** All dictionaries of objects and trailers, also nested ones. */
  readonly dictionaries: PdfDictionary[] = [];
  /** Those of NOTED_NAMES that occur, also with escapes. */
  readonly names = new Set<string>();
  /** Strings of more than 60 characters. */
  readonly longStrings: string[] = [];
  readonly #byNumber = new Map<number, PdfObject[]>();
  readonly #bytes: Buffer;
  readonly #reading: Allowance;
  readonly #values: Allowance;
  readonly #unpacked: Allowance;
  #picturesLeft = PICTURES_MAX_BYTES;
  /** How many files it is inside. */
  readonly depth: number;

  private constructor(bytes: Buffer, outer: PdfFile | null) {
    this.#bytes = bytes;
    this.depth = outer ? outer.depth + 1 : 0;
    this.#values = outer ? outer.#values : new Allowance(VALUES_MAX);
    this.#unpacked = outer ? outer.#unpacked : new Allowance(UNPACKED_MAX_BYTES);
    this.#reading = new Allowance(READ_MAX_TIMES * bytes.length);
  }

  /**
   * @param outer the file that `bytes` are attached to: both together have no more than one may have.
   * @param cipher decrypts an encrypted file.
   * @throws UnreadablePdf when objects overlap too much or are too many.
   */
  static read(bytes: Buffer, outer: PdfFile | null, cipher?: PdfCipher): PdfFile {
    const file = new PdfFile(bytes, outer);
    const text = bytes.toString('latin1');
    for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
      const head = OBJECT_HEAD.exec(text.slice(Math.max(0, at - HEAD_MAX_LENGTH), at));
      if (!head) continue;
      const decrypt = cipher?.(Number(head[1]), Number(head[2]));
      const { values, stop, end } = file.#parse(text, at + 3, undefined, decrypt);
      file.#reading.spend(end - at);
      const stream =
        stop === 'stream' ? end + /^\r?\n?/.exec(text.slice(end, end + 2))![0].length : null;
      file.#add({ number: Number(head[1]), value: values[0] ?? 'null', stream, decrypt });
    }
    for (let at = text.indexOf('trailer'); at >= 0; at = text.indexOf('trailer', at + 7)) {
      const { values, end } = file.#parse(text, at + 'trailer'.length, 1);
      file.#reading.spend(end - at);
      file.trailers.push(values[0] ?? 'null');
    }
    return file;
  }

  /**
   * Reads the objects packed in streams: every stream with /N and /First, as PDF readers do, whatever its type.
   * @throws UnreadablePdf when one cannot be read, because anything may be in it.
   */
  async readPackedObjects(): Promise<void> {
    for (const object of this.objects.filter(({ stream }) => stream !== null)) {
      if (!holdsObjects(object)) continue;
      const text = await this.unpackText(object);
      const first = this.entry(object, 'First');
      if (text === null || typeof first !== 'number') throw new UnreadablePdf();
      this.#addPacked(text, first);
    }
  }

  /** The stream begins with the number and offset of each object; an offset may lie inside another object. */
  #addPacked(text: string, first: number): void {
    const reading = new Allowance(READ_MAX_TIMES * text.length);
    const { values, starts } = this.#parse(text, first);
    const found = new Map<number, PdfValue>();
    let number: string | null = null;
    for (const [word] of text.slice(0, first).matchAll(/\d+/g)) {
      this.#values.spend(1);
      if (number === null) {
        number = word;
        continue;
      }
      const start = first + Number(word);
      let value = values[placeOf(start, starts)] ?? found.get(start);
      if (value === undefined) {
        const own = this.#parse(text, start, REFERENCE_WORDS);
        reading.spend(own.end - start + 1);
        [value = 'null'] = own.values;
        found.set(start, value);
      }
      this.#add({ number: Number(number), value, stream: null });
      number = null;
    }
  }

  #add(object: PdfObject): void {
    this.objects.push(object);
    const same = this.#byNumber.get(object.number);
    if (same) same.push(object);
    else this.#byNumber.set(object.number, [object]);
  }

  /** The objects that a value refers to, directly or by further references, in all versions. */
  objectsOf(value: PdfValue, deep = 0): PdfObject[] {
    if (!(value instanceof PdfReference) || deep > REFERENCES_MAX) return [];
    const found = this.#byNumber.get(value.number) ?? [];
    this.#values.spend(found.length);
    return found.flatMap((object) =>
      object.value instanceof PdfReference ? this.objectsOf(object.value, deep + 1) : [object],
    );
  }

  /** A value itself or the values it refers to, in all versions. */
  resolve(value: PdfValue): PdfValue[] {
    if (!(value instanceof PdfReference)) return [value];
    return this.objectsOf(value).map((object) => object.value);
  }

  /** The strings of these keys of a dictionary. */
  strings(dictionary: PdfDictionary, ...keys: string[]): string[] {
    return dictionary
      .all(...keys)
      .flatMap((value) => this.resolve(value))
      .filter((value): value is string => typeof value === 'string' && isString(value));
  }

  /** An entry of an object's dictionary; references resolve to the newest version. */
  entry(object: PdfObject, ...keys: string[]): PdfValue | undefined {
    if (!(object.value instanceof PdfDictionary)) return undefined;
    const value = object.value.all(...keys).at(-1);
    return value === undefined ? undefined : (this.resolve(value).at(-1) ?? 'missing');
  }

  /** @throws UnreadablePdf when all streams together exceed the limit. */
  async unpack(object: PdfObject, most = STREAM_MAX_BYTES): Promise<DecodedStream> {
    const nothing = { content: Buffer.alloc(0), isWhole: false, read: 0, between: 0 };
    // The bytes of a stream with /F are in another file.
    if (object.stream === null || this.entry(object, 'F') !== undefined) return nothing;
    const filters = this.#filtersOf(object);
    const isPicture = this.entry(object, 'Subtype') === '/Image';
    if (isPicture && this.#picturesLeft <= 0) return nothing;
    const maxBytes = isPicture ? Math.min(PICTURE_MAX_BYTES, most) : most;
    const packed = this.#packedBytes(object, filters);
    const unpacked = await undoFilters(
      this.#decrypted(object, packed, isPicture),
      filters,
      maxBytes,
    );
    this.#reading.spend(unpacked.read);
    // The output of each filter counts as unpacked.
    const size = unpacked.between + unpacked.content.length;
    if (isPicture) this.#picturesLeft -= size;
    else this.#unpacked.spend(size);
    const isPart = this.#hasPredictor(object) || (isPicture && object.decrypt !== undefined);
    return { ...unpacked, isWhole: unpacked.isWhole && !isPart };
  }

  /** A stream as Latin-1; null: a part of it cannot be read, or it is too long. */
  async unpackText(object: PdfObject): Promise<string | null> {
    const { content, isWhole } = await this.unpack(object, TEXT_MAX_BYTES);
    return isWhole ? content.toString('latin1') : null;
  }

  #filtersOf(object: PdfObject): string[] {
    const filter = this.entry(object, 'Filter');
    if (filter === undefined || filter === 'null') return [];
    const filters = Array.isArray(filter) ? filter : [filter];
    return filters.map((one) => {
      const name = this.resolve(one).at(-1);
      return isName(name) ? name : 'missing';
    });
  }

  /** Whether table rows are stored as differences; predictor 1 means that they are not. */
  #hasPredictor(object: PdfObject): boolean {
    const parameters = this.entry(object, 'DecodeParms', 'DP') ?? [];
    return (Array.isArray(parameters) ? parameters : [parameters])
      .flatMap((one) => this.resolve(one))
      .filter((one) => one instanceof PdfDictionary)
      .flatMap((one) => one.all('Predictor'))
      .flatMap((one) => this.resolve(one))
      .some((one) => one !== 1);
  }

  /** Up to the `endstream` at or after the claimed length, so that nothing is missed. */
  #packedBytes(object: PdfObject, filters: readonly string[]): Buffer {
    const start = object.stream!;
    const isFlate = filters[0] === '/FlateDecode' || filters[0] === '/Fl';
    if (isFlate && !object.decrypt) return this.#bytes.subarray(start);
    const length = this.entry(object, 'Length');
    const from = typeof length === 'number' && length > 0 ? start + length : start;
    const found = this.#bytes.indexOf('endstream', Math.min(from, this.#bytes.length));
    const end = found < 0 ? this.#bytes.length : found;
    // A line's end before `endstream` belongs to no cipher's block.
    return this.#bytes.subarray(start, object.decrypt && end - from <= 2 ? from : end);
  }

  #decrypted({ decrypt }: PdfObject, packed: Buffer, isPicture: boolean): Buffer {
    if (!decrypt) return packed;
    const part = isPicture ? packed.subarray(0, ENCRYPTED_PICTURE_BYTES) : packed;
    if (part.length > ENCRYPTED_MAX_BYTES) throw new UnreadablePdf();
    this.#reading.spend(part.length);
    return decrypt(part);
  }

  /** Reads values from `start` on, at most `most`, up to the next `endobj` or `stream` outside a value. */
  #parse(text: string, start: number, most = Number.POSITIVE_INFINITY, decrypt?: Decrypt): Parsed {
    const values: PdfValue[] = [];
    const starts: number[] = [];
    const open: PdfValue[][] = [];
    const opened: string[] = [];
    let items = values;
    const close = () => {
      // A copy has no room for further items.
      const closed = items.slice();
      items = open.pop()!;
      if (opened.pop() === '[') {
        items.push(closed);
      } else {
        const dictionary = new PdfDictionary(closed);
        this.dictionaries.push(dictionary);
        items.push(dictionary);
      }
    };
    let stop: string | null = null;
    let end = text.length;
    for (const token of pdfTokens(text, start)) {
      this.#values.spend(1);
      const word = token.text;
      if (items === values) {
        if (values.length >= most || word === 'endobj' || word === 'stream') {
          ({ end } = token);
          stop = word;
          break;
        }
        starts.push(token.start);
      }
      if (word === '<<' || word === '[') {
        open.push(items);
        opened.push(word);
        items = [];
      } else if (word === '>>' || word === ']') {
        if (opened.at(-1) === (word === ']' ? '[' : '<<')) close();
        else if (items === values) starts.pop();
      } else if (word === 'R' && typeof items.at(-2) === 'number') {
        items.pop();
        const number = Number(items.pop());
        if (items === values) starts.length -= 2;
        items.push(new PdfReference(number));
      } else {
        items.push(this.#scalar(decrypt && isString(word) ? decrypted(word, decrypt) : word));
      }
    }
    while (open.length > 0) close();
    return { values, starts, stop, end };
  }

  #scalar(word: string): PdfValue {
    if (word.startsWith('/')) {
      const name = nameOf(word);
      if (NOTED_NAMES.has(name)) this.names.add(name);
      return name;
    }
    if (word.length > 60 && isString(word)) this.longStrings.push(word);
    return /^[+-]?\d+(?:\.\d*)?$/.test(word) ? Number(word) : word;
  }
}

const decrypted = (string: string, decrypt: Decrypt) =>
  `<${decrypt(bytesOfString(string)).toString('hex')}>`;

interface Parsed {
  values: PdfValue[];
  /** Offset of each value. */
  starts: number[];
  /** The word that ended the values. */
  stop: string | null;
  end: number;
}

/** The index of `start` in `starts`, which are in ascending order; -1: it is none of them. */
function placeOf(start: number, starts: readonly number[]): number {
  let [from, to] = [0, starts.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (starts[middle]! < start) from = middle + 1;
    else to = middle;
  }
  return starts[from] === start ? from : -1;
}

const holdsObjects = ({ value }: PdfObject): boolean =>
  value instanceof PdfDictionary && value.has('N') && value.has('First');
