import { describe, expect, test } from 'vitest';
import { PDFDocument, type EncryptionAlgorithm } from '@cantoo/pdf-lib';
import type { FileKind } from '#domain/files/file-rules.ts';
import { AppError } from '../platform/app-error.ts';
import { readContentType, withoutLead } from './content-type.ts';
import { openWithoutPassword } from './pdf-encryption.ts';
import { PdfFile } from './pdf-objects.ts';
import { hex, jpeg, jpegOf, pdf, png, pngOf, withSavedChange } from './sample-files.testing.ts';

const answer = (bytes: Buffer, kind: FileKind = 'invoice') =>
  readContentType(kind, bytes).catch((error: AppError) => error.code);

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const html = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');
/** What the first bytes of packed data may be by chance: two of a script, and a page that nobody sees as one. */
const chance = Buffer.concat([Buffer.from('3c25a0fb9c', 'hex'), html]);

test.each([
  ['a PDF', pdf(), 'application/pdf'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a PNG', png, 'image/png'],
  ['a PNG by its pixels', pngOf(['IDAT', chance]), 'image/png'],
  ['a PNG by its colours', pngOf(['iCCP', Buffer.from('3c25a0fb9c', 'hex')]), 'image/png'],
  ['a JPEG by its pixels', jpegOf(['da', '000000'], chance), 'image/jpeg'],
  [
    'a PDF by its packed streams',
    pdf({
      text: `) Tj ET\nendstream endobj 9 0 obj <</Filter/FlateDecode>>\nstream\n${String(chance)}`,
    }),
    'application/pdf',
  ],
])('the type of %s is detected from its content', async (_what, bytes, type) => {
  expect(await answer(bytes)).toBe(type);
});

test.each([
  ['text', Buffer.from('hello')],
  ['a program', Buffer.from('MZ\x90\0\x03\0\0\0')],
  ['a drawing that can run scripts', svg],
  ['a web page before a PDF', Buffer.concat([html, pdf()])],
  ['a script before a PDF', Buffer.concat([Buffer.from('alert(1)//'), pdf()])],
  ['a web page that calls itself a PDF', Buffer.concat([Buffer.from('%PDF-1.4\n'), html])],
  ['a PDF with a web page in a stream that is not packed', pdf({ text: String(html) })],
  ['a web page between the parts of a JPEG', Buffer.concat([jpeg.subarray(0, 20), html, jpeg])],
  ['a JPEG with a web page as its comment', jpegOf(['fe', html.toString('hex')])],
  ['a JPEG with a script of a server as its comment', jpegOf(['fe', hex('<%=system("id")%>')])],
  ['a JPEG with a web page as its first application', jpegOf(['e0', hex(`JFIF\0${String(html)}`)])],
  ['a JPEG with a web page after its end', Buffer.concat([jpeg, html])],
  ['a PNG with a web page as a text', pngOf(['tEXt', html])],
  ['a PNG with a web page in a part of its own', pngOf(['WEBS', html])],
  ['a PNG with a web page after its end', Buffer.concat([png, html])],
  ['a single byte', Buffer.from('%')],
])('%s is refused', async (_what, bytes) => {
  expect(await answer(bytes)).toBe('file_content_mismatch');
});

test('a file type that its kind does not allow is refused', async () => {
  expect(await answer(png, 'bank_statement_6m_file')).toBe('file_content_mismatch');
});

test('only white space and a byte order mark before a PDF are cut off', () => {
  for (const lead of ['\uFEFF', '\r\n', '\uFEFF \n\t'])
    expect(withoutLead(Buffer.concat([Buffer.from(lead), pdf()]))).toEqual(pdf());
  for (const whole of [pdf(), png, Buffer.concat([Buffer.from('\n'), png]), Buffer.from('//%PDF-')])
    expect(withoutLead(whole)).toEqual(whole);
});

// In two parts, so that a virus scanner does not match this source file.
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);

test.each([
  ['a script', pdf({ more: ['<< /S /JavaScript /JS (x) >>'] }), 'file_with_script'],
  [
    'an action that starts a program',
    pdf({ more: ['<< /S /Launch >>'] }),
    'file_with_launch_action',
  ],
  ['a program', pdf({ more: ['<< /F (a.exe) /EF << /F 7 0 R >> >>'] }), 'file_with_program'],
  ['the test virus', pdf({ text: eicar }), 'file_infected'],
  ['nothing but its first eight bytes', Buffer.from('%PDF-1.4'), 'file_content_mismatch'],
])('a PDF with %s is refused with the reason', async (_what, bytes, code) => {
  expect(await answer(bytes)).toBe(code);
});

