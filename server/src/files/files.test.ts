import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type IncomingMessage, request as httpRequest, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { listFiles, upload as uploadSchema, type Upload } from '#api/files.ts';
import type { Problem } from '#api/wire.ts';
import { MAX_FILE_BYTES, type FileKind, type Store } from '#domain/files/file-rules.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { addAgency, addCompany, asOwner, type Person } from '../../testing/people.ts';
import { buildHttp } from '../platform/http/http.ts';
import { operationRoutes, type Caller } from '../platform/http/operations.ts';
import { registerFiles, type FilesDeps } from './files.http.ts';
import { createFileReceiver } from './receive-file.ts';
import { openObjectStore, type ObjectStore } from './object-store.ts';
import { hex, jpeg, jpegOf, pdf, pdfOfSize, png } from './sample-files.testing.ts';
import { virusScanner } from './scan-for-viruses.ts';
import { fileJobs } from './sweep-files.ts';

let now = new Date('2026-03-01T09:00:00Z');
const clock = { now: () => new Date(now) };
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function verifyToken(token: string): Promise<Caller | null> {
  const [user_id = '', session_id = ''] = token.split('_');
  return session_id ? { user_id, session_id } : null;
}

/** The product's HTTP server with only the files capability. */
async function serve(deps: Partial<FilesDeps> = {}): Promise<FastifyInstance> {
  const server = await buildHttp({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    https: false,
  });
  const route = operationRoutes(server, { clock, verifyToken });
  const { secrets, pools } = database;
  await registerFiles(server, route, {
    pool: pools.app,
    clock,
    store,
    secrets,
    scan: virusScanner(undefined),
    receive: createFileReceiver(),
    quotas: null,
    ...deps,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

const addressOf = (server: FastifyInstance) =>
  `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;

const database = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'hamla-files-'));
const store = await openObjectStore({ dataDir, s3: undefined }, database.secrets);
const app = await serve();
const site = addressOf(app);
const company = await addCompany(database, { now });
const agency = await addAgency(database, { now });
afterAll(async () => {
  await app.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const bearer = (caller?: Caller): Record<string, string> =>
  caller ? { authorization: `Bearer ${caller.user_id}_${caller.session_id}` } : {};

const boundary = 'hamla-boundary';
const multipartHeaders = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const part = (disposition: string, bytes: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`),
    Buffer.from('Content-Type: application/octet-stream\r\n\r\n'),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ]);
const filePart = (name: string, bytes: Buffer | string) =>
  part(`name="file"; filename="${name.replaceAll('"', '%22')}"`, bytes);
const bodyOf = (...parts: Buffer[]) =>
  Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]) as unknown as BodyInit;

const post = (caller: Caller | undefined, kind: string, body: BodyInit, at = site) =>
  fetch(`${at}/api/files/${kind}`, {
    method: 'POST',
    headers: { ...bearer(caller), ...multipartHeaders },
    body,
  });

const send = (caller: Caller | undefined, kind: FileKind, name: string, bytes: Buffer, at = site) =>
  post(caller, kind, bodyOf(filePart(name, bytes)), at);

async function upload(
  caller: Caller,
  kind: FileKind,
  name: string,
  bytes: Buffer,
): Promise<Upload> {
  const response = await send(caller, kind, name, bytes);
  const reply = await response.json();
  expect(reply).toMatchObject({ name: expect.any(String) });
  return uploadSchema.parse(reply);
}

async function refusal(response: Response | Promise<Response>): Promise<Problem> {
  const answer = await response;
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  return (await answer.json()) as Problem;
}

const rows = (sql: string, values: unknown[] = []) =>
  asOwner(database, async (client) => (await client.query(sql, values)).rows);
const rowOf = async (id: string) => (await rows('select * from files where id = $1', [id]))[0];
const filesOf = (caller: Caller) =>
  rows('select * from files where owner_user_id = $1 order by created_at, id', [caller.user_id]);
const bytesOf = async (caller: Caller) =>
  readdir(join(dataDir, 'files', caller.user_id)).catch(() => []);

/** Uses an upload as saving a profile or creating a ticket does. */
const attach = (caller: Caller, kind: FileKind, path: string) =>
  asOwner(database, async (client) => {
    await client.query('begin');
    await client.query('select set_caller($1, $2, $3)', [caller.user_id, caller.session_id, now]);
    await client.query('select attach_file($1, $2, $1, $3)', [kind, path, now]);
    await client.query('commit');
  });

async function addTicket(owner: Person, addressee: Person, invoice_url: string): Promise<void> {
  await rows(
    `insert into tickets (company_id, agency_id, amount_sar, repayment_term, invoice_url, created_at,
                          created_local_date, updated_at)
     values ($1, $2, 1000, 'OneMonth', $3, $4, '2026-03-01', $4)`,
    [owner.id, addressee.id, invoice_url, now],
  );
}

const askForLink = (caller: Caller | undefined, wanted: { store: Store; path: string }) =>
  fetch(`${site}/api/download-links`, {
    method: 'POST',
    headers: { ...bearer(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ store: wanted.store, path: wanted.path }),
  });

async function linkTo(caller: Caller, wanted: { store: Store; path: string }): Promise<string> {
  const response = await askForLink(caller, wanted);
  expect(response.status).toBe(200);
  return `${site}${((await response.json()) as { url: string }).url}`;
}

