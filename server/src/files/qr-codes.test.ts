import { PDFDocument } from '@cantoo/pdf-lib';
import { toBuffer } from 'qrcode';
import { expect, test } from 'vitest';
import { readQrCodes } from './qr-codes.ts';

const picture = (text: string) => toBuffer(text, { width: 240 });

/** Pages with a code of 2.5 cm each, or without one. */
async function pages(...texts: (string | null)[]): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (const text of texts) {
    const page = document.addPage([595, 842]);
    if (text === null) continue;
    const image = await document.embedPng(await picture(text));
    page.drawImage(image, { x: 400, y: 60, width: 71, height: 71 });
  }
  return Buffer.from(await document.save());
}

test('a code is read from a picture and from a page', async () => {
  expect(await readQrCodes(await picture('one'))).toEqual(['one']);
  expect(await readQrCodes(await pages('two'))).toEqual(['two']);
});

test('the first three pages and the last are looked at, in their order', async () => {
  const document = await pages(null, 'second', null, 'fourth', null, 'last');
  expect(await readQrCodes(document)).toEqual(['second', 'last']);
});

test('a file without a code, a broken one and one that is nothing have none', async () => {
  const whole = await pages('one');
  for (const bytes of [
    await pages(null),
    whole.subarray(0, whole.length / 2),
    Buffer.from('%PDF-1.7 and nothing else'),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
    Buffer.alloc(0),
  ])
    expect(await readQrCodes(Buffer.from(bytes))).toEqual([]);
});

test('a page that claims to be as large as a house is drawn small', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([14_400, 14_400]);
  const image = await document.embedPng(await picture('large'));
  page.drawImage(image, { x: 0, y: 0, width: 2_400, height: 2_400 });
  expect(await readQrCodes(Buffer.from(await document.save()))).toEqual(['large']);
});
