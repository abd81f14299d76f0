import { undoFilters, type Unpacked } from './pdf-filters.ts';
import { isString, nameOf, PDF_SPACE, pdfTokens } from './pdf-tokens.ts';

/** What all streams of one file may grow to, and one of them: a document of 10 MB stays below, one that is made to fill the memory does not. */
const UNPACKED_MAX_BYTES = 100 * 2 ** 20;
const STREAM_MAX_BYTES = 32 * 2 ** 20;
/** Pictures are large, and nothing of them runs: they are looked at as far as this goes, and what is larger is not refused. */
const PICTURES_MAX_BYTES = 200 * 2 ** 20;
const PICTURE_MAX_BYTES = 4 * 2 ** 20;
/** Objects do not overlap: where more than so many times the file would be read, it is made to hold the server up. */
const READ_MAX_TIMES = 4;
/** Names, numbers, texts and what holds them, of all objects together. */
const VALUES_MAX = 3_000_000;
/** A reference is three words, so a value is known when so many were read. */
const REFERENCE_WORDS = 3;
/** An object that is nothing but a reference to another. */
const REFERENCES_MAX = 5;
/** Before `obj`: its number and its generation. Readers allow comments between them. */
const GAP = `(?:[${PDF_SPACE}]|%[^\\r\\n]*[\\r\\n])`;
const OBJECT_HEAD = new RegExp(`(?<!\\d)(\\d{1,10})${GAP}+\\d{1,10}${GAP}*$`);
const HEAD_MAX_LENGTH = 256;

/** The bytes are no PDF, or more than a document holds. */
export class UnreadablePdf extends Error {}

/** To an object, as its number names it; its generation is left out. */
export class PdfReference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** Keys and values in turn. A key may stand there twice, and readers do not agree which one counts. */
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

  /** Every value of these keys. */
  all(...keys: string[]): PdfValue[] {
    const found: PdfValue[] = [];
    for (const [key, value] of this.entries()) if (keys.includes(key)) found.push(value);
    return found;
  }

  has(key: string): boolean {
    return this.all(key).length > 0;
  }
}

/** A text is a name with its slash and without escapes, a string as it is written, or another word. */
type PdfValue = number | string | PdfReference | PdfDictionary | PdfValue[];

const isName = (value: PdfValue | undefined): value is string =>
  typeof value === 'string' && value.startsWith('/');

export interface PdfObject {
  number: number;
  value: PdfValue;
  /** Where the bytes of its stream begin; null where it has none. */
  stream: number | null;
}

/** How much may still be read; what asks for more is no document. */
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
 * The objects of a PDF: each that begins anywhere in the file, whether the table of references names it or not, and
 * those packed in streams. Any of them may be the one that a reader takes, older versions too.
 */
