import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findPdfThreat } from './pdf-threats.ts';
import { jpeg, pdf, png, type PdfPart } from './sample-files.testing.ts';

const found = (...more: PdfPart[]) => findPdfThreat(pdf({ more }));

/** Objects in a compressed stream, as newer PDF writers store them, numbered from 20. */
const packedAs = (type: string, ...objects: string[]): PdfPart => {
  const text = objects.join('\n');
  const places = objects.map((object, index) => `${20 + index} ${text.indexOf(object)} `).join('');
  return {
    entries: `${type} /N ${objects.length} /First ${places.length} /Filter /FlateDecode`,
    bytes: deflateSync(Buffer.from(places + text, 'latin1')),
  };
};
const packed = (...objects: string[]) => packedAs('/Type /ObjStm', ...objects);
const compressed = (content: string | Buffer, entries = ''): PdfPart => ({
  entries: `${entries} /Filter /FlateDecode`,
  bytes: deflateSync(content),
});
const stored = (content: string, entries = ''): PdfPart => ({
  entries,
  bytes: Buffer.from(content, 'latin1'),
});
const script = '<< /S /JavaScript /JS (x) >>';
/** A table whose rows are stored as differences. */
const rows = '<< /Predictor 12 /Columns 4 >>';
/** Five base-85 digits for each four bytes. */
const base85 = (text: string) =>
  text.replace(/[^]{4}/g, (four) => {
    let value = Buffer.from(four, 'latin1').readUInt32BE();
    const digits = Array.from({ length: 5 }, () => {
      const digit = String.fromCharCode((value % 85) + 33);
      value = Math.floor(value / 85);
      return digit;
    });
    return digits.toReversed().join('');
  });
/** A file attached under a name; its bytes are object 7. */
const attached = (name: string, file: PdfPart): PdfPart[] => [
  `<< /Type /Filespec /F ${name} /UF ${name} /EF << /F 7 0 R /UF 7 0 R >> >>`,
  file,
];
// In two parts, so that a virus scanner does not match this source file.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);
const invoice = '<?xml version="1.0" encoding="UTF-8"?><Invoice><ID>1</ID></Invoice>';

