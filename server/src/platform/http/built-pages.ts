import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
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
 * The built pages and the files for search engines, with the site's origin filled in. Each is read at its first
 * request, when the address is known, and cached in every encoding.
 */
export function openBuiltPages(
  client: string,
  origin: () => string,
): (file: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const kept = new Map<string, Promise<Document>>();
  const keptOrRead = (file: string) => {
    const known = kept.get(file);
    if (known) return known;
    const read = readDocument(client, file, origin());
    kept.set(file, read);
    // A failed read is not cached: the next request tries again.
    read.catch(() => kept.delete(file));
    return read;
  };
  return async (file, request, reply) => {
    const document = await keptOrRead(file);
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

async function readDocument(client: string, file: string, origin: string): Promise<Document> {
  const text = (await readFile(`${client}${file}`, 'utf8')).replaceAll(originPlaceholder, origin);
  const plain = Buffer.from(text);
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
  const takes = (name: string) =>
    names.some((one) => one.trim().startsWith(name) && !/;\s*q=0(\.0*)?\s*$/.test(one));
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'plain';
}
