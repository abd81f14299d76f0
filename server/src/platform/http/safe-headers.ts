import type { FastifyInstance } from 'fastify';

/** What a page may do, and nothing else; a built page is allowed its own inline scripts beside it (see web.ts). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // React Aria and the toasts set style attributes and one style element.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
].join(';');

/** Of a page alone: a kilobyte without meaning beside a script, a font or a style sheet. */
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers did more harm than good.
  'x-xss-protection': '0',
};
export const pageHeaderNames = Object.keys(pageHeaders);

const safeHeaders = {
  ...pageHeaders,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};

/**
 * Every reply begins with the headers that OWASP's "HTTP Security Response Headers" asks for. They are the same for each,
 * so they are made once.
 * @param https Served by https: browsers are told to insist on it for a year.
 */
export function sendSafeHeaders(app: FastifyInstance, https: boolean): void {
  const headers = {
    ...safeHeaders,
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
