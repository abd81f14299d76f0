import type { Config } from '@react-router/dev/config';
import { writeApplicationPaths } from './application-paths.ts';
import { writeCspHashes } from './csp-hashes.ts';

/** Pages of content: complete HTML at build time, never hydrated. `/404` is what the server sends for an unknown path. */
export const contentPaths = [
  '/',
  '/how-we-work',
  '/for-companies',
  '/for-agencies',
  '/about-us',
  '/privacy',
  '/terms',
  '/404',
];

export default {
  appDirectory: 'src',
  buildDirectory: '../dist/web',
  ssr: false,
  prerender: contentPaths,
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ buildManifest }) => {
    const built = new URL('../dist/web/', import.meta.url);
    await writeCspHashes(built);
    await writeApplicationPaths(built, buildManifest?.routes ?? {}, contentPaths);
  },
} satisfies Config;
