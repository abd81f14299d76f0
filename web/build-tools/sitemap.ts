import { writeFile } from 'node:fs/promises';
import { originPlaceholder } from '#api/site-origin.ts';
import { languages } from '#domain/languages.ts';
import { publicPath } from '../src/public-path.ts';

/**
 * Writes `sitemap.xml` (every page in every language, each with its twins) and `robots.txt` under `client/` of the
 * build. `pages` are English paths. Screens of the application are left to crawlers: each says by itself that it is no
 * result (root.tsx), which nobody could read in a page that must not be fetched.
 */
export async function writeSitemap(buildDirectory: URL, pages: readonly string[]): Promise<void> {
  const client = new URL('client/', buildDirectory);
  await writeFile(new URL('sitemap.xml', client), sitemapOf(pages));
  await writeFile(
    new URL('robots.txt', client),
    `User-agent: *\nDisallow: /api/\nDisallow: /auth/\n\nSitemap: ${originPlaceholder}/sitemap.xml\n`,
  );
}

function sitemapOf(pages: readonly string[]): string {
  const address = (language: (typeof languages)[number], page: string) =>
    originPlaceholder + publicPath(language, page);
  const entries = pages.flatMap((page) => {
    const twins = [
      ...languages.map((other) => [other, other] as const),
      ['x-default', 'en'] as const,
    ]
      .map(
        ([name, other]) =>
          `    <xhtml:link rel="alternate" hreflang="${name}" href="${address(other, page)}"/>`,
      )
      .join('\n');
    return languages.map(
      (language) => `  <url>\n    <loc>${address(language, page)}</loc>\n${twins}\n  </url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join('\n')}
</urlset>
`;
}
