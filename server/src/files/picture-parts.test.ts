import { expect, test } from 'vitest';
import { withoutNotes } from './picture-parts.ts';
import { hex, jpeg, jpegOf, png, pngOf } from './sample-files.testing.ts';

/** Exif of a camera: its make, how it was held, and where a block with the place begins. */
function exif(isLittle: boolean, turn: number): Buffer {
  const bytes = Buffer.alloc(80);
  const word = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  bytes.write(isLittle ? 'II' : 'MM');
  word(42, 2);
  long(8, 4);
  word(3, 8);
  const entries = [
    [0x010f, 2, 6, 50],
    [0x0112, 3, 1, turn],
    [0x8825, 4, 1, 56],
  ] as const;
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + 12 * index;
    word(tag, at);
    word(type, at + 2);
    long(count, at + 4);
    if (type === 3) word(value, at + 8);
    else long(value, at + 8);
  }
  bytes.write('Camera', 50);
  bytes.write('Riyadh', 56);
  return bytes;
}
const turned = '4d4d002a00000008000101120003000000010006000000000000';
const segments = (bytes: Buffer) => ['e1', hex(`Exif\0\0${bytes.toString('latin1')}`)] as const;

test.each([true, false])('of a picture only its turn is kept (little-endian: %s)', (isLittle) => {
  const notes = exif(isLittle, 6);
  const camera = Buffer.concat([jpegOf([...segments(notes)]), Buffer.from('Camera, Riyadh')]);
  const segment = Buffer.from(`ffe10022457869660000${turned}`, 'hex');
  expect(withoutNotes(camera)).toEqual(
    Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]),
  );
  const scan = Buffer.concat([pngOf(['eXIf', notes]), Buffer.from('Camera')]);
  expect(withoutNotes(scan)).toEqual(pngOf(['eXIf', Buffer.from(turned, 'hex')]));
});

test('a picture that stands upright, or whose notes are broken, keeps none', () => {
  const broken = exif(true, 6).subarray(0, 20);
  broken.writeUInt16LE(65_535, 8);
  for (const notes of [exif(true, 1), exif(false, 9), broken, Buffer.from('II')])
    expect(withoutNotes(jpegOf([...segments(notes)]))).toEqual(jpeg);
});

test('comments, previews, profiles and other notes go, and pixels stay as they were', () => {
  const notes = ['e0', 'e1', 'e2', 'ed', 'fe'].map((marker) => jpegOf([marker, hex('Camera')]));
  for (const camera of notes) expect(withoutNotes(camera)).toEqual(jpeg);
  for (const type of ['tEXt', 'zTXt', 'iTXt', 'iCCP', 'tIME', 'prVt'])
    expect(withoutNotes(pngOf([type, Buffer.from('Camera')]))).toEqual(png);
  const pixels = Buffer.from('3c00ff00ffd0ffffd7aa', 'hex');
  const twoScans = jpegOf(
    ['da', '000000'],
    Buffer.concat([pixels, Buffer.from('ffda0002', 'hex')]),
  );
  expect(withoutNotes(twoScans)).toEqual(twoScans);
  const frames = pngOf(['fdAT', pixels]);
  expect(withoutNotes(frames)).toEqual(frames);
});

test('a picture of which the end is missing stays as far as it goes', () => {
  const cut = jpegOf(['da', '000000'], Buffer.from('3c00', 'hex')).subarray(0, 29);
  expect(withoutNotes(cut)).toEqual(cut);
  expect(withoutNotes(png.subarray(0, 50))).toEqual(png.subarray(0, 50));
});