async function attachedInvoice(owner: Person, bytes = pdf()): Promise<Upload> {
  const invoice = await upload(owner, 'invoice', 'فاتورة رقم 7.pdf', bytes);
  await attach(owner, 'invoice', invoice.path);
  return invoice;
}

describe('the list of own files', () => {
  const list = async (caller: Caller | undefined, store_: string, query = '') => {
    const response = await fetch(`${site}/api/files/${store_}${query}`, {
      headers: bearer(caller),
    });
    return { status: response.status, body: await response.json() };
  };

  test('the list of own files has the first 100 by name unless the query says otherwise', async () => {
    const owner = await addCompany(database, { now });
    await rows(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
                          created_at, stored_at, attached_at)
       select $1::text::uuid, 'invoice', 'ticket-invoices', $1 || '/' || n || '.pdf', lpad((n * 37 % 103)::text, 3, '0') || '.pdf', 9,
              'application/pdf', '\\x00', $1 || '/' || n, $2::timestamptz, $2, $2 from generate_series(0, 102) n`,
      [owner.user_id, now],
    );
    const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name);
    const numbered = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => `${String(from + n).padStart(3, '0')}.pdf`);
    const first = await list(owner, 'ticket-invoices');
    const page = listFiles.reply.parse(first.body);
    expect(page.count).toBe(103);
    expect(names(page)).toEqual(numbered(0, 100));
    expect(names((await list(owner, 'ticket-invoices', '?offset=100')).body)).toEqual(
      numbered(100, 103),
    );
    expect(names((await list(owner, 'ticket-invoices', '?limit=2&offset=5')).body)).toEqual(
      numbered(5, 7),
    );
    for (const query of ['?limit=101', '?limit=0', '?offset=-1', '?order=desc']) {
      expect([query, (await list(owner, 'ticket-invoices', query)).status]).toEqual([query, 422]);
    }
  });

  test("the list of own files has the caller's files of one store that a profile or ticket uses", async () => {
    const [owner, other] = [
      await addCompany(database, { now }),
      await addCompany(database, { now }),
    ];
    const invoice = await attachedInvoice(owner);
    await attachedInvoice(other);
    await addTicket(owner, agency, invoice.path);
    await upload(owner, 'invoice', 'waits.pdf', pdf());
    const statement = await upload(owner, 'financial_statement_file', 'statement.pdf', pdf());
    await attach(owner, 'financial_statement_file', statement.path);
    expect((await list(owner, 'ticket-invoices')).body).toEqual({
      items: [{ ...invoice, created_at: expect.any(String), kind: 'invoice' }],
      count: 1,
    });
    expect((await list(owner, 'company-documents')).body).toMatchObject({
      items: [{ path: statement.path, kind: 'financial_statement_file' }],
    });
    // The agency may open its ticket's invoice; the invoice does not belong to it.
    expect((await list(agency, 'ticket-invoices')).body).toEqual({ items: [], count: 0 });
    expect((await list(undefined, 'ticket-invoices')).status).toBe(401);
    expect((await list(owner, 'other-people')).status).toBe(422);
  });
});

describe('an upload', () => {
  test.each([
    ['company', 'company_registration_file', 'company-documents', 'company_registration.pdf'],
    ['company', 'financial_statement_file', 'company-documents', 'financial_statement.pdf'],
    ['company', 'bank_statement_6m_file', 'company-documents', 'bank_statement.pdf'],
    ['company', 'invoice', 'ticket-invoices', '1772355600000_my_file.pdf'],
    ['agency', 'agency_registration_file', 'agency-documents', 'company_registration.pdf'],
    ['agency', 'other_docs_files', 'agency-documents', 'doc_1772355600000_0.pdf'],
  ] as const)(
    'an upload of the %s as %s is stored in %s at its path',
    async (role, kind, in_store, name) => {
      const person =
        role === 'company'
          ? await addCompany(database, { now })
          : await addAgency(database, { now });
      const waiting = await upload(person, kind, 'my file.pdf', pdf());
      expect(waiting).toMatchObject({
        store: in_store,
        path: `${person.user_id}/${name}`,
        name: 'my file.pdf',
        size_bytes: pdf().length,
        content_type: 'application/pdf',
      });
      expect(new Date(waiting.created_at)).toEqual(now);
    },
  );

  test('an upload is stored encrypted and downloads with its bytes, name and type', async () => {
    const bytes = pdf({ text: 'IBAN SA0380000000608010167519' });
    const invoice = await attachedInvoice(company, bytes);
    const { storage_key, sha256 } = await rowOf(invoice.id);
    expect(sha256).toHaveLength(32);
    const stored = await readFile(join(dataDir, 'files', storage_key));
    expect(stored.includes('IBAN')).toBe(false);
    expect(stored.includes('%PDF')).toBe(false);

    const response = await fetch(await linkTo(company, invoice));
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="______ ___ 7.pdf"; ' +
        "filename*=UTF-8''%D9%81%D8%A7%D8%AA%D9%88%D8%B1%D8%A9%20%D8%B1%D9%82%D9%85%207.pdf",
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('what stands before a PDF is neither stored nor hashed', async () => {
    const person = await addCompany(database, { now });
    const lead = Buffer.from('\uFEFF\r\n');
    const stored = await upload(person, 'invoice', 'a.pdf', Buffer.concat([lead, pdf()]));
    const { sha256, storage_key } = await rowOf(stored.id);
    expect(stored.size_bytes).toBe(pdf().length);
    expect(await store.get(storage_key)).toEqual(pdf());
    expect(sha256).toEqual(createHash('sha256').update(pdf()).digest());
  });

  test('an upload may be a picture and up to 10 MB large', async () => {
    const person = await addAgency(database, { now });
    expect((await upload(person, 'other_docs_files', 'a.jpeg', jpeg)).content_type).toBe(
      'image/jpeg',
    );
    expect((await upload(person, 'other_docs_files', 'b.PNG', png)).content_type).toBe('image/png');
    const large = await upload(person, 'other_docs_files', 'c.pdf', pdfOfSize(MAX_FILE_BYTES));
    expect(large.size_bytes).toBe(MAX_FILE_BYTES);
  });

  test('an upload is refused without the right role, session or sign-in before anything is stored', async () => {
    const nobody = { user_id: randomUUID(), session_id: randomUUID() };
    const cases: [Caller | undefined, FileKind, number][] = [
      [company, 'other_docs_files', 403],
      [company, 'agency_registration_file', 403],
      [agency, 'invoice', 403],
      [agency, 'bank_statement_6m_file', 403],
      [nobody, 'invoice', 401],
      [{ ...company, session_id: agency.session_id }, 'invoice', 401],
      [undefined, 'invoice', 401],
    ];
    const before = await rows('select count(*) from files');
    for (const [caller, kind, status] of cases) {
      expect((await refusal(send(caller, kind, 'a.pdf', pdf()))).status).toBe(status);
    }
    expect(await rows('select count(*) from files')).toEqual(before);
  });

  test('an upload without a valid token is refused before its body is read', async () => {
    const request = httpRequest(`${site}/api/files/invoice`, {
      method: 'POST',
      headers: { ...multipartHeaders, 'content-length': 5_000_000 },
    });
    request.on('error', () => undefined);
    request.flushHeaders();
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(401);
    request.destroy();
  });
});

describe('a refused file says why under the name of its field, and leaves no row and no bytes', () => {
  const protectedPdf = pdf({ trailer: '/Encrypt 5 0 R' });
  const html = Buffer.from('<html><script>alert(1)</script></html>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  const refused: [string, FileKind, string, Buffer, string, number][] = [
    ['empty', 'invoice', 'a.pdf', Buffer.alloc(0), 'file_empty', 422],
    [
      'larger than 10 MB by a byte',
      'invoice',
      'a.pdf',
      pdfOfSize(MAX_FILE_BYTES + 1),
      'file_too_large',
      413,
    ],
    ['of 30 MB', 'invoice', 'a.pdf', pdfOfSize(3 * MAX_FILE_BYTES), 'file_too_large', 413],
    ['of a wrong extension', 'invoice', 'a.docx', pdf(), 'file_type_not_allowed', 415],
    ['of two extensions', 'invoice', 'a.pdf.exe', pdf(), 'file_type_not_allowed', 415],
    ['a drawing', 'invoice', 'a.svg', svg, 'file_type_not_allowed', 415],
    ['a drawing called a picture', 'invoice', 'a.png', svg, 'file_content_mismatch', 415],
    [
      'a picture where only PDF is allowed',
      'bank_statement_6m_file',
      'a.png',
      png,
      'file_type_not_allowed',
      415,
    ],
    [
      'a picture called a PDF',
      'bank_statement_6m_file',
      'a.pdf',
      png,
      'file_content_mismatch',
      415,
    ],
    [
      'a web page and a PDF at once',
      'invoice',
      'a.pdf',
      Buffer.concat([html, pdf()]),
      'file_content_mismatch',
      415,
    ],
    ['protected by a password', 'invoice', 'a.pdf', protectedPdf, 'file_protected', 415],
    ['called by a control character', 'invoice', 'a\u0001.pdf', pdf(), 'file_name_invalid', 422],
    ['without a name', 'invoice', '', pdf(), 'file_name_invalid', 422],
  ];
  test.each(refused)('%s', async (_what, kind, name, bytes, code, status) => {
    const person = await addCompany(database, { now });
    const problem = await refusal(send(person, kind, name, bytes));
    expect(problem).toMatchObject({
      code,
      status,
      fields: [{ field: kind, message: expect.any(String) }],
    });
    expect(await filesOf(person)).toEqual([]);
    expect(await bytesOf(person)).toEqual([]);
  });

  test.each([
    ['no file', bodyOf(), 'file_missing'],
    [
      'a file under another name',
      bodyOf(part('name="other"; filename="a.pdf"', pdf())),
      'file_missing',
    ],
    ['two files', bodyOf(filePart('a.pdf', pdf()), filePart('b.pdf', pdf())), 'validation_failed'],
    [
      'a field before the file',
      bodyOf(
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n`),
        filePart('a.pdf', pdf()),
      ),
      'validation_failed',
    ],
    [
      'a field that reaches for the prototype',
      bodyOf(part('name="__proto__"; filename="a.pdf"', pdf())),
      'validation_failed',
    ],
    ['half a body', filePart('a.pdf', pdf()) as unknown as BodyInit, 'validation_failed'],
    ['noise', randomBytes(2000) as unknown as BodyInit, 'validation_failed'],
  ] as const)('a body with %s', async (_what, body, code) => {
    const person = await addCompany(database, { now });
    const problem = await refusal(post(person, 'invoice', body));
    expect(problem).toMatchObject({ code, fields: [{ field: 'invoice' }] });
    expect(problem.status).toBeLessThan(500);
    expect(await filesOf(person)).toEqual([]);
    expect(await bytesOf(person)).toEqual([]);
  });

  test.each(['application/json', 'text/plain', 'multipart/form-data', ''])(
    'a body of the type %j',
    async (type) => {
      const response = await fetch(`${site}/api/files/invoice`, {
        method: 'POST',
        headers: { ...bearer(company), 'content-type': type },
        body: '{}',
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
      expect((await refusal(response)).code).toMatch(/^(file_missing|validation_failed)$/);
    },
  );

  test('an unknown kind', async () => {
    expect(
      await refusal(post(company, 'passport', bodyOf(filePart('a.pdf', pdf())))),
    ).toMatchObject({
      status: 422,
      fields: [{ field: 'kind' }],
    });
  });
});

