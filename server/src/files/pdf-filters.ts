import { constants, createInflateRaw } from 'node:zlib';
import { hexadecimal } from './pdf-tokens.ts';

/** The most that zlib gives at once. */
const CHUNK_BYTES = 64 * 1024;
/** Real files use one or two filters for a stream. */
const FILTERS_MAX = 4;

export interface DecodedStream {
  content: Buffer;
  /** False when content was cut off or a filter is unknown. */
  isWhole: boolean;
  /** Number of packed bytes that were read. */
  read: number;
  /** Number of bytes that the filters before the last one produced. */
  between: number;
}

/** Applies the filters of a stream in order, as far as they are supported (ISO 32000-2, 7.4). */
export async function undoFilters(
  packed: Buffer,
  filters: readonly string[],
  maxBytes: number,
): Promise<DecodedStream> {
  let unpacked: DecodedStream = { content: packed, isWhole: true, read: packed.length, between: 0 };
  for (const [index, filter] of filters.entries()) {
    const undo = index < FILTERS_MAX ? FILTERS[filter] : undefined;
    if (!undo || !unpacked.isWhole) return { ...cut(unpacked, maxBytes), isWhole: false };
    const { content, read, between } = unpacked;
    unpacked = await undo(content, maxBytes);
    if (index > 0) Object.assign(unpacked, { read, between: between + content.length });
  }
  return cut(unpacked, maxBytes);
}

const cut = ({ content, isWhole, ...rest }: DecodedStream, maxBytes: number): DecodedStream => ({
  content: content.subarray(0, maxBytes),
  isWhole: isWhole && content.length <= maxBytes,
  ...rest,
});

const whole = (content: Buffer, packed: Buffer): DecodedStream => ({
  content,
  isWhole: true,
  read: packed.length,
  between: 0,
});
const asciiHex = (packed: Buffer) => whole(hexadecimal(before(packed, '>')), packed);
const ascii85 = (packed: Buffer, maxBytes: number) =>
  whole(base85(before(packed, '~'), maxBytes), packed);

const FILTERS: Record<
  string,
  (packed: Buffer, maxBytes: number) => DecodedStream | Promise<DecodedStream>
> = {
  '/FlateDecode': inflate,
  '/Fl': inflate,
  '/ASCIIHexDecode': asciiHex,
  '/AHx': asciiHex,
  '/ASCII85Decode': ascii85,
  '/A85': ascii85,
};

function before(packed: Buffer, mark: string): Buffer {
  const end = packed.indexOf(mark);
  return packed.subarray(0, end < 0 ? packed.length : end);
}

/**
 * Ends by itself, whatever length is claimed; truncated data is read as far as it goes. Header and checksum are
 * ignored, as by PDF readers.
 */
function inflate(packed: Buffer, maxBytes: number): Promise<DecodedStream> {
  return new Promise((resolve) => {
    const inflater = createInflateRaw({
      chunkSize: CHUNK_BYTES,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    // Grows in place: chunks that are put together at the end, or copied into a larger buffer, take twice the memory.
    const memory = new ArrayBuffer(0, { maxByteLength: maxBytes + CHUNK_BYTES });
    let size = 0;
    const end = (isWhole: boolean) => {
      const read = inflater.bytesWritten;
      inflater.destroy();
      resolve({ content: Buffer.from(memory, 0, size), isWhole, read, between: 0 });
    };
    inflater.on('data', (chunk: Buffer<ArrayBuffer>) => {
      if (size + chunk.length > memory.byteLength)
        memory.resize(Math.min(2 * (size + chunk.length), memory.maxByteLength));
      new Uint8Array(memory).set(chunk, size);
      size += chunk.length;
      // Frees a full chunk at once: garbage collection would leave as much memory again as the content takes.
      if (chunk.length === chunk.buffer.byteLength) chunk.buffer.transfer(0);
      if (size > maxBytes) end(false);
    });
    inflater.on('end', () => end(true));
    inflater.on('error', () => end(false));
    inflater.end(packed.subarray(2));
  });
}

/**
 * Five base-85 digits make four bytes, `z` four zeros; the last group makes one byte less than its digits. Other characters are
 * ignored. Ends soon after `maxBytes`.
 */
function base85(packed: Buffer, maxBytes: number): Buffer {
  const bytes = Buffer.alloc(Math.min(4 * packed.length, maxBytes) + 8);
  let [size, value, digits] = [0, 0, 0];
  const add = (digit: number) => {
    value = value * 85 + digit;
    digits += 1;
    if (digits === 5) end();
  };
  const end = () => {
    bytes.writeUInt32BE(value % 2 ** 32, size);
    size += 4;
    [value, digits] = [0, 0];
  };
  for (const character of packed) {
    if (size > maxBytes) break;
    if (character === 0x7a) end();
    else if (character >= 0x21 && character <= 0x75) add(character - 0x21);
  }
  const missing = (5 - digits) % 5;
  for (let digit = 0; digit < missing; digit += 1) add(84);
  return bytes.subarray(0, size - missing);
}