describe('a PDF with a script is refused', () => {
  test.each<[string, PdfPart[]]>([
    ['as an action', ['<< /S /JavaScript /JS (app.alert\\(1\\)) >>']],
    ['under escaped names', ['<< /S /#4AavaScr#69pt /JS (app.alert\\(1\\)) >>']],
    ['in a tree of names', ['<< /Names << /JavaScript << /Names [(a) 7 0 R] >> >> >>']],
    ['in a compressed stream of objects', [packed('<< /S /JavaScript /JS (x) >>')]],
    ['escaped in a compressed stream of objects', [packed('<< /S /J#61vaScript /JS (x) >>')]],
    [
      'in a stream of objects that extends another, under an escaped name',
      [packedAs('/Type /Obj#53tm /Extends 9 0 R', '<< /S /JavaScript /JS (x) >>')],
    ],
    ['behind a text with an escaped bracket', ['<< /Title (a \\( b) /S /JavaScript /JS (x) >>']],
    ['behind a comment', ['<< /A 1 % a comment\n /S /JavaScript /JS (x) >>']],
    ['that plays with a rendition', ['<< /S /Rendition /JS (x) >>']],
    ['as the address of a link', ['<< /S /URI /URI (javascript:alert\\(1\\)) >>']],
    ['as a hexadecimal address of a link', ['<< /S /URI /URI <6A617661736372697074 3A61> >>']],
    ['as an address in capitals, after a space', ['<< /S /URI /URI ( JavaScript:a) >>']],
    ['as an address after a short escape', ['<< /S /URI /URI (\\12javascript:a) >>']],
    ['as an address in UTF-8', ['<< /S /URI /URI <EFBBBF6A6176617363726970743A61> >>']],
    [
      'in a stream, with white space longer than what is read at once',
      [
        compressed(
          `<x><script contentType${' '.repeat(100_000)}= "application/javascript">a</script></x>`,
        ),
      ],
    ],
    ['in a form', [stored('<xfa><script contentType="application/x-javascript">x</script></xfa>')]],
    [
      'in a compressed form',
      [compressed('<xfa><script contentType="application/x-javascript">x</script></xfa>')],
    ],
    [
      'whose object stands inside the stream of another',
      [stored('9 0 obj << /S /JavaScript /JS (x) >> endobj')],
    ],
    ['whose object stands in a comment', ['<< >>\n% 9 0 obj << /S /JavaScript >> endobj']],
    [
      'whose object has comments in its number',
      ['<< >>\nendobj\n9 % a\n0 % b\nobj << /S /JavaScript >>'],
    ],
    ['before a zero, which is white space', ['<< /S/JavaScript\0/JS (x) >>']],
    ['in a stream of objects whose type ends in a zero', [packedAs('/Type /ObjStm\0', script)]],
    ['in a stream of objects without a type', [packedAs('', script)]],
    ['in a stream of objects whose type is not there', [packedAs('/Type 99 0 R', script)]],
    ['in a stream of objects of another type', [packedAs('/Type /XRef', script)]],
    [
      'in a stream of objects, inside a text of another',
      [
        {
          entries: '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode',
          bytes: deflateSync(Buffer.from(`20 1 (${script})`)),
        },
      ],
    ],
    ['behind a dictionary that holds the word endobj', [`<< /A endobj ${script.slice(2)}`]],
    ['as a rendition by reference', ['<< /S 7 0 R /JS (x) >>', '/Rendition']],
    ['as an address by reference', ['<< /S /URI /URI 7 0 R >>', '(javascript:a)']],
    ['as an address by two references', ['<< /URI 7 0 R >>', '8 0 R', '(javascript:a)']],
    ['as an address in a stream of objects', ['<< /URI 20 0 R >>', packed('(javascript:a)')]],
    ['as an address with a tab inside', ['<< /S /URI /URI (java\\tscript:a) >>']],
    ['as a hexadecimal address with a mark inside', ['<< /URI <6A6176617363!72697074 3A61> >>']],
    ['as the base of all addresses', ['<< /URI << /Base (javascript:a//) >> >>']],
    [
      'in a form in UTF-16',
      ['<< /XFA 7 0 R >>', compressed(Buffer.from('<x><script>a</script></x>', 'utf16le'))],
    ],
    [
      'in a form whose type of script is written with an entity',
      [
        '<< /XFA [(template) 7 0 R] >>',
        compressed('<x><script contentType="&#97;pplication/x-javascript">a</script></x>'),
      ],
    ],
    [
      'in a form, in two parts',
      ['<< /XFA [(a) 7 0 R (b) 8 0 R] >>', compressed('<x><scr'), compressed('ipt>a</script></x>')],
    ],
    [
      'in a form that could name it in another way',
      ['<< /XFA 7 0 R >>', compressed('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')],
    ],
    ['in a form that cannot be read', ['<< /XFA 7 0 R >>', stored('x', '/Filter /LZWDecode')]],
  ])('%s', async (_where, more) => {
    expect(await found(...more)).toBe('file_with_script');
  });

  test('a PDF form whose scripts only calculate is accepted', async () => {
    const form = '<x><script contentType="application/x-formcalc">1 + 1</script></x>';
    expect(await found('<< /XFA [(template) 7 0 R] >>', compressed(form))).toBeNull();
    expect(
      await found('<< /AcroForm << /Fields [] /XFA 7 0 R >> >>', compressed('<x/>')),
    ).toBeNull();
  });

  test('nested script tags in a PDF form are each read once', async () => {
    const kind = 'contentType="application/x-formcalc"';
    const tags = `<script ${kind} `.repeat(100_000);
    expect(await found('<< /XFA 7 0 R >>', compressed(tags))).toBeNull();
    expect(await found('<< /XFA 7 0 R >>', compressed(`${tags}<script`))).toBe('file_with_script');
  });

  test('a PDF that only contains the word JavaScript is accepted', async () => {
    expect(await findPdfThreat(pdf({ text: '/S /JavaScript /JS' }))).toBeNull();
    expect(await found('<< /Title (What is /JavaScript?) /Author (/Launch) >>')).toBeNull();
    expect(await found('<< /Title (What (or who) is /S /JavaScript) >>')).toBeNull();
  });
});

test.each<[string, PdfPart]>([
  ['plainly', '<< /S /Launch /F (cmd.exe) >>'],
  ['under an escaped name', '<< /S /L#61unch /Win << /F (cmd.exe) >> >>'],
  ['under an escaped key', '<< /#53 /Launch /F (cmd.exe) >>'],
  ['in a compressed stream of objects', packed('<< /Type /Action /S /Launch >>')],
  ['before a zero', '<< /S /Launch\0/F (cmd.exe) >>'],
  ['behind a comment', '<< /S % a comment\n/Launch >>'],
  ['by reference', '<< /S 7 0 R /F (cmd.exe) >>\nendobj\n7 0 obj\n/Launch'],
])('a PDF that launches a program is refused: %s', async (_how, action) => {
  expect(await found(action)).toBe('file_with_launch_action');
});

