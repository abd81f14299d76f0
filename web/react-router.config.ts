import type { Config } from '@react-router/dev/config';
import { writeApplicationPaths } from './build-tools/application-paths.ts';
import { contentPages } from '#api/content-pages.ts';
import { languages } from '#domain/languages.ts';
import { writeCspHashes } from './build-tools/csp-hashes.ts';
import { precompress } from './build-tools/precompress.ts';
import { writeSitemap } from './build-tools/sitemap.ts';
import { removeUnusedCss } from './build-tools/unused-css.ts';
import { publicPath } from './src/public-path.ts';

/** With the page that the server sends for an unknown path; the same in every language. */
const contentPaths = languages.flatMap((language) =>
  [...contentPages, '/404'].map((page) => publicPath(language, page)),
);

export default {
  appDirectory: 'src',
  buildDirectory: '../dist/web',
  ssr: false,
  prerender: contentPaths,
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ buildManifest }) => {
    const built = new URL('../dist/web/', import.meta.url);
    await writeSitemap(built, contentPages);
    await writeApplicationPaths(built, buildManifest?.routes ?? {}, contentPaths);
    await removeUnusedCss(new URL('client/', built));
    await writeCspHashes(built);
    await precompress(new URL('client/', built));
  },
} satisfies Config;
