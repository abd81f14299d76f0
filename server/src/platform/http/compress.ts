import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Replies of at most this many bytes fit one packet and are not compressed. */
const onePacket = 1_400;

/** Compressed forms of cached replies, dropped with the cached bytes. */
const compressed = new WeakMap<Buffer, Buffer>();

/**
 * Compresses the product API's JSON for clients that accept it: a dashboard shrinks to a fifth. The length reveals
 * nothing to other sites (BREACH), because the token is no cookie.
 */
export function compressReplies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < onePacket)
      return done(null, payload);
    if (!request.url.startsWith('/api/') || !isJson(reply.getHeader('content-type')))
      return done(null, payload);
    const vary = reply.getHeader('vary');
    void reply.header('vary', vary ? `${String(vary)}, Accept-Encoding` : 'Accept-Encoding');
    const accepted = request.raw.headers['accept-encoding'];
    if (accepted === undefined || !/\bgzip\b(?!;q=0(\.0*)?(,|$))/.test(accepted))
      return done(null, payload);
    void reply.header('content-encoding', 'gzip').removeHeader('content-length');
    const known = Buffer.isBuffer(payload) && compressed.get(payload);
    if (known) return done(null, known);
    gzip(payload, (error, zipped) => {
      if (error) return done(error);
      if (Buffer.isBuffer(payload)) compressed.set(payload, zipped);
      done(null, zipped);
    });
  });
}

const isJson = (contentType: unknown) => /^application\/(\w+\+)?json/.test(String(contentType));