const outsideTheStore = async () =>
  (await readdir(dataDir, { recursive: true })).filter((name) => !name.startsWith('files/')).sort();

test("a file with any name is stored in its owner's folder or refused", async () => {
  const stems = [
    '../',
    '../../../../etc/passwd',
    '..\\..\\windows\\',
    '%2e%2e%2f',
    '%2e%2e/%2e%2e/',
    '....//',
    '/etc/',
    'C:\\',
    '\u0000',
    'a\u0000',
    '\u202Efdp.',
    '\u2066x\u2069',
    '\u200F',
    '.',
    '..',
    '...',
    '~',
    '$(reboot)',
    '`id`',
    ';ls',
    '|x',
    '&x',
    '<script>',
    '"><img src=x onerror=alert(1)>',
    "'; drop table files; --",
    '{{7*7}}',
    '${7}',
    '%s%n',
    'CON',
    'NUL.',
    'aux',
    ' ',
    '\t',
    '\n',
    '\r\nSet-Cookie: a=b\r\n',
    '\u2028',
    '\uFEFF',
    '😀',
    '\uD7FF',
    'ﷺ',
    'ـ',
    'a'.repeat(250),
    'ن'.repeat(250),
    'x'.repeat(1024),
    '/'.repeat(200),
    '\\'.repeat(50),
    'a/b/c/',
    '::$DATA',
    'file:///',
    'http://x/',
  ];
  const names = stems.flatMap((stem) => [`${stem}a.pdf`, `a${stem}.pdf`]);
  expect(names).toHaveLength(100);
  const before = await outsideTheStore();
  const people = [await addCompany(database, { now }), await addCompany(database, { now })];
  for (const [index, name] of names.entries()) {
    const response = await send(people[index % 2], 'invoice', name, pdf());
    expect([200, 415, 422]).toContain(response.status);
    await response.arrayBuffer();
  }
  for (const person of people) {
    const kept = await filesOf(person);
    expect(kept.length).toBeGreaterThan(20);
    expect((await bytesOf(person)).length).toBe(kept.length);
    for (const { path, name, storage_key } of kept) {
      expect(path).toMatch(
        new RegExp(`^${person.user_id}/\\d+_[^./\\\\\\p{C}][^/\\\\\\p{C}]*$`, 'u'),
      );
      expect(name).not.toMatch(/[\p{Cc}/\\\u202A-\u202E\u2066-\u2069]/u);
      expect(storage_key).toMatch(new RegExp(`^${person.user_id}/[0-9a-f-]{36}$`));
    }
  }
  expect(await outsideTheStore()).toEqual(before);
});