export class PdfFile {
  readonly objects: PdfObject[] = [];
  /** Those of the file itself: it may have one for each saved change. */
  readonly trailers: PdfValue[] = [];
  /** Of all objects and trailers, also within others. */
  readonly dictionaries: PdfDictionary[] = [];
  /** Without slash and escapes. */
  readonly names = new Set<string>();
  /** Those of more than 60 characters. */
  readonly longStrings: string[] = [];
  readonly #byNumber = new Map<number, PdfObject[]>();
  readonly #bytes: Buffer;
  readonly #reading: Allowance;
  readonly #values = new Allowance(VALUES_MAX);
  readonly #unpacked = new Allowance(UNPACKED_MAX_BYTES);
  #picturesLeft = PICTURES_MAX_BYTES;

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#reading = new Allowance(READ_MAX_TIMES * bytes.length);
  }

  /** @throws UnreadablePdf when they overlap too much or are too many. */
  static read(bytes: Buffer): PdfFile {
    const file = new PdfFile(bytes);
    const text = bytes.toString('latin1');
    for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
      const head = OBJECT_HEAD.exec(text.slice(Math.max(0, at - HEAD_MAX_LENGTH), at));
      if (!head) continue;
      const { values, stop, end } = file.#parse(text, at + 3);
      file.#reading.spend(end - at);
      const stream =
        stop === 'stream' ? end + /^\r?\n?/.exec(text.slice(end, end + 2))![0].length : null;
      file.#add({ number: Number(head[1]), value: values[0] ?? 'null', stream });
    }
    for (let at = text.indexOf('trailer'); at >= 0; at = text.indexOf('trailer', at + 7)) {
      const { values, end } = file.#parse(text, at + 'trailer'.length, 1);
      file.#reading.spend(end - at);
      file.trailers.push(values[0] ?? 'null');
    }
    return file;
  }

  /**
   * Reads the objects packed in streams: whatever has /N and /First, as readers do, whatever its type is said to be.
   * @throws UnreadablePdf where one cannot be read: anything may hide in it.
   */
  async readPackedObjects(): Promise<void> {
    for (const object of this.objects.filter(({ stream }) => stream !== null)) {
      if (!holdsObjects(object)) continue;
      const { content, isWhole } = await this.unpack(object);
      const first = this.entry(object, 'First');
      if (!isWhole || typeof first !== 'number') throw new UnreadablePdf();
      this.#addPacked(content.toString('latin1'), first);
    }
  }

  /** In front, the number and the place of each; a place may lie within another object. */
  #addPacked(text: string, first: number): void {
    const reading = new Allowance(READ_MAX_TIMES * text.length);
    const { values, starts } = this.#parse(text, first);
    const found = new Map(starts.map((start, index) => [start, values[index]!]));
    const head = text.slice(0, first).match(/\d+/g) ?? [];
    for (let at = 0; at + 1 < head.length; at += 2) {
      const start = first + Number(head[at + 1]);
      let value = found.get(start);
      if (value === undefined) {
        const own = this.#parse(text, start, REFERENCE_WORDS);
        reading.spend(own.end - start + 1);
        [value = 'null'] = own.values;
        found.set(start, value);
      }
      this.#add({ number: Number(head[at]), value, stream: null });
    }
  }

  #add(object: PdfObject): void {
    this.objects.push(object);
    const same = this.#byNumber.get(object.number);
    if (same) same.push(object);
    else this.#byNumber.set(object.number, [object]);
  }

  /** The objects that a value refers to, directly or through others: all versions. */
  objectsOf(value: PdfValue, deep = 0): PdfObject[] {
    if (!(value instanceof PdfReference) || deep > REFERENCES_MAX) return [];
    const found = this.#byNumber.get(value.number) ?? [];
    this.#values.spend(found.length);
    return found.flatMap((object) =>
      object.value instanceof PdfReference ? this.objectsOf(object.value, deep + 1) : [object],
    );
  }

  /** A value itself or what it refers to, in all versions. */
  resolve(value: PdfValue): PdfValue[] {
    if (!(value instanceof PdfReference)) return [value];
    return this.objectsOf(value).map((object) => object.value);
  }

  /** The strings behind these keys of a dictionary. */
  strings(dictionary: PdfDictionary, ...keys: string[]): string[] {
    return dictionary
      .all(...keys)
      .flatMap((value) => this.resolve(value))
      .filter((value): value is string => typeof value === 'string' && isString(value));
  }

  /** What an object's own dictionary says; of a reference, its newest version. */
  entry(object: PdfObject, ...keys: string[]): PdfValue | undefined {
    if (!(object.value instanceof PdfDictionary)) return undefined;
    const value = object.value.all(...keys).at(-1);
    return value === undefined ? undefined : (this.resolve(value).at(-1) ?? 'missing');
  }

  /** @throws UnreadablePdf when the streams together are more than a document holds. */
  async unpack(object: PdfObject): Promise<Unpacked> {
    const nothing = { content: Buffer.alloc(0), isWhole: false, read: 0, between: 0 };
    // The bytes of a stream with /F lie in another file.
    if (object.stream === null || this.entry(object, 'F') !== undefined) return nothing;
    const filters = this.#filtersOf(object);
    const isPicture = this.entry(object, 'Subtype') === '/Image';
    if (isPicture && this.#picturesLeft <= 0) return nothing;
    const maxBytes = isPicture ? PICTURE_MAX_BYTES : STREAM_MAX_BYTES;
    const unpacked = await undoFilters(this.#packedBytes(object, filters), filters, maxBytes);
    this.#reading.spend(unpacked.read);
    // What one filter hands to the next was unpacked too.
    const size = unpacked.between + unpacked.content.length;
    if (isPicture) this.#picturesLeft -= size;
    else this.#unpacked.spend(size);
    return { ...unpacked, isWhole: unpacked.isWhole && !this.#hasPredictor(object) };
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

  /** Numbers of a table that are written as differences; 1 means that they are not. */
  #hasPredictor(object: PdfObject): boolean {
    const parameters = this.entry(object, 'DecodeParms', 'DP') ?? [];
    return (Array.isArray(parameters) ? parameters : [parameters])
      .flatMap((one) => this.resolve(one))
      .filter((one) => one instanceof PdfDictionary)
      .flatMap((one) => one.all('Predictor'))
      .flatMap((one) => this.resolve(one))
      .some((one) => one !== 1);
  }

  /** To the `endstream` at or behind the length that is claimed: nothing of it is missed. */
  #packedBytes(object: PdfObject, filters: readonly string[]): Buffer {
    const start = object.stream!;
    if (filters[0] === '/FlateDecode' || filters[0] === '/Fl') return this.#bytes.subarray(start);
    const length = this.entry(object, 'Length');
    const from = typeof length === 'number' && length > 0 ? start + length : start;
    const end = this.#bytes.indexOf('endstream', Math.min(from, this.#bytes.length));
    return this.#bytes.subarray(start, end < 0 ? this.#bytes.length : end);
  }

  /** The values from `start` on, at most so many, to the `endobj` or `stream` that stands in none of them. */
  #parse(text: string, start: number, most = Number.POSITIVE_INFINITY): Parsed {
    const values: PdfValue[] = [];
    const starts: number[] = [];
    const open: PdfValue[][] = [];
    const opened: string[] = [];
    let items = values;
    const close = () => {
      const closed = items;
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
        items.push(this.#scalar(word));
      }
    }
    while (open.length > 0) close();
    return { values, starts, stop, end };
  }

  #scalar(word: string): PdfValue {
    if (word.startsWith('/')) {
      const name = nameOf(word);
      this.names.add(name);
      return `/${name}`;
    }
    if (word.length > 60 && isString(word)) this.longStrings.push(word);
    return /^[+-]?\d+(?:\.\d*)?$/.test(word) ? Number(word) : word;
  }
}

interface Parsed {
  values: PdfValue[];
  /** Of each value. */
  starts: number[];
  /** The word at which they end. */
  stop: string | null;
  end: number;
}

const holdsObjects = ({ value }: PdfObject): boolean =>
  value instanceof PdfDictionary && value.has('N') && value.has('First');
