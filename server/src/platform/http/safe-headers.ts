import type { FastifyInstance } from 'fastify';

/** What a page may load and run. A built page may also run its own inline scripts (web.ts). */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // pdf.js reads a PDF in one.
  "worker-src 'self'",
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

/** Headers of pages only: a kilobyte that means nothing for a script, font or style sheet. */
const pageHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // Turns off the filter of old browsers, which itself was a risk.
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
 * The headers of OWASP's "HTTP Security Response Headers". They are the same for each reply, so they are built once.
 * @param https served over https: browsers are told to insist on it for a year.
 */
export const safeHeadersOf = (https: boolean) => ({
  ...safeHeaders,
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
});

/** Sends them with every reply that a route makes. */
export function sendSafeHeaders(
  app: FastifyInstance,
  headers: ReturnType<typeof safeHeadersOf>,
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