describe('who may open a file', () => {
  test("a file opens for its owner, an invoice also for its ticket's agency, and for others it does not exist", async () => {
    const invoice = await attachedInvoice(company);
    await addTicket(company, agency, invoice.path);
    const [stranger, rival] = [
      await addCompany(database, { now }),
      await addAgency(database, { now }),
    ];
    for (const person of [company, agency]) {
      const response = await fetch(await linkTo(person, invoice));
      expect(Buffer.from(await response.arrayBuffer()).equals(pdf())).toBe(true);
    }
    for (const person of [stranger, rival]) {
      expect(await refusal(askForLink(person, invoice))).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    }
    expect((await refusal(askForLink(undefined, invoice))).status).toBe(401);
    const ended = { ...company, session_id: randomUUID() };
    expect((await refusal(askForLink(ended, invoice))).code).toBe('session_not_found');
  });

  test("a picture is stored as it came, named by its content, and opens without its camera's notes", async () => {
    const owner = await addCompany(database, { now });
    const photo = jpegOf(['e1', hex('Exif\0\0Camera, Riyadh')]);
    const invoice = await upload(owner, 'invoice', '1000012345', photo);
    expect(invoice).toMatchObject({ name: '1000012345.jpg', content_type: 'image/jpeg' });
    expect(invoice.path).toMatch(/_1000012345\.jpg$/);
    await attach(owner, 'invoice', invoice.path);
    await addTicket(owner, agency, invoice.path);
    const { sha256, storage_key } = await rowOf(invoice.id);
    expect(await store.get(storage_key)).toEqual(photo);
    expect(sha256).toEqual(createHash('sha256').update(photo).digest());
    const opened = await fetch(await linkTo(agency, invoice));
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(jpeg);
  });

  test('the agency of a ticket can open no other file of the company', async () => {
    const owner = await addCompany(database, { now });
    const [invoice, unrelated] = [await attachedInvoice(owner), await attachedInvoice(owner)];
    await addTicket(owner, agency, invoice.path);
    const statement = await upload(owner, 'bank_statement_6m_file', 'statement.pdf', pdf());
    await attach(owner, 'bank_statement_6m_file', statement.path);
    for (const file of [unrelated, statement]) {
      expect((await refusal(askForLink(agency, file))).code).toBe('not_found');
      expect((await askForLink(owner, file)).status).toBe(200);
    }
    // The same path in another store is another file.
    const misplaced = { ...invoice, store: 'company-documents' as const };
    expect((await refusal(askForLink(agency, misplaced))).code).toBe('not_found');
  });

  test('an unused upload opens for nobody', async () => {
    const waiting = await upload(company, 'invoice', 'a.pdf', pdf());
    expect((await refusal(askForLink(company, waiting))).code).toBe('not_found');
  });
});

