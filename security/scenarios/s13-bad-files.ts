import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { Client } from 'pg';
import { MAX_FILE_BYTES } from '#domain/files/file-rules.ts';
import { raisedQuotas } from '#server/platform/quotas.testing.ts';
import { retryWhileBusy, textFile } from '#server/product-client/product-client.ts';
import {
  hex,
  jpeg,
  jpegOf,
  pdf,
  pdfOfSize,
  png,
  pngOf,
  withSavedChange,
} from '../../server/src/files/sample-files.testing.ts';
import { scenario } from '../../reliability/scenario.ts';
import { signUpActor } from '../../server/testing/product.ts';
import { ownerOf, startServerProcess } from '../../server/testing/server-process.ts';
import { runOwnTests } from '../own-tests.ts';

const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
);
const html = '<!doctype html><script>alert(1)</script>';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const text = (value: string) => Buffer.from(value);
const script = (entries: string) => pdf({ more: [entries], trailer: '/OpenAction 6 0 R' });
const stream = (bytes: Buffer, entries = '/Filter /FlateDecode') =>
  pdf({ more: [{ entries, bytes }] });

/** A PDF that opens without a password, although it has one. */
async function encrypted(add: (file: PDFDocument) => unknown): Promise<Buffer> {
  const file = await PDFDocument.create();
  file.addPage();
  await add(file);
  file.encrypt({ ownerPassword: 'owner', userPassword: '' });
  return Buffer.from(await file.save({ useObjectStreams: false }));
}

/** Many megabytes of spaces, packed. */
const spaces = (count: number) => ({
  entries: '/Filter /FlateDecode',
  bytes: deflateSync(Buffer.alloc(count * 2 ** 20, ' ')),
});
const twice = (filter: string, unpacked: string) =>
  stream(deflateSync(Buffer.alloc(31_000_000, unpacked)), `/Filter [/FlateDecode ${filter}]`);