describe('a PDF with a program inside is refused', () => {
  test.each<[string, PdfPart[]]>([
    ['by its name', attached('(setup.exe)', stored(invoice))],
    ['by a name in UTF-16', attached('<FEFF0061002E006A0073>', stored(invoice))],
    ['by a name with escapes', attached('(a.\\145xe)', stored(invoice))],
    [
      'by its Unicode name alone',
      ['<< /Type /Filespec /F (a.xml) /UF (setup.exe) /EF << /F 7 0 R >> >>', stored(invoice)],
    ],
    ['by a name of which half a character is left out', attached('<612E786D6C7>', stored(invoice))],
    ['by its content', attached('(invoice.xml)', stored('MZ\x90\0'))],
    ['by its compressed content', attached('(invoice.xml)', compressed('\x7fELF\x02'))],
    ['as a script of a shell', attached('(notes.txt)', stored('#!/bin/sh\nrm'))],
    [
      'packed in a way that we do not read',
      attached('(invoice.xml)', stored('4D5A', '/Filter [/ASCIIHexDecode /FlateDecode]')),
    ],
    ['packed with a predictor', attached('(a.xml)', compressed(invoice, `/DecodeParms ${rows}`))],
    ['whose bytes lie in another file', attached('(a.xml)', stored(invoice, '/F (b.xml)'))],
    ['whose bytes are not there', ['<< /F (a.xml) /EF << /F 99 0 R >> >>']],
    ['before a zero', ['<< /F (a.exe) /EF\0<< /F 7 0 R >> >>', stored(invoice)]],
    ['by a name by reference', [...attached('8 0 R', stored(invoice)), '(a.bat)']],
    [
      'named and found by reference',
      ['<< /F 9 0 R /EF 8 0 R >>', stored(invoice), '<< /F 7 0 R >>', '(a.exe)'],
    ],
    [
      'found by reference, by its content',
      ['<< /F (a.xml) /EF 8 0 R >>', stored('\x7fELF'), '<< /F 7 0 R >>'],
    ],
    ['by a name that ends at a zero', attached('(a.exe\\000.xml)', stored(invoice))],
    [
      'by a name that is turned round',
      attached('<FEFF0061202E006C006D0078002E006500780065>', stored(invoice)),
    ],
    [
      'by a name turned round to look like one of data',
      attached('<FEFF0061202E002E0078006D006C>', stored(invoice)),
    ],
    ['without a name', ['<< /EF << /F 7 0 R >> >>', stored(invoice)]],
    [
      'without a name, beside one that has one',
      ['[<< /F (a.xml) /EF << /F 7 0 R >> >> << /EF << /F 7 0 R >> >>]', stored(invoice)],
    ],
    ['behind a line', attached('(a.xml)', stored('\nMZ\x90\0'))],
    ['as a program called a text', attached('(a.txt)', stored('\n MZ and more'))],
    ['as bytes called a text', attached('(a.csv)', stored('a;b\0\x01'))],
    ['as a text called XML', attached('(a.xml)', stored('@echo off'))],
    ['as a page called XML', attached('(a.xml)', stored('<a:html xmlns:a="x"/>'))],
    [
      'as a page in UTF-16',
      attached('(a.txt)', compressed(Buffer.from('\uFEFF<script>', 'utf16le'))),
    ],
    ['as a text called a picture', attached('(a.png)', stored(invoice))],
    ['as bytes without a name', [stored('\x7fELF', '/Type /EmbeddedFile')]],
    [
      'whose specification is packed',
      [
        packed('<< /Type /Filespec /F (data.xml) /EF << /F 7 0 R >> >>'),
        compressed(Buffer.from('MZ\x90\0', 'latin1')),
      ],
    ],
  ])('%s', async (_how, more) => {
    expect(await found(...more)).toBe('file_with_program');
  });

  test('a PDF with an invoice in XML, as the Saudi e-invoice, is accepted', async () => {
    expect(await found(...attached('(invoice.xml)', stored(invoice)))).toBeNull();
    expect(
      await found(...attached('(invoice.xml)', compressed(invoice, '/Type /EmbeddedFile'))),
    ).toBeNull();
    expect(await found(...attached('(invoice.xml )', stored(invoice)))).toBeNull();
    expect(
      await found('<< /F (a.xml) /EF 8 0 R >>', stored(invoice), '<< /F 7 0 R /UF 7 0 R >>'),
    ).toBeNull();
    expect(
      await found('<< /F (a.xml) /EF << /F 7 0 R >> >>', compressed(`\uFEFF${invoice}`)),
    ).toBeNull();
  });

  test.each<[string, PdfPart]>([
    ['(a.csv)', stored('date;amount\r\n2026-01-01;5')],
    ['(a.TXT)', compressed(Buffer.from('\uFEFFمرحبا', 'utf16le'))],
    ['(a.json)', stored('{}')],
    ['(a.png)', { entries: '', bytes: png }],
    ['(a.jpeg)', { entries: '/Filter /FlateDecode', bytes: deflateSync(jpeg) }],
  ])('data under the name %s is taken', async (name, file) => {
    expect(await found(...attached(name, file))).toBeNull();
  });

  test('a PDF inside a PDF is checked', async () => {
    const inner = pdf({ more: ['<< /S /JavaScript /JS (x) >>'] });
    expect(await found(...attached('(inner.pdf)', compressed(inner)))).toBe('file_with_script');
    expect(await found(...attached('(inner.pdf)', compressed(pdf())))).toBeNull();
  });

  test('a PDF and the PDF inside it have no more values together than one may have', async () => {
    const brackets = '[]'.repeat(300_000);
    const inner = pdf({ more: [brackets] });
    expect(await findPdfThreat(inner)).toBeNull();
    expect(await found(...attached('(inner.pdf)', compressed(inner)), brackets)).toBe(
      'file_content_mismatch',
    );
  });

  test('a PDF nested twice is checked, and a deeper one is refused', async () => {
    const around = (inner: Buffer) => pdf({ more: attached('(inner.pdf)', compressed(inner)) });
    expect(await findPdfThreat(around(around(pdf())))).toBeNull();
    expect(await findPdfThreat(around(around(around(pdf()))))).toBe('file_with_program');
  });
});