describe('a link', () => {
  test('a download link works without a sign-in for 60 seconds and then says that it has expired', async () => {
    const link = await linkTo(company, await attachedInvoice(company));
    pass(59 / 60);
    expect((await fetch(link)).status).toBe(200);
    pass(1 / 60);
    expect(await refusal(fetch(link))).toMatchObject({ status: 410, code: 'link_expired' });
    const page = await fetch(link, { headers: { accept: 'text/html,*/*' } });
    expect(page.status).toBe(410);
    expect(await page.text()).toBe('This link has expired. Open the file again from the page.');
  });

  test('an edited download link opens nothing', async () => {
    const link = await linkTo(company, await attachedInvoice(company));
    const token = new URL(link).pathname.slice('/files/'.length);
    const [content, signature] = token.split('.') as [string, string];
    const claims = JSON.parse(Buffer.from(content, 'base64url').toString());
    const longer = Buffer.from(JSON.stringify({ ...claims, expires_ms: claims.expires_ms + 1e9 }));
    const forged = [
      `${longer.toString('base64url')}.${signature}`,
      `${content}.${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`,
      `${content}.${signature}=`,
      `${content}.${signature}.x`,
      `${content}.`,
      content,
      `.${signature}`,
      '..%2f..%2fsecret.key',
      '',
      'x'.repeat(5000),
    ];
    for (const other of forged) {
      expect((await refusal(fetch(`${site}/files/${other}`))).code).toBe('not_found');
    }
    expect((await fetch(link)).status).toBe(200);
  });

  test('a download link with the longest possible name works', async () => {
    const invoice = await upload(company, 'invoice', `${'ن'.repeat(251)}.pdf`, pdf());
    await attach(company, 'invoice', invoice.path);
    expect((await fetch(await linkTo(company, invoice))).status).toBe(200);
  });

  test('a download link whose bytes are gone responds with not found', async () => {
    const invoice = await attachedInvoice(company);
    const link = await linkTo(company, invoice);
    await store.remove((await rowOf(invoice.id)).storage_key);
    expect((await refusal(fetch(link))).code).toBe('not_found');
  });
});