/** A name and bytes that must be refused, or else served as nothing but an attachment. */
const files: [name: string, bytes: Buffer][] = [
  [
    'owner-password-javascript.pdf',
    await encrypted((file) => file.addJavaScript('x', 'app.alert(1)')),
  ],
  [
    'owner-password-bomb.pdf',
    await encrypted(({ context }) =>
      context.register(context.flateStream('1 0 '.repeat(15_000_000), { N: 5_000_000, First: 1 })),
    ),
  ],
  ['jpeg-with-comment.jpg', jpegOf(['fe', hex(html)])],
  ['png-with-text.png', pngOf(['tEXt', text(html)])],
  ['empty.pdf', Buffer.alloc(0)],
  ['too-large.pdf', pdfOfSize(MAX_FILE_BYTES + 1)],
  ...[
    'a.exe',
    'a.pdf.exe',
    'a.svg',
    'a.html',
    'a.js',
    'a',
    'a.pdf ',
    'a.pdf.',
    'a.phtml',
    'a.PDF.html',
  ].map((name): [string, Buffer] => [name, pdf()]),
  ['html.pdf', text(html)],
  ['html.png', text(html)],
  ['html.jpg', text(html)],
  ['svg.png', text(svg)],
  ['svg.pdf', text(svg)],
  ['jpeg.png', jpeg],
  ['png.jpg', png],
  ['png.pdf', png],
  ['pdf.png', pdf()],
  ['exe.pdf', Buffer.concat([text('MZ'), Buffer.alloc(500)])],
  ['elf.png', Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(500)])],
  ['zip.pdf', Buffer.concat([text('PK\x03\x04'), Buffer.alloc(500)])],
  ['gzip.pdf', gzipSync(Buffer.alloc(5_000_000))],
  ['script.pdf', text('#!/bin/sh\nid')],
  ['magic-only.pdf', text('%PDF-1.7')],
  ['magic-later.pdf', Buffer.concat([Buffer.alloc(2000), pdf()])],
  ['html-before.pdf', Buffer.concat([text(html), pdf()])],
  ['html-in-head.pdf', Buffer.concat([text(`%PDF-1.4\n${html}\n`), pdf()])],
  ['html-after.pdf', Buffer.concat([pdf(), text(html)])],
  ['js-comment.pdf', Buffer.concat([text('/*'), pdf(), text('*/alert(1)')])],
  ['gif.pdf', text('GIF89a/*%PDF-1.4*/=alert(1)')],
  ['png-with-html.png', Buffer.concat([png, text(html)])],
  ['jpeg-with-html.jpg', Buffer.concat([jpeg.subarray(0, 20), text(html), jpeg.subarray(20)])],
  ['javascript.pdf', script('<< /S /JavaScript /JS (app.alert\\(1\\)) >>')],
  ['javascript-hex.pdf', script('<< /S /J#61vaScript /J#53 <6170702e> >>')],
  ['launch.pdf', script('<< /S /Launch /F (calc.exe) >>')],
  ['additional-action.pdf', pdf({ more: ['<< /AA << /O << /S /JavaScript /JS (x) >> >> >>'] })],
  [
    'attached.pdf',
    pdf({
      more: [
        '<< /Type /Filespec /F (a.exe) /EF << /F 7 0 R >> >>',
        { entries: '', bytes: text('MZ') },
      ],
    }),
  ],
  ['rich-media.pdf', pdf({ more: ['<< /Subtype /RichMedia /S /RichMediaExecute >>'] })],
  [
    'xfa.pdf',
    pdf({
      more: [
        '<< /XFA 7 0 R >>',
        {
          entries: '',
          bytes: text('<script contentType="application/x-javascript">app.launchURL()</script>'),
        },
      ],
    }),
  ],
  ['encrypted.pdf', pdf({ trailer: '/Encrypt 5 0 R' })],
  ['encrypted-later.pdf', withSavedChange(pdf(), '/Encrypt 5 0 R')],
  ['bomb.pdf', stream(deflateSync(Buffer.alloc(60_000_000)))],
  [
    'bomb-of-bombs.pdf',
    stream(
      deflateSync(deflateSync(Buffer.alloc(60_000_000))),
      '/Filter [/FlateDecode /FlateDecode]',
    ),
  ],
  [
    'objects-bomb.pdf',
    stream(
      deflateSync(text('1 0 '.repeat(5_000_000))),
      '/Type /ObjStm /N 5000000 /First 1 /Filter /FlateDecode',
    ),
  ],
  ['hex-bomb.pdf', twice('/ASCIIHexDecode', '41')],
  ['base85-bomb.pdf', twice('/ASCII85Decode', 'z')],
  [
    'form-bomb.pdf',
    pdf({ more: ['<< /XFA [7 0 R 8 0 R 9 0 R] >>', spaces(31), spaces(31), spaces(31)] }),
  ],
  ['attached-bomb.pdf', pdf({ more: ['<< /F (a.txt) /EF << /F 7 0 R >> >>', spaces(31)] })],
  ['many-values.pdf', pdf({ more: ['<<>>'.repeat(450_000)] })],
  [
    'many-names.pdf',
    pdf({ more: [Array.from({ length: 900_000 }, (_, n) => `/${n.toString(36)}`).join('')] }),
  ],
  ['eicar.pdf', text(eicar)],
  ['eicar.png', text(eicar)],
  ['eicar-inside.pdf', stream(text(eicar), '')],
  ['eicar-packed.pdf', stream(deflateSync(text(eicar)))],
  ['eicar-after.pdf', Buffer.concat([pdf(), text(eicar)])],
  [
    'bomb.png',
    Buffer.concat([png.subarray(0, 16), Buffer.from('7fffffff7fffffff', 'hex'), png.subarray(24)]),
  ],
  ['deep.pdf', pdf({ more: ['<<'.repeat(20_000)] })],
];

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

/** Memory that one of them may take, bytes. */
const MEMORY_LIMIT = 100 * 2 ** 20;

