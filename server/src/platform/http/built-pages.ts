import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { withLegalIdentity, type LegalIdentity } from '#api/legal-identity.ts';
import { originPlaceholder } from '#api/site-origin.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Whether a built file is a text that may contain the site's own address. */
export function isBuiltPage(file: string): boolean {
  return extname(file) in types;
}

interface Document {
  type: string;
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/**
 * The built pages and the files for search engines, with the site's origin and legal identity filled in. Each is read at its first
 * request, when the address is known, and cached in every encoding.
 */
export function openBuiltPages(
  client: string,
  origin: () => string,
  legalIdentity: LegalIdentity,
): (file: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const cache = new Map<string, Promise<Document>>();
  const readCached = (file: string) => {
    const cached = cache.get(file);
    if (cached) return cached;
    const facts = legalIdentity[file.startsWith('/ar/') ? 'ar' : 'en'];
    const document = readDocument(client, file, (text) =>
      withLegalIdentity(text.replaceAll(originPlaceholder, origin()), facts),
    );
    cache.set(file, document);
    // A failed read is not cached: the next request tries again.
    document.catch(() => cache.delete(file));
    return document;
  };
  return async (file, request, reply) => {
    const document = await readCached(file);
    const encoding = encodingFor(request.headers['accept-encoding']);
    void reply.header('etag', document.etag).header('vary', 'accept-encoding');
    if (reply.statusCode === 200 && request.headers['if-none-match'] === document.etag) {
      return reply.status(304).send();
    }
    void reply.type(document.type);
    if (encoding !== 'plain') void reply.header('content-encoding', encoding);
    return reply.send(document[encoding]);
  };
}

async function readDocument(
  client: string,
  file: string,
  fill: (text: string) => string,
): Promise<Document> {
  const plain = Buffer.from(fill(await readFile(`${client}${file}`, 'utf8')));
  return {
    type: types[extname(file)]!,
    // A weak ETag, the same for every encoding.
    etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: await promisify(brotliCompress)(plain),
    gzip: await promisify(gzip)(plain, { level: 9 }),
  };
}

function encodingFor(accepted: string | undefined): 'br' | 'gzip' | 'plain' {
  const names = (accepted ?? '').toLowerCase().split(',');
  const accepts = (name: string) =>
    names.some((one) => one.trim().startsWith(name) && !/;\s*q=0(\.0*)?\s*$/.test(one));
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : 'plain';
}