describe('a file at a path that had one', () => {
  const registration = 'company_registration_file';

  test('a new file replaces an old one at its path when it is used, not before', async () => {
    const person = await addCompany(database, { now });
    const [first, second] = [pdf({ text: 'first' }), pdf({ text: 'second' })];
    const old = await upload(person, registration, 'old.pdf', first);
    await attach(person, registration, old.path);
    const fresh = await upload(person, registration, 'new.pdf', second);
    expect(fresh.path).toBe(old.path);
    const before = await fetch(await linkTo(person, old));
    expect(Buffer.from(await before.arrayBuffer()).equals(first)).toBe(true);
    await attach(person, registration, fresh.path);
    const after = await fetch(await linkTo(person, old));
    expect(Buffer.from(await after.arrayBuffer()).equals(second)).toBe(true);
    await attach(person, registration, fresh.path);
    expect((await rowOf(old.id)).replaced_at).not.toBeNull();
    expect((await rowOf(fresh.id)).replaced_at).toBeNull();
  });

  test('a new file replaces neither a later upload nor files at the same path of another store', async () => {
    const person = await addCompany(database, { now });
    const older = await upload(person, registration, 'a.pdf', pdf());
    const chosen = await upload(person, registration, 'b.pdf', pdf());
    pass(1);
    const later = await upload(person, registration, 'c.pdf', pdf());
    // Not yet complete.
    await rows('update files set stored_at = null where id = $1', [later.id]);
    const [elsewhere] = await rows(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key,
                          created_at, stored_at, attached_at)
       values ($1, 'agency_registration_file', 'agency-documents', $2, 'a.pdf', 1, 'application/pdf', '\\x00', $3,
               $4, $4, $4) returning id`,
      [person.user_id, chosen.path, randomUUID(), new Date(now.getTime() - 120_000)],
    );
    await attach(person, registration, chosen.path);
    expect((await rowOf(chosen.id)).attached_at).not.toBeNull();
    expect((await rowOf(older.id)).replaced_at).not.toBeNull();
    expect((await rowOf(later.id)).replaced_at).toBeNull();
    expect((await rowOf(elsewhere.id)).replaced_at).toBeNull();
  });

  test("a file cannot be used if it is another user's, of another kind, incomplete, or old enough to be swept", async () => {
    const person = await addCompany(database, { now });
    const stranger = await addCompany(database, { now });
    const invoice = await upload(person, 'invoice', 'a.pdf', pdf());
    const notYours = expect.objectContaining({ message: 'validation_failed' });
    await expect(attach(stranger, 'invoice', invoice.path)).rejects.toEqual(notYours);
    await expect(attach(person, registration, invoice.path)).rejects.toEqual(notYours);
    await rows('update files set stored_at = null where id = $1', [invoice.id]);
    await expect(attach(person, 'invoice', invoice.path)).rejects.toEqual(notYours);
    const slow = await upload(person, 'invoice', 'slow.pdf', pdf());
    pass(51);
    await expect(attach(person, 'invoice', slow.path)).rejects.toEqual(notYours);
  });
});

const discard = (caller: Caller | undefined, id: string) =>
  fetch(`${site}/api/uploads/${id}`, { method: 'DELETE', headers: bearer(caller) });

describe('discarding', () => {
  test('discarding deletes an unused upload of the caller', async () => {
    const waiting = await upload(company, 'invoice', 'a.pdf', pdf());
    const stranger = await addCompany(database, { now });
    expect((await refusal(discard(stranger, waiting.id))).code).toBe('not_found');
    expect((await refusal(discard(undefined, waiting.id))).status).toBe(401);
    const response = await discard(company, waiting.id);
    expect(await response.json()).toEqual({ discarded: true });
    await expect(attach(company, 'invoice', waiting.path)).rejects.toThrow('validation_failed');
    expect((await refusal(discard(company, waiting.id))).code).toBe('not_found');
  });

  test('discarding leaves a file in use', async () => {
    const invoice = await attachedInvoice(company);
    expect((await refusal(discard(company, invoice.id))).code).toBe('not_found');
    expect((await askForLink(company, invoice)).status).toBe(200);
  });
});

const sweepWith = (objects: ObjectStore) =>
  fileJobs({ pool: database.pools.jobs, store: objects, clock }).sweep_files(undefined);

describe('the sweeper', () => {
  test('the sweeper deletes bytes and rows of replaced, discarded and unused files only', async () => {
    const person = await addCompany(database, { now });
    const kind = 'company_registration_file';
    const forgotten = await upload(person, 'invoice', 'forgotten.pdf', pdf());
    const inUse = await upload(person, 'invoice', 'in use.pdf', pdf());
    await attach(person, 'invoice', inUse.path);
    pass(56);
    const replaced = await upload(person, kind, 'replaced.pdf', pdf());
    await attach(person, kind, replaced.path);
    const successor = await upload(person, kind, 'successor.pdf', pdf());
    await attach(person, kind, successor.path);
    const waiting = await upload(person, 'invoice', 'waiting.pdf', pdf());
    const idsLeft = async () => (await filesOf(person)).map(({ id }) => id);

    await sweepWith(store);
    // A file replaced just now may still have a valid link.
    expect(await idsLeft()).toEqual([inUse, replaced, successor, waiting].map(({ id }) => id));
    expect(await idsLeft()).not.toContain(forgotten.id);

    pass(6);
    await sweepWith(store);
    expect(await idsLeft()).toEqual([inUse, successor, waiting].map(({ id }) => id));
    const keys = (await filesOf(person)).map((row) => row.storage_key as string);
    expect((await bytesOf(person)).sort()).toEqual(keys.map((key) => key.split('/')[1]).sort());
    await sweepWith(store);
    expect(await idsLeft()).toHaveLength(3);
  });

  test('the sweeper deletes more than one batch', async () => {
    const person = await addCompany(database, { now });
    await rows(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at)
       select $1::uuid, 'invoice', 'ticket-invoices', $1::uuid::text || '/' || n, 'a.pdf', 1, 'application/pdf', '\\x00', gen_random_uuid(), $2
         from generate_series(1, 250) n`,
      [person.user_id, now],
    );
    pass(60);
    await sweepWith(store);
    expect(await filesOf(person)).toEqual([]);
  });

  test('the sweeper keeps the row of a file that it cannot delete, and fails so that the job is retried', async () => {
    const person = await addCompany(database, { now });
    await upload(person, 'invoice', 'a.pdf', pdf());
    pass(60);
    const away = await openObjectStore(
      {
        dataDir,
        s3: {
          bucket: 'hamla',
          region: 'us-east-1',
          endpoint: 'http://127.0.0.1:1',
          accessKeyId: 'a',
          secretAccessKey: 'b',
        },
      },
      database.secrets,
    );
    await expect(sweepWith(away)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await filesOf(person)).toHaveLength(1);
    await sweepWith(store);
    expect(await filesOf(person)).toEqual([]);
    expect(await bytesOf(person)).toEqual([]);
  });
});

/** Sends the first bytes of an upload that never completes; resolves when the server has received them. */
async function beginUpload(server: FastifyInstance, caller: Caller, bytes: number) {
  const request = httpRequest(`${addressOf(server)}/api/files/invoice`, {
    method: 'POST',
    headers: { ...bearer(caller), ...multipartHeaders, 'content-length': 1_000_000 },
  });
  const cutOff = once(request, 'error');
  cutOff.catch(() => undefined);
  const arrived = once(server.server, 'request');
  request.write(filePart('a.pdf', pdfOfSize(100_000)).subarray(0, bytes));
  const [incoming] = (await arrived) as [IncomingMessage];
  return { request, cutOff, incoming };
}