/** The last line but one points to no cross-reference table. */
const lost = (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1');

describe('PDFs protected by a password', () => {
  test.each([
    ['in its trailer', pdf({ trailer: '/Encrypt 5 0 R' })],
    ['in a trailer before a zero', pdf({ trailer: '/Encrypt\x005 0 R' })],
    ['in a trailer that readers have to look for', lost(pdf({ trailer: '/Encrypt 5 0 R' }))],
    ['so, under an escaped name', lost(pdf({ trailer: '/#45ncrypt 5 0 R' }))],
    ['so, before a comment', lost(pdf({ trailer: '/Encrypt % a\n5 0 R' }))],
    ['so, before a zero', lost(pdf({ trailer: '/Encrypt\x005 0 R' }))],
    ['so, in a stream of references', lost(pdf({ asStream: true, trailer: '/Encr#79pt 5 0 R' }))],
    ['in a trailer with an escaped name', pdf({ trailer: '/Encr#79pt 5 0 R' })],
    ['in a stream of references', pdf({ asStream: true, trailer: '/Encrypt 5 0 R' })],
    ['directly in its trailer', pdf({ trailer: '/Encrypt << /Filter /Standard /V 1 >>' })],
    ['in the newest of two trailers', withSavedChange(pdf(), '/Encrypt 5 0 R')],
    ['in the older of two trailers', withSavedChange(pdf({ trailer: '/Encrypt 5 0 R' }))],
    [
      'where the trailers cannot be followed',
      Buffer.from('%PDF-1.4\ntrailer << /Encrypt 5 0 R >>'),
    ],
  ])('a PDF protected by a password is refused when it says so %s', async (_where, bytes) => {
    expect(await answer(bytes)).toBe('file_protected');
  });

  test.each([
    ['in a text', pdf({ text: '/Encrypt 5 0 R' })],
    ['in a comment of the trailer', pdf({ trailer: '% /Encrypt 5 0 R\n' })],
    ['in a dictionary within the trailer', pdf({ trailer: '/Custom << /Encrypt 5 0 R >>' })],
    ['as the value of another entry', pdf({ trailer: '/Custom /Encrypt /Other 5' })],
    ['as null', pdf({ trailer: '/Encrypt null' })],
    ['nowhere, and whose table of references is lost', lost(pdf())],
    ['nowhere, in two sections', withSavedChange(pdf({ asStream: true }))],
  ])('a PDF that only mentions encryption %s is accepted', async (_where, bytes) => {
    expect(await answer(bytes)).toBe('application/pdf');
  });

  const encrypted = async (
    algorithm: EncryptionAlgorithm,
    userPassword: string,
    file: Buffer,
    { useObjectStreams = true, loose = '' } = {},
  ) => {
    const document = await PDFDocument.create();
    document.addPage();
    await document.attach(file, 'invoice.xml');
    document.context.register(document.context.stream(loose));
    document.encrypt({
      ownerPassword: 'owner',
      userPassword,
      algorithm,
      allowWeakCryptography: true,
    });
    return Buffer.from(await document.save({ useObjectStreams }));
  };
  const xml = Buffer.from('<?xml version="1.0"?><Invoice/>');

  test.each(['AES-256', 'AES-128', 'RC4-128', 'RC4-40'] as const)(
    'a PDF with an owner password alone is opened and looked into (%s)',
    async (algorithm) => {
      const open = await encrypted(algorithm, '', xml);
      expect(await answer(open)).toBe('application/pdf');
      expect(await answer(await encrypted(algorithm, '', Buffer.from(eicar)))).toBe(
        'file_infected',
      );
      expect(await answer(await encrypted(algorithm, '', html))).toBe('file_with_program');
      expect(await answer(await encrypted(algorithm, 'user', xml))).toBe('file_protected');
      expect(await answer(await encrypted(algorithm, '', xml, { loose: eicar }))).toBe(
        'file_infected',
      );
      // Readers may take what a trailer without the password says.
      expect(
        await answer(
          withSavedChange(await encrypted(algorithm, '', xml, { useObjectStreams: false })),
        ),
      ).toBe('file_protected');
    },
  );

  test.each([
    ['whose streams have a cipher of their own', '/StmF /StdCF', '/StmF /Identity'],
    ['whose stream says how it is encrypted', '/EmbeddedFile\n', '/Crypt\n'],
    ['with two ways to encrypt', '/R 4', '/R 4/R 4'],
  ])('a PDF with an owner password is refused %s', async (_what, from, to) => {
    const whole = (await encrypted('AES-128', '', xml)).toString('latin1');
    expect(await answer(Buffer.from(whole.replace(from, to), 'latin1'))).toBe('file_protected');
  });

  test('texts of a PDF with an owner password are decrypted too', async () => {
    // pdf-lib encrypts no texts outside streams of objects; RC4 encrypts as it decrypts.
    const half = await encrypted('RC4-128', '', xml, { useObjectStreams: false });
    const cipher = await openWithoutPassword(PdfFile.read(half, null));
    const name = `<${cipher!(5, 0)(Buffer.from('invoice.xml')).toString('hex')}>`;
    const names = /(?<=\/F )\(invoice.xml\)(\s+\/UF )<\w+>/;
    const whole = half.toString('latin1').replace(names, `${name}$1${name}`);
    expect(await answer(Buffer.from(whole, 'latin1'))).toBe('application/pdf');
    expect(await answer(half)).toBe('file_with_program');
  });

  test('trailers of a PDF that refer to each other in a circle do not hang the check', async () => {
    const one = pdf();
    const circle = withSavedChange(one, `/Prev ${one.length}`);
    expect(await answer(circle)).toBe('application/pdf');
  });
});
