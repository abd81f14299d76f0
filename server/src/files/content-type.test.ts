import { describe, expect, test } from 'vitest';
import { AppError } from '../platform/app-error.ts';
import { readContentType } from './content-type.ts';
import { jpeg, pdf, png, withSavedChange } from './sample-files.testing.ts';

const answer = (name: string, bytes: Buffer) =>
  readContentType('invoice', name, bytes).catch((error: AppError) => error.code);

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const html = Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>');

test.each([
  ['invoice.pdf', pdf(), 'application/pdf'],
  ['INVOICE.PDF ', pdf(), 'application/pdf'],
  ['scan.jpg', jpeg, 'image/jpeg'],
  ['scan.jpeg', jpeg, 'image/jpeg'],
  ['scan.png', png, 'image/png'],
])('the type of %s is detected from its content', async (name, bytes, type) => {
  expect(await answer(name, bytes)).toBe(type);
});

test.each([
  ['a picture called a PDF', 'invoice.pdf', png],
  ['a PDF called a picture', 'invoice.png', pdf()],
  ['a JPEG called a PNG', 'scan.png', jpeg],
  ['text called a PDF', 'invoice.pdf', Buffer.from('hello')],
  ['a program called a PDF', 'invoice.pdf', Buffer.from('MZ\x90\0\x03\0\0\0')],
  ['a drawing that can run scripts', 'scan.png', svg],
  ['a web page before the PDF', 'invoice.pdf', Buffer.concat([html, pdf()])],
  ['a script before the PDF', 'invoice.pdf', Buffer.concat([Buffer.from('alert(1)//'), pdf()])],
  ['a mark before the PDF', 'invoice.pdf', Buffer.concat([Buffer.from('\uFEFF'), pdf()])],
  ['a line before the PDF', 'invoice.pdf', Buffer.concat([Buffer.from('\n'), pdf()])],
  [
    'a web page that calls itself a PDF',
    'invoice.pdf',
    Buffer.concat([Buffer.from('%PDF-1.4\n'), html]),
  ],
  ['a web page in a picture', 'scan.jpg', Buffer.concat([jpeg.subarray(0, 20), html, jpeg])],
  ['a single byte', 'invoice.pdf', Buffer.from('%')],
])('%s is refused because its content does not match its name', async (_what, name, bytes) => {
  expect(await answer(name, bytes)).toBe('file_content_mismatch');
});

test('a file type that its kind does not allow is refused', async () => {
  const refused = readContentType('bank_statement_6m_file', 'statement.png', png);
  await expect(refused).rejects.toMatchObject({ code: 'file_content_mismatch' });
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
  expect(await answer('invoice.pdf', bytes)).toBe(code);
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
    expect(await answer('invoice.pdf', bytes)).toBe('file_protected');
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
    expect(await answer('invoice.pdf', bytes)).toBe('application/pdf');
  });

  test('trailers of a PDF that refer to each other in a circle do not hang the check', async () => {
    const one = pdf();
    const circle = withSavedChange(one, `/Prev ${one.length}`);
    expect(await answer('invoice.pdf', circle)).toBe('application/pdf');
  });
});
