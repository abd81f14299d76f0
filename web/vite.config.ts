import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { isInFirstView } from './build-tools/first-view.ts';
import { fonts } from './build-tools/fonts.ts';
import { leanOperations } from './build-tools/lean-operations.ts';
import { pdfFiles } from './build-tools/pdf-files.ts';
import { siteScripts } from './build-tools/site-scripts.ts';
import { texts } from './build-tools/texts.ts';

// The macro looks for its configuration from the working directory, which is the repository's root.
process.env.LINGUI_CONFIG = fileURLToPath(new URL('lingui.config.ts', import.meta.url));
const server = process.env.HAMLA_SERVER ?? 'http://127.0.0.1:3000';

/**
 * The code of the dashboards' first view is two files of about one size: a slow line fills both connections to the end, and
 * each further file would cost it a round trip. The one has packages that outlive our releases, the other our modules with
 * the packages that they need.
 */
const react = /[\\/]node_modules[\\/](react|react-dom|scheduler|@lingui|@tanstack)[\\/]/;
const firstView = (id: string) => (isInFirstView(id) ? 'first-view' : null);

export default defineConfig({
  plugins: [
    // React Aria brings its texts in 34 languages.
    optimizeLocales.vite({ locales: ['en-US', 'ar-AE'] }),
    leanOperations(),
    texts(),
    fonts(),
    siteScripts(),
    pdfFiles(),
    tailwindcss(),
    reactRouter(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
  ],
  // dist/ lies outside this folder: Vite would leave the files of earlier builds there.
  // The licences of what the pages are made of are for `npm run notices`.
  build: { emptyOutDir: true, license: { fileName: '.vite/licences.json' } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: react, priority: 2 },
                { name: firstView, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  server: {
    proxy: { '/auth/v1': server, '/api': server, '/.well-known': server },
  },
});