describe('when things go wrong', () => {
  let broken: Server | undefined;
  afterAll(() => broken?.close());

  test('an upload into a full or unwritable folder is refused and leaves no usable row', async () => {
    const person = await addCompany(database, { now });
    const folder = join(dataDir, 'files');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, '');
    const problem = await refusal(send(person, 'invoice', 'a.pdf', pdf()));
    await rm(folder);
    await rename(`${folder}-away`, folder);
    expect(problem).toMatchObject({
      status: 503,
      code: 'unavailable',
      fields: [{ field: 'invoice' }],
    });
    const [row] = await filesOf(person);
    expect(row).toMatchObject({ stored_at: null, attached_at: null, replaced_at: now });
    await expect(attach(person, 'invoice', row.path)).rejects.toThrow('validation_failed');
    expect(await bytesOf(person)).toEqual([]);
  });

  test('an upload into a failing S3 bucket is refused and leaves no usable row', async () => {
    broken = createServer((request, response) => {
      request.resume();
      response.writeHead(500).end();
    });
    broken.listen(0, '127.0.0.1');
    await once(broken, 'listening');
    const { port } = broken.address() as AddressInfo;
    const s3 = {
      bucket: 'hamla',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      accessKeyId: 'a',
      secretAccessKey: 'b',
    };
    const other = await serve({ store: await openObjectStore({ dataDir, s3 }, database.secrets) });
    const person = await addCompany(database, { now });
    const problem = await refusal(send(person, 'invoice', 'a.pdf', pdf(), addressOf(other)));
    await other.close();
    expect(problem).toMatchObject({ status: 503, code: 'unavailable' });
    expect(
      await rows(
        'select 1 from files where owner_user_id = $1 and (stored_at is not null or replaced_at is null)',
        [person.user_id],
      ),
    ).toEqual([]);
  });

  test('an upload that its client aborts leaves nothing', async () => {
    const person = await addCompany(database, { now });
    const request = httpRequest(`${site}/api/files/invoice`, {
      method: 'POST',
      headers: { ...bearer(person), ...multipartHeaders, 'content-length': 1_000_000 },
    });
    request.on('error', () => undefined);
    const arrived = once(app.server, 'request');
    request.write(filePart('a.pdf', pdf()).subarray(0, 300));
    await arrived;
    request.destroy();
    // All slots are free again: as many uploads as slots succeed.
    await Promise.all(Array.from({ length: 4 }, () => upload(person, 'invoice', 'b.pdf', pdf())));
    expect((await filesOf(person)).every(({ name }) => name === 'b.pdf')).toBe(true);
    expect(await bytesOf(person)).toHaveLength(4);
  });

  test('uploads wait for a slot, a silent sender is cut off, and too many uploads are told to retry', async () => {
    const uploadsOfUser = { maxConcurrent: 1, maxWaiting: 1 };
    const other = await serve({ receive: createFileReceiver({ uploadsOfUser, silenceMs: 1500 }) });
    const at = addressOf(other);
    const person = await addCompany(database, { now });
    const { cutOff } = await beginUpload(other, person, 300);
    const crowd = await Promise.all(
      Array.from({ length: 6 }, () => send(person, 'invoice', 'b.pdf', pdf(), at)),
    );
    const answers = crowd.map(({ status }) => status).sort();
    expect(answers).toEqual([200, 503, 503, 503, 503, 503]);
    expect(crowd.find(({ status }) => status === 503)?.headers.get('retry-after')).toBe('1');
    expect((await cutOff)[0]).toMatchObject({ code: 'ECONNRESET' });
    await other.close();
  });

  test('slow senders of one account do not hold up an upload of another', async () => {
    const other = await serve();
    const [slow, quick] = [
      await addCompany(database, { now }),
      await addCompany(database, { now }),
    ];
    const senders = [];
    for (let i = 0; i < 4; i += 1) senders.push(await beginUpload(other, slow, 300));
    const answer = await send(quick, 'invoice', 'b.pdf', pdf(), addressOf(other));
    expect(answer.status).toBe(200);
    for (const { request } of senders) request.destroy();
    await other.close();
  });

  test('an upload that is not complete in time is cut off, although bytes keep coming, and frees its slot', async () => {
    const uploadsOfUser = { maxConcurrent: 1, maxWaiting: 1 };
    const other = await serve({ receive: createFileReceiver({ uploadsOfUser, wholeMs: 500 }) });
    const person = await addCompany(database, { now });
    const { request, cutOff } = await beginUpload(other, person, 300);
    const drops = setInterval(() => request.write('%'), 20);
    expect((await cutOff)[0]).toMatchObject({ code: 'ECONNRESET' });
    clearInterval(drops);
    const answer = await send(person, 'invoice', 'b.pdf', pdf(), addressOf(other));
    expect(answer.status).toBe(200);
    await other.close();
  });

  test('an upload whose client leaves while waiting frees its place in the queue', async () => {
    const uploadsOfUser = { maxConcurrent: 1, maxWaiting: 1 };
    const other = await serve({ receive: createFileReceiver({ uploadsOfUser }) });
    const person = await addCompany(database, { now });
    const first = await beginUpload(other, person, 300);
    const left = once(other.server, 'request').then(([, response]) => once(response, 'close'));
    const second = await beginUpload(other, person, 300);
    second.request.destroy();
    await left;
    first.request.destroy();
    const answers = () =>
      send(person, 'invoice', 'b.pdf', pdf(), addressOf(other)).then(({ status }) => status);
    await expect.poll(answers).toBe(200);
    await other.close();
  });

  test("concurrent uploads above the server's byte limit are refused, and accepted when bytes are free", async () => {
    const other = await serve({ receive: createFileReceiver({ uploadBytes: 100_000 }) });
    const [slow, quick] = [
      await addCompany(database, { now }),
      await addCompany(database, { now }),
    ];
    const status = async () =>
      (await send(quick, 'invoice', 'b.pdf', pdfOfSize(30_000), addressOf(other))).status;
    const { request, incoming } = await beginUpload(other, slow, 80_000);
    // The first one, the slow one, holds the slot once the server has read all its bytes.
    await expect
      .poll(() => incoming.socket.bytesRead > 80_000 && incoming.readableLength === 0)
      .toBe(true);
    expect(await status()).toBe(503);
    request.destroy();
    await expect.poll(status).toBe(200);
    await other.close();
  });

  test('the sixty-first unused upload is refused until some are swept', async () => {
    const person = await addCompany(database, { now });
    await rows(
      `insert into files (owner_user_id, kind, store, path, name, size_bytes, content_type, sha256, storage_key, created_at)
       select $1::uuid, 'invoice', 'ticket-invoices', $1::uuid || '/' || n, 'a.pdf', 1, 'application/pdf', '\\x00',
              uuidv7()::text, $2 from generate_series(1, 60) n`,
      [person.user_id, now],
    );
    const refused = await send(person, 'invoice', 'a.pdf', pdf());
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await refusal(refused)).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      fields: [{ field: 'invoice' }],
    });
    pass(60);
    await fileJobs({ pool: database.pools.jobs, store, clock }).sweep_files(undefined);
    await upload(person, 'invoice', 'a.pdf', pdf());
  });
});

