import type { Config } from '@react-router/dev/config';
import { writeApplicationPaths } from './application-paths.ts';
import { languages } from '#domain/languages.ts';
import { writeCspHashes } from './csp-hashes.ts';
import { precompress } from './precompress.ts';
import { writeSitemap } from './sitemap.ts';
import { publicPath } from './src/public-path.ts';

/** Pages of content: complete HTML at build time, never hydrated. `/404` is what the server sends for an unknown path. */
const pages = [
  '/',
  '/how-we-work',
  '/for-companies',
  '/for-agencies',
  '/about-us',
  '/privacy',
  '/terms',
  '/404',
];

/** The same in every language. */
export const contentPaths = languages.flatMap((language) =>
  pages.map((page) => publicPath(language, page)),
);

export default {
  appDirectory: 'src',
  buildDirectory: '../dist/web',
  ssr: false,
  prerender: contentPaths,
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ buildManifest }) => {
    const built = new URL('../dist/web/', import.meta.url);
    await writeSitemap(
      built,
      pages.filter((page) => page !== '/404'),
    );
    await writeApplicationPaths(built, buildManifest?.routes ?? {}, contentPaths);
    await writeCspHashes(built);
    await precompress(new URL('client/', built));
  },
} satisfies Config;
