import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

// A script of data, such as schema.org's facts, is never run and needs no leave.
const inlineScript =
  /<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g;

/** CSP source expressions (`'sha256-…'`) of every inline script in one HTML page. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(inlineScript)].map(
    ([, body]) => `'sha256-${createHash('sha256').update(body!).digest('base64')}'`,
  );
}

/**
 * Reads every built page under `client/` of the folder and writes `csp-hashes.json` beside it, page by page:
 * `{"/index.html": ["'sha256-…'", …], …}`, to be appended to the page's `script-src 'self'`. The file is not served.
 */
export async function writeCspHashes(buildDirectory: URL): Promise<void> {
  const client = fileURLToPath(new URL('client/', buildDirectory));
  const pages = (await readdir(client, { recursive: true })).filter((name) =>
    name.endsWith('.html'),
  );
  const hashes: Record<string, string[]> = {};
  for (const page of pages.toSorted()) {
    const html = await readFile(`${client}/${page}`, 'utf8');
    hashes[`/${page.replaceAll('\\', '/')}`] = inlineScriptHashes(html);
  }
  const file = new URL('csp-hashes.json', buildDirectory);
  await writeFile(file, `${JSON.stringify(hashes, null, 2)}\n`);
}
