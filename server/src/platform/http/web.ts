import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { LegalIdentity } from '#api/legal-identity.ts';
import { AppError } from '../app-error.ts';
import { isBuiltPage, openBuiltPages } from './built-pages.ts';
import { isCall } from './http.ts';
import { pageHeaderNames } from './safe-headers.ts';

/** Hashes of the inline scripts of each page, written by the web build for the content security policy. */
function readScriptHashes(webDirectory: string): Record<string, string[]> {
  const file = join(webDirectory, 'csp-hashes.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** The screens that the browser renders, from the web build's routes; `:x` marks a parameter. */
function readShells(webDirectory: string): { path: RegExp; shell: string }[] {
  const file = join(webDirectory, 'application-paths.json');
  if (!existsSync(file)) return [];
  const shells = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return Object.entries(shells).map(([path, shell]) => ({
    path: new RegExp(`^${path.replace(/:[^/]+/g, '[^/]+')}/?$`),
    shell,
  }));
}

/** Every file of the folder by its URL path, except compressed forms. */
function filesOf(directory: string): Set<string> {
  const names = existsSync(directory)
    ? readdirSync(directory, { recursive: true, withFileTypes: true })
    : [];
  return new Set(
    names
      .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
      .map(
        (entry) =>
          `/${relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/')}`,
      ),
  );
}

const isWorker = (file: string) => /^\/assets\/pdf\.worker\b/.test(file);

/**
 * Serves the built web: hashed assets with a long cache time, prerendered pages, the application's shell for its own
 * paths, and a 404 page for the rest, in the language of the path. Unknown API paths are problem documents instead.
 * `origin` returns the site's own, such as https://hamla.sa, and is called at the first request. The pages state `legalIdentity`.
 */
export async function serveWeb(
  app: FastifyInstance,
  webDirectory: string,
  origin: () => string,
  legalIdentity: LegalIdentity,
): Promise<void> {
  const client = join(webDirectory, 'client');
  const files = filesOf(client);
  const shells = readShells(webDirectory);
  const scriptHashes = readScriptHashes(webDirectory);
  const sendDocument = openBuiltPages(client, origin, legalIdentity);
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    cacheControl: false,
    // The build writes them beside each file.
    preCompressed: true,
  });

  /** The file and status for a path. */
  const answer = (path: string): [file: string, status: number] => {
    if (files.has(path) && !path.endsWith('.html')) return [path, 200];
    const page = `${path.replace(/\/$/, '')}/index.html`;
    if (files.has(page) && !path.endsWith('/404')) return [page, 200];
    const screen = shells.find((one) => one.path.test(path));
    if (screen) return [screen.shell, 200];
    const language = /^\/([a-z]{2})(\/|$)/.exec(path)?.[1];
    const inLanguage = `/${language}/404/index.html`;
    return [files.has(inLanguage) ? inLanguage : '/404/index.html', 404];
  };

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (isCall(path) || !['GET', 'HEAD'].includes(request.method)) {
      throw new AppError('not_found');
    }
    const [file, status] = answer(path);
    const isAsset = file.startsWith('/assets/');
    // A worker is held by the policy of its file, not by that of the page that starts it.
    if (isAsset && !isWorker(file)) for (const name of pageHeaderNames) reply.removeHeader(name);
    const own = scriptHashes[file]?.join(' ');
    const policy = reply.getHeader('content-security-policy');
    // The hashes of this page only: those of all pages would exceed the first round trip.
    if (own && typeof policy === 'string') {
      const allowed = policy.replace("script-src 'self'", `script-src 'self' ${own}`);
      void reply.header('content-security-policy', allowed);
    }
    void reply
      .status(status)
      .header('cache-control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache');
    return isBuiltPage(file) ? sendDocument(file, request, reply) : reply.sendFile(file);
  });
}