export default scenario({
  id: 'S13',
  title: 'bad files',
  small: {},
  full: {},
  async run(_counts, outcome) {
    await using target = await openTarget();
    /** An upload, and the bytes that the server took at most meanwhile. */
    const measured = async (name: string, bytes: Buffer) => {
      const before = target.memory();
      let taken = 0;
      const watching = setInterval(() => {
        taken = Math.max(taken, target.memory() - before);
      }, 5);
      const answer = await target.upload(name, bytes);
      clearInterval(watching);
      return { answer, taken };
    };
    // The first good file starts the threads that look into every file, and loads what draws its pages.
    const good = (name: string) => measured(name, pdf({ text: name.repeat(100) }));
    const { taken: started } = await good('first.pdf');
    const { taken: usual } = await good('second.pdf');
    let [refused, served, most, largest] = [0, 0, 0, ''];
    for (const [name, bytes] of files) {
      const { answer, taken } = await measured(name, bytes);
      if (taken > most) [most, largest] = [taken, name];
      if (answer.status !== 200) {
        refused += 1;
        outcome.expect(
          [413, 415, 422].includes(answer.status),
          `${name} is answered with ${answer.status}`,
        );
        continue;
      }
      served += 1;
      outcome.expectNone(openedInPlace(name, await target.open(JSON.parse(answer.text))));
    }
    outcome.expect(
      most <= MEMORY_LIMIT,
      `${largest} took ${megabytes(most)} MB, and a good file ${megabytes(usual)} MB`,
    );
    for (const name of [
      'html.pdf',
      'javascript.pdf',
      'launch.pdf',
      'eicar-packed.pdf',
      'owner-password-javascript.pdf',
      'owner-password-bomb.pdf',
      'jpeg-with-comment.jpg',
    ]) {
      const [, bytes] = files.find(([other]) => other === name)!;
      const { status } = await target.upload(name, bytes);
      outcome.expect(status === 415, `${name} is answered with ${status}`);
    }
    const threats = await runOwnTests('server/src/files/pdf-threats.test.ts', [/./]);
    outcome.expectNone(threats.found);
    outcome.expectNoticed(
      'a file that is shown in place',
      openedInPlace('x', new Response('', { headers: { 'content-disposition': 'inline' } })),
    );
    return `${files.length} files and ${threats.count} tests of PDFs, ${refused} refused, ${served} as attachments, +${megabytes(most)} MB at most (${largest}; a good file +${megabytes(usual)} MB, the first one +${megabytes(started)} MB)`;
  },
});

/** A server in a process of its own, whose memory is not that of whoever attacks, and a company that uploads to it. */
async function openTarget() {
  const dataDir = mkdtempSync(join(tmpdir(), 'hamla-security-'));
  // As `npm start`.
  const env = { LOG_LEVEL: 'warn', MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=8' };
  const server = startServerProcess(dataDir, { ...raisedQuotas, ...env }, ['dist/server/main.js']);
  server.child.stdout!.resume();
  const url = await server.open;
  const clock = { now: () => new Date(), set: () => {}, moveDays: () => {} };
  const company = await signUpActor(url, 'company', 'uploads@example.sa', clock);
  const owner = new Client(ownerOf(dataDir));
  await owner.connect();
  const upload = async (name: string, bytes: Buffer) => {
    const { headers } = textFile(name, '');
    const boundary = 'one-boundary';
    const body = Buffer.concat([
      text(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
      ),
      bytes,
      text(`\r\n--${boundary}--\r\n`),
    ]);
    const token = await company.token();
    return retryWhileBusy(async () => {
      const response = await fetch(`${url}/api/files/invoice?index=0`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body,
      });
      return {
        status: response.status,
        contentType: response.headers.get('content-type') ?? '',
        text: await response.text(),
      };
    });
  };
  /** As if a ticket used it: an upload opens for nobody before. */
  const open = async ({ store, path }: { store: string; path: string }) => {
    const attach = 'update files set attached_at = stored_at where store = $1 and path = $2';
    await owner.query(attach, [store, path]);
    const link = await company.send('create_download_link', { body: { store, path } });
    return fetch(new URL((JSON.parse(link.text) as { url: string }).url, url));
  };
  return {
    upload,
    open,
    /** Bytes that the server's process holds. Linux alone; 0 elsewhere. */
    memory: () => {
      const [, pages] = readIfThere(`/proc/${server.child.pid}/statm`).split(' ');
      return Number(pages ?? 0) * 4096;
    },
    async [Symbol.asyncDispose]() {
      await owner.end();
      server.child.kill('SIGTERM');
      await server.ended;
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function openedInPlace(name: string, { headers }: Response): string[] {
  const wanted = {
    'content-disposition': /^attachment;/,
    'x-content-type-options': /^nosniff$/,
    'content-security-policy': /default-src 'none'; sandbox/,
  };
  return Object.entries(wanted)
    .filter(([header, value]) => !value.test(headers.get(header) ?? ''))
    .map(([header]) => `${name} is served with ${header}: ${headers.get(header)}`);
}
