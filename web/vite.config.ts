import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { ariaLanguages } from './aria-languages.ts';
import { fonts } from './fonts.ts';
import { siteScripts } from './site-scripts.ts';

// The macro looks for its configuration from the working directory, which is the repository's root.
process.env.LINGUI_CONFIG = fileURLToPath(new URL('lingui.config.ts', import.meta.url));
const server = process.env.HAMLA_SERVER ?? 'http://127.0.0.1:3000';

/** Packages that are used whole from the first screen on. */
const foundation =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|@lingui|@tanstack|@supabase)[\\/]/;

export default defineConfig({
  plugins: [
    ariaLanguages(),
    fonts(),
    siteScripts(),
    tailwindcss(),
    reactRouter(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
  ],
  // dist/ lies outside this folder: Vite would leave the files of earlier builds there.
  build: { emptyOutDir: true },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every screen of the application needs is one file: a request costs more than its few bytes.
              groups: [{ name: 'foundation', test: foundation }],
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
