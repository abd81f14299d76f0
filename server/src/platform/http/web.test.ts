import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { legalMark, type LegalIdentity } from '#api/legal-identity.ts';
import { originPlaceholder } from '#api/site-origin.ts';
import { buildHttp } from './http.ts';
import { serveWeb } from './web.ts';

const built = mkdtempSync(join(tmpdir(), 'hamla-web-'));
afterAll(() => rmSync(built, { recursive: true }));

const page = `<!doctype html><title>Hamla</title>${'<p>Advertise now, pay later.</p>'.repeat(50)}`;
/** An installation that has stated nothing of its legal identity. */
const nothing = { name: null, cr_number: null, vat_number: null, address: null, licence: null };
const unstated: LegalIdentity = { en: nothing, ar: nothing };
const script = 'export const tagline = "advertise now, pay later";'.repeat(50);

/** Writes a file as the web build does. */
function write(path: string, content: string, compressed: boolean) {
  const file = join(built, 'client', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (!compressed) return;
  writeFileSync(`${file}.br`, brotliCompressSync(content));
  writeFileSync(`${file}.gz`, gzipSync(content));
}

/** An app with the security headers of the product. */
const withPolicy = () =>
  buildHttp({ log: pino({ level: 'silent' }), trustProxy: false, https: false });

async function served({ policy = false } = {}) {
  write('index.html', page, true);
  write('404/index.html', page, true);
  write('assets/app-1.js', script, true);
  write('assets/font-1.woff2', 'a font', false);
  const app = policy ? await withPolicy() : fastify();
  await serveWeb(app, built, () => 'https://hamla.example', unstated);
  return app;
}

test('a text is sent in Brotli, gzip or plain as the browser accepts, with Vary and an ETag', async () => {
  const app = await served();
  const ask = (encodings?: string) =>
    app.inject({
      url: '/assets/app-1.js',
      headers: encodings ? { 'accept-encoding': encodings } : {},
    });
  const [brotli, gzip, plain] = [await ask('gzip, deflate, br'), await ask('gzip'), await ask()];
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe(script);
  const all = [brotli, gzip, plain];
  for (const { headers } of all) {
    expect(headers['vary']).toBe('accept-encoding');
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  expect(new Set(all.map(({ headers }) => headers.etag)).size).toBe(3);
  await app.close();
});

test('a page is revalidated at each request and not sent again while unchanged', async () => {
  const app = await served();
  const headers = { 'accept-encoding': 'br' };
  const first = await app.inject({ url: '/', headers });
  expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-encoding': 'br' });
  expect(brotliDecompressSync(first.rawPayload).toString()).toBe(page);
  const again = await app.inject({
    url: '/',
    headers: { ...headers, 'if-none-match': first.headers.etag },
  });
  expect(again.statusCode).toBe(304);
  await app.close();
});

test('after a failed read, a page is read again at the next request', async () => {
  const app = await served();
  const file = join(built, 'client', 'index.html');
  rmSync(file);
  expect((await app.inject('/')).statusCode).toBe(500);
  write('index.html', page, true);
  expect((await app.inject('/')).body).toBe(page);
  await app.close();
});

test('the 404 page is compressed too, and compressed forms have no URL of their own', async () => {
  const app = await served();
  for (const url of ['/nowhere', '/assets/app-1.js.br', '/index.html.gz']) {
    const reply = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(reply.statusCode).toBe(404);
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(page);
  }
  const font = await app.inject({
    url: '/assets/font-1.woff2',
    headers: { 'accept-encoding': 'br' },
  });
  expect(font.body).toBe('a font');
  await app.close();
});

test("pages, sitemap and robots.txt have the site's own address in every encoding", async () => {
  write('index.html', `${page}<link rel="canonical" href="${originPlaceholder}/">`, false);
  write('sitemap.xml', `<loc>${originPlaceholder}/terms</loc>`, false);
  write('robots.txt', `Sitemap: ${originPlaceholder}/sitemap.xml`, false);
  const app = fastify();
  await serveWeb(app, built, () => 'https://hamla.example', unstated);
  const text = async (url: string, encoding: string) => {
    const { headers, rawPayload } = await app.inject({
      url,
      headers: { 'accept-encoding': encoding },
    });
    const read = { br: brotliDecompressSync, gzip: gunzipSync }[
      String(headers['content-encoding'])
    ];
    return (read ? read(rawPayload) : rawPayload).toString();
  };
  for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip;q=0']) {
    expect(await text('/', encoding)).toContain('href="https://hamla.example/"');
    expect(await text('/sitemap.xml', encoding)).toBe('<loc>https://hamla.example/terms</loc>');
    expect(await text('/robots.txt', encoding)).toBe('Sitemap: https://hamla.example/sitemap.xml');
  }
  await app.close();
});

test('pages state the legal identity that the environment sets, in their language, and no number where it sets none', async () => {
  const marked = [
    legalMark.ifStated('cr_number'),
    `<b>CR ${legalMark.fact('cr_number')}</b>`,
    legalMark.end,
    legalMark.ifNotStated('cr_number'),
    '<i>no CR</i>',
    legalMark.end,
    legalMark.ifStated('address'),
    `<b>${legalMark.fact('address')}</b>`,
    legalMark.end,
    legalMark.ifNotStated('registration'),
    '<i>nothing stated</i>',
    legalMark.end,
  ].join('');
  write('terms/index.html', marked, false);
  write('ar/terms/index.html', marked, false);
  const read = async (legalIdentity: LegalIdentity, url: string) => {
    const app = fastify();
    await serveWeb(app, built, () => 'https://hamla.example', legalIdentity);
    const { body } = await app.inject({ url });
    await app.close();
    return body;
  };
  expect(await read(unstated, '/terms')).toBe('<i>no CR</i><i>nothing stated</i>');
  const facts = { ...nothing, cr_number: '1010123456', address: 'King Fahd Road <1> & "2"' };
  const stated: LegalIdentity = { en: facts, ar: { ...facts, address: 'طريق الملك فهد' } };
  expect(await read(stated, '/terms')).toBe(
    '<b>CR 1010123456</b><b>King Fahd Road &lt;1&gt; &amp; &quot;2&quot;</b>',
  );
  expect(await read(stated, '/ar/terms')).toBe('<b>CR 1010123456</b><b>طريق الملك فهد</b>');
  // A name alone says nothing by which the platform could be looked up.
  const named = { ...nothing, name: 'Hamla Company' };
  expect(await read({ en: named, ar: named }, '/terms')).toContain('nothing stated');
});

test("page headers are sent with pages and the 404, not with scripts or fonts; a worker's file has the page's policy", async () => {
  write('assets/pdf.worker.min-1.mjs', script, true);
  const app = await served({ policy: true });
  for (const url of ['/', '/nowhere']) {
    const { headers } = await app.inject({ url });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  }
  const { headers } = await app.inject({ url: '/assets/app-1.js' });
  expect(headers['content-security-policy']).toBeUndefined();
  expect(headers['x-content-type-options']).toBe('nosniff');
  const worker = await app.inject({ url: '/assets/pdf.worker.min-1.mjs' });
  expect(worker.headers['content-type']).toMatch(/javascript/);
  expect(worker.headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';worker-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;" +
      "font-src 'self';connect-src 'self';manifest-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none';object-src 'none'",
  );
  await app.close();
});

test("the content security policy of a page allows its own inline scripts and no other page's", async () => {
  const hashes = { '/index.html': ["'sha256-home='"], '/404/index.html': ["'sha256-absent='"] };
  writeFileSync(join(built, 'csp-hashes.json'), JSON.stringify(hashes));
  const app = await served({ policy: true });
  const policyOf = async (url: string) =>
    (await app.inject(url)).headers['content-security-policy'];
  expect(await policyOf('/')).toContain("script-src 'self' 'sha256-home=';");
  expect(await policyOf('/nowhere')).toContain("script-src 'self' 'sha256-absent=';");
  await app.close();
});

test('a busy process refuses calls and still serves pages and files', async () => {
  write('index.html', page, true);
  write('assets/app-1.js', script, true);
  // The heap is always larger than one byte.
  const app = await buildHttp({
    log: pino({ level: 'silent' }),
    trustProxy: false,
    https: false,
    busyWhen: { maxHeapUsedBytes: 1, sampleInterval: 10 },
  });
  app.get('/api/anything', { schema: { hide: true } }, () => ({}));
  app.get('/healthz', { schema: { hide: true } }, () => ({ status: 'ok' }));
  await serveWeb(app, built, () => 'https://hamla.example', unstated);
  await app.ready();
  await vi.waitUntil(() => app.isUnderPressure(), { timeout: 30_000 });
  const statusOf = async (url: string) => (await app.inject({ url })).statusCode;
  expect(await statusOf('/api/anything')).toBe(503);
  expect(await statusOf('/api/unknown?page=2')).toBe(503);
  expect(await statusOf('/auth/v1/token')).toBe(503);
  for (const url of ['/', '/?language=ar', '/assets/app-1.js', '/healthz']) {
    expect([url, await statusOf(url)]).toEqual([url, 200]);
  }
  expect(await statusOf('/apiary')).toBe(404);
  await app.close();
});
