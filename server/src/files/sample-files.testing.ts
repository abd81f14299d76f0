import { crc32 } from 'node:zlib';

/** Files for tests, built byte by byte so that their tables and offsets are right. */

/** A picture of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const jpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffdb004300', 'hex'),
  Buffer.alloc(64, 1),
  Buffer.from('ffd9', 'hex'),
]);

export const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

/** A JPEG with a further segment (its marker and content in hexadecimal) before its tables, and `pixels` where that is a scan. */
export function jpegOf([marker, content]: [string, string], pixels = Buffer.alloc(0)): Buffer {
  const length = (content.length / 2 + 2).toString(16).padStart(4, '0');
  const segment = Buffer.concat([Buffer.from(`ff${marker}${length}${content}`, 'hex'), pixels]);
  return Buffer.concat([jpeg.subarray(0, 20), segment, jpeg.subarray(20)]);
}

/** A PNG with a further chunk after its header. */
export function pngOf([type, content]: [string, Buffer]): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([png.subarray(0, 33), length, named, checksum, png.subarray(33)]);
}

const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
];

const encryption = '<< /Filter /Standard /V 2 /R 3 /Length 128 /P -3904 /O <6162> /U <6364> >>';

const word = '/Encrypt 5 0 R';

/** An object of a PDF: its text, or a stream with dictionary entries and bytes. */
export type PdfPart = string | { entries: string; bytes: Buffer };

interface PdfOptions {
  /** Further objects, from number 6 on. */
  more?: PdfPart[];
  /** Further trailer entries, such as `/Encrypt 5 0 R`. */
  trailer?: string;
  /** Write the cross-reference table as a stream, as newer PDF writers do. */
  asStream?: boolean;
  text?: string;
}

/** An A4 page in PDF 1.5; object 5 is an encryption dictionary, unused unless the trailer refers to it. */
export function pdf({
  trailer = '',
  asStream = false,
  text = '',
  more = [],
}: PdfOptions = {}): Buffer {
  let body = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';
  const offsets: number[] = [];
  const content = `BT /F1 12 Tf (Invoice ${text}) Tj ET`;
  const all = [
    ...objects,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    encryption,
    ...more.map(textOfPart),
  ];
  all.forEach((object, index) => {
    offsets.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const start = body.length;
  const entries = `/Size ${all.length + 1} /Root 1 0 R /Info << /Title (a \\) >> ${word}) >> ${trailer}`;
  if (asStream) {
    body += `${all.length + 1} 0 obj\n<< /Type /XRef /W [1 4 1] /Length 0 ${entries} >>\nstream\n\nendstream\nendobj\n`;
  } else {
    const table = offsets
      .map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      .join('');
    body += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}trailer\n<< ${entries} >>\n`;
  }
  return Buffer.from(`${body}startxref\n${start}\n%%EOF\n`, 'latin1');
}

const textOfPart = (part: PdfPart) =>
  typeof part === 'string'
    ? part
    : `<< ${part.entries} /Length ${part.bytes.length} >>\nstream\n${part.bytes.toString('latin1')}\nendstream`;

/** A change saved at the end of a PDF: a new section that refers to the previous one. */
export function withSavedChange(original: Buffer, trailer = ''): Buffer {
  const text = original.toString('latin1');
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1];
  const section = `xref\n0 0\ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${previous} ${trailer} >>\n`;
  return Buffer.from(`${text}${section}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

/** A PDF of exactly `size` bytes: readers ignore lines after the end. */
export function pdfOfSize(size: number): Buffer {
  const page = pdf();
  return Buffer.concat([page, Buffer.alloc(size - page.length, '\n')]);
}