test.each<[string, PdfPart]>([
  ['stored', stored(eicar)],
  ['compressed', compressed(eicar)],
  ['in a picture', compressed(eicar, '/Subtype /Image')],
  ['in a table of references', compressed(eicar, '/Type /XRef')],
  ['with a predictor that does nothing', compressed(eicar, '/DecodeParms << /Predictor 1 >>')],
  [
    'compressed twice',
    { entries: '/Filter [/Fl /FlateDecode]', bytes: deflateSync(deflateSync(eicar)) },
  ],
  [
    'with a wrong checksum',
    {
      entries: '/Filter /Fl',
      bytes: Buffer.concat([deflateSync(eicar).subarray(0, -4), Buffer.alloc(4)]),
    },
  ],
  ['in hexadecimal', stored(`${Buffer.from(eicar).toString('hex')}>`, '/Filter /ASCIIHexDecode')],
  ['in base 85', stored(`${base85(eicar)}~>`, '/Filter [/A85]')],
  ['in a text', `(${eicar.replace(/[\\()]/g, '\\$&')})`],
  ['in a hexadecimal text', `<< /A [<${Buffer.from(eicar).toString('hex')}>] >>`],
  ['in a packed text', packed(`<${Buffer.from(eicar).toString('hex')}>`)],
  ['among other text', compressed(`BT (${'x'.repeat(5_000)}) Tj ET ${eicar}`)],
])('a PDF that holds the test virus is refused: %s', async (_how, part) => {
  expect(await found(part)).toBe('file_infected');
});

test('a PDF that holds the test virus is refused: with a filter by reference', async () => {
  const part = { entries: '/Filter 7 0 R', bytes: deflateSync(eicar) };
  expect(await found(part, '/FlateDecode')).toBe('file_infected');
  expect(await found(part, '[8 0 R]', '/FlateDecode')).toBe('file_infected');
});

test('a PDF with large pictures, as scans have, is accepted', async () => {
  const page = compressed(Buffer.alloc(30 * 2 ** 20, 0xff), '/Subtype /Image');
  expect(await found(page, page, page, page, page)).toBeNull();
});