describe('with a virus scanner', () => {
  const rowsOf = async () =>
    asOwner(
      database,
      async (client) => (await client.query('select id from files order by id')).rows,
    );

  /** Serves with this scanner, uploads, and tells the response and whether anything of it was stored. */
  async function uploadPast(port: number, name: string, bytes: Buffer, limitMs?: number) {
    const scan = virusScanner({ host: '127.0.0.1', port }, limitMs);
    const server = await serve({ scan });
    try {
      const before = [await rowsOf(), await readdir(dataDir, { recursive: true })];
      const response = await send(company, 'invoice', name, bytes, addressOf(server));
      const after = [await rowsOf(), await readdir(dataDir, { recursive: true })];
      return {
        status: response.status,
        retryAfter: response.headers.get('retry-after'),
        problem: (await response.json()) as Problem,
        isStored: JSON.stringify(after) !== JSON.stringify(before),
      };
    } finally {
      await server.close();
    }
  }

  /** What answers uploads in clamd's place. */
  async function answering(answer: (() => string) | null) {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).on('data', () => void (answer && socket.end(answer())));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { port: (server.address() as AddressInfo).port, close: () => server.close() };
  }

  test('an upload is refused as unavailable while the scanner is down, mute, cut off or in error, and nothing is stored', async () => {
    const closed = await answering(null);
    closed.close();
    const refused = { status: 503, retryAfter: '30', isStored: false };
    expect(await uploadPast(closed.port, 'a.pdf', pdf())).toMatchObject(refused);
    for (const answer of [
      null,
      () => '',
      () => 'stream: O',
      () => 'INSTREAM size limit exceeded. ERROR\0',
    ]) {
      const clamd = await answering(answer);
      expect(await uploadPast(clamd.port, 'a.pdf', pdf(), 1_000)).toMatchObject(refused);
      clamd.close();
    }
  });

  const program = '/usr/sbin/clamd';
  test.skipIf(!existsSync(program))(
    'clamd looks at an upload before it is stored: an infected one is refused by its name',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'hamla-clamd-'));
      const probe = await answering(null);
      probe.close();
      const signature = Buffer.from('a signature of this test alone').toString('hex');
      await writeFile(join(folder, 'test.ndb'), `Hamla.Test:0:*:${signature}\n`);
      await writeFile(
        join(folder, 'clamd.conf'),
        `DatabaseDirectory ${folder}\nTCPSocket ${probe.port}\nTCPAddr 127.0.0.1\nForeground yes\nUser root\n`,
      );
      const clamd = spawn(program, ['--config-file', join(folder, 'clamd.conf')], {
        stdio: 'ignore',
      });
      try {
        const infected = Buffer.concat([png, Buffer.from('a signature of this test alone')]);
        await expect
          .poll(async () => (await uploadPast(probe.port, 'scan 1.png', infected)).problem.code)
          .toBe('file_infected');
        expect(await uploadPast(probe.port, 'scan 1.png', infected)).toMatchObject({
          status: 415,
          isStored: false,
          problem: { message: expect.stringContaining('scan 1.png') },
        });
        expect(await uploadPast(probe.port, 'scan 2.png', png)).toMatchObject({
          status: 200,
          isStored: true,
        });
      } finally {
        clamd.kill();
        await once(clamd, 'exit');
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
