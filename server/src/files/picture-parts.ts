import { crc32 } from 'node:zlib';

/**
 * A part of a JPEG or PNG: its packed pixels, what else is needed to show it, or anything else: notes of cameras and programs,
 * and bytes that belong to no part.
 */
interface PicturePart {
  kind: 'pixels' | 'table' | 'note';
  start: number;
  end: number;
}

const PNG_SIGNATURE_BYTES = 8;
/** Length and type before, checksum after. */
const CHUNK_FRAME_BYTES = 12;
const PIXEL_CHUNKS = new Set(['IDAT', 'fdAT']);
const TABLE_CHUNKS = new Set(
  'IHDR PLTE IEND tRNS gAMA cHRM sRGB sBIT bKGD pHYs hIST cICP mDCV cLLI acTL fcTL'.split(' '),
);
const MARKER = 0xff;
const [START_OF_PICTURE, END_OF_PICTURE, START_OF_SCAN] = [0xd8, 0xd9, 0xda];
const [APP0, APP1, APP14] = [0xe0, 0xe1, 0xee];
const EXIF = Buffer.from('Exif\0\0');

/** All bytes of a JPEG or PNG, in their order (PNG 3rd edition, 5; ITU T.81, annex B). */
export function partsOfPicture(bytes: Buffer): PicturePart[] {
  return isPng(bytes) ? partsOfPng(bytes) : partsOfJpeg(bytes);
}

/**
 * The picture without place, device, previews, or any other note; only how it is turned is kept. Pixels are not packed again.
 */
export function withoutNotes(bytes: Buffer): Buffer {
  const contents = (isNote: boolean) =>
    partsOfPicture(bytes)
      .filter(({ kind }) => (kind === 'note') === isNote)
      .map(({ start, end }) => bytes.subarray(start, end));
  const kept = contents(false);
  const turn = turnOf(contents(true));
  // After the signature and the header of a PNG, or the first marker of a JPEG.
  if (turn && isPng(bytes)) kept.splice(2, 0, turnChunk(turn));
  else if (turn) kept.splice(1, 0, turnSegment(turn));
  return Buffer.concat(kept);
}

const isPng = (bytes: Buffer) => bytes[0] === 0x89;

function partsOfPng(bytes: Buffer): PicturePart[] {
  const parts: PicturePart[] = [{ kind: 'table', start: 0, end: PNG_SIGNATURE_BYTES }];
  let start = PNG_SIGNATURE_BYTES;
  let type = '';
  while (type !== 'IEND' && start + CHUNK_FRAME_BYTES <= bytes.length) {
    type = bytes.toString('latin1', start + 4, start + 8);
    const end = Math.min(start + CHUNK_FRAME_BYTES + bytes.readUInt32BE(start), bytes.length);
    const other = TABLE_CHUNKS.has(type) ? 'table' : 'note';
    parts.push({ kind: PIXEL_CHUNKS.has(type) ? 'pixels' : other, start, end });
    start = end;
  }
  return [...parts, { kind: 'note', start, end: bytes.length }];
}

function partsOfJpeg(bytes: Buffer): PicturePart[] {
  const parts: PicturePart[] = [{ kind: 'table', start: 0, end: 2 }];
  let start = 2;
  let marker = 0;
  const add = (kind: PicturePart['kind'], end: number) => {
    parts.push({ kind, start, end });
    start = end;
  };
  while (marker !== END_OF_PICTURE && start + 2 <= bytes.length) {
    marker = bytes[start + 1]!;
    if (
      bytes[start] !== MARKER ||
      marker === MARKER ||
      marker <= 1 ||
      marker === START_OF_PICTURE
    ) {
      const next = bytes.indexOf(MARKER, start + 1);
      add('note', next < 0 ? bytes.length : next);
    } else if (marker === END_OF_PICTURE || (marker >= 0xd0 && marker <= 0xd7)) {
      add('table', start + 2);
    } else {
      const length = start + 4 <= bytes.length ? bytes.readUInt16BE(start + 2) : 0;
      const end = Math.min(start + 2 + length, bytes.length);
      add(isTable(bytes.subarray(start, end)) ? 'table' : 'note', end);
      if (marker === START_OF_SCAN) add('pixels', endOfScan(bytes, start));
    }
  }
  return [...parts, { kind: 'note', start, end: bytes.length }];
}

/** Frames, tables and scans; of applications' segments those that decoders need, at the only size that holds no text. */
function isTable(segment: Buffer): boolean {
  const marker = segment[1]!;
  if (marker === APP0) return segment.includes('JFIF\0') && segment.length === 18;
  if (marker === APP14) return segment.includes('Adobe') && segment.length === 16;
  return marker >= 0xc0 && marker <= 0xdf;
}

/** Up to the next marker that neither stands for a byte of the pixels nor restarts them. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(MARKER, start);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== MARKER && (next < 0xd0 || next > 0xd7)) return at;
    at = bytes.indexOf(MARKER, at + (next === MARKER ? 1 : 2));
  }
  return bytes.length;
}

/** The turn (2 to 8) that the first Exif note states; null: the picture stands upright, or none says. */
function turnOf(notes: readonly Buffer[]): number | null {
  const [exif] = notes.flatMap((note) => {
    if (note[1] === APP1 && note.subarray(4, 10).equals(EXIF)) return [note.subarray(10)];
    return note.toString('latin1', 4, 8) === 'eXIf' ? [note.subarray(8)] : [];
  });
  if (!exif || exif.length < 8) return null;
  const isLittle = exif[0] === 0x49;
  const word = (at: number) => {
    if (at + 2 > exif.length) return 0;
    return isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at);
  };
  const first = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  for (let at = first + 2; at < first + 2 + 12 * word(first); at += 12) {
    const turn = word(at + 8);
    if (word(at) === 0x0112) return turn >= 2 && turn <= 8 ? turn : null;
  }
  return null;
}

/** Exif (TIFF, big-endian) with one entry: the turn. */
const exifOfTurn = (turn: number) =>
  Buffer.from(`4d4d002a0000000800010112000300000001000${turn}000000000000`, 'hex');

function turnSegment(turn: number): Buffer {
  const content = Buffer.concat([EXIF, exifOfTurn(turn)]);
  return Buffer.concat([Buffer.from([MARKER, APP1, 0, content.length + 2]), content]);
}

function turnChunk(turn: number): Buffer {
  const content = Buffer.concat([Buffer.from('eXIf'), exifOfTurn(turn)]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  checksum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, checksum]);
}