describe('bytes that only begin as a PDF are no PDF', () => {
  test.each([
    ['eight bytes', '%PDF-1.4'],
    ['a header and text', `%PDF-1.4\n${'hello '.repeat(100)}`],
    ['an object that is empty', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer<<>>'],
    [
      'a catalog whose pages are not there',
      '%PDF-1.4\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj trailer <</Root 1 0 R>>',
    ],
    ['a trailer without objects', '%PDF-1.4\ntrailer << >>\nstartxref\n9\n%%EOF'],
  ])('%s', async (_what, text) => {
    expect(await findPdfThreat(Buffer.from(text))).toBe('file_content_mismatch');
  });

  test('nor are bytes with a stream of objects that cannot be read', async () => {
    const unreadable = stored('4E6F', '/Type /ObjStm /N 1 /First 0 /Filter /LZWDecode');
    expect(await found(unreadable)).toBe('file_content_mismatch');
  });

  test('nor is what unpacks to more than a document holds, and it is not unpacked whole', async () => {
    const large = compressed(Buffer.alloc(30 * 2 ** 20));
    expect(await found(large, large, large, large)).toBe('file_content_mismatch');
  });

  test('nor are objects that overlap without an end', async () => {
    for (const start of ['1 0 obj << ', '1 0 obj %', '1 0 obj (', '1 0 obj <a ', 'trailer << ']) {
      for (const times of [1_000, 200_000]) {
        const overlapping = Buffer.from(`%PDF-1.4\n${start.repeat(times)}\ntrailer << >>`);
        expect(await findPdfThreat(overlapping)).toBe('file_content_mismatch');
      }
    }
  });

  test('nor are files attached that share a list of streams without an end', async () => {
    const streams = `<< ${'/F 6 0 R '.repeat(2_000)} >>`;
    const files = '<< /F (a.xml) /EF 7 0 R >>'.repeat(2_000);
    expect(await found(stored(invoice), streams, `[${files}]`)).toBe('file_content_mismatch');
  });

  test('nor is a page in which objects overlap', async () => {
    expect(await found(stored('1 0 obj ('.repeat(3_000)))).toBe('file_content_mismatch');
  });

  test('nor are more values than a document holds', async () => {
    expect(await found('[]'.repeat(2_000_000))).toBe('file_content_mismatch');
  });

  test('nor are objects packed in a longer text than a document has; such a form counts as a script', async () => {
    const text = `5 0 (${'x'.repeat(9 * 2 ** 20)})`;
    expect(await found(packed(text))).toBe('file_content_mismatch');
    expect(await found('<< /XFA [7 0 R] >>', compressed(text))).toBe('file_with_script');
    const parts = Array.from({ length: 3 }, () => compressed('x'.repeat(5 * 2 ** 20)));
    expect(await found('<< /XFA [7 0 R 8 0 R 9 0 R] >>', ...parts)).toBe('file_with_script');
  });

  test('nor are more places of packed objects than a document holds', async () => {
    const head = '5 0 '.repeat(1_000_000);
    const entries = `/N 9 /First ${head.length} /Filter /FlateDecode`;
    const part = { entries, bytes: deflateSync(Buffer.from(`${head}(a)`)) };
    expect(await found(part)).toBe('file_content_mismatch');
  });

  test('nor are zeros in base 85 that unpack to more than a document holds', async () => {
    const part = stored('z'.repeat(9 * 2 ** 20), '/Filter /A85');
    expect(await found(part)).toBeNull();
    expect(await found(part, part, part, part)).toBe('file_content_mismatch');
  });

  test('nor are streams that fill the memory between two filters', async () => {
    const zeros = deflateSync(Buffer.alloc(30 * 2 ** 20));
    const part = { entries: '/Filter [/Fl /Fl]', bytes: zeros };
    expect(await found(part, part, part, part)).toBe('file_content_mismatch');
  });

  test('nor are packed objects that overlap without an end', async () => {
    const places = '20 1 '.repeat(20_000) + '20 3 '.repeat(20_000);
    const head = Array.from({ length: 5_000 }, (_, index) => `20 ${index + 1} `).join('');
    for (const start of [places, head]) {
      const part = {
        entries: `/N 9 /First ${start.length} /Filter /FlateDecode`,
        bytes: deflateSync(Buffer.from(`${start}(${'('.repeat(50_000)}`)),
      };
      expect(await found(part)).toBe(start === head ? 'file_content_mismatch' : null);
    }
  });
});
